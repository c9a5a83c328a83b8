package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestThePackagesAreReadyToBePublished packs each package for npm, and checks what its users get: publint reads the
// manifest, and attw resolves the types as each kind of project does.
func TestThePackagesAreReadyToBePublished(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s, so the packages are not packed. Install Node.js 20 or newer.", tool)
		}
	}
	const clients = "../../../../deploy/clients"
	check := t.TempDir()
	install := func(dir string) {
		t.Helper()
		out, err := runIn(t, dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline",
			"--fetch-retries=1")
		switch {
		case err == nil:
		case unreachable.MatchString(out):
			t.Skipf("SKIPPED: no package registry can be reached, so the packages are not packed:\n%s", out)
		default:
			t.Fatalf("npm ci: %v\n%s", err, out)
		}
	}
	copyFiles(t, filepath.Join(clients, "check"), check)
	install(check)
	beside := t.TempDir() // a package finds another one beside it, as in the repository
	for _, name := range []string{"typescript", "changes", "next"} {
		dir := filepath.Join(beside, name)
		copyFiles(t, filepath.Join(clients, name), dir)
		install(dir)
		for _, args := range [][]string{
			{"node", "node_modules/typescript/bin/tsc", "-p", "."},
			{"npm", "publish", "--dry-run", "--ignore-scripts", "--offline", "--provenance=false"},
			{"node", filepath.Join(check, "node_modules/publint/src/cli.js"), "run", "--strict", "."},
			{"npm", "pack", "--ignore-scripts", "--silent"},
		} {
			out, err := runIn(t, dir, args[0], args[1:]...)
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", name, strings.Join(args, " "), err, out)
			}
			if args[1] == "publish" {
				for _, want := range []string{"README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"} {
					if !strings.Contains(out, want) {
						t.Errorf("%s: the package has no %s:\n%s", name, want, out)
					}
				}
				if strings.Contains(out, "node_modules") || strings.Contains(out, "test/") {
					t.Errorf("%s: the package has more than it needs:\n%s", name, out)
				}
			}
		}
		packed, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
		if err != nil || len(packed) != 1 {
			t.Fatalf("%s: packed %q, %v", name, packed, err)
		}
		attw := filepath.Join(check, "node_modules/@arethetypeswrong/cli/dist/index.js")
		if out, err := runIn(t, dir, "node", attw, packed[0], "--profile", "esm-only", "--no-emoji"); err != nil {
			t.Errorf("%s: attw: %v\n%s", name, err, out)
		}
	}
}

// copyFiles copies a package's files, without what npm and the compiler wrote.
func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "node_modules" || d.Name() == "dist" {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}
