package refresh

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/metric"
)

// Config is what a Refresher needs.
type Config struct {
	Cache   *cache.Cache
	Replica *replica.Replica
	Lookup  *lookup.Lookup
	Reader  *read.Reader
	Clock   *clock.Clock

	Off           bool // nothing is refilled
	MaxCandidates int  // lists that may be refilled; default 16,384
	MaxPerTenant  int  // of one tenant; default 8,192
}

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config { return Config{MaxCandidates: 16 << 10, MaxPerTenant: 8 << 10} }

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Cache == nil, c.Replica == nil, c.Lookup == nil, c.Reader == nil, c.Clock == nil:
		return errors.New("refresh: a cache, a replica, a lookup, a reader and a clock are required")
	case c.MaxCandidates <= 0, c.MaxPerTenant <= 0:
		return errors.New("refresh: MaxCandidates and MaxPerTenant must be positive")
	}
	return nil
}

// A Refresher refills stale lists.
type Refresher struct {
	cfg  Config
	all  candidates
	wake chan struct{}    // something may have become stale; at most one token
	list []*candidate     // what Look checks; used by its goroutine alone
	pace pace             // of changes; likewise
	now  func() time.Time // for pace

	// Refilled counts answers read again.
	Refilled atomic.Uint64
}

const (
	lookDelay   = 10 * time.Millisecond // between a change and the look at what it made stale, so that a burst is one look
	maxLook     = 256                   // answers that are refilled between two looks
	restFactor  = 3                     // a look is followed by so many times its own duration without one
	concurrent  = 2                     // fills
	fastChanges = 50                    // changes a second, for each processor, that count as fast
	maxIdle     = time.Minute           // between looks while nothing changes and nothing expires
	backOff     = time.Second           // pause while Postgres or the bus fails
	unrequested = 3                     // times that a list is refilled without a request
)

// New makes a refresher of the answers that the reader keeps.
func New(cfg Config) (*Refresher, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &Refresher{cfg: cfg, wake: make(chan struct{}, 1), now: time.Now}
	r.all = newCandidates(cfg.MaxCandidates, cfg.MaxPerTenant, r.Wake)
	if !cfg.Off {
		cfg.Reader.OnKept(r.note)
	}
	return r, nil
}

// note makes an answer that was just kept a candidate.
func (r *Refresher) note(k read.Kept) {
	if k.Entry.Body == nil || !refillable(k.Query, k.Key) {
		return
	}
	c := newCandidate(k)
	r.all.add(c, k.Entry, k.Entry.Stale(r.cfg.Clock.Now()))
}

// refillable reports whether the answers to a query are refilled: lists and filters. A single record is read fast when
// it is requested, searches are seldom repeated, and uncacheable answers are not kept. Nor is a key refilled that hits
// do not look up.
func refillable(q *query.Query, key []byte) bool {
	list := q.View.Shape != catalog.One || len(q.Path) == 0
	return list && q.Text == "" && !q.View.Uncacheable && len(key) < lookup.MaxKey
}

// Count is the number of candidates.
func (r *Refresher) Count() int { return r.all.count() }

// Run refills until ctx is done, unless the refresher is off.
func (r *Refresher) Run(ctx context.Context) {
	if r.cfg.Off {
		return
	}
	next := time.NewTimer(maxIdle)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		case <-next.C:
		}
		if !sleep(ctx, lookDelay) {
			return
		}
		rate := r.pace.of(r.cfg.Replica.Stats.Applied.Load(), r.now())
		if rate > fastChanges*float64(runtime.GOMAXPROCS(0)) {
			r.Wake() // looks again once changes arrive more slowly
			if !sleep(ctx, backOff) {
				return
			}
			continue
		}
		if !r.Look(ctx) {
			return
		}
		next.Reset(r.all.idle(r.cfg.Clock.Now()))
	}
}

// Wake says that something may have become stale. It does not block.
func (r *Refresher) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Look refills what is stale, up to a number of answers; the rest is left to the next look. It reports false when ctx
// is done.
func (r *Refresher) Look(ctx context.Context) bool {
	began := time.Now()
	list := r.stale()
	took := time.Since(began)
	if len(list) > maxLook {
		defer r.all.lookAgain(list[maxLook:])
		list = list[:maxLook]
	}
	var next atomic.Int64
	var fills sync.WaitGroup
	for range concurrent {
		fills.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(list)) && r.yield(ctx); n = next.Add(1) - 1 {
				if _, err := r.refill(list[n]); err != nil && !sleep(ctx, backOff) {
					return
				}
			}
		})
	}
	fills.Wait()
	return sleep(ctx, restFactor*took)
}

// stale lists the stale candidates: first those that were requested while they were valid, the most requested first,
// then the others. It drops candidates that the cache has evicted, and those that were refilled often enough without a
// request.
func (r *Refresher) stale() []*candidate {
	now := r.cfg.Clock.Now()
	var requested, others []*candidate
	all := r.all.changed(r.list[:0], now)
	r.list = all
	defer clear(all)
	for _, c := range all {
		switch e := c.entry.Value(); {
		case e != nil && !e.Stale(now):
			if !e.ValidUntil.IsZero() {
				r.all.expires(c, e.ValidUntil)
			}
		case e != nil && e.Requested():
			c.heat = e.RequestRate(now)
			requested = append(requested, c)
		case e != nil && c.left > 0:
			others = append(others, c)
		default:
			r.dropOrRenew(c, e)
		}
	}
	slices.SortFunc(requested, func(a, b *candidate) int { return cmp.Compare(b.heat, a.heat) })
	return append(requested, others...)
}

// yield waits until requests leave room for a refill. It reports false when ctx is done.
func (r *Refresher) yield(ctx context.Context) bool {
	for {
		wait := r.wait()
		if !sleep(ctx, wait) {
			return false
		}
		if wait == 0 {
			return true
		}
	}
}

// wait is how long nothing may be refilled; then it is to be called again.
func (r *Refresher) wait() time.Duration {
	switch {
	case !r.cfg.Lookup.Connected(r.cfg.Clock.Machine()):
		return backOff
	case r.cfg.Reader.HalfBusy():
		return lookDelay
	}
	return 0
}

// dropOrRenew drops a candidate of an entry. If the cache holds another entry of the key, that becomes the candidate.
// Two fills may follow each other before the cache has stored the first answer: then it keeps the first, although the
// second was noted last.
func (r *Refresher) dropOrRenew(c *candidate, e *cache.Entry) {
	kept := r.cfg.Cache.Peek(c.key)
	if kept == nil || kept == e || kept.Body == nil {
		r.all.drop(c)
		return
	}
	r.all.replace(c, newCandidate(read.Kept{Tenant: c.tenant, Query: c.query, Key: c.key, Entry: kept}))
}

// refill reads a candidate's answer again, unless a request was faster or the tenant is disabled. It reports whether it
// did. The new answer becomes a candidate when it is kept. If it is not, because of an error or because changes made it
// stale, the old one stays a candidate.
func (r *Refresher) refill(c *candidate) (bool, error) {
	e := c.entry.Value()
	if e == nil || r.cfg.Cache.Peek(c.key) != e {
		r.dropOrRenew(c, e)
		return false, nil
	}
	if !e.Stale(r.cfg.Clock.Now()) || !r.cfg.Lookup.Serves(c.tenant.ID) {
		r.all.drop(c)
		return false, nil
	}
	left := c.left - 1
	if e.Requested() {
		left = unrequested
	}
	err := r.cfg.Reader.Refill(c.tenant, c.query, c.key, func() {
		r.Refilled.Add(1)
		r.all.allow(c, left)
	})
	if err != nil {
		r.all.lookAgain([]*candidate{c})
	}
	return true, err
}

// sleep waits, and reports false when ctx is done.
func sleep(ctx context.Context, d time.Duration) bool {
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

// Register registers the metrics of the refresher.
func (r *Refresher) Register(reg prometheus.Registerer) {
	metric.Counter(reg, "vitrine_answers_refreshed_ahead_total",
		"Answers refilled before a request. They are also counted as assembled or read.", &r.Refilled)
}
