package gateway

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
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
		if e := c.entryOf(tenant, path); e != nil && e.Asked() {
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
	before := c.s.ahead.reads.Load()
	if !c.s.lookAhead(c.t.Context()) {
		c.t.Fatal("it did not come to its end")
	}
	c.s.cache.Wait()
	return c.s.ahead.reads.Load() - before
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
		if e == was || e.Stale(c.now) || e.Asked() || !strings.Contains(e.Cause, fmt.Sprint("change ", c.s.replica.Tenant("t").Applied())) {
			t.Fatalf("round %d: stale %v, asked for %v, cause %q", round, e.Stale(c.now), e.Asked(), e.Cause)
		}
		misses := c.s.cache.Stats.Misses.Load()
		c.read("t", hot)
		if e := c.entryOf("t", hot); !e.Asked() || c.s.cache.Stats.Misses.Load() != misses {
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
	if c.s.ahead.n != 0 || len(c.s.ahead.shops) != 0 {
		t.Errorf("%d candidates are left", c.s.ahead.n)
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

// Where a reader was faster nothing is read, and his answer is read ahead next time.
func TestAReaderWhoWasFasterIsNotReadAfter(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	const hot = "/product?limit=5"
	c.change("t", "a")
	c.ask("t", hot)
	c.change("t", "a")
	list := c.s.fallen()
	c.ask("t", hot)
	mine := c.entryOf("t", hot)
	for _, cand := range list {
		if read, err := c.s.readAgain(cand); read || err != nil {
			t.Errorf("read %v, %v", read, err)
		}
	}
	if len(list) != 1 || c.entryOf("t", hot) != mine || c.s.ahead.n != 1 {
		t.Errorf("%d had fallen; %d candidates", len(list), c.s.ahead.n)
	}
	c.change("t", "a")
	if n := c.look(); n != 1 {
		t.Errorf("the reader's own answer: %d were read", n)
	}
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
		before := c.s.ahead.n
		for range 2 { // a search is kept the second time
			if ctx := askFor("/v1"+path, "x-service-client", "t"); true {
				c.s.serve(ctx)
				if status := ctx.Response.StatusCode(); status != 200 && path != "/product/none" {
					t.Fatalf("%s: %d %s", path, status, ctx.Response.Body())
				}
			}
		}
		if got := c.s.ahead.n > before; got != want {
			t.Errorf("%s is a candidate: %v", path, got)
		}
	}
}

// What ends by time alone is read again when it has ended.
func TestAListIsReadAgainWhenItsTimeHasCome(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	at := c.now.Add(time.Hour)
	if _, err := c.db.Pool.Exec(t.Context(), "INSERT INTO product (tenant_id, slug, name, status, stock, publish_at) VALUES ('t', 'a', 't/a', 'PUBLISHED', 1, $1)", at); err != nil {
		t.Fatal(err)
	}
	c.apply()
	const hot = "/product?limit=5"
	c.ask("t", hot)
	if n := c.look(); n != 0 {
		t.Fatalf("%d read before anything changed", n)
	}
	if idle := c.s.ahead.idle(at.Add(-time.Second)); idle != time.Second {
		t.Errorf("a second before it ends it is looked at in %v", idle)
	}
	c.now = at
	if n := c.look(); n != 1 || !strings.Contains(string(c.entryOf("t", hot).Body), `"t/a"`) {
		t.Errorf("%d read at its end: %s", n, c.entryOf("t", hot).Body)
	}
}

func TestNothingIsReadAheadWhereItWouldTakeFromReaders(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	const hot = "/product?limit=5"
	if wait := c.s.readersFirst(); wait != 0 {
		t.Errorf("at rest it stands back for %v", wait)
	}
	for range cap(c.s.reads) / 2 {
		c.s.reads <- struct{}{}
	}
	if c.s.readersFirst() == 0 {
		t.Error("while half of what may be read at once is being read")
	}
	for range cap(c.s.reads) / 2 {
		<-c.s.reads
	}
	if deaf := openCounter(t, silentAlways); deaf.s.readersFirst() != aheadStop {
		t.Error("while the bus is silent")
	}
	c.change("t", "a")
	c.ask("t", hot)
	c.write("t", "a", "UPDATE tenant SET status = 'DISABLED' WHERE id = 't'")
	if err := c.s.replica.Compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := c.look(); n != 0 || c.s.ahead.n != 0 {
		t.Errorf("of a shop that is switched off %d were read; %d candidates", n, c.s.ahead.n)
	}
}

func TestCandidatesAreBounded(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	c.change("t", "a")
	c.change("u", "a")
	c.s.ahead.most, c.s.ahead.each = 6, 4
	for i := range 10 {
		c.read("t", fmt.Sprint("/product?limit=", i+1))
	}
	if n := len(c.s.ahead.shops[c.s.replica.Tenant("t")].all); n != 4 || c.s.ahead.n != 4 {
		t.Fatalf("%d candidates of one tenant, %d in all", n, c.s.ahead.n)
	}
	if _, known := c.s.ahead.shops[c.s.replica.Tenant("t")].find([]byte("t\x00/product")); !known {
		t.Error("the newest found no place though nobody asked for those before it") // the tenth, whose limit is the default
	}
	for i := range 9 {
		c.ask("u", fmt.Sprint("/product?limit=", i+1))
	}
	if n := c.s.ahead.n; n != 6 {
		t.Errorf("%d candidates in all", n)
	}
	all := c.s.ahead.shops[c.s.replica.Tenant("u")].all
	for i := range 10 {
		c.ask("u", fmt.Sprint("/product?limit=", i+20))
	}
	for key, cand := range all {
		if e := cand.entry.Value(); e == nil || c.s.cache.Peek([]byte(key)) != e {
			t.Errorf("%q is a candidate of an answer that is gone", key)
		}
	}
	if n := c.s.ahead.n; n != 6 {
		t.Errorf("%d candidates in all once every one was asked for", n)
	}
}

func TestReadingAheadIsSwitchedOffAndStops(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	c.change("t", "a")
	c.ask("t", "/product?limit=5")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); c.s.keepAhead(ctx) }()
	c.change("t", "a")
	for deadline := time.Now().Add(time.Minute); c.s.ahead.reads.Load() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("an applied change wakes nobody")
		}
	}
	cancel()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it does not stop")
	}

	c = openCounter(t, silentNever)
	c.s.ahead.off = true
	c.change("t", "a")
	c.ask("t", "/product?limit=5")
	c.change("t", "a")
	if n := c.look(); n != 0 || c.s.ahead.n != 0 {
		t.Errorf("switched off: %d read, %d candidates", n, c.s.ahead.n)
	}
}

// While changes come fast nothing is read ahead; once they do not, what fell meanwhile is.
func TestNothingIsReadAheadWhileChangesComeFast(t *testing.T) {
	t.Parallel()
	c := openCounter(t, silentNever)
	c.change("t", "a")
	c.ask("t", "/product?limit=5")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	began := time.Now()
	var passed, looks atomic.Int64 // no time does but what we let pass
	c.s.ahead.now = func() time.Time { looks.Add(1); return began.Add(time.Duration(passed.Load())) }
	c.s.ahead.pace = pace{at: began, rate: 1e6}
	go func() { defer close(done); c.s.keepAhead(ctx) }()
	c.change("t", "a")
	for deadline := time.Now().Add(time.Minute); looks.Load() < 2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("what fell is not looked at again")
		}
	}
	if n := c.s.ahead.reads.Load(); n != 0 {
		t.Errorf("%d answers were read ahead", n)
	}
	passed.Store(int64(paceSpan))
	for deadline := time.Now().Add(time.Minute); c.s.ahead.reads.Load() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("what fell meanwhile is not read ahead")
		}
	}
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
	}{{0, 1000, 0}, {paceSpan / 2, 2000, 0}, {paceSpan, 1500, 500}, {paceSpan + paceSpan/2, 9000, 500}, {3 * paceSpan, 1500, 0}} {
		if rate := p.of(want.n, at.Add(want.after)); rate != want.rate {
			t.Errorf("look %d: %v a second, want %v", i, rate, want.rate)
		}
	}
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
