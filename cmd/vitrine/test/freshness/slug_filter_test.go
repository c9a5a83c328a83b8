package freshness

import (
	"fmt"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// A list that is filtered by the slug of a brand follows the slug: when a brand takes it, gives it up, hides or comes
// back, and when products come to the brand and leave it.
func TestAFilterBySlugFollowsTheSlug(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	e.Exec(`INSERT INTO brand (id, tenant_id, slug, name) VALUES
  ('abcd00000000000000000001', 'demo', 'first', 'First'), ('abcd00000000000000000002', 'demo', 'second', 'Second');
INSERT INTO product (tenant_id, slug, name, status, brand_id)
SELECT 'demo', 'of-a-brand-' || n, 'Of a brand', 'PUBLISHED', 'abcd0000000000000000000' || least(n, 2)
FROM generate_series(1, 3) n`)
	counts := func(what string, first, second, third int) {
		t.Helper()
		h.WaitApplied(t, e, "demo")
		for slug, want := range map[string]int{"first": first, "second": second, "third": third} {
			for range 2 { // the second answer is from the cache
				for _, path := range []string{"/product?brand=" + slug, "/product?limit=1&brand=" + slug + "&brand=none"} {
					got := h.Get(t, "demo", "/v1"+path).At("pagination", "totalRecords")
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Errorf("%s: %s finds %v, want %d", what, path, got, want)
					}
				}
				shops := h.Get(t, "demo", "/v1/product/filters?year=2024&brand="+slug).At("data", "merchants").([]any)
				if len(shops) != 0 { // the products have neither a year nor a merchant
					t.Errorf("%s: the filters of %s have %v", what, slug, shops)
				}
			}
		}
	}
	counts("at first", 1, 2, 0)
	e.Exec("UPDATE brand SET slug = 'third' WHERE id = 'abcd00000000000000000002'")
	counts("a brand takes another slug", 1, 0, 2)
	e.Exec("UPDATE brand SET slug = 'second' WHERE id = 'abcd00000000000000000001'")
	counts("another takes the slug it had", 0, 1, 2)
	e.Exec("UPDATE brand SET status = 'DRAFT' WHERE id = 'abcd00000000000000000002'")
	counts("a brand is hidden", 0, 1, 0)
	e.Exec("UPDATE brand SET status = 'PUBLISHED' WHERE id = 'abcd00000000000000000002'")
	counts("it is shown again", 0, 1, 2)
	e.Exec("UPDATE product SET brand_id = 'abcd00000000000000000001' WHERE tenant_id = 'demo' AND slug = 'of-a-brand-3'")
	counts("a product changes its brand", 0, 2, 1)
	e.Exec("DELETE FROM brand WHERE id = 'abcd00000000000000000001'")
	counts("a brand is deleted", 0, 0, 1)
}
