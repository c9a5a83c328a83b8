package ingest

import (
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/internal/wire"
)

// testBus is a real NATS server in this process, which a test may stop, start again, and rob of its disk.
type testBus struct {
	t    testing.TB
	port int
	dir  string
	srv  *server.Server
}

func startBus(t testing.TB) *testBus {
	b := &testBus{t: t, port: server.RANDOM_PORT, dir: t.TempDir()}
	b.start()
	t.Cleanup(b.stop)
	return b
}

func (b *testBus) start() {
	b.t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: b.port, JetStream: true, StoreDir: b.dir, NoSigs: true, NoLog: true})
	if err != nil {
		b.t.Fatalf("nats: %v", err)
	}
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		b.t.Fatal("nats: not ready")
	}
	b.srv, b.port = srv, srv.Addr().(*net.TCPAddr).Port
}

func (b *testBus) stop() {
	b.srv.Shutdown()
	b.srv.WaitForShutdown()
}

// connect returns a connection that comes back by itself, and soon.
func (b *testBus) connect() *nats.Conn {
	b.t.Helper()
	nc, err := nats.Connect(b.srv.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.ReconnectJitter(0, 0))
	if err != nil {
		b.t.Fatalf("nats: %v", err)
	}
	b.t.Cleanup(nc.Close)
	return nc
}

// gateway is what a gateway is to the worker: it hears the changes, checks that it missed none, and remembers what they fired.
type gateway struct {
	t    testing.TB
	nc   *nats.Conn
	pull func(tenant string, after uint64) []wire.Message // if not nil, asks Postgres for what it missed

	mu      sync.Mutex
	heard   map[string][]wire.Message // by tenant, without what it knew already
	again   int                       // messages that repeat what it knew
	gaps    int                       // messages that show that one was missed
	beats   int
	changed chan struct{}
}

func listen(t testing.TB, nc *nats.Conn) *gateway {
	t.Helper()
	g := &gateway{t: t, nc: nc, heard: map[string][]wire.Message{}, changed: make(chan struct{}, 1)}
	_, err := nc.Subscribe(wire.AllChanges, func(msg *nats.Msg) {
		m, err := wire.Decode(msg.Data)
		if err != nil {
			t.Errorf("message is not readable: %v", err)
			return
		}
		if msg.Subject != wire.Subject(m.Tenant) {
			t.Errorf("message of %s travels on %s", m.Tenant, msg.Subject)
		}
		g.take(m)
	})
	if err == nil {
		_, err = nc.Subscribe(wire.BeatSubject, func(*nats.Msg) {
			g.mu.Lock()
			g.beats++
			g.mu.Unlock()
			g.ring()
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

func (g *gateway) take(m wire.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer g.ring()
	known := g.heard[m.Tenant]
	if len(known) > 0 {
		last := known[len(known)-1]
		switch {
		case m.Epoch != last.Epoch:
		case m.Seq <= last.Seq:
			g.again++
			return
		case m.Prev < last.Seq:
			g.again++
		case m.Prev > last.Seq:
			g.gaps++
			if g.pull != nil {
				g.heard[m.Tenant] = append(known, g.pull(m.Tenant, last.Seq)...)
				return
			}
		}
	} else if m.Prev > 0 {
		g.gaps++
	}
	g.heard[m.Tenant] = append(known, m)
}

func (g *gateway) ring() {
	select {
	case g.changed <- struct{}{}:
	default:
	}
}

// until waits for a condition on what was heard.
func (g *gateway) until(what string, cond func() bool) {
	g.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		g.mu.Lock()
		ok := cond()
		g.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-g.changed:
		case <-deadline:
			g.mu.Lock()
			defer g.mu.Unlock()
			for tenant, msgs := range g.heard {
				if len(msgs) > 0 {
					g.t.Logf("%s: %d messages, the last %+v", tenant, len(msgs), msgs[len(msgs)-1])
				}
			}
			g.t.Fatalf("still waiting after 30 s: %s", what)
		}
	}
}

// seqLocked is the last change heard of a tenant.
func (g *gateway) seqLocked(tenant string) uint64 {
	if msgs := g.heard[tenant]; len(msgs) > 0 {
		return msgs[len(msgs)-1].Seq
	}
	return 0
}

// firedLocked lists the tags that a message covering a change fired.
func (g *gateway) firedLocked(tenant string, seq uint64) []string {
	for _, m := range g.heard[tenant] {
		if m.Prev < seq && seq <= m.Seq {
			return m.Tags
		}
	}
	return nil
}

// stream reads what the stream keeps.
func (w *world) stream() (all []wire.Message) {
	w.t.Helper()
	js, err := jetstream.New(w.bus.connect())
	if err != nil {
		w.t.Fatal(err)
	}
	s, err := js.Stream(w.t.Context(), wire.Stream)
	if err != nil {
		w.t.Fatal(err)
	}
	state := s.CachedInfo().State
	for seq := state.FirstSeq; seq <= state.LastSeq; seq++ {
		raw, err := s.GetMsg(w.t.Context(), seq)
		if err != nil {
			w.t.Fatalf("message %d: %v", seq, err)
		}
		m, err := wire.Decode(raw.Data)
		if err != nil {
			w.t.Fatalf("message %d: %v", seq, err)
		}
		all = append(all, m)
	}
	return all
}
