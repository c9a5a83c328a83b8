package api

import (
	"fmt"
	"slices"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// slugsOf returns the slugs of a product list, in order.
func slugsOf(t *testing.T, r *kit.Answer) []string {
	t.Helper()
	list, ok := r.At("data").([]any)
	if !ok {
		t.Fatalf("no list of products: %d %s", r.Status, r.Body)
	}
	slugs := make([]string, len(list))
	for i := range list {
		slugs[i], _ = r.At("data", i, "slug").(string)
	}
	return slugs
}

func TestRandomProductsDifferEveryTime(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	live := map[string]bool{}
	for page := 1; page <= 3; page++ {
		for _, slug := range slugsOf(t, h.Get(t, "atelier", fmt.Sprintf("/v1/product?limit=100&page=%d", page))) {
			live[slug] = true
		}
	}
	if len(live) < 200 {
		t.Fatalf("%d products in atelier", len(live))
	}
	seen := map[string]bool{}
	var last []string
	for _, amount := range []int{1, 2, 4, 10, 99, 100, 100, 100, 100, 100, 100} {
		r := h.Get(t, "atelier", fmt.Sprintf("/v1/product/random/%d", amount))
		slugs := slugsOf(t, r)
		if len(slugs) != amount {
			t.Errorf("random/%d: %d products", amount, len(slugs))
		}
		if amount >= 10 && slices.Equal(slugs, last) {
			t.Errorf("random/%d: the same products in the same order twice", amount)
		}
		last = slices.Clone(slugs)
		for _, slug := range slugs {
			if !live[slug] {
				t.Errorf("random/%d: %s is not in the list", amount, slug)
			}
			seen[slug] = true
		}
		slices.Sort(slugs)
		if len(slices.Compact(slugs)) != amount {
			t.Errorf("random/%d: a product twice", amount)
		}
		got := r.Header.Get("Cache-Control") + " " + r.Header.Get("CDN-Cache-Control")
		if got != "private, no-store no-store" {
			t.Errorf("random/%d: Cache-Control and CDN-Cache-Control: %s", amount, got)
		}
		if r.Header.Get("ETag") != "" || r.At("pagination") != nil || r.At("meta") != nil {
			t.Errorf("random/%d: an ETag or a page: %v %s", amount, r.Header, r.Body)
		}
	}
	if len(seen) < len(live)*2/3 {
		t.Errorf("616 picks met only %d of %d products", len(seen), len(live))
	}
}

func TestRandomGivesAllWhereThereAreFewer(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for range 5 {
		got := slugsOf(t, h.Get(t, "odd", "/v1/product/random/100"))
		slices.Sort(got)
		if want := []string{"dear", "free", "priceless", "日本語-ürün"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
