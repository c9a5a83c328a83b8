package freshness

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/test/kit"
)

// A new price invalidates the lists by price whose rows, total or bounds it changes. It invalidates few others: only
// those that show about the same price. Every answer that is kept is compared with Postgres after each edit.
func TestEditOfAPriceDropsTheListsOfItsBands(t *testing.T) {
	t.Parallel()
	w := newEditedApp(t, 1, &relations{seen: map[[2]string]bool{}})
	w.tenant = "demo"
	brand := w.e.One("SELECT id FROM brand WHERE tenant_id = 'demo' AND status = 'PUBLISHED' ORDER BY id LIMIT 1")
	// Twelve products of one brand: p1 to p10 cost 100 to 1000, p11 and p12 have no price. No other is of the brand.
	w.e.Exec(`
UPDATE product SET brand_id = NULL WHERE tenant_id = 'demo' AND brand_id = '` + brand + `';
UPDATE product p SET brand_id = '` + brand +
		`', slug = 'p' || x.n, amount = CASE WHEN x.n <= 10 THEN 100 * x.n END, status = 'PUBLISHED',
  list_price = NULL, sale_price = NULL, discount = NULL, publish_at = NULL, unpublish_at = NULL
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM product WHERE tenant_id = 'demo' ORDER BY id LIMIT 12) x
WHERE p.tenant_id = 'demo' AND p.id = x.id`)
	w.apply()
	lists := map[string]string{
		"plain": "/product?limit=3", "up1": "/product?limit=3&sort=price", "up2": "/product?limit=3&page=2&sort=price",
		"up4": "/product?limit=3&page=4&sort=price",
		"up9": "/product?limit=3&page=9&sort=price", "down1": "/product?limit=3&order=desc&sort=price",
		"down2": "/product?limit=3&order=desc&page=2&sort=price",
		"down4": "/product?limit=3&order=desc&page=4&sort=price", "from550": "/product?minPrice=550",
		"to550":      "/product?maxPrice=550",
		"250to550":   "/product?maxPrice=550&minPrice=250",
		"250to550up": "/product?limit=2&maxPrice=550&minPrice=250&sort=price",
		"filters":    "/product/filters?", "filters550": "/product/filters?maxPrice=550",
		"none": "/product/filters?attributes=none%3Anone",
	}
	names := map[string]string{}
	for name, url := range lists {
		path, query, _ := strings.Cut(url, "?")
		parts := append(strings.Split(query, "&"), "brand="+brand)
		slices.Sort(parts)
		k := &keptAnswer{tenant: "demo", url: "/v1" + path + "?" + strings.Trim(strings.Join(parts, "&"), "&")}
		w.kept = append(w.kept, k)
		names[k.url] = name
	}
	slices.SortFunc(w.kept, func(a, b *keptAnswer) int { return strings.Compare(a.url, b.url) })
	f := func(product, from, to string, want ...string) {
		t.Helper()
		w.fill(w.kept)
		for _, k := range w.kept {
			if k.entry == nil {
				t.Fatalf("%s is not kept", k.url)
			}
		}
		w.e.Exec(fmt.Sprintf(
			"UPDATE product SET amount = %s WHERE tenant_id = 'demo' AND slug = '%s' AND amount IS NOT DISTINCT FROM %s", to,
			product, from))
		w.apply()
		var left []*keptAnswer
		var got []string
		for _, k := range w.kept {
			if k.entry.Fresh(kit.Now) {
				left = append(left, k)
			} else {
				got = append(got, names[k.url])
			}
		}
		edit := fmt.Sprintf("%s goes from %s to %s", product, from, to)
		w.compare(left, edit)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: answers that are dropped (-want +got):\n%s", edit, diff)
		}
	}
	shown := func(product string) (all []string) { // lists that show a product's price are dropped by any edit of it
		w.fill(w.kept)
		for _, k := range w.kept {
			if strings.Contains(string(k.entry.Body), `"slug":"`+product+`"`) {
				all = append(all, names[k.url])
			}
		}
		return all
	}
	with := func(product string, more ...string) []string {
		return slices.Compact(slices.Sorted(slices.Values(append(shown(product), more...))))
	}

	// within its band
	f("p5", "500", "501", with("p5")...)
	// from one band into another, without a change of the order
	f("p5", "501", "520", with("p5")...)
	// between its neighbours
	f("p8", "800", "880", with("p8")...)
	// past p9, on the first page down
	f("p8", "880", "950", with("p8", "down1")...)
	// as much as p1, after which it comes or before: one page
	f("p2", "200", "100", with("p2", "down4", "filters", "filters550")...)
	// a new least
	f("p2", "100", "99", with("p2", "filters", "filters550")...)
	// … and the old one
	f("p2", "99", "150", with("p2", "filters", "filters550")...)
	// a new most
	f("p10", "1000", "1100", with("p10", "filters", "filters550")...)
	// over a bound
	f("p3", "300", "600", with("p3", "up2", "down2", "250to550", "250to550up", "to550", "from550", "filters550")...)
	// from a band to no price: behind all
	f("p3", "600", "NULL", with("p3", "up2", "up4", "down2", "down4", "from550", "none")...)
	// and back into another
	f("p3", "NULL", "300", with("p3", "up1", "up2", "up4", "down4", "250to550", "250to550up", "to550", "filters550",
		"none")...)
	// the least of all
	f("p11", "NULL", "5", with("p11", "up1", "up2", "up4", "down4", "to550", "250to550", "250to550up", "filters",
		"filters550", "none")...)
	f("p12", "NULL", "NULL") // nothing
	if empty := w.h.Get(t, "demo", "/v1/product?page=9&limit=3&sort=price&brand="+
		brand); len(empty.At("data").([]any)) > 0 {
		t.Errorf("a page beyond the end shows %.200s", empty.Body)
	}
}
