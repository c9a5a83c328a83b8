package refresh

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/gateway/read/views"
	"vitrine/ingest/capture"
	"vitrine/internal/clock"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
	"vitrine/search"
	"vitrine/search/pg"
)

// A rig is a refresher over real Postgres, without a bus: it applies changes when the test says so.
type rig struct {
	t       *testing.T
	db      *schematest.DB
	cache   *cache.Cache
	replica *replica.Replica
	lookup  *lookup.Lookup
	reader  *read.Reader
	router  *query.Router
	*Refresher

	mu   sync.Mutex
	now  time.Time
	gate func() // called while a list is read; nil: nothing
}

const (
	maxReads     = 4
	stopNever    = time.Hour
	disconnected = time.Nanosecond
)

// open makes a rig whose replica stays connected for so long.
func open(t *testing.T, connected time.Duration, change func(*Config)) *rig {
	t.Helper()
	g := &rig{t: t, db: schematest.Open(t), router: query.NewRouter(true),
		now: time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC)}
	g.exec("INSERT INTO tenant (id, name) VALUES ('t', 't'), ('u', 'u')")
	c := clock.New(g.time, nil)
	var err error
	if g.cache, err = cache.New(cache.DefaultConfig()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.cache.Close)
	source := capture.Source{DB: g.db.Pool}
	if g.replica, err = replica.New(g.cache, replica.Config{Source: source, HeartbeatTimeout: connected, Now: g.time,
		Changed: func(t *replica.Tenant, m wire.Message) { g.lookup.Reload(m.Tenant) }}); err != nil {
		t.Fatal(err)
	}
	g.lookup = lookup.New(lookup.Config{Cache: g.cache, Replica: g.replica, Pool: g.db.Pool, Source: source, Clock: c,
		Log: slog.New(slog.DiscardHandler)})
	if err := g.lookup.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if g.reader, err = read.New(read.Config{Pool: g.db.Pool, Engine: gated{pg.New(), g}, Cache: g.cache, Clock: c,
		Views: views.All, Facets: views.Facets, Timeout: time.Minute, MaxFills: 64, MaxReads: maxReads}); err != nil {
		t.Fatal(err)
	}
	cfg := DefaultConfig()
	cfg.Cache, cfg.Replica, cfg.Lookup, cfg.Reader, cfg.Clock = g.cache, g.replica, g.lookup, g.reader, c
	if change != nil {
		change(&cfg)
	}
	if g.Refresher, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	return g
}

// gated is an engine that stops for the rig's gate before it reads Postgres.
type gated struct {
	search.Engine
	g *rig
}

func (e gated) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	e.g.mu.Lock()
	gate := e.g.gate
	e.g.mu.Unlock()
	if gate != nil && !search.IsHeld(db) {
		gate()
	}
	return e.Engine.Search(ctx, db, q)
}

func (g *rig) time() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.now
}

func (g *rig) exec(sql string, args ...any) {
	g.t.Helper()
	if _, err := g.db.Pool.Exec(g.t.Context(), sql, args...); err != nil {
		g.t.Fatal(err)
	}
}

// change commits a change of a product and applies it.
func (g *rig) change(tenant, slug string) {
	g.t.Helper()
	g.exec(`INSERT INTO product (tenant_id, slug, name, status) VALUES ($1, $2, $1 || '/' || $2, 'PUBLISHED')
ON CONFLICT (tenant_id, slug) DO UPDATE SET stock = coalesce(product.stock, 0) + 1`, tenant, slug)
	g.apply()
}

func (g *rig) apply() {
	g.t.Helper()
	if err := g.replica.Compare(g.t.Context()); err != nil {
		g.t.Fatal(err)
	}
}

// get reads a path of a tenant as a request does. It reports whether that was a hit.
func (g *rig) get(tenant, path string) bool {
	g.t.Helper()
	q, err := g.router.ResolveURL("/v1" + path)
	if err != nil {
		g.t.Fatal(err)
	}
	key := cache.AppendKey(nil, tenant, q.AppendURL(nil))
	if g.cache.Get(key, g.time()) != nil {
		return true
	}
	of := g.replica.Tenant(tenant)
	if _, err := g.reader.Fill(of, of.Snapshot(), g.time(), q, key, nil); err != nil {
		g.t.Errorf("%s of %s: %v", path, tenant, err)
	}
	g.cache.Wait()
	return false
}

// request reads a path until it is a hit.
func (g *rig) request(tenant, path string) {
	g.t.Helper()
	testkit.Until(g.t, path+" of "+tenant+" is a hit", func() bool { return g.get(tenant, path) })
}

// entry is the entry of a path; nil if there is none.
func (g *rig) entry(tenant, path string) *cache.Entry {
	return g.cache.Peek(cache.AppendKey(nil, tenant, []byte(path)))
}

// look is one look. It returns how many answers were refilled.
func (g *rig) look() uint64 {
	g.t.Helper()
	before := g.Refilled.Load()
	if !g.Look(g.t.Context()) {
		g.t.Fatal("the look did not finish")
	}
	g.cache.Wait()
	return g.Refilled.Load() - before
}

const hot = "/product?limit=5"

func TestARequestThatIsFasterIsNotRefilledAfter(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, nil)
	g.change("t", "a")
	g.request("t", hot)
	g.change("t", "a")
	list := g.stale()
	g.request("t", hot)
	filled := g.entry("t", hot)
	for _, c := range list {
		if refilled, err := g.refill(c); refilled || err != nil {
			t.Errorf("refilled %v, %v", refilled, err)
		}
	}
	if len(list) != 1 || g.entry("t", hot) != filled || g.Count() != 1 {
		t.Errorf("%d candidates were stale; %d are left", len(list), g.Count())
	}
	g.change("t", "a")
	if n := g.look(); n != 1 {
		t.Errorf("the answer of the request: %d answers refilled, want 1", n)
	}
}

func TestAnAnswerWhoseRefillFailsIsRefilledLater(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, nil)
	g.change("t", "a")
	g.request("t", hot)
	g.change("t", "a")
	g.exec("ALTER TABLE product RENAME TO absent")
	if n := g.look(); n != 0 || g.Count() != 1 {
		t.Errorf("while nothing can be read: %d answers refilled, %d candidates; want 0, 1", n, g.Count())
	}
	g.exec("ALTER TABLE absent RENAME TO product")
	if n := g.look(); n != 1 || g.entry("t", hot).Stale(g.time()) {
		t.Errorf("afterwards: %d answers refilled, want 1", n)
	}
}

// Two fills follow each other before the cache has stored the first answer, so the cache keeps the first. The second
// was noted last. What is refilled is what the cache holds.
func TestAnAnswerThatTheCacheDidNotTakeIsNoCandidate(t *testing.T) {
	t.Parallel()
	for name, gone := range map[string]bool{"still in use": false, "freed": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := open(t, stopNever, nil)
			g.change("t", "a")
			g.request("t", hot)
			q, err := g.router.ResolveURL("/v1" + hot)
			if err != nil {
				t.Fatal(err)
			}
			of, second := g.replica.Tenant("t"), &cache.Entry{Body: []byte("{}")}
			if gone {
				g.cache.Stamp(of.Tenant, of.Snapshot(), second)
			} else {
				g.get("t", "/product?limit=6")
				second = g.entry("t", "/product?limit=6")
			}
			g.note(read.Kept{Tenant: of, Query: q, Key: cache.AppendKey(nil, "t", []byte(hot)),
				Entry: second})
			if gone {
				second = nil
				runtime.GC()
			}
			g.change("t", "a")
			for range 2 { // the first look finds the other answer, the second one refills it
				g.look()
			}
			if e := g.entry("t", hot); e.Stale(g.time()) {
				t.Error("the list is stale after two looks")
			}
			runtime.KeepAlive(second)
		})
	}
}

func TestAListIsRefilledWhenItHasExpired(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, nil)
	at := g.time().Add(time.Hour)
	g.exec("INSERT INTO product (tenant_id, slug, name, status, stock, publish_at) VALUES ('t', 'a', 't/a', 'PUBLISHED', "+
		"1, $1)", at)
	g.apply()
	g.request("t", hot)
	if n := g.look(); n != 0 {
		t.Fatalf("%d answers refilled before anything changed", n)
	}
	if idle := g.all.idle(at.Add(-time.Second)); idle != time.Second {
		t.Errorf("a second before it expires, the next look is in %v", idle)
	}
	g.mu.Lock()
	g.now = at
	g.mu.Unlock()
	if n := g.look(); n != 1 || !strings.Contains(string(g.entry("t", hot).Body), `"t/a"`) {
		t.Errorf("%d answers refilled when it expired: %s", n, g.entry("t", hot).Body)
	}
}

func TestNothingIsRefilledAtTheExpenseOfRequests(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, nil)
	if wait := g.wait(); wait != 0 {
		t.Errorf("without requests it waits %v", wait)
	}
	g.change("t", "a")
	reading, resume := make(chan struct{}), make(chan struct{})
	g.mu.Lock()
	g.gate = func() { reading <- struct{}{}; <-resume }
	g.mu.Unlock()
	var requests sync.WaitGroup
	for i := range maxReads / 2 {
		requests.Go(func() { g.get("t", fmt.Sprint("/product?limit=", i+20)) })
		<-reading
	}
	if g.wait() == 0 {
		t.Error("it does not wait while half of the snapshots are open")
	}
	g.mu.Lock()
	g.gate = nil
	g.mu.Unlock()
	close(resume)
	requests.Wait()
	if alone := open(t, disconnected, nil); alone.wait() != backOff {
		t.Error("it does not wait while the replica is disconnected")
	}
	g.request("t", hot)
	g.change("t", "a")
	g.exec("UPDATE tenant SET status = 'DISABLED' WHERE id = 't'")
	g.apply()
	if n := g.look(); n != 0 || g.Count() != 0 || len(g.all.byTenant) != 0 {
		t.Errorf("of a disabled tenant %d answers were refilled; %d candidates are left", n, g.Count())
	}
}

func TestCandidatesAreBounded(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, func(c *Config) { c.MaxCandidates, c.MaxPerTenant = 6, 4 })
	g.change("t", "a")
	g.change("u", "a")
	for i := range 10 {
		g.get("t", fmt.Sprint("/product?limit=", i+1))
	}
	of := func(tenant string) *ofTenant { return g.all.byTenant[g.replica.Tenant(tenant)] }
	if n := len(of("t").all); n != 4 || g.Count() != 4 {
		t.Fatalf("%d candidates of one tenant, %d in all", n, g.Count())
	}
	if _, known := of("t").find([]byte("t\x00/product")); !known { // the tenth, whose limit is the default
		t.Error("the newest entry must be a candidate, because the earlier ones were never requested")
	}
	for i := range 9 {
		g.request("u", fmt.Sprint("/product?limit=", i+1))
	}
	if n := g.Count(); n != 6 {
		t.Errorf("%d candidates in all", n)
	}
	all := of("u").all
	for i := range 10 {
		g.request("u", fmt.Sprint("/product?limit=", i+20))
	}
	for key, c := range all {
		if e := c.entry.Value(); e == nil || g.cache.Peek([]byte(key)) != e {
			t.Errorf("%q is a candidate, and its answer is gone", key)
		}
	}
	if n := g.Count(); n != 6 {
		t.Errorf("%d candidates in all once each was requested", n)
	}
}

func TestRefillingIsSwitchedOffAndStops(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, nil)
	g.change("t", "a")
	g.request("t", hot)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); g.Run(ctx) }()
	g.change("t", "a")
	g.Wake()
	testkit.Until(t, "an applied change causes a look", func() bool { return g.Refilled.Load() > 0 })
	cancel()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("Run does not return")
	}

	g = open(t, stopNever, func(c *Config) { c.Off = true })
	g.change("t", "a")
	g.request("t", hot)
	g.change("t", "a")
	if n := g.look(); n != 0 || g.Count() != 0 {
		t.Errorf("switched off: %d answers refilled, %d candidates", n, g.Count())
	}
}

// Once changes are no longer fast, what became stale meanwhile is refilled.
func TestNothingIsRefilledWhileChangesAreFast(t *testing.T) {
	t.Parallel()
	g := open(t, stopNever, nil)
	g.change("t", "a")
	g.request("t", hot)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	began := time.Now()
	var passed, looks atomic.Int64 // the only time that passes
	g.Refresher.now = func() time.Time { looks.Add(1); return began.Add(time.Duration(passed.Load())) }
	g.pace = pace{at: began, rate: 1e6}
	go func() { defer close(done); g.Run(ctx) }()
	g.change("t", "a")
	g.Wake()
	testkit.Until(t, "what became stale is looked at again", func() bool { return looks.Load() >= 2 })
	if n := g.Refilled.Load(); n != 0 {
		t.Errorf("%d answers were refilled", n)
	}
	passed.Store(int64(minSpan))
	testkit.Until(t, "what became stale meanwhile is refilled", func() bool { return g.Refilled.Load() > 0 })
	cancel()
	<-done
}

func TestPace(t *testing.T) {
	t.Parallel()
	var p pace
	at := time.Now()
	for i, want := range []struct {
		after time.Duration
		n     uint64
		rate  float64
	}{
		{0, 1000, 0}, {minSpan / 2, 2000, 0}, {minSpan, 1500, 500}, {minSpan + minSpan/2, 9000, 500}, {3 * minSpan, 1500, 0},
	} {
		if rate := p.of(want.n, at.Add(want.after)); rate != want.rate {
			t.Errorf("call %d: %v a second, want %v", i, rate, want.rate)
		}
	}
}
