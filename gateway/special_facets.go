package gateway

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// unit separates the name of an attribute from its value in a facet: a character that neither may hold.
const unit = "\x1f"

func rangeOf(ranges map[string]search.Range, name string) catalog.FacetRange {
	r, ok := ranges[name]
	if !ok {
		return catalog.FacetRange{}
	}
	return catalog.FacetRange{Min: &r.Min, Max: &r.Max}
}

// standOf is where a range of a graded column's values stands.
func standOf(r catalog.FacetRange) catalog.Bands {
	text := func(f *float64) string {
		if f == nil {
			return ""
		}
		return strconv.FormatFloat(*f, 'f', -1, 64)
	}
	return catalog.RangeBands(text(r.Min), text(r.Max))
}

// A facet is one field of a filters page.
type facet struct {
	field   string                              // what the page calls it
	name    string                              // what filters call it: it is counted without those of its own
	columns []string                            // of the listed rows, which it counts
	tables  []string                            // whose names it shows or counts
	asks    func(a *query.Query) []search.Facet // what it asks the engine for
	write   func(res search.Result) any         // what it makes of that
}

// facetPages are the filters pages, by the special of their view: facets in the order of the fields of what the view shows.
var facetPages = map[string][]facet{"filters": productFacets, "eventFilters": eventFacets}

// just is a facet that asks for one thing, whatever was asked.
func just(f search.Facet) func(*query.Query) []search.Facet {
	return func(*query.Query) []search.Facet { return []search.Facet{f} }
}

// amounts is the facet between which prices lie.
func amounts(column string) facet {
	return facet{field: "priceRange", name: "price", columns: []string{"amount"}, asks: just(search.Facet{Name: "price", Value: column, Range: true}),
		write: func(res search.Result) any { return rangeOf(res.Ranges, "price") }}
}

// named is a facet that counts the rows of each record of a joined table.
func named(field, table string, f search.Facet, column string) facet {
	return facet{field: field, name: f.Name, columns: []string{column}, tables: []string{table}, asks: just(f), write: counts(f.Name)}
}

// years is the facet of years.
func years(column string) facet {
	return facet{field: "years", name: "year", columns: []string{"year"}, asks: just(search.Facet{Name: "year", Value: column}),
		write: func(res search.Result) any { return yearsOf(res.Facets["year"]) }}
}

func counts(name string) func(search.Result) any {
	return func(res search.Result) any { return countsOf(res.Facets[name]) }
}

// productFacets are the facets of product/filters.
var productFacets = []facet{
	amounts("p.amount"),
	named("brands", "brand", catalog.NamedFacet("brand", "b", filter.MaxFacetLimit), "brand_id"),
	{field: "categories", name: "category", tables: []string{"product_category", "category"},
		asks: just(catalog.CategoryFacet("p.id", "product_category", "product_id")), write: counts("category")},
	{field: "attributes", name: "attributes", tables: []string{"product_attribute"}, asks: attributeFacets,
		write: func(res search.Result) any { return attributesOf(res.Facets) }},
	named("merchants", "merchant", catalog.NamedFacet("merchant", "m", filter.MaxFacetLimit), "merchant_id"),
	years("p.year"),
}

// attributeFacets counts the values of all attributes, and of each that is filtered by without that filter.
func attributeFacets(a *query.Query) []search.Facet {
	all := []search.Facet{catalog.AttributeFacet("")}
	for _, c := range a.Pairs() {
		all = append(all, catalog.AttributeFacet(strings.TrimPrefix(c.Name, "attributes:")))
	}
	return all
}

// readFacets counts what the records asked for can be narrowed by. Each facet is counted with every filter but its own, so that
// choosing one brand does not hide the others.
func (s *Server) readFacets(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	parts, stamp, err := s.countFacets(ctx, r, a, facetPages[a.View.Special])
	if err != nil {
		return nil, err
	}
	ans := facetsAnswer(r.tenant, a, parts)
	if ans.stamp = stamp; stamp == nil && composable(a) {
		ans.parts = parts
	}
	return ans, nil
}

// countFacets counts some facets of a page in one snapshot. Each is a part of its own: a new price in one category is nothing to the filters of another, nor to
// the brands of its own.
func (s *Server) countFacets(ctx context.Context, r *reading, a *query.Query, fields []facet) (parts []part, stamp *uint64, err error) {
	q := r.query(a)
	q.Limit, q.NoTotal = 0, true
	for i := range fields {
		q.Facets = append(q.Facets, fields[i].asks(a)...)
	}
	res, err := s.cfg.Engine.Search(ctx, r.tx, q)
	if err != nil {
		return nil, nil, err
	}
	p := a.View.Plan()
	parts = make([]part, len(fields))
	for i := range fields {
		f := &fields[i]
		shown := f.write(res)
		u := a.Use().Without(f.name)
		if values, ok := shown.(catalog.FacetRange); ok {
			u.Bands = map[string]catalog.Bands{f.columns[0]: standOf(values)}
		}
		tags := p.ListTags(nil, u, f.columns...)
		for _, table := range f.tables {
			tags = append(tags, catalog.AnyTag(table))
		}
		body, err := catalog.Marshal(shown)
		if err != nil {
			return nil, nil, fmt.Errorf("write filters: %w", err)
		}
		parts[i] = part{facetKey(r.tenant, a, f), body, withTags(r.tenant, p, tags)}
	}
	return parts, res.Stamp, nil
}

// facetsAnswer writes a page of all its facets.
func facetsAnswer(tenant string, a *query.Query, parts []part) *answer {
	body := append([]byte(api.Success), '{')
	var tags []string
	for i, f := range facetPages[a.View.Special] {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(strconv.AppendQuote(body, f.field), ':')
		body = append(body, parts[i].body...)
		tags = append(tags, parts[i].tags...)
	}
	return &answer{status: 200, body: append(body, "}}"...), tags: withTags(tenant, a.View.Plan(), tags)}
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

// attributesOf groups the counted values by attribute, the attribute with the most frequent value first. One that is filtered by shows the
// values it was counted with alone, and keeps its place.
func attributesOf(facets map[string][]search.Count) []catalog.FacetAttribute {
	out := []catalog.FacetAttribute{}
	at := map[string]int{}
	add := func(counts []search.Count, own bool) {
		for _, c := range counts {
			name, value, ok := strings.Cut(c.Value, unit)
			if _, filtered := facets["attributes:"+name]; !ok || filtered != own {
				continue
			}
			i, known := at[name]
			if !known {
				i = len(out)
				at[name] = i
				out = append(out, catalog.FacetAttribute{Name: name, Type: c.Slug})
			}
			same := func(o catalog.FacetOption) bool { return o.Value == value }
			if n := slices.IndexFunc(out[i].Options, same); n >= 0 { // the same value, TEXT here and COLOR there
				out[i].Options[n].Count += c.Count
				continue
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
