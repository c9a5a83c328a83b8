package overload

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// slowly has every query that reads a table wait for its turn: a lock is taken again as soon as it was given back. So
// Postgres answers few of them, as many a second on every machine. It ends with the function that it returns.
func slowly(t *testing.T, h *kit.App, table string) (end func()) {
	t.Helper()
	const held = 400 * time.Millisecond
	e := h.NewEditor(t)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ctx := context.WithoutCancel(t.Context())
		for {
			_, err := e.Conn.Exec(ctx, "BEGIN; LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE")
			last := false
			select {
			case <-stop:
				last = true
			case <-time.After(held):
			}
			if _, end := e.Conn.Exec(ctx, "COMMIT"); err != nil || end != nil {
				t.Errorf("lock %s: %v, %v", table, err, end)
				return
			}
			if last {
				return
			}
		}
	}()
	end = sync.OnceFunc(func() { close(stop); <-stopped })
	t.Cleanup(end)
	return end
}

// capacity is how many reads a second are answered, with no more of them at once than are read at once.
func capacity(t *testing.T, h *kit.App, span time.Duration) float64 {
	t.Helper()
	var all reads
	all.h = h
	var clients sync.WaitGroup
	var next atomic.Int64
	began := time.Now()
	for range runtime.GOMAXPROCS(0) {
		clients.Go(func() {
			for time.Since(began) < span {
				one := reads{h: h}
				one.get(t, "demo", brands(int(next.Add(1))))
				one.all.Wait()
				all.answered.Add(one.answered.Load())
			}
		})
	}
	clients.Wait()
	return float64(all.answered.Load()) / time.Since(began).Seconds()
}

// A hundred times as many uncached reads are requested as can be answered. Hits are answered, always. No unmarked
// answer is older than an edit before it, no acknowledged edit is lost, and no more wait than may. Then everything is
// as before, by itself.
func TestProveAHundredTimesTheLoadHarmsNoHitAndNoEdit(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.Without = []string{"inlined-record", "refresh-ahead", "held-answers"} // each of the reads needs Postgres
	})
	const page = "/v1/event?limit=3"
	e := h.NewEditor(t)
	slug := fmt.Sprint(h.Get(t, "demo", "/v1/blog?limit=1").At("data", 0, "slug"))
	post := "/v1/blog/" + slug
	for _, tenant := range boot.DemoTenants {
		testkit.Until(t, "it is cached", func() bool { return h.Get(t, tenant, page).CacheStatus() == "hit" })
	}
	memory := heap()
	end := slowly(t, h, "brand")
	rate := 100 * capacity(t, h, 3*time.Second)
	span := time.Duration(proving.Rounds(4, 60)) * time.Second
	total := int(rate * span.Seconds())

	load, ended := reads{h: h}, atomic.Bool{}
	var beside sync.WaitGroup
	beside.Go(func() {
		defer ended.Store(true)
		began := time.Now()
		for i := 0; i < total && !t.Failed(); i++ {
			time.Sleep(time.Until(began.Add(time.Duration(float64(i) / rate * float64(time.Second)))))
			load.get(t, "demo", brands(i))
		}
		t.Logf("%d reads in %s, a hundred times what Postgres answers", total, time.Since(began).Round(time.Millisecond))
	})
	hits := 0
	beside.Go(func() {
		for ; !ended.Load(); hits++ {
			tenant := boot.DemoTenants[hits%len(boot.DemoTenants)]
			r, err := h.RoundTrip(context.WithoutCancel(t.Context()), http.MethodGet, page, "x-service-client", tenant)
			if err != nil || !r.Proper() || r.CacheStatus() != "hit" {
				t.Errorf("a hit of %s: %+v, %v", tenant, r, err)
				return
			}
			time.Sleep(time.Millisecond)
		}
	})
	edits := 0
	var fresh, refused atomic.Int64
	for ; !ended.Load() && !t.Failed(); time.Sleep(20 * time.Millisecond) {
		edits++
		e.Exec(fmt.Sprintf("UPDATE blog_post SET title = '%d' WHERE tenant_id = 'demo' AND slug = '%s'", edits, slug))
		h.WaitApplied(t, e, "demo")
		least := edits
		beside.Go(func() { // it may have to wait among the reads of its tenant
			r, err := h.RoundTrip(context.WithoutCancel(t.Context()), http.MethodGet, post, "x-service-client", "demo")
			if err != nil {
				t.Error(err)
				return
			}
			title, _ := strconv.Atoi(fmt.Sprint(r.At("data", "title")))
			switch {
			case r.Status == http.StatusServiceUnavailable || r.Header.Get("X-Stale") == "1":
				refused.Add(1)
			case !r.Proper() || title < least:
				t.Errorf("after edit %d: %d %v %s", least, r.Status, r.Header, kit.Excerpt(r.Body))
			default:
				fresh.Add(1)
			}
		})
		if n := status(t, h, "waiting"); n > waits {
			t.Errorf("%d wait, at most %d may", n, waits)
		}
	}
	beside.Wait()
	t.Logf("%d refused; beside them %d hits, and %d edits: %d reads after them were new, %d refused or marked",
		load.refused.Load(), hits, edits, fresh.Load(), refused.Load())
	if n := load.refused.Load(); n < int64(total)*3/4 {
		t.Errorf("%d of %d reads were refused: there was no overload", n, total)
	}
	if hits < 100 || edits < 10 { // on a busy machine all reads after edits may be refused; the last one is read below
		t.Errorf("this proves nothing: %d hits, %d edits", hits, edits)
	}

	end()
	load.all.Wait()
	testkit.Until(t, "the last edit is read", func() bool {
		r := h.Get(t, "demo", post)
		return r.Proper() && r.At("data", "title") == strconv.Itoa(edits)
	})
	for i := range 20 {
		testkit.Until(t, "reads are answered again", func() bool { return h.Get(t, "demo", brands(total+i)).Proper() })
	}
	if n := status(t, h, "waiting"); n != 0 {
		t.Errorf("%d wait still", n)
	}
	const more = 64 << 20
	testkit.Until(t, "memory is as before", func() bool { return heap() < memory+more })
}

// heap is what is in use after a garbage collection, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
