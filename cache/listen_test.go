package cache_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"vitrine/cache/replica"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// onBus starts a bus and a listener of a gateway. It returns a connection that publishes in place of the relay.
func onBus(t *testing.T, c gateway) *nats.Conn {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(srv.Shutdown)
	if !srv.ReadyForConnections(10 * time.Second) {
		t.Fatal("the bus is not ready")
	}
	dial := func() *nats.Conn {
		nc, err := nats.Connect(srv.ClientURL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
	l := replica.NewListener(c.Replica, dial(), slog.New(slog.DiscardHandler))
	if err := l.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Stop)
	return dial()
}

func publish(t *testing.T, nc *nats.Conn, subject string, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	if err == nil {
		err = nc.Publish(subject, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// countingHeads counts how often all heads are read, and may fail.
type countingHeads struct {
	*source
	heads atomic.Int64
	fails bool
}

func (a *countingHeads) Heads(ctx context.Context) ([]wire.Head, error) {
	a.heads.Add(1)
	if a.fails {
		return nil, errors.New("Postgres cannot be reached")
	}
	return a.source.Heads(ctx)
}

func TestAHeartbeatMakesUpForALostMessage(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	source := &countingHeads{source: s}
	c, tn := open(t, source)
	nc := onBus(t, c)
	publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: 1})
	testkit.Until(t, "the first heartbeat is processed", func() bool { return source.heads.Load() > 0 })
	for n := uint64(2); n < 12; n++ {
		m := s.write("k0") // its message is lost
		heads := []wire.Head{{Tenant: "t", Epoch: m.Epoch, Seq: m.Seq}}
		publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: n, Heads: heads})
		testkit.Until(t, "the change is applied", func() bool { return tn.Applied() == m.Seq })
	}
	if got := source.heads.Load(); got > 5 {
		t.Errorf("all heads were read %d times although no heartbeat was missing", got)
	}
}

// No other heartbeat lists the changes of a lost one, or of the last one of a former leader.
func TestAGapBetweenHeartbeatsReadsAllHeads(t *testing.T) {
	t.Parallel()
	for what, beat := range map[string]func(n uint64) wire.Beat{
		"one is missing": func(n uint64) wire.Beat { return wire.Beat{Leader: "a", Number: 2 * n} },
		"new leaders":    func(n uint64) wire.Beat { return wire.Beat{Leader: fmt.Sprint(n), Number: n} },
		"overflow":       func(n uint64) wire.Beat { return wire.Beat{Leader: "a", Number: n, Overflow: true} },
	} {
		source := &countingHeads{source: newSource(1)}
		c, _ := open(t, source)
		nc := onBus(t, c)
		const beats = 40 // without heartbeats, heads are compared every second
		for n := range uint64(beats) {
			publish(t, nc, wire.BeatSubject, beat(n+1))
		}
		testkit.Until(t, what, func() bool { return source.heads.Load() >= beats })
	}
}

// Neither a message nor a heartbeat that could not be processed renews the lease.
func TestOnlyAProcessedHeartbeatRenewsTheLease(t *testing.T) {
	t.Parallel()
	source := &countingHeads{source: newSource(1), fails: true}
	c, tn := openGateway(t, replica.Config{Source: source})
	nc := onBus(t, c)
	testkit.Until(t, "the lease expires", c.Disconnected)
	m := source.write("k0")
	before := source.heads.Load()
	publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: 1})
	publish(t, nc, wire.Subject("t"), m)
	testkit.Until(t, "both are received", func() bool { return tn.Applied() == m.Seq && source.heads.Load() > before })
	if !c.Disconnected() {
		t.Error("the lease is renewed")
	}
}

// countingPulls counts how often changes are read.
type countingPulls struct {
	*countingHeads
	pulls atomic.Int64
}

func (b *countingPulls) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	b.pulls.Add(1)
	return b.source.Changes(ctx, tenant, after)
}

// A change that a heartbeat lists may still be in a queue. Under load, reading such changes from Postgres ten times a
// second would add to the load.
func TestAHeartbeatWaitsForQueuedChanges(t *testing.T) {
	t.Parallel()
	s := &countingPulls{countingHeads: &countingHeads{source: newSource(1)}}
	entered, hold := make(chan struct{}), make(chan struct{})
	cfg := replica.Config{Source: s, HeartbeatTimeout: time.Hour}
	var once sync.Once
	cfg.Changed = func(tn *replica.Tenant, _ wire.Message) {
		if tn.ID == "t" {
			once.Do(func() { close(entered) })
			<-hold
		}
	}
	c, _ := openGateway(t, cfg)
	var behind []*replica.Tenant // some of them share a queue with t
	for i := range 20 {
		behind = append(behind, c.Join(wire.Head{Tenant: fmt.Sprint("behind", i), Epoch: "e1"}))
	}
	nc := onBus(t, c)
	publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: 1})
	testkit.Until(t, "the first heartbeat is processed", func() bool { return s.heads.Load() > 0 })
	publish(t, nc, wire.Subject("t"), s.write("k0"))
	beat := wire.Beat{Leader: "a", Number: 2}
	for _, b := range behind {
		publish(t, nc, wire.Subject(b.ID), wire.Message{Epoch: "e1", Tenant: b.ID, Seq: 1, Tags: []string{"k0"}})
		beat.Heads = append(beat.Heads, wire.Head{Tenant: b.ID, Epoch: "e1", Seq: 1})
	}
	publish(t, nc, wire.BeatSubject, beat)
	<-entered
	time.Sleep(100 * time.Millisecond) // a listener that does not wait reads from Postgres by then
	close(hold)
	for _, b := range behind {
		testkit.Until(t, "the queued changes are applied", func() bool { return b.Applied() == 1 })
	}
	if n := s.pulls.Load(); n != 0 {
		t.Errorf("changes were read from Postgres %d times although none was lost", n)
	}
}

// slowSource does not answer the first read of changes.
type slowSource struct {
	*source
	reads atomic.Int64
}

func (d *slowSource) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	if d.reads.Add(1) == 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return d.source.Changes(ctx, tenant, after)
}

// Missing changes are read under the tenant's lock, so that the read must time out.
func TestReadingMissingChangesTimesOut(t *testing.T) {
	t.Parallel()
	s := &slowSource{source: newSource(1)}
	c, tn := open(t, s)
	nc := onBus(t, c)
	s.write("k0") // its message is lost
	m := s.write("k0")
	publish(t, nc, wire.Subject("t"), m)
	testkit.Until(t, "changes are read", func() bool { return s.reads.Load() > 0 })
	testkit.Until(t, "a later read succeeds", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return tn.CatchUp(ctx, m.Epoch, m.Seq) == nil
	})
}
