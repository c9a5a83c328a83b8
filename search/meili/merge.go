package meili

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/filter"
	"vitrine/search"
)

// A source has what Meilisearch lacks, as of a snapshot.
type source interface {
	// overlay searches the changed rows: those whose text may have changed by their words, the others as Meilisearch
	// matched them.
	overlay(ctx context.Context, p *pushed, s *since, matched []string) (search.Result, error)

	// sorted sorts rows as the query does.
	sorted(ctx context.Context, q *search.Query, ids []string) ([]string, error)

	// ranked returns rows in the order that breaks the ties of matches.
	ranked(ctx context.Context, q *search.Query, ids []string) ([]ranked, error)

	// names returns the visible ones of some rows, by table, and their names and slugs.
	names(ctx context.Context, tenant string, of map[string][]string) (map[string]map[string]search.Count, error)
}

// ranked is a row with what its name says of its place.
type ranked struct {
	id    string
	class int  // as in pg.Text.Class
	named bool // names alone match
}

// merge adds the changed rows that match to what Meilisearch found. ok is false if only another engine can answer.
func merge(ctx context.Context, src source, p *pushed, f *found, over *search.Result) (
	res search.Result, ok bool, err error,
) {
	q := p.q
	res = search.Nothing(q)
	if !q.NoTotal {
		res.Total = f.total + over.Total
	}
	if q.Limit > 0 {
		if res.IDs, err = mergePage(ctx, src, p, f, over.IDs); err != nil {
			return res, false, err
		}
	}
	for i := range p.facets {
		fa := &p.facets[i]
		if fa.Range {
			if r, ok := joined(f.ranges, over.Ranges, fa.Name); ok {
				res.Ranges[fa.Name] = r
			}
		} else if res.Facets[fa.Name], ok = mergeCounts(fa, f, over.Facets[fa.Name]); !ok {
			return res, false, nil
		}
	}
	if err := p.label(ctx, src, &res); err != nil {
		return res, false, err
	}
	for i := range p.facets {
		if fa := &p.facets[i]; !fa.Range {
			res.Facets[fa.Name] = first(fa, res.Facets[fa.Name])
		}
	}
	return res, true, nil
}

// mergePage returns the ids of the page, with the changed rows in their places.
func mergePage(ctx context.Context, src source, p *pushed, f *found, changed []string) ([]string, error) {
	q := p.q
	all, skip := f.hits, q.Offset-f.first
	switch {
	case len(changed) == 0:
	case q.Sorted:
		// Changed rows that belong before the hits come before them here too, and there are never more than skip.
		var err error
		if all, err = src.sorted(ctx, q, append(slices.Clone(changed), f.hits...)); err != nil {
			return nil, err
		}
	default:
		places, last, err := place(ctx, src, q, f, changed)
		if err != nil {
			return nil, err
		}
		all = insert(f, places, last)
	}
	if skip >= len(all) {
		return []string{}, nil
	}
	return all[skip:min(len(all), skip+q.Limit)], nil
}

// place finds the places of changed rows among the first hits of a search by relevance: places holds the rows before
// each of these hits, last those that come after all hits. A name ranks as in search/pg. A row of which only fields
// changed keeps the score that Meilisearch gave it; another one gets the best score if names alone match.
func place(ctx context.Context, src source, q *search.Query, f *found, changed []string) (
	places map[int][]string, last []string, err error,
) {
	type rank struct {
		class int
		score float64
		turn  int
	}
	ids := slices.Clone(changed)
	for _, h := range f.leading {
		ids = append(ids, h.id)
	}
	all, err := src.ranked(ctx, q, ids)
	if err != nil {
		return nil, nil, err
	}
	var best float64
	for _, m := range append(slices.Clone(f.matched), f.leading...) {
		best = max(best, m.score)
	}
	ranks := map[string]*rank{}
	for turn, of := range all {
		r := &rank{class: of.class, turn: turn}
		if of.named {
			r.score = best
		}
		ranks[of.id] = r
	}
	for _, m := range append(slices.Clone(f.matched), f.leading...) {
		if r := ranks[m.id]; r != nil {
			r.score = m.score
		}
	}
	before := func(a, b *rank) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(b.score, a.score), cmp.Compare(a.turn, b.turn))
	}
	changed = slices.DeleteFunc(slices.Clone(changed), func(id string) bool { return ranks[id] == nil })
	slices.SortFunc(changed, func(a, b string) int { return before(ranks[a], ranks[b]) })
	places = map[int][]string{}
	for _, id := range changed {
		at := slices.IndexFunc(f.leading, func(h scored) bool {
			r := ranks[h.id]
			return r != nil && before(ranks[id], r) < 0
		})
		if at < 0 {
			last = append(last, id)
		} else {
			places[at] = append(places[at], id)
		}
	}
	return places, last, nil
}

// insert returns the hits from f.first on with the changed rows. Those placed before f.first fill the room that the
// page skips.
func insert(f *found, places map[int][]string, last []string) []string {
	var all []string
	for i := range min(placed, f.first) {
		all = append(all, places[i]...)
	}
	for i, id := range f.hits {
		all = append(append(all, places[f.first+i]...), id)
	}
	if f.first+len(f.hits) >= f.total {
		all = append(all, last...)
	}
	return all
}

// mergeCounts adds the counts of changed rows. ok is false if a value cannot be read, or if values were left out.
func mergeCounts(f *facet, in *found, over []search.Count) (all []search.Count, ok bool) {
	if len(over) >= filter.MaxFacetLimit {
		return nil, false
	}
	byValue := map[string]*search.Count{}
	types, ok := pairTypes(in, f.Name)
	if !ok {
		return nil, false
	}
	for encoded, n := range in.counts[f.Name] {
		value, ok := decode(encoded)
		if !ok {
			return nil, false
		}
		c := search.Count{Value: value, Label: value, Count: n}
		switch f.attr[:1] {
		case attrNumber:
			number, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return nil, false
			}
			c.Value = strconv.FormatFloat(number, 'f', -1, 64)
			c.Label = c.Value
		case attrPair:
			name, text, _ := strings.Cut(value, unit)
			if f.of != "" && name != f.of {
				continue
			}
			c.Label, c.Slug = text, plainType
			if t, ok := types[value]; ok {
				if c.Slug = t.name; t.n != n {
					return nil, false // some rows have another type
				}
			}
		}
		byValue[c.Value] = &c
	}
	for _, o := range over {
		if c := byValue[o.Value]; c != nil {
			c.Count += o.Count
			c.Slug = min(c.Slug, o.Slug)
		} else {
			byValue[o.Value] = &o
		}
	}
	all = make([]search.Count, 0, len(byValue))
	for _, c := range byValue {
		all = append(all, *c)
	}
	return all, true
}

type pairType struct {
	name string
	n    int // rows with it
}

// pairTypes returns the types of pairs other than plainType. ok is false if a pair has several, or one that sorts after
// plainType: a facet names the first type of the rows that it counts.
func pairTypes(in *found, facet string) (types map[string]pairType, ok bool) {
	types = map[string]pairType{}
	for encoded, n := range in.typed[facet] {
		value, ok := decode(encoded)
		i := strings.LastIndex(value, unit)
		if !ok || i < 0 || value[i+1:] > plainType || types[value[:i]].n > 0 {
			return nil, false
		}
		types[value[:i]] = pairType{value[i+1:], n}
	}
	return types, true
}

// label names the records that facets count. A record that is not visible does not count.
func (p *pushed) label(ctx context.Context, src source, res *search.Result) error {
	kinds := make([]string, len(p.facets))
	ids := map[string][]string{}
	for i := range p.facets {
		f := &p.facets[i]
		switch {
		case f.Range:
		case f.attr == attrNode:
			kinds[i] = p.kind.Tree.Kind
		case f.code >= 0:
			kinds[i] = p.kind.Codes[f.code].Kind
		}
		if kinds[i] != "" {
			for _, c := range res.Facets[f.Name] {
				ids[kinds[i]] = append(ids[kinds[i]], c.Value)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	names, err := src.names(ctx, p.q.Tenant, ids)
	if err != nil {
		return err
	}
	for i := range p.facets {
		if kinds[i] == "" {
			continue
		}
		labelled := []search.Count{}
		for _, c := range res.Facets[p.facets[i].Name] {
			if named, ok := names[kinds[i]][c.Value]; ok {
				named.Count = c.Count
				labelled = append(labelled, named)
			}
		}
		res.Facets[p.facets[i].Name] = labelled
	}
	return nil
}

// first returns the most frequent values, in the order of sql.List.
func first(f *facet, all []search.Count) []search.Count {
	limit := f.Limit
	if limit <= 0 {
		limit = filter.DefaultFacetLimit
	}
	for i := range all {
		if f.Slug == "" {
			all[i].Slug = ""
		}
	}
	slices.SortFunc(all, func(a, b search.Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Label, b.Label), strings.Compare(a.Value, b.Value),
			strings.Compare(a.Slug, b.Slug))
	})
	return all[:min(limit, filter.MaxFacetLimit, len(all))]
}

// joined is the range over both results.
func joined(a, b map[string]search.Range, name string) (search.Range, bool) {
	x, inA := a[name]
	y, inB := b[name]
	switch {
	case !inA:
		return y, inB
	case !inB:
		return x, true
	}
	return search.Range{Min: math.Min(x.Min, y.Min), Max: math.Max(x.Max, y.Max)}, true
}
