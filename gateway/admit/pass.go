package admit

import (
	"context"
	"errors"
)

// A Demand is what the gate must know of a fill.
type Demand struct {
	Tenant  string
	Kind    Kind
	Bounded bool            // it counts against Config.Searches
	Clients func() Presence // which of its clients are there; nil: one is there
}

// A Pass is what a fill holds: no slot, or one of memory, of the parent or of Postgres. It is for one goroutine. A nil
// Pass is that of work that is not bounded here; its methods do nothing.
type Pass struct {
	gate *Gate
	Demand
	idle bool // it is background work, whose time says nothing of readers

	in     *pool // nil: it holds no slot
	flow   *flow
	permit permit
}

// Pass returns a pass without a slot. The caller must end it with Done.
func (g *Gate) Pass(d Demand) *Pass {
	if g.cfg.Off {
		d = Demand{} // one line for all
	}
	return &Pass{gate: g, Demand: d}
}

// Idle returns a pass of background work with a slot of Postgres, or nil if background work has to wait: while readers
// wait, or hold half of the slots.
func (g *Gate) Idle(tenant string) *Pass {
	s := g.Pass(Demand{Tenant: tenant})
	s.idle = true
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.idleLocked() || !g.postgres.takeLocked(s) {
		return nil
	}
	return s
}

// IsIdle reports whether background work may run.
func (g *Gate) IsIdle() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.idleLocked()
}

func (g *Gate) idleLocked() bool {
	p := &g.postgres
	return p.waiting == [kinds]int{} && 2*p.held[Read] < p.slots(Read)
}

// Memory waits for a slot of memory, unless the fill holds one. leave gives it back, and may be called if the fill has
// gone on to Postgres.
func (s *Pass) Memory(ctx context.Context) (leave func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	return s.of(ctx, &s.gate.memory)
}

// Parent waits for a slot of the parent, unless the fill holds one. leave is as that of Memory.
func (s *Pass) Parent(ctx context.Context) (leave func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	return s.of(ctx, &s.gate.parent)
}

func (s *Pass) of(ctx context.Context, p *pool) (leave func(), err error) {
	if s.in != nil {
		return func() {}, nil
	}
	if err := s.gate.enter(ctx, p, s); err != nil {
		return nil, err
	}
	return func() {
		if s.in == p {
			s.leave(false)
		}
	}, nil
}

// Postgres waits for a slot of Postgres, unless the fill holds one. Another slot is given back first.
func (s *Pass) Postgres(ctx context.Context) error {
	if s == nil || s.in == &s.gate.postgres {
		return nil
	}
	s.leave(false)
	return s.gate.enter(ctx, &s.gate.postgres, s)
}

// Done gives back what the fill holds. err is that of the fill: a fill that failed at once says nothing of how fast
// Postgres is, and one that took too long says much. Done may be called again.
func (s *Pass) Done(err error) {
	if s != nil {
		s.leave(!s.idle && (err == nil || errors.Is(err, context.DeadlineExceeded)))
	}
}

// leave gives the slot back. The limit learns how long it was held, if that counts.
func (s *Pass) leave(counts bool) {
	if s.in == nil {
		return
	}
	if s.permit != nil && counts {
		s.permit.Record()
	} else if s.permit != nil {
		s.permit.Drop()
	}
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	p := s.in
	p.giveLocked(s)
	s.gate.pumpLocked(p)
}

type passKey struct{}

// With returns a context that carries a pass to where the fill needs a slot.
func With(ctx context.Context, s *Pass) context.Context { return context.WithValue(ctx, passKey{}, s) }

// Of returns the pass of a context, nil if it has none.
func Of(ctx context.Context) *Pass {
	s, _ := ctx.Value(passKey{}).(*Pass)
	return s
}
