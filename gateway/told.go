package gateway

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"vitrine/internal/api"
)

// told remembers for a moment who was just told by the write service to come back later, where everybody at his network address would be told
// the same: whoever does not listen is told again here, and costs neither a request to the write service nor a password's hash. It is but a
// moment, for the write service may let somebody in meanwhile.
type told struct {
	mu  sync.Mutex
	all map[string]telling
}

// A telling is what somebody was told.
type telling struct{ forgotten, back time.Time }

const (
	toldMost   = 10_000          // that are remembered; when there are more, they are forgotten
	toldMoment = 2 * time.Second // the longest that it is remembered
)

// wait is how long a key, in key's words, has been told to stay away: 0 if it has not.
func (t *told) wait(key []byte, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, ok := t.all[string(key)]
	if !ok {
		return 0
	}
	if !e.forgotten.After(now) {
		delete(t.all, string(key))
		return 0
	}
	return e.back.Sub(now)
}

// note remembers what a key was told by an answer, if that goes for everybody at the address.
func (t *told) note(key []byte, status int, h http.Header, now time.Time) {
	if status != http.StatusTooManyRequests || h.Get(api.BarredHeader) == "" {
		return
	}
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds <= 0 {
		return
	}
	wait := time.Duration(seconds) * time.Second
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil || len(t.all) >= toldMost {
		t.all = map[string]telling{}
	}
	t.all[string(key)] = telling{now.Add(min(wait, toldMoment)), now.Add(wait)}
}

// toldKey is what is remembered by: nothing of a request's body or tokens is in it.
func toldKey(dst []byte, tenant []byte, method, path, network string) []byte {
	dst = append(append(dst, tenant...), 0)
	dst = append(append(dst, method...), ' ')
	dst = append(append(dst, path...), 0)
	return append(dst, network...)
}

// ceilSeconds is a time in whole seconds, at least one, as Retry-After has it.
func ceilSeconds(d time.Duration) int { return max(1, int((d+time.Second-1)/time.Second)) }
