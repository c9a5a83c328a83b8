package purge

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// A Purger purges all declared edges, for one term of the leading worker.
type Purger struct {
	cfg     Config
	budgets budgets
	wake    run.Wake
	places  chan struct{} // edges that are purged now
	workers map[string]*worker
	wg      sync.WaitGroup
}

// New makes a purger. Run runs it.
func New(cfg Config) *Purger {
	return &Purger{cfg: cfg.filled(), wake: run.NewWake(), places: make(chan struct{}, atOnce),
		workers: map[string]*worker{}}
}

// Run purges edges until ctx is done, and waits for calls under way.
func (p *Purger) Run(ctx context.Context) {
	defer p.wg.Wait()
	if p.cfg.News != nil {
		sub, err := p.cfg.News.Subscribe(wire.NewsSubject, func(*nats.Msg) { p.wake.Notify() })
		if err == nil {
			defer func() { _ = sub.Unsubscribe() }() // the connection may be gone already
		}
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	failing := false
	for ctx.Err() == nil {
		report := false
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
			run.Pause(ctx, window)
		case <-tick.C:
			report = true
		}
		err := p.look(ctx, report)
		if err != nil && ctx.Err() == nil && !failing {
			p.cfg.Log.Warn("edges not purged; trying again", "err", err)
		}
		failing = err != nil
	}
}

// look starts what is due for every edge, beginning with the one whose last step is the longest ago, and reports the
// edges to the gateways. While it fails, gateways receive no report, and shorten lifetimes.
func (p *Purger) look(ctx context.Context, report bool) error {
	looking, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	edges, err := p.cfg.Store.Edges(looking)
	if err != nil {
		return err
	}
	now := time.Now()
	known, due := map[string]bool{}, []*Edge{}
	for i := range edges {
		e := &edges[i]
		known[e.ID] = true
		w := p.workers[e.ID]
		if w == nil {
			w = p.newWorker(e)
			p.workers[e.ID] = w
		}
		if w.due(e, now) {
			due = append(due, e)
		}
	}
	p.budgets.set(edges, p.workers, now)
	slices.SortStableFunc(due, func(a, b *Edge) int { return p.workers[a.ID].began.Compare(p.workers[b.ID].began) })
	for _, e := range due {
		p.start(ctx, p.workers[e.ID], e)
	}
	for id := range p.workers {
		if !known[id] {
			delete(p.workers, id)
		}
	}
	if report {
		return p.report(edges)
	}
	return nil
}

// start runs a step of an edge in the background, if a place is free.
func (p *Purger) start(ctx context.Context, w *worker, e *Edge) {
	select {
	case p.places <- struct{}{}:
	default:
		return // the next look finds it
	}
	w.began = time.Now()
	w.mu.Lock()
	w.busy = true
	w.mu.Unlock()
	p.wg.Go(func() {
		w.step(ctx, e)
		w.mu.Lock()
		w.busy = false
		w.mu.Unlock()
		<-p.places
		p.wake.Notify() // there may be more
	})
}

// report sends the edges to the gateways.
func (p *Purger) report(edges []Edge) error {
	var all []wire.TenantEdges
	for i := range edges {
		e := &edges[i]
		if n := len(all); n == 0 || all[n-1].Tenant != e.Tenant {
			all = append(all, wire.TenantEdges{Tenant: e.Tenant, Edges: []wire.Edge{}})
		}
		if e.Removed {
			continue // gateways must not let it keep anything
		}
		t := &all[len(all)-1]
		t.Edges = append(t.Edges, e.wire(p.workers[e.ID].healthy(e, time.Now())))
		t.States = append(t.States, p.workers[e.ID].describe(e))
	}
	for { // also without edges: the last one may have been removed
		n := min(wire.MaxEdges, len(all))
		if err := p.cfg.Publish(wire.Edges{Term: p.cfg.Term, Tenants: all[:n]}); err != nil {
			return err
		}
		if all = all[n:]; len(all) == 0 {
			return nil
		}
	}
}

// describe describes an edge for people.
func (w *worker) describe(e *Edge) wire.EdgeState {
	healthy := w.healthy(e, time.Now())
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.state
	s.Name, s.Healthy, s.Backlog, s.LagSeconds = e.Name, healthy, e.Backlog, e.Oldest.Seconds()
	return s
}
