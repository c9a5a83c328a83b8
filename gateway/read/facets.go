package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// A Facet is one field of a filters page.
type Facet struct {
	Field   string                              // its name on the page
	Name    string                              // of its filter: the facet is counted without that filter
	Columns []string                            // of the listed rows, which it counts
	Tables  []string                            // whose names it shows or counts
	Search  func(q *query.Query) []search.Facet // what the engine is asked for
	Show    func(res search.Result) any         // the value of the field
	Cut     func(shown any, n int) any          // the value with at most n values of the facet; nil: it has no values
}

// readFacets counts by what a list can be narrowed. Each facet is counted with every filter but its own, so that
// choosing one brand does not hide the others.
func (r *Reader) readFacets(ctx context.Context, s *Snapshot, q *query.Query) (*Answer, error) {
	facets := r.cfg.Facets[q.View.Special]
	fragments, stamp, err := countFacets(ctx, s, q, facets)
	if err != nil {
		return nil, err
	}
	ans := facetsAnswer(s.Tenant, q, facets, fragments)
	if ans.Stamp = stamp; stamp == nil && r.assemblable(q) {
		ans.fragments = fragments
	}
	return ans, nil
}

// countFacets counts some facets of a page in one snapshot. Each is a fragment with tags of its own: a new price in one
// category invalidates neither the filters of another category nor the brands of its own. stamp is that of an index
// which lags behind; otherwise nil.
func countFacets(ctx context.Context, s *Snapshot, q *query.Query, facets []Facet) (
	fragments []fragment, stamp *uint64, err error,
) {
	sq := s.Query(q)
	sq.Limit, sq.NoTotal = 0, true
	for i := range facets {
		sq.Facets = append(sq.Facets, facets[i].Search(q)...)
	}
	res, err := s.Search(ctx, sq)
	if err != nil {
		return nil, nil, err
	}
	p := q.View.Plan()
	fragments = make([]fragment, len(facets))
	for i := range facets {
		f := &facets[i]
		shown := f.Show(res)
		u := q.Use().Without(f.Name)
		if values, ok := shown.(catalog.FacetRange); ok {
			u.Bands = map[string]catalog.Bands{f.Columns[0]: rangeBands(values)}
		}
		tags := p.ListTags(nil, u, f.Columns...)
		for _, table := range f.Tables {
			tags = append(tags, catalog.AnyTag(table))
		}
		if q.FacetLimit > 0 && f.Cut != nil {
			shown = f.Cut(shown, q.FacetLimit)
		}
		body, err := catalog.Marshal(shown)
		if err != nil {
			return nil, nil, fmt.Errorf("write filters: %w", err)
		}
		fragments[i] = fragment{facetKey(s.Tenant, q.Asked(), f), body, Tags(s.Tenant, p, tags)}
	}
	return fragments, res.Stamp, nil
}

// rangeBands are the price bands of a range of values.
func rangeBands(r catalog.FacetRange) catalog.Bands {
	text := func(f *float64) string {
		if f == nil {
			return ""
		}
		return strconv.FormatFloat(*f, 'f', -1, 64)
	}
	return catalog.RangeBands(text(r.Min), text(r.Max))
}

// facetsAnswer shows a page of all its facets.
func facetsAnswer(tenant string, q *query.Query, facets []Facet, fragments []fragment) *Answer {
	body := append([]byte(api.Success), '{')
	var tags []string
	for i := range facets {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(strconv.AppendQuote(body, facets[i].Field), ':')
		body = append(body, fragments[i].body...)
		tags = append(tags, fragments[i].tags...)
	}
	return &Answer{Body: append(body, "}}"...), Tags: Tags(tenant, q.View.Plan(), tags)}
}

// facetKey is the key of a facet as it is counted for a query: with every filter but its own, and with its limit.
func facetKey(tenant string, q *query.Query, f *Facet) []byte {
	out := append(append(make([]byte, 0, 200), tenant...), 0, facetMark)
	out = append(append(append(out, q.View.Path...), 0), f.Name...)
	var with []string
	if q.FacetLimit > 0 && f.Cut != nil {
		with = append(with, strconv.Itoa(q.FacetLimit))
	}
	for _, c := range q.Conds() {
		if c.Name != f.Name {
			args, err := json.Marshal(c.Args)
			if err != nil { // a number that is none; filters accept no other value that JSON cannot write
				args = []byte(err.Error())
			}
			with = append(with, c.Cond.SQL()+string(args))
		}
	}
	slices.Sort(with)
	for _, c := range with {
		out = append(append(out, 0), c...)
	}
	return out
}
