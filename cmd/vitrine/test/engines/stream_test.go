package engines

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/announce"
	"vitrine/internal/testkit"
)

// A stream is a tenant's stream of changes.
type stream struct {
	t    *testing.T
	seqs chan uint64 // of its events
}

// listen opens a tenant's stream of changes once everything so far is announced.
func listen(t *testing.T, h *kit.App, e *kit.Editor, tenant string) *stream {
	t.Helper()
	kit.WaitAnnounced(t, e.Conn, tenant)
	key, err := announce.MakeStreamKey(t.Context(), h.Pool, tenant)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+h.Address()+"/v1/changes", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("x-service-client", tenant)
	rq.Header.Set("Authorization", "Bearer "+key)
	rs, err := (&http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}).Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	if rs.StatusCode != http.StatusOK {
		t.Fatalf("the stream of changes: %s", rs.Status)
	}
	l := &stream{t: t, seqs: make(chan uint64, 1000)}
	begun, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		defer close(l.seqs)
		defer rs.Body.Close()
		lines := bufio.NewScanner(rs.Body)
		lines.Buffer(nil, 1<<20)
		for first := true; lines.Scan(); {
			if first && strings.HasPrefix(lines.Text(), "id: ") {
				close(begun)
				first = false
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var event struct{ Seq uint64 }
				if err := json.Unmarshal([]byte(data), &event); err != nil {
					t.Errorf("event %q: %v", data, err)
				}
				l.seqs <- event.Seq
			}
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
	select {
	case <-begun: // the stream says where it begins
	case <-done:
		t.Fatal("the stream of changes ended")
	}
	return l
}

// announces waits until a change is announced.
func (l *stream) announces(seq uint64) {
	l.t.Helper()
	limit := time.After(testkit.Patience)
	for {
		select {
		case got, ok := <-l.seqs:
			if !ok {
				l.t.Fatal("the stream of changes ended")
			}
			if got >= seq {
				return
			}
		case <-limit:
			l.t.Fatalf("change %d is not announced", seq)
		}
	}
}
