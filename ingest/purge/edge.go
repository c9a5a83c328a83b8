package purge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// A worker purges one edge. One step runs at a time.
type worker struct {
	p *Purger

	mu      sync.Mutex // guards the fields below
	busy    bool
	until   time.Time // it waits for its budget until then
	batch   int       // tags in a call, after a provider found more too many; 0: as many as it permits
	wholeAt time.Time // when everything was purged the first time
	state   wire.EdgeState
}

// due reports whether there is something to do for an edge now.
func (w *worker) due(e *Edge, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.busy || now.Before(w.until) || e.Wait > 0:
		return false
	case e.Removed:
		return e.RemovedFor >= e.Settle.Duration()+removeGrace
	case !provider.Purges(e.Kind) || e.Head.Epoch == "":
		return false
	}
	return e.whole() || e.Backlog > 0 || w.settleDueLocked(e, now)
}

// removeGrace is how long gateways may need to learn that an edge was removed.
const removeGrace = 5 * time.Second

// whole reports whether everything has to be purged: at the beginning, in a new epoch, and if announcements were
// deleted before they were purged.
func (e *Edge) whole() bool { return e.Epoch == "" || e.Epoch != e.Head.Epoch || e.N < e.Head.Kept }

// wholeAgain reports whether everything has to be purged a second time.
func (e *Edge) wholeAgain() bool { return e.Settled < e.Head.Kept && e.Settled < e.N }

// settleDueLocked reports whether announcements have to be purged a second time now.
func (w *worker) settleDueLocked(e *Edge, now time.Time) bool {
	if e.wholeAgain() {
		if w.wholeAt.IsZero() { // in an earlier term
			w.wholeAt = now
		}
		return now.Sub(w.wholeAt) >= e.Settle.Duration()
	}
	return e.Settled < e.N && e.Unsettled >= e.Settle.Duration()
}

// healthy reports whether purges of an edge are on time.
func (e *Edge) healthy() bool {
	if !provider.Purges(e.Kind) {
		return true
	}
	late := e.Settle.Duration() + 2*e.Lag.Duration()
	return e.Epoch != "" && !e.whole() && e.Oldest <= e.Lag.Duration() && (e.Settled >= e.N || e.Unsettled <= late)
}

// step does what is due for an edge, and notes how it went.
func (w *worker) step(ctx context.Context, e *Edge) {
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	err := w.purge(ctx, e)
	wait, budgeted := isBudget(err)
	switch {
	case err == nil || ctx.Err() != nil && errors.Is(err, context.Canceled):
	case budgeted:
		w.mu.Lock()
		w.until = time.Now().Add(wait)
		w.mu.Unlock()
	default:
		w.fail(e, err)
	}
}

// purge does what is most urgent for an edge.
func (w *worker) purge(ctx context.Context, e *Edge) error {
	switch {
	case e.Removed:
		if provider.Purges(e.Kind) {
			if err := w.send(ctx, e, everything(e.Tenant)); err != nil && e.Attempts < removeAttempts {
				return err
			}
		}
		return w.p.cfg.Store.Delete(ctx, e.ID)
	case e.whole():
		return w.purgeWhole(ctx, e)
	case e.Backlog > 0:
		return w.purgeFirst(ctx, e)
	}
	return w.purgeAgain(ctx, e)
}

// removeAttempts is how often a removed edge is tried to be purged, about two hours.
const removeAttempts = 120

// purgeWhole purges everything of the tenant.
func (w *worker) purgeWhole(ctx context.Context, e *Edge) error {
	if err := w.send(ctx, e, everything(e.Tenant)); err != nil {
		return err
	}
	settled := e.Head.Seq // at the beginning, gateways have let it keep nothing
	if e.Epoch != "" {
		settled = -1
		w.mu.Lock()
		w.wholeAt = time.Now()
		w.mu.Unlock()
	}
	return w.p.cfg.Store.Advance(ctx, e.ID, Progress{e.Head.Epoch, e.Head.Seq, settled})
}

// purgeFirst purges announcements for the first time.
func (w *worker) purgeFirst(ctx context.Context, e *Edge) error {
	all, err := w.p.cfg.Store.Announcements(ctx, e.Tenant, e.N, e.Head.Seq, readMost)
	if err != nil || len(all) == 0 {
		return err
	}
	pl, err := w.plan(e, all, within(e.Lag.Duration(), all[0].Age), 1)
	if err != nil {
		return err
	}
	if err := w.send(ctx, e, pl); err != nil {
		return err
	}
	done := Progress{e.Epoch, all[len(all)-1].Seq, e.Settled}
	if e.Settled == e.N { // purged so late that no earlier fetch is under way
		for _, a := range all {
			if a.Age < e.Settle.Duration() {
				break
			}
			done.Settled = a.Seq
		}
	}
	return w.p.cfg.Store.Advance(ctx, e.ID, done)
}

// purgeAgain purges announcements for the second time, once no fetch that began before them can be under way. It leaves
// half of the budget to first purges.
func (w *worker) purgeAgain(ctx context.Context, e *Edge) error {
	if e.wholeAgain() {
		if err := w.send(ctx, e, everything(e.Tenant)); err != nil {
			return err
		}
		return w.p.cfg.Store.Advance(ctx, e.ID, Progress{e.Epoch, e.N, e.N})
	}
	all, err := w.p.cfg.Store.Announcements(ctx, e.Tenant, e.Settled, e.N, readMost)
	if err != nil {
		return err
	}
	n := 0
	for n < len(all) && all[n].Age >= e.Settle.Duration() {
		n++
	}
	if n == 0 {
		return nil
	}
	pl, err := w.plan(e, all[:n], e.Lag.Duration()/2, 0.5)
	if err != nil {
		return err
	}
	if err := w.send(ctx, e, pl); err != nil {
		return err
	}
	return w.p.cfg.Store.Advance(ctx, e.ID, Progress{e.Epoch, e.N, all[n-1].Seq})
}

// plan plans a purge within the budget.
func (w *worker) plan(e *Edge, all []Announcement, in time.Duration, share float64) (plan, error) {
	_, b, batch, err := w.open(e)
	if err != nil {
		return plan{}, err
	}
	now := time.Now()
	return choose(e.Tenant, all, func(n int) bool { return b.affords(now, n, batch, in, share) }), nil
}

// open opens the provider of an edge, with the budget of its account and the number of tags in a call.
func (w *worker) open(e *Edge) (provider.Provider, *budget, int, error) {
	pr, err := provider.New(e.Kind, e.Provider, provider.Options{Transport: w.p.cfg.Transport,
		Secrets: provider.Secrets(w.p.cfg.Lookup)})
	if err != nil {
		return nil, nil, 0, err
	}
	b := w.p.budgets.of(e.account(), pr.Limits())
	w.mu.Lock()
	defer w.mu.Unlock()
	batch := b.limits.Tags
	if w.batch > 0 {
		batch = min(batch, w.batch)
	}
	return pr, b, batch, nil
}

// account names the account at the provider that a budget belongs to.
func (e *Edge) account() string {
	return fmt.Sprint(e.Kind, " ", e.Provider["token"], e.Provider["key"], e.Provider["access-token"], e.Provider["url"],
		e.Provider["access-key"])
}

// send purges the tags of a plan, in calls that stay within the budget.
func (w *worker) send(ctx context.Context, e *Edge, pl plan) error {
	pr, b, batch, err := w.open(e)
	if err != nil {
		return err
	}
	w.count(func(s *wire.EdgeState) {
		switch pl.level {
		case byKind:
			s.ToKinds++
		case byTenant:
			s.ToTenant++
		}
	})
	for rest := pl.tags; len(rest) > 0; {
		n := min(batch, len(rest))
		wait, err := b.take(time.Now(), n)
		if err != nil {
			return err
		}
		if run.Pause(ctx, wait); ctx.Err() != nil {
			return ctx.Err()
		}
		err = pr.Purge(ctx, rest[:n])
		w.count(func(s *wire.EdgeState) {
			if s.Calls++; err != nil {
				s.Failed++
			} else {
				s.Tags += uint64(n)
			}
		})
		if f := provider.As(err); f != nil && f.TooLarge && n > 1 {
			batch = n / 2
			w.mu.Lock()
			w.batch = batch
			w.mu.Unlock()
			continue
		}
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// fail notes a failure. The next attempt waits, longer each time, and as long as the provider asks.
func (w *worker) fail(e *Edge, err error) {
	attempts := e.Attempts + 1
	wait := min(retryMin<<min(attempts-1, 10), retryMax)
	if f := provider.As(err); f != nil {
		wait = max(wait, f.RetryAfter)
		if f.Status == http.StatusTooManyRequests && f.RetryAfter > 0 {
			wait = f.RetryAfter
		}
	}
	if e.Attempts == 0 {
		w.p.cfg.Log.Warn("an edge was not purged; trying again", "tenant", e.Tenant, "edge", e.Name, "err", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), stepLimit)
	defer cancel()
	if err := w.p.cfg.Store.Fail(ctx, e.ID, attempts, wait, err.Error()); err != nil {
		w.p.cfg.Log.Warn("the failure of an edge was not stored", "err", err)
	}
	w.mu.Lock()
	w.until = time.Now().Add(wait)
	w.mu.Unlock()
}

func (w *worker) count(f func(*wire.EdgeState)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(&w.state)
}
