package edges

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/edge"
	"vitrine/internal/wire"
)

const (
	lease  = 3 * time.Second  // how long a message counts; the worker repeats it every second
	expire = 15 * time.Second // after that, a tenant that the worker no longer lists has no edges
	every  = time.Second      // how often leases are checked
)

// A Follower follows the declared edges of all tenants.
type Follower struct {
	set func(tenant string, p *edge.Policy)
	now func() time.Time

	mu      sync.Mutex
	term    int64
	heard   time.Time // when the last message of the term arrived
	tenants map[string]*tenant
	sub     *nats.Subscription
}

// tenant is what is known of the edges of one tenant.
type tenant struct {
	edges []wire.Edge // as the worker described them
	state []wire.EdgeState
	at    time.Time   // when it did
	used  []wire.Edge // those of the policy that is set
}

// New makes a follower that sets policies with set. nil stands for none.
func New(set func(tenant string, p *edge.Policy)) *Follower {
	return &Follower{set: set, now: time.Now, tenants: map[string]*tenant{}}
}

// Start subscribes to the edges.
func (f *Follower) Start(nc *nats.Conn) (err error) {
	f.sub, err = nc.Subscribe(wire.EdgesSubject, func(msg *nats.Msg) {
		var m wire.Edges
		if json.Unmarshal(msg.Data, &m) == nil {
			f.receive(m)
		}
	})
	return err
}

// Stop ends the subscription. It may be called again.
func (f *Follower) Stop() {
	if f.sub != nil {
		_ = f.sub.Unsubscribe() // the connection may be gone already
		f.sub = nil
	}
}

// Run shortens the lifetimes of edges whose lease has ended, until ctx is done.
func (f *Follower) Run(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f.check()
		}
	}
}

// receive takes over a message. A worker that no longer leads may still send some.
func (f *Follower) receive(m wire.Edges) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m.Term < f.term {
		return
	}
	f.term, f.heard = m.Term, f.now()
	for _, of := range m.Tenants {
		t := f.tenants[of.Tenant]
		if t == nil {
			t = &tenant{}
			f.tenants[of.Tenant] = t
		}
		t.edges, t.state, t.at = of.Edges, of.States, f.heard
		f.applyLocked(of.Tenant, t)
	}
}

// check looks for leases that have ended, and for tenants that have no edges any more.
func (f *Follower) check() {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	for id, t := range f.tenants {
		// Without a worker nobody can remove an edge, so a tenant keeps its edges.
		if now.Sub(t.at) > expire && now.Sub(f.heard) < lease {
			t.edges, t.state = nil, nil
		}
		f.applyLocked(id, t)
		if len(t.edges) == 0 {
			delete(f.tenants, id)
		}
	}
}

// applyLocked sets the policy of a tenant if it has changed.
func (f *Follower) applyLocked(id string, t *tenant) {
	edges := slices.Clone(t.edges)
	if f.now().Sub(t.at) > lease {
		for i := range edges {
			edges[i].Healthy = false
		}
	}
	if reflect.DeepEqual(edges, t.used) {
		return
	}
	t.used = edges
	f.set(id, edge.NewPolicy(edges))
}
