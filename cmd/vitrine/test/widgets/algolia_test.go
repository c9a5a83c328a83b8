package widgets

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/test/kit"
)

func TestAlgoliaErrorsHaveTheClientsForm(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	demo, other := algolia("demo", keys["demo"]), algolia("atelier", keys["atelier"])
	const search = `{"requests":[{"indexName":"products"}]}`
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
		message                  string
	}{
		{"no key", "POST", queries, search, []string{"X-Algolia-Application-Id", "demo"}, 403,
			"Invalid Application-ID or API key"},
		{"another tenant's key", "POST", queries, search, algolia("demo", keys["atelier"]), 403, "Invalid Application-ID"},
		{"no tenant", "POST", queries, search, nil, 400, "x-service-client"},
		{"another tenant in the path", "POST", "/t/demo" + queries, search, other, 400, "different tenants"},
		{"another tenant in the header", "POST", queries, search, append(demo, "X-Service-Client", "atelier"), 400,
			"The application id and x-service-client name different tenants."},
		{"another tenant's host", "POST", queries, search, append(other, "Host", "demo.localhost"), 400, "another tenant"},
		{"an unknown tenant", "POST", queries, search, algolia("nobody", keys["demo"]), 404, "Unknown tenant"},
		{"an unknown index", "POST", queries, `{"requests":[{"indexName":"things"}]}`, demo, 404,
			"Index things does not exist"},
		{"an unknown index in the path", "POST", "/1/indexes/things/query", `{}`, demo, 404, "Index things does not exist"},
		{"an unknown order", "POST", queries, `{"requests":[{"indexName":"products_size_asc"}]}`, demo, 404,
			"does not exist"},
		{"an unknown attribute", "POST", queries, `{"requests":[{"indexName":"products","filters":"size:4"}]}`, demo, 400,
			"is not one by which products can be filtered"},
		{"no JSON", "POST", queries, `{"requests":`, demo, 400, "not valid JSON"},
		{"no searches", "POST", queries, `{}`, demo, 400, "requests"},
		{"a filter that does not end", "POST", queries, `{"requests":[{"indexName":"products","filters":"brand:A AND"}]}`,
			demo,
			400, "at character"},
		{"a path that is not plain", "POST", "/1/indexes/products/facets/%7F/query", `{}`, demo, 400, "plain form"},
		{"GET", "GET", queries, "", demo, 405, "POST"},
		{"a packed body", "POST", queries, search, append(demo, "Content-Encoding", "gzip"), 415, "Content-Encoding"},
		{"a large body", "POST", queries, strings.Repeat(" ", 70<<10), demo, 413, "larger than"},
		{"an unknown path", "POST", "/1/indexes/products/browse", search, demo, 404, ""},
	} {
		r, err := send(t.Context(), h, c.method, c.path, c.body, c.headers...)
		if err != nil {
			t.Fatal(err)
		}
		message, _ := r.At("message").(string)
		status := fmt.Sprint(r.At("status"))
		if r.Status != c.status || !strings.Contains(message, c.message) ||
			c.message != "" && status != fmt.Sprint(c.status) {
			t.Errorf("%s: %d %s", c.name, r.Status, r.Body)
		}
		if r.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: a browser cannot read the error", c.name)
		}
	}
}

func TestABrowserMaySearchFromAnyOrigin(t *testing.T) {
	t.Parallel()
	h, _ := keys(t)
	for _, path := range []string{queries, "/t/demo" + queries, "/1/indexes/products/query"} {
		r, err := send(t.Context(), h, http.MethodOptions, path, "", "Origin", "https://shop.example",
			"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type,x-algolia-api-key")
		if err != nil {
			t.Fatal(err)
		}
		allowed := r.Header.Get("Access-Control-Allow-Headers")
		if r.Status != 204 || r.Header.Get("Access-Control-Allow-Origin") != "*" ||
			!strings.Contains(r.Header.Get("Access-Control-Allow-Methods"), "POST") ||
			!strings.Contains(allowed, "content-type") || !strings.Contains(allowed, "x-algolia-api-key") {
			t.Errorf("%s: %d %v", path, r.Status, r.Header)
		}
	}
}

// All clients send the same search in forms of their own. All of them have one answer, which is kept once.
func TestAllBodiesOfOneSearchHaveOneAnswer(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	headers := algolia("demo", keys["demo"])
	var first []byte
	for i, body := range []string{
		`{"requests":[{"indexName":"products","query":"keten","hitsPerPage":3,"page":1,"facets":["year","brand"],` +
			`"facetFilters":[["brand:Velturna","brand:Tuvanda"]],"analytics":false,"clickAnalytics":true,"unknown":{"a":1}}]}`,
		`{"requests":[{"indexName":"products","params":"page=1&query=keten&hitsPerPage=3` +
			`&facets=%5B%22brand%22%2C%22year%22%5D` +
			`&facetFilters=%5B%5B%22brand%3ATuvanda%22%2C%22brand%3AVelturna%22%5D%5D"}],"strategy":"none"}`,
		`[{"indexName":"products","params":{"query":" keten ","hitsPerPage":3,"page":1,"facets":["brand","year"],` +
			`"filters":"brand:Tuvanda OR brand:'Velturna'"}}]`,
		`{"requests":[{"indexName":"products","query":"keten","hitsPerPage":"3","page":"1","facets":"brand,year",` +
			`"facetFilters":"(brand:Velturna,brand:Tuvanda)"}]}`,
	} {
		r := post(t, h, queries, body, headers...)
		if r.Status != 200 {
			t.Fatalf("%s: %d %s", body, r.Status, r.Body)
		}
		var out struct {
			Results []map[string]any `json:"results"`
		}
		if err := json.Unmarshal(r.Body, &out); err != nil {
			t.Fatal(err)
		}
		for _, res := range out.Results {
			delete(res, "processingTimeMS")
			delete(res, "params") // as it was sent
		}
		got, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		}
		if diff := cmp.Diff(string(first), string(got)); diff != "" {
			t.Errorf("%s:\n%s", body, diff)
		}
	}
}

func TestOneIndexAndItsFacetsHavePathsOfTheirOwn(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	headers := algolia("demo", keys["demo"])
	all := post(t, h, queries, `[{"indexName":"products","params":{"query":"keten","hitsPerPage":2}}]`, headers...)
	one := post(t, h, "/1/indexes/products/query", `{"params":"query=keten&hitsPerPage=2"}`, headers...)
	if diff := cmp.Diff(all.At("results", 0, "hits"), one.At("hits")); diff != "" || one.Status != 200 {
		t.Errorf("%d: %s", one.Status, diff)
	}
	for _, r := range []*kit.Answer{
		post(t, h, "/1/indexes/products/facets/brand/query", `{"params":"facetQuery=velt"}`, headers...),
		post(t, h, queries, `{"requests":[{"type":"facet","indexName":"products","facet":"brand","facetQuery":"velt"}]}`,
			headers...),
	} {
		v := r.JSON
		if r.At("results") != nil {
			v = r.At("results", 0)
		}
		hits, _ := (&kit.Answer{JSON: v}).At("facetHits").([]any)
		if r.Status != 200 || len(hits) != 1 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		hit := (&kit.Answer{JSON: hits[0]})
		if hit.At("value") != "Velturna" || hit.At("highlighted") != "<em>Velt</em>urna" {
			t.Errorf("%v", hits[0])
		}
	}
}

func TestASearchOfAWidgetIsCachedFromItsSecondRequestOn(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	body := `{"requests":[{"indexName":"products","query":"keten","hitsPerPage":7}]}`
	var got []string
	for range 3 {
		r := post(t, h, queries, body, algolia("atelier", keys["atelier"])...)
		h.Gateway.Cache().Wait()
		if r.Header.Get("Cache-Control") != "private, no-store" || r.Header.Get("ETag") != "" ||
			r.Header.Get("X-Version") == "" {
			t.Errorf("%v", r.Header)
		}
		if strings.Contains(r.Header.Get("Cache-Status"), "hit") {
			got = append(got, "hit")
		} else {
			got = append(got, "miss")
		}
	}
	if got := strings.Join(got, " "); got != "miss miss hit" {
		t.Errorf("%s, want miss miss hit", got)
	}
}

// Each part of an answer to a widget changes with the edit that concerns it, and a draft is never in any part.
func TestWidgetsAreAsFreshAsLists(t *testing.T) {
	t.Parallel()
	h, key := open(t)
	e := h.NewEditor(t)
	headers := algolia("demo", key)
	body := `{"requests":[
{"indexName":"products","query":"mavi keten gomlek","hitsPerPage":5,"facets":["brand","price","categories.lvl0"]},
{"indexName":"products_price_asc","hitsPerPage":3,"facets":["year"],"facetFilters":[["brand:Velturna"]]},
{"indexName":"products","hitsPerPage":0,"facets":["brand"]},
{"indexName":"products","hitsPerPage":1,"filters":"NOT brand:Velturna AND price > 10"}]}`
	ask := func() *kit.Answer {
		t.Helper()
		r := post(t, h, queries, body, headers...)
		if r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		h.Gateway.Cache().Wait()
		return r
	}
	number := func(r *kit.Answer, path ...any) string { return fmt.Sprint(r.At(path...)) }
	before := ask()
	first := number(before, "results", 0, "hits", 0, "objectID")
	for _, step := range []struct {
		name, sql string
		changed   func(r *kit.Answer) bool
	}{
		{"a name", `UPDATE product SET name = 'Mavi Keten Gömlek, yeni' WHERE tenant_id = 'demo' AND id = '` + first + `'`,
			func(r *kit.Answer) bool {
				return strings.Contains(string(r.Body), `"name":"Mavi Keten Gömlek, yeni"`)
			}},
		{"the lowest price", `UPDATE product SET amount = 0.5, list_price = NULL, sale_price = NULL
WHERE tenant_id = 'demo' AND id = '` + first + `'`,
			func(r *kit.Answer) bool { return number(r, "results", 1, "hits", 0, "objectID") == first }},
		{"a brand's name", `UPDATE brand SET name = 'Velturna II' WHERE tenant_id = 'demo' AND slug = 'velturna'`,
			func(r *kit.Answer) bool {
				return r.At("results", 2, "facets", "brand", "Velturna II") != nil && number(r, "results", 1, "nbHits") == "0"
			}},
		{"the name given back", `UPDATE brand SET name = 'Velturna' WHERE tenant_id = 'demo' AND slug = 'velturna'`,
			func(r *kit.Answer) bool { return number(r, "results", 1, "hits", 0, "objectID") == first }},
		{"a draft", `UPDATE product SET status = 'DRAFT' WHERE tenant_id = 'demo' AND id = '` + first + `'`,
			func(r *kit.Answer) bool { return !strings.Contains(string(r.Body), first) }},
		{"published again", `UPDATE product SET status = 'PUBLISHED' WHERE tenant_id = 'demo' AND id = '` + first + `'`,
			func(r *kit.Answer) bool { return number(r, "results", 1, "hits", 0, "objectID") == first }},
	} {
		for range 3 {
			ask() // so that it is kept
		}
		if r := ask(); !strings.Contains(r.Header.Get("Cache-Status"), "hit") {
			t.Fatalf("before %s: %s", step.name, r.Header.Get("Cache-Status"))
		}
		e.Exec(step.sql)
		h.WaitApplied(t, e, "demo")
		if r := ask(); !step.changed(r) {
			t.Errorf("after %s the answer is still:\n%.2000s", step.name, r.Body)
		}
	}
	// Facets and totals are those of the lists.
	r := ask()
	if got, want := number(r, "results", 2, "nbHits"), fmt.Sprint(h.Get(t, "demo", "/v1/product?limit=1").
		At("pagination", "totalRecords")); got != want {
		t.Errorf("%s products, want %s", got, want)
	}
}

func TestARemovedKeyIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	h, key := open(t)
	e := h.NewEditor(t)
	const body = `{"requests":[{"indexName":"products","hitsPerPage":1}]}`
	if r := post(t, h, queries, body, algolia("demo", key)...); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	e.Exec("UPDATE tenant SET search_key = NULL WHERE id = 'demo'")
	h.WaitApplied(t, e, "demo")
	r := post(t, h, queries, body, algolia("demo", key)...)
	if r.Status != 403 || !strings.Contains(string(r.Body), "vitrine tenant search-key demo") {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}
