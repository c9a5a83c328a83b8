package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
