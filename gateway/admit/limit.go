package admit

import (
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
)

// A limit is how many reads from Postgres may run at once. The limiter of failsafe-go decides it as TCP Vegas does: it
// compares the recent times with those of a longer past, and how they change with the number at once. The gate has its
// own queue, because that of the library knows no tenants.
type limit struct {
	of adaptivelimiter.AdaptiveLimiter[any]
}

// How the limit follows the times. Postgres is faster or slower within seconds, and its answers take milliseconds.
const (
	recentLeast   = 250 * time.Millisecond // the shortest time between two changes of the limit
	recentMost    = 5 * time.Second        // the longest one, while every fill is slow
	recentSamples = 20                     // fills in that time, at least
	recentPart    = 0.9                    // of them are faster than the time that counts
	baseline      = 120                    // changes of the limit that the longer past covers: half a minute and more
	headroom      = 2                      // the limit is at most so many times what runs at once, or Start
)

func newLimit(cfg Config) *limit {
	return &limit{adaptivelimiter.NewBuilder[any]().
		WithLimits(uint(cfg.Least), uint(cfg.Most), uint(cfg.Start)). //nolint:gosec // Validate
		WithRecentWindow(recentLeast, recentMost, recentSamples).
		WithRecentQuantile(recentPart).
		WithBaselineWindow(baseline).
		WithMaxLimitFunc(func(running int) float64 { return float64(max(cfg.Start, headroom*running)) }).
		Build()}
}

// now is the limit.
func (l *limit) now() int { return l.of.Limit() }

// A permit is one of so many.
type permit = adaptivelimiter.Permit

// take takes a permit, if one is free. Only reads have them: searches take other times.
func (l *limit) take(k Kind) (p permit, ok bool) {
	if k != Read {
		return nil, true
	}
	return l.of.TryAcquirePermit()
}
