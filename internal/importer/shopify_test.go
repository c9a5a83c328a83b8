package importer

import (
	"path/filepath"
	"testing"

	"vitrine/internal/schema/schematest"
)

// TestShopifyRowsBecomeProducts imports an export of Shopify, where a product has a row for each variant and picture.
func TestShopifyRowsBecomeProducts(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	o := Options{Kind: "product", File: "testdata/shopify.csv", Rejects: rejects}
	r := imported(t, db.Pool, o)
	same(t, "data set", r.Dataset, "products_shopify")
	same(t, "records", fates(r), []int{6, 4, 0, 0, 2})
	same(t, "products", rows(t, db.Pool, `SELECT slug, name, status, sku, amount::text,
		coalesce(list_price::text, '-'), stock, coalesce(description, '-'), images::text
		FROM product ORDER BY slug`), []string{
		"gift-card|Gift card|PUBLISHED|GC|25.00|-|<nil>|-|[]",
		"hidden-hat|Hidden hat|DRAFT|HH|9.00|-|1|-|[]",
		"old-hat|Old hat|ARCHIVED|OH|9.00|-|1|-|[]",
		`wool-sock|Wool sock|PUBLISHED|WS-S|11.50|-|7|<p>Warm &amp; soft</p>|` +
			`["https://img.example/a.jpg", "https://img.example/b.jpg", "https://img.example/c.jpg"]`,
	})
	same(t, "variants", rows(t, db.Pool, `SELECT v->>'sku', v->>'amount', coalesce(v->>'listPrice', '-'), v->>'stock',
		(v->'properties')::text FROM product, jsonb_array_elements(variants) v WHERE slug = 'wool-sock'`), []string{
		`WS-S|12.00|15.00|3|[{"name": "Size", "value": "S"}, {"name": "Colour", "value": "Red"}]`,
		`WS-L|11.50|-|-1|[{"name": "Size", "value": "L"}, {"name": "Colour", "value": "Red"}]`,
		`WS-LB|13.00|-|4|[{"name": "Size", "value": "L"}, {"name": "Colour", "value": "Blue"}]`,
	})
	same(t, "attributes", rows(t, db.Pool, `SELECT a.name, string_agg(a.value, ',' ORDER BY a.position)
		FROM product_attribute a JOIN product p ON p.id = a.product_id WHERE slug = 'wool-sock' GROUP BY 1 ORDER BY 1`),
		[]string{"Colour|Red,Blue", "Fabric|Wool,Nylon", "Size|S,L", "Tag|winter,gift", "Type|Sock"})
	same(t, "rejects", rejected(t, rejects), []string{"9: a row of the product cannot be read",
		"10: the row has 10 cells, the header has 23"})
	same(t, "again", fates(imported(t, db.Pool, o)), []int{6, 0, 0, 4, 2})
}

// Stock that the shop does not count, or sells without, is not the stock of the product.
func TestShopifyStockThatIsNotCounted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "s.csv", `Handle,Title,Body (HTML),Vendor,Variant SKU,`+
		`Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Option1 Name,Option1 Value,`+
		`Image Src
credit,Credit,,V,C,,0,deny,5.00,Title,Default Title,
counted,Counted,,V,D,shopify,0,deny,5.00,Title,Default Title,
later,Later,,V,E,shopify,0,continue,5.00,Title,Default Title,
mixed,Mixed,,V,F-S,shopify,3,deny,5.00,Size,S,
mixed,,,,F-L,,0,deny,5.00,,L,
`)})
	same(t, "stock", rows(t, db.Pool, `SELECT slug, stock FROM product ORDER BY slug`),
		[]string{"counted|0", "credit|<nil>", "later|<nil>", "mixed|<nil>"})
	same(t, "variants", rows(t, db.Pool, `SELECT v->>'sku', coalesce(v->>'stock', '-')
		FROM product, jsonb_array_elements(variants) v WHERE slug = 'mixed'`), []string{"F-S|3", "F-L|-"})
}
