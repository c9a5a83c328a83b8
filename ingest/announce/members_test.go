package announce

import (
	"testing"
	"time"

	"vitrine/internal/wire"
)

// A report in Postgres is read again after a newer one has arrived on the bus.
func TestAnOldReportDoesNotReplaceANewerOne(t *testing.T) {
	t.Parallel()
	r := newMembers()
	report := func(n uint64, bus bool, heads ...wire.Head) {
		t.Helper()
		if !r.take(wire.Report{Gateway: "g", Number: n, Heads: heads}, time.Now(), bus) {
			t.Errorf("report %d is refused", n)
		}
	}
	before, after := wire.Head{Tenant: "a", Epoch: "old", Seq: 7}, wire.Head{Tenant: "a", Epoch: "new", Seq: 8}
	report(1, false, before)
	report(2, true, after)
	report(1, false, before)
	report(3, true)
	if n := r.applied("a", "new"); n != 8 {
		t.Errorf("applied in the new epoch is %d, want 8", n)
	}
	if n := r.applied("a", "old"); n != 0 {
		t.Errorf("applied in the old epoch is %d, want 0", n)
	}
}

// A comparison may read a head before a change is published, and note it afterwards.
func TestAnOlderHeadDoesNotReplaceANewerOne(t *testing.T) {
	t.Parallel()
	s := New(Config{})
	for _, n := range []uint64{10, 11, 10} {
		s.Note(wire.Head{Tenant: "a", Epoch: "e", Seq: n})
	}
	if h := s.waiting["a"]; h.Seq != 11 {
		t.Errorf("change %d is waiting, want 11", h.Seq)
	}
	if s.Note(wire.Head{Tenant: "a", Epoch: "f", Seq: 2}); s.waiting["a"].Epoch != "f" {
		t.Error("a new epoch is not noted")
	}
}
