package cache_test

import (
	"testing"

	"vitrine/internal/history"
)

var mutations = []history.Mutation{
	{Name: "nothing", Harmless: true},
	{Name: "low-water mark: a change of a tag without a version is lost", Changes: []string{
		"versions.go", "\t\ts.lowWater = max(s.lowWater, seq)", "\t\t_ = seq"}},
	{Name: "low-water mark: a version that is collected takes its change along", Changes: []string{
		"versions.go", "\tif known {\n\t\ts.lowWater = s.newest\n", "\tif known {\n"}},
	{Name: "continuity: a message is applied though one before it is missing", Changes: []string{
		"replica/tenant.go", "case m.Prev > at.Seq:", "case false:"}},
	{Name: "continuity: an old message is applied again", Changes: []string{
		"replica/tenant.go", "case m.Seq <= at.Seq:", "case false:"}},
	{Name: "continuity: pruned changes are skipped", Changes: []string{
		"replica/tenant.go",
		"Seq: n, Tags: []string{\"*\", tenantTag(t.ID)}})\n\treturn nil",
		"Seq: n})\n\treturn nil"}},
	{Name: "epoch: a message of another epoch is applied", Changes: []string{
		"replica/tenant.go",
		"case m.Epoch != at.Epoch:\n\t\treturn t.renewLocked(ctx)\n\tcase m.Seq",
		"case false:\n\tcase m.Seq"}},
	{Name: "epoch: entries of the old epoch stay fresh", Changes: []string{"tenant.go", "\told.all.raise(never)\n", ""}},
	{Name: "epoch: an answer read in another epoch is kept", Changes: []string{
		"cache.go", "if ep.name != snap.Epoch {", "if false {"}},
	{Name: "epoch: an answer from before the epoch began here is kept", Changes: []string{
		"tenant.go", "\tep.all.seq.Store(at.Seq)\n", ""}},
	{Name: "all keys in one slot", Harmless: true, Changes: []string{
		"cache.go", "hotSlots   = 1 << 12", "hotSlots   = 1"}},
	{Name: "key comparison: any entry in the slot is served", Changes: []string{
		"cache.go", "hotSlots   = 1 << 12", "hotSlots   = 1",
		"cache.go",
		"if e == nil || !bytes.Equal(e.Key, key) {\n\t\treturn nil\n\t}\n\tif !e.Fresh",
		"if e == nil {\n\t\treturn nil\n\t}\n\tif !e.Fresh"}},
	{Name: "four hashes in the stores", Harmless: true, Changes: []string{
		"cache.go", "return hash, 0 }", "return hash & 3, 0 }"}},
	{Name: "key comparison: any entry with the hash is served", Changes: []string{
		"cache.go", "return hash, 0 }", "return hash & 3, 0 }",
		"cache.go",
		"if e, ok := c.store(h).Get(h); ok && bytes.Equal(e.Key, key) {\n\t\treturn e\n\t}\n\treturn c.placedOf",
		"if e, ok := c.store(h).Get(h); ok {\n\t\treturn e\n\t}\n\treturn c.placedOf"}},
	{Name: "key comparison: any entry that was just kept is served", Changes: []string{
		"cache.go", "placedSlots = 1 << 10", "placedSlots = 1",
		"cache.go", "e.charged.Load() > 0 && bytes.Equal(e.Key, key)", "e.charged.Load() > 0"}},
	{Name: "expiry: no entry expires", Changes: []string{
		"entry.go", "return !e.ValidUntil.IsZero() && !now.Before(e.ValidUntil)", "return false"}},
	{Name: "catch-up: a fill does not wait for the change that it has read", Changes: []string{
		"replica/tenant.go",
		"if t.reached(epoch, n) {\n\t\treturn nil\n\t}\n\tgrace, ",
		"if t != nil {\n\t\treturn nil\n\t}\n\tgrace, "}},
	{Name: "arrival bound: any snapshot covers it", Changes: []string{
		"tenant.go", "return s.Epoch == bound.Epoch && s.Seq >= bound.Seq", "return true"}},
	{Name: "stamp comparison: a version above the stamp is ignored", Changes: []string{
		"entry.go",
		"if v.seq.Load() > e.Stamp {\n\t\t\treturn true",
		"if v.seq.Load() == never {\n\t\t\treturn true"}},
	{Name: "stamp comparison: the versions are compared once only", Changes: []string{
		"entry.go",
		"\tapplied := e.epoch.applied.Load()\n\tif e.checked.Load() == applied {",
		"\tapplied := e.epoch.applied.Load()\n\tif e.checked.Load() != unchecked {"}},
	{Name: "lease: a disconnected gateway serves hits", Changes: []string{
		"replica/lease.go", "return r.since() > r.lease.until.Load()", "return false"}},
	{Name: "lease: a reader accepts a pull that began before it arrived", Changes: []string{
		"replica/verify.go",
		"\tif v.waiting == nil {\n\t\tv.waiting = &pull{done: make(chan struct{})}\n\t}\n\treturn v.waiting",
		"\treturn v.running"}},
}

// Each guard against stale answers is switched off in turn, and a history must fail. A guard without a failing history
// is either untested or unnecessary. gateway/mutation_test.go does the same for the guards of the gateway.
func TestHistoryFailsWithoutEachGuard(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in short form: it builds the package once for each guard")
	}
	slots := make(chan struct{}, 2)
	for _, m := range mutations {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			m.Try(t, "^TestHistoryOf")
		})
	}
}

func TestEveryMutationApplies(t *testing.T) {
	t.Parallel()
	for _, m := range mutations {
		t.Run(m.Name, m.Applies)
	}
}
