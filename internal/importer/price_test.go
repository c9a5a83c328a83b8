package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

func TestPriceBesideAReducedOneIsTheListPrice(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(tenant, content string, columns map[string]string, note string, want ...string) {
		t.Helper()
		var shown strings.Builder
		imported(t, db.Pool, Options{
			Kind: "product", Tenant: tenant, File: file(t, "p.csv", content), Map: columns, Progress: &shown,
		})
		const begin = " is read as the price before a discount, and "
		if note == "" && strings.Contains(shown.String(), begin) || !strings.Contains(shown.String(), note) {
			t.Errorf("%s: %s", tenant, shown.String())
		}
		same(t, tenant, rows(t, db.Pool, "SELECT name, amount::text, list_price::text, sale_price::text, currency FROM "+
			"product WHERE tenant_id = $1 ORDER BY 1", tenant), want)
	}
	f("one", "sku,name,price,special_price\n1,Bag,52,40\n2,Cap,20,\n3,Dye,9,ask\n", nil,
		"price is read as the price before a discount, and special_price as what customers pay, because the file has both.\n",
		"Bag|40.00|52.00|<nil>|<nil>", "Cap|20.00|20.00|<nil>|<nil>", "Dye|9.00|9.00|<nil>|<nil>")
	// The sale has ended.
	f("one", "sku,name,price,special_price\n1,Bag,52,\n2,Cap,20,15\n", nil, "special_price as what customers pay",
		"Bag|52.00|52.00|<nil>|<nil>", "Cap|15.00|20.00|<nil>|<nil>", "Dye|9.00|9.00|<nil>|<nil>")
	f("two", "sku,name,Sale Price,Price\n1,Bag,40,52\n", nil, "Price is read as", "Bag|40.00|52.00|<nil>|<nil>")
	f("three", "sku,name,price_eur,offer_price_eur\n1,Bag,52,40\n2,Cap,20,\n", nil, "price_eur is read as",
		"Bag|40.00|52.00|<nil>|EUR", "Cap|20.00|20.00|<nil>|EUR")
	f("four", "sku,name,fiyat,indirimli_fiyat\n1,Bag,\"1.052,00\",1.040\n2,Cap,20,15\n", nil, "fiyat is read as",
		"Bag|1040.00|1052.00|<nil>|<nil>", "Cap|15.00|20.00|<nil>|<nil>")
	// Columns by their names, --map and a field that may be a flag decide nothing about the price.
	f("five", "sku,name,amount,sale_price\n1,Bag,40,40\n", nil, "", "Bag|40.00|<nil>|40.00|<nil>")
	f("six", "sku,name,price,special_price\n1,Bag,40,40\n", map[string]string{"price": "amount"}, "",
		"Bag|40.00|<nil>|40.00|<nil>")
	f("seven", "sku,name,price,discount_price,old_price\n1,Bag,40,40,52\n", nil, "", "Bag|40.00|52.00|40.00|<nil>")
	f("eight", "sku,name,price,sale\n1,Bag,40,40\n", nil, "", "Bag|40.00|<nil>|40.00|<nil>")
}

func TestPricesOfANewTenantWithoutACurrency(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name, currency) VALUES ('old', 'Old', 'TRY')")
	f := func(tenant, name string, o Options, noted bool) {
		t.Helper()
		var shown strings.Builder
		o.Kind, o.Tenant, o.File, o.Progress = "product", tenant, name, &shown
		imported(t, db.Pool, o)
		const note = "The file names no currency. Prices get USD, that of a new tenant; --set currency=EUR sets another.\n"
		if strings.Contains(shown.String(), note) != noted {
			t.Errorf("%s: %s", tenant, shown.String())
		}
	}
	plain := file(t, "p.csv", "sku,name,price,special_price\n1,Bag,52,40\n")
	f("plain", plain, Options{}, true)
	f("plain", plain, Options{}, false) // it is no longer new
	f("old", plain, Options{}, false)
	f("set", plain, Options{Set: map[string]string{"currency": "EUR"}}, false)
	f("left", file(t, "p.csv", "sku,name,price\n1,Bag,52\n"), Options{Map: map[string]string{"price": "-"}}, false)
	f("mapped", file(t, "p.csv", "sku,name,cost\n1,Bag,52\n"), Options{Map: map[string]string{"cost": "amount"}}, true)
	f("code", file(t, "p.csv", "sku,name,cost\n1,Bag,52\n"), Options{Map: map[string]string{"cost": "amount:TRY"}}, false)
	f("name", file(t, "p.csv", "sku,name,price_try\n1,Bag,52\n"), Options{}, false)
	f("mark", file(t, "p.csv", "sku,name,price\n1,Bag,52\n2,Cap,$5\n"), Options{}, false)
	f("column", file(t, "p.csv", "sku,name,price,currency\n1,Bag,52,TRY\n"), Options{}, false)
	f("empty", file(t, "p.csv", "sku,name,price,currency\n1,Bag,52,\n"), Options{}, true)
	f("none", file(t, "p.csv", "sku,name,price\n1,Bag,\n"), Options{}, false)
	f("shopify", "testdata/shopify.csv", Options{}, true)
	f("woocommerce", "testdata/woocommerce.csv", Options{}, true)
}

func TestDecimalSignsInWords(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for word, want := range map[string]string{"comma": "1299.00", "dot": "1.30", ",": "1299.00", ".": "1.30"} {
		do(t, db.Pool, "DELETE FROM product")
		imported(t, db.Pool, Options{
			Kind: "product", File: file(t, "p.csv", "sku,name,price\n1,Bag,1.299\n2,Cap,1.30\n"), Decimal: word,
		})
		same(t, word, rows(t, db.Pool, "SELECT amount::text FROM product WHERE sku = '1'"), []string{want})
	}
	_, err := attempted(t, db.Pool, Options{Kind: "product", File: file(t, "p.csv", "name\nBag\n"), Decimal: "point"})
	if err == nil || err.Error() != `--decimal "point": expected a comma or a dot` {
		t.Errorf("another word: %v", err)
	}
}
