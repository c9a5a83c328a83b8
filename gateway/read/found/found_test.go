package found

import (
	"strings"
	"testing"

	"vitrine/gateway/query"
	"vitrine/internal/catalog"
	"vitrine/search"
	"vitrine/search/highlight"
)

func TestWhatWasFoundIsShown(t *testing.T) {
	t.Parallel()
	const record = `{"id":"1","name":"Lamp & <script>alert('lamp')</script>","description":"<p onclick=\"x\">One two ` +
		`three four <b>lamps</b> &lt;img&gt; five six seven</p>","slug":"lamp"}`
	f := func(params, want string) {
		t.Helper()
		q, err := query.NewRouter(true).ResolveURL("/v1/brand?search=lamp+x&" + params)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Records(q, search.Result{IDs: []string{"1"}, Engine: "meilisearch"},
			[]catalog.Record{{ID: "0"}, {ID: "1", JSON: []byte(record)}}, highlight.With(q.Text, "en", nil))
		if err != nil || len(got[0].JSON) != 0 || string(got[1].JSON) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", params, err, got[1].JSON, want)
		}
	}
	whole := strings.TrimSuffix(record, "}")
	const name = `"_highlight":{"name":"<mark>Lamp</mark> &amp; ` +
		`&lt;script&gt;alert(&#39;<mark>lamp</mark>&#39;)&lt;/script&gt;"}}`
	f("highlight=name", whole+","+name)
	f("highlight=name&fields=slug", `{"slug":"lamp",`+name)
	f("snippet=description:3&highlightTag=b&fields=id",
		`{"id":"1","_snippet":{"description":"…<b>lamps</b> &lt;img&gt; five…"}}`)
	f("explain=true&fields=id", `{"id":"1","_explain":{"engine":"meilisearch","score":0,"rules":[]}}`)
	if string(record) != whole+"}" {
		t.Error("the record has changed")
	}
}
