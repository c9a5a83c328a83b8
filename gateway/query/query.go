package query

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// A Query is a request for a view in its one canonical form. Everything an answer may depend on is in it.
type Query struct {
	View  *catalog.View
	Path  []string // values of the path parameters, decoded
	Page  int      // from 1
	Limit int      // records a page
	Sort  string   // "" for the view's own order
	Desc  bool
	Text  string // the search text; "" if there is none

	Fields []string // of the records to show, in alphabetical order; nil for all

	Explain bool // records of a search say how they got their places

	Highlight    []string  // fields of a search whose matches are marked, in alphabetical order
	Snippets     []Snippet // fields of a search of which a part is shown, likewise
	HighlightTag string    // the element around matches; "" for mark

	FacetLimit int // of a page of filters: the most values of each facet; 0: as many as are counted

	Modules []string // of a view over all modules: those to search, in alphabetical order; nil for all

	values  []value
	rawPath string // the path under /v1, in its one encoding
	asked   *Query // of a resolved query: the query before
}

// A value is one filter that the request sets.
type value struct {
	filter    *catalog.Filter
	canonical []string // name:value pairs are one string each here
	ids       []string // of a resolved query: canonical, with the ids of records in place of their slugs
}

// sought are the values that records are compared with.
func (v *value) sought() []string {
	if v.ids != nil {
		return v.ids
	}
	return v.canonical
}

// slugs are the values that may be slugs of records: all that are not ids.
func (v *value) slugs() (slugs []string) {
	if v.filter.Of == "" {
		return nil
	}
	for _, s := range v.canonical {
		if !isObjectID(s) {
			slugs = append(slugs, s)
		}
	}
	return slugs
}

// New makes the query of a view without any parameter.
func New(v *catalog.View, path []string) *Query {
	few, _ := v.Limits()
	return &Query{View: v, Path: path, Page: api.DefaultPage, Limit: few,
		rawPath: canonicalPath(v.Path, v.Plan().Params, path)}
}

// AppendURL appends the canonical URL under /v1: parameters sorted by name, defaults left out.
func (q *Query) AppendURL(dst []byte) []byte {
	dst = append(dst, q.rawPath...)
	var params []string
	add := func(name, val string) { params = append(params, name+"="+url.QueryEscape(val)) }
	if q.Page != api.DefaultPage {
		add("page", strconv.Itoa(q.Page))
	}
	if few, _ := q.View.Limits(); q.Limit != few {
		add("limit", strconv.Itoa(q.Limit))
	}
	if q.Sort != "" {
		add("sort", q.Sort)
		if q.Desc {
			add("order", "desc")
		}
	}
	if q.Text != "" {
		add(q.View.TextName(), q.Text)
	}
	if q.Explain {
		add("explain", "true")
	}
	for _, name := range q.Highlight {
		add("highlight", name)
	}
	for _, s := range q.Snippets {
		add("snippet", s.String())
	}
	if q.HighlightTag != "" {
		add("highlightTag", q.HighlightTag)
	}
	if q.FacetLimit != 0 {
		add("facetLimit", strconv.Itoa(q.FacetLimit))
	}
	for _, name := range q.Fields {
		add("fields", name)
	}
	for _, m := range q.Modules {
		add("modules", m)
	}
	for _, v := range q.values {
		for _, c := range v.canonical {
			add(v.filter.Name, c)
		}
	}
	slices.Sort(params)
	for i, p := range params {
		if i == 0 {
			dst = append(dst, '?')
		} else {
			dst = append(dst, '&')
		}
		dst = append(dst, p...)
	}
	return dst
}

// Use says which parts of the view the query uses, for the tags of its answer. Filters use no column of their order.
func (q *Query) Use() catalog.Use {
	u := catalog.Use{Sort: q.Sort, Text: q.Text != ""}
	if q.View.Facets {
		u.Sort = ""
	}
	for _, v := range q.values {
		u.Filters = append(u.Filters, catalog.Used{Filter: v.filter, Values: v.sought(), Slugs: v.slugs()})
	}
	return u
}

// Slugs lists the slugs by which the query names records, by kind; nil if there are none.
func (q *Query) Slugs() map[string][]string {
	var all map[string][]string
	for i := range q.values {
		if slugs := q.values[i].slugs(); len(slugs) > 0 {
			if all == nil {
				all = map[string][]string{}
			}
			kind := q.values[i].filter.Of
			all[kind] = append(all[kind], slugs...)
		}
	}
	return all
}

// Resolve returns the query with ids in place of Slugs, by kind and slug. A slug that no record has stays, and finds
// nothing, because it is not an id. The URL of the query stays the same.
func (q *Query) Resolve(ids map[string]map[string]string) *Query {
	r := *q
	r.asked, r.values = q, slices.Clone(q.values)
	for i := range r.values {
		v := &r.values[i]
		if v.filter.Of == "" {
			continue
		}
		v.ids = slices.Clone(v.canonical)
		for n, s := range v.ids {
			if id := ids[v.filter.Of][s]; id != "" {
				v.ids[n] = id
			}
		}
		slices.Sort(v.ids)
		v.ids = slices.Compact(v.ids)
	}
	return &r
}

// Asked is the query as it was before Resolve.
func (q *Query) Asked() *Query {
	if q.asked != nil {
		return q.asked
	}
	return q
}

// Conds are the filters that the request sets, as search conditions.
func (q *Query) Conds() []search.Cond {
	var out []search.Cond
	for _, v := range q.values {
		switch v.filter.Type {
		case catalog.Texts, catalog.IDs:
			out = append(out, cond(v.filter, v.sought()))
		case catalog.Pairs:
			out = append(out, pairConds(v)...)
		case catalog.Box:
			var args []any
			for part := range strings.SplitSeq(v.canonical[0], ",") {
				f, _ := strconv.ParseFloat(part, 64)
				args = append(args, f)
			}
			out = append(out, search.Cond{Name: v.filter.Facet(), Cond: &v.filter.Cond, Args: args})
		default:
			out = append(out, cond(v.filter, v.canonical[0]))
		}
	}
	return out
}

// cond gives every ? of a filter the same value.
func cond(f *catalog.Filter, val any) search.Cond {
	c := search.Cond{Name: f.Facet(), Cond: &f.Cond}
	for range strings.Count(f.Cond.SQL(), "?") {
		c.Args = append(c.Args, val)
	}
	return c
}

// Pairs are the conditions of the name:value filters that the request sets, one for each name.
func (q *Query) Pairs() []search.Cond {
	var out []search.Cond
	for _, v := range q.values {
		if v.filter.Type == catalog.Pairs {
			out = append(out, pairConds(v)...)
		}
	}
	return out
}

// pairConds makes one condition for each name: all names must match, and one value of each is enough.
func pairConds(v value) []search.Cond {
	var out []search.Cond
	byName := map[string][]string{}
	var names []string
	for _, p := range v.canonical {
		name, val, _ := catalog.CutPair(p)
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], val)
	}
	for _, name := range names {
		args := []any{name, byName[name]}
		out = append(out, search.Cond{Name: v.filter.Name + ":" + name, Cond: &v.filter.Cond, Args: args})
	}
	return out
}
