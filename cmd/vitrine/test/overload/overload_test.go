package overload

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

func TestMain(m *testing.M) { kit.Main(m) }

// waits is how many reads wait at most. While more than crowd wait, a read is refused before it begins, unless another
// tenant has to give up its place.
const waits, crowd = 256, waits * 7 / 8

// status returns a figure of admission in /status.
func status(t *testing.T, h *kit.App, name string) int {
	t.Helper()
	r := h.Send(t, http.MethodGet, "/status", "Accept", "application/json")
	n, err := strconv.Atoi(fmt.Sprint(r.At("admission", name)))
	if err != nil {
		t.Fatalf("/status has no figure %s: %s", name, kit.Excerpt(r.Body))
	}
	return n
}

// hang has every query hang that reads a table, until the function that it returns is called.
func hang(t *testing.T, h *kit.App, tables string) (release func()) {
	t.Helper()
	e := h.NewEditor(t)
	e.Exec("BEGIN")
	e.Exec("LOCK TABLE " + tables + " IN ACCESS EXCLUSIVE MODE")
	release = sync.OnceFunc(func() {
		if _, err := e.Conn.Exec(context.WithoutCancel(t.Context()), "ROLLBACK"); err != nil {
			t.Errorf("unlock: %v", err)
		}
	})
	t.Cleanup(release)
	return release
}

// reads are requests that run at once.
type reads struct {
	h        *kit.App
	all      sync.WaitGroup
	answered atomic.Int64 // with 200
	refused  atomic.Int64 // with 503
}

// get requests a path in the background, and then sends the answer. Any other one than 200 and a 503 with its headers
// is an error.
func (r *reads) get(t *testing.T, tenant, path string, headers ...string) <-chan *kit.Answer {
	t.Helper()
	ctx, answered := context.WithoutCancel(t.Context()), make(chan *kit.Answer, 1)
	r.all.Go(func() {
		got, err := r.h.RoundTrip(ctx, http.MethodGet, path, append(headers, "x-service-client", tenant)...)
		switch {
		case err != nil:
			t.Errorf("%s: %v", path, err)
		case got.Status == http.StatusOK:
			r.answered.Add(1)
		case got.Status == http.StatusServiceUnavailable && got.At("code") == "UNAVAILABLE" &&
			got.Header.Get("Retry-After") != "" && got.Header.Get("Cache-Control") == "private, no-store":
			r.refused.Add(1)
		default:
			t.Errorf("%s: %d %v %s", path, got.Status, got.Header, kit.Excerpt(got.Body))
		}
		answered <- got
	})
	return answered
}

// brands is one of many lists that Postgres reads.
func brands(n int) string { return fmt.Sprintf("/v1/brand?limit=%d&page=%d", 1+n%100, 2+n/100) }

// While Postgres hangs, one tenant requests more than may wait. The rest is refused at once. Hits are answered, and so
// is what may be served stale. Another tenant finds a place and is answered first. Then everything is as before.
func TestAFloodOfMissesLeavesRoomForOthers(t *testing.T) {
	t.Parallel()
	const flood, others = 400, 50
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		// No read is refused for the time that it waits, however busy the machine is.
		c.FillTimeout, c.MissBurst, c.MissWait = 2*time.Minute, time.Minute, time.Minute
		// Nothing but the requests reads from Postgres, and each of them does.
		c.Without = []string{"inlined-record", "refresh-ahead", "held-answers"}
	})
	const page = "/v1/blog?limit=3"
	for _, tenant := range boot.DemoTenants {
		testkit.Until(t, "it is cached", func() bool { return h.Get(t, tenant, page).CacheStatus() == "hit" })
	}
	e := h.NewEditor(t)
	e.Exec("UPDATE blog_post SET title = title || '.' WHERE tenant_id = 'demo'")
	h.WaitApplied(t, e, "demo")
	release := hang(t, h, "brand")

	var demo, atelier reads
	demo.h, atelier.h = h, h
	for i := range flood {
		demo.get(t, "demo", brands(i))
	}
	var last string // what /status said
	var waiting, requests int
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("of the flood %d were answered and %d refused; %s", demo.answered.Load(), demo.refused.Load(), last)
		}
	})
	settled := func() bool {
		waiting = status(t, h, "waiting")
		running := status(t, h, "running")
		last = fmt.Sprintf("%d waited, %d read from Postgres, %d in memory", waiting, running, status(t, h, "memory"))
		return waiting > crowd && waiting <= waits && demo.refused.Load() == int64(requests-waiting-running)
	}
	requests = flood
	testkit.Until(t, "some read, almost as many wait as may, and the others are refused", settled)
	for i := range waits - crowd { // those with an unknown header are not refused before they begin
		demo.get(t, "demo", brands(flood+1+i), "X-Unknown", "1")
	}
	requests += waits - crowd
	testkit.Until(t, "as many wait as may", func() bool { return settled() && waiting == waits })

	if r := h.Get(t, "atelier", page); !r.Proper() || r.CacheStatus() != "hit" {
		t.Errorf("a hit: %d %v", r.Status, r.Header)
	}
	if r := h.Get(t, "demo", page); r.Status != http.StatusOK || r.Header.Get("X-Stale") != "1" ||
		r.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("what may be served stale: %d %v", r.Status, r.Header)
	}
	if r := h.Send(t, http.MethodGet, brands(flood), "x-service-client", "demo", "Accept",
		"application/problem+json"); r.Status != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" ||
		r.Header.Get("Content-Type") != "application/problem+json; charset=utf-8" {
		t.Errorf("refused: %d %v %s", r.Status, r.Header, kit.Excerpt(r.Body))
	}
	before := demo.refused.Load()
	for i := range others {
		atelier.get(t, "atelier", brands(i))
	}
	testkit.Until(t, "the tenant with the flood gives up places", func() bool {
		return demo.refused.Load() == before+int64(waiting+others-waits)
	})

	release()
	atelier.all.Wait()
	earlier := demo.answered.Load()
	demo.all.Wait()
	if atelier.refused.Load() != 0 || earlier > waits/2 {
		t.Errorf("%d reads of another tenant were refused; %d of the flood were answered before the last of them",
			atelier.refused.Load(), earlier)
	}
	if got := demo.answered.Load(); got < crowd-others {
		t.Errorf("%d of the flood were answered", got)
	}
	if r := h.Get(t, "demo", brands(flood)); !r.Proper() || r.CacheStatus() != "fwd=miss" {
		t.Errorf("after the flood: %d %v", r.Status, r.Header)
	}
	testkit.Until(t, "the page is fresh again", func() bool { return h.Get(t, "demo", page).Proper() })
	if n := status(t, h, "waiting"); n != 0 {
		t.Errorf("after the flood %d wait", n)
	}
}

// While Postgres hangs, reads that need it are refused in time, and searches that need only memory are answered.
func TestSearchesInMemoryAreAnsweredWhilePostgresHangs(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.FillTimeout, c.MissBurst, c.MissWait = 20*time.Second, time.Second, time.Second/2
	})
	const pages, search = 20, "/v1/product?limit=1&page=%d&search=a"
	for i := range pages { // the records are in memory then
		testkit.Until(t, "it is answered", func() bool { return h.Get(t, "demo", fmt.Sprintf(search, 1+i)).Proper() })
	}
	release := hang(t, h, "brand")
	hung := reads{h: h}
	for i := range 40 {
		hung.get(t, "demo", brands(i))
		hung.get(t, "demo", fmt.Sprintf("/v1/brand?limit=%d&search=a", 1+i))
	}
	testkit.Until(t, "reads that need Postgres are refused", func() bool { return hung.refused.Load() > 0 })
	for i := range pages {
		r := h.Get(t, "demo", fmt.Sprintf(search+"&fields=name", 1+i))
		if !r.Proper() || r.CacheStatus() != "hit; detail=assembled" {
			t.Fatalf("a search: %d %v %s", r.Status, r.Header, kit.Excerpt(r.Body))
		}
	}
	if hung.answered.Load() != 0 {
		t.Errorf("%d reads of a locked table were answered", hung.answered.Load())
	}
	release()
	hung.all.Wait()
	testkit.Until(t, "reads are answered again", func() bool { return h.Get(t, "demo", brands(99)).Proper() })
}

// firstRefusal requests one path after the other until one is refused at once. Each fill that ceased to wait for
// Postgres since the queue was almost full makes room for one more, which waits with the others.
func firstRefusal(t *testing.T, h *kit.App, path func(int) string, flood *reads) (refused *kit.Answer) {
	t.Helper()
	waiting := status(t, h, "waiting")
	for n := 0; refused == nil && n < waits; n++ {
		answered := flood.get(t, "demo", path(n))
		testkit.Until(t, "it waits or is answered", func() bool {
			select {
			case refused = <-answered:
				return true
			default:
				return status(t, h, "waiting") > waiting
			}
		})
		waiting = status(t, h, "waiting")
	}
	if refused == nil {
		t.Fatal("no read was refused")
	}
	return refused
}

// While too many wait, a read is refused before it begins: with the same answer as one that has begun. What needs no
// place is answered as ever.
func TestAReadIsRefusedBeforeItBegins(t *testing.T) {
	t.Parallel()
	var log testkit.Buffer
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.FillTimeout, c.MissBurst, c.MissWait = 2*time.Minute, time.Minute, time.Minute
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	testkit.Until(t, "nothing is read in advance any more", func() bool {
		return strings.Contains(log.String(), "records of searches are in memory")
	})
	const page, list = "/v1/event?limit=3&page=1", "/v1/product?limit=1&sort=price"
	for _, url := range []string{page, "/v1/event/comlek-atolyesi"} {
		testkit.Until(t, "it is cached", func() bool { return h.Get(t, "demo", url).CacheStatus() == "hit" })
	}
	testkit.Until(t, "its records are in memory", func() bool { return h.Get(t, "demo", list).CacheStatus() == "hit" })
	release := hang(t, h, "event") // whose lists are not in memory
	flood := reads{h: h}
	events := func(n int) string { return fmt.Sprintf("/v1/event?limit=%d&page=%d", 1+n%100, 2+n/100) }
	for i := range crowd + 25 {
		flood.get(t, "demo", events(i))
	}
	testkit.Until(t, "too many wait, and more could", func() bool {
		n := status(t, h, "waiting")
		return n > crowd && n < waits && int64(n+status(t, h, "running"))+flood.refused.Load() >= crowd+25
	})
	refused := firstRefusal(t, h, func(n int) string { return events(300 + n) }, &flood)
	// Memory has lists of products and searches for brands, but neither single records nor lists of brands.
	for _, url := range []string{"/v1/product/none", "/v1/brand/none", "/v1/brand?limit=3&page=7"} {
		if r := h.Get(t, "demo", url); r.Status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d", url, r.Status)
		}
	}
	slow := []string{"X-Unknown", "1"} // a request with an unknown header is not refused before it begins
	for i := range 2 * (waits - crowd) {
		flood.get(t, "demo", events(500+i), slow...)
	}
	testkit.Until(t, "no more may wait", func() bool { return status(t, h, "waiting") == waits })
	begun := h.Send(t, http.MethodGet, events(401), append(slow, "x-service-client", "demo")...)
	made, err := http.ParseTime(refused.Header.Get("Date"))
	if d := time.Since(made).Abs(); err != nil || d > testkit.Patience {
		t.Errorf("the refusal's date is off by %s: %v", d, err)
	}
	for _, name := range []string{"Retry-After", "X-Request-Id", "Date", "Content-Length"} {
		if refused.Header.Get(name) == "" || begun.Header.Get(name) == "" {
			t.Errorf("no %s: %v and %v", name, refused.Header, begun.Header)
		}
		refused.Header.Del(name)
		begun.Header.Del(name)
	}
	if diff := cmp.Diff(begun.Header, refused.Header); diff != "" || refused.Status != http.StatusServiceUnavailable ||
		begun.Status != refused.Status || begun.At("message") != refused.At("message") || refused.At("requestId") == nil {
		t.Errorf("%d and %d; a refusal before the fill differs from one of the fill:\n%s\n%s\n%s", begun.Status,
			refused.Status, diff, begun.Body, refused.Body)
	}
	for url, want := range map[string]string{
		"/v1/event?page=1&limit=3":          "hit", // another spelling of what is cached
		"/v1/catalog/event/comlek-atolyesi": "hit",
		list + "&fields=name":               "hit; detail=assembled",
	} {
		if r := h.Get(t, "demo", url); !r.Proper() || r.CacheStatus() != want {
			t.Errorf("%s: %d %v %s", url, r.Status, r.Header, kit.Excerpt(r.Body))
		}
	}
	for url, want := range map[string]int{"/v1/nothing": 404, "/v1/event?page=0": 400, "/v1/time": 200, "/healthz": 200,
		"/v1/event?limit=7&page=9": 503} {
		if r := h.Get(t, "demo", url); r.Status != want {
			t.Errorf("%s: %d %s", url, r.Status, kit.Excerpt(r.Body))
		}
	}
	if r := h.Send(t, http.MethodGet, events(403), "x-service-client", "demo", "Accept", "Application/Problem+JSON"); r.
		Header.Get("Content-Type") != "application/problem+json; charset=utf-8" {
		t.Errorf("another form: %d %v", r.Status, r.Header)
	}
	if r := h.Get(t, "nobody", events(402)); r.Status != http.StatusNotFound {
		t.Errorf("an unknown tenant: %d %s", r.Status, kit.Excerpt(r.Body))
	}
	release()
	flood.all.Wait()
	testkit.Until(t, "reads are answered again", func() bool { return h.Get(t, "demo", events(400)).Proper() })
}
