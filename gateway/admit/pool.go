package admit

import (
	"cmp"
	"time"
)

// A pool is a number of slots, and the fills that wait for one. Its gate's mu guards it.
type pool struct {
	slots  func(Kind) int            // that a kind may hold
	total  int                       // that both kinds may hold together; 0: as many as each may
	permit func(Kind) (permit, bool) // of the limit, for each slot; nil: there is none

	held      [kinds]int
	waiting   [kinds]int
	fullSince [kinds]time.Time // since when Config.Full says that the pool is full; zero: it is not
	flows     [kinds]map[string]*flow
	given     uint64 // slots, since the start
}

// A flow is the fills of one kind of one tenant in a pool. It exists while there are any.
type flow struct {
	tenant  string
	held    int
	served  uint64    // when it last got a slot, as a count of slots
	waiters []*waiter // in the order in which they came
	ended   []*waiter // those of which every client has sent the end of its connection; they come after all others
}

func newPool(slots func(Kind) int, total int) pool {
	p := pool{slots: slots, total: total}
	for k := range p.flows {
		p.flows[k] = map[string]*flow{}
	}
	return p
}

// busyLocked is how many slots are taken.
func (p *pool) busyLocked() int { return p.held[Read] + p.held[Search] }

// freeLocked reports whether a slot is free for a kind.
func (p *pool) freeLocked(k Kind) bool {
	return p.held[k] < p.slots(k) && (p.total == 0 || p.busyLocked() < p.total)
}

// flowLocked returns the flow of a fill, and makes it if there is none.
func (p *pool) flowLocked(s *Pass) *flow {
	f := p.flows[s.Kind][s.Tenant]
	if f == nil {
		f = &flow{tenant: s.Tenant}
		p.flows[s.Kind][s.Tenant] = f
	}
	return f
}

// dropLocked forgets a flow without fills.
func (p *pool) dropLocked(k Kind, f *flow) {
	if f.held == 0 && f.length() == 0 {
		delete(p.flows[k], f.tenant)
	}
}

// lineLocked is how many fills of a tenant wait.
func (p *pool) lineLocked(d Demand) int {
	if f := p.flows[d.Kind][d.Tenant]; f != nil {
		return len(f.waiters)
	}
	return 0
}

func (f *flow) length() int { return len(f.waiters) + len(f.ended) }

// takeLocked gives a fill a slot, if one is free.
func (p *pool) takeLocked(s *Pass) bool {
	if !p.freeLocked(s.Kind) {
		return false
	}
	if p.permit != nil {
		var ok bool
		if s.permit, ok = p.permit(s.Kind); !ok {
			return false
		}
	}
	s.in, s.flow = p, p.flowLocked(s)
	s.flow.held++
	p.given++
	s.flow.served = p.given
	p.held[s.Kind]++
	return true
}

// giveLocked takes the slot of a fill back.
func (p *pool) giveLocked(s *Pass) {
	p.held[s.Kind]--
	s.flow.held--
	p.dropLocked(s.Kind, s.flow)
	s.in, s.flow, s.permit = nil, nil, nil
}

// before reports whether a fill is due before another one.
func (w *waiter) before(other *waiter) bool {
	return cmp.Or(cmp.Compare(w.flow.held, other.flow.held), cmp.Compare(w.flow.served, other.flow.served),
		cmp.Compare(w.order, other.order)) < 0
}

// nextLocked returns the fill that is due: of the tenant with the fewest slots, the one that has waited longest. Of
// tenants with as many, the one that got its last slot first is due. Fills whose clients may be gone come last.
func (p *pool) nextLocked() *waiter {
	for _, line := range []func(*flow) []*waiter{
		func(f *flow) []*waiter { return f.waiters }, func(f *flow) []*waiter { return f.ended },
	} {
		var due *waiter
		for k := range kinds {
			if p.waiting[k] == 0 || !p.freeLocked(k) {
				continue
			}
			for _, f := range p.flows[k] {
				if all := line(f); len(all) > 0 && (due == nil || all[0].before(due)) {
					due = all[0]
				}
			}
		}
		if due != nil {
			return due
		}
	}
	return nil
}
