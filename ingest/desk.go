package ingest

import (
	"slices"
	"sync"
	"time"

	"vitrine/cache"
	"vitrine/internal/catalog"
)

// A desk is where the drain leaves what those outside may know of the changes that it published, for the signaller, who would have to read them a second time.
// What finds no room, has grown old or has a hole before it is read again after all: nothing depends on what lies here.
type desk struct {
	mu      sync.Mutex
	columns map[string]map[string]bool // of the judge; nil until they were read
	all     map[string]*heap           // by tenant
	tags    int                        // of them all
}

// A heap is what lies there of one tenant: changes in order, without a hole.
type heap struct {
	epoch string
	left  []known
}

// A known change is one of which it is known what those outside may know.
type known struct {
	seq  uint64
	at   time.Time
	tags []string // as they are known here
	read time.Time
}

const deskLimit = 100_000 // tags

func newDesk() *desk { return &desk{all: map[string]*heap{}} }

// open begins to take what is left there.
func (d *desk) open(columns map[string]map[string]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.columns = columns
}

// leave leaves what is known of a step, if that is all there is to know. Who leaves is one.
func (d *desk) leave(s *step, now time.Time) {
	d.mu.Lock()
	j := &judge{columns: d.columns, now: now}
	d.mu.Unlock()
	if j.columns == nil || len(s.changes) == 0 || s.prev+1 != s.seq || j.asks(s.changes) {
		d.forget(s.tenant) // a hole
		return
	}
	k := known{s.seq, s.at, j.within(s.tenant, s.changes).tags(s.tenant, s.changes, s.in), now}
	d.mu.Lock()
	defer d.mu.Unlock()
	h := d.all[s.tenant]
	if h != nil && (h.epoch != s.epoch || h.left[len(h.left)-1].seq != s.prev) {
		d.forgetLocked(s.tenant)
		h = nil
	}
	if d.tags+len(k.tags) > deskLimit {
		d.forgetLocked(s.tenant)
		return
	}
	if h == nil {
		h = &heap{epoch: s.epoch}
		d.all[s.tenant] = h
	}
	h.left, d.tags = append(h.left, k), d.tags+len(k.tags)
}

// take takes the changes of a tenant after one of them up to another, and reports whether all of them were there and are still what they were: what a judge
// said of a record's time he said not long ago.
func (d *desk) take(tenant string, after cursor, to cache.Head, now time.Time) ([]known, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := d.all[tenant]
	if h == nil {
		return nil, false
	}
	n := 0
	for ; n < len(h.left) && h.left[n].seq <= to.N; n++ {
		d.tags -= len(h.left[n].tags)
	}
	taken := h.left[:n]
	if h.left = h.left[n:]; len(h.left) == 0 {
		delete(d.all, tenant)
	}
	taken = slices.DeleteFunc(taken, func(k known) bool { return k.seq <= after.n })
	whole := h.epoch == to.Epoch && after.epoch == to.Epoch && len(taken) > 0 &&
		taken[0].seq == after.n+1 && taken[len(taken)-1].seq == to.N && now.Sub(taken[0].read) < clockSlack
	return taken, whole
}

// forget forgets what lies there of a tenant.
func (d *desk) forget(tenant string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forgetLocked(tenant)
}

func (d *desk) forgetLocked(tenant string) {
	h := d.all[tenant]
	if h == nil {
		return
	}
	for i := range h.left {
		d.tags -= len(h.left[i].tags)
	}
	delete(d.all, tenant)
}

// asks reports whether the judge must ask Postgres about one of some changes: of a part of a record that may be hidden, it does not say whether it is.
func (j *judge) asks(changes []change) bool {
	return slices.ContainsFunc(changes, func(c change) bool {
		return !j.judged(c.kind) && slices.ContainsFunc(catalog.Owners(c.kind), func(o catalog.Owner) bool { return j.judged(o.Kind) })
	})
}
