package meilitest

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// A Proxy stands before a Meilisearch. The requests that a test holds back wait, as on a server that is stopped.
type Proxy struct {
	URL string

	mu       sync.Mutex
	holds    func(*http.Request) bool // nil: none
	released chan struct{}
	waiting  int
}

// NewProxy starts a proxy, which ends with the test.
func NewProxy(t testing.TB, server string) *Proxy {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{}
	forward := httputil.NewSingleHostReverseProxy(target)
	forward.ErrorLog = log.New(io.Discard, "", 0) // a client that gives up is no news
	forward.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		p.wait(rq)
		forward.ServeHTTP(w, rq)
	}))
	p.URL = srv.URL
	t.Cleanup(srv.Close)
	t.Cleanup(p.Release) // runs first: Close waits for all requests
	return p
}

// All holds every request back.
func All(*http.Request) bool { return true }

// Writes holds back what changes documents. Searches are answered meanwhile.
func Writes(rq *http.Request) bool {
	return rq.Method != http.MethodGet && strings.Contains(rq.URL.Path, "/documents")
}

// Hold holds back the requests for which what reports true, until Release.
func (p *Proxy) Hold(what func(*http.Request) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds == nil {
		p.released = make(chan struct{})
	}
	p.holds = what
}

// Release lets all requests pass.
func (p *Proxy) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holds != nil {
		p.holds = nil
		close(p.released)
	}
}

// Waiting returns the number of requests that are held back.
func (p *Proxy) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}

func (p *Proxy) wait(rq *http.Request) {
	p.mu.Lock()
	if p.holds == nil || !p.holds(rq) {
		p.mu.Unlock()
		return
	}
	released := p.released
	p.waiting++
	p.mu.Unlock()
	<-released
	p.mu.Lock()
	p.waiting--
	p.mu.Unlock()
}
