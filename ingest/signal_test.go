package ingest

import (
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// Heads are compared while changes are published: what was read before does not undo what was noted since.
func TestAnOlderNoteDoesNotUndoANewerOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := newSignaller(w.worker(nil), newRoster())
	for _, n := range []uint64{10, 11, 10} {
		s.note(wire.Head{Tenant: "a", Epoch: "e", Seq: n})
	}
	if h := s.waiting["a"]; h.Seq != 11 {
		t.Errorf("change %d waits, want 11", h.Seq)
	}
	if s.note(wire.Head{Tenant: "a", Epoch: "f", Seq: 2}); s.waiting["a"].Epoch != "f" {
		t.Error("a new epoch is not noted")
	}
}

// What earlier workers left in the queue counts, though each began to count at none.
func TestAPurgeQueueThatNobodyEmptiesIsFolded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("a")
	w.exec("INSERT INTO purge_queue (tenant_id, tag, seq) SELECT 'a', 'tag' || i, 0 FROM generate_series(0, $1::int) i", purgeLimit)
	w.start(nil)
	w.product("a", "one")
	w.eventually("the queue is one tag", func() bool {
		var n int
		var tag string
		err := w.Pool.QueryRow(t.Context(), "SELECT count(*), min(tag) FROM purge_queue WHERE tenant_id = 'a'").Scan(&n, &tag)
		return err == nil && n == 1 && tag == catalog.PublicTag("a", catalog.TenantTag)
	})
}
