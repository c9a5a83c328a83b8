package cells

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/testkit"
)

// A fake is a Vitrine with one tenant, whose stream and leases the test controls.
type fake struct {
	t *testing.T
	*httptest.Server

	mu      sync.Mutex
	epoch   string
	refuse  string // why no lease is granted; "": it is
	bad     bool   // Last-Event-ID is refused
	streams []chan string
	resumed []string // Last-Event-ID of each stream
	asked   []map[string]any
}

func newFake(t *testing.T) *fake {
	f := &fake{t: t, epoch: "0a1b2c3d"}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /t/demo/v1/changes", f.stream)
	mux.HandleFunc("POST /t/demo/v1/edge/lease", f.lease)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) stream(w http.ResponseWriter, rq *http.Request) {
	if rq.Header.Get("Authorization") != "Bearer key" || rq.FormValue("edge") != "edge-1" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	f.mu.Lock()
	last := rq.Header.Get("Last-Event-ID")
	if f.bad && last != "" {
		f.mu.Unlock()
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	ch := make(chan string, 16)
	f.streams, f.resumed = append(f.streams, ch), append(f.resumed, last)
	if last == "" {
		ch <- fmt.Sprintf(": listening\nid: demo:10:%s\n\n", f.epoch)
	}
	f.mu.Unlock()
	out := http.NewResponseController(w)
	_ = out.Flush()
	for {
		select {
		case text, open := <-ch:
			if !open {
				return
			}
			_, _ = fmt.Fprint(w, text)
			_ = out.Flush()
		case <-rq.Context().Done():
			return
		}
	}
}

func (f *fake) lease(w http.ResponseWriter, rq *http.Request) {
	var body map[string]any
	if err := json.NewDecoder(rq.Body).Decode(&body); err != nil {
		f.t.Error(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, body)
	_, _ = fmt.Fprintf(w, `{"status":"success","data":{"granted":%v,"lease":1000,"why":%q}}`, f.refuse == "", f.refuse)
}

// send sends an event over the newest stream.
func (f *fake) send(seq int, tags ...string) {
	data, err := json.Marshal(change{tags})
	if err != nil {
		f.t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.streams[len(f.streams)-1] <- fmt.Sprintf("id: demo:%d:%s\nevent: change\ndata: %s\n\n:\n\n", seq, f.epoch, data)
}

func (f *fake) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.streams[len(f.streams)-1])
}

func (f *fake) set(set func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	set()
}

// until waits until something is true of the fake.
func (f *fake) until(what string, is func() bool) {
	f.t.Helper()
	testkit.Until(f.t, what, func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return is()
	})
}

// acknowledged reports whether the last question names a change.
func (f *fake) acknowledged(seq float64, epoch string) bool {
	n := len(f.asked)
	return n > 0 && f.asked[n-1]["applied"] == seq && f.asked[n-1]["epoch"] == epoch
}

func TestAFollowerAppliesAcknowledgesAndResumes(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	w := make(words, sizeOf(1, 1<<10))
	w.initialize([]string{"demo"}, 1<<10, 1, 2)
	tenant := &Tenant{ID: "demo", section: w.section(0)}
	r, err := newReader(w, 1, Now)
	if err != nil {
		t.Fatal(err)
	}
	follower := NewFollower(Config{URL: f.URL + "/", Name: "edge-1", Cells: tenant, Client: f.Client(),
		Key: func() (string, error) { return "key", nil }, Log: testkit.NoLog, Now: Now})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var running sync.WaitGroup
	running.Go(func() { follower.Run(ctx) })
	hat, shirt := []string{catalog.PublicTag("demo", "product:hat")}, []string{catalog.PublicTag("demo", "product:shirt")}
	fresh := func(seq int, epoch string, tags []string) func() bool {
		return func() bool { return r.Fresh(fmt.Sprintf("demo:%d:%s", seq, epoch), tags) }
	}
	first := f.epoch

	testkit.Until(t, "a lease", fresh(10, first, hat))
	if fresh(9, first, hat)() {
		t.Error("an answer from before the stream began is fresh")
	}
	f.send(12, shirt...)
	f.until("the change is acknowledged", func() bool { return f.acknowledged(12, first) })
	testkit.Until(t, "the other product stays", fresh(10, first, hat))
	if fresh(11, first, shirt)() || !fresh(12, first, shirt)() {
		t.Error("the change is acknowledged, and not applied")
	}

	f.cut()
	f.until("the stream resumes", func() bool { return len(f.resumed) == 2 && f.resumed[1] == "demo:12:"+first })
	f.set(func() { f.refuse = "behind" })
	testkit.Until(t, "the lease ends", func() bool { return !fresh(12, first, hat)() })
	f.until("a stream that may have stalled is opened again", func() bool { return len(f.resumed) >= 3 })
	f.set(func() { f.refuse = "" })
	testkit.Until(t, "the lease is back", fresh(10, first, hat))

	f.send(13, catalog.PublicTag("demo", "*"))
	f.until("a change of everything", func() bool { return f.acknowledged(13, first) })
	if fresh(12, first, hat)() {
		t.Error("a change of everything leaves something fresh")
	}
	f.set(func() { f.epoch = "ffffffff" })
	f.send(3, catalog.PublicTag("demo", "*"))
	f.until("another epoch", func() bool { return f.acknowledged(3, "ffffffff") })
	testkit.Until(t, "a lease of the epoch", fresh(3, "ffffffff", hat))
	if fresh(13, first, hat)() {
		t.Error("an answer of the other epoch is fresh")
	}

	f.set(func() { f.bad = true })
	f.cut()
	f.until("a stream that begins anew", func() bool { return f.resumed[len(f.resumed)-1] == "" })
	f.until("its first change", func() bool { return f.acknowledged(10, "ffffffff") })
	testkit.Until(t, "a lease after it", fresh(10, "ffffffff", hat))
	if fresh(9, "ffffffff", hat)() {
		t.Error("what was missed is fresh")
	}
	f.send(11, "no tag")
	f.until("a tag of another form", func() bool { return f.acknowledged(11, "ffffffff") })
	if fresh(10, "ffffffff", hat)() {
		t.Error("a tag of another form changes nothing")
	}

	stop()
	running.Wait()
	if fresh(11, "ffffffff", hat)() || f.asked[len(f.asked)-1]["leaving"] != true {
		t.Error("the lease goes on after the follower has ended")
	}
}
