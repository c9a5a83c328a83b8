package gateway

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/testkit"
)

// entryOf is the entry of a path of a tenant; nil if there is none.
func (c *recorder) entryOf(tenant, path string) *cache.Entry {
	return c.s.cache.Peek(cache.AppendKey(nil, tenant, []byte(path)))
}

// ask reads a path until it is a hit.
func (c *recorder) ask(tenant, path string) {
	c.t.Helper()
	testkit.Until(c.t, path+" of "+tenant+" is a hit", func() bool {
		c.read(tenant, path)
		e := c.entryOf(tenant, path)
		return e != nil && e.Requested()
	})
}

// change commits a change of a product and applies it.
func (c *recorder) change(tenant, slug string) {
	c.t.Helper()
	c.write(tenant, slug)
	c.apply()
}

// look is one look of the refresher. It returns how many answers were refilled.
func (c *recorder) look() uint64 {
	c.t.Helper()
	before := c.s.refresher.Refilled.Load()
	if !c.s.refresher.Look(c.t.Context()) {
		c.t.Fatal("the look did not finish")
	}
	c.s.cache.Wait()
	return c.s.refresher.Refilled.Load() - before
}

// A requested list is refilled before the next request. A list that was not requested is not, nor is a record. The
// history is as correct as without a refresher.
func TestHistoryOfRefilledLists(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
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
			t.Fatal("the change did not make the list stale")
		}
		if n := c.look(); n != 1 {
			t.Fatalf("round %d: %d answers were refilled, want the one that was requested", round, n)
		}
		e := c.entryOf("t", hot)
		cause := fmt.Sprint("change ", c.s.replica.Tenant("t").Applied())
		if e == was || e.Stale(c.now) || e.Requested() || !strings.Contains(e.Cause, cause) {
			t.Fatalf("round %d: stale %v, requested %v, cause %q", round, e.Stale(c.now), e.Requested(), e.Cause)
		}
		misses := c.s.cache.Stats.Misses.Load()
		c.read("t", hot)
		if e := c.entryOf("t", hot); !e.Requested() || c.s.cache.Stats.Misses.Load() != misses {
			t.Fatalf("round %d: the next request is no hit", round)
		}
	}
	if !c.entryOf("t", cold).Stale(c.now) || !c.entryOf("t", "/product/a").Stale(c.now) {
		t.Error("an answer that was not requested, or a single record, was refilled")
	}

	// Without a request, it is refilled a few times more.
	for _, want := range []uint64{1, 1, 1, 1, 0, 0} {
		c.change("t", "a")
		if n := c.look(); n != want {
			t.Errorf("without a request %d answers were refilled, want %d", n, want)
		}
	}
	if c.s.refresher.Count() != 0 {
		t.Errorf("%d candidates are left", c.s.refresher.Count())
	}
	c.read("t", hot)
	c.read("t", "/product/a")
	c.check(10)
}

// Two tenants have a list at the same address. A change of one tenant refills only the list of that tenant.
func TestHistoryOfRefilledListsOfTwoTenants(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	const hot = "/product?limit=5"
	for _, tenant := range []string{"t", "u"} {
		c.change(tenant, "a")
		c.ask(tenant, hot)
	}
	other := c.entryOf("u", hot)
	c.change("t", "a")
	if n := c.look(); n != 1 || c.entryOf("u", hot) != other || c.entryOf("t", hot).Tenant().ID != "t" {
		t.Errorf("%d answers were refilled; that of the other tenant too: %v", n, c.entryOf("u", hot) != other)
	}
	c.change("u", "a")
	c.change("u", "b")
	if n := c.look(); n != 1 || c.entryOf("u", hot) == other || c.entryOf("u", hot).Tenant().ID != "u" {
		t.Errorf("%d answers of the other tenant were refilled", n)
	}
	c.read("t", hot)
	c.read("u", hot)
	c.check(7)
}

// Lists and filters are refilled. Searches, records and uncacheable answers are not.
func TestListsAndFiltersAreRefilled(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.change("t", "a")
	for path, want := range map[string]bool{
		"/product": true, "/product?limit=5": true, "/product/filters": true, "/category/tree": true, "/product/new": true,
		"/product/a/similar": true,
		"/product?search=a":  false, "/product/filters?search=a": false, "/product/a": false, "/product/none": false,
		"/product/random/2":                          false,
		"/product?brand=" + strings.Repeat("x", 100): true, "/product?attributes=" + strings.Repeat("a", 60) + "%3A" +
			strings.Repeat("%C3%B6", 100): false,
	} {
		before := c.s.refresher.Count()
		for range 2 { // a search is kept at the second request
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
	c := openHistory(t, connected)
	c.change("t", "a")
	c.ask("t", "/product?limit=5")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); c.s.refresher.Run(ctx) }()
	c.change("t", "a")
	testkit.Until(t, "an applied change causes a look", func() bool { return c.s.refresher.Refilled.Load() > 0 })
	cancel()
	<-done
}

// askFor makes a request.
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
