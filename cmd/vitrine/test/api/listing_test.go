package api

import (
	"net/url"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
)

// Every list of products in the catalogue is answered from memory, with every filter, sort and facet.
func TestEveryListOfProductsIsAnsweredFromMemory(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.ListingRows = schematest.Open(t).URL, 1 })
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
