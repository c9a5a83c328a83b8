package cache

import (
	"bytes"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// An Entry is one finished answer. Its exported fields must not change once it is kept. All readers share it.
type Entry struct {
	Key    []byte // AppendKey; compared in full by each look-up
	Body   []byte // nil: the requested record does not exist
	Digest []byte // identifies Body; nil: Body differs each time, or is a fragment

	Read       Snapshot  // the snapshot that it was read in
	Stamp      uint64    // the change that it is complete as of; older than Read if an index lags behind
	ValidUntil time.Time // when it stops being valid though nothing changes; zero: never
	Made       time.Time

	// Engine names the engine that searched for it; empty: no text was searched for.
	Engine string

	Cause string   // why it was read, for diagnosis; empty: unknown
	Tags  []string // what it depends on, until Keep or Stamp; AllTags lists them afterwards

	tenant   *Tenant
	epoch    *epoch
	versions []*version    // of its tags; the first is carried by every entry of the tenant
	checked  atomic.Uint64 // the applied number at which the versions were last found no newer than Stamp
	charged  atomic.Int64  // bytes charged to the tenant; 0: no store holds it
	place    int           // in entryList, from 1; 0: not in it. Guarded by entryList.mu
	slots    [Slots]atomic.Pointer[[]byte]
	making   sync.Mutex    // held while the bytes of a slot are made
	requests atomic.Uint32 // how often a look-up has found it, up to maxRequests

	Local       bool  // it was assembled from other entries: Postgres was not asked
	Unrequested uint8 // how often in a row its key was kept anew without a request for the previous entry
	earlier     uint8 // half the popularity of the entry that it replaces, rounded up
}

// AppendKey appends the key of an entry: the tenant, a byte that no tenant id holds, and the entry's name within the
// tenant.
func AppendKey(dst []byte, tenant string, name []byte) []byte {
	dst = append(dst, tenant...)
	dst = append(dst, separator)
	return append(dst, name...)
}

const separator = 0

// Name is the entry's name within its tenant, as AppendKey was given it.
func (e *Entry) Name() []byte { return e.Key[bytes.IndexByte(e.Key, separator)+1:] }

// Tenant is the tenant of the entry, nil before Keep or Stamp.
func (e *Entry) Tenant() *Tenant { return e.tenant }

// Fresh reports whether the entry may be served: it has not expired, and no applied change after its stamp invalidated
// any of its tags.
func (e *Entry) Fresh(now time.Time) bool { return !e.Expired(now) && e.current() }

// Expired reports whether ValidUntil has passed.
func (e *Entry) Expired(now time.Time) bool {
	return !e.ValidUntil.IsZero() && !now.Before(e.ValidUntil)
}

// current compares the versions with the stamp. Fast path: nothing was applied since they were last compared.
func (e *Entry) current() bool {
	applied := e.epoch.applied.Load()
	if e.checked.Load() == applied {
		return true
	}
	if e.unversioned() || e.anyNewer() {
		return false
	}
	e.checked.Store(applied) // loaded before the versions: a change applied meanwhile makes the next reader compare again
	return true
}

// Stale reports whether the entry is known not to be served again. Unlike Fresh, it does not count as a check.
func (e *Entry) Stale(now time.Time) bool {
	if e.Expired(now) {
		return true
	}
	if e.checked.Load() == e.epoch.applied.Load() {
		return false
	}
	return e.unversioned() || e.anyNewer()
}

// anyNewer reports whether a change after the entry's stamp invalidated one of its tags.
func (e *Entry) anyNewer() bool {
	for _, v := range e.versions {
		if v.seq.Load() > e.Stamp {
			return true
		}
	}
	return false
}

// unversioned reports whether the versions of the tags were not looked up (StampOnce). Then it is not known what
// invalidated them.
func (e *Entry) unversioned() bool { return e.versions == nil }

// ValidAt is the last change at which the entry is known to be valid: its stamp, or a later one at which Fresh found
// that nothing that it depends on had changed. An entry that is not fresh is not valid any more.
func (e *Entry) ValidAt() uint64 {
	if n := e.checked.Load(); n != unchecked && n > e.Stamp {
		return n
	}
	return e.Stamp
}

// lastChecked is the applied number at which the entry was last found fresh, or else its stamp.
func (e *Entry) lastChecked() uint64 {
	if n := e.checked.Load(); n != unchecked {
		return n
	}
	return e.Stamp
}

// maxRequests is the number up to which an entry counts its requests.
const maxRequests = 16

// countRequest counts a look-up that found the entry. It stops writing at maxRequests, because all readers share the
// cache line.
func (e *Entry) countRequest() {
	if n := e.requests.Load(); n < maxRequests {
		e.requests.Store(n + 1)
	}
}

// Replaces says that the entry takes the place of the previous one of its key, so that it is known to be requested. It
// must not be kept yet. A nil entry changes nothing.
func (e *Entry) Replaces(previous *Entry) {
	if previous != nil {
		e.earlier = uint8((previous.Popularity() + 1) / 2) //nolint:gosec // at most 17
	}
}

// Popularity is how often Get or Look has found the entry, up to 16, and half the popularity of the entry that it
// replaced. It is 0 only if no entry of the key was found, and at most 33.
func (e *Entry) Popularity() uint32 { return e.requests.Load() + uint32(e.earlier) }

// Requested reports whether Get or Look has found the entry since it was made.
func (e *Entry) Requested() bool { return e.requests.Load() > 0 }

// RequestRate is about how often a second the entry was found between when it was made and now. It counts no more than
// the first 16 requests, so it is too low for an entry that is requested often.
func (e *Entry) RequestRate(now time.Time) float64 {
	return float64(e.requests.Load()) / max(now.Sub(e.Made).Seconds(), 0.001)
}

// EachTag iterates over the entry's tags. The tag * of every entry is not among them.
func (e *Entry) EachTag() iter.Seq[string] { return e.allTags() }

// AllTags lists the entry's tags.
func (e *Entry) AllTags() []string {
	return slices.AppendSeq(make([]string, 0, max(len(e.Tags), len(e.versions))), e.allTags())
}

// allTags iterates over the tags, before and after the entry was stamped.
func (e *Entry) allTags() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, tag := range e.Tags {
			if !yield(tag) {
				return
			}
		}
		for i, v := range e.versions {
			if i > 0 && !yield(v.tag) {
				return
			}
		}
	}
}

// An Invalidation is a tag of an entry, and the last change after the entry's stamp that invalidated it.
type Invalidation struct {
	Tag string `json:"tag"`
	Seq uint64 `json:"seq"`
}

// Invalidations lists why an entry is stale. The tag that all entries carry is *.
func (e *Entry) Invalidations() []Invalidation {
	var all []Invalidation
	for _, v := range e.versions {
		if seq := v.seq.Load(); seq > e.Stamp {
			all = append(all, Invalidation{v.tag, seq})
		}
	}
	return all
}

const (
	overhead = 408 // bytes of an entry beyond its content: the struct, its slices and the record of the store
	perTag   = 64  // bytes of a tag beyond its text: a pointer, and a version if no other entry carries the tag
)

// Cost is the size of a new entry in bytes. Slots are charged when they are attached.
func (e *Entry) Cost() int64 {
	n := overhead + len(e.Key) + len(e.Body) + len(e.Digest)
	for tag := range e.allTags() {
		n += len(tag) + perTag
	}
	return int64(n)
}
