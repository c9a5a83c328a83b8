package capture

import (
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// Limits of one message. Above them it carries the tags of kinds instead of records.
const (
	maxTags     = 1000      // number of tags
	maxTagBytes = 256 << 10 // their length in bytes; NATS accepts 1 MB, and JSON may write a byte as six
	maxBands    = 50_000    // price bands that the tags stand for: every gateway looks up each of them
)

// A Planned change is a change with the tags that it invalidates.
type Planned struct {
	Tenant, Epoch string
	Seq, Prev     uint64
	At            time.Time
	Tags          []string // without duplicates, within the limits
	Trace         string   // of the message that carries it (wire.Message)

	Rows       []Row // the rows that it was planned by; nil if it was planned by kinds
	Categories *Categories
}

// plan sets the tags from the rows of the change and the categories of their records.
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

// planKinds sets the tags from the kinds of the change: nil if they are unknown.
func (s *Planned) planKinds(kinds map[string]bool) {
	var tags []string
	for kind := range kinds {
		tags = KindTags(tags, kind)
	}
	if s.Tags = Unique(TenantTags(tags, s.Tenant, kinds)); len(kinds) == 0 || !Fits(s.Tags) {
		s.Tags = Everything(s.Tenant)
	}
}

// merge merges consecutive changes of a tenant into messages, as far as the limits allow.
func merge(dst []wire.Message, planned []Planned) []wire.Message {
	var carried map[string]bool // tags of the last message
	var size, reach int         // their length in bytes, and the price bands they stand for
	var before Planned
	for _, s := range planned {
		if carried != nil && s.Tenant == before.Tenant && s.Epoch == before.Epoch && s.Prev == before.Seq {
			more := slices.DeleteFunc(slices.Clone(s.Tags), func(tag string) bool { return carried[tag] })
			if len(carried)+len(more) <= maxTags && size+length(more) <= maxTagBytes && reach+bands(more) <= maxBands {
				last := &dst[len(dst)-1]
				last.Seq, last.At, last.Tags = s.Seq, s.At, append(last.Tags, more...)
				for _, tag := range more {
					carried[tag] = true
				}
				size, reach, before = size+length(more), reach+bands(more), s
				continue
			}
		}
		dst = append(dst, wire.Message{Epoch: s.Epoch, Tenant: s.Tenant, Seq: s.Seq, Prev: s.Prev, Tags: s.Tags, At: s.At})
		carried, size, reach, before = make(map[string]bool, len(s.Tags)), length(s.Tags), bands(s.Tags), s
		for _, tag := range s.Tags {
			carried[tag] = true
		}
	}
	return dst
}

// Unique sorts tags and removes duplicates.
func Unique(tags []string) []string {
	slices.Sort(tags)
	return slices.Compact(tags)
}

// Fits reports whether one message can carry the tags.
func Fits(tags []string) bool {
	return len(tags) <= maxTags && length(tags) <= maxTagBytes && bands(tags) <= maxBands
}

// bands is the number of price bands that the tags stand for.
func bands(tags []string) int {
	n := 0
	for _, tag := range tags {
		n += catalog.CountBands(tag)
	}
	return n
}

// length is the length of the tags in bytes.
func length(tags []string) int {
	n := 0
	for _, tag := range tags {
		n += len(tag)
	}
	return n
}
