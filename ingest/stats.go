package ingest

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/wire"
)

// Stats count what the worker of this process did since it was made. They may be read at any time.
type Stats struct {
	Leading atomic.Bool // this process's worker publishes; the others stand by
	Asleep  atomic.Bool // the drain waits for the doorbell

	Changes, Messages atomic.Uint64 // numbered changes published, and the messages that carried them
	Retried           atomic.Uint64 // messages that were not taken at once and had to be sent again
	Holes             atomic.Uint64 // numbers that were missing; each is logged as an error
	Behind            atomic.Int64  // tenants with changes that are known and not published
	Terms             atomic.Uint64 // times this worker began to lead
	Beats, BeatsHeld  atomic.Uint64 // heartbeats sent; held back because something was not published yet
	Checkpoints       atomic.Uint64
	Pruned            atomic.Uint64 // rows of change_tx and change_row that were dropped

	IndexErrors, Rebuilt    atomic.Uint64 // attempts to index that an outside engine refused; kinds of a tenant rebuilt
	Compared, Drift, Mended atomic.Uint64 // indexes of a tenant's kind compared with Postgres; those that differed; tenants rebuilt for it

	Spared                atomic.Uint64 // changes that were not read a second time to be written down for those outside
	PostErrors, PostLooks atomic.Uint64 // attempts to post to a webhook that failed; looks for something to post

	// Lag is the time from the seal of a change, inside its COMMIT, to the bus having taken it.
	Lag Lag
}

// roster is what of them people are told.
func (s *Stats) roster() wire.Members {
	_, _, late := s.Lag.Quantiles()
	return wire.Members{Behind: s.Behind.Load(), LagP99: late.Seconds(), Retried: s.Retried.Load(), Holes: s.Holes.Load(), HeldBeats: s.BeatsHeld.Load(),
		PostErrors: s.PostErrors.Load(), Compared: s.Compared.Load(), Drift: s.Drift.Load(), IndexErrors: s.IndexErrors.Load()}
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
