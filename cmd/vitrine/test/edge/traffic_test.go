package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/purge"
	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// A shop is an app behind an edge. Writers set the stock of products to ever higher numbers: even ones in the tenant
// demo, odd ones in atelier, so that an answer of the wrong tenant is recognised.
type shop struct {
	*testing.T
	*kit.App
	edge  string // address of the edge
	slugs map[string][]string

	mu        sync.Mutex
	written   map[[2]string][]value // by tenant and slug
	announced map[string][]moment   // by tenant, in order
	last      int

	history    *history.History // nil: reads are judged as they come only
	leastEdits int64
	onNews     func(tenant string, seq uint64) // an announcement; nil: nothing
	onEdit     func(n int64)                   // the n-th edit; nil: nothing

	edits, reads, hits, stale, mixed atomic.Int64
	marked                           atomic.Int64 // answers that say that they may be stale
	mayFail                          bool         // the edge may lose its connection to the gateway
	failed                           atomic.Int64 // reads that failed meanwhile
	worst                            atomic.Int64 // the most by which a read was older than announced
	slowest                          atomic.Int64 // the longest time that a read took
}

// A value is a stock that was committed as a change of its tenant.
type value struct {
	seq    uint64
	amount int
}

// A moment is when changes up to seq were announced.
type moment struct {
	seq uint64
	at  time.Time
}

const (
	productsEach = 12
	leastEdits   = 150
	firstWritten = 1_000_000 // every stock that is written is larger, and none of the demo data is
)

func openShop(t *testing.T, changes ...func(*boot.Config)) *shop {
	t.Helper()
	s := &shop{T: t, last: firstWritten, leastEdits: leastEdits, slugs: map[string][]string{},
		written: map[[2]string][]value{}, announced: map[string][]moment{}}
	s.App = kit.Open(t, append(changes, kit.LiveClock, func(c *boot.Config) { c.EdgeNetworks = "127.0.0.1" })...)
	for _, tenant := range boot.DemoTenants {
		items, _ := s.Get(t, tenant, fmt.Sprintf("/v1/product?limit=%d", productsEach)).At("data").([]any)
		for _, item := range items {
			slug, _ := item.(map[string]any)["slug"].(string)
			s.slugs[tenant] = append(s.slugs[tenant], slug)
		}
		if len(s.slugs[tenant]) != productsEach {
			t.Fatalf("%s has %d products", tenant, len(s.slugs[tenant]))
		}
	}
	sub, err := s.NATS.Subscribe(wire.NewsSubject, func(msg *nats.Msg) {
		var all []wire.News
		if json.Unmarshal(msg.Data, &all) != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, n := range all {
			if n.What == wire.Announced {
				s.announced[n.Tenant] = append(s.announced[n.Tenant], moment{n.Seq, time.Now()})
				if s.history != nil {
					s.history.Announce(n.Tenant, n.Seq)
				}
				if s.onNews != nil {
					s.onNews(n.Tenant, n.Seq)
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sub.Unsubscribe() })
	return s
}

// declare declares the edge for both tenants.
func (s *shop) declare(kind string, settings ...string) {
	s.Helper()
	for _, tenant := range boot.DemoTenants {
		d, err := purge.Parse(tenant, "test", kind, settings)
		if err == nil {
			err = purge.Add(s.Context(), s.Pool, d)
		}
		if err != nil {
			s.Fatal(err)
		}
	}
}

func url(tenant, slug string) string { return "/t/" + tenant + "/v1/product/" + slug }

// write sets the stock of a random product, and returns the change.
func (s *shop) write(e *kit.Editor, tenant string, r *rand.Rand) (slug string, written value) {
	slug = s.slugs[tenant][r.IntN(len(s.slugs[tenant]))]
	s.mu.Lock()
	s.last += 2
	n := s.last
	s.mu.Unlock()
	if tenant != boot.DemoTenants[0] {
		n++
	}
	w := history.Write{Tenant: tenant, Key: slug, Version: uint64(n)}
	if s.history != nil {
		w.Sent = s.history.Now()
	}
	e.Exec(fmt.Sprintf("UPDATE product SET stock = %d WHERE tenant_id = '%s' AND slug = '%s'", n, tenant, slug))
	if n := s.edits.Add(1); s.onEdit != nil {
		defer s.onEdit(n)
	}
	seq := e.Head(tenant) // one writer a tenant, so it is this change
	s.mu.Lock()
	defer s.mu.Unlock()
	s.written[[2]string{tenant, slug}] = append(s.written[[2]string{tenant, slug}], value{seq, n})
	if w.Seq = seq; s.history != nil {
		s.history.Wrote(w)
	}
	return slug, value{seq, n}
}

// due is the stock that a read must show that begins now.
func (s *shop) due(tenant, slug string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.announced[tenant]
	if len(m) == 0 {
		return 0
	}
	all, n := s.written[[2]string{tenant, slug}], 0
	for _, v := range all {
		if v.seq <= m[len(m)-1].seq {
			n = v.amount
		}
	}
	return n
}

// since is when the value after n was announced.
func (s *shop) since(tenant, slug string, n int) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.written[[2]string{tenant, slug}] {
		if v.amount <= n {
			continue
		}
		for _, m := range s.announced[tenant] {
			if m.seq >= v.seq {
				return m.at
			}
		}
	}
	return time.Now()
}

// read reads a product through the edge and judges the answer. It returns the stock.
func (s *shop) read(ctx context.Context, tenant, slug string) (amount int, hit bool, err error) {
	due, began := s.due(tenant, slug), time.Now()
	h := history.Read{Tenant: tenant, Key: slug}
	if s.history != nil {
		h.Start = s.history.Now()
	}
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.edge+url(tenant, slug), nil)
	if err != nil {
		return 0, false, err
	}
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		return 0, false, err
	}
	defer func() { _ = res.Body.Close() }() // it was read
	body, err := io.ReadAll(res.Body)
	if s.mayFail && (err != nil || res.StatusCode == http.StatusServiceUnavailable) {
		s.failed.Add(1)
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	var answer struct {
		Data struct {
			Slug  string
			Stock struct{ Amount int }
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil || res.StatusCode != http.StatusOK {
		return 0, false, fmt.Errorf("%s: %d %.200s", url(tenant, slug), res.StatusCode, body)
	}
	amount = answer.Data.Stock.Amount
	if status := res.Header.Get("X-Cache-Status"); status != "" {
		hit = status == "HIT"
	} else {
		hit = res.Header.Get("Age") != "" && res.Header.Get("Age") != "0" ||
			strings.Contains(res.Header.Get("X-Varnish"), " ")
	}
	if res.Header.Get("X-Stale") != "" { // Postgres took too long, and Vitrine says so
		s.marked.Add(1)
		if hit {
			s.Errorf("an edge keeps an answer that may be stale: %v", res.Header)
		}
		return amount, false, nil
	}
	n := s.reads.Add(1)
	if hit {
		s.hits.Add(1)
	}
	if s.history != nil { // nothing is promised about the order of two reads, so each is a gateway of its own
		h.Gateway = fmt.Sprintf("read %d (hit: %v, change %s)", n, hit, res.Header.Get("X-Version"))
		h.Of, h.End = tenant+"/"+answer.Data.Slug, s.history.Now()
		if amount > firstWritten {
			h.Version = uint64(amount)
		}
		s.history.Saw(h)
	}
	odd := tenant != boot.DemoTenants[0]
	if answer.Data.Slug != slug || amount > firstWritten && (amount%2 != 0) != odd {
		s.mixed.Add(1)
	}
	if amount < due {
		s.stale.Add(1)
		late := int64(began.Sub(s.since(tenant, slug, amount)))
		raise(&s.worst, late)
	}
	raise(&s.slowest, int64(time.Since(began)))
	return amount, hit, nil
}

// raise raises a number to n, unless it is higher.
func raise(most *atomic.Int64, n int64) {
	for was := most.Load(); n > was && !most.CompareAndSwap(was, n); was = most.Load() {
		continue
	}
}

// run reads until n answers were judged and some edits made, about 50 a second by two writers.
func (s *shop) run(n int64) {
	s.Helper()
	ctx, stop := context.WithCancel(s.Context())
	var writers, readers sync.WaitGroup
	for i, tenant := range boot.DemoTenants {
		e := s.NewEditor(s.T)
		writers.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 1))
			tick := time.NewTicker(40 * time.Millisecond)
			defer tick.Stop()
			for ctx.Err() == nil {
				s.write(e, tenant, r)
				<-tick.C
			}
		})
	}
	for i := range 8 {
		readers.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 2))
			for s.reads.Load() < n || s.edits.Load() < s.leastEdits {
				tenant := boot.DemoTenants[r.IntN(2)]
				if _, _, err := s.read(ctx, tenant, s.slugs[tenant][r.IntN(productsEach)]); err != nil {
					s.Error(err)
					return
				}
			}
		})
	}
	readers.Wait()
	stop()
	writers.Wait()
}

// report prints the figures of a run.
func (s *shop) report(what string) {
	s.Logf("%s: %d edits, %d reads, hit ratio %.2f, %d of them older than announced, at most by %s; %d for others; "+
		"%d marked as stale", what, s.edits.Load(), s.reads.Load(),
		float64(s.hits.Load())/float64(max(1, s.reads.Load())), s.stale.Load(),
		time.Duration(s.worst.Load()).Round(time.Millisecond), s.mixed.Load(), s.marked.Load())
	finding := evidence.Finding{Promise: evidence.Outside, Title: what + " before the gateway",
		Done: []string{"two tenants in one edge", "about 50 edits a second", "reads never pause"},
		Judge: "Each read with the announcements before it. A purge arrives after its announcement: until then a read may " +
			"be older. Once all are purged, none may be. None may be of another tenant.",
		Faults: int(s.mixed.Load())}
	older := "older, before the purge"
	if s.history != nil { // nothing is purged
		finding.Judge = "Each read with the announcements before it. None may be older, and none of another tenant."
		finding.Faults += int(s.stale.Load())
		older = "older than announced"
	}
	found := evidence.Begin(s.T, finding)
	found.Count("edits", s.edits.Load())
	found.Count("reads", s.reads.Load())
	found.Count("from the edge", s.hits.Load())
	found.Count(older, s.stale.Load())
	found.Count("ms older at most", s.worst.Load()/int64(time.Millisecond))
	if s.mixed.Load() > 0 {
		s.Error("an edge gave one tenant's answer to another")
	}
	if s.hits.Load() == 0 {
		s.Error("this proves nothing: the edge kept nothing")
	}
}

// settle waits until every announcement was purged twice.
func (s *shop) settle() {
	s.Helper()
	testkit.Until(s.T, "every announcement is purged twice", func() bool {
		all, err := purge.List(s.Context(), s.Pool, "")
		if err != nil {
			s.Fatal(err)
		}
		for _, e := range all {
			seq := s.One("SELECT coalesce(max(seq), 0)::text FROM change_signal WHERE tenant_id = $1", e.Tenant)
			if fmt.Sprint(e.Settled) < seq && len(fmt.Sprint(e.Settled)) <= len(seq) || e.Backlog > 0 {
				return false
			}
		}
		return true
	})
}

// One reads one value.
func (s *shop) One(sql string, args ...any) (text string) {
	s.Helper()
	if err := s.Pool.QueryRow(s.Context(), sql, args...).Scan(&text); err != nil {
		s.Fatal(err)
	}
	return text
}

// checkNewest reads every product twice through the edge: nothing may be older than the last edit.
func (s *shop) checkNewest() {
	s.Helper()
	kept := 0
	for _, tenant := range boot.DemoTenants {
		for _, slug := range s.slugs[tenant] {
			for range 2 {
				amount, hit, err := s.read(s.Context(), tenant, slug)
				if err != nil {
					s.Fatal(err)
				}
				if due := s.due(tenant, slug); amount < due {
					s.Errorf("%s shows %d, and %d was announced", url(tenant, slug), amount, due)
				}
				if hit {
					kept++
				}
			}
		}
	}
	if kept == 0 {
		s.Error("this proves nothing: no answer came from the edge")
	}
}
