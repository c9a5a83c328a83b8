package announce

import (
	"slices"
	"sync"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/wire"
)

// A desk is where the drain leaves what those outside may know of the changes that it published, for the Announcer, who would have to read them a second time.
// What finds no room, has grown old or is not all of a tenant's changes in a row is read again after all: nothing depends on what lies here.
type buffer struct {
	mu      sync.Mutex
	columns map[string]map[string]bool // of the judge; nil until they were read
	skew    time.Duration              // Postgres's clock less ours
	all     map[string]*pending        // by tenant
	size    int                        // of them all
}

// A heap is what lies there of one tenant: changes in a row.
type pending struct {
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

func newBuffer() *buffer { return &buffer{all: map[string]*pending{}} }

// tell tells the desk what a judge must know. Nothing is taken before.
func (d *buffer) tell(columns map[string]map[string]bool, skew time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.columns, d.skew = columns, skew
}

// add leaves what is known of a step, if that is all there is to know. Who leaves is one.
func (d *buffer) add(s *capture.Planned, now time.Time) {
	d.mu.Lock()
	j := &judge{columns: d.columns, now: now.Add(d.skew)}
	d.mu.Unlock()
	if j.columns == nil || len(s.Rows) == 0 || s.Prev+1 != s.Seq || len(j.asks(s.Tenant, s.Rows)) > 0 {
		d.forget(s.Tenant) // nothing follows what lies there
		return
	}
	k := known{seq: s.Seq, at: s.At, tags: j.within(s.Tenant, s.Rows).tags(s.Tenant, s.Rows, s.Categories), judged: now}
	d.mu.Lock()
	defer d.mu.Unlock()
	h := d.all[s.Tenant]
	if h != nil && (h.epoch != s.Epoch || h.left[len(h.left)-1].seq != s.Prev || now.Sub(h.left[0].judged) >= clockSlack) {
		d.forgetLocked(s.Tenant)
		h = nil
	}
	if d.size+k.size() > deskLimit { // nobody comes for it
		clear(d.all)
		d.size = 0
		return
	}
	if h == nil {
		h = &pending{epoch: s.Epoch}
		d.all[s.Tenant] = h
	}
	h.left, d.size = append(h.left, k), d.size+k.size()
}

// take takes away the changes of a tenant up to one of them, and reports whether they are all that followed another, and still what they were: what the judge said
// of a record's time he said not long ago.
func (d *buffer) take(tenant string, after capture.Cursor, to wire.Head, now time.Time) ([]known, bool) {
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
	taken = slices.DeleteFunc(taken, func(k known) bool { return k.seq <= after.Seq })
	whole := h.epoch == to.Epoch && after.Epoch == to.Epoch && len(taken) > 0 &&
		taken[0].seq == after.Seq+1 && taken[len(taken)-1].seq == to.Seq && now.Sub(taken[0].judged) < clockSlack
	return taken, whole
}

// forget forgets what lies there of a tenant.
func (d *buffer) forget(tenant string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forgetLocked(tenant)
}

func (d *buffer) forgetLocked(tenant string) {
	h := d.all[tenant]
	if h == nil {
		return
	}
	for i := range h.left {
		d.size -= h.left[i].size()
	}
	delete(d.all, tenant)
}
