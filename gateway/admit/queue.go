package admit

import (
	"context"
	"slices"
	"time"
)

// A waiter is a fill that waits for a slot.
type waiter struct {
	pass  *Pass
	pool  *pool
	flow  *flow
	order uint64
	since time.Time
	done  bool          // it has the slot, or err is set
	ready chan struct{} // closed then
	err   error
}

// enter waits until a fill has a slot of a pool.
func (g *Gate) enter(ctx context.Context, p *pool, s *Pass) error {
	w, err := g.joinLocked(p, s)
	if w == nil {
		return err
	}
	late := time.NewTimer(g.cfg.Burst)
	defer late.Stop()
	for {
		g.mu.Lock()
		left := time.Until(g.deadlineLocked(w))
		switch {
		case w.done:
		case ctx.Err() != nil, left <= 0 && !g.cfg.Off:
			g.Refused.Late.Add(1)
			g.refuseLocked(w, errLate)
		default:
			if g.cfg.Off {
				left = g.cfg.Burst
			}
			late.Reset(left)
		}
		done := w.done
		g.mu.Unlock()
		if done {
			return w.err
		}
		select {
		case <-w.ready:
		case <-ctx.Done():
		case <-late.C:
		}
	}
}

// joinLocked gives a fill a slot, refuses it, or returns it as one that waits. It locks the gate.
func (g *Gate) joinLocked(p *pool, s *Pass) (*waiter, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.waiting[s.Kind] == 0 && p.takeLocked(s) {
		return nil, nil //nolint:nilnil // it has its slot
	}
	if f := p.flows[s.Kind][s.Tenant]; s.Bounded && f != nil && f.held+f.length() >= g.cfg.Searches {
		g.Refused.Searches.Add(1)
		return nil, tooMany(g.cfg.Searches)
	}
	if !g.roomLocked(p, s) {
		return nil, busy(errFull)
	}
	f := p.flowLocked(s)
	g.order++
	w := &waiter{pass: s, pool: p, flow: f, order: g.order, since: time.Now(), ready: make(chan struct{})}
	f.waiters = append(f.waiters, w)
	g.countLocked(p, s.Kind, 1)
	return w, nil
}

// countLocked counts the fills that wait, and notes since when they fill the pool.
func (g *Gate) countLocked(p *pool, k Kind, by int) {
	g.waiting += by
	p.waiting[k] += by
	g.noteCrowdLocked(by < 0 && p == &g.postgres) // a fill that leaves another pool may wait for Postgres next
	switch full := p.waiting[k] > max(g.cfg.Full, p.slots(k)); {
	case !full:
		p.fullSince[k] = time.Time{}
	case p.fullSince[k].IsZero():
		p.fullSince[k] = time.Now()
	}
}

// deadlineLocked is until when a fill waits. A burst may wait for Burst. Once a pool has been full for that long, it is
// no burst: more fills come than can be made, and each of them would wait as long.
func (g *Gate) deadlineLocked(w *waiter) time.Time {
	until := w.since.Add(g.cfg.Burst)
	full := w.pool.fullSince[w.pass.Kind]
	if full.IsZero() {
		return until
	}
	short := w.since.Add(g.cfg.Wait)
	if burst := full.Add(g.cfg.Burst); burst.After(short) {
		short = burst
	}
	if short.Before(until) {
		return short
	}
	return until
}

// sweepEach is how often all waiting fills may be checked for their clients. A check is a call to the system for each.
const sweepEach = 100 * time.Millisecond

// roomLocked makes room for another waiting fill. If the queue is full, it removes the fills without clients. If there
// are none, the tenant with the most waiting fills gives up its newest one, unless it is the tenant of the new fill or
// has hardly more.
func (g *Gate) roomLocked(p *pool, s *Pass) bool {
	if g.cfg.Off || g.waiting < g.cfg.Queue {
		return true
	}
	if g.sweepLocked(); g.waiting < g.cfg.Queue {
		return true
	}
	largest, ended := g.linesLocked()
	var out *waiter
	switch {
	case ended != nil:
		out = ended.ended[len(ended.ended)-1] // its clients are probably gone
		g.Refused.Full.Add(1)
		g.refuseLocked(out, errFull)
	case largest == nil || len(largest.waiters) <= p.lineLocked(s.Demand)+1:
		g.Refused.Full.Add(1)
		return false
	default:
		out = largest.waiters[len(largest.waiters)-1]
		g.Refused.Share.Add(1)
		g.refuseLocked(out, errShare)
	}
	if out.pool == &g.postgres {
		g.left = max(0, g.left-1) // the new fill takes the place
	}
	return true
}

// linesLocked finds the tenant with the most waiting fills, and one with fills whose clients are probably gone.
func (g *Gate) linesLocked() (largest, ended *flow) {
	for _, in := range g.pools() {
		for k := range kinds {
			for _, f := range in.flows[k] {
				if len(f.ended) > 0 {
					ended = f
				}
				if len(f.waiters) > 0 && (largest == nil || len(f.waiters) > len(largest.waiters)) {
					largest = f
				}
			}
		}
	}
	return largest, ended
}

// Long reports whether more fills than Config.Full wait for Postgres. It costs next to nothing.
func (g *Gate) Long() bool { return g.long.Load() }

// Crowded reports whether the queue is almost full. It costs next to nothing.
func (g *Gate) Crowded() bool { return g.crowded.Load() }

// Refuse refuses a fill that would have to wait for Postgres, before it begins. The error is that of a fill that found
// the queue full. While the queue is almost full, a fill may begin in these cases only:
//
//   - Another fill has ceased to wait for Postgres, and none has begun in its place.
//   - Its tenant has less than half as many waiting fills as some tenant of the queue. If the queue fills up, that one
//     gives up its newest place.
//   - A fill waits whose clients are probably gone.
func (g *Gate) Refuse(d Demand) error {
	if !g.Crowded() {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	p := &g.postgres
	if p.waiting[d.Kind] == 0 && p.freeLocked(d.Kind) {
		return nil
	}
	g.sweepLocked()
	if !g.Crowded() {
		return nil
	}
	own := p.lineLocked(d)
	switch largest, ended := g.linesLocked(); {
	case ended != nil, largest != nil && own+1 < len(largest.waiters) && 2*own < len(largest.waiters):
		return nil
	case g.left > 0:
		g.left--
		return nil
	}
	g.Refused.Full.Add(1)
	return busy(errFull)
}

// noteCrowdLocked notes whether the queue is long and whether less than an eighth of it is free. left reports that a
// fill has ceased to wait for Postgres.
func (g *Gate) noteCrowdLocked(left bool) {
	waiting := g.postgres.waiting[Read] + g.postgres.waiting[Search]
	if long := !g.cfg.Off && waiting > g.cfg.Full; long != g.Long() {
		g.long.Store(long)
	}
	crowded := !g.cfg.Off && 8*g.waiting > 7*g.cfg.Queue
	switch {
	case crowded != g.Crowded():
		g.crowded.Store(crowded)
		g.left = 0
	case crowded && left:
		g.left = min(g.left+1, g.cfg.Queue/8) //nolint:mnd // as above
	}
}

func (g *Gate) pools() []*pool { return []*pool{&g.memory, &g.parent, &g.postgres} }

// sweepLocked removes all waiting fills whose clients are gone, and notes those whose clients may be. It does nothing
// if that was done a moment ago.
func (g *Gate) sweepLocked() {
	now := time.Now()
	if now.Sub(g.swept) < sweepEach {
		return
	}
	g.swept = now
	for _, p := range g.pools() {
		for k := range kinds {
			for _, f := range p.flows[k] {
				for _, w := range slices.Concat(f.waiters, f.ended) {
					g.presentLocked(w)
				}
			}
		}
	}
}

// presentLocked reports whether a client of a waiting fill is there. If all are gone, the fill is refused. If all have
// sent the end of their connections, the fill waits behind the others: such a client may still read its answer.
func (g *Gate) presentLocked(w *waiter) bool {
	if w.pass.Clients == nil {
		return true
	}
	switch w.pass.Clients() {
	case Gone:
		g.Refused.Gone.Add(1)
		g.refuseLocked(w, ErrGone)
		return false
	case Ended:
		if i := slices.Index(w.flow.waiters, w); i >= 0 {
			w.flow.waiters = slices.Delete(w.flow.waiters, i, i+1)
			w.flow.ended = append(w.flow.ended, w)
			return false
		}
	case There:
	}
	return true
}

// pumpLocked gives free slots to the fills that are due.
func (g *Gate) pumpLocked(p *pool) {
	for w := p.nextLocked(); w != nil; w = p.nextLocked() {
		if !g.presentLocked(w) {
			continue
		}
		if !p.takeLocked(w.pass) {
			return
		}
		g.Waited.Add(1)
		g.endLocked(w)
	}
}

// refuseLocked ends the wait of a fill with a 503.
func (g *Gate) refuseLocked(w *waiter, cause error) {
	w.err = busy(cause)
	g.endLocked(w)
}

// endLocked ends the wait of a fill.
func (g *Gate) endLocked(w *waiter) {
	f := w.flow
	if i := slices.Index(f.waiters, w); i >= 0 {
		f.waiters = slices.Delete(f.waiters, i, i+1)
	} else if i := slices.Index(f.ended, w); i >= 0 {
		f.ended = slices.Delete(f.ended, i, i+1)
	}
	g.countLocked(w.pool, w.pass.Kind, -1)
	w.pool.dropLocked(w.pass.Kind, f)
	w.done = true
	close(w.ready)
}
