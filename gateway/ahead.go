package gateway

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/internal/catalog"
)

// ahead reads lists again before anybody asks for them: those that readers asked for, as soon as a change or their time makes them untrue. It is the fill that
// the next reader would begin, begun earlier; what holds of a fill holds of it. What was asked for once is read again a few times more with nobody asking,
// so that what is asked for less often than it changes is there too. After that, and where nobody asked since a reader had it made, it is forgotten until
// somebody does. While changes come fast nothing is read ahead: most of it would change again before anybody asks, and what it takes is wanted by those who edit.
//
// Readers come first. It makes two fills at a time, and as long as half of what may be read at once is being read, or the gateway does not trust what it holds, none.
type ahead struct {
	off   bool
	most  int              // candidates
	each  int              // of one tenant
	ring  chan struct{}    // something may have become untrue; at most one token
	reads atomic.Uint64    // answers read again
	list  []*candidate     // what is looked at; of the goroutine that looks
	pace  pace             // of changes; likewise
	now   func() time.Time // by which that pace goes

	mu    sync.Mutex
	shops map[*replica.Tenant]*shopAhead
	n     int       // candidates of all shops
	due   time.Time // when the first of them ends by time alone; zero: none does
}

// A shopAhead is what one tenant has to be read again.
type shopAhead struct {
	all    map[string]*candidate // by key
	looked cache.Snapshot        // what was applied when they were last looked at
	due    time.Time             // as above
}

// A candidate is an answer that was kept, and what it takes to read it again. It keeps the answer no longer than the cache does.
type candidate struct {
	member *replica.Tenant
	ask    *query.Query
	key    []byte
	where  string
	entry  weak.Pointer[cache.Entry]
	left   int     // how often it may be read again though nobody asked for it since
	heat   float64 // how often a second it was asked for; of the goroutine that looks
}

const (
	mostAhead     = 16 << 10
	mostAheadEach = mostAhead / 2
	aheadLooks    = 8                     // candidates that are looked at to find one that can go
	aheadPause    = 10 * time.Millisecond // between a change and the look at what it dropped, so that a burst is one look
	aheadBatch    = 256                   // answers that are read again between two looks
	aheadShare    = 3                     // a look is followed by so many times its own time without one
	aheadTurns    = 2                     // fills at once
	aheadUnasked  = 3                     // times that what was asked for is read again with nobody asking
	aheadChanges  = 50                    // changes a second, for each processor, that are fast
	aheadIdle     = time.Minute           // between looks while nothing changes and nothing ends
	aheadStop     = time.Second           // what it stands back for when Postgres or the bus fails
)

func (h *ahead) begin(off bool) {
	h.off, h.most, h.each, h.now = off, mostAhead, mostAheadEach, time.Now
	h.ring, h.shops = make(chan struct{}, 1), map[*replica.Tenant]*shopAhead{}
}

// wake says that something may have become untrue. It never waits.
func (h *ahead) wake() {
	select {
	case h.ring <- struct{}{}:
	default:
	}
}

// readable reports whether the answers to an ask are read ahead: lists and filters. Single records are read in a statement by whoever asks, searches are seldom
// asked twice, and what is another one every time is never kept. A key that hits do not look up is not noted either.
func readable(a *query.Query, key []byte) bool {
	return (a.View.Shape != catalog.One || len(a.Path) == 0) && a.Text == "" && !a.View.Uncacheable && len(key) < lookup.MaxKey
}

// noteAhead makes an answer that was just kept a candidate.
func (s *Server) noteAhead(member *replica.Tenant, a *query.Query, key []byte, where string, e *cache.Entry) {
	h := &s.ahead
	if h.off || e.Status != 200 || !readable(a, key) {
		return
	}
	c := &candidate{member: member, ask: a, key: key, where: where, entry: weak.Make(e)}
	fallen := e.Stale(s.clock.Now())
	h.mu.Lock()
	defer h.mu.Unlock()
	shop := h.shops[member]
	if _, known := shop.find(key); !known {
		if !h.roomLocked(shop) {
			return
		}
		if shop = h.shops[member]; shop == nil {
			shop = &shopAhead{all: map[string]*candidate{}}
			h.shops[member] = shop
		}
		h.n++
	}
	shop.all[string(key)] = c
	if fallen { // the change came before this, and its look has been
		shop.looked = cache.Snapshot{}
		h.wake()
	}
	if until := e.ValidUntil; !until.IsZero() {
		shop.due = sooner(shop.due, until)
		if first := sooner(h.due, until); !first.Equal(h.due) {
			h.due = first
			h.wake()
		}
	}
}

func (sh *shopAhead) find(key []byte) (*candidate, bool) {
	if sh == nil {
		return nil, false
	}
	c, ok := sh.all[string(key)]
	return c, ok
}

// sooner is the earlier of two moments, of which a zero one is none.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// roomLocked makes room for a candidate of a shop, nil for one that has none yet. It reports false where there is none to be had.
func (h *ahead) roomLocked(own *shopAhead) bool {
	switch {
	case own != nil && len(own.all) >= h.each:
		return h.giveWayLocked(own)
	case h.n < h.most:
		return true
	}
	n := 0
	for _, shop := range h.shops {
		if h.giveWayLocked(shop) {
			return true
		}
		if n++; n == aheadLooks {
			break
		}
	}
	return false
}

// giveWayLocked finds a candidate of a shop that can go, and lets it go: one that the cache has let go of, or that nobody asked for.
func (h *ahead) giveWayLocked(shop *shopAhead) bool {
	n := 0
	for _, c := range shop.all {
		if e := c.entry.Value(); e == nil || !e.Asked() {
			h.forgetLocked(c)
			return true
		}
		if n++; n == aheadLooks {
			break
		}
	}
	return false
}

// forgetLocked forgets a candidate, unless another has taken its place.
func (h *ahead) forgetLocked(c *candidate) {
	shop := h.shops[c.member]
	if got, _ := shop.find(c.key); got != c {
		return
	}
	delete(shop.all, string(c.key))
	h.n--
	if len(shop.all) == 0 {
		delete(h.shops, c.member)
	}
}

func (h *ahead) forget(c *candidate) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forgetLocked(c)
}

// moved lists the candidates of the tenants of which something was applied since they were looked at, or ended by time alone. The list is good until the next.
func (h *ahead) moved(now time.Time) []*candidate {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.list[:0]
	h.due = time.Time{}
	for member, shop := range h.shops {
		at := member.Snapshot() // before they are looked at: what is applied meanwhile is looked at again
		if at == shop.looked && (shop.due.IsZero() || now.Before(shop.due)) {
			h.due = sooner(h.due, shop.due)
			continue
		}
		shop.looked, shop.due = at, time.Time{}
		for _, c := range shop.all {
			all = append(all, c)
		}
	}
	h.list = all
	return all
}

// again lets the candidates of these shops be looked at once more.
func (h *ahead) again(left []*candidate) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range left {
		if shop := h.shops[c.member]; shop != nil {
			shop.looked = cache.Snapshot{}
		}
	}
	h.wake()
}

// ends notes when a candidate ends by time alone.
func (h *ahead) ends(c *candidate, until time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if shop := h.shops[c.member]; shop != nil {
		shop.due, h.due = sooner(shop.due, until), sooner(h.due, until)
	}
}

// fallen lists the candidates that are not true any more: those that were asked for while they were, the most wanted first, then the others. Those that were
// read again unasked as often as they may be are forgotten, and those that the cache has let go of.
func (s *Server) fallen() []*candidate {
	now := s.clock.Now()
	var asked, spare []*candidate
	all := s.ahead.moved(now)
	defer clear(all)
	for _, c := range all {
		switch e := c.entry.Value(); {
		case e == nil:
			s.ahead.forget(c)
		case !e.Stale(now):
			if !e.ValidUntil.IsZero() {
				s.ahead.ends(c, e.ValidUntil)
			}
		case e.Asked():
			c.heat = e.Heat(now)
			asked = append(asked, c)
		case c.left == 0:
			s.ahead.forget(c)
		default:
			spare = append(spare, c)
		}
	}
	slices.SortFunc(asked, func(a, b *candidate) int { return cmp.Compare(b.heat, a.heat) })
	return append(asked, spare...)
}

// keepAhead reads ahead until ctx ends.
func (s *Server) keepAhead(ctx context.Context) {
	next := time.NewTimer(aheadIdle)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.ahead.ring:
		case <-next.C:
		}
		if !pause(ctx, aheadPause) {
			return
		}
		if s.ahead.pace.of(s.replica.Stats.Applied.Load(), s.ahead.now()) > aheadChanges*float64(runtime.GOMAXPROCS(0)) {
			s.ahead.wake() // what fell meanwhile is looked at when they come slower
			if !pause(ctx, aheadStop) {
				return
			}
			continue
		}
		if !s.lookAhead(ctx) {
			return
		}
		next.Reset(s.ahead.idle(s.clock.Now()))
	}
}

// A pace is how fast a count goes up.
type pace struct {
	n    uint64
	at   time.Time
	rate float64 // a second
}

const paceSpan = time.Second // a pace is that of at least so long

// of is the pace of a count that is n now. The first time it is 0.
func (p *pace) of(n uint64, now time.Time) float64 {
	span := now.Sub(p.at)
	if span < paceSpan {
		return p.rate
	}
	if !p.at.IsZero() {
		p.rate = float64(n-p.n) / span.Seconds()
	}
	p.n, p.at = n, now
	return p.rate
}

// idle is for how long there is nothing to look at, unless something changes.
func (h *ahead) idle(now time.Time) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.due.IsZero() {
		return aheadIdle
	}
	return min(max(h.due.Sub(now), aheadPause), aheadIdle)
}

// lookAhead looks at what was dropped and reads it again, a number of answers at most: what is left is looked at again. It reports false when ctx is done.
func (s *Server) lookAhead(ctx context.Context) bool {
	began := time.Now()
	list := s.fallen()
	took := time.Since(began)
	if len(list) > aheadBatch {
		defer s.ahead.again(list[aheadBatch:])
		list = list[:aheadBatch]
	}
	var next atomic.Int64
	var turns sync.WaitGroup
	for range aheadTurns {
		turns.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(list)) && s.standBack(ctx); n = next.Add(1) - 1 {
				if _, err := s.readAgain(list[n]); err != nil && !pause(ctx, aheadStop) {
					return
				}
			}
		})
	}
	turns.Wait()
	return pause(ctx, aheadShare*took)
}

// standBack waits until readers leave half of the turns to fill, and the gateway trusts what it holds. It reports false when ctx is done.
func (s *Server) standBack(ctx context.Context) bool {
	for {
		wait := s.readersFirst()
		if !pause(ctx, wait) {
			return false
		}
		if wait == 0 {
			return true
		}
	}
}

// readersFirst is for how long nothing may be read ahead, before that is asked again.
func (s *Server) readersFirst() time.Duration {
	switch {
	case !s.lookup.Trusted(s.clock.Machine()):
		return aheadStop
	case 2*len(s.reads) >= cap(s.reads):
		return aheadPause
	}
	return 0
}

// readAgain reads a candidate's answer again, if it is still what the cache has under its key and its shop is switched on. It reports whether it was read. The
// answer that is kept is a candidate as any reader's; a reader who was faster has made another already.
func (s *Server) readAgain(c *candidate) (bool, error) {
	s.ahead.forget(c)
	e := c.entry.Value()
	if e == nil || s.cache.Peek(c.key) != e || !e.Stale(s.clock.Now()) {
		return false, nil
	}
	if !s.lookup.Serves(c.member.ID) {
		return false, nil
	}
	left := c.left - 1
	if e.Asked() {
		left = aheadUnasked
	}
	_, err, _ := s.flight.Do(string(c.key), func() (any, error) {
		e, err := s.fly(c.member.ID, c.member, c.ask, c.key, c.where)
		if err == nil {
			s.ahead.reads.Add(1)
			s.ahead.lend(c, left)
		}
		return e, err
	})
	return true, err
}

// lend says how often the answer that followed a candidate may be read again unasked.
func (h *ahead) lend(c *candidate, left int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if next, ok := h.shops[c.member].find(c.key); ok {
		next.left = left
	}
}

// pause waits, and reports false when ctx is done.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
