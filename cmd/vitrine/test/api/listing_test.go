package api

import (
	"net/url"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

// Every list of products in the catalogue is answered from memory, with every filter, sort and facet.
func TestEveryListOfProductsIsAnsweredFromMemory(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.ListingRows = 1 })
	holdLists(t, h, "demo")
	ask := func(path string, q url.Values) {
		t.Helper()
		before := h.Listing.Stats.Passed.Load()
		if r := h.Get(t, "demo", "/v1"+path+"?"+q.Encode()); r.Status != 200 {
			t.Errorf("%s?%s: %d %s", path, q.Encode(), r.Status, r.Body)
		}
		if h.Listing.Stats.Passed.Load() != before {
			t.Errorf("%s?%s was answered by Postgres: add the new column to boot.listed, or to search/memory", path, q.Encode())
		}
	}
	answered := h.Listing.Stats.Answered.Load()
	for _, path := range []string{"/product", "/product/new", "/product/popular", "/product/filters"} {
		v := viewOf(t, path)
		ask(path, url.Values{})
		all := url.Values{}
		for _, f := range v.Accept {
			ask(path, url.Values{f.Name: {f.Example}})
			all.Set(f.Name, f.Example)
		}
		ask(path, all)
		for name := range v.Sorts {
			for _, way := range []string{"asc", "desc"} {
				ask(path, url.Values{"sort": {name}, "order": {way}, "page": {"2"}})
			}
		}
		if v.Search {
			for _, text := range []string{"keten", "ket", "KETEN gömlek", "ketne", "nowhereatall"} {
				ask(path, url.Values{"search": {text}})
			}
		}
	}
	if n := h.Listing.Stats.Answered.Load() - answered; n < 50 {
		t.Errorf("only %d lists were answered from memory", n)
	}
}

// A search in memory depends on all that describes a product. Each edit is seen by a search that is cached.
func TestSearchesInMemoryFollowAllThatDescribesAProduct(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.ListingRows = 1 })
	holdLists(t, h, "demo")
	e := h.NewEditor(t)
	const slug = "mavi-keten-gomlek"
	id := "(SELECT id FROM product WHERE tenant_id = 'demo' AND slug = '" + slug + "')"
	finds := func(text string) (bool, string) {
		t.Helper()
		var body string
		for range 3 { // the second answer is cached, the third a hit
			r := h.Get(t, "demo", "/v1/product?limit=100&search="+url.QueryEscape(text))
			if r.Status != 200 {
				t.Fatalf("%s: %d %s", text, r.Status, r.Body)
			}
			body = string(r.Body)
		}
		return strings.Contains(body, `"`+slug+`"`), body
	}
	check := func(text string, want bool) {
		t.Helper()
		if got, body := finds(text); got != want {
			t.Errorf("%s: found %v, want %v: %.400s", text, got, want, body)
		}
	}
	for _, text := range []string{"quorlithe", "plimborg", "vexandria", "ombrelune"} {
		check(text, false)
	}
	for _, c := range []struct {
		sql       string
		found, no string
	}{
		{"INSERT INTO product_attribute (tenant_id, product_id, name, value) VALUES ('demo', " + id +
			", 'Proof', 'Quorlithe')", "quorlithe", "plimborg"},
		{"UPDATE product_attribute SET value = 'Plimborg' WHERE name = 'Proof'", "plimborg", "quorlithe"},
		{"DELETE FROM product_attribute WHERE name = 'Proof'", "", "plimborg"},
		{"INSERT INTO category (tenant_id, slug, name) VALUES ('demo', 'proof', 'Vexandria')", "", "vexandria"},
		{"INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'demo', " + id +
			", id FROM category WHERE slug = 'proof'", "vexandria", "ombrelune"},
		{"UPDATE category SET name = 'Ombrelune' WHERE slug = 'proof'", "ombrelune", "vexandria"},
		{"UPDATE category SET status = 'DRAFT' WHERE slug = 'proof'", "", "ombrelune"},
		{"UPDATE category SET status = 'PUBLISHED' WHERE slug = 'proof'", "ombrelune", ""},
		{"DELETE FROM product_category WHERE category_id = (SELECT id FROM category WHERE slug = 'proof')", "", "ombrelune"},
		{"UPDATE product SET description = '<p>Made of ombrelune.</p>' WHERE id = " + id, "ombrelune", ""},
		{"UPDATE product SET status = 'DRAFT' WHERE id = " + id, "", "ombrelune"},
	} {
		e.Exec(c.sql)
		h.WaitApplied(t, e, "demo")
		if c.found != "" {
			check(c.found, true)
		}
		if c.no != "" {
			check(c.no, false)
		}
	}
	if h.Listing.Stats.Followed.Load() < 5 {
		t.Errorf("tables followed only %d times", h.Listing.Stats.Followed.Load())
	}

	// Few products have all words: the answer says which words the others lack, and how a mistyped word was read.
	r := h.Get(t, "demo", "/v1/product?search="+url.QueryEscape("keten gomlk nowhereatall"))
	if body := string(r.Body); !strings.Contains(body, `"meta":{"relaxed":[`) ||
		!strings.Contains(body, `"corrected":[{"typed":"gomlk","meant":"gomlek"}]`) {
		t.Errorf("%s", body)
	}
	r = h.Get(t, "demo", "/v1/product?minPrice=99999999&search="+url.QueryEscape("keten gomlk nowhereatall"))
	if body := string(r.Body); strings.Contains(body, `"relaxed"`) || !strings.Contains(body, `"totalRecords":0`) {
		t.Errorf("words that no record lacks, because there is none: %s", body)
	}
}
