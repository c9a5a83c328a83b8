package replica

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// lease is until when a cache may serve what it holds without asking Postgres: while it hears the bus and, where it reports, while a report of its
// own was acknowledged a short while ago. Times are of the monotonic clock, in nanoseconds since the cache was made.
//
// The second is what lets signals leave without a gateway that is not heard of. The leader waits for a gateway until 1.5 s after its last report; a gateway
// counts from when it sent that report, and only 1 s. So one that was stopped, or is heard no more, has ceased to trust itself by then, whatever it
// hears. What it is judged by is when the report was sent: neither a pause between sending and being answered nor one after can lengthen it.
type lease struct {
	until atomic.Int64 // what a hit looks at

	mu      sync.Mutex
	replica *Replica
	contact int64 // when the bus was last heard
	reports bool  // reports are sent: the cache also needs
	acked   int64 // when the last report that was acknowledged was sent
}

func (t *lease) heard(at int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.contact = max(t.contact, at)
	t.setLocked()
}

// need makes trust depend on reports from now on.
func (t *lease) need() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reports, t.acked = true, math.MinInt64/2
	t.setLocked()
}

func (t *lease) acknowledged(sent int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.acked = max(t.acked, sent)
	t.setLocked()
}

// lapsed reports whether the lease was over at a time: what was signalled since may be unknown here.
func (t *lease) lapsed(at int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return at > t.acked+int64(t.replica.cfg.Lease)
}

func (t *lease) setLocked() {
	until := t.contact + int64(t.replica.cfg.HeartbeatTimeout)
	if t.reports {
		until = min(until, t.acked+int64(t.replica.cfg.Lease))
	}
	t.until.Store(until)
}

// since is the monotonic clock.
func (r *Replica) since() int64 { return int64(time.Since(r.start)) }

// Heard notes that the bus is alive.
func (r *Replica) Heard() { r.lease.heard(r.since()) }

// Disconnected reports whether the cache may not trust itself: the bus was not heard for too long, or no report was acknowledged. It is judged when asked, by
// the monotonic clock: a timer would be wrong after the process was stopped for a while.
func (r *Replica) Disconnected() bool { return r.since() > r.lease.until.Load() }

// LeaseLeft is for how long yet the cache may trust itself if it hears nothing more; not positive: it may not.
func (r *Replica) LeaseLeft() time.Duration { return time.Duration(r.lease.until.Load() - r.since()) }

// DisconnectedAt is Disconnected for whoever has just read the clock.
func (r *Replica) DisconnectedAt(now time.Time) bool {
	return int64(now.Sub(r.start)) > r.lease.until.Load()
}
