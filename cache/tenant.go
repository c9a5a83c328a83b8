package cache

import (
	"sync/atomic"
)

// A Tenant is what the cache knows of one tenant: how far its changes were applied, and its bytes.
type Tenant struct {
	ID string

	cache *Cache
	state atomic.Pointer[state]
	bytes atomic.Int64
	held  [storeCount]held // its entries, by store
}

// NewTenant makes a tenant that has applied its changes up to a snapshot. The caller keeps it: the cache has no list of tenants.
func (c *Cache) NewTenant(id string, at Snapshot) *Tenant {
	t := &Tenant{ID: id, cache: c}
	t.state.Store(newState(at))
	return t
}

// state is one epoch of a tenant's numbers. Another epoch has another state; entries of the old one die with it.
type state struct {
	epoch   string
	applied atomic.Uint64
	all     *cell // the tenant's own cell: every entry holds it
	cells   *cells
}

// newState begins at a snapshot. What was changed up to there is not known, so no answer that was read before it is fresh.
func newState(at Snapshot) *state {
	st := &state{epoch: at.Epoch, all: &cell{tag: "*"}, cells: newCells()}
	st.all.inv.Store(at.Seq)
	st.applied.Store(at.Seq)
	return st
}

// Applied is the last change whose cells have all moved.
func (t *Tenant) Applied() uint64 { return t.state.Load().applied.Load() }

// Snapshot is what has been applied so far: a reader that arrives now may rely on it.
func (t *Tenant) Snapshot() Snapshot {
	st := t.state.Load()
	return Snapshot{st.epoch, st.applied.Load()}
}

// Epoch is the life of the numbers that Applied counts in.
func (t *Tenant) Epoch() string { return t.state.Load().epoch }

// Bytes is what the tenant's entries hold.
func (t *Tenant) Bytes() int64 { return t.bytes.Load() }

// Invalidate makes every entry stale that was read before change seq and carries one of the tags. The tag * is carried by all. Advance must follow. Calls of
// Invalidate, Advance and Reset for a tenant must not overlap.
func (t *Tenant) Invalidate(seq uint64, tags []string) {
	st := t.state.Load()
	for _, tag := range tags {
		switch span, of := cutRungs(tag); {
		case tag == "*":
			raise(st.all, seq)
		case span == "":
			st.cells.touch(tag, seq)
		case !st.cells.touchRungs(span, of, seq): // nobody writes such a tag; if it is there, it may mean any
			raise(st.all, seq)
		}
	}
}

// Advance sets the number of the last applied change. A reader that sees the number sees what Invalidate did before.
func (t *Tenant) Advance(seq uint64) { t.state.Load().applied.Store(seq) }

// Reset begins a new epoch: all entries that were read before become stale.
func (t *Tenant) Reset(at Snapshot) {
	old := t.state.Load()
	raise(old.all, never)
	old.applied.Store(never)
	t.state.Store(newState(at)) // once nothing of the old is fresh any more
}

// raise moves a cell up to seq.
func raise(c *cell, seq uint64) {
	for {
		was := c.inv.Load()
		if was >= seq || c.inv.CompareAndSwap(was, seq) {
			return
		}
	}
}
