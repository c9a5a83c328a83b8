package gateway

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
)

// entryOf is what the gateway holds for a path of a tenant; nil: nothing.
func (c *counter) entryOf(tenant, path string) *cache.Entry {
	return c.s.cache.Peek(cache.AppendKey(nil, tenant, []byte(path)))
}

// ask reads a path until it is a hit.
func (c *counter) ask(tenant, path string) {
	c.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		c.read(tenant, path)
		if e := c.entryOf(tenant, path); e != nil && e.Requested() {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("%s of %s is never found in the cache", path, tenant)
		}
	}
}

// change commits a change of a product and applies it.
func (c *counter) change(tenant, slug string) {
	c.t.Helper()
	c.write(tenant, slug)
	c.apply()
}

// look is one look at what was dropped. It returns how many answers were read.
func (c *counter) look() uint64 {
	c.t.Helper()
	before := c.s.refresher.Refilled.Load()
	if !c.s.refresher.Look(c.t.Context()) {
		c.t.Fatal("it did not come to its end")
	}
	c.s.cache.Wait()
	return c.s.refresher.Refilled.Load() - before
}

// A list that readers asked for is there again before the next of them; one that nobody asked for is not, nor is a record. The history is as true as without.
func TestHistoryOfListsThatAreReadAhead(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	const hot, cold = "/product?limit=5", "/product?limit=6"
	c.write("t", "a")
	c.change("t", "b")
	c.ask("t", hot)
	c.read("t", cold)
	c.ask("t", "/product/a")
	for round := range 3 {
		c.change("t", "a")
		was := c.entryOf("t", hot)
		if !was.Stale(c.now) {
			t.Fatal("the change did not drop the list")
		}
		if n := c.look(); n != 1 {
			t.Fatalf("round %d: %d answers were read ahead, want the one that was asked for", round, n)
		}
		e := c.entryOf("t", hot)
		if e == was || e.Stale(c.now) || e.Requested() || !strings.Contains(e.Cause, fmt.Sprint("change ", c.s.replica.Tenant("t").Applied())) {
			t.Fatalf("round %d: stale %v, asked for %v, cause %q", round, e.Stale(c.now), e.Requested(), e.Cause)
		}
		misses := c.s.cache.Stats.Misses.Load()
		c.read("t", hot)
		if e := c.entryOf("t", hot); !e.Requested() || c.s.cache.Stats.Misses.Load() != misses {
			t.Fatalf("round %d: the next reader did not find it", round)
		}
	}
	if !c.entryOf("t", cold).Stale(c.now) || !c.entryOf("t", "/product/a").Stale(c.now) {
		t.Error("what nobody asked for, or is a single record, was read ahead")
	}

	// Nobody asks any more: it is read a few times more, and not again.
	for _, want := range []uint64{1, 1, 1, 1, 0, 0} {
		c.change("t", "a")
		if n := c.look(); n != want {
			t.Errorf("with nobody asking %d answers were read, want %d", n, want)
		}
	}
	if c.s.refresher.Count() != 0 {
		t.Errorf("%d candidates are left", c.s.refresher.Count())
	}
	c.read("t", hot)
	c.read("t", "/product/a")
	c.judge(10)
}

// Two tenants have a list of the same address: what one of them changed is read again for that one alone.
func TestHistoryOfListsThatAreReadAheadForTwoTenants(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	const hot = "/product?limit=5"
	for _, tenant := range []string{"t", "u"} {
		c.change(tenant, "a")
		c.ask(tenant, hot)
	}
	other := c.entryOf("u", hot)
	c.change("t", "a")
	if n := c.look(); n != 1 || c.entryOf("u", hot) != other || c.entryOf("t", hot).Tenant().ID != "t" {
		t.Errorf("%d answers were read, and the other tenant's is another: %v", n, c.entryOf("u", hot) != other)
	}
	c.change("u", "a")
	c.change("u", "b")
	if n := c.look(); n != 1 || c.entryOf("u", hot) == other || c.entryOf("u", hot).Tenant().ID != "u" {
		t.Errorf("%d answers were read of the other", n)
	}
	c.read("t", hot)
	c.read("u", hot)
	c.judge(7)
}

// Lists and filters are read ahead; searches, records and what is another one every time are not.
func TestWhatIsReadAhead(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	c.change("t", "a")
	for path, want := range map[string]bool{
		"/product": true, "/product?limit=5": true, "/product/filters": true, "/category/tree": true, "/product/new": true, "/product/a/similar": true,
		"/product?search=a": false, "/product/filters?search=a": false, "/product/a": false, "/product/none": false, "/product/random/2": false,
		"/product?brand=" + strings.Repeat("x", 100): true, "/product?attributes=" + strings.Repeat("a", 60) + "%3A" + strings.Repeat("%C3%B6", 100): false,
	} {
		before := c.s.refresher.Count()
		for range 2 { // a search is kept the second time
			if ctx := askFor("/v1"+path, "x-service-client", "t"); true {
				c.s.serve(ctx)
				if status := ctx.Response.StatusCode(); status != 200 && path != "/product/none" {
					t.Fatalf("%s: %d %s", path, status, ctx.Response.Body())
				}
			}
		}
		if got := c.s.refresher.Count() > before; got != want {
			t.Errorf("%s is a candidate: %v", path, got)
		}
	}
}

func TestAnAppliedChangeWakesTheRefresher(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	c.change("t", "a")
	c.ask("t", "/product?limit=5")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); c.s.refresher.Run(ctx) }()
	c.change("t", "a")
	for deadline := time.Now().Add(time.Minute); c.s.refresher.Refilled.Load() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("an applied change causes no look")
		}
	}
	cancel()
	<-done
}

// askFor is a request for the warm answer.
func askFor(url string, headers ...string) *fasthttp.RequestCtx {
	var rq fasthttp.Request
	rq.SetRequestURI(url)
	rq.Header.SetHost("127.0.0.1:8080")
	for i := 0; i < len(headers); i += 2 {
		rq.Header.Add(headers[i], headers[i+1])
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&rq, nil, nil)
	return &ctx
}
