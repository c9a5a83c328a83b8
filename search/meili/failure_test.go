package meili_test

import (
	"bytes"
	"context"
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

// clock is a clock that the test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
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

func TestABusyMeilisearchGetsNoRequestsUntilRetryAfter(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	var asked atomic.Int64
	var after atomic.Value
	after.Store("7")
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if s := after.Load().(string); s != "" {
			w.Header().Set("Retry-After", s)
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(srv.Close)
	c := &clock{now: time.Now()}
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Now, cfg.Log = srv.URL, c.Now, slog.New(slog.DiscardHandler)
	e := newEngine(t, cfg)

	find := func(want int64) {
		t.Helper()
		res, err := e.Search(t.Context(), db.Pool, q)
		if err != nil || res.Total != 1 {
			t.Errorf("found %d, %v; want the lantern", res.Total, err)
		}
		if res.Stamp != nil {
			t.Errorf("the stamp is %d, but the snapshot answered", *res.Stamp)
		}
		if got := asked.Load(); got != want {
			t.Errorf("%d requests, want %d", got, want)
		}
	}
	find(1)
	find(1)
	c.move(6 * time.Second)
	find(1)
	c.move(2 * time.Second)
	after.Store("86400") // longer than the maximum pause
	find(2)
	c.move(31 * time.Second)
	after.Store("") // no Retry-After: one second, doubled with each failure
	find(3)
	c.move(3 * time.Second)
	find(3)
	c.move(1100 * time.Millisecond)
	find(4)
	stats := e.Stats()
	if stats.Fallbacks[meili.Busy] != 4 || stats.Fallbacks[meili.Paused] != 3 || stats.Searches != 7 {
		t.Errorf("stats %+v", stats)
	}
}

func TestSlowMeilisearchIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	db, q := lantern(t)
	over := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, rq *http.Request) {
		select {
		case <-over:
		case <-rq.Context().Done():
		}
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(func() { close(over) })
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Timeout, cfg.Log = srv.URL, 50*time.Millisecond, slog.New(slog.DiscardHandler)
	e := newEngine(t, cfg)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if res, err := e.Search(ctx, db.Pool, q); err != nil || res.Total != 1 {
		t.Errorf("found %d, %v; want the lantern", res.Total, err)
	}
	if n := e.Stats().Fallbacks[meili.Unreachable]; n != 1 {
		t.Errorf("stats %+v", e.Stats())
	}
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
		cfg.URL, cfg.Log = srv.URL, slog.New(slog.NewTextHandler(&log, nil))
		e := newEngine(t, cfg)
		if _, err := e.Search(t.Context(), db.Pool, q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
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
