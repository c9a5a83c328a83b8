package api

import (
	"encoding/json"
	"fmt"
	"net/url"

	"vitrine/cmd/vitrine/test/kit"
)

// filters checks the facets of products: of all, of every category with products, and of some categories without. If a
// reader chooses a value, the list must have as many products as the facet said. It tries that number of values of each
// facet.
func (c *crawl) filters(categories []map[string]any, bare, choices int) {
	view := "/product/filters"
	all := c.get(view, view)
	used := map[string]bool{}
	for _, rec := range facetOf(all, "categories") {
		used[idOf(rec)] = true
	}
	var paths []string
	for _, rec := range categories {
		if parent, ok := rec["parent"].(string); ok && used[idOf(rec)] && !used[parent] {
			c.fault(view, "categories", view, fmt.Sprintf("has %s and not %s, which it is in", idOf(rec), parent))
		}
		if used[idOf(rec)] || bare > 0 {
			paths = append(paths, "?category="+url.QueryEscape(idOf(rec)))
		}
		if !used[idOf(rec)] {
			bare--
		}
	}
	c.each(len(paths), func(i int) { c.get(view, view+paths[i]) })
	c.choose(all, nil, choices)
	c.priceRange(all)

	// The same within other filters, which count for every facet but their own.
	for _, facet := range []struct{ name, parameter string }{{"brands", "brand"}, {"categories", "category"},
		{"merchants", "merchant"}} {
		recs := facetOf(all, facet.name)
		if len(recs) == 0 {
			continue
		}
		chosen := url.Values{facet.parameter: {idOf(recs[len(recs)/2])}}
		c.choose(c.get(view, view+"?"+chosen.Encode()), chosen, max(1, choices/10))
	}
}

func facetOf(r *kit.Answer, name string) []map[string]any {
	return records(&kit.Answer{JSON: map[string]any{"data": r.At("data", name)}})
}

// choose tries values of every facet of an answer within other filters, and compares the number of products in the
// list.
func (c *crawl) choose(r *kit.Answer, within url.Values, choices int) {
	try := func(parameter, value string, count any) {
		query := url.Values{}
		for name, values := range within {
			if name != parameter { // a facet is counted without its own filter
				query[name] = values
			}
		}
		query.Set(parameter, value)
		query.Set("limit", "1")
		path := "/product?" + query.Encode()
		found := c.page("/product", path, 1, 1)
		if got := found.At("pagination", "totalRecords"); got != count {
			c.fault("/product/filters", parameter, path, fmt.Sprintf("finds %v products, the filters say %v", got, count))
		}
	}
	for _, facet := range []struct{ name, parameter string }{{"brands", "brand"}, {"categories", "category"},
		{"merchants", "merchant"}} {
		recs := some(facetOf(r, facet.name), choices)
		c.each(len(recs), func(i int) { try(facet.parameter, idOf(recs[i]), recs[i]["count"]) })
	}
	years := some(facetOf(r, "years"), choices)
	c.each(len(years), func(i int) { try("year", fmt.Sprint(years[i]["year"]), years[i]["count"]) })
	attributes := some(facetOf(r, "attributes"), choices)
	c.each(len(attributes), func(i int) {
		for _, option := range some(records(&kit.Answer{JSON: map[string]any{"data": attributes[i]["options"]}}), 3) {
			try("attributes", fmt.Sprintf("%v:%v", attributes[i]["name"], option["value"]), option["count"])
		}
	})
}

// priceRange compares the range with the cheapest and the most expensive product.
func (c *crawl) priceRange(r *kit.Answer) {
	for _, end := range []struct{ name, order string }{{"min", "asc"}, {"max", "desc"}} {
		path := "/product?limit=1&sort=price&order=" + end.order
		want := c.page("/product", path, 1, 1).At("data", 0, "price", "amount")
		if got := r.At("data", "priceRange", end.name); got != want {
			c.fault("/product/filters", "priceRange."+end.name, path, fmt.Sprintf("is %v, the list says %v", got, want))
		}
	}
	lo, _ := r.At("data", "priceRange", "min").(json.Number)
	hi, _ := r.At("data", "priceRange", "max").(json.Number)
	if lo == "" || hi == "" {
		return
	}
	path := fmt.Sprintf("/product?limit=1&minPrice=%s&maxPrice=%s", lo, hi)
	priced := c.page("/product", path, 1, 1).At("pagination", "totalRecords")
	if all := c.page("/product", "/product?limit=1&minPrice=0", 1, 1).At("pagination", "totalRecords"); priced != all {
		c.fault("/product/filters", "priceRange", path, fmt.Sprintf("%v of %v products with a price lie in their range",
			priced, all))
	}
}
