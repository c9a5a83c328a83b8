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
	"vitrine/internal/wire"
)

// onBus starts a bus, a gateway's ear on it, and a hand that publishes what the drain would.
func onBus(t *testing.T, c gateway) *nats.Conn {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(srv.Shutdown)
	if !srv.ReadyForConnections(10 * time.Second) {
		t.Fatal("the bus does not start")
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

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); {
		if time.Now().After(deadline) {
			t.Fatal("not after 10 s: ", what)
		}
	}
}

// asked is a shop that counts how often it was asked where all tenants stand, and says so only if it knows.
type asked struct {
	*shop
	heads atomic.Int64
	mute  bool
}

func (a *asked) Heads(ctx context.Context) ([]wire.Head, error) {
	a.heads.Add(1)
	if a.mute {
		return nil, errors.New("not now")
	}
	return a.shop.Heads(ctx)
}

func TestHeartbeatBringsWhatItsMessageDidNot(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	source := &asked{shop: s}
	c, tn := open(t, source)
	nc := onBus(t, c)
	publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: 1})
	eventually(t, "the first beat is heeded", func() bool { return source.heads.Load() > 0 })
	for n := uint64(2); n < 12; n++ {
		m := s.write("k0") // its message is lost
		publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: n, Heads: []wire.Head{{Tenant: "t", Epoch: m.Epoch, Seq: m.Seq}}})
		eventually(t, "the change is applied", func() bool { return tn.Applied() == m.Seq })
	}
	if got := source.heads.Load(); got > 5 {
		t.Errorf("asked %d times where all stand, though every beat was the next", got)
	}
}

// What a beat that was lost would have told is in no other; so is what the leader before told last.
func TestBeatThatIsNotTheNextOneAsksWhereAllStand(t *testing.T) {
	t.Parallel()
	for what, beat := range map[string]func(n uint64) wire.Beat{
		"one is missing": func(n uint64) wire.Beat { return wire.Beat{Leader: "a", Number: 2 * n} },
		"new leaders":    func(n uint64) wire.Beat { return wire.Beat{Leader: fmt.Sprint(n), Number: n} },
		"too much":       func(n uint64) wire.Beat { return wire.Beat{Leader: "a", Number: n, Overflow: true} },
	} {
		source := &asked{shop: newShop(1)}
		c, _ := open(t, source)
		nc := onBus(t, c)
		const beats = 40 // heads are compared every second without any
		for n := range uint64(beats) {
			publish(t, nc, wire.BeatSubject, beat(n+1))
		}
		eventually(t, what, func() bool { return source.heads.Load() >= beats })
	}
}

// A message says that something was said, not that everything was heard; a beat that could not be followed up says as
// little.
func TestOnlyABeatThatWasFollowedEndsASilence(t *testing.T) {
	t.Parallel()
	source := &asked{shop: newShop(1), mute: true}
	c, tn := openGateway(t, replica.Config{Source: source})
	nc := onBus(t, c)
	eventually(t, "silence", c.Disconnected)
	m := source.write("k0")
	asked := source.heads.Load()
	publish(t, nc, wire.BeatSubject, wire.Beat{Leader: "a", Number: 1})
	publish(t, nc, wire.Subject("t"), m)
	eventually(t, "both are heard", func() bool { return tn.Applied() == m.Seq && source.heads.Load() > asked })
	if !c.Disconnected() {
		t.Error("the bus counts as heard")
	}
}

// busy is a shop that counts how often it was asked for what it changed.
type busy struct {
	*asked
	pulls atomic.Int64
}

func (b *busy) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	b.pulls.Add(1)
	return b.shop.Changes(ctx, tenant, after)
}

// What is still in a queue when a heartbeat tells of it is not lost: on a busy day it is applied later than the
// heartbeat comes, and asking Postgres for all of it, ten times a second, makes the day busier.
func TestHeartbeatWaitsForWhatCameBeforeIt(t *testing.T) {
	t.Parallel()
	s := &busy{asked: &asked{shop: newShop(1)}}
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
	eventually(t, "the first beat is heeded", func() bool { return s.heads.Load() > 0 })
	publish(t, nc, wire.Subject("t"), s.write("k0"))
	beat := wire.Beat{Leader: "a", Number: 2}
	for _, b := range behind {
		publish(t, nc, wire.Subject(b.ID), wire.Message{Epoch: "e1", Tenant: b.ID, Seq: 1, Tags: []string{"k0"}})
		beat.Heads = append(beat.Heads, wire.Head{Tenant: b.ID, Epoch: "e1", Seq: 1})
	}
	publish(t, nc, wire.BeatSubject, beat)
	<-entered
	time.Sleep(100 * time.Millisecond) // so that whoever does not wait has asked
	close(hold)
	for _, b := range behind {
		eventually(t, "what was in the queues is applied", func() bool { return b.Applied() == 1 })
	}
	if n := s.pulls.Load(); n != 0 {
		t.Errorf("Postgres was asked %d times for changes, of which none was lost", n)
	}
}

// deaf is a shop that does not answer the first question for changes.
type deaf struct {
	*shop
	asked atomic.Int64
}

func (d *deaf) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	if d.asked.Add(1) == 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return d.shop.Changes(ctx, tenant, after)
}

// Postgres is asked for what a gap hides under the tenant's lock, for which everybody waits: not for ever.
func TestAGapThatPostgresDoesNotAnswerIsGivenUp(t *testing.T) {
	t.Parallel()
	s := &deaf{shop: newShop(1)}
	c, tn := open(t, s)
	nc := onBus(t, c)
	s.write("k0") // its message is lost
	m := s.write("k0")
	publish(t, nc, wire.Subject("t"), m)
	eventually(t, "Postgres is asked", func() bool { return s.asked.Load() > 0 })
	eventually(t, "what it says later is applied", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return tn.CatchUp(ctx, m.Epoch, m.Seq) == nil
	})
}
