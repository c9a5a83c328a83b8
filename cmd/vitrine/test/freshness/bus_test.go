package freshness

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/cache/replica"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// outsideBus is a NATS server in a process of its own. A test may kill it, and restart it with or without its
// store.
type outsideBus struct {
	t       *testing.T
	process *child
	port    int
	store   string
}

// busSpec configures such a server.
type busSpec struct {
	Port  int // -1: any
	Store string
}

// run prints the server's address, and runs it until standard input closes.
func (b *busSpec) run() error {
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: b.Port, JetStream: true, StoreDir: b.Store,
		NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	srv.Start()
	if !srv.ReadyForConnections(testkit.Patience) {
		return errors.New("the outside bus does not start")
	}
	fmt.Printf("child %s -\n", srv.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

func newOutsideBus(t *testing.T) *outsideBus {
	t.Helper()
	b := &outsideBus{t: t, port: server.RANDOM_PORT}
	b.start(t.TempDir())
	t.Cleanup(b.kill)
	return b
}

func (b *outsideBus) start(store string) {
	b.t.Helper()
	b.store = store
	b.process = startChild(b.t, childSpec{Bus: &busSpec{Port: b.port, Store: store}})
	_, port, err := net.SplitHostPort(b.process.addr)
	if err == nil {
		b.port, err = strconv.Atoi(port)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// kill ends the server by SIGKILL: clients learn nothing of it but the end of their connections.
func (b *outsideBus) kill() { b.process.kill() }

func (b *outsideBus) url() string { return "nats://127.0.0.1:" + strconv.Itoa(b.port) }

// agreed compares the gateway's answers with Postgres, without waiting.
func agreed(t *testing.T, h *kit.App, e *kit.Editor, when string) {
	t.Helper()
	agreedWith(t, h, h, e, when)
}

// agreedWith compares what a gateway answers with what another one reads from Postgres.
func agreedWith(t *testing.T, judge, h *kit.App, e *kit.Editor, when string) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	for _, tenant := range boot.DemoTenants {
		for _, url := range readContent(t, e, r, tenant).addresses(40) {
			cached := h.Get(t, tenant, url)
			fresh, err := judge.Gateway.Render(t.Context(), tenant, url)
			if err != nil {
				t.Fatal(err)
			}
			if cached.Header.Get("X-Search-Engine") != fresh.Engine { // each engine ranks a text by rules of its own
				continue
			}
			if what := whatDiffers(cached, fresh.Status, fresh.Body); what != "" {
				t.Errorf("%s: %s %s: %s", when, tenant, url, what)
			}
		}
	}
}

// atOnce edits the shirt and reads it: each answer to a request that began after the COMMIT must show the edit.
func atOnce(t *testing.T, h *kit.App, e *kit.Editor, n int, when string) {
	t.Helper()
	for range n {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		want := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
		if r := h.Get(t, "demo", shirtPage); !kit.Has(want, "data", "stock", "amount")(r) {
			t.Fatalf("%s: stock %v right after %s was committed (%d, %v)", when, r.At("data", "stock", "amount"), want, r.Status,
				r.Header)
		}
	}
}

// soon edits the shirt and waits until an answer shows it.
func soon(t *testing.T, h *kit.App, e *kit.Editor, when string) {
	t.Helper()
	e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	want := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
	testkit.Until(t, when+": the edit is seen",
		func() bool { return kit.Has(want, "data", "stock", "amount")(h.Get(t, "demo", shirtPage)) })
}

// NATS is killed by SIGKILL, comes back, comes back empty, and loses its stream. A read that begins after a COMMIT
// always shows it, because without the bus the gateway asks Postgres first.
func TestProveReadsAreFreshWithoutTheBus(t *testing.T) {
	t.Parallel()
	bus, kept := newOutsideBus(t), t.TempDir()
	bus.kill()
	bus.start(kept)
	h := kit.Open(t, func(c *boot.Config) { c.NATSURL = bus.url() })
	e := h.NewEditor(t)
	c := h.Gateway.Replica()
	soon(t, h, e, "with the bus")
	agreed(t, h, e, "with the bus")
	for round := range proving.Rounds(2, 20) {
		bus.kill()
		testkit.Until(t, "the gateway is disconnected", c.Disconnected)
		atOnce(t, h, e, 20, "without the bus")
		agreed(t, h, e, "without the bus")
		store := kept
		if round%2 == 1 {
			store = t.TempDir()
		}
		bus.start(store)
		testkit.Until(t, "the gateway is connected again", func() bool { return !c.Disconnected() })
		soon(t, h, e, "with the bus again")
		h.WaitApplied(t, e, boot.DemoTenants...)
		agreed(t, h, e, "with the bus again")

		js, err := jetstream.New(h.NATS)
		if err != nil {
			t.Fatal(err)
		}
		if err := js.DeleteStream(t.Context(), wire.Stream); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			soon(t, h, e, "with its stream deleted")
		}
		h.WaitApplied(t, e, boot.DemoTenants...)
		agreed(t, h, e, "with its stream deleted")
	}
	st := &c.Stats
	t.Logf("%d requests verified against Postgres, %d gaps, %d pulls, %d unverified", st.Verified.Load(), st.Gaps.Load(),
		st.Pulls.Load(), st.Unverified.Load())
	if st.Verified.Load() == 0 {
		t.Error("this proves nothing: no request was verified")
	}
}

// A gateway's connection to the bus loses changes and delivers heartbeats. The first heartbeat after a loss reveals it.
func TestProveLostMessagesAreDetectedByTheNextHeartbeat(t *testing.T) {
	t.Parallel()
	bus := newOutsideBus(t)
	lossy := newLossy(t, bus.url())
	db := kit.DemoDatabase(t, kit.Now)
	writer := kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.NATSURL, c.Gateway = db.URL, bus.url(), false })
	h := kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.NATSURL, c.Ingest = db.URL, lossy.url, false })
	e := writer.NewEditor(t)
	soon(t, h, e, "with nothing lost")
	for _, share := range []int32{100, 50} {
		lossy.share.Store(share)
		for range proving.Rounds(15, 300) {
			if got := h.Get(t, "demo", shirtPage); got.Status != http.StatusOK { // it is in the cache
				t.Fatalf("%d %s", got.Status, got.Body)
			}
			e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
			want := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
			testkit.Until(t, "a heartbeat lists the change", func() bool { return lossy.lastListed("demo") >= e.Head("demo") })
			lossy.awaitBeats(t, h.Gateway.Replica(), "heartbeats pass")
			if r := h.Get(t, "demo", shirtPage); !kit.Has(want, "data", "stock", "amount")(r) {
				t.Fatalf("%d%% lost: stock %v is read heartbeats after %s was committed", share, r.At("data", "stock", "amount"),
					want)
			}
		}
		agreed(t, h, e, fmt.Sprintf("%d%% lost", share))
	}
	lossy.share.Store(0)
	// Disconnected while the other gateway continues: what was published meanwhile is not published again.
	for range proving.Rounds(3, 30) {
		lossy.cut()
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		want := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
		testkit.Until(t, "the change is published", func() bool {
			return e.One("SELECT n::text FROM drain_cursor WHERE tenant_id = 'demo'") == fmt.Sprint(e.Head("demo"))
		})
		lossy.mend()
		lossy.awaitBeats(t, h.Gateway.Replica(), "heartbeats pass again")
		if r := h.Get(t, "demo", shirtPage); !kit.Has(want, "data", "stock", "amount")(r) {
			t.Fatalf("cut off: stock %v is read after %s was committed and heartbeats arrived again",
				r.At("data", "stock", "amount"), want)
		}
	}
	lossy.mute.Store(true)
	testkit.Until(t, "silence is noticed", h.Gateway.Replica().Disconnected)
	atOnce(t, h, e, 20, "with everything lost")
	agreed(t, h, e, "with everything lost")
}

// lossy is a proxy between a client and its NATS server. It drops some of the server's messages, repeats some, and
// delivers some late.
type lossy struct {
	url    string
	target string
	ln     net.Listener

	share atomic.Int32 // changes lost, in percent
	twice atomic.Int32 // changes repeated, in percent
	later atomic.Int32 // changes delivered after the next one, in percent
	mute  atomic.Bool  // every message is lost
	beats atomic.Int64 // heartbeats delivered

	mu    sync.Mutex
	off   bool
	conns map[net.Conn]bool
	heads map[string]uint64 // the change numbers that those heartbeats list, by tenant
	wg    sync.WaitGroup
}

func newLossy(t *testing.T, url string) *lossy {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &lossy{url: "nats://" + ln.Addr().String(), target: url[len("nats://"):], ln: ln, conns: map[net.Conn]bool{},
		heads: map[string]uint64{}}
	l.wg.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			l.wg.Go(func() { l.carry(c) })
		}
	})
	t.Cleanup(func() {
		_ = ln.Close()
		l.cut()
		l.wg.Wait()
	})
	return l
}

// awaitBeats waits until a heartbeat was sent, delivered and processed: the cache's lease then ends later than any
// earlier heartbeat allows.
func (l *lossy) awaitBeats(t *testing.T, c *replica.Replica, what string) {
	t.Helper()
	after := l.beats.Load() + 2
	testkit.Until(t, what, func() bool { return l.beats.Load() >= after })
	passed := time.Now()
	testkit.Until(t, what+" and are heeded", func() bool {
		elapsed := time.Since(passed)
		return c.LeaseLeft() > replica.DefaultConfig().HeartbeatTimeout-elapsed
	})
}

// cut ends every connection and refuses new ones until mend.
func (l *lossy) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.off = true
	for c := range l.conns {
		_ = c.Close()
	}
}

func (l *lossy) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.off = false
}

// admit registers a connection, unless connections are refused.
func (l *lossy) admit(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.off {
		_ = c.Close()
		return false
	}
	l.conns[c] = true
	return true
}

func (l *lossy) carry(client net.Conn) {
	if !l.admit(client) {
		return
	}
	upstream, err := net.Dial("tcp", l.target)
	if err != nil || !l.admit(upstream) {
		_ = client.Close()
		return
	}
	defer client.Close()
	defer upstream.Close()
	l.wg.Go(func() {
		_, _ = io.Copy(upstream, client)
		_ = upstream.Close()
	})
	_ = l.filter(client, bufio.NewReader(upstream))
}

// filter copies what the server sends by the NATS protocol: a line, and after MSG and HMSG the number of bytes at its
// end.
func (l *lossy) filter(dst io.Writer, src *bufio.Reader) error {
	var held []byte // a change to deliver after the next
	for {
		line, err := src.ReadBytes('\n')
		if err != nil {
			return err
		}
		words := bytes.Fields(line)
		var payload []byte
		subject := ""
		if len(words) > 3 && (string(words[0]) == "MSG" || string(words[0]) == "HMSG") {
			n, err := strconv.Atoi(string(words[len(words)-1]))
			if err != nil {
				return err
			}
			payload = make([]byte, n+2)
			if _, err := io.ReadFull(src, payload); err != nil {
				return err
			}
			subject = string(words[1])
		}
		switch {
		case subject == wire.BeatSubject:
			if l.mute.Load() {
				continue
			}
		case subject != "" && bytes.HasPrefix([]byte(subject), []byte(wire.ChangePrefix)):
			if l.mute.Load() || rand.Int32N(100) < l.share.Load() {
				continue
			}
			if held == nil && rand.Int32N(100) < l.later.Load() {
				held = append(line, payload...)
				continue
			}
			if rand.Int32N(100) < l.twice.Load() {
				payload = slices.Concat(payload, line, payload)
			}
			payload, held = append(payload, held...), nil
		}
		if _, err := dst.Write(append(line, payload...)); err != nil {
			return err
		}
		if subject == wire.BeatSubject {
			l.note(payload)
		}
	}
}

// note records a delivered heartbeat.
func (l *lossy) note(payload []byte) {
	var b wire.Beat
	_ = json.Unmarshal(payload, &b) // an unreadable heartbeat lists nothing
	l.mu.Lock()
	for _, h := range b.Heads {
		l.heads[h.Tenant] = max(l.heads[h.Tenant], h.Seq)
	}
	l.mu.Unlock()
	l.beats.Add(1)
}

// streamEventListed returns the last change of a tenant in a delivered heartbeat.
func (l *lossy) lastListed(tenant string) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.heads[tenant]
}
