package gateway

import (
	"slices"
	"testing"

	"vitrine/internal/history"
	"vitrine/internal/proving"
)

var mutations = []history.Mutation{
	{Name: "nothing", Harmless: true},
	{Name: "applied before shown: an answer is shown that is ahead of what is applied", Changes: []string{
		"read/fill.go", "if err := t.CatchUp(ctx, at.Epoch, at.Seq); err != nil {", "if err := error(nil); err != nil {"}},
	{Name: "arrival bound: who joins a flight takes what it brings", Changes: []string{
		"read/fill.go", "if e.Read.Covers(arrived) && !e.Expired(now) {", "if true {"}},
	{Name: "composed pages: the parts are not looked at when all are there", Changes: []string{
		"read/fragment.go", "if e == nil || e.Read.Epoch != at.Epoch || !e.Fresh(now) {", "if now.IsZero() {"}},
	{Name: "the tenant is not in the key", Changes: []string{
		"../cache/entry.go", "\tdst = append(dst, tenant...)\n\tdst = append(dst, separator)\n\treturn append(dst, name...)", "\treturn append(dst, name...)",
		"read/fragment.go", "return append(append(out, 0, listMark), key[len(tenant)+1:]...)", "return append(append(out, 0, listMark), key...)"}},
	{Name: "lease: a silent gateway serves hits", Changes: []string{
		"accept/hit.go", "|| !l.Trusted(machine)", "|| machine.IsZero()",
		"handler.go", "if !s.lookup.Trusted(s.clock.Machine()) {", "if false {"}},
	{Name: "lease: a silent gateway serves hits on the lane", Changes: []string{
		"accept/fastpath.go", "if !l.Trusted(now) || ", "if "}},
	{Name: "validUntil: an answer is kept beyond its time", Changes: []string{
		"read/answer.go", "ValidUntil: ans.Until, Made", "Made"}}, // where pages that are read in either way get it
	{Name: "what comes with a change is stamped with whatever is applied by then", Changes: []string{
		"read/inline.go", "r.cache.Keep(t.Tenant, at, e)", "r.cache.Keep(t.Tenant, t.Snapshot(), e)"}},
}

var timeMutations = []history.Mutation{
	{Name: "what comes with a change was read by a clock that is ahead", Changes: []string{
		"read/inline.go", " || in.Now.After(r.clock.Now())", ""}},
}

var listMutations = []history.Mutation{
	{Name: "composed pages: a list says where its rows stand by records that are older than itself", Changes: []string{
		"read/assemble.go", "if err := t.CatchUp(ctx, s.at.Epoch, s.at.Seq); err != nil { //", "if err := error(nil); err != nil { //"}},
	{Name: "composed pages: a list counts as true when its records are known, whatever changed since it was searched", Changes: []string{
		"read/assemble.go", "list := r.keepFragment(t, s.at, listFragment", "list := r.keepFragment(t, t.Snapshot(), listFragment"}},
}

// The rules of the gateway's own that keep old answers from readers, each switched off in turn (cache/mutation_test.go has those of the cache).
func TestProveHistoryFailsWithoutEachGuard(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it builds the gateway once for each guard")
	}
	for _, m := range mutations {
		t.Run(m.Name, func(t *testing.T) { m.Try(t, "^TestHistoryOf") })
	}
	for _, m := range timeMutations {
		t.Run(m.Name, func(t *testing.T) {
			m.TryBy(t, "^TestHistoryOfRecordsThatComeAtTheirTime", "the page is not what it is at its time")
		})
	}
	// Lists show records, not which are missing: what is wrong with a list is no fault of a history.
	for _, m := range listMutations {
		t.Run(m.Name, func(t *testing.T) { m.TryBy(t, "^TestAListByPrice", "the list by price is not as Postgres has it") })
	}
}

func TestEveryMutationApplies(t *testing.T) {
	for _, m := range slices.Concat(mutations, timeMutations, listMutations) {
		t.Run(m.Name, m.Applies)
	}
}
