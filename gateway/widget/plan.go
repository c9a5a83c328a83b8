package widget

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// A client asks for one page with several searches: the records, and for each facet with a chosen value the counts
// without that facet's own filter. An engine counts facets in that way anyway, so such searches become facets of the
// first one.

// A unit is one search of an engine, which answers one or several queries.
type unit struct {
	index  *Index
	text   string
	parts  []Filter // of the query that it was made for
	forms  []string // their forms
	offset int
	limit  int
	facets []wanted
}

// wanted is a facet that a unit counts. free facets are counted without the filters of their own group.
type wanted struct {
	*attribute
	free bool
}

// key is the name of the facet in the search of an engine, which leaves out conditions of the same name.
func (w wanted) key() string {
	if w.free {
		return w.group
	}
	return "=" + w.group
}

// An answered query names the unit that answers it.
type answered struct {
	unit   int
	free   string // the group whose filters do not apply to this query; "" for none
	counts []*attribute
}

// plan folds queries into units.
func plan(queries []Query) (units []*unit, each []answered) {
	each = make([]answered, len(queries))
	for _, records := range []bool{true, false} { // searches for records first: the others are folded into them
		for i := range queries {
			if q := &queries[i]; (q.Limit > 0) == records {
				each[i] = fold(&units, q)
			}
		}
	}
	for i := range each {
		u := units[each[i].unit]
		for _, a := range each[i].counts {
			w := wanted{a, each[i].free != ""}
			if !slices.ContainsFunc(u.facets, func(o wanted) bool { return o.key() == w.key() }) {
				u.facets = append(u.facets, w)
			}
		}
	}
	return units, each
}

// fold finds the unit that answers a query, or adds one.
func fold(units *[]*unit, q *Query) answered {
	parts := q.Filter.Parts()
	forms := formsOf(parts)
	out := answered{counts: q.counts()}
	for i, u := range *units {
		same := u.index.View == q.Index.View && u.text == q.Text
		switch {
		case !same:
		case q.Limit == 0 && slices.Equal(u.forms, forms),
			u.offset == q.Offset && u.limit == q.Limit && u.index == q.Index && slices.Equal(u.forms, forms):
			out.unit = i
			return out
		case q.Limit == 0 && len(out.counts) > 0:
			group := out.counts[0].group
			if slices.ContainsFunc(out.counts, func(a *attribute) bool { return a.group != group }) {
				continue
			}
			c := compiler{index: u.index}
			rest := slices.DeleteFunc(slices.Clone(u.parts), func(f Filter) bool { return c.groupOf(f) == group })
			if slices.Equal(formsOf(rest), forms) {
				out.unit, out.free = i, group
				return out
			}
		}
	}
	out.unit = len(*units)
	*units = append(*units, &unit{index: q.Index, text: q.Text, parts: parts, forms: forms, offset: q.Offset,
		limit: q.Limit})
	return out
}

// rawSearches is the number of searches that some queries need and only Postgres answers: one for each unit, and one
// for each query without the filters of its own group.
func rawSearches(queries []Query) (n int) {
	units, each := plan(queries)
	raw := make([]bool, len(units))
	for i, u := range units {
		c := compiler{index: u.index}
		if raw[i] = slices.ContainsFunc(u.parts, c.raw); raw[i] {
			n++
		}
	}
	for _, a := range each {
		if a.free != "" && raw[a.unit] {
			n++
		}
	}
	return n
}

func formsOf(parts []Filter) []string {
	forms := make([]string, len(parts))
	for i, p := range parts {
		forms[i] = p.String()
	}
	slices.Sort(forms)
	return forms
}

// counts are the attributes that a query counts, without those that its index does not have. Those of products under *
// are counted together.
func (q *Query) counts() (all []*attribute) {
	for _, name := range q.Facets {
		if name == "*" {
			for _, known := range q.Index.module.counted() {
				all = append(all, q.Index.module.attribute(known))
			}
			for _, a := range q.Index.module.attributes {
				if a.form == pair {
					all = append(all, a)
				}
			}
			continue
		}
		if a := q.Index.module.attribute(name); a != nil && a.facet.Value != "" {
			all = append(all, a)
		}
	}
	return all
}

// isAll reports whether an attribute stands for all attributes of products.
func (a *attribute) isAll() bool { return a.form == pair && a.pair == "" }

// boundaries are the times at which the answer to some queries changes without an edit.
func boundaries(queries []Query) (all []catalog.Moment) {
	for i := range queries {
		for _, m := range queries[i].Index.View.Plan().Clocks() {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return all
}

// cutPair splits the value of a counted attribute of a product into its name and its value.
func cutPair(value string) (name, of string, ok bool) { return strings.Cut(value, "\x1f") }
