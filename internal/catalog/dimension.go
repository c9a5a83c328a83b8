package catalog

import (
	"regexp"
	"slices"
	"strings"
)

// A list is about a part of its kind, such as the products of one brand: what happens to the others need not refresh it. So its tags name
// the part (DimTag), and a change fires those of the parts its record was in and is in.

// Cuts says into which parts lists cut a kind, and by what they are decided.
type Cuts struct {
	Columns []string        // columns by whose value they cut, such as brand_id
	Tree    *Tree           // how records are tied to categories; nil where lists do not cut by category
	Aspects map[string]bool // columns that decide what is in a list, or in which order
	Graded  []string        // those of them that have a ladder
}

// A Tree ties records to categories: a row of Table is a record, named by Column, in the category category_id. The record is in all
// categories above it too.
type Tree struct{ Table, Column string }

var (
	cuts  = map[string]*Cuts{}  // by kind
	trees = map[string]string{} // the kind whose records a Tree's table ties, by table
)

// CutsOf says how lists cut a kind, nil where none does.
func CutsOf(kind string) *Cuts { return cuts[kind] }

// Tied is the kind whose records a table ties to categories, "" for other tables.
func Tied(table string) string { return trees[table] }

// mostParts is how many values of a filter are named in tags; above them the tags are the kind's.
const mostParts = 8

// equality is a condition that cuts by a column's value.
var equality = regexp.MustCompile(`^([a-z]{1,3})\.(\w+) = (?:ANY\(\?\)|\?(?:::\w+)*)$`)

// cutBy names the column that a filter of r cuts by, "category" for a Tree, "" where it does not cut. Only columns that are kept of a change,
// before and after it, can: see watch() in 0009_outbox.sql.
func (r *Resource) cutBy(f *Filter) string {
	if f.Tree != nil {
		return categoryDim
	}
	m := equality.FindStringSubmatch(f.SQL)
	if m == nil || f.Not || m[1] != r.As || !strings.HasSuffix(m[2], "_id") && m[2] != "year" && m[2] != "type" {
		return ""
	}
	return m[2]
}

// categoryDim is the name of the dimension of categories. Its values are ids and slugs.
const categoryDim = "category"

// alone reports whether the kind's own table is read but once, so that every tag of it speaks of the listed rows.
func (r *Resource) alone(v *View) bool {
	sql := "FROM " + r.From
	for _, f := range v.Accept {
		sql += " " + f.SQL
	}
	n := 0
	for _, table := range aliases(sql) {
		if table == r.Name {
			n++
		}
	}
	return n == 1
}

// cut notes how a view cuts its kind.
func (v *View) cut(r *Resource, p *Plan) {
	c := cuts[r.Name]
	if c == nil {
		c = &Cuts{Aspects: map[string]bool{}, Graded: r.Graded}
		cuts[r.Name] = c
	}
	if r.alone(v) {
		p.cuts = map[string]string{}
		for i := range v.Accept {
			f := &v.Accept[i]
			column := r.cutBy(f)
			if column == "" {
				continue
			}
			p.cuts[f.Name] = column
			if f.Tree != nil {
				c.Tree = f.Tree
				trees[f.Tree.Table] = r.Name
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

	Stands map[string]Stand // where the answer stands by graded columns that it sorts by, or reads otherwise; one that is missing: anywhere
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

// mostRungs is how many tags of rungs a list carries; one that would need more carries the column's tag.
const mostRungs = 24

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
		case by != nil && by.Tree != nil && strings.HasPrefix(tag, by.Tree.Table+"|"): // who comes into the part and who leaves it is the part's member tag
		case by != nil && own && aspect == p.cuts[by.Name]: // likewise
		case own:
			stand := p.stand(u, aspect, len(part), columns)
			for _, value := range part {
				if by != nil {
					tag = DimTag(kind, p.cuts[by.Name], value, aspect)
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
		if p.cuts[f.Filter.Name] == "" || len(f.Values) > mostParts {
			continue
		}
		if by == nil || f.Filter.Tree != nil {
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
