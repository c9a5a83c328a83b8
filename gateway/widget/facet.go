package widget

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// facets are the facets of a query, in the order in which it asks for them.
func (r *runner) facets(ctx context.Context, q *Query, a answered, was *ran) (all []Facet, err error) {
	for _, attr := range a.counts {
		key := wanted{attr, a.free != ""}.key()
		counts := was.Facets[key]
		switch {
		case attr.isAll():
			all = append(all, pairsOf(counts)...)
			continue
		case attr.form == path:
			if counts, err = r.ofLevel(ctx, attr, counts); err != nil {
				return nil, err
			}
		}
		f := Facet{Name: attr.name, Values: valuesOf(attr, counts)}
		f.Exact = !was.Capped && (attr.form != tree && attr.form != path || len(f.Values) == len(counts))
		if attr.bounds {
			if b, ok := was.Ranges[key]; ok {
				f.Bounds = &b
			}
		}
		all = append(all, f)
	}
	for i := range all {
		f := &all[i]
		slices.SortStableFunc(f.Values, func(a, b Value) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
		})
		if q.Find != "" {
			f.Values = found(f.Values, q.Find)
		}
		f.Values = f.Values[:min(len(f.Values), q.Values)]
	}
	return all[:min(len(all), MaxFacets)], nil
}

// valuesOf are the values of an attribute in a count. Values with the same text become one.
func valuesOf(a *attribute, counts []search.Count) []Value {
	values := make([]Value, 0, len(counts))
	places := map[string]int{}
	for _, c := range counts {
		text := c.Label
		switch a.form {
		case named, tree:
			text = [...]string{byName: c.Label, bySlug: c.Slug, byID: c.Value}[a.by]
		case number:
			text = c.Value
		}
		if i, ok := places[text]; ok {
			values[i].Count += c.Count
			continue
		}
		places[text] = len(values)
		values = append(values, Value{text, c.Count})
	}
	return values
}

// ofLevel keeps the categories of a level of paths, with their paths as labels.
func (r *runner) ofLevel(ctx context.Context, a *attribute, counts []search.Count) ([]search.Count, error) {
	ids := make([]string, len(counts))
	for i, c := range counts {
		ids[i] = c.Value
	}
	if err := r.names.readTree(ctx, "id", ids); err != nil {
		return nil, err
	}
	var out []search.Count
	for _, c := range counts {
		if at, ok := r.names.path(c.Value); ok && strings.Count(at, separator) == a.level {
			c.Label = at
			out = append(out, c)
		}
	}
	return out, nil
}

// pairsOf groups the counted attributes of products by their names, the one with the most frequent value first.
func pairsOf(counts []search.Count) (all []Facet) {
	places := map[string]int{}
	for _, c := range counts {
		name, value, ok := cutPair(c.Value)
		if !ok {
			continue
		}
		i, known := places[name]
		if !known {
			i = len(all)
			places[name] = i
			all = append(all, Facet{Name: "attributes." + catalog.PairName(name), Exact: len(counts) < filter.MaxFacetLimit})
		}
		all[i].Values = append(all[i].Values, Value{value, c.Count})
	}
	slices.SortStableFunc(all, func(a, b Facet) int { return cmp.Compare(b.Values[0].Count, a.Values[0].Count) })
	return all
}
