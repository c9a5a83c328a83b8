package gateway

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/valyala/fasthttp"

	"vitrine/gateway/accept"
	"vitrine/ingest/capture"
	"vitrine/internal/history"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/pg"
)

// A recorder is a gateway over real Postgres, without a bus: it applies changes when the test says so. Two tenants have
// products of the same slugs. Reads and writes are recorded.
type recorder struct {
	t    *testing.T
	db   *schematest.DB
	s    *Server
	http *fasthttp.Server // with the gateway's handler

	accept accept.Config
	hist   *history.History
	now    time.Time
	gate   func() // called while a list is read, after its snapshot was taken; nil: none
	held   func() // the same, of a snapshot without Postgres

	counted []string // the facets that the engine was last asked for

	mu sync.Mutex
	at map[string]uint64 // versions, by tenant/slug
}

const fillTries = 3 // of read

const (
	connected    = time.Hour
	disconnected = time.Nanosecond
)

// openHistory opens a gateway whose replica stays connected for so long.
func openHistory(t *testing.T, silent time.Duration, changes ...func(*recorder, *Config)) *recorder {
	t.Helper()
	c := &recorder{t: t, db: schematest.Open(t), hist: history.New(), at: map[string]uint64{},
		now: time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC)}
	for _, tenant := range []string{"t", "u"} {
		if _, err := c.db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ($1, $1)", tenant); err != nil {
			t.Fatal(err)
		}
	}
	cfg := DefaultConfig()
	cfg.Pool, cfg.NATS, cfg.Source, cfg.Log = c.db.Pool, new(nats.Conn), capture.Source{DB: c.db.Pool},
		slog.New(slog.DiscardHandler)
	cfg.Engine, cfg.Now = gated{Engine: pg.New(), c: c}, func() time.Time { return c.now }
	cfg.Replica.HeartbeatTimeout, cfg.FillTimeout = silent, time.Minute
	for _, change := range changes {
		change(c, &cfg)
	}
	var err error
	if c.s, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.s.cache.Close)
	if err := c.s.lookup.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.s.serving.Store(true) // for the fast path
	c.accept = accept.DefaultConfig()
	c.accept.Lookup, c.accept.Clock, c.accept.Status = c.s.lookup, c.s.clock, c.s.cacheStatus
	c.accept.Serving, c.accept.Log = &c.s.serving, c.s.log
	c.http = &fasthttp.Server{Handler: c.s.serve, NoDefaultServerHeader: true, ReadBufferSize: accept.ReadBuffer,
		Logger: log.New(io.Discard, "", 0)}
	return c
}

// gated is an engine that calls the gate first.
type gated struct {
	search.Engine
	c *recorder
}

func (g gated) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	f := g.c.gate
	if search.IsHeld(db) {
		f = g.c.held
	}
	if f != nil {
		f()
	}
	if search.IsHeld(db) {
		return g.Engine.Search(ctx, db, q)
	}
	if len(q.Facets) > 0 {
		g.c.counted = nil
		for _, f := range q.Facets {
			g.c.counted = append(g.c.counted, f.Name)
		}
	}
	return g.Engine.Search(ctx, db, q)
}

// write commits the next version of a product, and returns its number.
func (c *recorder) write(tenant, slug string, more ...string) (seq uint64) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.at[tenant+"/"+slug] + 1
	c.at[tenant+"/"+slug] = v
	w := history.Write{Tenant: tenant, Key: slug, Version: v, Sent: c.hist.Now()}
	_, err := c.db.Pool.Exec(context.Background(), `
INSERT INTO product (tenant_id, slug, name, status, stock) VALUES ($1, $2, $1 || '/' || $2, 'PUBLISHED', $3)
		ON CONFLICT (tenant_id, slug) DO UPDATE SET stock = excluded.stock`, tenant, slug, int(v))
	for _, sql := range more {
		if err == nil {
			_, err = c.db.Pool.Exec(context.Background(), sql)
		}
	}
	if err == nil {
		err = c.db.Pool.QueryRow(context.Background(), "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant).Scan(&w.Seq)
	}
	if err != nil {
		c.t.Error(err)
	}
	c.hist.Wrote(w)
	return w.Seq
}

// apply makes the gateway apply what was committed, as a message would, and announces it.
func (c *recorder) apply() {
	c.t.Helper()
	if err := c.s.replica.Compare(context.Background()); err != nil {
		c.t.Error(err)
	}
	for _, tenant := range []string{"t", "u"} {
		c.hist.Announce(tenant, c.s.replica.Tenant(tenant).Applied())
	}
}

// read requests a path of a tenant over a connection with the fast path, and records the versions of the products that
// the answer shows. It returns the body.
func (c *recorder) read(tenant, path string) []byte {
	c.t.Helper()
	start := c.hist.Now()
	res := c.send(tenant, path)
	end := c.hist.Now()
	if res == nil {
		return nil
	}
	saw := func(slug, name string, version uint64) {
		c.hist.Saw(history.Read{Gateway: "g", Tenant: tenant, Key: slug, Start: start, End: end, Version: version, Of: name})
	}
	type product struct {
		Name, Slug  string
		StockAmount uint64
		Stock       struct{ Amount uint64 }
	}
	var one struct{ Data product }
	var list struct{ Data []product }
	body := res.Body()
	slug, isOne := strings.CutPrefix(path, "/product/")
	isOne = isOne && !strings.HasSuffix(path, "/similar")
	switch {
	case res.StatusCode() == http.StatusNotFound && isOne:
		saw(slug, "", 0)
	case res.StatusCode() != http.StatusOK:
		c.t.Errorf("%s: %d %s", path, res.StatusCode(), body)
	case isOne:
		if err := json.Unmarshal(body, &one); err != nil {
			c.t.Error(err)
		}
		saw(slug, one.Data.Name, one.Data.Stock.Amount)
	default:
		if err := json.Unmarshal(body, &list); err != nil {
			c.t.Error(err)
		}
		for _, p := range list.Data {
			saw(p.Slug, p.Name, p.StockAmount)
		}
	}
	return body
}

// send requests a path of a tenant over a connection with the fast path. It returns nil if there is no answer.
func (c *recorder) send(tenant, path string) *fasthttp.Response {
	c.t.Helper()
	conn := &testkit.Script{Pieces: [][]byte{[]byte("GET /v1" + path +
		" HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Service-Client: " + tenant + "\r\n\r\n")}}
	_ = c.http.ServeConn(accept.NewConn(conn, c.accept)) // an error is in the answer
	c.s.cache.Wait()
	res := new(fasthttp.Response)
	if err := res.Read(bufio.NewReader(&conn.Received)); err != nil {
		c.t.Errorf("%s: %v", path, err)
		return nil
	}
	return res
}

// check checks the recorded history.
func (c *recorder) check(reads int) {
	c.t.Helper()
	if _, _, n := c.hist.Counts(); n < reads {
		c.t.Errorf("the history has only %d reads", n)
	}
	if err := c.hist.Check(); err != nil {
		c.t.Error(err)
	}
	if err := c.hist.Linear(time.Minute); err != nil {
		c.t.Error(err)
	}
}

// A list shows a change whose message has not arrived. The cached page of a product that changed before it must not be
// served any more.
func TestHistoryOfAListThatIsAheadOfTheBus(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.write("t", "b")
	c.apply()
	c.read("t", "/product/a")
	c.write("t", "a")
	c.write("t", "b")
	c.read("t", "/product?limit=5")
	c.read("t", "/product/a")
	c.check(4)
}

// Changes invalidate a list each time that it is read. A request from before the last change may receive the list
// without it. A request from after its announcement, which shares the fill, may not.
func TestHistoryOfARequestThatJoinsAFillThatIsTooOld(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.apply()
	var late sync.WaitGroup
	tries := 0
	c.gate = func() {
		tries++
		c.write("t", "a")
		c.apply()
		if tries < fillTries {
			return
		}
		c.gate = nil
		late.Go(func() { c.read("t", "/product?limit=5") })
		testkit.Until(t, "the second waits for the same fill", func() bool { return waiting() >= 2 })
	}
	c.read("t", "/product?limit=5")
	late.Wait()
	if tries != fillTries {
		t.Errorf("read %d times", tries)
	}
	c.check(2)
}

// waiting counts the requests that wait for a fill.
func waiting() int {
	stacks := make([]byte, 1<<20)
	n := 0
	for goroutine := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		first, _, _ := strings.Cut(goroutine, "\n")
		if strings.Contains(first, "[select") && strings.Contains(goroutine, "read.(*Reader).Fill(") &&
			strings.Contains(goroutine, "TestHistoryOfARequestThatJoins") {
			n++
		}
	}
	return n
}

// A page is assembled from a list and records, one of which has to be read again. While it is read, the gateway applies
// a change of another record of the page.
func TestHistoryOfAPageWhoseFragmentsBecomeStale(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.write("t", "b")
	c.apply()
	c.read("t", "/product?limit=5")
	c.write("t", "a")
	c.apply()
	c.write("t", "b") // not applied
	c.read("t", "/product?limit=5")
	c.apply()
	c.read("t", "/product?limit=5")
	c.check(6)
}

// Two tenants have a product with the same slug.
func TestHistoryOfTwoTenants(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.write("u", "a")
	c.write("u", "a")
	c.apply()
	for range 2 {
		for _, tenant := range []string{"t", "u"} {
			c.read(tenant, "/product/a")
			c.read(tenant, "/product?limit=5")
		}
	}
	c.check(8)
}

// A gateway is disconnected, and changes are announced without it.
func TestHistoryOfADisconnectedGateway(t *testing.T) {
	t.Parallel()
	c := openHistory(t, disconnected)
	c.write("t", "a")
	c.apply()
	c.read("t", "/product/nova")
	for range 3 {
		c.read("t", "/product/a")
		c.read("t", "/product?limit=5")
		c.hist.Announce("t", c.write("t", "a"))
	}
	c.hist.Announce("t", c.write("t", "nova"))
	c.read("t", "/product/nova")
	c.read("t", "/product/a")
	c.check(9)
}

// A product becomes visible at its time, without an edit.
func TestHistoryOfAProductThatBecomesVisibleAtItsTime(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	at := c.now.Add(time.Hour)
	var by uint64
	_, err := c.db.Pool.Exec(t.Context(),
		"INSERT INTO product (tenant_id, slug, name, status, stock, publish_at) VALUES ('t', 'a', 't/a', 'PUBLISHED', 1, "+
			"$1)", at)
	if err == nil {
		err = c.db.Pool.QueryRow(t.Context(), "SELECT n FROM tenant_seq WHERE tenant_id = 't'").Scan(&by)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.apply()
	for range 3 {
		c.read("t", "/product/a")
	}
	sent := c.hist.Now()
	c.now = at
	c.hist.Wrote(history.Write{Tenant: "t", Key: "a", Version: 1, Sent: sent, Due: c.hist.Now(), By: by})
	c.read("t", "/product/a")
	c.check(4)
}
