package cache

import (
	"bytes"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Slots is how many byte slices can be attached to an entry.
const Slots = 8

// An Entry is one finished answer. It is immutable but for bookkeeping, shared by all readers, and decides itself whether it is fresh.
type Entry struct {
	Key        []byte   // the canonical request, tenant first; compared in full on a hit
	Read       Snapshot // the snapshot it was read in
	Stamp      uint64   // the change it is complete as of: the snapshot's, or that of an index which is behind
	ValidUntil time.Time
	Made       time.Time

	Local  bool     // made of other entries: nothing was read for it
	Body   []byte   // nil: the answer is that nothing is there
	Digest []byte   // identifies the body; nil: the answer is another one every time
	Came   int      // how often in a row it came with a change, with nobody asking for the one before
	Cause  string   // why it was read: what made the one before it stale, for those who explain; empty where there was none
	Tags   []string // what it depends on, until it is stamped: then its cells say it (Carries)

	tenant  *Tenant
	state   *state
	cells   []*cell
	seen    atomic.Uint64 // the applied number at which the cells were last looked at and found unmoved
	asked   atomic.Uint32 // how often it was found by a look-up since it was made: about, and no further than mostAsked
	charged atomic.Int64  // bytes on the tenant's ledger
	place   int           // among what the tenant holds, from 1; 0: it is not there. Guarded by held.mu
	slots   [Slots]atomic.Pointer[[]byte]
	making  sync.Mutex // held while the data of a slot is made
}

// Name is the key without the tenant.
func (e *Entry) Name() []byte { return e.Key[bytes.IndexByte(e.Key, 0)+1:] }

// Slot is the data that is attached in a slot; nil if there is none.
func (e *Entry) Slot(i int) []byte {
	if p := e.slots[i].Load(); p != nil {
		return *p
	}
	return nil
}

// Attach attaches data that was made of the entry, and charges it to the entry's tenant. It does nothing if the slot is
// taken or the cache has no room. The data must not be changed afterwards.
func (e *Entry) Attach(i int, data []byte) {
	n := int64(cap(data))
	if (n == 0 || e.room(n)) && e.slots[i].CompareAndSwap(nil, &data) && n > 0 {
		e.grow(n)
	}
}

// Make returns the data of a slot, which f makes if the slot is empty. Concurrent calls wait for each other, so that the
// data is made once. If the cache has no room for it, it is the caller's alone.
func (e *Entry) Make(i int, f func() []byte) []byte {
	e.making.Lock()
	defer e.making.Unlock()
	if data := e.Slot(i); data != nil {
		return data
	}
	data := f()
	e.Attach(i, data)
	return data
}

// Fresh reports whether no applied change since the entry's snapshot touched any of its tags, and its time has not come.
func (e *Entry) Fresh(now time.Time) bool { return e.Lasts(now) && e.unmoved() }

// Lasts reports whether its time has not come.
func (e *Entry) Lasts(now time.Time) bool { return e.ValidUntil.IsZero() || now.Before(e.ValidUntil) }

// unmoved looks at the cells. Fast path: nothing was applied to the tenant since they were last looked at.
func (e *Entry) unmoved() bool {
	applied := e.state.applied.Load()
	if e.seen.Load() == applied {
		return true
	}
	for _, c := range e.cells {
		if c.inv.Load() > e.Stamp {
			return false
		}
	}
	e.seen.Store(applied) // read before the cells: a change applied meanwhile makes the next reader look again
	return true
}

// Asked reports whether the entry was asked for since it was made: whether Get or Look found it.
func (e *Entry) Asked() bool { return e.asked.Load() > 0 }

// mostAsked is how far an entry counts how often it is asked for.
const mostAsked = 16

// Heat is about how often a second the entry was asked for between when it was made and now; an entry that is asked for very often shows less than it has.
func (e *Entry) Heat(now time.Time) float64 {
	return float64(e.asked.Load()) / max(now.Sub(e.Made).Seconds(), 0.001)
}

// Tenant is whose answer it is.
func (e *Entry) Tenant() *Tenant { return e.tenant }

// Carries lists the entry's tags.
func (e *Entry) Carries() []string {
	return slices.AppendSeq(make([]string, 0, max(len(e.Tags), len(e.cells))), e.tags())
}

// tags goes over them, wherever they stand.
func (e *Entry) tags() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, tag := range e.Tags {
			if !yield(tag) {
				return
			}
		}
		for i, c := range e.cells {
			if i > 0 && !yield(c.tag) { // the first is the tenant's
				return
			}
		}
	}
}

// A Touch is a tag of an answer that a change newer than the answer has touched, and the last change that did.
type Touch struct {
	Tag string `json:"tag"`
	Seq uint64 `json:"seq"`
}

// Touches lists them: why an entry is no longer served. The tenant's own tag is *.
func (e *Entry) Touches() []Touch {
	var all []Touch
	for _, c := range e.cells {
		if seq := c.inv.Load(); seq > e.Stamp {
			all = append(all, Touch{c.tag, seq})
		}
	}
	return all
}

// overhead is what an entry costs beyond its bytes: the struct, its slices and the store's own records.
const overhead = 400

// perTag is what a tag costs beyond its bytes: a pointer, and a cell where no other entry carries it.
const perTag = 64

// Cost is how many bytes the entry holds when it is new. What is kept with it later is charged as it comes.
func (e *Entry) Cost() int64 {
	n := overhead + len(e.Key) + len(e.Body) + len(e.Digest)
	for tag := range e.tags() {
		n += len(tag) + perTag
	}
	return int64(n)
}

// AppendKey appends the key of an entry: the tenant, a byte that no tenant id holds, and the entry's name within the tenant.
func AppendKey(dst []byte, tenant string, name []byte) []byte {
	dst = append(dst, tenant...)
	dst = append(dst, 0)
	return append(dst, name...)
}
