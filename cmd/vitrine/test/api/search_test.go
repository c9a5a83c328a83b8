package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// searchTexts find something in some modules, find nothing, or are no words.
var searchTexts = []string{
	"keten", "Keten gömlek", "gomlek", "mavi", "a", "velt", "moravel", "istanbul", "atölye", "teslimat", "desen 2024",
	"gomlkek", "moravle", "xyzzy", "the", "1", "😀", "שלום", "%", "_", "*", `"`, "'", `\`, "a & !b | (c <-> d:*",
	"<script>",
	"keten xyzzy", "ıIİi", "  çanta  ", strings.Repeat("a", 200), strings.Repeat("ab ", 60),
}

// The lists of the modules are the oracle of a search over all of them: a group has the records, the order and the
// total of its list. Modules whose list has every word as it was typed are all there.
func TestASearchOverAllModulesEqualsTheirLists(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, tenant := range []string{"demo", "atelier", "odd"} {
		t.Run(tenant, func(t *testing.T) {
			t.Parallel()
			for _, text := range searchTexts {
				compareSearch(t, h, tenant, text, 3)
			}
		})
	}
}

// compareSearch compares the groups of a search with the lists of the modules.
func compareSearch(t *testing.T, h *kit.App, tenant, text string, limit int) {
	t.Helper()
	encoded := url.QueryEscape(text)
	r := h.Get(t, tenant, fmt.Sprintf("/v1/search?q=%s&limit=%d", encoded, limit))
	if r.Status != http.StatusOK {
		t.Errorf("%q: %d %s", text, r.Status, kit.Excerpt(r.Body))
		return
	}
	groups, total := map[string]any{}, 0
	for i := range r.At("data", "groups").([]any) {
		module := r.Text("data", "groups", i, "module")
		groups[module] = r.At("data", "groups", i)
		total += integer(r.At("data", "groups", i, "total"))
	}
	if got := integer(r.At("data", "total")); got != total {
		t.Errorf("%q: a total of %d for groups of %d", text, got, total)
	}
	typed := false // a module has all words as they were typed
	lists := map[string]*kit.Answer{}
	for _, res := range catalog.Searched() {
		list := h.Get(t, tenant, fmt.Sprintf("/v1%s?search=%s&limit=%d", res.Listed().Path, encoded, limit))
		lists[res.Module()] = list
		typed = typed || len(listed(list)) > 0 && list.At("meta", "corrected") == nil
	}
	for module, list := range lists {
		ids := listed(list)
		group, shown := groups[module]
		if !shown {
			if len(ids) > 0 && (!typed || list.At("meta", "corrected") == nil) {
				t.Errorf("%q: %s of %s is missing, which has %v", text, module, tenant, ids)
			}
			continue
		}
		var got []string
		for _, hit := range group.(map[string]any)["hits"].([]any) {
			hit := hit.(map[string]any)
			got = append(got, fmt.Sprint(hit["id"]))
			if hit["module"] != module {
				t.Errorf("%q: a hit of %v in the group %s", text, hit["module"], module)
			}
			if path, ok := hit["path"].(string); ok {
				if page := h.Get(t, tenant, "/v1"+path); page.Status != http.StatusOK {
					t.Errorf("%q: %s of %s: %d", text, path, tenant, page.Status)
				}
			}
		}
		if diff := cmp.Diff(ids[:min(limit, len(ids))], got); diff != "" {
			t.Errorf("%q: %s of %s (-list +search):\n%s", text, module, tenant, diff)
		}
		if want := totalOf(list, len(ids)); integer(group.(map[string]any)["total"]) != want {
			t.Errorf("%q: %s of %s has a total of %v, its list %d", text, module, tenant, group.(map[string]any)["total"], want)
		}
	}
}

// listed are the ids of a list's records.
func listed(r *kit.Answer) (ids []string) {
	for _, rec := range records(r) {
		id, ok := rec["id"].(string)
		if !ok {
			id, _ = rec["_id"].(string)
		}
		ids = append(ids, id)
	}
	return ids
}

// totalOf is the total of a list; of one without pages, the number of its records.
func totalOf(r *kit.Answer, n int) int {
	for _, envelope := range []string{"pagination", "meta"} {
		if total := r.At(envelope, "totalRecords"); total != nil {
			return integer(total)
		}
	}
	return n
}

func integer(v any) int {
	n, _ := v.(json.Number)
	i, _ := n.Int64()
	return int(i)
}

// What a search finds by name comes before what it finds by description, whatever the module.
func TestTheBestModuleComesFirst(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	r := h.Get(t, "atelier", "/v1/search?q=Moravel")
	if module := r.Text("data", "groups", 0, "module"); module != "brand" {
		t.Errorf("the brand Moravel is in the group after %s", module)
	}
	r = h.Get(t, "atelier", "/v1/search?q=Moravle")
	if module := r.Text("data", "groups", 0, "module"); module != "brand" {
		t.Errorf("the brand Moravel, mistyped, is in the group after %s", module)
	}
	if got := r.Text("meta", "didYouMean"); got != "moravel" {
		t.Errorf("did you mean %q", got)
	}
	for _, tenant := range []string{"demo", "atelier"} {
		for _, text := range searchTexts {
			last := -1
			r := h.Get(t, tenant, "/v1/search?limit=1&q="+url.QueryEscape(text))
			if r.At("meta") != nil { // words were corrected or left out
				continue
			}
			for i := range r.At("data", "groups").([]any) {
				rank := nameRank(text, r.Text("data", "groups", i, "hits", 0, "name"))
				if rank < last {
					t.Errorf("%q of %s: group %d comes too late: %s", text, tenant, i, kit.Excerpt(r.Body))
				}
				last = rank
			}
		}
	}
}

// nameRank is 0 for a name that is the text, 1 for one that begins with it, 2 for one that has its words, and 3.
func nameRank(text, name string) int {
	words := strings.Join(search.Words(text), " ")
	folded := " " + strings.Join(strings.FieldsFunc(search.Fold(name), search.Separates), " ")
	switch rest, ok := strings.CutPrefix(folded, " "+words); {
	case ok && rest == "":
		return 0
	case ok && strings.HasPrefix(rest, " "):
		return 1
	case ok:
		return 2
	}
	for _, w := range search.Words(text) {
		if !strings.Contains(folded, " "+w) {
			return 4
		}
	}
	return 3
}

// A suggestion has every word of the text, the last one as a beginning, and leads to a record that a search for it
// finds. No visible name that begins with the text is missing while there is room.
func TestSuggestionsCompleteATextAndFindSomething(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	e := h.NewEditor(t)
	for _, tenant := range []string{"demo", "atelier"} {
		for _, text := range append(searchTexts, "göm", "GOM", "m", "keten g", "moravl", "velturn", "kuzeyi") {
			r := h.Get(t, tenant, "/v1/suggest?limit=20&q="+url.QueryEscape(text))
			if r.Status != http.StatusOK {
				t.Errorf("%q: %d %s", text, r.Status, kit.Excerpt(r.Body))
				continue
			}
			names := map[string]bool{}
			for i := range r.At("data", "suggestions").([]any) {
				name := r.Text("data", "suggestions", i, "text")
				folded := strings.Join(search.Words(name), " ")
				if nameRank(text, name) > 3 || names[folded] {
					t.Errorf("%q of %s: %q does not complete it, or is suggested twice", text, tenant, name)
				}
				names[folded] = true
				if i >= 2 { // each takes two requests
					continue
				}
				if page := h.Get(t, tenant, "/v1"+r.Text("data", "suggestions", i, "path")); page.Status != http.StatusOK {
					t.Errorf("%q of %s: %q leads to %d", text, tenant, name, page.Status)
				}
				found := h.Get(t, tenant, "/v1/search?q="+url.QueryEscape(name)+"&modules="+
					r.Text("data", "suggestions", i, "module"))
				if integer(found.At("data", "total")) == 0 {
					t.Errorf("%q of %s: a search for %q finds nothing", text, tenant, name)
				}
			}
			begin := strings.Join(search.Words(text), " ")
			if begin == "" || len(names) == 20 {
				continue
			}
			var brand *string
			if err := e.Conn.QueryRow(t.Context(), "SELECT min(name) FROM brand WHERE tenant_id = $1 AND status <> 'DRAFT' AND "+
				"starts_with(search_words, $2)", tenant, begin).Scan(&brand); err != nil {
				t.Fatal(err)
			}
			if brand != nil && !names[strings.Join(search.Words(*brand), " ")] {
				t.Errorf("%q of %s: the brand %q is missing in %s", text, tenant, *brand, kit.Excerpt(r.Body))
			}
		}
	}
}

// A text that finds nothing is answered with another one that finds something. Filters are not the text's fault.
func TestAnotherTextIsOffered(t *testing.T) {
	t.Parallel()
	h := inPostgres(t) // memory finds the records with some of the words instead
	for _, c := range []struct{ tenant, url, want string }{
		{"atelier", "/v1/product?search=moravel+xyzzy", "moravel"},
		{"atelier", "/v1/product?search=moravle+xyzzy", "moravel"},
		{"atelier", "/v1/product?search=moravel", ""},
		{"atelier", "/v1/product?search=xyzzy", ""},
		{"atelier", "/v1/product?search=xyzzy+qwrtp", ""},
		{"atelier", "/v1/product?search=moravel&minPrice=9999999", ""},
		{"atelier", "/v1/brand?search=moravle", "moravel"},
		{"atelier", "/v1/brand?search=moravel+xyzzy", "moravel"},
		{"atelier", "/v1/category/list?search=xyzzy", ""},
		{"demo", "/v1/product?search=gomlkek", "gomlek"},
	} {
		r := h.Get(t, c.tenant, c.url)
		if got, _ := r.At("meta", "didYouMean").(string); got != c.want || r.Status != http.StatusOK {
			t.Errorf("%s: %d, did you mean %q, want %q", c.url, r.Status, got, c.want)
		}
	}
}

// inPostgres opens an app whose searches are answered by Postgres.
func inPostgres(t *testing.T) *kit.App {
	t.Helper()
	return kit.Open(t, func(c *boot.Config) { c.ListingRows = 1 << 30 })
}

// A limit keeps the most frequent values of each facet, and does not change their counts.
func TestAFacetLimitKeepsTheMostFrequentValues(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, list := range []string{"/v1/product/filters?", "/v1/product/filters?search=keten&", "/v1/event/filters?"} {
		all := h.Get(t, "demo", list).At("data").(map[string]any)
		for range 2 { // the second answer is assembled
			few := h.Get(t, "demo", list+"facetLimit=2").At("data").(map[string]any)
			for name, values := range all {
				want, ok := values.([]any)
				switch got, _ := few[name].([]any); {
				case name == "attributes":
					for i, a := range want {
						options := a.(map[string]any)["options"].([]any)
						cut := got[i].(map[string]any)["options"]
						if diff := cmp.Diff(any(options[:min(2, len(options))]), cut); diff != "" {
							t.Errorf("%s: attribute %d: %s", list, i, diff)
						}
					}
				case ok:
					if diff := cmp.Diff(want[:min(2, len(want))], got); diff != "" {
						t.Errorf("%s: %s: %s", list, name, diff)
					}
				default:
					if diff := cmp.Diff(values, few[name]); diff != "" {
						t.Errorf("%s: %s: %s", list, name, diff)
					}
				}
			}
		}
	}
}

// Two forms of one search share an answer, and both addresses of the tenant give it.
func TestEqualSearchesShareAnAnswer(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	first := h.Get(t, "demo", "/v1/search?q=keten+ku%C5%9Fak&modules=brand&modules=product")
	for _, url := range []string{
		"/v1/search?modules[]=product,brand&q=%20keten%20%20ku%C5%9Fak&limit=5", "/t/demo/v1/search?q=keten+ku%C5%9Fak" +
			"&modules=product,brand,product", "/v1/catalog/search?modules=brand,product&q=keten+ku%C5%9Fak",
	} {
		r := h.Get(t, "demo", url)
		if string(r.Body) != string(first.Body) || r.Header.Get("ETag") != first.Header.Get("ETag") {
			t.Errorf("%s answers otherwise: %s", url, kit.Excerpt(r.Body))
		}
	}
	all := h.Get(t, "demo", "/v1/search?q=keten")
	var names []string
	for _, res := range catalog.Searched() {
		names = append(names, res.Module())
	}
	got := h.Get(t, "demo", "/v1/search?q=keten&modules="+strings.Join(names, ","))
	if string(got.Body) != string(all.Body) || !strings.HasSuffix(got.Header.Get("Content-Location"), "/search?q=keten") {
		t.Errorf("all modules by name: %s", got.Header.Get("Content-Location"))
	}
}

// The highlights of hits are HTML without any markup but marks.
func TestHighlightsAreSafe(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	e.Exec(`INSERT INTO brand (tenant_id, slug, name, description) VALUES
  ('demo', 'nasty', 'Zebranthos <img src=x onerror=alert(1)> & "co"',
   '<p>Zebranthos &lt;script&gt;alert(2)&lt;/script&gt; <b>bold</b></p><script>zebranthos()</script>')`)
	h.WaitApplied(t, e, "demo")
	r := h.Get(t, "demo", "/v1/search?q=zebranthos")
	want := `<mark>Zebranthos</mark> &lt;img src=x onerror=alert(1)&gt; &amp; &#34;co&#34;`
	if got := r.Text("data", "groups", 0, "hits", 0, "highlights", "name"); got != want {
		t.Errorf("the name is %q", got)
	}
	want = `<mark>Zebranthos</mark> &lt;script&gt;alert(2)&lt;/script&gt; bold`
	if got := r.Text("data", "groups", 0, "hits", 0, "highlights", "text"); got != want {
		t.Errorf("the description is %q", got)
	}
	if other := h.Get(t, "atelier", "/v1/search?q=zebranthos"); integer(other.At("data", "total")) != 0 {
		t.Errorf("another tenant finds the brand: %s", kit.Excerpt(other.Body))
	}
}
