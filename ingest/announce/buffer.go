package announce

import (
	"slices"
	"sync"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/wire"
)

// A buffer holds the planned changes that the relay has published, so that the announcer need not read them from
// Postgres. The announcer reads Postgres if the buffer had no room for a change, if a change is too old, or after a
// gap.
type buffer struct {
	mu      sync.Mutex
	columns map[string]map[string]bool // of visibilityRule; nil until configure
	clock   func(time.Time) time.Time  // converts a time of this machine to Postgres's clock
	all     map[string]*pending        // by tenant
	size    int                        // of all tenants, as buffered.size counts
}

// pending are the consecutive changes of one tenant.
type pending struct {
	epoch   string
	changes []buffered
}

// A buffered change has the tags that subscribers may see.
type buffered struct {
	seq     uint64
	at      time.Time
	tags    []string // as the gateways know them
	ruledAt time.Time
	trace   string // of the change
}

func (k *buffered) size() int { return 1 + len(k.tags) }

const bufferLimit = 100_000 // number of changes and tags

func newBuffer() *buffer { return &buffer{all: map[string]*pending{}} }

// configure sets what visibility rules need. Changes added before are ignored.
func (b *buffer) configure(columns map[string]map[string]bool, clock func(time.Time) time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.columns, b.clock = columns, clock
}

// add adds a planned change, unless the visibility of its records depends on more than the change itself. It must not
// be called concurrently.
func (b *buffer) add(s *capture.Planned, now time.Time) {
	b.mu.Lock()
	j := &visibilityRule{columns: b.columns}
	if b.clock != nil {
		j.now = b.clock(now)
	}
	b.mu.Unlock()
	if j.columns == nil || len(s.Rows) == 0 || s.Prev+1 != s.Seq || len(j.unknownOwners(s.Tenant, s.Rows)) > 0 {
		b.forget(s.Tenant) // the buffered changes now end at a gap
		return
	}
	tags := j.withOwners(s.Tenant, s.Rows).tags(s.Tenant, s.Rows, s.Categories)
	k := buffered{seq: s.Seq, at: s.At, tags: tags, ruledAt: now, trace: s.Trace}
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.all[s.Tenant]
	if h != nil && (h.epoch != s.Epoch || h.changes[len(h.changes)-1].seq != s.Prev ||
		now.Sub(h.changes[0].ruledAt) >= clockSlack) {
		b.forgetLocked(s.Tenant)
		h = nil
	}
	if b.size+k.size() > bufferLimit { // nothing takes them
		clear(b.all)
		b.size = 0
		return
	}
	if h == nil {
		h = &pending{epoch: s.Epoch}
		b.all[s.Tenant] = h
	}
	h.changes, b.size = append(h.changes, k), b.size+k.size()
}

// take removes the changes of a tenant up to a head and returns them. It reports whether they are all changes between
// two numbers, and recent: the visibility of a record depends on the time.
func (b *buffer) take(tenant string, after capture.Cursor, to wire.Head, now time.Time) ([]buffered, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.all[tenant]
	if h == nil {
		return nil, false
	}
	n := 0
	for ; n < len(h.changes) && h.changes[n].seq <= to.Seq; n++ {
		b.size -= h.changes[n].size()
	}
	taken := h.changes[:n]
	if h.changes = h.changes[n:]; len(h.changes) == 0 {
		delete(b.all, tenant)
	}
	taken = slices.DeleteFunc(taken, func(k buffered) bool { return k.seq <= after.Seq })
	whole := h.epoch == to.Epoch && after.Epoch == to.Epoch && len(taken) > 0 &&
		taken[0].seq == after.Seq+1 && taken[len(taken)-1].seq == to.Seq && now.Sub(taken[0].ruledAt) < clockSlack
	return taken, whole
}

// forget removes the changes of a tenant.
func (b *buffer) forget(tenant string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgetLocked(tenant)
}

func (b *buffer) forgetLocked(tenant string) {
	h := b.all[tenant]
	if h == nil {
		return
	}
	for i := range h.changes {
		b.size -= h.changes[i].size()
	}
	delete(b.all, tenant)
}
