package purge

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/wire"
)

// A worker purges one edge. One step runs at a time.
type worker struct {
	p       *Purger
	account string          // whose budget it uses
	limits  provider.Limits // that the edge declares; zero: it is not purged
	began   time.Time       // when its last step began; only look uses it

	mu      sync.Mutex // guards the fields below
	busy    bool
	until   time.Time     // it waits for its budget until then
	batch   int           // tags in a call, after a provider found more too many; 0: as many as it permits
	took    time.Duration // of a call, on average; 0: unknown
	wholeAt time.Time     // when everything was purged the first time
	wholeTo int64         // and the announcement up to which it was
	state   wire.EdgeState
}

func (p *Purger) newWorker(e *Edge) *worker {
	w := &worker{p: p, account: e.account()}
	if pr, err := p.provider(e); err == nil { // else each step reports it
		w.limits = pr.Limits()
	}
	return w
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
			w.wholeAt, w.wholeTo = now, e.N
		}
		return now.Sub(w.wholeAt) >= e.Settle.Duration()
	}
	return e.Settled < e.N && e.Unsettled >= e.Settle.Duration()
}

// late is the age from which an announcement that was not purged twice is late.
func (e *Edge) late() time.Duration { return e.Settle.Duration() + 2*e.Lag.Duration() }

// healthy reports whether purges of an edge are on time, as far as stored state shows it.
func (e *Edge) healthy() bool {
	if !provider.Purges(e.Kind) {
		return true
	}
	return e.Epoch != "" && !e.whole() && e.Oldest <= e.Lag.Duration() &&
		(e.wholeAgain() || e.Settled >= e.N || e.Unsettled <= e.late())
}

// healthy also reports whether the second purge of everything is on time.
func (w *worker) healthy(e *Edge, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return e.healthy() && (!e.wholeAgain() || w.wholeAt.IsZero() || now.Sub(w.wholeAt) <= e.late())
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

// purge does what is due for an edge: both purges in one step, so that neither can hold up the other. What it has
// purged is stored after each call.
func (w *worker) purge(ctx context.Context, e *Edge) error {
	switch {
	case e.Removed:
		if provider.Purges(e.Kind) {
			if err := w.send(ctx, e, everything(e.Tenant), nil); err != nil && e.Attempts < removeAttempts {
				return err
			}
		}
		return w.p.cfg.Store.Delete(ctx, e.ID)
	case e.whole():
		return w.purgeWhole(ctx, e)
	}
	d, err := w.read(ctx, e)
	if err != nil || d.none() {
		return err
	}
	pl, err := w.plan(e, d)
	if err != nil {
		return err
	}
	at := e.Progress
	return w.send(ctx, e, pl, func(tags int) error {
		to := pl.progress(e, tags)
		if to == at {
			return nil
		}
		if d.whole {
			w.mu.Lock()
			w.wholeAt = time.Time{}
			w.mu.Unlock()
		}
		at = to
		return w.p.cfg.Store.Advance(ctx, e.ID, to)
	})
}

// removeAttempts is how often a removed edge is tried to be purged, about two hours.
const removeAttempts = 120

// purgeWhole purges everything of the tenant. A second purge follows, also at the beginning: an edge may have been
// declared before, in another way, and fetches of that time may be under way.
func (w *worker) purgeWhole(ctx context.Context, e *Edge) error {
	if err := w.send(ctx, e, everything(e.Tenant), nil); err != nil {
		return err
	}
	w.mu.Lock()
	w.wholeAt, w.wholeTo = time.Now(), e.Head.Seq
	w.mu.Unlock()
	return w.p.cfg.Store.Advance(ctx, e.ID, Progress{e.Head.Epoch, e.Head.Seq, -1})
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
	if err := w.p.cfg.Store.Fail(ctx, e.ID, attempts, wait, strings.ReplaceAll(err.Error(), "\n", "; ")); err != nil {
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
