package replica

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// A lease is the time until which hits may be served without asking Postgres. It depends on the last heartbeat and, if
// the gateway reports, on its last acknowledged report. Times are nanoseconds of the monotonic clock since the replica
// was made.
//
// The leader announces a change once every gateway has applied it, and waits for a gateway until 1.5 s after the
// gateway's last report. The lease lasts 1 s from when that report was sent. A gateway that was suspended or cut off
// has therefore lost its lease before the leader stops waiting for it. No pause between sending a report and its
// acknowledgement, or after it, can extend the lease.
type lease struct {
	until   atomic.Int64
	awaited atomic.Int64 // when the present leader was first heard of, if it waits before it indexes; 0: it does not

	mu        sync.Mutex
	replica   *Replica
	heartbeat int64 // when the last heartbeat was received
	reports   bool  // the gateway reports: the lease depends on acked too
	acked     int64 // when the last acknowledged report was sent
}

// renew renews the lease at a heartbeat.
func (l *lease) renew(at int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heartbeat = max(l.heartbeat, at)
	l.setLocked()
}

// requireReports makes the lease depend on reports. It expires until the first one is acknowledged.
func (l *lease) requireReports() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reports, l.acked = true, math.MinInt64/2
	l.setLocked()
}

// acknowledged notes the acknowledgement of a report that was sent at a time.
func (l *lease) acknowledged(sent int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acked = max(l.acked, sent)
	l.setLocked()
}

// leads notes that another worker leads.
func (l *lease) leads(awaits bool) {
	at := int64(0)
	if awaits {
		at = max(1, l.replica.since())
	}
	l.awaited.Store(at)
}

// lapsed reports whether reports no longer covered a time. The leader may then have announced changes that are not
// applied here.
func (l *lease) lapsed(at int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return at > l.acked+int64(l.replica.cfg.Lease)
}

func (l *lease) setLocked() {
	until := l.heartbeat + int64(l.replica.cfg.HeartbeatTimeout)
	if l.reports {
		until = min(until, l.acked+int64(l.replica.cfg.Lease))
	}
	l.until.Store(until)
}

// A bus knows whether messages can arrive.
type bus struct {
	mu   sync.Mutex
	away chan struct{} // closed while the connection is lost; nil: it never was
}

// lost returns a channel that is closed while the connection is lost.
func (b *bus) lost() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.away == nil {
		b.away = make(chan struct{})
	}
	return b.away
}

// set notes whether the connection is lost.
func (b *bus) set(lost bool) {
	away := b.lost()
	b.mu.Lock()
	defer b.mu.Unlock()
	switch is := isClosed(away); {
	case lost && !is:
		close(b.away)
	case !lost && is:
		b.away = make(chan struct{})
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// since reads the monotonic clock.
func (r *Replica) since() int64 { return int64(time.Since(r.start)) }

// RenewLease renews the lease as a heartbeat does.
func (r *Replica) RenewLease() { r.lease.renew(r.since()) }

// Disconnected reports whether the lease has expired. It compares clocks when it is called: after the process was
// suspended, a timer would fire too late.
func (r *Replica) Disconnected() bool { return r.since() > r.lease.until.Load() }

// DisconnectedAt is Disconnected for a time that the caller has just read.
func (r *Replica) DisconnectedAt(now time.Time) bool {
	return int64(now.Sub(r.start)) > r.lease.until.Load()
}

// awaitedAfter is how long a new leader leads before Awaited relies on it. A leader of an earlier release did not wait.
// The gateway has applied by then what that leader had indexed, or it gets no heartbeats.
const awaitedAfter = 2 * time.Second

// Awaited reports whether no index outside Postgres has a change that this gateway has not applied: it has a lease, and
// the leader waits for it before it indexes.
func (r *Replica) Awaited() bool {
	at := r.lease.awaited.Load()
	return at > 0 && r.since()-at > int64(awaitedAfter) && !r.Disconnected()
}

// Awaited is Replica.Awaited of the tenant's replica.
func (t *Tenant) Awaited() bool { return t.replica.Awaited() }

// LeaseLeft is the time until the lease expires, if it is not renewed. It is not positive if the lease has expired.
func (r *Replica) LeaseLeft() time.Duration { return time.Duration(r.lease.until.Load() - r.since()) }
