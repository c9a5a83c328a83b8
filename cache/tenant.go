package cache

import (
	"iter"
	"slices"
	"sync/atomic"
)

// A Snapshot names a change of a tenant: a read in it shows that change and all before it.
type Snapshot struct {
	Epoch string
	Seq   uint64
}

// Covers reports whether a read in s shows every change that bound shows.
func (s Snapshot) Covers(bound Snapshot) bool { return s.Epoch == bound.Epoch && s.Seq >= bound.Seq }

// A Tenant is the part of a cache that belongs to one tenant. It holds the tag versions and the number of the last
// applied change.
type Tenant struct {
	ID string

	cache   *Cache
	epoch   atomic.Pointer[epoch]
	bytes   atomic.Int64
	entries [storeCount]entryList
}

// NewTenant makes a tenant that has applied all changes up to a snapshot. The caller keeps it: the cache has no list
// of tenants.
func (c *Cache) NewTenant(id string, at Snapshot) *Tenant {
	t := &Tenant{ID: id, cache: c}
	t.epoch.Store(newEpoch(at))
	return t
}

// An epoch is the state of a tenant in one epoch of its change numbers. A new epoch has a new state, and makes all
// entries of the old one stale.
type epoch struct {
	name     string
	applied  atomic.Uint64
	all      *version // carried by every entry
	versions *versions
}

// newEpoch makes the state at a snapshot. The invalidations before it are unknown, so no entry that was read before it
// is fresh.
func newEpoch(at Snapshot) *epoch {
	ep := &epoch{name: at.Epoch, all: &version{tag: "*"}, versions: newVersions()}
	ep.all.seq.Store(at.Seq)
	ep.applied.Store(at.Seq)
	return ep
}

// Entries iterates over the tenant's kept entries, in no order. Entries that are added or removed meanwhile may be
// missing.
func (t *Tenant) Entries() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for i := range t.entries {
			l := &t.entries[i]
			l.mu.Lock()
			all := slices.Clone(l.all)
			l.mu.Unlock()
			for _, e := range all {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Applied is the last change whose invalidations are complete.
func (t *Tenant) Applied() uint64 { return t.epoch.Load().applied.Load() }

// Snapshot names the last applied change. A request that arrives now may rely on it.
func (t *Tenant) Snapshot() Snapshot {
	ep := t.epoch.Load()
	return Snapshot{ep.name, ep.applied.Load()}
}

// Epoch is the epoch of Applied.
func (t *Tenant) Epoch() string { return t.epoch.Load().name }

// Bytes is the size of the tenant's entries, in bytes.
func (t *Tenant) Bytes() int64 { return t.bytes.Load() }

// Invalidate makes every entry stale that was read before change seq and carries one of the tags. All entries carry
// the tag *. Advance must follow. For one tenant, calls of Invalidate, Advance and Reset must not overlap.
func (t *Tenant) Invalidate(seq uint64, tags []string) {
	ep := t.epoch.Load()
	for _, tag := range tags {
		switch bands, of := cutBand(tag); {
		case tag == "*":
			ep.all.raise(seq)
		case bands == "":
			ep.versions.raise(tag, seq)
		case !ep.versions.raiseBands(bands, of, seq): // an invalid range may stand for any tag
			ep.all.raise(seq)
		}
	}
}

// Advance sets the number of the last applied change. A reader that sees the number also sees the invalidations before
// it.
func (t *Tenant) Advance(seq uint64) { t.epoch.Load().applied.Store(seq) }

// Reset begins a new epoch. All entries that were read before become stale.
func (t *Tenant) Reset(at Snapshot) {
	old := t.epoch.Load()
	old.all.raise(never)
	old.applied.Store(never)
	t.epoch.Store(newEpoch(at)) // only once no entry of the old epoch is fresh
}
