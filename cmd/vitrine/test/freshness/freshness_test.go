package freshness

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// A proof is one app with an editor and many readers.
type proof struct {
	t *testing.T
	h *kit.App
	e *kit.Editor
	took
}

func prove(t *testing.T, changes ...func(*boot.Config)) *proof {
	t.Helper()
	h := kit.Open(t, changes...)
	return &proof{t: t, h: h, e: h.NewEditor(t)}
}

// An expectation is a condition that the answer at a URL must meet after an edit.
type expectation struct {
	tenant, url string
	want        func(*kit.Answer) bool
}

// edit commits statements and checks that every expectation is met, and stays met.
func (p *proof) edit(name, sql string, all ...expectation) {
	p.t.Helper()
	p.act(name, func() { p.e.Exec(sql) }, all...)
}

// act is like edit, for more than statements. Before it, no expectation is met and all answers are cached. Otherwise
// the test would show nothing.
func (p *proof) act(name string, do func(), all ...expectation) {
	p.t.Helper()
	ok := p.t.Run(name, func(t *testing.T) {
		defer p.within(t)()
		for _, s := range all {
			testkit.Until(t, "the old answer is cached: "+s.url, func() bool {
				r := p.h.Get(t, s.tenant, s.url)
				if s.want(r) {
					t.Fatalf("this proves nothing: %s %s is so before the edit: %s", s.tenant, s.url, kit.Excerpt(r.Body))
				}
				if r.Status >= http.StatusInternalServerError {
					t.Fatalf("%s %s: %d", s.tenant, s.url, r.Status)
				}
				return r.Status != http.StatusOK || r.CacheStatus() == "hit"
			})
		}
		do()
		committed := time.Now()
		for _, s := range all {
			var last *kit.Answer
			for deadline := committed.Add(testkit.Patience); ; {
				if last = p.h.Get(t, s.tenant, s.url); s.want(last) {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("never seen: %s %s: %d %s", s.tenant, s.url, last.Status, kit.Excerpt(last.Body))
				}
			}
			p.took = append(p.took, time.Since(committed))
		}
		for _, s := range all {
			if err := holdsOn(t.Context(), p.h, s.tenant, s.url, s.want); err != nil {
				t.Error(err)
			}
		}
	})
	if !ok {
		p.t.FailNow() // later steps depend on it
	}
}

// within makes the proof report to a subtest, until the returned function is called.
func (p *proof) within(t *testing.T) func() {
	was := p.t
	p.t, p.e.T = t, t
	return func() { p.t, p.e.T = was, was }
}

// never checks that no reader sees something, once the edit is applied.
func (p *proof) never(what string, all ...expectation) {
	p.t.Helper()
	p.h.WaitApplied(p.t, p.e, "demo", "atelier")
	for _, s := range all {
		if r := p.h.Get(p.t, s.tenant, s.url); s.want(r) {
			p.t.Fatalf("%s is shown: %s %s: %d %s", what, s.tenant, s.url, r.Status, kit.Excerpt(r.Body))
		}
	}
}

// Clients read a page and two lists while the record in them is edited by plain SQL. Each reads the new value soon. No
// client reads an older value after any client has read a newer one.
func TestStressEditIsSeenAndNeverUnseen(t *testing.T) {
	t.Parallel()
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Soon,
		Title: "A product is edited while its page and two lists are read",
		Done:  []string{"one edit after the other by SQL, each as soon as the one before it is seen"},
		Judge: "The time from the answer to COMMIT until a gateway first shows the new value. No later read may be older."})
	p := prove(t)
	id := p.e.One("SELECT id FROM product WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'")
	p.e.Exec("UPDATE product SET stock = 0, position = -1 WHERE id = '" + id + "'")
	p.h.WaitApplied(t, p.e, "demo")
	views := []*witness{
		{url: "/v1/product/mavi-keten-gomlek", value: func(r *kit.Answer) any { return r.At("data", "stock", "amount") }},
		{url: "/v1/product?limit=5", value: func(r *kit.Answer) any { return r.Find("_id", id)["stockAmount"] }},
		{url: "/v1/product?sort=price&brand=" + p.e.One("SELECT brand_id FROM product WHERE id = '"+id+"'") + "&limit=100",
			value: func(r *kit.Answer) any { return r.Find("_id", id)["stockAmount"] }},
	}
	var stop atomic.Bool
	var readers sync.WaitGroup
	defer readers.Wait()
	defer stop.Store(true)
	for _, w := range views {
		readers.Go(func() {
			for !stop.Load() {
				if err := w.read(t, p.h); err != nil {
					t.Error(err)
					stop.Store(true)
					return
				}
			}
		})
	}
	for i := range proving.Rounds(200, 3000) {
		if stop.Load() {
			return
		}
		n := int64(i + 1)
		p.e.Exec(fmt.Sprintf("UPDATE product SET stock = %d WHERE id = '%s'", n, id))
		committed := time.Now()
		w := views[i%2]
		for w.seen.Load() < n {
			if err := w.read(t, p.h); err != nil {
				t.Fatal(err)
			}
			if time.Since(committed) > testkit.Patience {
				t.Fatalf("edit %d is not seen at %s", n, w.url)
			}
		}
		p.took = append(p.took, time.Since(committed))
	}
	stop.Store(true)
	readers.Wait()
	var reads int64
	for _, w := range views {
		reads += w.reads.Load()
	}
	t.Logf("%s; %d reads, none older than one before it", p.took, reads)
	found.Count("edits", int64(len(p.took)))
	found.Count("reads", reads)
	found.Spreads = []evidence.Spread{{Name: "From COMMIT to visible", Times: p.took}}
}

// A witness reads a number at one URL that only ever grows. An answer that is older than one that was complete before
// it was asked for is a fault, whichever connections the two came by.
type witness struct {
	url         string
	value       func(*kit.Answer) any
	seen, reads atomic.Int64
}

func (w *witness) read(t testing.TB, h *kit.App) error {
	bound := w.seen.Load()
	r, err := h.Read(t.Context(), "demo", w.url)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(fmt.Sprint(w.value(r)), 10, 64)
	if err != nil {
		return fmt.Errorf("%s: %d %s: %w", w.url, r.Status, kit.Excerpt(r.Body), err)
	}
	w.reads.Add(1)
	if n < bound {
		return fmt.Errorf("%s: %d after somebody has seen %d", w.url, n, bound)
	}
	for {
		was := w.seen.Load()
		if was >= n || w.seen.CompareAndSwap(was, n) {
			return nil
		}
	}
}
