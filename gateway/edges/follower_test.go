package edges

import (
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/edge"
	"vitrine/internal/wire"
)

// world is a follower with a clock that the test moves, and the policies that it has set.
type world struct {
	*testing.T
	*Follower
	at   time.Time
	sets map[string]*edge.Policy
	n    int // how often a policy was set
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, at: time.Unix(1000, 0), sets: map[string]*edge.Policy{}}
	w.Follower = New(func(tenant string, p *edge.Policy) { w.sets[tenant], w.n = p, w.n+1 })
	w.now = func() time.Time { return w.at }
	return w
}

// says lets the worker of a term describe the edges of tenants, which are healthy.
func (w *world) says(term int64, tenants ...string) {
	m := wire.Edges{Term: term}
	for _, tenant := range tenants {
		m.Tenants = append(m.Tenants, wire.TenantEdges{Tenant: tenant,
			Edges:  []wire.Edge{{Name: "a", Kind: "fastly", Healthy: true, Lifetime: 600, Short: 5}},
			States: []wire.EdgeState{{Name: "a", Healthy: true}}})
	}
	w.receive(m)
}

// passes lets time pass, and the leases be checked.
func (w *world) passes(d time.Duration) {
	w.at = w.at.Add(d)
	w.check()
}

// lives checks the lifetime of a tenant's answers. "": no edge may keep them.
func (w *world) lives(when, tenant, want string) {
	w.Helper()
	got := ""
	if p := w.sets[tenant]; p != nil {
		lines, _, _ := p.AppendFields(nil, edge.Answer{Tenant: tenant, Tags: slices.Values([]string{"product:1"})})
		_, got, _ = strings.Cut(string(lines), "\r\nSurrogate-Control: max-age=")
		got, _, _ = strings.Cut(got, "\r\n")
	}
	if got != want {
		w.Errorf("%s, the lifetime for %s is %q, want %q", when, tenant, got, want)
	}
}

// behind checks how many edges the summary calls behind.
func (w *world) behind(when string, edges, behind int) {
	w.Helper()
	if s := w.Summary(); s.Edges != edges || s.Behind != behind {
		w.Errorf("%s: %d edges, %d of them behind; want %d and %d", when, s.Edges, s.Behind, edges, behind)
	}
}

func TestWithoutAMessageLifetimesAreShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.says(1, "demo", "other")
	w.lives("at first", "demo", "600")
	w.passes(lease)
	w.lives("at the end of the lease", "demo", "600")
	w.behind("at the end of the lease", 2, 0)
	w.passes(time.Millisecond)
	w.lives("after it", "demo", "5")
	w.behind("after it", 2, 2)
	w.passes(time.Hour)
	w.lives("while nobody can remove the edge", "demo", "5")
	w.says(1, "demo")
	w.lives("after a message", "demo", "600")
	w.lives("though a message names others", "other", "5")
	w.passes(time.Second) // the other one expires
	n := w.n
	w.says(1, "demo")
	if w.passes(time.Second); w.n != n {
		t.Error("a policy that stays the same is set again, and answers lose their kept lines")
	}
}

func TestATenantThatTheWorkerNoLongerListsHasNoEdges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.says(1, "demo", "other")
	for range int(expire / time.Second) {
		w.passes(time.Second)
		w.says(1, "other")
	}
	w.lives("before it expires", "demo", "5")
	w.passes(time.Second)
	if w.lives("afterwards", "demo", ""); w.sets["demo"] != nil {
		t.Error("it still has a policy")
	}
	w.lives("afterwards", "other", "600")
	w.behind("afterwards", 1, 0)
}

func TestARemovedEdgeIsForgottenAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.says(1, "demo")
	w.receive(wire.Edges{Term: 1, Tenants: []wire.TenantEdges{{Tenant: "demo"}}})
	w.lives("after it was removed", "demo", "")
}

// A worker that no longer leads may not know that an edge is behind.
func TestAWorkerOfAnEarlierTermIsNotBelieved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.receive(wire.Edges{Term: 2, Tenants: []wire.TenantEdges{{Tenant: "demo",
		Edges: []wire.Edge{{Name: "a", Kind: "fastly", Lifetime: 600, Short: 5}}}}})
	w.says(1, "demo")
	w.lives("after the message of an earlier term", "demo", "5")
	w.says(3, "demo")
	w.lives("after that of a later term", "demo", "600")
}
