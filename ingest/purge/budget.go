package purge

import (
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"vitrine/ingest/purge/provider"
)

// A budget is what an account may do at its provider: token buckets for calls and for tags. Edges with the same
// credential share one.
type budget struct {
	limits provider.Limits
	calls  *rate.Limiter
	tags   *rate.Limiter // nil: tags are not limited
}

func newBudget(l provider.Limits) *budget {
	b := &budget{limits: l, calls: rate.NewLimiter(rate.Limit(l.Calls), l.Burst)}
	if l.TagRate > 0 {
		b.limits.Tags = min(l.Tags, l.TagBurst)
		b.tags = rate.NewLimiter(rate.Limit(l.TagRate), l.TagBurst)
	}
	return b
}

// affords reports whether n tags can be purged within a time after others, in calls of at most batch tags, using at most
// a share of what the buckets hold then.
func (b *budget) affords(now time.Time, others, n, batch int, within time.Duration, share float64) bool {
	before := callsFor(others, batch)
	more := callsFor(others+n, batch) - before
	has := func(l *rate.Limiter, spent int) float64 {
		return share * (l.TokensAt(now) + float64(l.Limit())*within.Seconds() - float64(spent))
	}
	return (more == 0 || float64(more) <= has(b.calls, before)) && (b.tags == nil || float64(n) <= has(b.tags, others))
}

// callsFor is the number of calls for n tags.
func callsFor(n, batch int) int { return (n + batch - 1) / batch }

// errBudget means that a call has to wait for the budget.
type errBudget struct{ wait time.Duration }

func (e errBudget) Error() string {
	return "the budget of the provider is used up for " + e.wait.String()
}

// take takes a call with n tags out of the budget. It returns how long the call has to wait, or an errBudget if that is
// longer than longWait; then nothing is taken.
func (b *budget) take(now time.Time, n int) (time.Duration, error) {
	call := b.calls.ReserveN(now, 1)
	wait := call.DelayFrom(now)
	var tags *rate.Reservation
	if b.tags != nil {
		tags = b.tags.ReserveN(now, n)
		wait = max(wait, tags.DelayFrom(now))
	}
	if wait <= longWait {
		return wait, nil
	}
	call.CancelAt(now)
	if tags != nil {
		tags.CancelAt(now)
	}
	return 0, errBudget{wait}
}

// isBudget reports whether an error means that a call has to wait for the budget, and for how long.
func isBudget(err error) (time.Duration, bool) {
	var e errBudget
	ok := errors.As(err, &e)
	return e.wait, ok
}

// budgets are the budgets of all accounts.
type budgets struct {
	mu  sync.Mutex
	all map[string]*budget
}

// of is the budget for an account; limits are those of its provider.
func (b *budgets) of(account string, l provider.Limits) *budget {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]*budget{}
	}
	if found := b.all[account]; found != nil && found.limits.Calls == l.Calls && found.limits.Burst == l.Burst &&
		found.limits.TagRate == l.TagRate {
		return found
	}
	made := newBudget(l)
	b.all[account] = made
	return made
}
