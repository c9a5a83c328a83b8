package capture

import (
	"slices"
	"strings"
	"sync"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// A Row is one row of change_row: what a transaction did to one record.
type Row struct {
	Kind, ID string
	Op       byte     // one of the four below
	Changed  []string // of an update: the columns with a new value
	Before   Dims     // of an update or a delete: the record's old dimensions
	After    Dims     // of an insert: all dimensions; of an update: those that changed
}

// Values of Row.Op.
const (
	Inserted  = 'I'
	Updated   = 'U'
	Deleted   = 'D'
	Truncated = 'T' // all records of the kind; ID is empty
)

// Dims are the declared dimensions of a record: slug, status, and the ids that it refers to. NULL is "".
type Dims map[string]string

// Values lists the old and the new value of a column, without duplicates and empty values.
func (c *Row) Values(column string) []string {
	var values []string
	for _, d := range []Dims{c.Before, c.After} {
		if v := d[column]; v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// ChangesMembership reports whether the change may alter whether the record is shown: it was inserted or deleted, or
// its visibility changed.
func (c *Row) ChangesMembership() bool {
	return c.Op != Updated || slices.ContainsFunc(c.Changed, func(column string) bool { return liveness(c.Kind)[column] })
}

// aspects lists the aspects of the change that may alter which records a list shows, and in which order.
func (c *Row) aspects(cuts *catalog.Dimensions) []string {
	var aspects []string
	for _, column := range c.Changed {
		if cuts.Aspects[column] {
			aspects = append(aspects, column)
		}
	}
	if c.ChangesMembership() {
		aspects = append(aspects, catalog.Member)
	}
	return aspects
}

// ties reports whether the change of a row that links a record to a category may alter which records are in a category.
func (c *Row) ties() bool {
	return c.Op != Updated || slices.ContainsFunc(c.Changed, func(column string) bool {
		return strings.HasSuffix(column, "_id")
	})
}

// PartTags appends the tags of the parts of its kind that the record was in or is in.
func (c *Row) PartTags(dst []string, tenant string, in *Categories) []string {
	if kind := catalog.LinkedKind(c.Kind); kind != "" && c.ties() {
		for _, id := range c.Values("category_id") {
			above, known := in.Of(tenant, "category", id)
			if !known {
				return append(dst, catalog.KindTag(kind))
			}
			dst = catalog.CategoryTags(dst, kind, append(above, id), catalog.Member)
		}
	}
	cuts := catalog.DimensionsOf(c.Kind)
	if cuts == nil {
		return dst
	}
	aspects := c.aspects(cuts)
	for _, column := range cuts.Columns {
		moved := slices.Contains(c.Changed, column)
		for _, value := range c.Values(column) {
			for _, aspect := range aspects {
				dst = c.appendAspect(dst, catalog.DimTag(c.Kind, column, value, aspect), aspect)
			}
			if moved {
				dst = append(dst, catalog.DimTag(c.Kind, column, value, catalog.Member))
			}
		}
	}
	if cuts.Tree == nil || len(aspects) == 0 {
		return dst
	}
	categories, known := in.Of(tenant, c.Kind, c.ID)
	if !known {
		return append(dst, catalog.KindTag(c.Kind))
	}
	for _, aspect := range aspects {
		for _, tag := range catalog.CategoryTags(nil, c.Kind, categories, aspect) {
			dst = c.appendAspect(dst, tag, aspect)
		}
	}
	return dst
}

// appendAspect appends the tag of an aspect. If the aspect has price bands, it appends all bands between the old and
// the new value.
func (c *Row) appendAspect(dst []string, tag, aspect string) []string {
	dst = append(dst, tag)
	if cuts := catalog.DimensionsOf(c.Kind); cuts == nil || !slices.Contains(cuts.Banded, aspect) {
		return dst
	}
	value := func(d Dims) string {
		if v, ok := d[aspect]; ok {
			return v
		}
		return catalog.Unknown
	}
	return catalog.SpanOf(value(c.Before), value(c.After)).Tags(dst, tag)
}

// AppendTags appends the tags that the row invalidates. They are complete: every answer that the row makes stale
// carries one of them.
func (c *Row) AppendTags(dst []string, tenant string, in *Categories) []string {
	if c.Op == Truncated {
		return KindTags(dst, c.Kind)
	}
	dst = append(dst, catalog.RecordTag(c.Kind, c.ID), catalog.AnyTag(c.Kind))
	if c.ChangesMembership() {
		dst = append(dst, catalog.MemberTag(c.Kind))
	}
	for _, column := range c.Changed {
		dst = c.appendAspect(dst, catalog.ColumnTag(c.Kind, column), column)
	}
	if c.ChangesMembership() || slices.Contains(c.Changed, "slug") {
		for _, slug := range c.Values("slug") {
			dst = append(dst, catalog.SlugTag(c.Kind, slug))
		}
	}
	for _, owner := range catalog.Owners(c.Kind) {
		for _, id := range c.Values(owner.Column) {
			dst = append(dst, catalog.RecordTag(owner.Kind, id), catalog.AnyTag(owner.Kind))
		}
	}
	return c.PartTags(dst, tenant, in)
}

// KindTags appends the tags for any change of a kind: those of the kind, and of its owners, whose records show it.
func KindTags(dst []string, kind string) []string {
	dst = append(dst, catalog.KindTag(kind))
	for _, owner := range catalog.Owners(kind) {
		dst = append(dst, catalog.KindTag(owner.Kind))
	}
	return dst
}

// TenantTags appends the tags that a change of the tenant itself invalidates, or of its hosts. The language and the
// currency of a tenant are part of every answer. Gateways reload the tenant and its hosts on its record tag.
func TenantTags(dst []string, tenant string, kinds map[string]bool) []string {
	if kinds["tenant"] {
		dst = append(dst, catalog.TenantTag)
	}
	if kinds["tenant"] || kinds["tenant_host"] {
		dst = append(dst, catalog.RecordTag("tenant", tenant))
	}
	return dst
}

// Everything lists the tags that invalidate the whole tenant.
func Everything(tenant string) []string {
	return TenantTags(nil, tenant, map[string]bool{"tenant": true})
}

var liveColumns sync.Map // kind → map[string]bool

// liveness lists the columns of a kind that decide whether a record is shown.
func liveness(kind string) map[string]bool {
	if m, ok := liveColumns.Load(kind); ok {
		return m.(map[string]bool)
	}
	m := map[string]bool{"status": true, "publish_at": true, "unpublish_at": true}
	if r := catalog.Named(kind); r != nil {
		for _, c := range filter.ColumnsIn(r.Live) {
			if c.As == r.As {
				m[c.Name] = true
			}
		}
	}
	liveColumns.Store(kind, m)
	return m
}
