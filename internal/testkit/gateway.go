package testkit

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/wire"
)

// A Gateway receives changes in place of a gateway. It counts gaps, and records the tags of each change.
type Gateway struct {
	t    testing.TB
	Conn *nats.Conn
	Pull func(tenant string, after uint64) []wire.Message // reads missed changes from Postgres; nil: they stay missing

	Mu       sync.Mutex
	Received map[string][]wire.Message // by tenant, without repeated messages
	Repeated int                       // repeated messages
	Gaps     int                       // messages that follow a missed one
	Beats    int
	changed  chan struct{}
}

// Listen makes a gateway that receives changes and heartbeats.
func Listen(t testing.TB, nc *nats.Conn) *Gateway {
	t.Helper()
	g := &Gateway{t: t, Conn: nc, Received: map[string][]wire.Message{}, changed: make(chan struct{}, 1)}
	_, err := nc.Subscribe(wire.AllChanges, func(msg *nats.Msg) {
		m, err := wire.Decode(msg.Data)
		if err != nil {
			t.Errorf("invalid message: %v", err)
			return
		}
		if msg.Subject != wire.Subject(m.Tenant) {
			t.Errorf("message of %s on subject %s", m.Tenant, msg.Subject)
		}
		g.take(m)
	})
	if err == nil {
		_, err = nc.Subscribe(wire.BeatSubject, func(*nats.Msg) {
			g.Mu.Lock()
			g.Beats++
			g.Mu.Unlock()
			g.notify()
		})
	}
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatalf("subscribe: %v", err)
	}
	return g
}

func (g *Gateway) take(m wire.Message) {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	defer g.notify()
	known := g.Received[m.Tenant]
	if len(known) > 0 {
		last := known[len(known)-1]
		switch {
		case m.Epoch != last.Epoch:
		case m.Seq <= last.Seq:
			g.Repeated++
			return
		case m.Prev < last.Seq:
			g.Repeated++
		case m.Prev > last.Seq:
			g.Gaps++
			if g.Pull != nil {
				g.Received[m.Tenant] = append(known, g.Pull(m.Tenant, last.Seq)...)
				return
			}
		}
	} else if m.Prev > 0 {
		g.Gaps++
	}
	g.Received[m.Tenant] = append(known, m)
}

func (g *Gateway) notify() {
	select {
	case g.changed <- struct{}{}:
	default:
	}
}

// Until waits for a condition on the received messages.
func (g *Gateway) Until(what string, cond func() bool) {
	g.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		g.Mu.Lock()
		ok := cond()
		g.Mu.Unlock()
		if ok {
			return
		}
		select {
		case <-g.changed:
		case <-deadline:
			g.Mu.Lock()
			defer g.Mu.Unlock()
			for tenant, msgs := range g.Received {
				if len(msgs) > 0 {
					g.t.Logf("%s: %d messages, the last %+v", tenant, len(msgs), msgs[len(msgs)-1])
				}
			}
			g.t.Fatalf("still waiting after 30 s: %s", what)
		}
	}
}

// SeqLocked is the last received change of a tenant.
func (g *Gateway) SeqLocked(tenant string) uint64 {
	if msgs := g.Received[tenant]; len(msgs) > 0 {
		return msgs[len(msgs)-1].Seq
	}
	return 0
}

// TagsLocked lists the tags of the message that contains a change.
func (g *Gateway) TagsLocked(tenant string, seq uint64) []string {
	for _, m := range g.Received[tenant] {
		if m.Prev < seq && seq <= m.Seq {
			return m.Tags
		}
	}
	return nil
}
