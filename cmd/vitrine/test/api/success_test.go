package api

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/importer"
	"vitrine/internal/testkit"
	"vitrine/search/meili/meilitest"
)

// leastSuccess is the share of judged queries that must have a right answer among the first three.
const leastSuccess = 0.92

// A judgedQuery is a query with the ids of its right answers, and after a ! of those that must not be among the first.
type judgedQuery struct {
	text string
	ids  []string
}

// judged reads a set of judged queries of bench/relevance.
func judged(t *testing.T, set string) (all []judgedQuery) {
	t.Helper()
	f, err := os.Open("../../../../bench/relevance/judged/" + set + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		all = append(all, judgedQuery{row[0], strings.Fields(row[1])})
	}
	return all
}

// succeeds asks a list for each query of a set and judges the first three records, whose ids idOf returns. Memory must
// rank each of them, unless there is a Meilisearch.
func succeeds(t *testing.T, h *kit.App, tenant, path, set string, idOf func(rec map[string]any) []string) {
	t.Helper()
	queries := judged(t, set)
	lost, meili := 0, 0
	for _, q := range queries {
		r := h.Get(t, tenant, path+"?limit=3&search="+url.QueryEscape(q.text))
		switch engine := r.Header.Get("X-Search-Engine"); {
		case engine == "meilisearch":
			meili++
		case r.Status != http.StatusOK || engine != "memory":
			t.Errorf("%q: %d by %q", q.text, r.Status, engine)
		}
		right, wrong := false, false
		for _, rec := range records(r) {
			for _, id := range idOf(rec) {
				right = right || slices.Contains(q.ids, id)
				wrong = wrong || slices.Contains(q.ids, "!"+id)
			}
		}
		if !right || wrong {
			lost++
			t.Logf("%s: no success for %q", set, q.text)
		}
	}
	if h.Meili != nil && meili < len(queries)/2 { // it passes on misspelt words and plurals
		t.Errorf("%s: Meilisearch ranks only %d of %d queries", set, meili, len(queries))
	}
	share := 1 - float64(lost)/float64(len(queries))
	if t.Logf("%s: success@3 %.3f of %d queries", set, share, len(queries)); share < leastSuccess || len(queries) < 10 {
		t.Errorf("%s: success@3 is %.3f, want %.2f", set, share, leastSuccess)
	}
}

// The endpoint ranks a tenant of a few hundred products as bench/relevance does: by the one ranking, not by Postgres's.
func TestASmallTenantIsRankedAsJudged(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	holdLists(t, h, "demo") // a machine that is too busy to build it in time answers from Postgres
	succeeds(t, h, "demo", "/v1/product", "demo", func(rec map[string]any) []string {
		return []string{rec["slug"].(string)}
	})
}

// A tenant of a few products has no table in memory until the first text. From then on it is ranked as judged.
func TestTheFirstTextOfASmallTenantIsRankedAsJudged(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, kit.LiveClock) // what Postgres answers meanwhile ends with its second
	e := h.NewEditor(t)
	var slugs []string
	for _, q := range judged(t, "demo") {
		slugs = append(slugs, q.ids[:min(3, len(q.ids))]...)
	}
	e.Exec(`INSERT INTO tenant (id, name, language) VALUES ('few', 'Few', 'tr');
INSERT INTO product (tenant_id, slug, name, title, description, status, position)
SELECT 'few', slug, name, title, description, status, position FROM product WHERE tenant_id = 'demo'
ORDER BY (slug = ANY('{` + strings.Join(slugs, ",") + `}')) DESC, md5(slug) LIMIT 600`)
	h.WaitApplied(t, e, "few")
	testkit.Until(t, "the first text is answered from memory", func() bool {
		r := h.Get(t, "few", "/v1/product?limit=3&search=gomlek")
		return r.Header.Get("X-Search-Engine") == "memory"
	})
	succeeds(t, h, "few", "/v1/product", "demo", func(rec map[string]any) []string {
		return []string{rec["slug"].(string)}
	})
}

// Imported products, places and words are ranked by the endpoints as bench/relevance ranks the files.
func TestImportedFilesAreRankedAsJudged(t *testing.T) {
	t.Parallel()
	dir := realData(t)
	if testing.Short() {
		t.Skip("SKIPPED by -short: it imports for some seconds")
	}
	h := kit.Open(t, kit.LiveClock) // as above
	for _, f := range []struct{ kind, file string }{
		{"product", "products_bestbuy"}, {"place", "places_cities"}, {"dictionary_term", "dictionary_wordset"},
	} {
		r, err := importer.Run(t.Context(), h.Pool, importer.Options{Kind: f.kind, Tenant: realTenant,
			File: filepath.Join(dir, f.file+".jsonl.gz"), Rejects: filepath.Join(t.TempDir(), "rejects.jsonl")})
		if err != nil || r.Inserted == 0 {
			t.Fatalf("import %s: %d of %d records: %v", f.file, r.Inserted, r.Read, err)
		}
	}
	for _, kind := range []string{"product", "place", "dictionary_term"} {
		if err := h.Listing.Build(t.Context(), realTenant, kind); err != nil {
			t.Fatal(err)
		}
	}
	succeeds(t, h, realTenant, "/v1/product", "bestbuy", numberOfPicture)
	cities := idsOf(t, dir, "places_cities", func(rec map[string]any) (key, id string) {
		geo := rec["_geo"].(map[string]any)
		return fmt.Sprint(rec["name"], geo["lat"], geo["lng"]), fmt.Sprint(rec["geonameid"])
	})
	succeeds(t, h, realTenant, "/v1/place", "cities", func(rec map[string]any) []string {
		at := rec["location"].(map[string]any)
		return cities[fmt.Sprint(rec["name"], at["lat"], at["lng"])]
	})
	words := idsOf(t, dir, "dictionary_wordset", func(rec map[string]any) (key, id string) {
		return fmt.Sprint(rec["word"]), fmt.Sprint(rec["wordset_id"])
	})
	succeeds(t, h, realTenant, "/v1/dictionary", "wordset", func(rec map[string]any) []string {
		return words[fmt.Sprint(rec["term"])]
	})
}

// numberOfPicture returns the number of a product's picture, which names it in a set.
func numberOfPicture(rec map[string]any) []string {
	image, _ := rec["featuredImage"].(string)
	if image == "" {
		image, _ = rec["thumbnail"].(string)
	}
	id, _, _ := strings.Cut(path.Base(image), "_")
	return []string{id}
}

// Products are ranked as judged by Meilisearch, too.
func TestMeilisearchRanksProductsAsJudged(t *testing.T) {
	t.Parallel()
	dir := realData(t)
	if testing.Short() {
		t.Skip("SKIPPED by -short: it imports and indexes for some seconds")
	}
	h := kit.Open(t, func(c *boot.Config) {
		c.MeiliURL, c.MeiliKey = meilitest.Open(t)
		c.MeiliPrefix, c.MeiliTimeout = fmt.Sprintf("judged_%d_", time.Now().UnixNano()), 20*time.Second
		kit.LiveClock(c)
	})
	r, err := importer.Run(t.Context(), h.Pool, importer.Options{Kind: "product", Tenant: realTenant,
		File:    filepath.Join(dir, "products_bestbuy.jsonl.gz"),
		Rejects: filepath.Join(t.TempDir(), "rejects.jsonl")})
	if err != nil || r.Inserted == 0 {
		t.Fatalf("import: %d of %d records: %v", r.Inserted, r.Read, err)
	}
	e := h.NewEditor(t)
	testkit.Until(t, "all is indexed", func() bool {
		return e.One(`SELECT count(*)::text FROM tenant_seq s WHERE NOT EXISTS (SELECT FROM search_cursor c
WHERE (c.tenant_id, c.epoch, c.n) = (s.tenant_id, s.epoch, s.n))`) == "0"
	})
	for _, tenant := range []string{"demo", realTenant} {
		holdLists(t, h, tenant)
	}
	succeeds(t, h, realTenant, "/v1/product", "bestbuy", numberOfPicture)
	succeeds(t, h, "demo", "/v1/product", "demo", func(rec map[string]any) []string {
		return []string{rec["slug"].(string)}
	})
}

// idsOf reads the ids of the records of a file, by what their answers show.
func idsOf(t *testing.T, dir, file string, read func(rec map[string]any) (key, id string)) map[string][]string {
	t.Helper()
	ids := map[string][]string{}
	for _, line := range kit.Lines(t, filepath.Join(dir, file+".jsonl.gz")) {
		in := json.NewDecoder(bytes.NewReader(line))
		in.UseNumber()
		var rec map[string]any
		if err := in.Decode(&rec); err != nil {
			t.Fatal(err)
		}
		key, id := read(rec)
		ids[key] = append(ids[key], id)
	}
	return ids
}

// Each module whose filters are not counted is searched in memory, by the rules for products: "harbour" is the singular
// of "harbours". A search follows edits at once.
func TestTheSearchesOfModulesAreAnsweredFromMemory(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	var asked int
	for _, res := range catalog.Searched() {
		list := res.Listed().Path
		columns, values := "tenant_id, status, "+res.Words[0], "'demo', 'PUBLISHED', 'Zebranthos harbours'"
		if res.Name != "faq" {
			columns, values = columns+", slug", values+", 'zebranthos'"
		}
		if res.Name == "dictionary_term" {
			columns, values = columns+", definition", values+", 'Boats'"
		}
		if res.Name == "blog_post" {
			columns, values = columns+", published_at", values+", '2026-01-01'"
		}
		if res.Name == "event" {
			continue
		}
		if err := h.Listing.Build(t.Context(), "demo", res.Name); err != nil {
			t.Fatal(err)
		}
		asked++
		finds := func(when, text string, want bool) {
			t.Helper()
			for range 3 { // the second answer is cached
				r := h.Get(t, "demo", "/v1"+list+"?search="+url.QueryEscape(text))
				if engine := r.Header.Get("X-Search-Engine"); r.Status != http.StatusOK || engine != "memory" ||
					strings.Contains(string(r.Body), "Zebranthos") != want {
					t.Errorf("%s, %s: %q by %q, want it found %v: %s", when, list, text, engine, want, kit.Excerpt(r.Body))
				}
			}
		}
		edit := func(sql string) {
			t.Helper()
			e.Exec(sql)
			h.WaitApplied(t, e, "demo")
		}
		where := " WHERE tenant_id = 'demo' AND " + res.Words[0] + " LIKE 'Zebranthos%'"
		finds("before", "harbour zebranthos", false)
		edit("INSERT INTO " + res.Name + " (" + columns + ") VALUES (" + values + ")")
		finds("inserted", "harbour zebranthos", true)
		finds("mistyped", "zebrantohs", true)
		edit("UPDATE " + res.Name + " SET status = 'DRAFT'" + where)
		finds("a draft", "harbour zebranthos", false)
	}
	if asked < 12 {
		t.Errorf("only %d modules were searched", asked)
	}
}

// Of products that match alike, the most popular comes first, whichever engine answers. A cached search follows sales
// and visits.
func TestPopularityDecidesBetweenEquals(t *testing.T) {
	t.Parallel()
	for engine, rows := range map[string]int{"memory": 1, "postgres": 1 << 30} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			h := kit.Open(t, func(c *boot.Config) { c.ListingRows = rows })
			e := h.NewEditor(t)
			e.Exec(`INSERT INTO product (tenant_id, slug, name, status, position, sold, visits) VALUES
  ('demo', 'first', 'Zebranthos lamp', 'PUBLISHED', 1, 0, 5),
  ('demo', 'visited', 'Zebranthos lamp', 'PUBLISHED', 2, 0, 30),
  ('demo', 'sold', 'Zebranthos lamp', 'PUBLISHED', 3, 1, 0), ('demo', 'less', 'Lamp', 'PUBLISHED', 0, 9, 0)`)
			if h.WaitApplied(t, e, "demo"); rows == 1 {
				holdLists(t, h, "demo")
			}
			has := func(want string) {
				t.Helper()
				for range 3 { // the second answer is cached
					r := h.Get(t, "demo", "/v1/product?limit=3&search=zebranthos+lamp")
					got := ""
					for _, rec := range records(r) {
						got += rec["slug"].(string) + " "
					}
					if got != want || r.Header.Get("X-Search-Engine") != engine {
						t.Errorf("%q by %q, want %q", got, r.Header.Get("X-Search-Engine"), want)
					}
				}
			}
			has("visited sold first ")
			e.Exec("UPDATE product SET visits = 50 WHERE tenant_id = 'demo' AND slug = 'first'")
			h.WaitApplied(t, e, "demo")
			has("first visited sold ")
			e.Exec("UPDATE product SET sold = 1, visits = 30 WHERE tenant_id = 'demo' AND slug IN ('first', 'visited')")
			h.WaitApplied(t, e, "demo")
			has("first visited sold ") // equals come in the order of the list
		})
	}
}

// A new record is found by the first search after its change was applied, on a tenant of any size.
func TestANewRecordIsFoundByTheFirstSearch(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	holdLists(t, h, "demo")
	h.Get(t, "demo", "/v1/product?search=zebranthos")
	var took []time.Duration
	for i := range 20 {
		name := fmt.Sprintf("Zebranthos%c%c", 'a'+i, 'z'-i)
		e.Exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('demo', lower('" + name + "'), '" + name +
			"', 'PUBLISHED')")
		committed := time.Now()
		h.WaitApplied(t, e, "demo")
		r := h.Get(t, "demo", "/v1/product?search="+name)
		took = append(took, time.Since(committed))
		if r.At("pagination", "totalRecords") != json.Number("1") || r.Header.Get("X-Search-Engine") != "memory" {
			t.Errorf("%s by %q: %s", name, r.Header.Get("X-Search-Engine"), kit.Excerpt(r.Body))
		}
	}
	slices.Sort(took)
	t.Logf("from the commit to the answer: median %v, at most %v", took[len(took)/2], took[len(took)-1])
}

// Searches that are not repeated leave the cache to the pages of the catalogue. Their readers are answered meanwhile.
func TestAFloodOfSearchesEvictsNoPage(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.CacheBytes = 16 << 20 })
	var pages []string
	for _, rec := range records(h.Get(t, "demo", "/v1/product?limit=20")) {
		pages = append(pages, "/v1/product/"+rec["slug"].(string))
	}
	pages = append(pages, "/v1/product?limit=20", "/v1/category/tree", "/v1/brand")
	read := func(when, want string) {
		t.Helper()
		for _, page := range pages {
			r := h.Get(t, "demo", page)
			if status := r.Header.Get("Cache-Status"); r.Status != http.StatusOK || !strings.Contains(status, want) {
				t.Errorf("%s: %s: %d %s", when, page, r.Status, status)
			}
		}
	}
	for range 2 {
		read("before", "")
		h.Gateway.Cache().Wait()
	}
	read("before the flood", "hit")
	for i := range 1500 {
		url := fmt.Sprintf("/v1/product?limit=50&search=%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
		if r := h.Get(t, "demo", url); r.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", url, r.Status, kit.Excerpt(r.Body))
		}
		if i%100 == 0 {
			read("during the flood", "hit")
		}
	}
	h.Gateway.Cache().Wait()
	read("after the flood", "hit")
}
