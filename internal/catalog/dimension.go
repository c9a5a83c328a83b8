package catalog

import (
	"maps"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// A list is about a part of its kind, such as the products of one brand: what happens to the others need not refresh it. So its tags name
// the part (DimTag), and a change fires those of the parts its record was in and is in.

// Dimensions says into which parts lists cut a kind, and by what they are decided.
type Dimensions struct {
	Columns []string        // columns by whose value they cut, such as brand_id
	Tree    *filter.Link    // how records are tied to categories; nil where lists do not cut by category
	Aspects map[string]bool // columns that decide what is in a list, or in which order
	Banded  []string        // those of them that have a ladder
}

var (
	dimensions  = map[string]*Dimensions{} // by kind
	linkedKinds = map[string]string{}      // the kind whose records a table ties to categories, by table
)

// DimensionsOf says how lists cut a kind, nil where none does.
func DimensionsOf(kind string) *Dimensions { return dimensions[kind] }

// LinkedKind is the kind whose records a table ties to categories, "" for other tables.
func LinkedKind(table string) string { return linkedKinds[table] }

// mostParts is how many values of a filter are named in tags; above them the tags are the kind's.
const mostParts = 8

// dimension names the column that a filter of r cuts by, "category" for a Tree, "" where it does not cut. Only columns that are kept of a change,
// before and after it, can: see watch() in 0009_outbox.sql.
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

// categoryDim is the name of the dimension of categories. Its values are ids and slugs.
const categoryDim = "category"

// alone reports whether the kind's own table is read but once, so that every tag of it speaks of the listed rows.
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

// findDimensions notes how a view cuts its kind.
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

// Use says which parts of a view one request used.
type Use struct {
	Filters []Used
	Sort    string // the sort it asked for, "" for the view's own
	Text    bool   // whether it searched

	Bands map[string]Bands // where the answer stands by graded columns that it sorts by, or reads otherwise; one that is missing: anywhere
}

// Used is a filter that a request set.
type Used struct {
	Filter *Filter
	Values []string
}

// Without is the use without the filters of one facet: what the facet is counted over.
func (u Use) Without(facet string) Use {
	u.Filters = slices.DeleteFunc(slices.Clone(u.Filters), func(f Used) bool { return f.Filter.Facet() == facet })
	return u
}

// mostBands is how many tags of rungs a list carries; one that would need more carries the column's tag.
const mostBands = 24

// ListTags appends the tags of a list itself: which rows are in it, and in which order, and of whatever else it reads of the listed rows'
// columns. The tags of the records it shows come with them.
func (p *Plan) ListTags(dst []string, u Use, columns ...string) []string {
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
	}
	for _, column := range columns {
		tags = append(tags, ColumnTag(kind, column))
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	by, part := p.part(u)
	if by == nil || u.Text { // whether a word is taken for mistyped is decided by all rows, whatever the filters
		by, part = nil, []string{""}
	}
	for _, tag := range tags {
		aspect, own := strings.CutPrefix(tag, kind+"|")
		switch {
		case by != nil && by.Cond.Op == filter.InTree && strings.HasPrefix(tag, by.Cond.Link.Table+"|"): // who comes into the part and who leaves it is the part's member tag
		case by != nil && own && aspect == p.dimensions[by.Name]: // likewise
		case own:
			stand := p.bands(u, aspect, len(part), columns)
			for _, value := range part {
				if by != nil {
					tag = DimTag(kind, p.dimensions[by.Name], value, aspect)
				}
				dst = stand.tags(dst, tag)
			}
		default:
			dst = append(dst, tag)
		}
	}
	return dst
}

// part is the filter by which a list is cut, and the parts it is about; nil for a list of all of its kind. Categories come first: which
// records are in them is not said by the records.
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

// PartTags appends the tags of some columns of the records of one part of a kind, and of who is in it.
func PartTags(dst []string, kind, by, value string, columns ...string) []string {
	dst = append(dst, DimTag(kind, by, value, Member))
	for _, column := range columns {
		dst = append(dst, DimTag(kind, by, value, column))
	}
	return dst
}
