package api

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/proving"
)

// oddRecords gives the tenant demo slugs in Unicode form NFD, odd years, and records of the same name.
const oddRecords = `
UPDATE brand SET slug = E'c\u0327elik-' || slug WHERE tenant_id = 'demo' AND abs(hashtext(id)) % 3 = 0;
UPDATE merchant SET slug = E'o\u0308rs-' || slug WHERE tenant_id = 'demo' AND abs(hashtext(id)) % 3 = 0;
UPDATE category SET slug = E's\u0327-' || slug WHERE tenant_id = 'demo' AND abs(hashtext(id)) % 3 = 0;
UPDATE place SET slug = E'g\u0306-' || slug WHERE tenant_id = 'demo' AND abs(hashtext(id)) % 3 = 0;
UPDATE brand SET name = 'Same' WHERE tenant_id = 'demo' AND abs(hashtext(id)) % 4 = 0;
UPDATE product SET year = (ARRAY[-500, 0, 1, 2147483647, NULL])[1 + abs(hashtext(id)) % 5] WHERE tenant_id = 'demo'
  AND abs(hashtext(id)) % 40 = 0;
UPDATE product SET brand_id = NULL WHERE tenant_id = 'demo' AND abs(hashtext(id)) % 41 = 0;`

// A facet value that is shown with a number finds that many records, with any other filters and in any form that
// editors wrote. Lists in memory and lists in Postgres agree, because both are held to it.
func TestPropertyAFacetFindsWhatItCounts(t *testing.T) {
	t.Parallel()
	seed := proving.Seed(t, 20261123)
	for name, rows := range map[string]int{"in memory": 1, "in Postgres": 1 << 30} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := kit.Open(t, func(c *boot.Config) { c.ListingRows = rows })
			e := h.NewEditor(t)
			if rows == 1 {
				holdLists(t, h, "demo")
			}
			e.Exec(strings.ReplaceAll(rough, "$now", "timestamptz '2026-03-14T09:26:53Z'"))
			e.Exec(oddPairs)
			e.Exec(oddRecords)
			h.WaitApplied(t, e, "demo")
			if rows == 1 {
				awaitLists(t, h, "demo") // until then Postgres answers, and finds less by a text
			}
			f := &facetTest{T: t, Rand: rand.New(rand.NewPCG(seed, 1)), app: h}
			for range proving.Rounds(12, 400) {
				f.check("/product", productParameters)
				f.check("/event", eventParameters)
			}
			f.oddities()
			t.Logf("seed %d: %d values of facets, %d of them odd", seed, f.values, f.odd)
			if f.values < 200 || f.odd < 20 {
				t.Errorf("seed %d: only %d values were tried, %d of them odd", seed, f.values, f.odd)
			}
		})
	}
}

// The fields of a filters page and the parameters that they are for.
var (
	productParameters = map[string]string{"brands": "brand", "merchants": "merchant", "categories": "category",
		"years": "year", "attributes": "attributes"}
	eventParameters = map[string]string{"places": "place", "merchants": "merchant", "categories": "category",
		"years": "year"}
)

// A facetTest tries values of facets.
type facetTest struct {
	*testing.T
	*rand.Rand
	app         *kit.App
	values, odd int
}

// A facetValue is one value of a facet: how it is written in a request, and the number beside it.
type facetValue struct {
	parameter, value string
	name             string // of the attribute, as the request has it; "" for other parameters
	count            string
}

// valuesOf lists the values that a filters page shows.
func (f *facetTest) valuesOf(r *kit.Answer, parameters map[string]string) (all []facetValue) {
	for field, parameter := range parameters {
		for _, rec := range facetOf(r, field) {
			v := facetValue{parameter: parameter, count: fmt.Sprint(rec["count"])}
			switch parameter {
			case "year":
				v.value = fmt.Sprint(rec["year"])
			case "attributes":
				for _, o := range rec["options"].([]any) {
					option := o.(map[string]any)
					v.name, v.value = fmt.Sprint(rec["name"]), fmt.Sprint(rec["name"], ":", option["value"])
					v.count = fmt.Sprint(option["count"])
					all = append(all, v)
				}
				continue
			default:
				v.value = fmt.Sprint(rec[[]string{"_id", "slug"}[f.IntN(2)]])
			}
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b facetValue) int { return strings.Compare(a.parameter+a.value, b.parameter+b.value) })
	return all
}

// check filters a list at random and tries values of its facets.
func (f *facetTest) check(path string, parameters map[string]string) {
	f.Helper()
	within := url.Values{}
	all := f.valuesOf(f.get(path+"/filters", within), parameters)
	for range f.IntN(3) {
		v := anyOf(f.Rand, all)
		if v.parameter == "year" { // may be given once
			within.Set(v.parameter, v.value)
		} else {
			within.Add(v.parameter, v.value)
		}
	}
	if f.IntN(4) == 0 {
		within.Set("minPrice", anyOf(f.Rand, []string{"0", "100", "19.9"}))
	}
	if f.IntN(2) == 0 {
		within.Set("search", anyOf(f.Rand, []string{"keten", "ma", "atolye", "gom", "mavi keten", "mavi kadin"}))
		if f.IntN(2) == 0 { // a list in such an order leaves out records that lack a word
			within.Set("sort", "name")
			within.Set("order", anyOf(f.Rand, []string{"asc", "desc"}))
		}
	}
	all = f.valuesOf(f.get(path+"/filters", within), parameters)
	for range min(len(all), 12) {
		f.try(path, within, anyOf(f.Rand, all))
	}
}

// oddities tries all values of the odd attributes.
func (f *facetTest) oddities() {
	f.Helper()
	for _, v := range f.valuesOf(f.get("/product/filters", nil), productParameters) {
		for _, name := range []string{"Weight", "Ratio", `\:`, "back", "end", "Größe"} {
			if strings.HasPrefix(v.name, name) {
				f.odd++
				f.try("/product", nil, v)
			}
		}
	}
}

// try filters by a value, within other filters but its own, and compares the number of records.
func (f *facetTest) try(path string, within url.Values, v facetValue) {
	f.Helper()
	f.values++
	q := url.Values{}
	for parameter, values := range within {
		for _, value := range values {
			own := parameter == v.parameter
			if parameter == "attributes" && own {
				own = strings.HasPrefix(value, v.name+":")
			}
			if !own {
				q.Add(parameter, value)
			}
		}
	}
	q.Add(v.parameter, v.value)
	q.Set("limit", "1")
	r := f.get(path, q)
	found := r.At("pagination", "totalRecords")
	if found == nil {
		found = r.At("meta", "totalRecords")
	}
	if fmt.Sprint(found) != v.count {
		f.Errorf("within %s, the facet shows %s=%q %s times; %s?%s finds %v", within.Encode(), v.parameter, v.value, v.count,
			path, q.Encode(), found)
	}
}

func (f *facetTest) get(path string, q url.Values) *kit.Answer {
	f.Helper()
	r := f.app.Get(f.T, "demo", "/v1"+path+"?"+q.Encode())
	if r.Status != 200 {
		f.Fatalf("%s?%s: %d %s", path, q.Encode(), r.Status, r.Body)
	}
	return r
}

// A value is found in each form in which it may be written, in the row and in the request.
func TestAValueHasOneForm(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	e.Exec(`INSERT INTO brand (tenant_id, slug, name) VALUES ('demo', E'c\u0327elik', 'Çelik');
INSERT INTO product (tenant_id, slug, name, status, brand_id)
SELECT 'demo', E'o\u0308rs-' || n, 'Örs', 'PUBLISHED', b.id
FROM generate_series(1, 3) n, brand b WHERE b.tenant_id = 'demo' AND b.slug IN ('çelik', E'c\u0327elik');
INSERT INTO product_attribute (tenant_id, product_id, name, value)
SELECT 'demo', id, E'Gewicht\u00a0', (ARRAY['1 kg ', E'\t1  kg', E'1\u00a0kg\u200b'])[right(slug, 1)::int]
FROM product WHERE tenant_id = 'demo' AND name = 'Örs'`)
	h.WaitApplied(t, e, "demo")
	for _, query := range []string{"attributes=Gewicht:1%20kg", "attributes=Gewicht:1%20kg%20",
		"attributes=%20Gewicht%20:1%C2%A0kg", "brand=%C3%A7elik", "brand=c%CC%A7elik"} {
		if got := h.Get(t, "demo", "/v1/product?"+query).At("pagination", "totalRecords"); fmt.Sprint(got) != "3" {
			t.Errorf("%s finds %v products, want 3", query, got)
		}
	}
	for _, path := range []string{"/v1/product/%C3%B6rs-1", "/v1/product/o%CC%88rs-1"} {
		if r := h.Get(t, "demo", path); r.Status != 200 || r.Text("data", "slug") != "örs-1" {
			t.Errorf("%s: %d %s", path, r.Status, kit.Excerpt(r.Body))
		}
	}
}

// A search narrows every list of records with words. Where it cannot, the request is refused.
func TestASearchNarrowsEveryListOrIsRefused(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, c := range moduleCases {
		for _, v := range c.views {
			if v.oracle == nil {
				continue
			}
			r := h.Get(t, "demo", "/v1"+v.path+"?search=qqqqqqqq")
			found, _ := r.At("data").([]any)
			if viewOf(t, v.path).Search {
				if r.Status != 200 || len(found) != 0 {
					t.Errorf("%s: %d with %d records that nothing names", v.path, r.Status, len(found))
				}
			} else if r.Status != 400 || !strings.Contains(string(r.Body), "cannot be searched") {
				t.Errorf("%s: %d %s, want a 400", v.path, r.Status, kit.Excerpt(r.Body))
			}
		}
	}
	for _, path := range []string{"/event/upcoming", "/event/passed", "/event/new", "/product/new", "/product/popular",
		"/blog/new", "/campaign/active"} {
		if !viewOf(t, path).Search {
			t.Errorf("%s cannot be searched", path)
		}
	}
}
