package ingest

import (
	"testing"
	"time"

	"vitrine/cache"
)

// What a gateway wrote into Postgres stays there for a while, and is read again after it said something newer on the bus.
func TestAReportThatIsReadAgainTakesNothingBack(t *testing.T) {
	t.Parallel()
	r := newRoster()
	report := func(n uint64, bus bool, heads ...cache.Head) {
		t.Helper()
		if !r.take(cache.Report{Gateway: "g", N: n, Heads: heads}, time.Now(), bus) {
			t.Errorf("report %d is not taken", n)
		}
	}
	before, after := cache.Head{Tenant: "a", Epoch: "old", N: 7}, cache.Head{Tenant: "a", Epoch: "new", N: 8}
	report(1, false, before)
	report(2, true, after)
	report(1, false, before)
	report(3, true)
	if n := r.applied("a", "new"); n != 8 {
		t.Errorf("in the new epoch it has applied %d, want 8", n)
	}
	if n := r.applied("a", "old"); n != 0 {
		t.Errorf("in the old epoch it has applied %d, want none", n)
	}
}
