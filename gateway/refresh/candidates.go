package refresh

import (
	"sync"
	"time"
	"weak"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
)

// A candidate is an answer that was kept, and what is needed to refill it. It does not keep the answer alive.
type candidate struct {
	tenant *replica.Tenant
	query  *query.Query
	key    []byte
	entry  weak.Pointer[cache.Entry]
	left   int     // how often it may be refilled without a request
	heat   float64 // requests a second; used by the goroutine of Look alone
}

func newCandidate(k read.Kept) *candidate {
	return &candidate{tenant: k.Tenant, query: k.Query, key: k.Key, entry: weak.Make(k.Entry)}
}

// candidates are the candidates of all tenants.
type candidates struct {
	max, perTenant int
	wake           func() // a candidate is stale, or the time of the next look has changed

	mu       sync.Mutex
	byTenant map[*replica.Tenant]*ofTenant
	n        int
	due      time.Time // when the first of them expires; zero: none does
}

// ofTenant are the candidates of one tenant.
type ofTenant struct {
	all    map[string]*candidate // by key
	looked cache.Snapshot        // what was applied when they were last looked at
	due    time.Time             // as above
}

// tries is how many candidates are checked to find one that can be dropped.
const tries = 8

func newCandidates(max, perTenant int, wake func()) candidates {
	return candidates{max: max, perTenant: perTenant, wake: wake, byTenant: map[*replica.Tenant]*ofTenant{}}
}

func (s *candidates) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// add adds a candidate, or replaces the one of its key, if there is room. stale says that a change has made it stale
// already, so that it must be looked at.
func (s *candidates) add(c *candidate, e *cache.Entry, stale bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.byTenant[c.tenant]
	if _, known := of.find(c.key); !known {
		if !s.roomLocked(of) {
			return
		}
		if of = s.byTenant[c.tenant]; of == nil {
			of = &ofTenant{all: map[string]*candidate{}}
			s.byTenant[c.tenant] = of
		}
		s.n++
	}
	of.all[string(c.key)] = c
	if stale {
		of.looked = cache.Snapshot{}
		s.wake()
	}
	if until := e.ValidUntil; !until.IsZero() {
		of.due = earlier(of.due, until)
		if first := earlier(s.due, until); !first.Equal(s.due) {
			s.due = first
			s.wake()
		}
	}
}

// roomLocked makes room for a candidate of a tenant; own is nil if it has none yet. It reports false if it finds none
// to drop.
func (s *candidates) roomLocked(own *ofTenant) bool {
	switch {
	case own != nil && len(own.all) >= s.perTenant:
		return s.dropOneLocked(own)
	case s.n < s.max:
		return true
	}
	n := 0
	for _, of := range s.byTenant {
		if s.dropOneLocked(of) {
			return true
		}
		if n++; n == tries {
			break
		}
	}
	return false
}

// dropOneLocked drops a candidate of a tenant that the cache has evicted, or that was not requested.
func (s *candidates) dropOneLocked(of *ofTenant) bool {
	n := 0
	for _, c := range of.all {
		if e := c.entry.Value(); e == nil || !e.Requested() {
			s.dropLocked(c)
			return true
		}
		if n++; n == tries {
			break
		}
	}
	return false
}

// drop drops a candidate, unless another one has replaced it.
func (s *candidates) drop(c *candidate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropLocked(c)
}

// replace puts next in the place of a candidate, to be looked at again, unless another one has replaced it.
func (s *candidates) replace(c, next *candidate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.byTenant[c.tenant]
	if got, _ := of.find(c.key); got != c {
		return
	}
	of.all[string(c.key)] = next
	of.looked = cache.Snapshot{}
	s.wake()
}

func (s *candidates) dropLocked(c *candidate) {
	of := s.byTenant[c.tenant]
	if got, _ := of.find(c.key); got != c {
		return
	}
	delete(of.all, string(c.key))
	s.n--
	if len(of.all) == 0 {
		delete(s.byTenant, c.tenant)
	}
}

// changed appends the candidates of the tenants of which a change was applied since the last look, or of which a
// candidate has expired.
func (s *candidates) changed(all []*candidate, now time.Time) []*candidate {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = time.Time{}
	for t, of := range s.byTenant {
		at := t.Snapshot() // before the look: a change that is applied during it causes another one
		if at == of.looked && (of.due.IsZero() || now.Before(of.due)) {
			s.due = earlier(s.due, of.due)
			continue
		}
		of.looked, of.due = at, time.Time{}
		for _, c := range of.all {
			all = append(all, c)
		}
	}
	return all
}

// lookAgain has the tenants of these candidates looked at once more.
func (s *candidates) lookAgain(left []*candidate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range left {
		if of := s.byTenant[c.tenant]; of != nil {
			of.looked = cache.Snapshot{}
		}
	}
	s.wake()
}

// expires notes when a candidate expires.
func (s *candidates) expires(c *candidate, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if of := s.byTenant[c.tenant]; of != nil {
		of.due, s.due = earlier(of.due, until), earlier(s.due, until)
	}
}

// allow sets how often the successor of a candidate may be refilled without a request.
func (s *candidates) allow(c *candidate, left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if next, ok := s.byTenant[c.tenant].find(c.key); ok {
		next.left = left
	}
}

// idle is how long nothing can become stale without a change.
func (s *candidates) idle(now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.due.IsZero() {
		return maxIdle
	}
	return min(max(s.due.Sub(now), lookDelay), maxIdle)
}

func (of *ofTenant) find(key []byte) (*candidate, bool) {
	if of == nil {
		return nil, false
	}
	c, ok := of.all[string(key)]
	return c, ok
}

// earlier is the earlier of two times; the zero time means never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
