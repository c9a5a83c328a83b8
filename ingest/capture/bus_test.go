package capture

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// newRelay makes a relay without a database, with a tenant whose cursor is at 0.
func newRelay(t *testing.T, b *testkit.Bus) *Relay {
	t.Helper()
	bus, err := NewBus(b.Connect(), 1)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRelay(Config{Bus: bus, Stats: &Stats{}, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Cursors: map[string]*Cursor{"acme": {Epoch: "e"}}})
	r.behind, r.dirty = map[string]bool{}, map[string]bool{}
	return r
}

// numbered makes planned changes with the given numbers of tags.
func numbered(tags ...int) []Planned {
	var all []Planned
	for i, n := range tags {
		s := Planned{Tenant: "acme", Epoch: "e", Seq: uint64(i + 1), Prev: uint64(i)}
		for j := range n {
			s.Tags = append(s.Tags, fmt.Sprintf("product:%d-%d", i, j))
		}
		all = append(all, s)
	}
	return all
}

func TestTheCursorStopsAtARefusedMessage(t *testing.T) {
	t.Parallel()
	b := testkit.StartBus(t)
	r := newRelay(t, b)
	if err := r.bus.ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := r.bus.js.Stream(t.Context(), wire.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := s.CachedInfo().Config
	cfg.MaxMsgSize = 8000 // only the second message is refused
	if _, err := r.bus.js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	r.publish(numbered(200, 950, 200), nil)
	if c := r.cursors["acme"]; c.Seq != 1 || !r.behind["acme"] {
		t.Errorf("the cursor is at %d, want 1; behind: %v", c.Seq, r.behind)
	}
	if n := r.stats.Changes.Load(); n != 1 {
		t.Errorf("%d changes are counted as published, want 1", n)
	}

	// The changes after the cursor are sent again.
	r.behind = map[string]bool{}
	r.publish(numbered(200, 950, 200)[1:], nil)
	if c := r.cursors["acme"]; c.Seq != 3 || r.behind["acme"] {
		t.Errorf("the cursor is at %d, want 3; behind: %v", c.Seq, r.behind)
	}
}

func TestPublishKeepsTheOrderOverManyWindows(t *testing.T) {
	t.Parallel()
	b := testkit.StartBus(t)
	r := newRelay(t, b)
	gw := testkit.Listen(t, b.Connect())
	many := make([]int, 3*window+7)
	for i := range many {
		many[i] = 600 // two do not fit into one message
	}
	r.publish(numbered(many...), nil)
	if c := r.cursors["acme"]; c.Seq != uint64(len(many)) {
		t.Errorf("the cursor is at %d of %d", c.Seq, len(many))
	}
	gw.Until("all arrive", func() bool { return gw.SeqLocked("acme") == uint64(len(many)) })
	gw.Mu.Lock()
	defer gw.Mu.Unlock()
	if gw.Gaps > 0 || gw.Repeated > 0 || len(gw.Received["acme"]) != len(many) {
		t.Errorf("%d messages, %d gaps, %d repeated", len(gw.Received["acme"]), gw.Gaps, gw.Repeated)
	}
}

func TestAMessageAboveTheLimitIsReduced(t *testing.T) {
	t.Parallel()
	r := newRelay(t, testkit.StartBus(t))
	m := wire.Message{Tenant: "acme", Seq: 1, Tags: []string{strings.Repeat("\x01", 400_000)}}
	data, err := r.bus.encode(m)
	if err != nil || int64(len(data)) > r.bus.conn.MaxPayload() {
		t.Fatalf("%d bytes (%v)", len(data), err)
	}
	if m, err = wire.Decode(data); err != nil || !slices.Contains(m.Tags, "*") {
		t.Errorf("it invalidates %.3q (%v), want *", m.Tags, err)
	}
}

func TestMessageIDs(t *testing.T) {
	t.Parallel()
	a := wire.Message{Epoch: "e", Tenant: "acme", Seq: 5, Prev: 4}
	b := a
	b.Prev = 3
	if messageID(a) == messageID(b) {
		t.Errorf("a message with more changes has the same id, %s: the server would drop it", messageID(b))
	}
}
