package cache

import (
	"iter"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// The codings in which an answer is kept, the cheapest to read first.
const (
	Identity = iota
	Gzip
	Brotli
	Codings
)

// A Form is an answer in one coding, as it is sent.
type Form struct {
	Body []byte // nil where nobody has made it yet
	ETag []byte // with its quotes; each coding has its own
}

// An Entry is one finished answer. It is immutable but for bookkeeping, shared by all readers, and decides itself whether it is fresh.
type Entry struct {
	Key        []byte   // the canonical request, tenant first; compared in full on a hit
	Read       Snapshot // the snapshot it was read in
	Stamp      uint64   // the change it is complete as of: the snapshot's, or that of an index which is behind
	ValidUntil time.Time
	Made       time.Time

	Fickle      bool // another one every time: never kept
	Local       bool // made of other entries: nothing was read for it
	Status      int
	ContentType string
	Location    string // Content-Location: the canonical URL under /v1; empty where the request was it
	Body        []byte
	ETags       [Codings][]byte // of Body in each coding that it may be worth sending in, with their quotes; nil where it is not
	Version     []byte          // Stamp in decimal
	Came        int             // how often in a row it came with a change, with nobody asking for the one before
	Cause       string          // why it was read: what made the one before it stale, for those who explain; empty where there was none
	Tags        []string        // what it depends on, until it is stamped: then its cells say it (Carries)

	tenant  *Tenant
	state   *state
	cells   []*cell
	seen    atomic.Uint64 // the applied number at which the cells were last looked at and found unmoved
	asked   atomic.Uint32 // how often it was found by a look-up since it was made: about, and no further than mostAsked
	charged atomic.Int64  // bytes on the tenant's ledger
	place   int           // among what the tenant holds, from 1; 0: it is not there. Guarded by held.mu
	blocks  [2 * Codings]atomic.Pointer[[]byte]
	packed  [Codings - Gzip]atomic.Pointer[[]byte] // Body in the codings after Identity: nil until somebody wants it, empty where it is no smaller
	packing sync.Mutex                             // held while one of them is made
}

// noSmaller stands for a body that compressing does not make smaller.
var noSmaller []byte

// Form is the answer in a coding. It reports false where the answer is not sent in it: it is too small or too large, or was found to get no smaller.
func (e *Entry) Form(coding int) (Form, bool) {
	f := Form{ETag: e.ETags[coding]}
	if coding == Identity {
		f.Body = e.Body
		return f, true
	}
	if f.ETag == nil {
		return f, false
	}
	if p := e.packed[coding-Gzip].Load(); p != nil {
		f.Body = *p
		return f, len(*p) > 0
	}
	return f, true
}

// Pack makes the answer's form in a coding by a function, unless somebody has, and keeps it with a kept entry, on its tenant's ledger. Who wants a form that is
// being made waits for it. Where the store has no room for it, it is the caller's alone. It reports false as Form does.
func (e *Entry) Pack(coding int, pack func(coding int, body []byte) []byte) (Form, bool) {
	e.packing.Lock()
	defer e.packing.Unlock()
	f, ok := e.Form(coding)
	if !ok || f.Body != nil {
		return f, ok
	}
	body := pack(coding, e.Body)
	if len(body) >= len(e.Body) {
		e.packed[coding-Gzip].Store(&noSmaller)
		return f, false
	}
	f.Body = body
	if n := int64(cap(body)); e.room(n) {
		e.packed[coding-Gzip].Store(&body)
		e.grow(n)
	}
	return f, true
}

// A Block is what stands before a body: the header block of one coding, or that of the answer to a reader who knows the body.
type Block struct {
	Coding int
	Known  bool
}

func (b Block) index() int {
	if b.Known {
		return Codings + b.Coding
	}
	return b.Coding
}

// Block finds a header block that was kept, nil if none was.
func (e *Entry) Block(b Block) []byte {
	if p := e.blocks[b.index()].Load(); p != nil {
		return *p
	}
	return nil
}

// KeepBlock keeps a header block with a kept entry, and charges it to its tenant, if the store has room for it. It must not be changed afterwards.
func (e *Entry) KeepBlock(b Block, data []byte) {
	n := int64(cap(data))
	if e.room(n) && e.blocks[b.index()].CompareAndSwap(nil, &data) {
		e.grow(n)
	}
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

// SetStamp says which change the entry is complete as of. Keep does it for an entry that is kept.
func (e *Entry) SetStamp(n uint64) { e.Stamp, e.Version = n, strconv.AppendUint(nil, n, 10) }

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
	n := overhead + len(e.Key) + len(e.Body) + len(e.Location)
	for _, tag := range e.ETags {
		n += len(tag)
	}
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
