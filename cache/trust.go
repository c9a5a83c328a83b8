package cache

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// trust is until when a cache may serve what it holds without asking Postgres: while it hears the bus and, where it reports, while a report of its
// own was acknowledged a short while ago. Times are of the monotonic clock, in nanoseconds since the cache was made.
//
// The second is what lets signals leave without a gateway that is not heard of. The leader waits for a gateway until 1.5 s after its last report; a gateway
// counts from when it sent that report, and only 1 s. So one that was stopped, or is heard no more, has ceased to trust itself by then, whatever it
// hears. What it is judged by is when the report was sent: neither a pause between sending and being answered nor one after can lengthen it.
type trust struct {
	until atomic.Int64 // what a hit looks at

	mu      sync.Mutex
	cache   *Cache
	contact int64 // when the bus was last heard
	leased  bool  // reports are sent: the cache also needs
	lease   int64 // when the last report that was acknowledged was sent
}

func (t *trust) heard(at int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.contact = max(t.contact, at)
	t.setLocked()
}

// need makes trust depend on reports from now on.
func (t *trust) need() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leased, t.lease = true, math.MinInt64/2
	t.setLocked()
}

func (t *trust) acknowledged(sent int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lease = max(t.lease, sent)
	t.setLocked()
}

// lapsed reports whether the lease was over at a time: what was signalled since may be unknown here.
func (t *trust) lapsed(at int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return at > t.lease+int64(t.cache.cfg.Lease)
}

func (t *trust) setLocked() {
	until := t.contact + int64(t.cache.cfg.Silent)
	if t.leased {
		until = min(until, t.lease+int64(t.cache.cfg.Lease))
	}
	t.until.Store(until)
}

// since is the monotonic clock.
func (c *Cache) since() int64 { return int64(time.Since(c.start)) }

// Heard notes that the bus is alive.
func (c *Cache) Heard() { c.trust.heard(c.since()) }

// Silent reports whether the cache may not trust itself: the bus was not heard for too long, or no report was acknowledged. It is judged when asked, by
// the monotonic clock: a timer would be wrong after the process was stopped for a while.
func (c *Cache) Silent() bool { return c.since() > c.trust.until.Load() }

// Trusted is for how long yet the cache may trust itself if it hears nothing more; not positive: it may not.
func (c *Cache) Trusted() time.Duration { return time.Duration(c.trust.until.Load() - c.since()) }

// SilentAt is Silent for whoever has just read the clock.
func (c *Cache) SilentAt(now time.Time) bool { return int64(now.Sub(c.start)) > c.trust.until.Load() }
