package views

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// productFacets are the facets of product/filters.
var productFacets = []read.Facet{
	priceFacet("p.amount"),
	namedFacet("brands", "brand", catalog.NamedFacet("brand", "b", filter.MaxFacetLimit), "brand_id"),
	{Field: "categories", Name: "category", Tables: []string{"product_category", "category"},
		Search: always(catalog.CategoryFacet("p.id", "product_category", "product_id")), Show: counts("category"),
		Cut: first[catalog.FacetCount]},
	{Field: "attributes", Name: "attributes", Tables: []string{"product_attribute"}, Search: attributeFacets,
		Show: func(res search.Result) any { return attributesOf(res.Facets) }, Cut: firstOptions},
	namedFacet("merchants", "merchant", catalog.NamedFacet("merchant", "m", filter.MaxFacetLimit), "merchant_id"),
	yearFacet("p.year"),
}

// eventFacets are the facets of event/filters.
var eventFacets = []read.Facet{
	priceFacet("e.amount"),
	{Field: "categories", Name: "category", Tables: []string{"event_category", "category"},
		Search: always(catalog.CategoryFacet("e.id", "event_category", "event_id")), Show: counts("category"),
		Cut: first[catalog.FacetCount]},
	namedFacet("places", "place", catalog.NamedFacet("place", "v", filter.DefaultFacetLimit), "place_id"),
	namedFacet("merchants", "merchant", catalog.NamedFacet("merchant", "m", filter.DefaultFacetLimit), "merchant_id"),
	yearFacet("e.year"),
}

// priceFacet is the range of prices.
func priceFacet(column string) read.Facet {
	return read.Facet{Field: "priceRange", Name: "price", Columns: []string{"amount"},
		Search: always(search.Facet{Name: "price", Value: column, Range: true}),
		Show:   func(res search.Result) any { return rangeOf(res.Ranges, "price") }}
}

// namedFacet counts the rows of each record of a joined table.
func namedFacet(field, table string, f search.Facet, column string) read.Facet {
	return read.Facet{Field: field, Name: f.Name, Columns: []string{column}, Tables: []string{table}, Search: always(f),
		Show: counts(f.Name), Cut: first[catalog.FacetCount]}
}

// yearFacet counts the rows of each year.
func yearFacet(column string) read.Facet {
	return read.Facet{Field: "years", Name: "year", Columns: []string{"year"},
		Search: always(search.Facet{Name: "year", Value: column}),
		Show:   func(res search.Result) any { return yearsOf(res.Facets["year"]) }, Cut: first[catalog.FacetYear]}
}

// always searches for the same facet, whatever the query.
func always(f search.Facet) func(*query.Query) []search.Facet {
	return func(*query.Query) []search.Facet { return []search.Facet{f} }
}

func counts(name string) func(search.Result) any {
	return func(res search.Result) any { return countsOf(res.Facets[name]) }
}

// first cuts a list of values.
func first[T any](shown any, n int) any {
	all, _ := shown.([]T)
	return all[:min(len(all), n)]
}

// firstOptions cuts the values of each attribute.
func firstOptions(shown any, n int) any {
	all, _ := shown.([]catalog.FacetAttribute)
	out := slices.Clone(all)
	for i := range out {
		out[i].Options = out[i].Options[:min(len(out[i].Options), n)]
	}
	return out
}

// attributeFacets counts the values of all attributes, and the values of each filtered attribute without its filter.
func attributeFacets(q *query.Query) []search.Facet {
	all := []search.Facet{catalog.AttributeFacet("")}
	for _, c := range q.Pairs() {
		all = append(all, catalog.AttributeFacet(strings.TrimPrefix(c.Name, "attributes:")))
	}
	return all
}

func rangeOf(ranges map[string]search.Range, name string) catalog.FacetRange {
	r, ok := ranges[name]
	if !ok {
		return catalog.FacetRange{}
	}
	return catalog.FacetRange{Min: &r.Min, Max: &r.Max}
}

func countsOf(counts []search.Count) []catalog.FacetCount {
	out := make([]catalog.FacetCount, len(counts))
	for i, c := range counts {
		out[i] = catalog.FacetCount{ID: c.Value, Name: c.Label, Slug: c.Slug, Count: c.Count}
	}
	return out
}

func yearsOf(counts []search.Count) []catalog.FacetYear {
	out := []catalog.FacetYear{}
	for _, c := range counts {
		if y, err := strconv.Atoi(c.Value); err == nil {
			out = append(out, catalog.FacetYear{Year: y, Count: c.Count})
		}
	}
	return out
}

// separator stands between the name of an attribute and its value in a facet. Neither may contain it.
const separator = "\x1f"

// attributesOf groups the counted values by attribute, the attribute with the most frequent value first. A filtered
// attribute shows the values that were counted without its filter.
func attributesOf(facets map[string][]search.Count) []catalog.FacetAttribute {
	out := []catalog.FacetAttribute{}
	places := map[string]int{}
	add := func(counts []search.Count, own bool) {
		for _, c := range counts {
			name, value, ok := strings.Cut(c.Value, separator)
			if _, filtered := facets["attributes:"+name]; !ok || filtered != own {
				continue
			}
			i, known := places[name]
			if !known {
				i = len(out)
				places[name] = i
				out = append(out, catalog.FacetAttribute{Name: catalog.PairName(name), Label: name, Type: c.Slug})
			}
			out[i].Options = append(out[i].Options, catalog.FacetOption{Label: value, Value: value, Count: c.Count})
		}
	}
	for name, counts := range facets {
		if name == "attributes" || strings.HasPrefix(name, "attributes:") {
			add(counts, name != "attributes")
		}
	}
	slices.SortFunc(out, func(a, b catalog.FacetAttribute) int {
		return cmp.Or(cmp.Compare(b.Options[0].Count, a.Options[0].Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}
