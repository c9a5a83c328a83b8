package capture

import (
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// Limits of one message. Above them it speaks of kinds, not records.
const (
	maxTags     = 1000      // tags of a message
	maxTagBytes = 256 << 10 // and their length; NATS takes a megabyte, and JSON may write a byte as six
	maxRungs    = 50_000    // rungs that the tags of a step stand for: each is looked for by every gateway
)

// A Planned is one numbered change of a tenant, planned: what a transaction did to it, as tags.
type Planned struct {
	Tenant, Epoch string
	Seq, Prev     uint64
	At            time.Time
	Tags          []string // no doubles, within the limits

	Rows       []Row // what it was planned by, where it was by rows
	Categories *Categories
}

// plan sets the tags of a step from the rows its transaction changed, and the categories they are in.
func (s *Planned) plan(changes []Row, in *Categories) {
	s.Rows, s.Categories = changes, in
	var tags []string
	kinds := map[string]bool{}
	for i := range changes {
		tags = changes[i].AppendTags(tags, s.Tenant, in)
		kinds[changes[i].Kind] = true
	}
	if s.Tags = Unique(TenantTags(tags, s.Tenant, kinds)); len(kinds) > 0 && !Fits(s.Tags) {
		s.Tags = Unique(catalog.MergeSpans(s.Tags))
	}
	if len(kinds) == 0 || !Fits(s.Tags) {
		s.planKinds(kinds)
	}
}

// planKinds sets the tags of a step that touched too much to say it finer: the kinds it touched, nil where even they are not known.
func (s *Planned) planKinds(kinds map[string]bool) {
	var tags []string
	for kind := range kinds {
		tags = KindTags(tags, kind)
	}
	if s.Tags = Unique(TenantTags(tags, s.Tenant, kinds)); len(kinds) == 0 || !Fits(s.Tags) {
		s.Tags = Everything(s.Tenant)
	}
}

// merge turns steps into as few messages as their limits allow: those of one tenant that follow one another become one.
func merge(dst []wire.Message, steps []Planned) []wire.Message {
	var carried map[string]bool // the tags of the last message
	var size, reach int         // their length, and the rungs they stand for
	var before Planned
	for _, s := range steps {
		if carried != nil && s.Tenant == before.Tenant && s.Epoch == before.Epoch && s.Prev == before.Seq {
			more := slices.DeleteFunc(slices.Clone(s.Tags), func(tag string) bool { return carried[tag] })
			if len(carried)+len(more) <= maxTags && size+length(more) <= maxTagBytes && reach+rungs(more) <= maxRungs {
				last := &dst[len(dst)-1]
				last.Seq, last.At, last.Tags = s.Seq, s.At, append(last.Tags, more...)
				for _, tag := range more {
					carried[tag] = true
				}
				size, reach, before = size+length(more), reach+rungs(more), s
				continue
			}
		}
		dst = append(dst, wire.Message{Epoch: s.Epoch, Tenant: s.Tenant, Seq: s.Seq, Prev: s.Prev, Tags: s.Tags, At: s.At})
		carried, size, reach, before = make(map[string]bool, len(s.Tags)), length(s.Tags), rungs(s.Tags), s
		for _, tag := range s.Tags {
			carried[tag] = true
		}
	}
	return dst
}

// Unique sorts tags and drops doubles.
func Unique(tags []string) []string {
	slices.Sort(tags)
	return slices.Compact(tags)
}

// Fits reports whether one message may carry the tags.
func Fits(tags []string) bool {
	return len(tags) <= maxTags && length(tags) <= maxTagBytes && rungs(tags) <= maxRungs
}

// rungs is how many rungs the tags stand for.
func rungs(tags []string) int {
	n := 0
	for _, tag := range tags {
		n += catalog.CountBands(tag)
	}
	return n
}

// length is how many bytes the tags have.
func length(tags []string) int {
	n := 0
	for _, tag := range tags {
		n += len(tag)
	}
	return n
}
