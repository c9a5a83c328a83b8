package check

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/env"
)

func TestUnitsAreHardened(t *testing.T) { //nolint:paralleltest // it sets an environment variable
	// systemd-analyze reads units from a folder and checks that their programs exist.
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(deployed("systemd"))); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{"vitrine@.service", "vitrine-backup.service"} {
		path := filepath.Join(dir, unit)
		text := read(t, path)
		if !strings.Contains(text, "ExecStart=/usr/local/bin/vitrine ") {
			t.Errorf("%s starts another program", unit)
		}
		text = strings.ReplaceAll(text, "/usr/local/bin/vitrine", program)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if backup := " backup /var/backups/vitrine --keep 14 --verify\n"; strings.Contains(unit, "backup") &&
			!strings.Contains(text, backup) {
			t.Errorf("%s does not bound the disk, or does not check that a backup can be restored", unit)
		}
		// 0 is no exposure, 100 is that of a process without any restriction.
		accepts(t, "systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", path)
	}
	t.Setenv("SYSTEMD_UNIT_PATH", dir+":")
	for _, unit := range []string{"vitrine@gateway.service", "vitrine@ingest.service", "vitrine@writesvc.service",
		"vitrine-backup.service", "vitrine-backup.timer"} {
		if out := accepts(t, "systemd-analyze", "verify", "--man=no", filepath.Join(dir, unit)); strings.Contains(out, dir) {
			t.Errorf("%s: %s", unit, out)
		}
	}
}

// In the guide for systemd, no shell reads files of settings, because & ends a command there. The scrape example of
// Prometheus has the admin addresses that the guide sets.
func TestTheGuideForSystemdAgreesWithItself(t *testing.T) {
	t.Parallel()
	docs := filepath.Join("..", "..", "docs", "operations")
	guide := read(t, filepath.Join(docs, "deploy.md"))
	if regexp.MustCompile(`(^|[\s(;])(\.|source) /etc/vitrine/`).MatchString(guide) {
		t.Error("a shell reads a file of settings")
	}
	targets := regexp.MustCompile(`targets: \[.*\]`).FindString(read(t, filepath.Join(docs, "metrics.md")))
	set := regexp.MustCompile("VITRINE_ADMIN_ADDR=([0-9.:]+)`").FindAllStringSubmatch(guide, -1)
	if len(set) != 3 {
		t.Errorf("the guide sets %d admin addresses", len(set))
	}
	for _, m := range set {
		if !strings.Contains(targets, `"`+m[1]+`"`) {
			t.Errorf("the admin address %s of the guide is not in %s", m[1], targets)
		}
	}
}

func TestDockerfileIsClean(t *testing.T) {
	t.Parallel()
	accepts(t, "hadolint", "--no-color", deployed("image", "Dockerfile"))
}

func TestHAProxyAcceptsItsConfiguration(t *testing.T) {
	t.Parallel()
	accepts(t, "haproxy", "-c", "-f", deployed("compose", "haproxy.cfg"))
}

func TestYAMLIsClean(t *testing.T) {
	t.Parallel()
	const rules = `{extends: default, rules: {line-length: {max: 120}, document-start: disable,
comments-indentation: disable, braces: {max-spaces-inside: 1}, brackets: {max-spaces-inside: 0},
comments: {min-spaces-from-content: 1},
truthy: {check-keys: false}, commas: enable}}`
	var files []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "templates" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 8 {
		t.Fatalf("files: %v %v", files, err)
	}
	accepts(t, "yamllint", append([]string{"--strict", "-d", rules}, files...)...)
}

// Settings in the files of deploy/ exist.
func TestDeployedSettingsExist(t *testing.T) {
	t.Parallel()
	var known []string
	for _, v := range env.All() {
		known = append(known, v.Name)
	}
	setting := regexp.MustCompile(`\bVITRINE_[A-Z_]+[A-Z]\b`)
	found := 0
	for _, dir := range []string{"compose", "helm", "systemd", "image"} {
		err := filepath.WalkDir(deployed(dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			for _, name := range setting.FindAllString(read(t, path), -1) {
				found++
				if !slices.Contains(known, name) {
					t.Errorf("%s names the setting %s, which does not exist", path, name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 50 {
		t.Errorf("found %d settings", found)
	}
}
