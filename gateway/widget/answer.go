package widget

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"vitrine/cache"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// A Call is a request of a client, with one or several searches.
type Call struct {
	Queries []Query
	Form    []byte // everything that the answer depends on, in one form
	// Write writes the answer in the client's shape. took is how long it took to search, in milliseconds.
	Write func(results []Result, took int) ([]byte, error)
}

// mark begins the name of a kept answer, where the answer to a URL has its path.
const mark = "w"

// Posted is the call as a request that a reader answers.
func (c *Call) Posted(tenant string) read.Posted {
	return read.Posted{
		Key:        cache.AppendKey(nil, tenant, append([]byte(mark), c.Form...)),
		Boundaries: boundaries(c.Queries),
		Answer: func(ctx context.Context, s *read.Snapshot) (*read.Answer, error) {
			run, began := newRunner(s), time.Now()
			results, err := run.answer(ctx, c.Queries)
			if err != nil {
				return nil, err
			}
			body, err := c.Write(results, int(time.Since(began).Milliseconds()))
			if err != nil {
				return nil, err
			}
			return &read.Answer{Body: body, Tags: run.allTags(), Stamp: run.stamp}, nil
		},
	}
}

// A runner answers the queries of one call in one snapshot.
type runner struct {
	s     *read.Snapshot
	names *resolver
	tags  map[*catalog.View][]string
	stamp *uint64
}

func newRunner(s *read.Snapshot) *runner {
	return &runner{s: s, names: newResolver(s), tags: map[*catalog.View][]string{}}
}

// allTags are the tags of the whole answer.
func (r *runner) allTags() (all []string) {
	for view, tags := range r.tags {
		all = append(all, read.Tags(r.s.Tenant, view.Plan(), tags)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// answer answers queries in their order.
func (r *runner) answer(ctx context.Context, queries []Query) ([]Result, error) {
	units, each := plan(queries)
	done := make([]ran, len(units))
	for i, u := range units {
		var err error
		if done[i], err = r.run(ctx, u); err != nil {
			return nil, err
		}
	}
	results := make([]Result, len(queries))
	for i := range queries {
		q, a := &queries[i], each[i]
		was := &done[a.unit]
		res := Result{Total: was.Total, Capped: was.Capped}
		if q.Limit > 0 {
			res.Hits = was.hits
		}
		var err error
		if res.Matcher, err = r.s.Matcher(ctx, q.Text); err != nil {
			return nil, err //nolint:wrapcheck // it adds context
		}
		if a.free != "" {
			if res.Total, res.Capped, err = r.total(ctx, units[a.unit], a.free); err != nil {
				return nil, err
			}
		}
		facets, err := r.facets(ctx, q, a, was)
		if err != nil {
			return nil, err
		}
		res.Facets = facets
		results[i] = res
	}
	return results, nil
}

// ran is the result of a unit.
type ran struct {
	search.Result
	hits []Hit
}

// run searches for a unit and reads its records.
func (r *runner) run(ctx context.Context, u *unit) (out ran, err error) {
	c := compiler{names: r.names, index: u.index}
	conds, err := c.compile(ctx, u.parts, "")
	if err != nil {
		return out, err
	}
	sq := r.query(u, conds)
	for _, w := range u.facets {
		for _, f := range w.ask() {
			f.Name = w.key()
			sq.Facets = append(sq.Facets, f)
		}
	}
	if out.Result, err = r.search(ctx, sq); err != nil {
		return out, err
	}
	recs, err := r.s.ByID(ctx, u.index.View, out.IDs)
	if err != nil {
		return out, err
	}
	for _, rec := range recs {
		if len(rec.JSON) > 0 {
			out.hits = append(out.hits, Hit{rec.ID, rec.JSON})
		}
	}
	r.tag(u, conds, recs)
	for _, w := range u.facets {
		r.tagFacet(u, conds, w, out.Result)
	}
	return out, nil
}

// total counts the matches of a unit without the filters of a group.
func (r *runner) total(ctx context.Context, u *unit, without string) (int, bool, error) {
	c := compiler{names: r.names, index: u.index}
	conds, err := c.compile(ctx, u.parts, without)
	if err != nil {
		return 0, false, err
	}
	sq := r.query(u, conds)
	sq.Offset, sq.Limit = 0, 0
	res, err := r.search(ctx, sq)
	if err != nil {
		return 0, false, err
	}
	counted := *u
	counted.limit = 0
	r.tag(&counted, conds, nil)
	return res.Total, res.Capped, nil
}

// query is the search of a unit.
func (r *runner) query(u *unit, conds compiled) search.Query {
	q := query.New(u.index.View, nil)
	q.Text, q.Sort, q.Desc = u.text, u.index.Sort, u.index.Desc
	sq := r.s.Query(q)
	sq.Conds, sq.Offset, sq.Limit = conds.conds, u.offset, u.limit
	return sq
}

func (r *runner) search(ctx context.Context, sq search.Query) (search.Result, error) {
	res, err := r.s.Search(ctx, sq)
	if err == nil && res.Stamp != nil && (r.stamp == nil || *res.Stamp < *r.stamp) {
		r.stamp = res.Stamp
	}
	return res, err
}

// use describes a unit for the tags of its answer.
func (u *unit) use(conds compiled) catalog.Use {
	use := catalog.Use{Filters: conds.used, Text: u.text != ""}
	if u.limit > 0 {
		use.Sort = u.index.Sort
	}
	return use
}

// tag notes what the matches and the records of a unit depend on.
func (r *runner) tag(u *unit, conds compiled, recs []catalog.Record) {
	view := u.index.View
	p, use := view.Plan(), u.use(conds)
	tags := r.tags[view]
	for _, rec := range recs {
		tags = append(tags, rec.Tags...)
	}
	for _, f := range u.parts {
		for _, name := range f.Attributes() {
			if a := u.index.module.attribute(name); a != nil {
				for _, table := range a.tables { // a record may take or lose the name that the client sends
					tags = append(tags, catalog.AnyTag(table))
				}
			}
		}
	}
	if conds.raw {
		r.tags[view] = append(append(tags, read.Everything(p)...), catalog.SettingsTags()...)
		return
	}
	if column := p.BandedSort(use.Sort); column != "" {
		use.Bands = map[string]catalog.Bands{column: catalog.SortBands(u.index.Desc, view.Row.Values(recs, column))}
	}
	r.tags[view] = p.ListTags(tags, use)
}

// tagFacet notes what a facet of a unit depends on.
func (r *runner) tagFacet(u *unit, conds compiled, w wanted, res search.Result) {
	view := u.index.View
	p, use := view.Plan(), u.use(conds)
	use.Sort = ""
	tags := r.tags[view]
	for _, table := range w.tables {
		tags = append(tags, catalog.AnyTag(table))
	}
	if conds.raw {
		r.tags[view] = append(tags, read.Everything(p)...)
		return
	}
	if w.free {
		use = use.Without(w.group)
	}
	var columns []string
	if w.column != "" {
		columns = []string{w.column}
	}
	if w.facet.Range {
		bounds, ok := res.Ranges[w.key()]
		least, most := "", ""
		if ok {
			least, most = strconv.FormatFloat(bounds.Min, 'f', -1, 64), strconv.FormatFloat(bounds.Max, 'f', -1, 64)
		}
		use.Bands = map[string]catalog.Bands{w.column: catalog.RangeBands(least, most)}
	}
	r.tags[view] = p.ListTags(tags, use, columns...)
}

// ask is what an engine is asked for.
func (a *attribute) ask() []filter.Facet {
	f := a.facet
	if f.Limit == 0 {
		f.Limit = filter.MaxFacetLimit
	}
	if a.bounds && !f.Range {
		bounds := a.facet
		bounds.Range = true
		return []filter.Facet{f, bounds}
	}
	return []filter.Facet{f}
}

// Write returns the JSON of an answer: the results of n searches in their order, or the only one if it is alone.
func Write(n int, alone bool, result func(i int) (any, error)) ([]byte, error) {
	each := make([]any, n)
	for i := range each {
		var err error
		if each[i], err = result(i); err != nil {
			return nil, err
		}
	}
	var v any = map[string]any{"results": each}
	if alone {
		v = each[0]
	}
	b, err := catalog.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write the results: %w", err)
	}
	return b, nil
}
