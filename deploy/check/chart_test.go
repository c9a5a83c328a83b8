package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"vitrine/internal/env"
)

// kubes are the versions of Kubernetes for which the chart is rendered and validated.
var kubes = []string{"1.30.0", "1.37.0"}

func TestChartRendersEveryExample(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Glob(deployed("helm", "examples", "*.yaml"))
	if err != nil || len(examples) < 3 {
		t.Fatalf("examples: %v %v", examples, err)
	}
	for _, example := range examples {
		t.Run(filepath.Base(example), func(t *testing.T) {
			t.Parallel()
			accepts(t, "helm", "lint", "--strict", "--kube-version", kubes[0], deployed("helm", "vitrine"), "-f", example)
			for _, kube := range kubes {
				file := filepath.Join(t.TempDir(), "rendered.yaml")
				if err := os.WriteFile(file, []byte(render(t, kube, "-f", example)), 0o600); err != nil {
					t.Fatal(err)
				}
				out := accepts(t, "kubernetes-validate", "--strict", "-k", kube, file)
				// Kinds of other projects have no schema there.
				if n := strings.Count(out, " passed for "); n < 15 {
					t.Errorf("%d objects were validated:\n%s", n, out)
				}
				// Processor time has no limit: one would slow down every other request of a busy second. Images have versions,
				// so they need not be pulled again.
				accepts(t, "kube-score", "score", "--kubernetes-version", "v"+strings.TrimSuffix(kube, ".0"),
					"--output-format", "ci", "--ignore-container-cpu-limit", "--ignore-test", "container-image-pull-policy", file)
			}
		})
	}
}

// render renders the chart without Helm's notes about links.
func render(t *testing.T, kube string, args ...string) string {
	t.Helper()
	out := accepts(t, "helm", append([]string{"template", "shop", deployed("helm", "vitrine"), "--kube-version", kube},
		args...)...)
	_, objects, _ := strings.Cut(out, "---\n")
	return objects
}

func TestChartRefusesWrongValues(t *testing.T) {
	t.Parallel()
	minimal := deployed("helm", "examples", "minimal.yaml")
	for set, want := range map[string]string{
		"trustedProxies=":               "trustedProxies",
		"urls.api=":                     "urls/api",
		"gateway.replicsa=3":            "replicsa",
		"nats.replicas=6":               "nats/replicas",
		"log.format=xml":                "log/format",
		"image.digest=latest":           "image/digest",
		"gateway.env.PATH=/tmp":         "PATH",
		"writesvc.extraEnv[0].value=1":  "extraEnv",
		"networkPolicy.postgresPort=0":  "postgresPort",
		"secrets.keys.pepper=":          "pepper",
		"gateway.autoscaling.enabled=1": "enabled",
	} {
		out, ok := tool(t, "helm", "template", "shop", deployed("helm", "vitrine"), "--kube-version", kubes[0], "-f", minimal,
			"--set", set)
		if ok || !strings.Contains(out, want) || !strings.Contains(out, "schema") {
			t.Errorf("--set %s is accepted, or the error does not name %s:\n%.600s", set, want, out)
		}
	}
}

// Every setting can be set for all parts and for each part.
func TestChartTakesEverySetting(t *testing.T) {
	t.Parallel()
	values := map[string]string{}
	for _, v := range env.All() {
		values[v.Name] = "of-the-test"
	}
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-f", deployed("helm", "examples", "minimal.yaml")}
	for _, where := range []string{"env", "gateway.env", "ingest.env", "writesvc.env"} {
		args = append(args, "--set-json", where+"="+string(text))
	}
	out := render(t, kubes[0], args...)
	for name := range values {
		if n := strings.Count(out, "name: "+name+", value: \"of-the-test\""); n != 4 {
			t.Errorf("%s is set in %d of 4 parts", name, n)
		}
	}
}

// A pod is what a test reads of the pod of a part.
type pod struct {
	Spec struct {
		Containers []struct {
			Env     []struct{ Name, Value string }
			EnvFrom []struct {
				SecretRef struct{ Name string } `yaml:"secretRef"`
			} `yaml:"envFrom"`
			VolumeMounts []struct {
				Name      string
				MountPath string `yaml:"mountPath"`
			} `yaml:"volumeMounts"`
		}
		Volumes []struct{ Name string }
	}
}

// pods returns the pods of a rendered chart by their part.
func pods(t *testing.T, rendered string) map[string]pod {
	t.Helper()
	found := map[string]pod{}
	for object := range strings.SplitSeq(rendered, "\n---\n") {
		var o struct {
			Kind     string
			Metadata struct{ Labels map[string]string }
			Spec     struct{ Template pod }
		}
		if err := yaml.Unmarshal([]byte(object), &o); err != nil {
			t.Fatalf("%v in %.300s", err, object)
		}
		if o.Kind == "Deployment" || o.Kind == "Job" {
			found[o.Metadata.Labels["app.kubernetes.io/component"]] = o.Spec.Template
		}
	}
	if len(found) != 4 {
		t.Fatalf("found the pods of %d parts", len(found))
	}
	return found
}

// Files that an example names are in a volume. The URL of the database is a setting of every part.
func TestFilesOfExamplesAreMounted(t *testing.T) {
	t.Parallel()
	file := regexp.MustCompile(`(?:file:|sslrootcert=|mountPath: )(/[\w./-]+)`)
	examples, err := filepath.Glob(deployed("helm", "examples", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, example := range examples {
		all := pods(t, render(t, kubes[0], "-f", example))
		for _, m := range file.FindAllStringSubmatch(read(t, example), -1) {
			found++
			holders := 0
			for _, p := range all {
				if p.mounts(m[1]) {
					holders++
				}
			}
			if holders == 0 || strings.HasPrefix(m[0], "sslrootcert") && holders < len(all) {
				t.Errorf("%s: %s is in a volume of %d parts", example, m[1], holders)
			}
		}
	}
	if found < 5 {
		t.Errorf("found %d files", found)
	}
}

// mounts reports whether a path lies in a volume of the pod.
func (p pod) mounts(path string) bool {
	for _, m := range p.Spec.Containers[0].VolumeMounts {
		for _, v := range p.Spec.Volumes {
			if v.Name == m.Name && strings.HasPrefix(path+"/", m.MountPath+"/") {
				return true
			}
		}
	}
	return false
}

// A pager shows the address of the runbook that the operator has given, in every alert.
func TestChartNamesTheRunbook(t *testing.T) {
	t.Parallel()
	text := render(t, kubes[0], "-f", deployed("helm", "examples", "managed-postgres.yaml"))
	n := strings.Count(text, "runbook_url: https://wiki.example.com/vitrine/runbook#")
	if all := strings.Count(text, "runbook_url: "); n != all || n < 20 {
		t.Errorf("%d of %d alerts have an absolute address", n, all)
	}
}

// Further secrets of a part are in its pod only, and further rules apply to every part.
func TestChartAddsWhatAnExampleAdds(t *testing.T) {
	t.Parallel()
	for part, p := range pods(t, render(t, kubes[0], "-f", deployed("helm", "examples", "more-secrets.yaml"))) {
		c := p.Spec.Containers[0]
		var names []string
		for _, e := range c.Env {
			names = append(names, e.Name)
		}
		own := part == "writesvc"
		if slices.Contains(names, "VITRINE_TOKEN_SECRET_PREVIOUS") != own ||
			slices.Contains(names, "VITRINE_PEPPER_PREVIOUS") != own ||
			(len(c.EnvFrom) == 1 && c.EnvFrom[0].SecretRef.Name == "vitrine-banks") != own ||
			p.mounts("/run/secrets/banks/storekey") != own {
			t.Errorf("%s has the variables %v, %v and the volumes %v", part, names, c.EnvFrom, c.VolumeMounts)
		}
	}
	text := render(t, kubes[0], "-f", deployed("helm", "examples", "managed-postgres.yaml"))
	if n := strings.Count(text, "- port: 4318"); n != 4 {
		t.Errorf("%d of 4 parts may reach the collector", n)
	}
	if n := strings.Count(text, "name: OTEL_EXPORTER_OTLP_ENDPOINT, value: \"http://collector."); n != 4 {
		t.Errorf("%d of 4 parts know the collector", n)
	}
}

// Helm deletes the hooks of the last upgrade. A secret that its ExternalSecret owned would go with it, just before the
// migration needs it.
func TestAnUpgradeKeepsTheSecretOfAVault(t *testing.T) {
	t.Parallel()
	text := render(t, kubes[0], "-f", deployed("helm", "examples", "managed-postgres.yaml"))
	_, object, ok := strings.Cut(text, "kind: ExternalSecret\n")
	object, _, _ = strings.Cut(object, "\n---\n")
	if !ok || strings.Contains(object, "helm.sh/hook:") && !strings.Contains(object, "creationPolicy: Orphan") {
		t.Errorf("the secret goes with the hook:\n%s", object)
	}
}

// vitrine doctor in the pod of a write service checks the gateways, and may reach them.
func TestDoctorFindsTheGateways(t *testing.T) {
	t.Parallel()
	text := render(t, kubes[0], "-f", deployed("helm", "examples", "managed-postgres.yaml"))
	for _, e := range pods(t, text)["writesvc"].Spec.Containers[0].Env {
		if e.Name == "VITRINE_ADDR" && e.Value != "shop-vitrine:80" {
			t.Errorf("doctor looks for a gateway at %s", e.Value)
		}
	}
	if !strings.Contains(text, "name: VITRINE_ADDR, value: \"shop-vitrine:80\"") {
		t.Error("doctor knows no gateway")
	}
	for object := range strings.SplitSeq(text, "\n---\n") {
		if strings.Contains(object, "kind: NetworkPolicy") && (strings.Contains(object, "name: shop-vitrine-gateway\n") ||
			strings.Contains(object, "name: shop-vitrine-writesvc\n")) {
			other := "gateway"
			if strings.Contains(object, "name: shop-vitrine-gateway\n") {
				other = "writesvc"
			}
			rule := regexp.MustCompile(`ports: \[\{port: 8080\}\]\n +(from|to): \[.*component":"` + other)
			if !rule.MatchString(object) {
				t.Errorf("no rule lets doctor reach the gateways:\n%s", object)
			}
		}
	}
}

// Only the write service has the secrets of accounts, and only the metrics adapter's example scales by misses.
func TestChartKeepsSecretsApart(t *testing.T) {
	t.Parallel()
	text := render(t, kubes[0], "-f", deployed("helm", "examples", "nats-cluster.yaml"))
	holders := map[string]int{}
	for object := range strings.SplitSeq(text, "\n---\n") {
		if !strings.Contains(object, "kind: Deployment\nmetadata") && !strings.Contains(object, "kind: Job\nmetadata") {
			continue
		}
		_, name, _ := strings.Cut(object, "app.kubernetes.io/component: ")
		name, _, _ = strings.Cut(name, "\n")
		holders[name] = strings.Count(object, "key: pepper") + strings.Count(object, "key: token-secret")
		if !strings.Contains(object, "key: nats-url") || !strings.Contains(object, "key: database-url") {
			t.Errorf("%s has no URL of the database or of NATS", name)
		}
	}
	for name, want := range map[string]int{"gateway": 0, "ingest": 0, "migrate": 0, "writesvc": 2} {
		if n, ok := holders[name]; !ok || n != want {
			t.Errorf("%s has %d of the secrets of accounts, want %d", name, n, want)
		}
	}
	if !strings.Contains(text, "vitrine_cache_misses_per_second") {
		t.Error("the gateways do not scale by misses")
	}
}
