package upstream

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"vitrine/internal/api"
)

// A retryMemory answers 429 locally, for up to 2 s, to clients that the write service has just rate-limited by network
// address. Such a request costs neither a call of the write service nor a password hash. The time is short because the
// write service may lift the limit meanwhile.
type retryMemory struct {
	mu  sync.Mutex
	all map[string]limited
}

// A limited client may not try again before a time. The memory of that ends at expires.
type limited struct{ expires, until time.Time }

const (
	maxLimited  = 10_000 // entries; when they are full, all are dropped
	maxRetained = 2 * time.Second
)

// wait is how long the client of a key has to wait: 0 if it may try.
func (m *retryMemory) wait(key []byte, now time.Time) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.all[string(key)]
	if !ok {
		return 0
	}
	if !e.expires.After(now) {
		delete(m.all, string(key))
		return 0
	}
	return e.until.Sub(now)
}

// note remembers an answer to a client, if it is a 429 that applies to the whole network address.
func (m *retryMemory) note(key []byte, status int, h http.Header, now time.Time) {
	if status != http.StatusTooManyRequests || h.Get(api.BarredHeader) == "" {
		return
	}
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds <= 0 {
		return
	}
	wait := time.Duration(seconds) * time.Second
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil || len(m.all) >= maxLimited {
		m.all = map[string]limited{}
	}
	m.all[string(key)] = limited{now.Add(min(wait, maxRetained)), now.Add(wait)}
}

// retryKey identifies a kind of request from a network address. It contains nothing of the request's body or tokens.
func retryKey(dst []byte, tenant, method, path, network string) []byte {
	dst = append(append(dst, tenant...), 0)
	dst = append(append(dst, method...), ' ')
	dst = append(append(dst, path...), 0)
	return append(dst, network...)
}

// ceilSeconds rounds a duration up to whole seconds, at least 1, for Retry-After.
func ceilSeconds(d time.Duration) int { return max(1, int((d+time.Second-1)/time.Second)) }
