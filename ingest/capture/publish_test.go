package capture

import (
	"testing"
	"time"

	"vitrine/internal/testkit"
)

// Beside many changes the answers of the bus are awaited while the next poll is under way.
func TestTheNextPollBeginsBeforeTheBusHasAnswered(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	r.load = 1e9
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	r.round(t)
	if r.sent == nil || r.cursors["acme"].Seq != r.first || len(r.behind) > 0 {
		t.Fatalf("after the first poll the cursor is at %d, behind: %v", r.cursors["acme"].Seq, r.behind)
	}
	w.Exec("UPDATE tenant SET name = 'Acme 3'")
	r.round(t)
	if got := r.cursors["acme"].Seq; r.sent == nil || got != r.first+1 {
		t.Errorf("after the second poll the cursor is at %d, want %d", got, r.first+1)
	}
	r.rest(t.Context(), time.Second)
	if got := r.cursors["acme"].Seq; r.sent != nil || got != r.first+2 {
		t.Errorf("after a pause the cursor is at %d, want %d", got, r.first+2)
	}
}

// What the bus has not answered yet is not missed, nor behind.
func TestAComparisonWaitsForTheBus(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	r.load = 1e9
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	r.expected = map[string]Cursor{"acme": {r.cursors["acme"].Epoch, r.first + 1}}
	r.round(t)
	if got, n := r.cursors["acme"].Seq, r.stats.Retried.Load(); got != r.first+1 || n != 0 {
		t.Errorf("after an expected change the cursor is at %d, want %d; sent again: %d", got, r.first+1, n)
	}
	w.Exec("UPDATE tenant SET name = 'Acme 3'")
	r.round(t)
	if r.sent == nil {
		t.Fatal("the round waited for the bus")
	}
	if err := r.compareHeads(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := r.cursors["acme"].Seq; got != r.first+2 || len(r.behind) > 0 {
		t.Errorf("after a comparison the cursor is at %d, want %d; behind: %v", got, r.first+2, r.behind)
	}
}

// A refusal that arrives later counts as one that arrives at once: the tenant is behind, and heartbeats stop.
func TestALateRefusalIsNoted(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	r.load = 1e9
	r.bus.conn.Close()
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	r.retryAt = time.Time{}
	ready := []Change{{Tenant: "acme", Epoch: r.cursors["acme"].Epoch, Seq: r.first + 1, Rows: 1}}
	planned, err := planChanges(t.Context(), r.conn, ready)
	if err != nil {
		t.Fatal(err)
	}
	r.send(planned, nil)
	r.settle()
	if !r.behind["acme"] || r.behindSince.Load() == 0 || r.cursors["acme"].Seq != r.first {
		t.Errorf("the cursor is at %d, behind: %v since %d", r.cursors["acme"].Seq, r.behind, r.behindSince.Load())
	}
}

// A term that ends takes the answers of the bus before it saves the cursors.
func TestTheLastCursorsOfATermAreSaved(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	r.load = 1e9
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	r.round(t)
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	var saved uint64
	row := w.Pool.QueryRow(t.Context(), "SELECT n FROM drain_cursor WHERE tenant_id = 'acme'")
	if err := row.Scan(&saved); err != nil {
		t.Fatal(err)
	}
	if saved != r.first+1 {
		t.Errorf("the saved cursor is %d, want %d", saved, r.first+1)
	}
}

// Changes that are left to the slow path do not make those count as refused that the bus has accepted.
func TestWhatIsPostponedLeavesWhatWasSent(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	r.load = 1e9
	w.Exec("UPDATE tenant SET name = 'Acme 2'")
	r.round(t)
	r.postpone([]Change{{Tenant: "acme", Seq: r.first + 2}})
	if got, n := r.cursors["acme"].Seq, r.stats.Retried.Load(); got != r.first+1 || n != 0 || !r.behind["acme"] {
		t.Errorf("the cursor is at %d, want %d; sent again: %d", got, r.first+1, n)
	}
}

// Nothing of a change reaches the announcer that the bus refused, whatever the number in the epoch before.
func TestARefusedChangeOfANewEpochIsNotPublished(t *testing.T) {
	t.Parallel()
	r := newRelay(t, testkit.StartBus(t))
	r.cursors["acme"] = &Cursor{"old", 500}
	r.cfg.Planned = func(p *Planned, _ time.Time) { t.Errorf("change %d of epoch %s is published", p.Seq, p.Epoch) }
	r.bus.conn.Close()
	r.publish(numbered(1), nil)
}

// While the bus does not answer, heartbeats vouch neither for what was sent nor for what was committed since the poll.
func TestHeartbeatsDoNotVouchForWhatTheBusHasNotAnswered(t *testing.T) {
	t.Parallel()
	_, r := openRelay(t)
	r.began = time.Now()
	r.alivePolled.Store(0)
	r.polled.Store(1)
	sent := &sending{done: make(chan struct{})}
	r.sent = sent
	ended := make(chan error, 1)
	go func() {
		_, err := r.Relay.round(wakeup{})
		ended <- err
	}()
	for r.alivePolled.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	polled := int64(time.Since(r.began))
	time.Sleep(400 * time.Millisecond)
	if r.polled.Load() != 1 {
		t.Error("the poll counts before the bus has answered")
	}
	close(sent.done)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got := r.polled.Load(); got == 1 || got > polled+int64(200*time.Millisecond) {
		t.Errorf("the poll counts as of %v, and was sent and answered before %v", time.Duration(got), time.Duration(polled))
	}
}
