package writesvc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/testkit"
)

// counts returns the counted and the timed requests of a service, by method, route and status.
func (f *fragile) counts(t *testing.T) map[string]int {
	t.Helper()
	families, err := f.reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			var key []string
			for _, l := range m.GetLabel() {
				key = append(key, l.GetValue())
			}
			switch family.GetName() {
			case "vitrine_write_requests_total":
				got[strings.Join(key, " ")] = int(m.GetCounter().GetValue())
			case "vitrine_write_request_duration_seconds":
				got["timed: "+strings.Join(key, " ")] = int(m.GetHistogram().GetSampleCount())
			}
		}
	}
	return got
}

// Requests are counted by method, route and status. No path and no method of a client's choice makes a new series.
func TestRequestsAreCountedByRouteAndStatus(t *testing.T) {
	t.Parallel()
	f := openFragile(t) // one sign-up
	f.mux.HandleFunc("/fault", func(http.ResponseWriter, *http.Request) { panic(errors.New("a fault")) })
	f.mux.HandleFunc("/broken", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	f.ask(http.MethodGet, "/auth/me", "")
	f.ask(http.MethodGet, "/auth/sessions/"+someID, "") // the route has no GET
	f.ask("BREW", "/auth/me", "")
	f.ask(http.MethodOptions, "/auth/me", "")
	f.ask(http.MethodDelete, "/auth/sessions/"+someID, "")
	f.ask(http.MethodDelete, "/auth/sessions/another", "")
	for i := range 3 {
		f.ask(http.MethodGet, fmt.Sprint("/made-up/", i), "")
	}
	f.ask(http.MethodGet, "/auth//me", "")
	f.ask(http.MethodGet, "/fault", "")
	func() {
		defer func() { _ = recover() }()
		f.ask(http.MethodGet, "/broken", "")
	}()
	f.whole.Store(0)
	f.ask(http.MethodGet, "/order", "")
	f.whole.Store(-1)
	left, leave := context.WithCancel(t.Context())
	leave()
	rq := httptest.NewRequestWithContext(left, http.MethodGet, "/auth/me", nil)
	rq.RemoteAddr = "127.0.0.1:4711"
	rq.Header.Set("x-service-client", "shop")
	f.serve(httptest.NewRecorder(), rq)

	want := map[string]int{
		"POST /auth/signup 2xx": 1, "timed: POST /auth/signup": 1,
		"GET /auth/me 2xx": 1, "OPTIONS /auth/me 2xx": 1, "_OTHER /auth/me 4xx": 1, "GET /auth/me gone": 1,
		"timed: GET /auth/me": 2, "timed: OPTIONS /auth/me": 1, "timed: _OTHER /auth/me": 1,
		"_OTHER /auth/sessions/{id} 4xx": 1, "DELETE /auth/sessions/{id} 4xx": 2,
		"timed: _OTHER /auth/sessions/{id}": 1, "timed: DELETE /auth/sessions/{id}": 2,
		"GET none 4xx": 4, "timed: GET none": 4,
		"GET /fault 5xx": 1, "timed: GET /fault": 1, "GET /broken gone": 1,
		"GET /order 503": 1, "timed: GET /order": 1,
	}
	if diff := cmp.Diff(want, f.counts(t)); diff != "" {
		t.Errorf("counted otherwise (-want +got):\n%s", diff)
	}
}

// A stream is counted when it ends, and its time is that until it was open. A body that is too large, and of no stated
// length, ends the connection.
func TestCountedAnswersReachTheConnection(t *testing.T) {
	t.Parallel()
	f := openFragile(t)
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.URL()+"/notification/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("x-service-client", "shop")
	rq.Header.Set("Authorization", "Bearer "+f.bearer)
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(res.Body).ReadString('\n'); err != nil || line != ": listening\n" {
		t.Errorf("the stream begins with %q, %v", line, err)
	}
	if n := f.counts(t)["GET /notification/stream 2xx"]; n != 0 {
		t.Error("the stream ended at once: its connection cannot be flushed")
	}
	_ = res.Body.Close()
	testkit.Until(t, "the stream is counted",
		func() bool { return f.counts(t)["GET /notification/stream 2xx"] == 1 })

	conn, err := net.Dial("tcp", f.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+
		"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", 65<<10, strings.Repeat(" ", 65<<10))
	if err != nil {
		t.Fatal(err)
	}
	if res, err = http.ReadResponse(bufio.NewReader(conn), nil); err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusRequestEntityTooLarge || !res.Close {
		t.Errorf("status %d, the connection is closed: %v", res.StatusCode, res.Close)
	}
}
