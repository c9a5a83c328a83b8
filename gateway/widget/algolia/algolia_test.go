package algolia

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/gateway/widget"
	"vitrine/internal/api"
	"vitrine/search/highlight"
)

func TestPathsOfTheShape(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]Route{
		"/1/indexes/*/queries": {}, "/1/indexes/%2A/queries": {}, "/1/indexes/products/query": {Index: "products"},
		"/1/indexes/products/facets/attributes.Ekran%20Boyutu/query": {"products", "attributes.Ekran Boyutu"},
	} {
		if got, ok := Match(path); !ok || got != want {
			t.Errorf("%s: %+v, %v", path, got, ok)
		}
	}
	for _, path := range []string{"/1/indexes/products/queries", "/1/indexes//query", "/1/indexes/*", "/1/indexes",
		"/1/keys",
		"/1/indexes/a/facets//query", "/1/indexes/a/settings", "/1/indexes/%zz/query", "/2/indexes/*/queries"} {
		if _, ok := Match(path); ok {
			t.Errorf("%s is a path of the shape", path)
		}
	}
}

// parse reads one search of products.
func parse(t *testing.T, members string) (*widget.Call, error) {
	t.Helper()
	return Parse(Route{}, []byte(`{"requests":[{"indexName":"products",`+members+`}]}`))
}

func TestFacetFiltersAreRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ members, want string }{
		{`"facetFilters":["brand:A","brand:B"]`, `all("brand" is "A",;"brand" is "B",;)`},
		{`"facetFilters":[["brand:A","brand:B"]]`, `"brand" is "A","B",`},
		{`"facetFilters":"brand:A"`, `"brand" is "A",`},
		{`"facetFilters":"[[\"brand:A\"]]"`, `"brand" is "A",`},
		{`"facetFilters":["brand:A: b, \"c\""]`, `"brand" is "A: b, \"c\"",`},
		{`"facetFilters":["brand:-A"]`, `not("brand" is "A",;)`},
		{`"facetFilters":["-brand:A"]`, `not("brand" is "A",;)`},
		{`"facetFilters":["brand:\\-A"]`, `"brand" is "-A",`},
		{`"facetFilters":["year:2025"]`, `"year"=2025`},
		{`"facetFilters":[]`, ``},
		{`"facetFilters":[[]]`, ``},
		{`"numericFilters":["price>=10","price:10 TO 20",["year=1","year=2"]]`,
			`all("price"<=20;"price">=10;any("year"=1;"year"=2;);)`},
		{`"filters":"brand:A","facetFilters":[["year:1"]],"numericFilters":"price<5"`,
			`all("brand" is "A",;"price"<5;"year"=1;)`},
		{`"facetFilters":["brand"]`, "400"},
		{`"facetFilters":{}`, "400"},
		{`"facetFilters":[1]`, "400"},
		{`"facetFilters":["size:4"]`, "400"},
		{`"numericFilters":["brand:A"]`, "400"},
		{`"insideBoundingBox":"1,2,3,4"`, "400"},
	} {
		call, err := parse(t, c.members)
		got := "400"
		if err == nil {
			got = ""
			if f := call.Queries[0].Filter; f.Op != 0 {
				got = f.String()
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.members, got, c.want, err)
		}
	}
}

func TestPlacesAreRead(t *testing.T) {
	t.Parallel()
	for members, want := range map[string]string{
		`"insideBoundingBox":"42,30,40,28"`:                  "box(28,40,30,42,)",
		`"insideBoundingBox":[[40,28,42,30]]`:                "box(28,40,30,42,)",
		`"insideBoundingBox":"[[40,28,42,30],[1,1,2,2]]"`:    "any(box(1,1,2,2,);box(28,40,30,42,);)",
		`"insideBoundingBox":[[40,170,10,-170]]`:             "box(-170,10,170,40,)",
		`"aroundLatLng":"41, 29","aroundRadius":1000`:        "near(41,29,1000,0,)",
		`"aroundLatLng":"41,29","aroundRadius":"all"`:        "",
		`"aroundLatLng":"41,29"`:                             "",
		`"aroundLatLng":"91,29","aroundRadius":1000`:         "400",
		`"aroundLatLng":"x","aroundRadius":1000`:             "400",
		`"insideBoundingBox":"1,2,3"`:                        "400",
		`"insideBoundingBox":[[1,2,3,"x"]]`:                  "400",
		`"insideBoundingBox":"[[91,0,0,0]]"`:                 "400",
		`"aroundLatLng":"41,29","aroundRadius":"9999999999"`: "400",
	} {
		call, err := Parse(Route{}, []byte(`[{"indexName":"places",`+members+`}]`))
		got := "400"
		if err == nil {
			got = ""
			if f := call.Queries[0].Filter; f.Op != 0 {
				got = f.String()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", members, got, want, err)
		}
	}
}

// What an answer depends on is in the form by which it is kept, and nothing else.
func TestTheFormHasWhatTheAnswerDependsOn(t *testing.T) {
	t.Parallel()
	form := func(members string) string {
		t.Helper()
		call, err := parse(t, members)
		if err != nil {
			t.Fatalf("%s: %v", members, err)
		}
		return string(call.Form)
	}
	base := form(`"query":"a"`)
	for _, same := range []string{`"query":" a  "`, `"query":"a","analytics":true`,
		`"query":"a","page":0,"hitsPerPage":20`,
		`"query":"a","facets":[]`, `"query":"a","userToken":"x","x":{"y":[1]}`} {
		if form(same) != base {
			t.Errorf("%s has another form", same)
		}
	}
	for _, other := range []string{`"query":"b"`, `"query":"a","page":1`, `"query":"a","hitsPerPage":21`,
		`"query":"a","facets":["brand"]`, `"query":"a","highlightPreTag":"x"`, `"query":"a","highlightPostTag":"x"`,
		`"query":"a","attributesToHighlight":[]`, `"query":"a","attributesToRetrieve":["name"]`,
		`"query":"a","attributesToRetrieve":[]`,
		`"query":"a","attributesToSnippet":["name"]`, `"query":"a","snippetEllipsisText":"x"`,
		`"query":"a","filters":"year:1"`,
		`"query":"a","maxValuesPerFacet":3`, `"query":"a","type":"facet","facet":"brand"`, `"query":"a","offset":3`} {
		if form(other) == base {
			t.Errorf("%s has the same form", other)
		}
	}
}

func TestAHitIsTheRecordWithItsMatches(t *testing.T) {
	t.Parallel()
	write := func(members, record string, facets ...widget.Facet) map[string]any {
		t.Helper()
		call, err := parse(t, members)
		if err != nil {
			t.Fatal(err)
		}
		body, err := call.Write([]widget.Result{{Matcher: highlight.New(call.Queries[0].Text), Total: 21, Facets: facets,
			Hits: []widget.Hit{{ID: "x1", JSON: []byte(record)}}}}, 3)
		if err != nil {
			t.Fatal(err)
		}
		var out struct{ Results []map[string]any }
		if err := json.Unmarshal(body, &out); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return out.Results[0]
	}
	const record = `{"_id":"x1","name":"Red <b>lamp</b>","price":{"amount":1.50},"brand":{"name":"Lamp Co"},` +
		`"attributes":[{"name":"Lamp","value":"x"}],"location":{"lat":1,"lng":2}}`
	res := write(`"query":"lamp red","highlightPreTag":"<script>","highlightPostTag":"\"",`+
		`"attributesToSnippet":["name:1"]`, record)
	hit := res["hits"].([]any)[0].(map[string]any)
	marks := hit["_highlightResult"].(map[string]any)
	name := marks["name"].(map[string]any)
	if name["value"] != `<script>Red" <b><script>lamp"</b>` || name["matchLevel"] != "full" ||
		name["fullyHighlighted"] != false ||
		len(name["matchedWords"].([]any)) != 2 {
		t.Errorf("%v", name)
	}
	brand := marks["brand"].(map[string]any)["name"].(map[string]any)
	if brand["value"] != `<script>Lamp" Co` || brand["matchLevel"] != "partial" {
		t.Errorf("%v", brand)
	}
	if v := marks["attributes"].([]any)[0].(map[string]any); v["name"] != nil || v["value"] == nil {
		t.Errorf("%v", v)
	}
	if s := hit["_snippetResult"].(map[string]any)["name"].(map[string]any); s["value"] != `<script>Red"…` {
		t.Errorf("%v", s)
	}
	if hit["objectID"] != "x1" || hit["name"] != "Red <b>lamp</b>" || hit["_geoloc"].(map[string]any)["lng"] != 2.0 {
		t.Errorf("%v", hit)
	}
	if res["nbPages"] != 2.0 || res["nbHits"] != 21.0 || res["processingTimeMS"] != 3.0 ||
		len(res["facets"].(map[string]any)) != 0 {
		t.Errorf("%v", res)
	}
	res = write(`"attributesToRetrieve":["name"],"attributesToHighlight":[],"facets":["*"]`, record,
		widget.Facet{Name: "brand", Exact: true, Values: []widget.Value{{Value: "A: b", Count: 2}}})
	hit = res["hits"].([]any)[0].(map[string]any)
	if len(hit) != 3 || hit["_highlightResult"] != nil || hit["price"] != nil {
		t.Errorf("%v", hit)
	}
	for _, none := range []string{`[]`, `"[]"`} {
		only := write(`"attributesToHighlight":[],"attributesToRetrieve":`+none, record)
		if hit := only["hits"].([]any)[0].(map[string]any); len(hit) != 1 || hit["objectID"] != "x1" {
			t.Errorf("without attributes to retrieve: %v", hit)
		}
	}
	order := res["renderingContent"].(map[string]any)["facetOrdering"].(map[string]any)["facets"].(map[string]any)["order"]
	if list, _ := order.([]any); !slices.Contains(list, any("brand")) || res["facets"].(map[string]any)["brand"] == nil {
		t.Errorf("%v", res)
	}
}

// Postgres alone answers a search with such a filter, so one call must not hold many of them.
func TestACallHasFewSearchesThatOnlyPostgresAnswers(t *testing.T) {
	t.Parallel()
	call := func(n int, filter string) error {
		requests := make([]string, n)
		for i := range requests {
			requests[i] = fmt.Sprintf(`{"indexName":"products","query":"a %d","filters":%q}`, i, filter)
		}
		_, err := Parse(Route{}, []byte(`{"requests":[`+strings.Join(requests, ",")+`]}`))
		return err
	}
	for _, filter := range []string{"NOT brand:A", "brand:A OR year:2025", "price < 10"} {
		if err := call(widget.MaxRaw, filter); err != nil {
			t.Errorf("%s: %v", filter, err)
		}
		e := new(api.Error)
		if err := call(widget.MaxRaw+1, filter); !errors.As(err, &e) || e.Status != 400 ||
			!strings.Contains(string(Error(e)), `"status":400`) {
			t.Errorf("%s, too often: %v", filter, err)
		}
	}
	for _, filter := range []string{"", "brand:A", "brand:A AND price >= 10", "year:2025"} {
		if err := call(40, filter); err != nil {
			t.Errorf("%s: %v", filter, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"requests":[{"indexName":"products","query":"a","facetFilters":[["brand:A"]],"facets":["*"]}]}`,
		`[{"indexName":"products","params":{"query":"a","filters":"brand:A"}}]`,
		`{"requests":[{"indexName":"products","params":"query=a&facets=%5B%22brand%22%5D"}]}`,
		`{"params":"facetQuery=a"}`, `{}`, `[]`, `null`, `{"requests":[null]}`, `{"requests":[{"indexName":1}]}`,
	} {
		f.Add([]byte(s))
	}
	routes := []Route{{}, {Index: "products"}, {Index: "products", Facet: "brand"}}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, r := range routes {
			call, err := Parse(r, body)
			if err != nil {
				e := new(api.Error)
				if !errors.As(err, &e) || e.Status != 400 && e.Status != 404 || !json.Valid(Error(e)) {
					t.Fatalf("%q: %v", body, err)
				}
				continue
			}
			results := make([]widget.Result, len(call.Queries))
			for i := range results {
				results[i].Matcher = highlight.New(call.Queries[i].Text)
				results[i].Hits = []widget.Hit{{ID: "1", JSON: []byte(`{"name":"Red lamp","brand":{"name":"A"}}`)}}
			}
			out, err := call.Write(results, 1)
			if err != nil || !json.Valid(out) || strings.Contains(string(out), ":null") && r.Index == "" {
				t.Fatalf("%q: %v %s", body, err, out)
			}
		}
	})
}
