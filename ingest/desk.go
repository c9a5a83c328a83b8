package ingest

import (
	"slices"
	"sync"
	"time"

	"vitrine/internal/wire"
)

// A desk is where the drain leaves what those outside may know of the changes that it published, for the signaller, who would have to read them a second time.
// What finds no room, has grown old or is not all of a tenant's changes in a row is read again after all: nothing depends on what lies here.
type desk struct {
	mu      sync.Mutex
	columns map[string]map[string]bool // of the judge; nil until they were read
	skew    time.Duration              // Postgres's clock less ours
	all     map[string]*heap           // by tenant
	size    int                        // of them all
}

// A heap is what lies there of one tenant: changes in a row.
type heap struct {
	epoch string
	left  []known
}

// A known change is one of which it is known what those outside may know.
type known struct {
	seq    uint64
	at     time.Time
	tags   []string // as they are known here
	judged time.Time
}

func (k *known) size() int { return 1 + len(k.tags) }

const deskLimit = 100_000 // changes and tags

func newDesk() *desk { return &desk{all: map[string]*heap{}} }

// tell tells the desk what a judge must know. Nothing is taken before.
func (d *desk) tell(columns map[string]map[string]bool, skew time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.columns, d.skew = columns, skew
}

// leave leaves what is known of a step, if that is all there is to know. Who leaves is one.
func (d *desk) leave(s *step, now time.Time) {
	d.mu.Lock()
	j := &judge{columns: d.columns, now: now.Add(d.skew)}
	d.mu.Unlock()
	if j.columns == nil || len(s.changes) == 0 || s.prev+1 != s.seq || len(j.asks(s.tenant, s.changes)) > 0 {
		d.forget(s.tenant) // nothing follows what lies there
		return
	}
	k := known{seq: s.seq, at: s.at, tags: j.within(s.tenant, s.changes).tags(s.tenant, s.changes, s.in), judged: now}
	d.mu.Lock()
	defer d.mu.Unlock()
	h := d.all[s.tenant]
	if h != nil && (h.epoch != s.epoch || h.left[len(h.left)-1].seq != s.prev || now.Sub(h.left[0].judged) >= clockSlack) {
		d.forgetLocked(s.tenant)
		h = nil
	}
	if d.size+k.size() > deskLimit { // nobody comes for it
		clear(d.all)
		d.size = 0
		return
	}
	if h == nil {
		h = &heap{epoch: s.epoch}
		d.all[s.tenant] = h
	}
	h.left, d.size = append(h.left, k), d.size+k.size()
}

// take takes away the changes of a tenant up to one of them, and reports whether they are all that followed another, and still what they were: what the judge said
// of a record's time he said not long ago.
func (d *desk) take(tenant string, after cursor, to wire.Head, now time.Time) ([]known, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := d.all[tenant]
	if h == nil {
		return nil, false
	}
	n := 0
	for ; n < len(h.left) && h.left[n].seq <= to.Seq; n++ {
		d.size -= h.left[n].size()
	}
	taken := h.left[:n]
	if h.left = h.left[n:]; len(h.left) == 0 {
		delete(d.all, tenant)
	}
	taken = slices.DeleteFunc(taken, func(k known) bool { return k.seq <= after.n })
	whole := h.epoch == to.Epoch && after.epoch == to.Epoch && len(taken) > 0 &&
		taken[0].seq == after.n+1 && taken[len(taken)-1].seq == to.Seq && now.Sub(taken[0].judged) < clockSlack
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
		d.size -= h.left[i].size()
	}
	delete(d.all, tenant)
}
