package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/proving"
)

// Folder is the setting that names the folder of the records. Without it nothing is recorded.
const Folder = "VITRINE_TEST_PROOF"

// A Promise is one that Vitrine makes, as the report says it.
type Promise string

// The promises, in the order of the report.
const (
	NotStale  Promise = "No read is older than a change that was announced before it."
	Equal     Promise = "A cached answer equals the answer of Postgres."
	Outside   Promise = "Both hold behind a CDN and in the caches of web apps."
	Soon      Promise = "An edit is visible within milliseconds of its COMMIT."
	MoneyOnce Promise = "Money is taken at most once, and leads to an order or back to the customer."
	Bounded   Promise = "Memory, connections and tables stay bounded, however long it runs."
)

// Promises lists them all. A report names those that a run did not try.
var Promises = []Promise{NotStale, Equal, Outside, Soon, MoneyOnce, Bounded}

// A Finding is what one test did and counted.
type Finding struct {
	Promise Promise
	Title   string
	Done    []string // what was done to break the promise, each a clause
	Judge   string   // what was compared with what
	Seed    uint64   // of the random choices; 0: none
	Figures []Figure
	Faults  int // observations that break the promise, where the test counts them
	Spreads []Spread
	Course  *Course
}

// A Figure is a count.
type Figure struct {
	Name  string
	Value int64
}

// Count adds a figure.
func (f *Finding) Count(name string, n int64) { f.Figures = append(f.Figures, Figure{name, n}) }

// A Spread is a distribution of times.
type Spread struct {
	Name  string
	Times []time.Duration
}

// A Record is a finding with what ran.
type Record struct {
	Finding
	Test, Package string
	Long          bool // the form of make prove
	Failed        bool
}

// Begin records a finding when the test ends, with whether it failed. The test completes what Begin returns.
func Begin(t testing.TB, f Finding) *Finding {
	t.Helper()
	dir := os.Getenv(Folder)
	if dir == "" {
		return &f
	}
	t.Cleanup(func() {
		r := Record{Finding: f, Test: t.Name(), Package: packageOf(t), Long: proving.Long(), Failed: t.Failed()}
		write(t, dir, "finding", r.Package+r.Test+r.Title, r)
	})
	return &f
}

// A Guard is a piece of code that was switched off, and the fault by which the tests noticed it.
type Guard struct {
	Name, Package string
	Fault         string // empty: no test noticed it
}

// AddGuard records how the tests noticed that a guard was switched off.
func AddGuard(t testing.TB, name, fault string) {
	t.Helper()
	if dir := os.Getenv(Folder); dir != "" {
		g := Guard{Name: name, Package: packageOf(t), Fault: fault}
		write(t, dir, "guard", g.Package+g.Name, g)
	}
}

// write writes a record to a file of its own.
func write(t testing.TB, dir, kind, name string, v any) {
	t.Helper()
	sum := sha256.Sum256([]byte(name))
	data, err := json.Marshal(v)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, kind+"-"+hex.EncodeToString(sum[:8])+".json"), data, 0o600)
	}
	if err != nil {
		t.Errorf("record what the test found: %v", err)
	}
}

// packageOf is the folder of the package under test, in which go test runs it, relative to the module.
func packageOf(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Error(err)
	}
	for root := dir; root != filepath.Dir(root); root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			rel, _ := filepath.Rel(root, dir) // root is above dir
			return filepath.ToSlash(rel)
		}
	}
	return dir
}
