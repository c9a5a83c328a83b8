package meili_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/search"
	"vitrine/search/meili"
)

// found is an answer with one hit.
func found() string {
	return fmt.Sprintf(`{"hits":[{"id":%q}],"estimatedTotalHits":1}`, meili.Key("lamp"))
}

// listen listens where a server was before.
func listen(t *testing.T, addr string) net.Listener {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		ln, err := net.Listen("tcp", addr)
		if err == nil {
			return ln
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// untilGone waits until the client has closed the connection.
func untilGone(r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // else the server does not watch the connection
	<-r.Context().Done()
}

// Connections that wait for a search are dead once the server was restarted. The next search needs a new one.
func TestASearchAfterARestartSucceeds(t *testing.T) {
	t.Parallel()
	var awaited atomic.Int64
	start := func(ln net.Listener) *httptest.Server {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			awaited.Add(-1)
			for end := time.Now().Add(5 * time.Second); awaited.Load() > 0 && time.Now().Before(end); {
				time.Sleep(time.Millisecond) // so that each search has a connection of its own
			}
			_, _ = w.Write([]byte(found()))
		}))
		_ = s.Listener.Close()
		s.Listener = ln
		s.Start()
		return s
	}
	first := start(listen(t, "127.0.0.1:0"))
	cfg := config(t)
	cfg.URL, cfg.Timeout = first.URL, 10*time.Second
	e := newEngine(t, cfg)
	ask := func(n int) {
		awaited.Store(int64(n))
		var all sync.WaitGroup
		for range n {
			all.Go(func() {
				if ids, why := e.Candidates(t.Context(), search.Query{Tenant: "acme", Kind: "product", Text: "lamp"}); why != "" {
					t.Errorf("found %q, %s", ids, why)
				}
			})
		}
		all.Wait()
	}
	ask(8)
	addr := first.Listener.Addr().String()
	first.CloseClientConnections()
	first.Close()
	second := start(listen(t, addr))
	defer second.Close()
	ask(1)
	ask(8)
}

func TestSearchesOverTLS(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a server without a known certificate was asked")
	}))
	defer s.Close()
	cfg := config(t)
	cfg.URL, cfg.Timeout = s.URL, 5*time.Second
	if _, why := newEngine(t, cfg).Candidates(t.Context(),
		search.Query{Tenant: "acme", Kind: "product", Text: "lamp"}); why != meili.Unreachable {
		t.Errorf("the reason is %q", why)
	}
}

// Whatever a server sends, the search ends in time, and takes no more memory than an answer may.
func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request)
		why    string
	}{
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"hits":[`))
			some := []byte(strings.Repeat(" ", 1<<20))
			for range 65 {
				if _, err := w.Write(some); err != nil {
					return
				}
			}
		}, meili.Unreachable},
		"none": {func(_ http.ResponseWriter, r *http.Request) { untilGone(r) }, meili.Slow},
		"stops": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte(`{"hits":[`))
			_ = http.NewResponseController(w).Flush()
			untilGone(r)
		}, meili.Slow},
		"closed": {func(http.ResponseWriter, *http.Request) {
			requests.Add(1)
			panic(http.ErrAbortHandler)
		}, meili.Unreachable},
		"no JSON": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, meili.Unreachable},
		"busy":    {status(http.StatusServiceUnavailable), meili.Busy},
		"refused": {status(http.StatusForbidden), meili.Refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(c.answer))
			defer s.Close()
			cfg := config(t)
			if cfg.URL, cfg.Timeout = s.URL, time.Minute; c.why == meili.Slow {
				cfg.Timeout = 2 * time.Second
			}
			begun := time.Now()
			_, why := newEngine(t, cfg).Candidates(t.Context(), search.Query{Tenant: "acme", Kind: "product", Text: "lamp"})
			if why != c.why {
				t.Errorf("the reason is %q, not %q", why, c.why)
			}
			if took := time.Since(begun); took > time.Minute {
				t.Errorf("it took %v", took)
			}
			if n := requests.Load(); name == "closed" && n != 2 {
				t.Errorf("%d requests, where one more is enough", n)
			}
		})
	}
}
