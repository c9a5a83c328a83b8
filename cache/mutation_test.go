package cache_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A mutation is the package with one guard switched off. The texts are those of the source: one that is not found there exactly once fails the
// test, so that who moves a guard moves its mutation.
type mutation struct {
	name, file string
	changes    []string // what stands there, what stands there instead, and so on
	harmless   bool     // the history is still true: it makes the next mutation tell more
}

var mutations = []mutation{
	{name: "nothing", file: "cache.go", harmless: true},
	{name: "floor: a change of a tag without a cell is forgotten", file: "cells.go", changes: []string{"\ts.floor = max(s.floor, seq)", "\t_ = seq"}},
	{name: "floor: a cell that is dropped takes its change along", file: "cells.go", changes: []string{"\tif known {\n\t\ts.floor = s.top\n", "\tif known {\n"}},
	{name: "continuity: a message is applied though one before it is missing", file: "tenant.go", changes: []string{"case m.Prev > st.applied.Load():", "case false:"}},
	{name: "continuity: an old message is applied again", file: "tenant.go", changes: []string{"case m.Seq <= st.applied.Load():", "case false:"}},
	{name: "continuity: what is no longer kept is passed over", file: "tenant.go", changes: []string{
		"Seq: n, Tags: []string{\"*\", tenantTag(t.ID)}})\n\treturn nil", "Seq: n})\n\treturn nil"}},
	{name: "epoch: a message of another life is taken", file: "tenant.go", changes: []string{
		"case m.Epoch != st.epoch:\n\t\treturn t.renewLocked(ctx)\n\tcase m.Seq", "case false:\n\tcase m.Seq"}},
	{name: "epoch: answers of the old life live on", file: "tenant.go", changes: []string{"\traise(old.all, never)\n", ""}},
	{name: "epoch: an answer read in another life is kept", file: "cache.go", changes: []string{"if st.epoch != snap.Epoch {", "if false {"}},
	{name: "epoch: an answer from before the life began here is kept", file: "tenant.go", changes: []string{"\tst.all.inv.Store(h.N)\n", ""}},
	{name: "all keys in one slot", file: "cache.go", changes: []string{"frontSlots = 1 << 12", "frontSlots = 1"}, harmless: true},
	{name: "key compare: what lies in the slot is served", file: "cache.go", changes: []string{"frontSlots = 1 << 12", "frontSlots = 1",
		"if e == nil || !bytes.Equal(e.Key, key) {\n\t\treturn nil\n\t}\n\tif !e.Fresh", "if e == nil {\n\t\treturn nil\n\t}\n\tif !e.Fresh"}},
	{name: "four hashes in the stores", file: "cache.go", changes: []string{"return hash, 0 }", "return hash & 3, 0 }"}, harmless: true},
	{name: "key compare: what has the hash is served", file: "cache.go", changes: []string{"return hash, 0 }", "return hash & 3, 0 }",
		"e, ok := c.store(h).Get(h)\n\tif !ok || !bytes.Equal(e.Key, key) {\n\t\treturn nil\n\t}\n\tif !e.Fresh", "e, ok := c.store(h).Get(h)\n\tif !ok {\n\t\treturn nil\n\t}\n\tif !e.Fresh"}},
	{name: "validUntil: time changes nothing", file: "entry.go", changes: []string{"return e.ValidUntil.IsZero() || now.Before(e.ValidUntil)", "return true"}},
	{name: "applied before shown: a fill does not catch up", file: "tenant.go", changes: []string{
		"if st.epoch == epoch && st.applied.Load() >= n {\n\t\treturn nil\n\t}\n\tt.mu.Lock()", "if st != nil {\n\t\treturn nil\n\t}\n\tt.mu.Lock()"}},
	{name: "arrival bound: any snapshot will do", file: "cache.go", changes: []string{"return s.Epoch == bound.Epoch && s.N >= bound.N", "return true"}},
	{name: "stamp compare: a cell that moved is not looked at", file: "entry.go", changes: []string{
		"if c.inv.Load() > e.Stamp {\n\t\t\treturn false", "if c.inv.Load() == never {\n\t\t\treturn false"}},
	{name: "stamp compare: looked at once is looked at for ever", file: "entry.go", changes: []string{"if e.seen.Load() == applied {", "if e.seen.Load() != unseen {"}},
	{name: "lease: a gateway that hears nothing trusts what it holds", file: "trust.go", changes: []string{
		"return c.since() > c.trust.until.Load()", "return false"}},
	{name: "lease: a reader is content with a look at Postgres that began before it came", file: "verify.go", changes: []string{
		"\tif v.waiting == nil {\n\t\tv.waiting = &pull{done: make(chan struct{})}\n\t}\n\treturn v.waiting", "\treturn v.running"}},
}

// Each guard that keeps old answers from readers is switched off in turn, and each time a history has to show it. Otherwise the histories would
// prove nothing, or the guard be worth nothing. The rules that stand in other packages are switched off there (gateway/mutation_test.go).
func TestHistoryFailsWithoutEachGuard(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in short form: it builds the package once for each guard")
	}
	slots := make(chan struct{}, 2)
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			m.try(t)
		})
	}
}

func (m *mutation) try(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, m.file)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	for i := 0; i < len(m.changes); i += 2 {
		if n := strings.Count(text, m.changes[i]); n != 1 {
			t.Fatalf("%s has this %d times, not once:\n%s\nThe guard was moved or is gone: see to it that what it kept from readers still is, and move this mutation.", m.file, n, m.changes[i])
		}
		text = strings.Replace(text, m.changes[i], m.changes[i+1], 1)
	}
	mutant, overlay := filepath.Join(t.TempDir(), "mutant.go"), filepath.Join(t.TempDir(), "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: mutant}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{mutant: text, overlay: string(replace)} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-ldflags=-s -w", "-count=1", "-timeout=5m", "-overlay", overlay, "-run", "^TestHistoryOf", ".").CombinedOutput()
	var said string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "the history has") {
			said = strings.TrimSpace(line)
		}
	}
	switch {
	case m.harmless && err != nil:
		t.Errorf("no guard was switched off, and the histories fail: %v\n%s", err, out)
	case m.harmless:
	case err == nil:
		t.Errorf("no history shows that this guard is gone\n%s", out)
	case said == "":
		t.Errorf("it failed, and not by a history: %v\n%s", err, out)
	default:
		t.Log(said)
	}
}
