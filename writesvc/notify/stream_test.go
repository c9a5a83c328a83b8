package notify

import (
	"net/http/httptest"
	"regexp"
	"strconv"
	"testing"
	"time"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/tenant"
	"vitrine/writesvc/web"
)

// Clients of a process that stops reconnect at different times.
func TestStreamsThatEndWithTheProcessAreOpenedAgainAtDifferentTimes(t *testing.T) {
	t.Parallel()
	n := NewNotices(schematest.Open(t).Pool, time.Now, nil)
	n.Stop()
	rq := &web.Request{Tenant: &tenant.Tenant{}, Caller: &web.Caller{AccountID: "nobody"}}
	pauses := map[string]bool{}
	for range 20 {
		w := httptest.NewRecorder()
		(&listener{n: n, rq: rq, slot: &slot{gone: make(chan struct{})}}).run(t.Context(), w)
		m := regexp.MustCompile(`retry: (\d+)\n\n$`).FindStringSubmatch(w.Body.String())
		if m == nil {
			t.Fatalf("the stream ends with %q", w.Body)
		}
		if ms, err := strconv.Atoi(m[1]); err != nil || ms < 500 || ms >= 5000 {
			t.Errorf("the client reconnects after %s ms", m[1])
		}
		pauses[m[1]] = true
	}
	if len(pauses) < 10 {
		t.Errorf("20 clients reconnect at %d times", len(pauses))
	}
}
