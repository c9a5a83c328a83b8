package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

func TestMain(m *testing.M) { kit.Main(m) }

// deployed names a file or folder in deploy/.
func deployed(path ...string) string { return filepath.Join(append([]string{".."}, path...)...) }

// tool runs a program, and returns what it printed and whether it succeeded.
func tool(t *testing.T, name string, args ...string) (output string, ok bool) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("SKIPPED: %s is not installed; make setup installs it, and make test finds it", name)
	}
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// accepts fails the test unless a program succeeds.
func accepts(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, ok := tool(t, name, args...)
	if !ok {
		t.Errorf("%s %s failed:\n%s", name, strings.Join(args, " "), out)
	}
	return out
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
