package ingest

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Stats count what the worker of this process did since it was made. They may be read at any time.
type Stats struct {
	Leading atomic.Bool // this process's worker publishes; the others stand by
	Asleep  atomic.Bool // the drain waits for the doorbell

	Polls, Idle                   atomic.Uint64 // looks at Postgres; those that found nothing
	Changes, Messages             atomic.Uint64 // numbered changes published, and the messages that carried them
	Retried                       atomic.Uint64 // messages that were not taken at once and had to be sent again
	Holes                         atomic.Uint64 // numbers that were missing; each is logged as an error
	Restarts                      atomic.Uint64 // tenants whose numbers began anew
	Behind                        atomic.Int64  // tenants with changes that are known and not published
	Terms                         atomic.Uint64 // times this worker began to lead
	Beats, BeatsHeld              atomic.Uint64 // heartbeats sent; held back because something was not published yet
	Checkpoints                   atomic.Uint64
	Pruned                        atomic.Uint64 // rows of change_tx and change_row that were dropped
	Indexed, IndexErrors, Rebuilt atomic.Uint64 // documents sent to an outside engine; attempts it refused; kinds of a tenant rebuilt

	Signalled                     atomic.Uint64 // changes written down for those outside
	Spared                        atomic.Uint64 // changes that were not read a second time to be written down for those outside
	Posted, PostErrors, PostLooks atomic.Uint64 // posts that webhooks took; attempts that failed; looks for something to post
	Compared, Drift, Mended       atomic.Uint64 // indexes of a tenant's kind compared with Postgres; those that differed; tenants rebuilt for it

	// SignalLag is the time from the seal of a change to its being written down for those outside.
	SignalLag Lag

	// Lag is the time from the seal of a change, inside its COMMIT, to the bus having taken it.
	Lag Lag
}

// Lag keeps the most recent durations.
type Lag struct {
	mu   sync.Mutex
	ring [1024]time.Duration
	n    int
}

func (l *Lag) add(d time.Duration) {
	l.mu.Lock()
	l.ring[l.n%len(l.ring)] = d
	l.n++
	l.mu.Unlock()
}

// Quantiles returns the last duration, and the median and the 99th percentile of the last 1024; zero if there were none.
func (l *Lag) Quantiles() (last, p50, p99 time.Duration) {
	l.mu.Lock()
	n := min(l.n, len(l.ring))
	if n == 0 {
		l.mu.Unlock()
		return 0, 0, 0
	}
	last = l.ring[(l.n-1)%len(l.ring)]
	recent := slices.Clone(l.ring[:n])
	l.mu.Unlock()
	slices.Sort(recent)
	return last, recent[n/2], recent[n*99/100]
}
