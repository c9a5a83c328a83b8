package ingest

import (
	"regexp"
	"slices"
	"strings"
	"sync"
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

// A change is one row of change_row: what a transaction did to one record.
type change struct {
	kind, id string
	op       byte     // one of the four below
	changed  []string // of an update: the columns that have another value now
	before   dims     // of an update or a delete: the record's dimensions as they were
	after    dims     // of an insert: as they are; of an update: those that changed
}

// What can happen to a record.
const (
	inserted  = 'I'
	updated   = 'U'
	deleted   = 'D'
	truncated = 'T' // every record of the kind; id is empty
)

// dims are the declared dimensions of a record: slug, status, the ids it refers to. NULL is "".
type dims map[string]string

// values lists what the record had, and has, in a column: no doubles, no empty ones.
func (c *change) values(column string) []string {
	var values []string
	for _, d := range []dims{c.before, c.after} {
		if v := d[column]; v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// comes reports whether the change may alter that the record is shown: it came, it went, or its visibility changed.
func (c *change) comes() bool {
	return c.op != updated || slices.ContainsFunc(c.changed, func(column string) bool { return liveness(c.kind)[column] })
}

// aspects lists what of the change may alter which records a list shows, and in which order.
func (c *change) aspects(cuts *catalog.Dimensions) []string {
	var aspects []string
	for _, column := range c.changed {
		if cuts.Aspects[column] {
			aspects = append(aspects, column)
		}
	}
	if c.comes() {
		aspects = append(aspects, catalog.Member)
	}
	return aspects
}

// ties reports whether the change of a row that ties a record to a category may alter who is in a category.
func (c *change) ties() bool {
	return c.op != updated || slices.ContainsFunc(c.changed, func(column string) bool { return strings.HasSuffix(column, "_id") })
}

// parts appends the tags of the parts of its kind that the record was in and is in.
func (c *change) parts(dst []string, tenant string, in *lineage) []string {
	if kind := catalog.LinkedKind(c.kind); kind != "" && c.ties() {
		for _, id := range c.values("category_id") {
			above, known := in.categories(tenant, "category", id)
			if !known {
				return append(dst, catalog.KindTag(kind))
			}
			dst = catalog.CategoryTags(dst, kind, append(above, id), catalog.Member)
		}
	}
	cuts := catalog.DimensionsOf(c.kind)
	if cuts == nil {
		return dst
	}
	aspects := c.aspects(cuts)
	for _, column := range cuts.Columns {
		moved := slices.Contains(c.changed, column)
		for _, value := range c.values(column) {
			for _, aspect := range aspects {
				dst = c.fire(dst, catalog.DimTag(c.kind, column, value, aspect), aspect)
			}
			if moved {
				dst = append(dst, catalog.DimTag(c.kind, column, value, catalog.Member))
			}
		}
	}
	if cuts.Tree == nil || len(aspects) == 0 {
		return dst
	}
	categories, known := in.categories(tenant, c.kind, c.id)
	if !known {
		return append(dst, catalog.KindTag(c.kind))
	}
	for _, aspect := range aspects {
		for _, tag := range catalog.CategoryTags(nil, c.kind, categories, aspect) {
			dst = c.fire(dst, tag, aspect)
		}
	}
	return dst
}

// fire appends the tag of an aspect, and of one that has a ladder all rungs that the record passed.
func (c *change) fire(dst []string, tag, aspect string) []string {
	dst = append(dst, tag)
	if cuts := catalog.DimensionsOf(c.kind); cuts == nil || !slices.Contains(cuts.Banded, aspect) {
		return dst
	}
	value := func(d dims) string {
		if v, ok := d[aspect]; ok {
			return v
		}
		return catalog.Unknown
	}
	return catalog.SpanOf(value(c.before), value(c.after)).Tags(dst, tag)
}

// tags appends the tags that the change fires. They are complete: an answer that the change makes untrue carries one of them.
func (c *change) tags(dst []string, tenant string, in *lineage) []string {
	if c.op == truncated {
		return kindTags(dst, c.kind)
	}
	dst = append(dst, catalog.RecordTag(c.kind, c.id), catalog.AnyTag(c.kind))
	if c.comes() {
		dst = append(dst, catalog.MemberTag(c.kind))
	}
	for _, column := range c.changed {
		dst = c.fire(dst, catalog.ColumnTag(c.kind, column), column)
	}
	if c.comes() || slices.Contains(c.changed, "slug") {
		for _, slug := range c.values("slug") {
			dst = append(dst, catalog.SlugTag(c.kind, slug))
		}
	}
	for _, owner := range catalog.Owners(c.kind) {
		for _, id := range c.values(owner.Column) {
			dst = append(dst, catalog.RecordTag(owner.Kind, id), catalog.AnyTag(owner.Kind))
		}
	}
	return c.parts(dst, tenant, in)
}

// kindTags appends the tags that stand for any change of a kind: its own, and its owners', whose records show it.
func kindTags(dst []string, kind string) []string {
	dst = append(dst, catalog.KindTag(kind))
	for _, owner := range catalog.Owners(kind) {
		dst = append(dst, catalog.KindTag(owner.Kind))
	}
	return dst
}

// tenantTags appends what a change of the tenant itself fires. Its own record tag is what gateways know tenants and their
// hosts by; its language and currency show in every answer.
func tenantTags(dst []string, tenant string, kinds map[string]bool) []string {
	if kinds["tenant"] {
		dst = append(dst, catalog.TenantTag)
	}
	if kinds["tenant"] || kinds["tenant_host"] {
		dst = append(dst, catalog.RecordTag("tenant", tenant))
	}
	return dst
}

// everything is what fires where it is not known what changed.
func everything(tenant string) []string {
	return tenantTags(nil, tenant, map[string]bool{"tenant": true})
}

var liveColumns sync.Map // kind → map[string]bool

// liveness names the columns of a kind that decide whether a record is shown.
func liveness(kind string) map[string]bool {
	if m, ok := liveColumns.Load(kind); ok {
		return m.(map[string]bool)
	}
	m := map[string]bool{"status": true, "publish_at": true, "unpublish_at": true}
	if r := catalog.Named(kind); r != nil {
		for _, match := range regexp.MustCompile(`\b`+r.As+`\.(\w+)`).FindAllStringSubmatch(r.Live, -1) {
			m[match[1]] = true
		}
	}
	liveColumns.Store(kind, m)
	return m
}

// A step is one numbered change of a tenant, planned: what a transaction did to it, as tags.
type step struct {
	tenant, epoch string
	seq, prev     uint64
	at            time.Time
	tags          []string // no doubles, within the limits

	changes []change // what it was planned by, where it was by rows
	in      *lineage
}

// plan sets the tags of a step from the rows its transaction changed, and the categories they are in.
func (s *step) plan(changes []change, in *lineage) {
	s.changes, s.in = changes, in
	var tags []string
	kinds := map[string]bool{}
	for i := range changes {
		tags = changes[i].tags(tags, s.tenant, in)
		kinds[changes[i].kind] = true
	}
	if s.tags = unique(tenantTags(tags, s.tenant, kinds)); len(kinds) > 0 && !fits(s.tags) {
		s.tags = unique(catalog.MergeSpans(s.tags))
	}
	if len(kinds) == 0 || !fits(s.tags) {
		s.planKinds(kinds)
	}
}

// planKinds sets the tags of a step that touched too much to say it finer: the kinds it touched, nil where even they are not known.
func (s *step) planKinds(kinds map[string]bool) {
	var tags []string
	for kind := range kinds {
		tags = kindTags(tags, kind)
	}
	if s.tags = unique(tenantTags(tags, s.tenant, kinds)); len(kinds) == 0 || !fits(s.tags) {
		s.tags = everything(s.tenant)
	}
}

// merge turns steps into as few messages as their limits allow: those of one tenant that follow one another become one.
func merge(dst []wire.Message, steps []step) []wire.Message {
	var carried map[string]bool // the tags of the last message
	var size, reach int         // their length, and the rungs they stand for
	var before step
	for _, s := range steps {
		if carried != nil && s.tenant == before.tenant && s.epoch == before.epoch && s.prev == before.seq {
			more := slices.DeleteFunc(slices.Clone(s.tags), func(tag string) bool { return carried[tag] })
			if len(carried)+len(more) <= maxTags && size+length(more) <= maxTagBytes && reach+rungs(more) <= maxRungs {
				last := &dst[len(dst)-1]
				last.Seq, last.At, last.Tags = s.seq, s.at, append(last.Tags, more...)
				for _, tag := range more {
					carried[tag] = true
				}
				size, reach, before = size+length(more), reach+rungs(more), s
				continue
			}
		}
		dst = append(dst, wire.Message{Epoch: s.epoch, Tenant: s.tenant, Seq: s.seq, Prev: s.prev, Tags: s.tags, At: s.at})
		carried, size, reach, before = make(map[string]bool, len(s.tags)), length(s.tags), rungs(s.tags), s
		for _, tag := range s.tags {
			carried[tag] = true
		}
	}
	return dst
}

// unique sorts tags and drops doubles.
func unique(tags []string) []string {
	slices.Sort(tags)
	return slices.Compact(tags)
}

// fits reports whether one message may carry the tags.
func fits(tags []string) bool {
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
