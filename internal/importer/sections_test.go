package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

const headedList = `Code,Item,Price
,Sparklers,
S1,Short sparkler,10
S2,Long sparkler,20
,Rockets,
R1,Rocket,30
`

// Price lists have headings between their rows.
func TestHeadingsOfATableAreCategories(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	o := Options{Kind: "product", File: file(t, "list.csv", headedList), Map: map[string]string{"Item": "name"},
		Sections: true}
	same(t, "records", fates(imported(t, db.Pool, o)), []int{3, 3, 0, 0, 0})
	same(t, "products", rows(t, db.Pool, `SELECT p.sku, p.name, c.name FROM product p
		JOIN product_category pc ON pc.product_id = p.id JOIN category c ON c.id = pc.category_id ORDER BY 1`),
		[]string{"R1|Rocket|Rockets", "S1|Short sparkler|Sparklers", "S2|Long sparkler|Sparklers"})
	same(t, "again", fates(imported(t, db.Pool, o)), []int{3, 0, 0, 3, 0})
}

// Without --sections, the plan names them.
func TestThePlanNamesHeadings(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	_, shown, err := command(t, db, "product", file(t, "list.csv", headedList), "--tenant", "real", "--create-tenant",
		"--map", "Item=name", "--dry-run")
	if err != nil && !strings.Contains(err.Error(), "rejected") {
		t.Fatal(err)
	}
	const want = "Rows with one value only: 2 of the first 5, such as line 2, \"Sparklers\"."
	if !strings.Contains(shown, want) {
		t.Errorf("want %s in\n%s", want, shown)
	}
	_, _, err = command(t, db, "product", file(t, "list.json", `[{"name": "A"}]`), "--tenant", "real", "--create-tenant",
		"--sections")
	if err == nil || !strings.Contains(err.Error(), "--sections is for tables") {
		t.Errorf("got %v", err)
	}
}

// Fields whose shortened names are equal make attributes of their own, and the plan names fields that share one.
func TestFieldsShareNoAttributeUnnoticed(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	long := strings.Repeat("Very ", 20) + "long"
	content := "sku,name," + long + " one," + long + " two,shade\nA,Lamp,1,2,3\n"
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "long.csv", content), Attributes: true})
	same(t, "attributes", rows(t, db.Pool, `SELECT right(name, 6), length(name), value FROM product_attribute
		ORDER BY value`), []string{"y Very|99|1", " Ver 2|100|2", "shade|5|3"})
	shopify := "Handle,Title,Variant Price,Image Src,Fabric (product.metafields.custom.a),Fabric " +
		"(product.metafields.shopify.fabric)\nsock,Sock,1,,Wool; Nylon,Wash at 30 degrees; do not bleach\n"
	_, shown, err := command(t, db, "product", file(t, "shop.csv", shopify), "--tenant", "shop", "--create-tenant")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown, "These fields make one attribute, Fabric:") {
		t.Errorf("the plan does not say that two fields make one attribute:\n%s", shown)
	}
	same(t, "values", rows(t, db.Pool, `SELECT value FROM product_attribute WHERE tenant_id = 'shop' ORDER BY value`),
		[]string{"Nylon", "Wash at 30 degrees; do not bleach", "Wool"})
}
