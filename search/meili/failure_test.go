package meili_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/enginetest"
	"vitrine/search/meili"
)

// indexless is an engine whose Index does nothing, as if the index were lost.
type indexless struct{ *meili.Engine }

func (indexless) Index(context.Context, string, []search.Doc, []search.Ref) error { return nil }

// deadURL returns an address without a listener.
func deadURL(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "http://" + l.Addr().String()
}

// The whole suite passes without a Meilisearch.
func TestEngineWithoutMeilisearch(t *testing.T) {
	t.Parallel()
	var e *meili.Engine
	t.Cleanup(func() {
		if e != nil && e.Stats().Fallbacks[meili.Unreachable] == 0 {
			t.Errorf("no fallback was counted: %+v", e.Stats())
		}
	})
	enginetest.Exercise(t, func(t testing.TB) search.Engine {
		cfg := meili.DefaultConfig()
		cfg.URL, cfg.Log = deadURL(t), slog.New(slog.DiscardHandler)
		e = newEngine(t, cfg)
		return indexless{e}
	})
}

// lantern returns a tenant with one product, a cursor that says the index is complete, and a query for the product.
func lantern(t *testing.T) (*schematest.DB, search.Query) {
	t.Helper()
	db := schematest.Open(t)
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')",
		"INSERT INTO product (tenant_id, slug, name, status) VALUES ('acme', 'lantern', 'Storm lantern', 'PUBLISHED')",
		"INSERT INTO search_cursor SELECT 'meili', tenant_id, epoch, n FROM tenant_seq",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return db, search.Query{
		Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: "product p",
		Where: "p.tenant_id = $1 AND p.status <> 'DRAFT'", Match: []string{"p.search"}, Text: "lantern", Limit: 10,
	}
}

// flaky is a server that a test breaks and mends. It counts searches and probes alike.
type flaky struct {
	*httptest.Server
	status atomic.Int64 // of answers; 0: the server answers well
	hangs  atomic.Bool
	after  atomic.Int64 // seconds of Retry-After
	asked  atomic.Int64
}

func newFlaky(t *testing.T) *flaky {
	t.Helper()
	f := &flaky{}
	over := make(chan struct{})
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		if rq.Method == http.MethodGet { // a look at the settings, which begins with the first search
			http.NotFound(w, rq)
			return
		}
		f.asked.Add(1)
		_, _ = io.Copy(io.Discard, rq.Body)
		if f.hangs.Load() {
			select {
			case <-over:
			case <-rq.Context().Done():
			}
			return
		}
		if s := f.after.Load(); s > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(s))
		}
		if s := f.status.Load(); s > 0 {
			w.WriteHeader(int(s))
			return
		}
		if strings.HasSuffix(rq.URL.Path, "/search") {
			_, _ = io.WriteString(w, `{"hits":[]}`)
			return
		}
		_, _ = io.WriteString(w, `{"results":[{"hits":[]}]}`)
	}))
	t.Cleanup(f.Close)
	t.Cleanup(func() { close(over) })
	return f
}

func (f *flaky) config(pause time.Duration) meili.Config {
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Pause, cfg.Log = f.URL, pause, slog.New(slog.DiscardHandler)
	cfg.Timeout = time.Minute // a loaded machine must not make answers slow
	return cfg
}

// However many searches fail together, one probe runs, and the server is used again after the first that succeeds.
func TestSearchesThatFailTogetherCountOnce(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	f := newFlaky(t)
	f.status.Store(http.StatusInternalServerError)
	e := newEngine(t, f.config(50*time.Millisecond))
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			if res, err := e.Search(t.Context(), db.Pool, q); err != nil || res.Total != 1 {
				t.Errorf("found %d, %v; want the lantern", res.Total, err)
			}
		})
	}
	group.Wait()
	if n := e.Stats().Fallbacks; n[meili.Refused]+n[meili.Paused] != 40 || n[meili.Refused] == 0 {
		t.Errorf("fallbacks %v", n)
	}
	before := f.asked.Load()
	testkit.Until(t, "two more probes", func() bool { return f.asked.Load() >= before+2 })
	refused := e.Stats().Fallbacks[meili.Refused]
	if _, err := e.Search(t.Context(), db.Pool, q); err != nil {
		t.Fatal(err)
	}
	if n := e.Stats().Fallbacks[meili.Refused]; n != refused {
		t.Error("a search was sent to a server that fails")
	}
	f.status.Store(0)
	testkit.Until(t, "searches go to the server again", func() bool {
		if _, err := e.Search(t.Context(), db.Pool, q); err != nil {
			t.Fatal(err)
		}
		return e.Stats().Fallbacks[meili.Unfound] > 0
	})
}

func TestABusyMeilisearchGetsNoRequestsUntilRetryAfter(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	f := newFlaky(t)
	f.status.Store(http.StatusServiceUnavailable)
	f.after.Store(7)
	e := newEngine(t, f.config(time.Millisecond))
	for range 20 {
		if res, err := e.Search(t.Context(), db.Pool, q); err != nil || res.Total != 1 || res.Stamp != nil {
			t.Errorf("found %+v, %v; want the lantern", res, err)
		}
	}
	if got := f.asked.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
	if n := e.Stats().Fallbacks; n[meili.Busy] != 1 || n[meili.Paused] != 19 {
		t.Errorf("fallbacks %v", n)
	}
}

// A text that the caller wants searched as it was typed is not corrected, and asks a server that fails nothing more.
func TestATextIsSearchedAsTypedWithoutMeilisearch(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	f := newFlaky(t)
	f.status.Store(http.StatusServiceUnavailable)
	f.after.Store(7)
	e := newEngine(t, f.config(time.Millisecond))
	q.Text, q.Corrected = "lanterrn", true
	for range 20 {
		if res, err := e.Search(t.Context(), db.Pool, q); err != nil || res.Total != 0 {
			t.Errorf("found %d, corrected %v, %v; want nothing", res.Total, res.Corrected, err)
		}
	}
	if got := f.asked.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
	q.Corrected = false
	if res, err := e.Search(t.Context(), db.Pool, q); err != nil || res.Total != 1 {
		t.Errorf("found %d, %v; want the lantern", res.Total, err)
	}
}

// A search that is too slow is answered by the next engine. The server is left alone only if a probe is slow too.
func TestSlowMeilisearchIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	f := newFlaky(t)
	f.hangs.Store(true)
	cfg := f.config(20 * time.Millisecond)
	cfg.Timeout = 20 * time.Millisecond
	e := newEngine(t, cfg)
	search := func() {
		t.Helper()
		if res, err := e.Search(t.Context(), db.Pool, q); err != nil || res.Total != 1 {
			t.Errorf("found %d, %v; want the lantern", res.Total, err)
		}
	}
	search()
	if n := e.Stats().Fallbacks[meili.Slow]; n != 1 {
		t.Errorf("stats %+v", e.Stats())
	}
	testkit.Until(t, "a slow probe keeps searches away", func() bool {
		search()
		return e.Stats().Fallbacks[meili.Paused] > 0
	})
	f.hangs.Store(false)
	testkit.Until(t, "searches go to the server again", func() bool {
		search()
		return e.Stats().Fallbacks[meili.Unfound] > 0
	})
}

func TestSearchTextsAreNotLogged(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	q.Text = "lantern verysecretword"
	for name, answer := range map[string]http.HandlerFunc{
		"no JSON": func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("verysecretword")) },
		"refused": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			w.Write([]byte(`{"message":"no verysecretword","code":"invalid_api_key","type":"auth","link":""}`))
		},
		"no words": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"cut off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.Write([]byte(`{"hits":[{"id":"verysecretword"`))
		},
	} {
		srv := httptest.NewServer(answer)
		var log bytes.Buffer
		cfg := meili.DefaultConfig()
		cfg.URL, cfg.Timeout, cfg.Log = srv.URL, time.Minute, slog.New(slog.NewTextHandler(&log, nil))
		e := newEngine(t, cfg)
		if _, err := e.Search(t.Context(), db.Pool, q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		e.Stop()
		if log.Len() == 0 || strings.Contains(log.String(), "verysecretword") {
			t.Errorf("%s is logged as %q", name, log.String())
		}
		if err := e.Index(t.Context(), "product", nil, nil); err == nil {
			t.Errorf("%s: Index returned no error", name)
		}
		srv.Close()
	}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*meili.Config){
		"no url":     func(c *meili.Config) { c.URL = "" },
		"no scheme":  func(c *meili.Config) { c.URL = "localhost:7700" },
		"a prefix":   func(c *meili.Config) { c.Prefix = "a/b" },
		"no timeout": func(c *meili.Config) { c.Timeout = 0 },
		"no log":     func(c *meili.Config) { c.Log = nil },
	} {
		cfg := meili.DefaultConfig()
		cfg.URL = "http://127.0.0.1:7700"
		if _, err := meili.New(cfg); err != nil {
			t.Fatal(err)
		}
		spoil(&cfg)
		if _, err := meili.New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
