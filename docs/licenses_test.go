package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLicensesAreCurrent compares docs/licenses.md with the modules that the program contains. `make licenses` writes
// the file.
func TestLicensesAreCurrent(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("licenses.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S+) \\| (.+?) \\|")
	listed := map[string]string{} // versions by module or part of a module
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		listed[m[1]] = m[2]
		if m[3] == "Unknown" || m[3] == "" {
			t.Errorf("%s has no licence: name it in .ci/licenses.tpl", m[1])
		}
	}

	modules := modulesOf(t)
	for module, version := range modules {
		found := false
		for name, v := range listed {
			if name != module && modules[name] != "" {
				continue // a module of its own inside the path of this one
			}
			if name == module || strings.HasPrefix(name, module+"/") {
				found = true
				if v != version {
					t.Errorf("docs/licenses.md has %s %s, the program %s: run make licenses", name, v, version)
				}
			}
		}
		if !found {
			t.Errorf("docs/licenses.md has no %s: run make licenses", module)
		}
	}
	for name := range listed {
		if name != "swagger-ui-dist" && !inModule(name, modules) {
			t.Errorf("docs/licenses.md has %s, which the program does not contain: run make licenses", name)
		}
	}
	swagger, err := os.ReadFile(filepath.Join(root, "gateway", "explorer", "swagger-ui", "VERSION"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := listed["swagger-ui-dist"], strings.TrimSpace(string(swagger)); "swagger-ui-dist@"+got != want {
		t.Errorf("docs/licenses.md has swagger-ui-dist %s, the explorer %s: run make licenses", got, want)
	}
}

// modulesOf returns the versions of the modules in the program for Linux.
func modulesOf(t *testing.T) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{end}}", "./cmd/vitrine")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	modules := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && version != "" {
			modules[path] = version
		}
	}
	if len(modules) < 30 {
		t.Fatalf("go list names %d modules, want 30 or more", len(modules))
	}
	return modules
}

func inModule(name string, modules map[string]string) bool {
	for module := range modules {
		if name == module || strings.HasPrefix(name, module+"/") {
			return true
		}
	}
	return false
}
