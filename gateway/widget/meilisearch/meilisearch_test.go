package meilisearch

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"vitrine/gateway/widget"
	"vitrine/internal/api"
	"vitrine/search/highlight"
)

func TestPathsOfTheShape(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]Route{
		"/multi-search": {}, "/indexes/products/search": {Index: "products"},
		"/indexes/products/facet-search": {Index: "products", Values: true},
	} {
		if got, ok := Match(path); !ok || got != want {
			t.Errorf("%s: %+v, %v", path, got, ok)
		}
	}
	for _, path := range []string{"/multi-search/", "/indexes/products", "/indexes//search", "/indexes/a/b/search",
		"/indexes",
		"/indexes/products/documents", "/indexes/%zz/search"} {
		if _, ok := Match(path); ok {
			t.Errorf("%s is a path of the shape", path)
		}
	}
}

func TestSearchesAreRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ members, want string }{
		{``, `products 0+20 `},
		{`"q":null,"limit":0`, `products 0+0 `},
		{`"limit":21,"offset":40`, `products 40+21 `},
		{`"hitsPerPage":10,"page":3`, `products 20+10 `},
		{`"hitsPerPage":0,"page":1`, `products 0+0 `},
		{`"page":0`, `products 0+0 `},
		{`"limit":5000`, `products 0+1000 `},
		{`"sort":["price:desc","name:asc"]`, `products_price_desc 0+20 `},
		{`"filter":"brand = A"`, `products 0+20 "brand" is "A",`},
		{`"filter":["\"brand\"=\"A \\\"B\\\"\"","\"price\">=10"]`, `products 0+20 all("brand" is "A \"B\"",;"price">=10;)`},
		{`"filter":[["\"brand\"=\"A\"","\"brand\"=\"B\""],"\"price\" 10 TO 20"]`,
			`products 0+20 all("brand" is "A","B",;"price"<=20;"price">=10;)`},
		{`"filter":["brand NOT IN [A, B]", ["year EXISTS"]]`, `products 0+20 all("year" exists;not("brand" is "A","B",;);)`},
		{`"filter":[]`, `products 0+20 `},
		{`"filter":""`, `products 0+20 `},
		{`"facets":["brand","*"],"hybrid":{"embedder":"x"},"vector":[1,2],"matchingStrategy":"all"`, `products 0+20 `},
		{`"filter":1`, "invalid_search_filter"},
		{`"filter":[1]`, "invalid_search_filter"},
		{`"filter":"brand ="`, "invalid_search_filter"},
		{`"filter":"size = 4"`, "invalid_search_filter"},
		{`"filter":"_geoRadius(1,2,3)"`, "invalid_search_filter"},
		{`"facets":["size"]`, "invalid_search_facets"},
		{`"sort":["size:asc"]`, "invalid_search_sort"},
		{`"sort":["price"]`, "invalid_search_sort"},
		{`"limit":-1`, "invalid_search_limit"},
		{`"limit":"10"`, "invalid_search_limit"},
		{`"hitsPerPage":-1`, "invalid_search_hits_per_page"},
		{`"highlightPreTag":"` + strings.Repeat("x", 200) + `"`, "invalid_search_highlight_pre_tag"},
		{`"q":5`, "invalid_search_q"},
	} {
		members := c.members
		if members != "" {
			members = "," + members
		}
		call, err := Parse(Route{}, []byte(`{"queries":[{"indexUid":"products"`+members+`}]}`))
		var got string
		if err != nil {
			var body struct{ Code, Message, Type, Link string }
			if json.Unmarshal(Error(api.Of(err)), &body) != nil || body.Message == "" || body.Type != "invalid_request" ||
				!strings.HasSuffix(body.Link, body.Code) || api.Of(err).Status != 400 {
				t.Errorf("%s: %v", c.members, err)
			}
			got = body.Code
		} else {
			q := &call.Queries[0]
			filter := ""
			if q.Filter.Op != 0 {
				filter = q.Filter.String()
			}
			b, _ := json.Marshal([]int{q.Offset, q.Limit})
			got = q.Index.Name + " " + strings.NewReplacer("[", "", "]", "", ",", "+").Replace(string(b)) + " " + filter
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.members, got, c.want)
		}
	}
}

func TestErrorsHaveCodes(t *testing.T) {
	t.Parallel()
	_, err := Parse(Route{Index: "things"}, nil)
	for _, c := range []struct {
		err  error
		code string
	}{
		{err, "index_not_found"},
		{api.Errorf(403, api.Unauthenticated, "x"), "invalid_api_key"},
		{api.Errorf(400, api.TenantMismatch, "x"), "invalid_tenant"},
		{api.UnknownTenant(), "invalid_tenant"},
		{api.Errorf(400, api.InvalidRequest, "x"), "malformed_payload"},
		{api.Errorf(405, api.MethodNotAllowed, "x"), "method_not_allowed"},
		{api.Errorf(413, api.PayloadTooLarge, "x"), "payload_too_large"},
		{api.Errorf(415, api.UnsupportedMediaType, "x"), "invalid_content_type"},
		{api.Errorf(429, api.TooManyRequests, "x"), "too_many_search_requests"},
		{errors.New("x"), "internal"},
	} {
		var body map[string]string
		if err := json.Unmarshal(Error(api.Of(c.err)), &body); err != nil || body["code"] != c.code || len(body) != 4 {
			t.Errorf("%v: %v, want %s", c.err, body, c.code)
		}
	}
}

func TestAHitIsTheRecordWithItsFormattedForm(t *testing.T) {
	t.Parallel()
	hit := func(members string) map[string]any {
		t.Helper()
		call, err := Parse(Route{}, []byte(`{"queries":[{"indexUid":"products","q":"lamp red",`+members+`}]}`))
		if err != nil {
			t.Fatal(err)
		}
		hit := widget.Hit{ID: "x", JSON: []byte(`{"_id":"x","name":"Red <b>lamp</b> of the old town",` +
			`"price":{"amount":1.50},"tags":["lamp",2,true],"liked":false}`)}
		body, err := call.Write([]widget.Result{{Matcher: highlight.New(call.Queries[0].Text), Total: 3,
			Hits: []widget.Hit{hit}}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		var out struct {
			Results []struct {
				Hits []map[string]any
			}
		}
		if err := json.Unmarshal(body, &out); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return out.Results[0].Hits[0]
	}
	text := func(v any) string {
		b, _ := json.Marshal(v)
		return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(b))
	}
	h := hit(`"attributesToHighlight":["*"],"highlightPreTag":"[","highlightPostTag":"]"`)
	if got := text(h["_formatted"]); got != `{"_id":"x","liked":false,"name":"[Red] <b>[lamp]</b> of the old town",`+
		`"price":{"amount":"1.50"},"tags":["[lamp]","2",true]}` {
		t.Error(got)
	}
	if h["price"].(map[string]any)["amount"] != 1.5 || h["objectID"] != "x" {
		t.Errorf("%v", h)
	}
	h = hit(`"attributesToCrop":["name:2"],"attributesToRetrieve":["name"],"cropMarker":"~"`)
	if got := text(h); got != `{"_formatted":{"name":"Red <b~"},"name":"Red <b>lamp</b> of the old town","objectID":"x"}` {
		t.Error(got)
	}
	h = hit(`"showMatchesPosition":true`)
	if got := text(h["_matchesPosition"]); got != `{"name":[{"length":3,"start":0},{"length":4,"start":7}],`+
		`"tags":[{"length":4,"start":0}]}` || h["_formatted"] != nil {
		t.Error(got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"queries":[{"indexUid":"products","q":"a","filter":[["brand = A"],"price > 1"],` +
			`"facets":["*"],"sort":["price:asc"]}]}`,
		`{"q":"a","attributesToHighlight":["*"],"attributesToCrop":["name:2"]}`, `{"facetName":"brand","facetQuery":"a"}`,
		`{}`, `[]`, `null`, `{"queries":[null]}`, `{"queries":[{"indexUid":1}]}`,
	} {
		f.Add([]byte(s))
	}
	routes := []Route{{}, {Index: "products"}, {Index: "products", Values: true}, {Index: "places"}}
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
			if out, err := call.Write(results, 1); err != nil || !json.Valid(out) {
				t.Fatalf("%q: %v %s", body, err, out)
			}
		}
	})
}
