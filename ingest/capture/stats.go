package capture

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Stats count what relays did since the process started. They may be read at any time.
type Stats struct {
	Asleep            atomic.Bool   // the relay waits for a wake-up
	Changes, Messages atomic.Uint64 // changes published, and the messages that carried them
	Retried           atomic.Uint64 // messages that had to be sent again
	Holes             atomic.Uint64 // missing change numbers; each is logged as an error
	Behind            atomic.Int64  // tenants with unpublished changes
	Beats, BeatsHeld  atomic.Uint64 // heartbeats sent; suppressed because changes were unpublished
	Checkpoints       atomic.Uint64 // writes of the cursors

	// Lag is the time from the seal of a change, inside its COMMIT, to the acknowledgement of the bus. Changes that were
	// sealed before the worker was made are not in it: they waited for the start of a process.
	Lag Lag
}

// A Lag holds the most recent durations.
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

// Quantiles returns the last duration, and the median and the 99th percentile of the last 1024. They are zero if there
// are none.
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
