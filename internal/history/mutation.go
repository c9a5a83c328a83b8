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

	"vitrine/internal/evidence"
)

// A Mutation is a package with one guard switched off. Each text must occur exactly once in the source, so that a
// moved guard fails the test until its mutation is updated.
type Mutation struct {
	Name     string
	Changes  []string // triples: a file, relative to the package, the text to replace, and the replacement
	Harmless bool     // no guard: the tests must pass; the basis of another mutation
}

// Try runs the package's tests that match run, in the working directory, with the mutation in place. It fails t unless
// they fail by a history. With a harmless mutation, it fails t unless they pass.
func (m Mutation) Try(t *testing.T, run string) {
	t.Helper()
	m.TryBy(t, run, "the history has")
}

// TryBy is Try for tests that fail with other words than those of a history.
func (m Mutation) TryBy(t *testing.T, run, words string) {
	t.Helper()
	mutants := m.mutants(t)
	temp, replace := t.TempDir(), map[string]string{}
	for file, text := range mutants {
		name := strconv.Itoa(len(replace)) + "_" + filepath.Base(file) // files of two folders may share a name
		mutant := filepath.Join(temp, name)
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
	times := "-count=3" // a fault may depend on scheduling; -failfast stops at the first
	if m.Harmless {
		times = "-count=1"
	}
	args := []string{"test", "-vet=off", "-ldflags=-s -w", times, "-failfast", "-timeout=10m",
		"-overlay", overlay, "-run", run, "."}
	cmd := exec.CommandContext(t.Context(), "go", args...) //nolint:gosec // arguments of the test itself
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "VITRINE_PROVE=") || strings.HasPrefix(v, "VITRINE_SEED=") || // the default is enough
			strings.HasPrefix(v, evidence.Folder+"=") // what a mutant does is no finding
	})
	out, err := cmd.CombinedOutput()
	fault := ""
	for line := range strings.Lines(string(out)) {
		if fault == "" && strings.Contains(line, words) {
			fault = strings.TrimSpace(line)
		}
	}
	if !m.Harmless {
		if err == nil {
			fault = ""
		}
		evidence.AddGuard(t, m.Name, fault)
	}
	switch {
	case m.Harmless && err != nil:
		t.Errorf("no guard is switched off, and the tests fail: %v\n%s", err, out)
	case m.Harmless:
	case err == nil:
		t.Errorf("no test detects that the guard is gone\n%s", out)
	case fault == "":
		t.Errorf("the tests fail for another reason: %v\n%s", err, out)
	default:
		t.Log(fault)
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
			t.Fatalf("%s contains this text %d times, want once:\n%s\n"+
				"The guard was moved or removed. Make sure that it still protects readers, and update the mutation.",
				m.Changes[i], n, old)
		}
		mutants[file] = strings.Replace(text, old, anew, 1)
	}
	return mutants
}
