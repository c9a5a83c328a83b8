package capture

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/testkit"
)

// A comparison beside polls made every tenant with a new change read its range, which under load were nearly all.
func TestAComparisonLeavesNewChangesToTheNextPoll(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	if err := r.watchHeads(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.behind) > 0 {
		t.Errorf("behind: %v", r.behind)
	}
	r.round(t)
	if got := r.cursors["acme"].Seq; got != r.first+1 {
		t.Errorf("the cursor is at %d, want %d", got, r.first+1)
	}
}

// A change that no poll shows is found by a comparison, and published after the poll that follows it.
func TestAComparisonFindsAChangeThatPollsMissed(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	if err := w.Pool.QueryRow(t.Context(), "SELECT pg_current_snapshot()::text").Scan(&r.snapshot); err != nil {
		t.Fatal(err)
	}
	r.round(t)
	if got := r.cursors["acme"].Seq; got != r.first {
		t.Fatalf("the poll shows change %d", got)
	}
	r.compare = time.Now()
	r.round(t)
	r.round(t)
	if got := r.cursors["acme"].Seq; got != r.first+1 {
		t.Errorf("the cursor is at %d, want %d", got, r.first+1)
	}
}

// A testRelay is a relay of a database of its own, which has published all changes of its one tenant.
type testRelay struct {
	*Relay
	first uint64 // the last of them
}

func openRelay(t *testing.T) (testDB, testRelay) {
	t.Helper()
	w, r := openDB(t), newRelay(t, testkit.StartBus(t))
	w.Exec("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')")
	conn, err := pgx.Connect(t.Context(), w.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	r.conn, r.cursors, r.cfg.Compare = conn, map[string]*Cursor{}, time.Hour
	if err := r.compareHeads(t.Context()); err != nil {
		t.Fatal(err)
	}
	relay := testRelay{Relay: r}
	relay.round(t)
	relay.first = r.cursors["acme"].Seq
	if len(r.behind) > 0 {
		t.Fatalf("behind: %v", r.behind)
	}
	return w, relay
}

func (r testRelay) round(t *testing.T) {
	t.Helper()
	if _, err := r.Relay.round(wakeup{}); err != nil {
		t.Fatal(err)
	}
}
