package importer

import (
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// TestWooCommerceVariationsBecomeProducts imports an export of WooCommerce, where each variation has a row.
func TestWooCommerceVariationsBecomeProducts(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	o := Options{Kind: "product", File: "testdata/woocommerce.csv", Rejects: rejects}
	r := imported(t, db.Pool, o)
	same(t, "data set", r.Dataset, "products_woocommerce")
	same(t, "records", fates(r), []int{8, 6, 0, 0, 2})
	same(t, "products", rows(t, db.Pool, `SELECT slug, status, sku, coalesce(amount::text, '-'),
		coalesce(list_price::text, '-'), stock, position, coalesce(b.name, '-')
		FROM product LEFT JOIN (SELECT id, name FROM brand) b ON b.id = brand_id ORDER BY slug`), []string{
		"draft|DRAFT|DRAFT|6.00|-|2|0|-",
		"mug|PUBLISHED|MUG|7.50|9.50|3|0|-",
		"old|OUT_OF_STOCK|OLD|6.00|-|0|0|-",
		"secret|DRAFT|SECRET|6.00|-|<nil>|0|-",
		"soon|PUBLISHED|SOON|6.00|-|<nil>|0|-",
		"tee|PUBLISHED|TEE|10.00|12.00|4|2|Ewe & Me",
	})
	same(t, "texts", rows(t, db.Pool, `SELECT brief, description, images::text FROM product WHERE slug = 'tee'`),
		[]string{"Soft & warm\nCotton|<p>First line<br>\nsecond</p>\n<p>New paragraph C:\\new</p>|" +
			`["https://img.example/a.jpg", "https://img.example/b.jpg"]`})
	same(t, "variants", rows(t, db.Pool, `SELECT v->>'sku', v->>'amount', coalesce(v->>'listPrice', '-'), v->>'stock',
		coalesce(v->>'image', '-'), (v->'properties')::text
		FROM product, jsonb_array_elements(variants) v WHERE slug = 'tee'`), []string{
		`TEE-S|10|12|4|https://img.example/s.jpg|[{"name": "Size", "value": "S"}]`,
		`TEE-M|11|-|-2|-|[{"name": "Size", "value": "M"}]`,
	})
	same(t, "attributes", rows(t, db.Pool, `SELECT p.slug, a.name, string_agg(a.value, '|' ORDER BY a.position)
		FROM product_attribute a JOIN product p ON p.id = a.product_id GROUP BY 1, 2 ORDER BY 1, 2`),
		[]string{"mug|GTIN|4006381333931", "tee|Size|S|M", "tee|Tag|summer|soft, light", "tee|Weight (kg)|0.2"})
	same(t, "categories", rows(t, db.Pool, `SELECT c.name, coalesce(p.name, '-') FROM category c
		LEFT JOIN category p ON p.id = c.parent_id ORDER BY 1`),
		[]string{"Clothing|-", "Kitchen|-", "Sale, now|-", "Tees|Clothing"})
	same(t, "rejects", rejected(t, rejects), []string{
		`7: a variation of the product "id:99", which is not in the file`,
		`12: status (Published): expected one of DRAFT, PUBLISHED, OUT_OF_STOCK, ARCHIVED, got "maybe"`})
	same(t, "again", fates(imported(t, db.Pool, o)), []int{8, 0, 0, 6, 2})
}

// Exports have columns in the language of the shop.
func TestWooCommerceInOtherLanguages(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "tr.csv", `Kimlik,Tür,Stok kodu (SKU),İsim,Yayımlanmış,`+
		`Katalogda görünürlük,Stokta?,Stok,İndirimli satış fiyatı,Normal fiyat,Kategoriler,Ebeveyn,Nitelik 1 ismi,`+
		`Nitelik 1 değer(ler)i,Nitelik 1 görünür,Nitelik 1 genel
1,variable,KEMER,Kemer,1,visible,1,,,,Giyim > Kemer,,Renk,"Siyah, Taba",1,1
2,variation,KEMER-S,Kemer - Siyah,1,visible,1,3,90,100,,KEMER,Renk,Siyah,,1
3,variation,KEMER-T,Kemer - Taba,1,visible,1,2,,100,,id:1,Renk,Taba,,1
`)})
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "ru.csv", `ID,Тип,Артикул,Имя,Опубликован,`+
		`Видимость в каталоге,В наличии?,Запасы,Акционная цена,Базовая цена,Категории,Родительский,Вес (kg),Имя атрибута 1,`+
		`Значение(-я) аттрибута(-ов) 1,Видимость атрибута 1,Глобальный атрибут 1
4,simple,CHAI,Чай,0,visible,1,5,,70,Чай,,0.1,Страна,Индия,1,1
`)})
	same(t, "products", rows(t, db.Pool, `SELECT sku, name, status, amount::text, stock, jsonb_array_length(variants),
		(SELECT string_agg(a.name || '=' || a.value, ',' ORDER BY a.name, a.position) FROM product_attribute a
		WHERE a.product_id = p.id) FROM product p ORDER BY sku`), []string{
		"CHAI|Чай|DRAFT|70.00|5|0|Weight (kg)=0.1,Страна=Индия",
		"KEMER|Kemer|PUBLISHED|90.00|5|2|Renk=Siyah,Renk=Taba",
	})
}

// The plan shows where the fields of a shop go, and leaves out none that is used.
func TestPlansOfShopsShowWhatIsUsed(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for file, used := range map[string][]string{
		"testdata/woocommerce.csv": {"Tags", "Brands", "Weight (kg)", "Regular price", "Sale price", "Options", "Stock"},
		"testdata/shopify.csv":     {"Tags", "Type", "Handle", "Options", "Variant Price"},
	} {
		_, shown, err := command(t, db, "product", file, "--tenant", "real", "--create-tenant", "--dry-run")
		if err != nil && !strings.Contains(err.Error(), "rejected") {
			t.Fatal(err)
		}
		_, left, _ := strings.Cut(shown, "left out: ")
		left, _, _ = strings.Cut(left, "\n")
		for _, field := range used {
			if strings.Contains(", "+left+",", ", "+field+",") {
				t.Errorf("%s: %s is shown as left out:\n%s", file, field, shown)
			}
		}
		if !strings.Contains(shown, "attribute:Tag") {
			t.Errorf("%s: the plan does not name the attribute:\n%s", file, shown)
		}
	}
}
