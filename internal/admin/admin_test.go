package admin

import (
	"encoding/base64"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const token = "0f6c2ba19de84753b0c1f27a96d35e481b7ac9e05d2f8364"

var discard = slog.New(slog.DiscardHandler)

func TestAddressesAndTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		addr, token string
		given, good bool
	}{
		{"127.0.0.1:0", token, false, true},
		{"[::1]:0", token, false, true},
		{"localhost:0", token, false, true},
		{"0.0.0.0:0", token, false, false},
		{":8079", token, false, false},
		{"[::]:8079", token, false, false},
		{"10.0.0.7:8079", token, false, false},
		{"example.com:8079", token, false, false},
		{"0.0.0.0:0", token, true, true},
		{"127.0.0.1:0", "", false, false},
		{"127.0.0.1:0", "", true, false},
		{"127.0.0.1:0", token[:31], true, false},
		{"127.0.0.1:0", token + " x", true, false},
		{"127.0.0.1:0", token + "é", true, false},
		{"127.0.0.1", token, true, false},
	} {
		_, err := New(Config{Addr: c.addr, Token: c.token, Given: c.given, Log: discard})
		if (err == nil) != c.good || err != nil && c.token != "" && strings.Contains(err.Error(), c.token) {
			t.Errorf("%s, %q, %t: %v", c.addr, c.token, c.given, err)
		}
	}
}

func TestRequestsAreChecked(t *testing.T) {
	t.Parallel()
	s, err := New(Config{Addr: "127.0.0.1:8079", Token: token, Log: discard})
	if err != nil {
		t.Fatal(err)
	}
	s.Handle("/status", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	s.Handle("/panics", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("here") }))
	for _, c := range []struct {
		name, method, host, path string
		headers                  []string
		want                     int
	}{
		{"a bearer token", "GET", "127.0.0.1:8079", "/status", []string{"Authorization", "Bearer " + token}, 200},
		{"its other spelling", "GET", "127.0.0.1:8079", "/status", []string{"Authorization", "bearer  " + token}, 200},
		{"the index", "GET", "[::1]:8079", "/", []string{"Authorization", "Bearer " + token}, 200},
		{"localhost", "HEAD", "LOCALHOST:8079", "/status", []string{"Authorization", "Bearer " + token}, 200},
		{"another address", "GET", "10.1.2.3", "/status", []string{"Authorization", "Bearer " + token}, 200},
		{"the same origin", "GET", "127.0.0.1:8079", "/status",
			[]string{"Authorization", "Bearer " + token, "Origin", "http://127.0.0.1:8079"}, 200},
		{"a link", "GET", "127.0.0.1:8079", "/status", []string{"Authorization", "Bearer " + token,
			"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"a panic", "GET", "127.0.0.1:8079", "/panics", []string{"Authorization", "Bearer " + token}, 500},
		{"nothing there", "GET", "127.0.0.1:8079", "/nothing", []string{"Authorization", "Bearer " + token}, 404},
		{"POST", "POST", "127.0.0.1:8079", "/status", []string{"Authorization", "Bearer " + token}, 405},
		{"no token", "GET", "127.0.0.1:8079", "/status", nil, 401},
		{"no token, nothing there", "GET", "127.0.0.1:8079", "/nothing", nil, 401},
		{"a prefix", "GET", "127.0.0.1:8079", "/status", []string{"Authorization", "Bearer " + token[:40]}, 401},
		{"two headers", "GET", "127.0.0.1:8079", "/status",
			[]string{"Authorization", "Bearer " + token, "Authorization", "Bearer x"}, 401},
		{"another scheme", "GET", "127.0.0.1:8079", "/status", []string{"Authorization", "Token " + token}, 401},
		{"a rebound name", "GET", "evil.example:8079", "/status", []string{"Authorization", "Bearer " + token}, 421},
		{"no host", "GET", "", "/status", []string{"Authorization", "Bearer " + token}, 421},
		{"another origin", "GET", "127.0.0.1:8079", "/status",
			[]string{"Authorization", "Bearer " + token, "Origin", "https://evil.example"}, 403},
		{"a null origin", "GET", "127.0.0.1:8079", "/status",
			[]string{"Authorization", "Bearer " + token, "Origin", "null"}, 403},
		{"a frame of another site", "GET", "127.0.0.1:8079", "/status", []string{"Authorization", "Bearer " + token,
			"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
	} {
		rq := httptest.NewRequest(c.method, c.path, nil)
		rq.Host = c.host
		for i := 0; i+1 < len(c.headers); i += 2 {
			rq.Header.Add(c.headers[i], c.headers[i+1])
		}
		w := httptest.NewRecorder()
		s.serve(w, rq)
		if w.Code != c.want || w.Header().Get("Access-Control-Allow-Origin") != "" ||
			w.Header().Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %d %s, want %d", c.name, w.Code, w.Body, c.want)
		}
	}
	rq := httptest.NewRequest("GET", "/status", nil)
	rq.Host = "127.0.0.1"
	rq.SetBasicAuth("anybody", token)
	w := httptest.NewRecorder()
	if s.serve(w, rq); w.Code != 200 {
		t.Errorf("as a password: %d", w.Code)
	}
}

func TestAnotherPortIfTheFirstIsTaken(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	for _, anyPort := range []bool{false, true} {
		s, err := New(Config{Addr: ln.Addr().String(), AnyPort: anyPort, Token: token, Log: discard})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Start()
		s.Stop()
		s.Stop()
		if (err == nil) != anyPort {
			t.Errorf("AnyPort %t: %v", anyPort, err)
		}
	}
}

// Other processes have slots of their own: they do not keep operators out, nor operators them.
func TestPathsOfOtherProcessesAreApart(t *testing.T) {
	t.Parallel()
	s, err := New(Config{Addr: "127.0.0.1:8079", Token: token, Log: discard})
	if err != nil {
		t.Fatal(err)
	}
	entered, leave := make(chan struct{}), make(chan struct{})
	wait := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { entered <- struct{}{}; <-leave })
	s.HandleMany("/answer", 2, wait)
	s.Handle("/status", wait)
	send := func(path, authorization string) int {
		rq := httptest.NewRequest(http.MethodGet, path, nil)
		rq.Host = "gateways.region.internal"
		if path == "/status" {
			rq.Host = "127.0.0.1"
		}
		rq.Header.Set("Authorization", authorization)
		w := httptest.NewRecorder()
		s.serve(w, rq)
		return w.Code
	}
	const bearer = "Bearer " + token
	done := make(chan int)
	for range 2 {
		go func() { done <- send("/answer", bearer) }()
		<-entered
	}
	if got := send("/answer", bearer); got != http.StatusServiceUnavailable {
		t.Errorf("the third at once: %d", got)
	}
	go func() { done <- send("/status", bearer) }()
	<-entered
	for range 3 {
		leave <- struct{}{}
		if got := <-done; got != http.StatusOK {
			t.Errorf("status %d", got)
		}
	}
	for _, bad := range []string{"", "Bearer x", "Basic " + base64.StdEncoding.EncodeToString([]byte("me:"+token))} {
		if got := send("/answer", bad); got != http.StatusUnauthorized {
			t.Errorf("%q: %d", bad, got)
		}
	}
}
