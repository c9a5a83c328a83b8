package orders

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/announce"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/writesvc"
)

// soakTime is how long the long form lasts: VITRINE_TEST_SOAK, such as 1h, or ten minutes.
func soakTime(t *testing.T) time.Duration {
	t.Helper()
	if !proving.Long() {
		return 10 * time.Second
	}
	d := 10 * time.Minute
	if text := os.Getenv("VITRINE_TEST_SOAK"); text != "" {
		var err error
		if d, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// growing are the tables that may grow while the soak runs, each with the reason.
var growing = map[string]string{
	"change_row": "kept for an hour", "change_tx": "kept for an hour", "change_signal": "kept for an hour",
	"outbox": "sent messages are kept for 30 days", "account_audit": "kept for 400 days", "written": "as outbox",
	"account_session": "ended ones are kept for 30 days", "spent": "until the token expires",
	"rate": "until it expires", "basket": "orders refer to them", "basket_item": "as baskets", "orders": "facts",
	"order_item": "facts", "payment": "facts", "payment_event": "facts", "ticket": "facts", "reservation": "facts",
	"notification": "messages to customers", "sandbox_order": "the bank's",
}

// A soak reads, edits, searches, follows changes, signs in and buys, all at once.
type soak struct {
	*ordersApp
	t    *testing.T
	done map[string]*atomic.Int64 // of each kind of work
	gate sync.RWMutex             // work holds it for reading; a sample holds it alone
	over chan struct{}            // closed at the end
}

// work repeats a piece of work until the soak ends, and counts how often it succeeds.
func (s *soak) work(all *sync.WaitGroup, name string, pause time.Duration, do func(n int) bool) {
	count := s.done[name]
	if count == nil {
		count = &atomic.Int64{}
		s.done[name] = count
	}
	once := func(n int) {
		s.gate.RLock()
		defer s.gate.RUnlock()
		if do(n) {
			count.Add(1)
		}
	}
	all.Go(func() {
		for n := 0; ; n++ {
			once(n)
			select {
			case <-s.over:
				return
			case <-time.After(pause):
			}
		}
	})
}

// A sample is what is in use while nothing is done.
type sample struct {
	heap       int64 // bytes, after a collection
	goroutines int
	files      int
	rows       map[string]int64 // of each table
}

// sampled stops all work for a moment and measures.
func (s *soak) sampled() (p sample) {
	s.gate.Lock()
	defer s.gate.Unlock()
	time.Sleep(time.Second) // what was begun ends
	kit.Client.CloseIdleConnections()
	runtime.GC()
	runtime.GC() // pools are emptied by the second one
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	p.heap, p.goroutines = int64(m.HeapAlloc), runtime.NumGoroutine() //nolint:gosec // a size
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		p.files = len(files)
	}
	p.rows = map[string]int64{}
	rows, err := s.Pool.Query(s.t.Context(), `SELECT c.relname, (xpath('/row/n/text()', query_to_xml(
		format('SELECT count(*) AS n FROM %I', c.relname), false, true, '')))[1]::text::bigint
		FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`)
	if err != nil {
		s.t.Error(err)
		return p
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int64
		if err := rows.Scan(&name, &n); err != nil {
			s.t.Error(err)
		}
		p.rows[name] = n
	}
	return p
}

// Everything runs at once for a long time. Memory, goroutines, descriptors and tables do not grow, but for the tables
// that keep facts, or that keep rows for a stated time.
func TestProveNothingGrowsWhileEverythingRuns(t *testing.T) {
	s := &soak{t: t, done: map[string]*atomic.Int64{}, over: make(chan struct{})}
	s.ordersApp = openOrdersWith(t, func(c *boot.Config) { c.CacheBytes = 8 << 20 },
		func(w *writesvc.Config) { w.Payment.Every = time.Second })
	var last atomic.Pointer[sample]
	last.Store(&sample{})
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Bounded, Title: "Everything at once, for a long time",
		Judge: "Memory after a collection, goroutines, descriptors and rows, at moments at which nothing is done.",
		Done:  []string{"reads", "searches", "edits", "streams of changes", "sign-ins", "purchases"}})
	course := evidence.WatchGauges(t, []string{"heap, KB", "goroutines", "descriptors"}, func() []int64 {
		p := last.Load()
		return []int64{p.heap >> 10, int64(p.goroutines), int64(p.files)}
	})
	people := make([]kit.Person, 10)
	for i := range people {
		people[i] = s.SignUp(t, fmt.Sprintf("soak%d@example.com", i))
	}
	all := s.everything(people)
	var samples []sample
	times := 8 // of which a quarter is compared with another one
	if proving.Long() {
		times = 20
	}
	for range times {
		time.Sleep(soakTime(t) / time.Duration(times))
		p := s.sampled()
		last.Store(&p)
		samples = append(samples, p)
		t.Logf("heap %d KB, %d goroutines, %d descriptors", p.heap>>10, p.goroutines, p.files)
	}
	close(s.over)
	all.Wait()
	found.Course = course.Course()
	for _, name := range slices.Sorted(maps.Keys(s.done)) {
		n := s.done[name].Load()
		found.Count(name, n)
		t.Logf("%s: %d times", name, n)
		if n == 0 {
			t.Errorf("%s: not once: this proves nothing", name)
		}
	}
	s.judge(samples)
}

// everything begins all work.
func (s *soak) everything(people []kit.Person) *sync.WaitGroup {
	var all sync.WaitGroup
	// An account has 100 sessions at most, and the oldest ends first. So those who sign in again and again buy nothing.
	buyers, people := people[:len(people)/2], people[len(people)/2:]
	refreshed := make([]time.Time, len(buyers))
	get := func(path string, headers ...string) bool {
		r, err := s.RoundTrip(s.t.Context(), http.MethodGet, path, append(headers, "x-service-client", "shop")...)
		if err != nil || r.Status >= http.StatusInternalServerError {
			s.t.Errorf("%s: %v, %v", path, r, err)
		}
		return err == nil && r.Status == http.StatusOK
	}
	exec := func(sql string, args ...any) bool {
		_, err := s.Pool.Exec(s.t.Context(), sql, args...)
		if err != nil {
			s.t.Error(err)
		}
		return err == nil
	}
	for range 2 {
		s.work(&all, "reads", 2*time.Millisecond, func(n int) bool {
			return get(fmt.Sprintf([]string{"/v1/product?limit=%d", "/v1/event?limit=%d", "/v1/product/mug?n=%d",
				"/v1/category/tree?n=%d"}[n%4], 1+n%97))
		})
	}
	s.work(&all, "searches", 10*time.Millisecond, func(n int) bool {
		return get(fmt.Sprintf("/v1/product?search=mu&limit=%d", 1+n%50)) && get("/v1/suggest?q=mug")
	})
	s.work(&all, "edits", 20*time.Millisecond, func(n int) bool {
		return exec("UPDATE product SET stock = 1000 + $1::int % 7, name = 'Mug ' || $1::int % 5 WHERE tenant_id = 'shop'", n)
	})
	s.work(&all, "records made and removed", 100*time.Millisecond, func(n int) bool {
		return exec(`INSERT INTO dictionary_term (tenant_id, slug, term, definition)
			VALUES ('shop', 't' || $1::int, 'T', 'D')`, n) &&
			exec("DELETE FROM dictionary_term WHERE tenant_id = 'shop' AND slug = 't' || $1::int", n)
	})
	key := s.streamKey()
	s.work(&all, "streams of changes", 200*time.Millisecond, func(int) bool { return s.follow(key) })
	s.work(&all, "sign-ins", 3*time.Second, func(n int) bool {
		r, err := s.Try(s.t.Context(), http.MethodPost, "/auth/login", map[string]any{"email": people[n%len(people)].Email,
			"password": kit.Password})
		if err != nil || r.Status != http.StatusOK && r.Status != http.StatusTooManyRequests {
			s.t.Errorf("sign in: %v, %v", r, err)
		}
		return err == nil && r.Status == http.StatusOK
	})
	s.work(&all, "purchases", 6*time.Second, func(n int) bool { // a network may begin 12 payments a minute
		i := n % len(buyers)
		p := &buyers[i]
		if time.Since(refreshed[i]) > 5*time.Minute { // access tokens last for 15
			again := kit.PersonOf(s.Refresh(s.t, p.Refresh).Want(s.t, "refresh", 200, ""))
			p.Access, p.Refresh, refreshed[i] = again.Access, again.Refresh, time.Now()
		}
		_, end := s.buy(s.t, s.fill(s.t, *p, s.product, 1), goodCard)
		return end.Text("data", "status") == "succeeded"
	})
	return &all
}

// streamKey makes a key for streams of changes.
func (s *soak) streamKey() string {
	s.t.Helper()
	key, err := announce.MakeStreamKey(s.t.Context(), s.Pool, "shop")
	if err != nil {
		s.t.Fatal(err)
	}
	return key
}

// follow opens a stream of changes, reads its first event and closes it.
func (s *soak) follow(key string) bool {
	rq, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://"+s.Address()+"/t/shop/v1/changes", nil)
	if err != nil {
		return false
	}
	rq.Header.Set("Authorization", "Bearer "+key)
	res, err := kit.Client.Do(rq)
	if err != nil {
		return false
	}
	defer res.Body.Close() //nolint:errcheck // it is left on purpose
	_, err = io.ReadFull(res.Body, make([]byte, 64))
	return err == nil && res.StatusCode == http.StatusOK
}

// What may be in use more in the last quarter of the samples than in the second one.
const (
	mostHeap       = 16 << 20 // the buffer for a block of the NATS server, which runs in this process, has 4 or 8 MB
	mostGoroutines = 20
	mostFiles      = 20
	mostRows       = 100
)

// judge compares the second quarter of the samples with the last one, each by its median. The first one is before
// caches are full.
func (s *soak) judge(samples []sample) {
	quarter := len(samples) / 4
	early, late := samples[quarter:2*quarter], samples[3*quarter:]
	median := func(of []sample, value func(sample) int64) int64 {
		all := make([]int64, len(of))
		for i, p := range of {
			all[i] = value(p)
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	compare := func(what string, most int64, value func(sample) int64) {
		a, b := median(early, value), median(late, value)
		if b > a+most {
			s.t.Errorf("%s grew from %d to %d", what, a, b)
		}
	}
	if proving.Long() {
		compare("the heap", mostHeap, func(p sample) int64 { return p.heap })
	}
	compare("the number of goroutines", mostGoroutines, func(p sample) int64 { return int64(p.goroutines) })
	compare("the number of descriptors", mostFiles, func(p sample) int64 { return int64(p.files) })
	for table, n := range samples[len(samples)-1].rows {
		if growing[table] == "" {
			compare("table "+table, mostRows, func(p sample) int64 { return p.rows[table] })
		} else if n > samples[0].rows[table] {
			s.t.Logf("%s has %d rows more: %s", table, n-samples[0].rows[table], growing[table])
		}
	}
}
