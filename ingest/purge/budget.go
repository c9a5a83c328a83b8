package purge

import (
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"vitrine/ingest/purge/provider"
)

// A budget is what an account may do at its provider: token buckets for calls and for tags. Edges with the same
// credential share one, with the strictest limits that one of them declares.
type budget struct {
	calls *rate.Limiter
	tags  *rate.Limiter // nil: tags are not limited

	mu     sync.Mutex
	limits provider.Limits
	queue  []place
}

// A place is one of a worker that waits for a budget, so that workers take turns.
type place struct {
	of any
	by time.Time // the place is lost then
}

// placeGrace is how late a worker may take its turn.
const placeGrace = 5 * time.Second

// newBudget makes a budget. The buckets hold what came in since the account was last used, because an earlier term may
// have emptied them.
func newBudget(l provider.Limits, now time.Time, idle time.Duration) *budget {
	begin := func(perSecond float64, burst int) *rate.Limiter {
		b := rate.NewLimiter(rate.Limit(perSecond), burst)
		b.AllowN(now, burst-int(min(float64(burst), perSecond*idle.Seconds())))
		return b
	}
	b := &budget{limits: l, calls: begin(l.Calls, l.Burst)}
	if l.TagRate > 0 {
		b.tags = begin(l.TagRate, l.TagBurst)
	}
	return b
}

// limit sets the limits. What the buckets hold stays, up to their new size.
func (b *budget) limit(l provider.Limits, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l == b.limits {
		return
	}
	b.limits = l
	b.calls.SetLimitAt(now, rate.Limit(l.Calls))
	b.calls.SetBurstAt(now, l.Burst)
	if b.tags != nil {
		b.tags.SetLimitAt(now, rate.Limit(l.TagRate))
		b.tags.SetBurstAt(now, l.TagBurst)
	}
}

// batch is the number of tags in a call.
func (b *budget) batch() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tags != nil {
		return min(b.limits.Tags, b.limits.TagBurst)
	}
	return b.limits.Tags
}

// affords reports whether n tags can be purged within a time after others, in calls of at most batch tags. They use at
// most a share of what the buckets hold then.
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
// longer than longWait, or if others wait; then nothing is taken, and the worker has a place in the queue.
func (b *budget) take(now time.Time, of any, n int) (time.Duration, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = slices.DeleteFunc(b.queue, func(p place) bool { return now.After(p.by) })
	at := slices.IndexFunc(b.queue, func(p place) bool { return p.of == of })
	if at < 0 {
		at = len(b.queue)
		b.queue = append(b.queue, place{of: of})
	}
	call := b.calls.ReserveN(now, 1)
	wait, next := call.DelayFrom(now), 1/float64(b.calls.Limit())
	var tags *rate.Reservation
	if b.tags != nil {
		tags = b.tags.ReserveN(now, n)
		wait, next = max(wait, tags.DelayFrom(now)), max(next, 1/float64(b.tags.Limit()))
	}
	if wait <= longWait && at == 0 {
		b.queue = b.queue[1:]
		return wait, nil
	}
	call.CancelAt(now)
	if tags != nil {
		tags.CancelAt(now)
	}
	if at > 0 { // a call later than the place before
		wait = max(wait, b.queue[at-1].by.Add(-placeGrace).Sub(now)+time.Duration(next*float64(time.Second)))
	}
	wait = min(wait, retryMax)
	b.queue[at].by = now.Add(wait + placeGrace)
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

// set sets the limits of all accounts to the strictest that their edges declare.
func (b *budgets) set(edges []Edge, workers map[string]*worker, now time.Time) {
	limits, idle := map[string]provider.Limits{}, map[string]time.Duration{}
	for i := range edges {
		e := &edges[i]
		w := workers[e.ID]
		if w.limits == (provider.Limits{}) {
			continue
		}
		l, known := limits[w.account]
		if !known {
			l, idle[w.account] = w.limits, e.Idle
		}
		limits[w.account] = strictest(l, w.limits)
		idle[w.account] = min(idle[w.account], e.Idle)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]*budget{}
	}
	for account, l := range limits {
		if found := b.all[account]; found != nil {
			found.limit(l, now)
		} else {
			b.all[account] = newBudget(l, now, idle[account])
		}
	}
}

// of is the budget of an account.
func (b *budgets) of(account string) *budget {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all[account]
}

// strictest are limits that keep both a and b, which are of one kind.
func strictest(a, b provider.Limits) provider.Limits {
	return provider.Limits{Tags: min(a.Tags, b.Tags), Calls: min(a.Calls, b.Calls), Burst: min(a.Burst, b.Burst),
		TagRate: min(a.TagRate, b.TagRate), TagBurst: min(a.TagBurst, b.TagBurst)}
}
