package engines

import (
	"fmt"
	"strings"

	"vitrine/cmd/vitrine/test/kit"
)

// Ways in which SQL takes a product away.
var ways = []string{
	"UPDATE product SET status = 'DRAFT'",
	"UPDATE product SET status = 'ARCHIVED'",
	"UPDATE product SET unpublish_at = now() - interval '1 minute'",
	"UPDATE product SET publish_at = now() + interval '1 day'",
	"DELETE FROM product",
}

// A product that SQL takes away is in no search, suggestion or count from the moment that this is announced. All
// answers were cached before. A brand that becomes a draft takes its name from all of them.
func anUnpublishedRecordIsFoundNowhere(a *app) {
	left := len(ways) + 1
	a.shows("at first", left)
	for _, way := range ways {
		left--
		a.edit(fmt.Sprintf("%s WHERE tenant_id = 'demo' AND slug = 'zeb-%d'", way, left))
		a.shows(way, left)
	}
	a.edit("UPDATE brand SET status = 'DRAFT' WHERE tenant_id = 'demo' AND slug = 'tressonquy'")
	for _, path := range []string{"/v1/product/filters?search=zebranthos", "/v1/product/filters?facetLimit=500",
		"/v1/product?search=zebranthos", "/v1/suggest?q=tressonq", "/v1/search?q=tressonq&modules=product,brand",
		"/v1/brand?search=tressonq", "/v1/product?search=tressonquy+zebranthos"} {
		for range 3 {
			if r := a.get(path); strings.Contains(string(r.Body), "Tressonquy") {
				a.t.Errorf("a brand that is a draft is named by %s: %s", path, kit.Excerpt(r.Body))
			}
		}
	}
}

// shelf returns SQL for products zeb-0, zeb-1 and so on, one more than there are ways. They share a brand, a category
// and an attribute. The later ones are dearer.
func shelf() string {
	sql := `INSERT INTO brand (tenant_id, slug, name) VALUES ('demo', 'tressonquy', 'Tressonquy');
INSERT INTO category (tenant_id, slug, name) VALUES ('demo', 'kwalitorium', 'Kwalitorium');`
	for i := range len(ways) + 1 {
		sql += fmt.Sprintf(`
WITH p AS (
  INSERT INTO product (tenant_id, slug, name, status, position, amount, brand_id)
  SELECT 'demo', 'zeb-%d', 'Zebranthos %s', 'PUBLISHED', %d, 900000 + %d, id FROM brand
  WHERE tenant_id = 'demo' AND slug = 'tressonquy' RETURNING id
), c AS (
  INSERT INTO product_category (tenant_id, product_id, category_id)
  SELECT 'demo', p.id, c.id FROM p, category c WHERE c.tenant_id = 'demo' AND c.slug = 'kwalitorium'
)
INSERT INTO product_attribute (tenant_id, product_id, name, value, type)
SELECT 'demo', id, 'Plumbrigade', 'Xantheroid', 'TEXT' FROM p;`, i, name(i), i, i)
	}
	return sql
}

// name returns a word that no other product has.
func name(i int) string {
	return strings.Fields("brivolkan grundelwith sfertazzo mirqualand ondervecht volkandrei")[i]
}

// shows checks that the first products of the shelf are shown and counted, and the others nowhere.
func (a *app) shows(when string, left int) {
	a.t.Helper()
	var slugs []string
	for i := range left {
		slugs = append(slugs, fmt.Sprint("zeb-", i))
	}
	all := strings.Join(slugs, " ")
	a.finds(when, "/v1/product?search=zebranthos&sort=price", all)
	for _, path := range []string{"/v1/product?search=zebranthos", "/v1/search?q=zebranthos&modules=product&limit=20",
		"/v1/suggest?q=zebran&limit=20"} {
		for range 3 {
			r := a.get(path)
			for i := range len(ways) + 1 {
				if shown := strings.Contains(string(r.Body), name(i)); shown != (i < left) {
					a.t.Errorf("%s, %s shows zeb-%d: %v: %s", when, path, i, shown, kit.Excerpt(r.Body))
				}
			}
		}
	}
	for _, path := range []string{"/v1/product/filters?search=zebranthos", "/v1/product/filters?brand=tressonquy"} {
		for range 3 {
			r := a.get(path)
			counts := fmt.Sprint(count(r, "brands", "Tressonquy"), count(r, "categories", "Kwalitorium"),
				count(r, "attributes", "Xantheroid"), integer(r.At("data", "priceRange", "max")))
			if want := fmt.Sprint(left, left, left, 900000+left-1); counts != want {
				a.t.Errorf("%s, %s counts %s, want %s: %s", when, path, counts, want, kit.Excerpt(r.Body))
			}
		}
	}
	r := a.get("/v1/product/filters?facetLimit=500")
	if n := count(r, "brands", "Tressonquy"); n != left {
		a.t.Errorf("%s: the brand has %d products in the filters of all products, want %d", when, n, left)
	}
}

// count returns the count of a value of a facet.
func count(r *kit.Answer, facet, value string) int {
	list, _ := r.At("data", facet).([]any)
	for _, v := range list {
		of := v.(map[string]any)
		if options, ok := of["options"].([]any); ok {
			for _, o := range options {
				if o := o.(map[string]any); o["value"] == value {
					return integer(o["count"])
				}
			}
		}
		if of["name"] == value {
			return integer(of["count"])
		}
	}
	return 0
}
