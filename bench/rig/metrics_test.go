package rig

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMetricsAreReadOrMissed(t *testing.T) {
	t.Parallel()
	f := func(status int, body string, want map[string]float64) {
		t.Helper()
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}))
		defer s.Close()
		p := &Process{Name: "gateway", Addr: strings.TrimPrefix(s.URL, "http://")}
		got, err := p.Metrics(t.Context())
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want != nil) {
			t.Errorf("%d %q: %v (-want +got):\n%s", status, body, err, diff)
		}
	}
	f(200, "# HELP a what it is\na 1\nb{le=\"+Inf\"} 2.5\n", map[string]float64{"a": 1, `b{le="+Inf"}`: 2.5})
	f(200, "<html>not here</html>", nil)
	f(200, "", nil)
	f(503, "retry 5\n", nil)
}
