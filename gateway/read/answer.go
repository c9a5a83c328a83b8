package read

import (
	"fmt"
	"slices"
	"time"
	"unsafe"

	"vitrine/cache"
	"vitrine/gateway/respond"
	"vitrine/internal/catalog"
)

// An Answer is what a snapshot gives: a body, and what it depends on.
type Answer struct {
	Body  []byte // nil: there is no such record
	Tags  []string
	Until time.Time // the next time at which it changes without an edit; zero: never
	Stamp *uint64   // the change it is complete as of, if that is not the snapshot's

	Engine string // the engine that searched for a text, and whether it counted all matches; of sets it

	whole     bool       // a list that was read with its records
	held      bool       // from a held snapshot
	local     bool       // made without a query to Postgres
	fragments []fragment // to be kept for other answers; empty if it was assembled from fragments
}

// of completes an answer that was read in a snapshot.
func (a *Answer) of(s *Snapshot) *Answer {
	a.Until, a.Engine = s.until, s.searched
	return a
}

// maxRecordTags is how many record tags of one kind an answer carries. If there are more, it carries the kind's any-tag
// instead.
const maxRecordTags = 200

// Tags completes the tags of an answer: with those of the tables it was read from and of the tenant's own row, without
// duplicates.
func Tags(tenantID string, p *catalog.Plan, tags []string) []string {
	tags = p.KindTags(append(dropRepeated(tags), catalog.RecordTag("tenant", tenantID)))
	slices.Sort(tags)
	tags = slices.Compact(tags)
	if len(tags) <= maxRecordTags {
		return tags
	}
	for _, kind := range p.Kinds() {
		prefix := catalog.RecordTag(kind, "")
		ofKind := func(tag string) bool { return len(tag) > len(prefix) && tag[:len(prefix)] == prefix }
		n := 0
		for _, tag := range tags {
			if ofKind(tag) {
				n++
			}
		}
		if n > maxRecordTags {
			tags = append(slices.DeleteFunc(tags, ofKind), catalog.AnyTag(kind))
		}
	}
	return tags
}

// dropRepeated removes most tags that are repeated, in little time. Records of a page depend on nearly the same tags,
// and fragments of a tenant share the memory of these strings. So the place of a tag in a table is found by its
// address. A tag is dropped only if it equals the one that had the place before.
func dropRepeated(tags []string) []string {
	var places [512]string
	kept := tags[:0]
	for _, tag := range tags {
		address := uintptr(unsafe.Pointer(unsafe.StringData(tag))) //nolint:gosec // a number, which nothing is read from
		place := &places[address>>4*0x9E3779B1>>8%uintptr(len(places))]
		if *place != tag {
			*place = tag
			kept = append(kept, tag)
		}
	}
	return kept
}

// Everything lists the tags of an answer that depends on every record of every table that its view reads.
func Everything(p *catalog.Plan) []string {
	var tags []string
	for _, kind := range p.Kinds() {
		tags = append(tags, catalog.AnyTag(kind))
	}
	return tags
}

// status is the answer's status in HTTP.
func (a *Answer) status() int {
	if a.Body == nil {
		return 404
	}
	return 200
}

// cause says why an answer is read: what happened to the previous one, which may be nil.
func (r *Reader) cause(e *cache.Entry) string {
	switch {
	case e == nil:
		return "requested, and nothing was cached"
	case e.Expired(r.clock.Now()):
		return "the previous answer expired at " + e.ValidUntil.UTC().Format(time.RFC3339Nano)
	}
	touches := e.Invalidations()
	if len(touches) == 0 {
		return "requested, and the previous answer was not available"
	}
	newest := touches[0]
	for _, t := range touches {
		if t.Seq > newest.Seq {
			newest = t
		}
	}
	return fmt.Sprintf("change %d invalidated %s of the previous answer, which was of change %d",
		newest.Seq, newest.Tag, e.Stamp)
}

// entry makes the cache entry of an answer. Only an answer that may be kept has a digest.
func (r *Reader) entry(tenantID string, ans *Answer, key []byte, cacheable bool) *cache.Entry {
	e := &cache.Entry{Key: key, Body: ans.Body, Tags: r.tags(ans.Tags), ValidUntil: ans.Until, Engine: ans.Engine,
		Made: r.clock.Now()}
	if ans.Body != nil && cacheable {
		if r.cfg.TagsInETag != nil && r.cfg.TagsInETag(tenantID) {
			e.Digest = respond.TaggedDigest(ans.Body, tenantID, e.EachTag())
		} else {
			e.Digest = respond.Digest(ans.Body)
		}
	}
	return e
}

// tags returns the tags that an entry carries: all of them, or without price bands those of the columns.
func (r *Reader) tags(all []string) []string {
	if !r.cfg.NoPriceBands {
		return all
	}
	out := make([]string, len(all))
	for i, tag := range all {
		out[i] = catalog.Unbanded(tag)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
