package history

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A Mutation is a package with one guard switched off. The texts are those of the source: one that is not found there exactly once fails the
// test, so that who moves a guard moves its mutation.
type Mutation struct {
	Name     string
	Changes  []string // a file of the package, what stands there, what stands there instead; and so on
	Harmless bool     // the histories are still true: it makes the next mutation tell more
}

// Try runs the package's tests that match run, in the working directory, with the mutation in place. It fails t unless they fail by a history; of
// a harmless one, unless they pass.
func (m Mutation) Try(t *testing.T, run string) {
	t.Helper()
	m.TryBy(t, run, "the history has")
}

// TryBy is Try for tests that fail by a line with other words than those of a history.
func (m Mutation) TryBy(t *testing.T, run, words string) {
	t.Helper()
	mutants := m.mutants(t)
	temp, replace := t.TempDir(), map[string]string{}
	for file, text := range mutants {
		mutant := filepath.Join(temp, strconv.Itoa(len(replace))+"_"+filepath.Base(file)) // two folders may hold files of one name
		if err := os.WriteFile(mutant, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[file] = mutant
	}
	overlay := filepath.Join(temp, "overlay.json")
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err == nil {
		err = os.WriteFile(overlay, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	times := "-count=3" // what comes of goroutines' turns may not come at once; where it does, the rest is spared
	if m.Harmless {
		times = "-count=1"
	}
	args := []string{"test", "-vet=off", "-ldflags=-s -w", times, "-failfast", "-timeout=10m", "-overlay", overlay, "-run", run, "."}
	cmd := exec.CommandContext(t.Context(), "go", args...) //nolint:gosec // the tests' own words
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "VITRINE_PROVE=") || strings.HasPrefix(v, "VITRINE_SEED=") // the short form is enough, and every seed of it
	})
	out, err := cmd.CombinedOutput()
	said := ""
	for line := range strings.Lines(string(out)) {
		if said == "" && strings.Contains(line, words) {
			said = strings.TrimSpace(line)
		}
	}
	switch {
	case m.Harmless && err != nil:
		t.Errorf("no guard was switched off, and the tests fail: %v\n%s", err, out)
	case m.Harmless:
	case err == nil:
		t.Errorf("nothing shows that this guard is gone\n%s", out)
	case said == "":
		t.Errorf("it failed, and not by what was to show it: %v\n%s", err, out)
	default:
		t.Log(said)
	}
}

// Applies fails t unless the mutation still finds each of its texts exactly once. It builds nothing.
func (m Mutation) Applies(t *testing.T) {
	t.Helper()
	m.mutants(t)
}

// mutants returns the mutated source of each changed file, by path.
func (m Mutation) mutants(t *testing.T) map[string]string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	mutants := map[string]string{}
	for i := 0; i < len(m.Changes); i += 3 {
		file, old, anew := filepath.Join(dir, m.Changes[i]), m.Changes[i+1], m.Changes[i+2]
		text, known := mutants[file]
		if !known {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = string(source)
		}
		if n := strings.Count(text, old); n != 1 {
			t.Fatalf("%s has this %d times, not once:\n%s\nThe guard was moved or is gone: see to it that what it kept from readers still is, and move this mutation.", m.Changes[i], n, old)
		}
		mutants[file] = strings.Replace(text, old, anew, 1)
	}
	return mutants
}
