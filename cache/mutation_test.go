package cache_test

import (
	"testing"

	"vitrine/internal/history"
)

var mutations = []history.Mutation{
	{Name: "nothing", Harmless: true},
	{Name: "floor: a change of a tag without a cell is forgotten", Changes: []string{"cells.go", "\ts.floor = max(s.floor, seq)", "\t_ = seq"}},
	{Name: "floor: a cell that is dropped takes its change along", Changes: []string{
		"cells.go", "\tif known {\n\t\ts.floor = s.top\n", "\tif known {\n"}},
	{Name: "continuity: a message is applied though one before it is missing", Changes: []string{
		"replica/tenant.go", "case m.Prev > at.Seq:", "case false:"}},
	{Name: "continuity: an old message is applied again", Changes: []string{"replica/tenant.go", "case m.Seq <= at.Seq:", "case false:"}},
	{Name: "continuity: what is no longer kept is passed over", Changes: []string{
		"replica/tenant.go", "Seq: n, Tags: []string{\"*\", tenantTag(t.ID)}})\n\treturn nil", "Seq: n})\n\treturn nil"}},
	{Name: "epoch: a message of another life is taken", Changes: []string{
		"replica/tenant.go", "case m.Epoch != at.Epoch:\n\t\treturn t.renewLocked(ctx)\n\tcase m.Seq", "case false:\n\tcase m.Seq"}},
	{Name: "epoch: answers of the old life live on", Changes: []string{"tenant.go", "\traise(old.all, never)\n", ""}},
	{Name: "epoch: an answer read in another life is kept", Changes: []string{"cache.go", "if st.epoch != snap.Epoch {", "if false {"}},
	{Name: "epoch: an answer from before the life began here is kept", Changes: []string{"tenant.go", "\tst.all.inv.Store(at.Seq)\n", ""}},
	{Name: "all keys in one slot", Changes: []string{"cache.go", "frontSlots = 1 << 12", "frontSlots = 1"}, Harmless: true},
	{Name: "key compare: what lies in the slot is served", Changes: []string{
		"cache.go", "frontSlots = 1 << 12", "frontSlots = 1",
		"cache.go", "if e == nil || !bytes.Equal(e.Key, key) {\n\t\treturn nil\n\t}\n\tif !e.Fresh", "if e == nil {\n\t\treturn nil\n\t}\n\tif !e.Fresh"}},
	{Name: "four hashes in the stores", Changes: []string{"cache.go", "return hash, 0 }", "return hash & 3, 0 }"}, Harmless: true},
	{Name: "key compare: what has the hash is served", Changes: []string{
		"cache.go", "return hash, 0 }", "return hash & 3, 0 }",
		"cache.go", "e, ok := c.store(h).Get(h)\n\tif !ok || !bytes.Equal(e.Key, key) {\n\t\treturn nil\n\t}\n\tif !e.Fresh", "e, ok := c.store(h).Get(h)\n\tif !ok {\n\t\treturn nil\n\t}\n\tif !e.Fresh"}},
	{Name: "validUntil: time changes nothing", Changes: []string{
		"entry.go", "return e.ValidUntil.IsZero() || now.Before(e.ValidUntil)", "return true"}},
	{Name: "applied before shown: a fill does not catch up", Changes: []string{
		"replica/tenant.go", "if t.reached(epoch, n) {\n\t\treturn nil\n\t}\n\tgrace, ", "if t != nil {\n\t\treturn nil\n\t}\n\tgrace, "}},
	{Name: "arrival bound: any snapshot will do", Changes: []string{"cache.go", "return s.Epoch == bound.Epoch && s.Seq >= bound.Seq", "return true"}},
	{Name: "stamp compare: a cell that moved is not looked at", Changes: []string{
		"entry.go", "if c.inv.Load() > e.Stamp {\n\t\t\treturn false", "if c.inv.Load() == never {\n\t\t\treturn false"}},
	{Name: "stamp compare: looked at once is looked at for ever", Changes: []string{
		"entry.go", "if e.seen.Load() == applied {", "if e.seen.Load() != unseen {"}},
	{Name: "lease: a gateway that hears nothing trusts what it holds", Changes: []string{
		"replica/lease.go", "return r.since() > r.lease.until.Load()", "return false"}},
	{Name: "lease: a reader is content with a look at Postgres that began before it came", Changes: []string{
		"replica/verify.go", "\tif v.waiting == nil {\n\t\tv.waiting = &pull{done: make(chan struct{})}\n\t}\n\treturn v.waiting", "\treturn v.running"}},
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
