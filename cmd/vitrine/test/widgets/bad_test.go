package widgets

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// repeat is a list of n items in JSON.
func repeat(item string, n int) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }

// hostile are the parameters of searches that no client sends.
func hostile() []string {
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for _, text := range []string{
		"", "\u202egomlek", "a", strings.Repeat("x", 5000), strings.Repeat("wild* ", 800), "   ", "\u0000", "a\u0000b",
		"😀👩‍👩‍👧‍👦", "مرحبا بالعالم",
		`"gomlek`, `' OR 1=1 --`, `brand:Velturna AND (`, `*?*?*?*?%%__`, "$1; DROP TABLE product", "\ufeff\u200b",
		strings.Repeat("é", 300), "ﷺ", "İIıi", "<script>alert(1)</script>", `\\\\\\`,
	} {
		b, _ := json.Marshal(text)
		add(`"query":%s`, b)
		add(`"query":"gomlek","facets":["brand"],"facetQuery":%s,"type":"facet","facet":"brand"`, b)
		add(`"filters":%s`, b)
		add(`"facetFilters":[["brand:"+%[1]s,%[1]s]]`, b)
		add(`"facetFilters":%s`, b)
		add(`"numericFilters":%s`, b)
		add(`"facets":%s`, b)
		add(`"highlightPreTag":%[1]s,"highlightPostTag":%[1]s,"query":"gomlek"`, b)
		add(`"attributesToSnippet":[%[1]s],"snippetEllipsisText":%[1]s,"query":"gomlek"`, b)
		add(`"attributesToRetrieve":[%s]`, b)
		add(`"insideBoundingBox":%s`, b)
		add(`"aroundLatLng":%s,"aroundRadius":10`, b)
		add(`"params":%s`, b)
	}
	for _, value := range []string{"-1", "1e9", "99999999999999999999", "null", "[]", "{}", "true", "1.5", `"NaN"`,
		`"x"`} {
		for _, name := range []string{"page", "hitsPerPage", "maxValuesPerFacet", "offset", "length", "facets", "filters",
			"query",
			"facetFilters", "numericFilters", "attributesToRetrieve", "attributesToHighlight", "highlightPreTag", "params",
			"insideBoundingBox", "aroundRadius"} {
			add(`"%s":%s`, name, value)
		}
	}
	add(`"facets":%s`, repeat(`"brand"`, 1000))
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprintf(`"attributes.a%d"`, i))
	}
	add(`"facets":[%s]`, strings.Join(names, ","))
	add(`"facetFilters":%s`, repeat(`["brand:Velturna","year:2025"]`, 1500))
	add(`"facetFilters":[%s]`, repeat(`"brand:-Velturna"`, 900))
	add(`"filters":"%sbrand:A%s"`, strings.Repeat("(", 500), strings.Repeat(")", 500))
	add(`"filters":"%sbrand:A"`, strings.Repeat("NOT ", 500))
	add(`"filters":"brand IN [%s]"`, strings.Repeat("a,", 3000))
	add(`"filters":"price > 1e400 OR price:NaN TO Inf"`)
	add(`"filters":"price:-5 TO 0.0000000000000000000001"`)
	add(`"filters":"year = 99999999999 OR year != -5"`)
	add(`"numericFilters":["year=99999999999","price>=-1"]`)
	add(`"filters":"_geoRadius(1,2,3)"`)
	add(`"attributesToRetrieve":["*","-brand","-attributes.value"],"hitsPerPage":1`)
	add(`"attributesToHighlight":["*"],"query":"velturna","hitsPerPage":3`)
	add(`"hitsPerPage":1000`)
	add(`"page":1048576,"hitsPerPage":1000`)
	add(`"facets":["*"],"maxValuesPerFacet":0`)
	add(`"indexName":["products"]`)
	return all
}

// Whatever a search is, the answer is a page or a clear 400 in the client's form, with records of the tenant only, and
// none of a draft.
func TestBadInputOfAlgoliaIsAnsweredOrRefused(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	own := idsOf(t, h, "demo")
	refused, answered := 0, 0
	for _, p := range hostile() {
		r := post(t, h, queries, `{"requests":[{"indexName":"products",`+p+`}]}`, algolia("demo", keys["demo"])...)
		switch {
		case r.Status == 400 || r.Status == 404 || r.Status == 413:
			refused++
			if message, _ := r.At("message").(string); message == "" || len(r.Body) > 1000 {
				t.Errorf("%.200s: %s", p, r.Body)
			}
		case r.Status == 200 && r.JSON != nil:
			answered++
			for _, hit := range hitsOf(r.At("results")) {
				if !own[hit] {
					t.Errorf("%.200s: the record %s is not in the tenant's list", p, hit)
				}
			}
		default:
			t.Errorf("%.200s: %d %.300s", p, r.Status, r.Body)
		}
	}
	if refused < 50 || answered < 50 {
		t.Errorf("%d were refused and %d answered", refused, answered)
	}
}

func TestTooManySearchesInOneCallAreRefused(t *testing.T) {
	t.Parallel()
	h, keys := keys(t)
	headers := algolia("demo", keys["demo"])
	for n, want := range map[int]int{50: 200, 51: 400, 100: 400} {
		body := `{"requests":` + repeat(`{"indexName":"products","hitsPerPage":1}`, n) + `}`
		r := post(t, h, queries, body, headers...)
		if r.Status != want || want == 200 && len(r.At("results").([]any)) != n {
			t.Errorf("%d searches: %d %.200s", n, r.Status, r.Body)
		}
	}
	if r := post(t, h, queries, `{"requests":`+repeat(`{"indexName":"products","hitsPerPage":100}`, 11)+`}`,
		headers...); r.Status != 400 {
		t.Errorf("1,100 records: %d", r.Status)
	}
	if r := post(t, h, queries, `{"requests":[{"indexName":"products","query":"`+strings.Repeat("x", 70_000)+`"}]}`,
		headers...); r.Status != 413 {
		t.Errorf("70 KB: %d", r.Status)
	}
}

// idsOf are the ids of all products of a tenant that its list shows.
func idsOf(t *testing.T, h *kit.App, tenant string) map[string]bool {
	t.Helper()
	own := map[string]bool{}
	for page := 1; ; page++ {
		r := h.Get(t, tenant, fmt.Sprintf("/v1/product?limit=100&page=%d", page))
		data, _ := r.At("data").([]any)
		for i := range data {
			own[fmt.Sprint(r.At("data", i, "_id"))] = true
		}
		if len(data) < 100 {
			return own
		}
	}
}

// hitsOf are the ids of all hits in results.
func hitsOf(results any) (ids []string) {
	list, _ := results.([]any)
	for _, res := range list {
		hits, _ := (&kit.Answer{JSON: res}).At("hits").([]any)
		for _, hit := range hits {
			m, _ := hit.(map[string]any)
			ids = append(ids, fmt.Sprint(m["objectID"]))
		}
	}
	return slices.Compact(ids)
}
