package purge

import (
	"context"
	"fmt"
	"time"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// plan plans a purge within the budget, and within the time that its calls may take as the last ones did. Second purges
// leave half of the budget to first ones.
func (w *worker) plan(e *Edge, d due) (plan, error) {
	_, b, batch, err := w.open(e)
	if err != nil {
		return plan{}, err
	}
	now, lag, first := time.Now(), e.Lag.Duration(), e.span()
	in := lag / 2
	if len(d.first) > 0 {
		in = within(lag, d.first[0].Age)
	}
	if in == 0 { // it is late, so a coarse purge that catches up is better than a fine one
		first /= 4
	}
	return choose(e.Tenant, d, func(tags int) bool {
		return w.fast(callsFor(tags, batch), first) && b.affords(now, 0, tags, batch, in, 1)
	}, func(before, tags int) bool {
		calls := callsFor(before+tags, batch) - callsFor(before, batch)
		return w.fast(calls, e.span()) && b.affords(now, before, tags, batch, lag/2, 0.5)
	}), nil
}

// span is how long the calls of the first or of the second purge of a step may take. Both together leave an edge time
// for the next step, before it is late.
func (e *Edge) span() time.Duration { return min(e.Lag.Duration()/4, stepLimit/6) }

// fast reports whether calls fit into a time, if they take as long as the last ones. One call always does.
func (w *worker) fast(calls int, in time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return calls <= 1 || time.Duration(calls)*w.took <= in
}

// open opens the provider of an edge, with the budget of its account and the number of tags in a call.
func (w *worker) open(e *Edge) (provider.Provider, *budget, int, error) {
	pr, err := w.p.provider(e)
	if err != nil {
		return nil, nil, 0, err
	}
	b := w.p.budgets.of(w.account)
	w.mu.Lock()
	defer w.mu.Unlock()
	batch := b.batch()
	if w.batch > 0 {
		batch = min(batch, w.batch)
	}
	return pr, b, batch, nil
}

// provider opens the provider of an edge.
func (p *Purger) provider(e *Edge) (provider.Provider, error) {
	return provider.New(e.Kind, e.Provider, provider.Options{Transport: p.cfg.Transport,
		Secrets: provider.Secrets(p.cfg.Lookup)})
}

// account names the account at the provider that a budget belongs to.
func (e *Edge) account() string {
	return fmt.Sprint(e.Kind, " ", e.Provider["token"], e.Provider["key"], e.Provider["access-token"], e.Provider["url"],
		e.Provider["access-key"])
}

// send purges the tags of a plan, in calls that stay within the budget. After each call it tells done how many tags
// were purged. If the rest takes longer than was planned, it ends without an error: the next step plans it anew.
func (w *worker) send(ctx context.Context, e *Edge, pl plan, done func(tags int) error) error {
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
	if len(pl.tags) == 0 {
		return done(0)
	}
	began := time.Now()
	for rest := pl.tags; len(rest) > 0; {
		n := min(batch, len(rest))
		wait, err := b.take(time.Now(), w, n)
		if err != nil {
			return err
		}
		if run.Pause(ctx, wait); ctx.Err() != nil {
			return ctx.Err()
		}
		called := time.Now()
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
		w.measure(time.Since(called))
		rest = rest[n:]
		if done != nil {
			if err := done(len(pl.tags) - len(rest)); err != nil {
				return err
			}
		}
		if time.Since(began) > stepLimit/2 || !w.fast(callsFor(len(rest), batch), 2*e.span()) {
			return nil
		}
	}
	return nil
}

// measure notes how long a call took.
func (w *worker) measure(took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.took == 0 {
		w.took = took
	}
	w.took += (took - w.took) / 4
}
