package freshness

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/announce"
	"vitrine/internal/catalog"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// A streamEvent is one event of a change stream.
type streamEvent struct {
	ID    string
	Seq   uint64   `json:"seq"`
	Token string   `json:"token"`
	Tags  []string `json:"tags"`

	Sealed, Applied, Announced float64
}

// A changeStream is a change stream that a test reads.
type changeStream struct {
	t      *testing.T
	cancel context.CancelFunc
	mu     sync.Mutex
	events []streamEvent
	last   string // the newest id, with or without an event
	beats  int
	ended  bool
}

func (l *changeStream) read(lines *bufio.Scanner) {
	lines.Buffer(nil, 1<<20)
	var e streamEvent
	data := ""
	for lines.Scan() {
		line := lines.Text()
		l.mu.Lock()
		switch name, value, _ := strings.Cut(line, ": "); {
		case line == ":":
			l.beats++
		case name == "id":
			e.ID, l.last = value, value
		case name == "data":
			data = value
		case line == "" && data != "":
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				l.t.Errorf("event %q: %v", data, err)
			}
			l.events = append(l.events, e)
			e, data = streamEvent{}, ""
		}
		l.mu.Unlock()
	}
	l.mu.Lock()
	l.ended = true
	l.mu.Unlock()
}

func (l *changeStream) seen() []streamEvent {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.events)
}

// lastID returns the newest id, "" before the first.
func (l *changeStream) lastID() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// waitFor waits until an event with a tag (any for "") was received at or after a change.
func (l *changeStream) waitFor(seq uint64, tag string) streamEvent {
	l.t.Helper()
	var found streamEvent
	testkit.Until(l.t, fmt.Sprintf("change %d is announced", seq), func() bool {
		for _, e := range l.seen() {
			if e.Seq >= seq && (tag == "" || slices.Contains(e.Tags, tag)) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// listen opens a tenant's change stream.
func listen(t *testing.T, h *kit.App, tenant, key string, headers ...string) *changeStream {
	t.Helper()
	return listenAt(t, h, "/v1/changes", append(headers, "x-service-client", tenant, "Authorization", "Bearer "+key)...)
}

// listenAt opens the change stream at a URL.
func listenAt(t *testing.T, h *kit.App, url string, headers ...string) *changeStream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+h.Address()+url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		rq.Header.Set(headers[i], headers[i+1])
	}
	rs, err := (&http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}).Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	if rs.StatusCode != http.StatusOK || rs.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("changes: %s, %v", rs.Status, rs.Header)
	}
	l := &changeStream{t: t, cancel: cancel}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer rs.Body.Close()
		l.read(bufio.NewScanner(rs.Body))
	}()
	t.Cleanup(func() { cancel(); <-done })
	return l
}

// listenFrom opens a stream once all changes so far are announced, and returns when the stream reports its start.
func listenFrom(t *testing.T, h *kit.App, e *kit.Editor, tenant, key string) *changeStream {
	t.Helper()
	kit.WaitAnnounced(t, e.Conn, tenant)
	l := listen(t, h, tenant, key)
	testkit.Until(t, "the stream says where it begins", func() bool { return l.lastID() != "" })
	return l
}

// streamKey creates a tenant's stream key.
func streamKey(t testing.TB, h *kit.App, tenant string) string {
	t.Helper()
	key, err := announce.MakeStreamKey(t.Context(), h.Pool, tenant)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// publicTag returns the public tag of a record.
func publicTag(e *kit.Editor, tenant, kind, slug string) string {
	return catalog.PublicTag(tenant, catalog.RecordTag(kind,
		e.One("SELECT id FROM "+kind+" WHERE tenant_id = $1 AND slug = $2", tenant, slug)))
}

// slowGateway sends the reports that the test sets.
type slowGateway struct {
	t      *testing.T
	nc     *nats.Conn
	mu     sync.Mutex
	heads  map[string]wire.Head
	n      uint64
	acked  int
	cancel context.CancelFunc
	done   chan struct{}
}

func (g *slowGateway) reports(e *kit.Editor, n uint64) {
	g.reportsAlso(e, "demo", n)
	if g.heads["atelier"].Tenant == "" {
		g.reportsAlso(e, "atelier", e.Head("atelier"))
	}
}

func (g *slowGateway) reportsAlso(e *kit.Editor, tenant string, n uint64) {
	epoch := e.One("SELECT epoch::text FROM tenant_seq WHERE tenant_id = $1", tenant)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.heads[tenant] = wire.Head{Tenant: tenant, Epoch: epoch, Seq: n}
}

func (g *slowGateway) acks() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.acked
}

func (g *slowGateway) stop() {
	g.cancel()
	<-g.done
}

func newSlowGateway(t *testing.T, url string) *slowGateway {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	ctx, cancel := context.WithCancel(t.Context())
	g := &slowGateway{t: t, nc: nc, heads: map[string]wire.Head{}, cancel: cancel, done: make(chan struct{})}
	inbox := nc.NewInbox()
	if _, err := nc.Subscribe(inbox, func(*nats.Msg) {
		g.mu.Lock()
		g.acked++
		g.mu.Unlock()
	}); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(g.done)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			g.mu.Lock()
			g.n++
			rep := wire.Report{Gateway: "slow", Name: "slow", Number: g.n}
			for _, h := range g.heads {
				rep.Heads = append(rep.Heads, h)
			}
			g.mu.Unlock()
			data, _ := json.Marshal(rep)
			if err := nc.PublishRequest(wire.ReportSubject, inbox, data); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	t.Cleanup(g.stop)
	return g
}
