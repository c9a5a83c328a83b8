package catalog

import (
	"maps"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// Most lists show one part of a kind, such as the products of one brand, and edits of other parts do not change them.
// So the tags of a list name the part (DimTag), and a change fires the tags of the parts that its record left and
// entered.

// Dimensions are the ways in which lists partition a kind.
type Dimensions struct {
	Columns []string        // columns whose values partition the kind, such as brand_id
	Tree    *filter.Link    // the table that ties records to categories; nil if no list filters by category
	Aspects map[string]bool // columns that decide membership or order of a list
	Banded  []string        // those of them that are divided into price bands
}

var (
	dimensions  = map[string]*Dimensions{} // by kind
	linkedKinds = map[string]string{}      // the kind whose records a table ties to categories, by table
)

// DimensionsOf returns the dimensions of a kind, nil if no list partitions it.
func DimensionsOf(kind string) *Dimensions { return dimensions[kind] }

// LinkedKind returns the kind whose records a table ties to categories, "" for other tables.
func LinkedKind(table string) string { return linkedKinds[table] }

// mostParts is the maximum number of a filter's values that tags name. A list with more carries the kind's tags.
const mostParts = 8

// dimension returns the column by which a filter of r partitions the kind, "category" for a category filter, "" for
// none. Only columns whose values are recorded before and after each change qualify: see watch() in 0009_outbox.sql.
func (r *Resource) dimension(f *Filter) string {
	c := f.Cond.Column
	switch f.Cond.Op {
	case filter.InTree:
		return categoryDim
	case filter.Eq, filter.In:
		if c.As == r.As && (strings.HasSuffix(c.Name, "_id") || c.Name == "year" || c.Name == "type") {
			return c.Name
		}
	}
	return ""
}

// categoryDim is the name of the category dimension. Its values are ids and slugs.
const categoryDim = "category"

// alone reports whether the view reads the kind's own table once only, so that each tag of the kind is about a listed
// row.
func (r *Resource) alone(v *View) bool {
	tables := filter.TablesIn("FROM " + r.From)
	for i := range v.Accept {
		maps.Copy(tables, v.Accept[i].Cond.Tables())
	}
	n := 0
	for _, table := range tables {
		if table == r.Name {
			n++
		}
	}
	return n == 1
}

// findDimensions records how a view partitions its kind.
func (v *View) findDimensions(r *Resource, p *Plan) {
	c := dimensions[r.Name]
	if c == nil {
		c = &Dimensions{Aspects: map[string]bool{}, Banded: r.Banded}
		dimensions[r.Name] = c
	}
	if r.alone(v) {
		p.dimensions = map[string]string{}
		for i := range v.Accept {
			f := &v.Accept[i]
			column := r.dimension(f)
			if column == "" {
				continue
			}
			p.dimensions[f.Name] = column
			if f.Cond.Op == filter.InTree {
				c.Tree = &f.Cond.Link
				linkedKinds[f.Cond.Link.Table] = r.Name
			} else if !slices.Contains(c.Columns, column) {
				c.Columns = append(c.Columns, column)
				slices.Sort(c.Columns)
			}
		}
	}
	note := func(tags []string) {
		for _, tag := range tags {
			if column, ok := strings.CutPrefix(tag, r.Name+"|"); ok {
				c.Aspects[column] = true
			}
		}
	}
	note(p.list)
	note(p.text)
	for _, tags := range p.sorts {
		note(tags)
	}
	for _, tags := range p.accept {
		note(tags)
	}
}

// Use describes which parts of a view a request uses.
type Use struct {
	Filters []Used
	Sort    string // the requested sort, "" for the view's own order
	Text    bool   // whether the request searches

	Bands map[string]Bands // price bands of the answer, by column; without an entry, any price can change the answer
}

// Used is a filter that a request set.
type Used struct {
	Filter *Filter
	Values []string
	Slugs  []string // the slugs among them as they were sent; Values has the ids of their records
}

// Without returns the use without the filters of one facet. The facet is counted over it.
func (u Use) Without(facet string) Use {
	u.Filters = slices.DeleteFunc(slices.Clone(u.Filters), func(f Used) bool { return f.Filter.Facet() == facet })
	return u
}

// mostBands is the maximum number of band tags of a list. A list that needs more carries the column's tag instead.
const mostBands = 24

// ListTags appends the tags of the list itself: its membership, its order and the columns that it reads otherwise. The
// tags of the records that it shows are not included.
func (p *Plan) ListTags(dst []string, u Use, columns ...string) []string {
	if tags := p.searched[u.Sort]; u.Text && len(u.Filters) == 0 && len(columns) == 0 && tags != nil {
		return append(dst, tags...)
	}
	return p.listTags(dst, u, columns)
}

// findSearched keeps the tags of searches without a filter, by sort. Price bands do not matter there: the order of a
// search depends on any price.
func (p *Plan) findSearched() {
	p.searched = map[string][]string{"": p.listTags(nil, Use{Text: true}, nil)}
	for sort := range p.sorts {
		p.searched[sort] = p.listTags(nil, Use{Text: true, Sort: sort}, nil)
	}
}

func (p *Plan) listTags(dst []string, u Use, columns []string) []string {
	kind := p.Resource.Name
	tags := append([]string(nil), p.list...)
	for _, f := range u.Filters {
		tags = append(tags, p.accept[f.Filter.Name]...)
	}
	if u.Sort != "" {
		tags = append(tags, p.sorts[u.Sort]...)
	}
	if u.Text {
		tags = append(tags, p.text...)
		dst = append(dst, SettingsTags()...)
	}
	for _, column := range columns {
		tags = append(tags, ColumnTag(kind, column))
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	for _, f := range u.Filters {
		for _, slug := range f.Slugs { // another record may take the slug
			dst = append(dst, SlugTag(f.Filter.Of, slug))
		}
	}
	by, part := p.part(u)
	if by == nil || u.Text { // spelling correction depends on all rows, whatever the filters
		by, part = nil, []string{""}
	}
	for _, tag := range tags {
		aspect, own := strings.CutPrefix(tag, kind+"|")
		switch {
		case by != nil && by.Cond.Op == filter.InTree && strings.HasPrefix(tag, by.Cond.Link.Table+"|"):
			// The member tag of the part covers rows that enter and leave it.
		case by != nil && own && aspect == p.dimensions[by.Name]: // likewise
		case own:
			bands := p.bands(u, aspect, len(part), columns)
			for _, value := range part {
				if by != nil {
					tag = DimTag(kind, p.dimensions[by.Name], value, aspect)
				}
				dst = bands.tags(dst, tag)
			}
		default:
			dst = append(dst, tag)
		}
	}
	return dst
}

// part returns the filter that partitions the list, and its values; nil if the list covers the whole kind. A category
// filter takes precedence, because the records themselves do not name their categories.
func (p *Plan) part(u Use) (*Filter, []string) {
	var by *Used
	for i := range u.Filters {
		f := &u.Filters[i]
		if p.dimensions[f.Filter.Name] == "" || len(f.Values) > mostParts {
			continue
		}
		if by == nil || f.Filter.Cond.Op == filter.InTree {
			by = f
		}
	}
	if by == nil {
		return nil, nil
	}
	return by.Filter, by.Values
}

// PartTags appends the member tag of one part of a kind, and the tags of some columns of its records.
func PartTags(dst []string, kind, by, value string, columns ...string) []string {
	dst = append(dst, DimTag(kind, by, value, Member))
	for _, column := range columns {
		dst = append(dst, DimTag(kind, by, value, column))
	}
	return dst
}
