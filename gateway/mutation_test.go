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
		"fill.go", "if err := member.CatchUp(ctx, snap.Epoch, snap.Seq); err != nil {", "if err := error(nil); err != nil {"}},
	{Name: "arrival bound: who joins a flight takes what it brings", Changes: []string{
		"fill.go", "if e.Read.Covers(rq.arrived) && e.Lasts(rq.now) {", "if true {"}},
	{Name: "composed pages: the parts are not looked at when all are there", Changes: []string{
		"compose.go", "if e == nil || e.Read.Epoch != shown.Epoch || !e.Fresh(now) {", "if now.IsZero() {"}},
	{Name: "the tenant is not in the key", Changes: []string{
		"../cache/entry.go", "\tdst = append(dst, tenant...)\n\tdst = append(dst, 0)\n\treturn append(dst, name...)", "\treturn append(dst, name...)",
		"compose.go", "return append(append(out, 0, listPart), key[len(tenant)+1:]...)", "return append(append(out, 0, listPart), key...)"}},
	{Name: "lease: a silent gateway serves hits", Changes: []string{
		"accept/hit.go", "|| !l.Trusted(machine)", "|| machine.IsZero()",
		"handler.go", "if !s.lookup.Trusted(s.clock.Machine()) {", "if false {"}},
	{Name: "lease: a silent gateway serves hits on the lane", Changes: []string{
		"accept/fastpath.go", "if !l.Trusted(now) || ", "if "}},
	{Name: "validUntil: an answer is kept beyond its time", Changes: []string{
		"fill.go", "ValidUntil: ans.until, Made", "Made"}}, // where pages that are read in either way get it
	{Name: "what comes with a change is stamped with whatever is applied by then", Changes: []string{
		"shown.go", "s.cache.Keep(member.Tenant, read, e)", "s.cache.Keep(member.Tenant, member.Snapshot(), e)"}},
}

var timeMutations = []history.Mutation{
	{Name: "what comes with a change was read by a clock that is ahead", Changes: []string{
		"shown.go", " || in.Now.After(s.clock.Now())", ""}},
}

var listMutations = []history.Mutation{
	{Name: "composed pages: a list says where its rows stand by records that are older than itself", Changes: []string{
		"compose.go", "if err := member.CatchUp(ctx, r.snap.Epoch, r.snap.Seq); err != nil { //", "if err := error(nil); err != nil { //"}},
	{Name: "composed pages: a list counts as true when its records are known, whatever changed since it was searched", Changes: []string{
		"compose.go", "list := s.keepPart(member, r.snap, partOf", "list := s.keepPart(member, member.Snapshot(), partOf"}},
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
