package memory

import (
	"slices"

	"vitrine/internal/filter"
	"vitrine/search"
)

// A parsed query is a Query in terms of a table.
type parsed struct {
	q      *search.Query
	conds  []cond
	facets []facet
	order  orderKey
	nulls  bool // rows without a value come first; only a table without such rows can answer
}

// A facet is a facet of a Query in terms of a table.
type facet struct {
	*search.Facet
	number int  // column of numbers, -1 for none
	code   int  // column of text, -1 for none
	tree   bool // nodes of the tree
	pairs  bool
	of     string // the only name of pairs to count
}

// parse translates a Query. ok is false if a table cannot answer any part of it.
func (k *Kind) parse(q *search.Query) (w *parsed, ok bool) {
	if q.Kind != k.Name || q.ID != k.As+".id" || q.From != k.From || q.Where != k.Where {
		return nil, false
	}
	if k.TextOnly && q.Text == "" {
		return nil, false
	}
	words := k.Words
	if q.Named {
		words = words[:min(1, len(words))]
	}
	if q.Text != "" && (len(words) == 0 || !slices.Equal(q.Match, words)) {
		return nil, false
	}
	w = &parsed{q: q}
	switch key, ok := k.orderKey(q.Order); {
	case ok:
		w.order = key
		w.nulls = key.desc && q.Order[0].Nulls == filter.NullsDefault
	case q.Limit > 0 || len(q.Order) > 0:
		return nil, false
	}
	if q.Sorted && q.Limit > 0 && k.several(q.Order) { // names in it may be sorted by other rules than by bytes
		return nil, false
	}
	for i := range q.Conds {
		c, ok := k.cond(&q.Conds[i])
		if !ok {
			return nil, false
		}
		w.conds = append(w.conds, c)
	}
	for i := range q.Facets {
		f, ok := k.facet(&q.Facets[i])
		if !ok {
			return nil, false
		}
		w.facets = append(w.facets, f)
	}
	return w, true
}

// several reports whether an order is that of Kind.Order.
func (k *Kind) several(o filter.Order) bool { return len(k.Order) > 0 && slices.Equal(o, k.Order) }

// orderKey reads an order: that of the kind, or one column, in either direction, with the id as the only tie-breaker.
// ok is false for any other order, and for rows without a value in front in ascending order.
func (k *Kind) orderKey(o filter.Order) (key orderKey, ok bool) {
	if k.several(o) {
		return orderKey{several: true}, true
	}
	if len(o) == 0 || len(o) > 2 || len(o) == 2 && o[1] != filter.Asc(k.As+".id") || o[0].Nulls == filter.NullsFirst {
		return key, false
	}
	return orderKey{column: o[0].Column.String(), desc: o[0].Desc}, true
}

// facet translates a facet. ok is false if a table cannot answer it.
func (k *Kind) facet(f *search.Facet) (out facet, ok bool) {
	out = facet{Facet: f, number: -1, code: -1}
	same := func(o *search.Facet) bool {
		return o.Value != "" && f.Join == o.Join && f.Value == o.Value && f.Label == o.Label && f.Slug == o.Slug &&
			f.Range == o.Range
	}
	switch {
	case same(&k.Tree.Facet):
		out.tree = true
	case same(&k.Pairs.Facet):
		out.pairs = true
	case same(&k.Pairs.One) && len(f.Args) == 1:
		out.pairs = true
		out.of, ok = single(f.Args, 0)
		return out, ok && out.of != ""
	case f.Join == "" && f.Label == "" && f.Slug == "":
		if out.code = k.code(f.Value); out.code >= 0 && !f.Range {
			return out, k.Codes[out.code].Kind == "" && len(f.Args) == 0
		}
		out.number = k.number(f.Value)
		return out, out.number >= 0 && (f.Range || k.Numbers[out.number].Scale <= 1)
	default:
		for i := range k.Codes {
			if same(&k.Codes[i].Facet) {
				out.code = i
			}
		}
		ok = out.code >= 0
		return out, ok && len(f.Args) == 0
	}
	return out, len(f.Args) == 0
}

func (k *Kind) number(column string) int {
	return slices.IndexFunc(k.Numbers, func(n Number) bool { return n.Column == column })
}

func (k *Kind) code(column string) int {
	return slices.IndexFunc(k.Codes, func(c Code) bool { return c.Column == column })
}
