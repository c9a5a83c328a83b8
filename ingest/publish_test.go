package ingest

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/wire"
)

// newDrain makes a drain that has a bus and no database, with a tenant whose cursor is at 0.
func newDrain(t *testing.T, b *testBus) *drain {
	t.Helper()
	bus, err := newBus(b.connect(), 1)
	if err != nil {
		t.Fatal(err)
	}
	cfg := DefaultConfig()
	cfg.Log = slog.New(&logbook{t: t})
	return &drain{cfg: cfg, stats: &Stats{}, bus: bus, cursors: map[string]*cursor{"acme": {epoch: "e"}}, behind: map[string]bool{}, dirty: map[string]bool{}}
}

// numbered makes steps with so many tags each.
func numbered(tags ...int) []step {
	var all []step
	for i, n := range tags {
		s := step{tenant: "acme", epoch: "e", seq: uint64(i + 1), prev: uint64(i)}
		for j := range n {
			s.tags = append(s.tags, fmt.Sprintf("product:%d-%d", i, j))
		}
		all = append(all, s)
	}
	return all
}

func TestCursorStopsAtWhatWasNotTaken(t *testing.T) {
	t.Parallel()
	b := startBus(t)
	d := newDrain(t, b)
	if err := d.bus.ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := d.bus.js.Stream(t.Context(), wire.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := s.CachedInfo().Config
	cfg.MaxMsgSize = 8000 // the second message is refused, those beside it are taken
	if _, err := d.bus.js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	d.publish(t.Context(), numbered(200, 950, 200), nil)
	if c := d.cursors["acme"]; c.n != 1 || !d.behind["acme"] {
		t.Errorf("the cursor is at %d, want 1; behind: %v", c.n, d.behind)
	}
	if n := d.stats.Changes.Load(); n != 1 {
		t.Errorf("%d changes are counted as published, want 1", n)
	}

	// The stream is put right, and what follows the cursor is sent again.
	d.behind = map[string]bool{}
	d.publish(t.Context(), numbered(200, 950, 200)[1:], nil)
	if c := d.cursors["acme"]; c.n != 3 || d.behind["acme"] {
		t.Errorf("the cursor is at %d, want 3; behind: %v", c.n, d.behind)
	}
}

func TestPublishKeepsOrderOverManyWindows(t *testing.T) {
	t.Parallel()
	b := startBus(t)
	d := newDrain(t, b)
	gw := listen(t, b.connect())
	many := make([]int, 3*window+7)
	for i := range many {
		many[i] = 600 // two do not fit one message
	}
	d.publish(t.Context(), numbered(many...), nil)
	if c := d.cursors["acme"]; c.n != uint64(len(many)) {
		t.Errorf("the cursor is at %d of %d", c.n, len(many))
	}
	gw.until("all are heard", func() bool { return gw.seqLocked("acme") == uint64(len(many)) })
	gw.mu.Lock()
	defer gw.mu.Unlock()
	if gw.gaps > 0 || gw.again > 0 || len(gw.heard["acme"]) != len(many) {
		t.Errorf("%d messages, %d gaps, %d twice", len(gw.heard["acme"]), gw.gaps, gw.again)
	}
}

func TestMessageTheServerWouldRefuse(t *testing.T) {
	t.Parallel()
	d := newDrain(t, startBus(t))
	m := wire.Message{Tenant: "acme", Seq: 1, Tags: []string{strings.Repeat("\x01", 400_000)}}
	data, err := d.bus.encode(m)
	if err != nil || int64(len(data)) > d.bus.conn.MaxPayload() {
		t.Fatalf("%d bytes (%v)", len(data), err)
	}
	if m, err = wire.Decode(data); err != nil || !slices.Contains(m.Tags, "*") {
		t.Errorf("it fires %.3q (%v), want *", m.Tags, err)
	}
}

func TestMessageIDs(t *testing.T) {
	t.Parallel()
	a := wire.Message{Epoch: "e", Tenant: "acme", Seq: 5, Prev: 4}
	b := a
	b.Prev = 3
	if messageID(a) == messageID(b) {
		t.Errorf("a message that spans more has the same id, %s: the server would drop it", messageID(b))
	}
}
