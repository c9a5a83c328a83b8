package gateway

import (
	"slices"
	"testing"

	"vitrine/internal/history"
	"vitrine/internal/proving"
)

var mutations = []history.Mutation{
	{Name: "nothing", Harmless: true},
	{Name: "applied before served: an answer shows a change that is not applied", Changes: []string{
		"read/fill.go", "if err := f.tenant.CatchUp(ctx, at.Epoch, at.Seq); err != nil {",
		"if err := error(nil); err != nil {"}},
	{Name: "arrival bound: a request takes whatever the shared fill returns", Changes: []string{
		"read/fill.go", "case e.Read.Covers(arrived) && !e.Expired(now):", "default:"}},
	{Name: "assembled pages: fragments are not checked once all are there", Changes: []string{
		"read/fragment.go", "if e == nil || e.Read.Epoch != at.Epoch || !e.Fresh(now) {", "if now.IsZero() {"}},
	{Name: "the tenant is not in the key", Changes: []string{
		"../cache/entry.go", "\tdst = append(dst, tenant...)\n\tdst = append(dst, separator)\n\treturn append(dst, " +
			"name...)", "\treturn append(dst, name...)",
		"read/fragment.go", "return append(append(out, 0, listMark), key[len(tenant)+1:]...)",
		"return append(append(out, 0, listMark), key...)"}},
	{Name: "lease: a disconnected gateway serves hits", Changes: []string{
		"accept/hit.go", "|| !l.Connected(machine)", "|| machine.IsZero()",
		"handler.go", "if !s.lookup.Connected(s.clock.Machine()) {", "if false {"}},
	{Name: "lease: a disconnected gateway serves hits on the fast path", Changes: []string{
		"accept/fastpath.go", "if !l.Connected(now) || ", "if "}},
	{Name: "validUntil: an answer is served after it expired", Changes: []string{
		"read/answer.go", "ValidUntil: ans.Until, Engine", "Engine"}},
	{Name: "an inlined record is stamped with the last applied change", Changes: []string{
		"read/inline.go", "r.cache.Keep(t.Tenant, at, e)", "r.cache.Keep(t.Tenant, t.Snapshot(), e)"}},
}

var timeMutations = []history.Mutation{
	{Name: "an inlined record was read by a clock that is ahead", Changes: []string{
		"read/inline.go", " || in.Now.After(r.clock.Now())", ""}},
}

var listMutations = []history.Mutation{
	{Name: "assembled pages: the price bands of a list come from records that are older than the list", Changes: []string{
		"read/assemble.go", "if err := t.CatchUp(ctx, s.at.Epoch, s.at.Seq); err != nil { //",
		"if err := error(nil); err != nil { //"}},
	{Name: "assembled pages: a list is stamped with the last applied change", Changes: []string{
		"read/assemble.go", "list := r.keepFragment(t, s.at, listFragment",
		"list := r.keepFragment(t, t.Snapshot(), listFragment"}},
}

var heldMutations = []history.Mutation{
	{Name: "held answers: a search is stamped with the last applied change", Changes: []string{
		"read/held.go", "return ans.of(s), s.at, nil", "return ans.of(s), t.Snapshot(), nil"}},
	{Name: "held answers: a search holds beyond the time at which a row appears", Changes: []string{
		"read/held.go", "s.until = earlier(s.until, res.Until)", "_ = res.Until"}},
	{Name: "held answers: a table that is behind answers", Changes: []string{
		"../search/memory/engine.go", "is = e.awaitCatchUp(ctx, t, asOf{q.Tenant, epoch, n})", "is = useful",
		"../search/memory/engine.go", "if ok = t.n == n && !t.gone; ok {", "if ok = !t.gone; ok {"}},
}

var indexMutations = []history.Mutation{
	{Name: "held answers: an index is trusted by a gateway without a lease", Changes: []string{
		"read/held.go", "err == nil && res.Leased && (!h.tenant.Awaited() || h.tenant.Snapshot() != s.at)", "false"}},
}

// Each guard of the gateway against stale answers is removed in turn. cache/mutation_test.go has the guards of the
// cache.
func TestProveHistoryFailsWithoutEachGuard(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it builds the gateway once for each guard")
	}
	for _, m := range mutations {
		t.Run(m.Name, func(t *testing.T) { m.Try(t, "^TestHistoryOf") })
	}
	for _, m := range timeMutations {
		t.Run(m.Name, func(t *testing.T) {
			m.TryBy(t, "^TestHistoryOfInlinedRecordsAtTheirTime", "the page is not what it is at its time")
		})
	}
	// A history records what lists show, not what they lack, so it does not detect a wrong list.
	for _, m := range listMutations {
		t.Run(m.Name, func(t *testing.T) { m.TryBy(t, "^TestAListByPrice", "the list by price differs from Postgres") })
	}
	for _, m := range indexMutations {
		t.Run(m.Name, func(t *testing.T) { m.TryBy(t, "^TestASearchThatTrustsTheIndex", "the lease ends: meilisearch") })
	}
	for _, m := range heldMutations {
		t.Run(m.Name, func(t *testing.T) { m.TryBy(t, "^TestASearchInMemory", "the search differs from Postgres") })
	}
}

func TestEveryMutationApplies(t *testing.T) {
	for _, m := range slices.Concat(mutations, timeMutations, listMutations, heldMutations,
		indexMutations) {
		t.Run(m.Name, m.Applies)
	}
}
