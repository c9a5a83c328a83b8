package widgets

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMeilisearchErrorsHaveTheClientsForm(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	demo := []string{"Authorization", "Bearer " + keys["demo"], "Content-Type", "application/json"}
	const search = `{"queries":[{"indexUid":"products"}]}`
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
		code                     string
	}{
		{"no key", "POST", "/t/demo/multi-search", search, nil, 403, "invalid_api_key"},
		{"another scheme", "POST", "/t/demo/multi-search", search, []string{"Authorization", "Basic " + keys["demo"]}, 403,
			"invalid_api_key"},
		{"another tenant's key", "POST", "/t/atelier/multi-search", search, demo, 403, "invalid_api_key"},
		{"no tenant", "POST", "/multi-search", search, demo, 400, "invalid_tenant"},
		{"two tenants", "POST", "/t/demo/multi-search", search, append(demo, "X-Service-Client", "atelier"), 400,
			"invalid_tenant"},
		{"an unknown index", "POST", "/t/demo/indexes/things/search", `{}`, demo, 404, "index_not_found"},
		{"no JSON", "POST", "/t/demo/multi-search", `{`, demo, 400, "malformed_payload"},
		{"a filter", "POST", "/t/demo/indexes/products/search", `{"filter":"size = 4"}`, demo, 400, "invalid_search_filter"},
		{"a path that is not plain", "POST", "/t/demo/indexes/%06/search", `{}`, demo, 400, "malformed_payload"},
		{"a large body", "POST", "/t/demo/multi-search", strings.Repeat(" ", 70<<10), demo, 413, "payload_too_large"},
		{"GET", "GET", "/t/demo/multi-search", "", demo, 405, "method_not_allowed"},
	} {
		r, err := send(t.Context(), h, c.method, c.path, c.body, c.headers...)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != c.status || r.At("code") != c.code || r.At("message") == nil || r.At("type") == nil ||
			r.At("link") == nil {
			t.Errorf("%s: %d %s", c.name, r.Status, r.Body)
		}
	}
	r, err := send(t.Context(), h, http.MethodOptions, "/t/demo/multi-search", "", "Origin", "https://shop.example",
		"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,x-meilisearch-client")
	if err != nil || r.Status != 204 || r.Header.Get("Access-Control-Max-Age") != "7200" ||
		!strings.Contains(r.Header.Get("Access-Control-Allow-Headers"), "x-meilisearch-client") {
		t.Errorf("%v %v", err, r.Header)
	}
}

// Each syntax of a filter keeps the records that the list with the same parameters shows.
func TestFiltersOfMeilisearchAreThoseOfLists(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	demo := []string{"X-Service-Client", "demo", "Authorization", "Bearer " + keys["demo"]}
	count := func(filter string) string {
		t.Helper()
		r := post(t, h, "/indexes/products/search", `{"limit":0,"filter":`+filter+`}`, demo...)
		if r.Status != 200 {
			t.Fatalf("%s: %d %s", filter, r.Status, r.Body)
		}
		return fmt.Sprint(r.At("estimatedTotalHits"))
	}
	total := func(query string) string {
		t.Helper()
		return fmt.Sprint(h.Get(t, "demo", "/v1/product?limit=1&"+query).At("pagination", "totalRecords"))
	}
	number := func(s string) (n int) {
		_, _ = fmt.Sscan(s, &n)
		return n
	}
	all := number(total(""))
	for filter, query := range map[string]string{
		`"brand = Velturna"`:                                          "brand=velturna",
		`"brand IN [Velturna, 'Tuvanda']"`:                            "brand=velturna,tuvanda",
		`["brand = Velturna","price >= 500","price <= 900"]`:          "brand=velturna&minPrice=500&maxPrice=900",
		`[["brand = Velturna","brand = Tuvanda"],"price 500 TO 900"]`: "brand=velturna,tuvanda&minPrice=500&maxPrice=900",
		`"category = Giyim AND year = 2025"`:                          "category=giyim&year=2025",
		`"attributes.Renk = Mavi OR attributes.Renk = Siyah"`:         "attributes=Renk:Mavi&attributes=Renk:Siyah",
		`"\"categories.lvl1\" = \"Giyim > Erkek\""`:                   "category=erkek",
	} {
		if got, want := count(filter), total(query); got != want || got == "0" {
			t.Errorf("%s: %s, want %s", filter, got, want)
		}
	}
	for filter, opposite := range map[string]string{
		`"brand != Velturna"`:                      `"brand = Velturna"`,
		`"NOT (brand = Velturna AND price < 900)"`: `["brand = Velturna","price < 900"]`,
		`"brand NOT EXISTS"`:                       `"brand EXISTS"`,
		`"year IS NULL"`:                           `"year IS NOT NULL"`,
		`"price > 500"`:                            `"price <= 500 OR price IS NULL"`,
		`"attributes.Renk NOT IN [Mavi]"`:          `"attributes.Renk = Mavi"`,
		`"category IS EMPTY"`:                      `"category EXISTS"`,
		`"brand = Velturna OR year > 2024"`:        `"NOT brand = Velturna AND NOT year > 2024"`,
	} {
		if got, rest := number(count(filter)), number(count(opposite)); got+rest != all {
			t.Errorf("%s: %d and %d of %d", filter, got, rest, all)
		}
	}
}

func TestMeilisearchAnswersAreThoseOfAlgolia(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	r := post(t, h, "/t/demo/multi-search", `{"queries":[
{"indexUid":"products","q":"keten","limit":3,"facets":["brand","price"],"attributesToHighlight":["name"]},
{"indexUid":"products_price_asc","q":"keten","hitsPerPage":2,"page":2}]}`, "Authorization", "Bearer "+keys["demo"])
	a := post(t, h, queries, `{"requests":[
{"indexName":"products","query":"keten","hitsPerPage":3,"facets":["brand","price"]},
{"indexName":"products_price_asc","query":"keten","hitsPerPage":2,"page":1}]}`, algolia("demo", keys["demo"])...)
	if r.Status != 200 || a.Status != 200 {
		t.Fatalf("%d %s, %d %s", r.Status, r.Body, a.Status, a.Body)
	}
	for _, c := range []struct{ own, other []any }{
		{[]any{"results", 0, "estimatedTotalHits"}, []any{"results", 0, "nbHits"}},
		{[]any{"results", 0, "facetDistribution", "brand"}, []any{"results", 0, "facets", "brand"}},
		{[]any{"results", 0, "facetStats", "price"}, []any{"results", 0, "facets_stats", "price"}},
		{[]any{"results", 0, "hits", 0, "name"}, []any{"results", 0, "hits", 0, "name"}},
		{[]any{"results", 0, "hits", 0, "_formatted", "name"}, []any{"results", 0, "hits", 0, "_highlightResult", "name",
			"value"}},
		{[]any{"results", 1, "totalHits"}, []any{"results", 1, "nbHits"}},
		{[]any{"results", 1, "totalPages"}, []any{"results", 1, "nbPages"}},
		{[]any{"results", 1, "hits", 1, "_id"}, []any{"results", 1, "hits", 1, "objectID"}},
	} {
		if diff := cmp.Diff(a.At(c.other...), r.At(c.own...)); diff != "" || r.At(c.own...) == nil {
			t.Errorf("%v: %s", c.own, diff)
		}
	}
}

// Whatever a search is, the answer is a page or a clear 400 in the client's form.
func TestBadInputOfMeilisearchIsAnsweredOrRefused(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	own := idsOf(t, h, "atelier")
	headers := []string{"Authorization", "Bearer " + keys["atelier"]}
	bodies := []string{`{"queries":` + repeat(`{"indexUid":"products","limit":1}`, 100) + `}`, `{"queries":null}`,
		`{"queries":{}}`,
		`{"queries":[{"indexUid":"products","facets":` + repeat(`"brand"`, 1000) + `}]}`,
		`{"queries":[{"indexUid":"products","filter":"` + strings.Repeat("(", 400) + `brand = A"}]}`, `[]`,
		`{"federation":{}}`,
		`{"queries":[{"indexUid":"products","filter":[[[["brand = A"]]]]}]}`}
	for _, text := range []string{"", "a", strings.Repeat("x", 5000), "   ", `\u0000`, "😀", "مرحبا", `\"brand`, `*?%_`,
		"<b>",
		"brand = ", "brand IN [", "price > NaN", "_geoRadius(1,2,3)", `\\`} {
		for _, name := range []string{"q", "filter", "highlightPreTag", "cropMarker", "indexUid", "facets", "sort",
			"limit"} {
			bodies = append(bodies,
				`{"queries":[{"indexUid":"products","q":"a","attributesToHighlight":["*"],"`+name+`":"`+text+`"}]}`)
		}
	}
	answered := 0
	for _, body := range bodies {
		r := post(t, h, "/t/atelier/multi-search", body, headers...)
		switch {
		case r.Status == 400 || r.Status == 404:
			if r.At("code") == nil || len(r.Body) > 1000 {
				t.Errorf("%.200s: %s", body, r.Body)
			}
		case r.Status == 200 && r.JSON != nil:
			answered++
			for _, id := range hitsOf(r.At("results")) {
				if !own[id] {
					t.Errorf("%.200s: the record %s is not in the tenant's list", body, id)
				}
			}
		default:
			t.Errorf("%.200s: %d %.300s", body, r.Status, r.Body)
		}
	}
	if answered < 20 {
		t.Errorf("%d were answered", answered)
	}
}
