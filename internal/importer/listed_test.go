package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// A text may hold a list as JSON, in a CSV file or elsewhere.
func TestAListInATextIsSeveralAttributes(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	o := Options{Kind: "product", Map: map[string]string{"sizes": "attribute:Size"}, File: file(t, "p.csv", ""+
		"sku,name,sizes\n"+
		`1,Cup,"[""S"", ""M"", 38, null, """"]"`+"\n"+
		`2,Mug,[]`+"\n"+
		`3,Jar,"[""S"", ""M"""`+"\n"+
		`4,Jug,"[{""name"":""S""}]"`+"\n"+
		`5,Pot,[sic] large`+"\n")}
	r := imported(t, db.Pool, o)
	same(t, "attributes", rows(t, db.Pool, "SELECT sku, a.value FROM product p JOIN product_attribute a ON "+
		"a.product_id = p.id ORDER BY sku, a.position"),
		[]string{"1|S", "1|M", "1|38", `3|["S", "M"`, `4|[{"name":"S"}]`, "5|[sic] large"})
	const note = "values that look like JSON, but are no list of texts or numbers, were kept as they are: Size (2)\n"
	if !strings.Contains(r.String(), note) {
		t.Errorf("the report lacks %q:\n%s", note, r)
	}
	same(t, "again", fates(imported(t, db.Pool, o)), []int{5, 0, 0, 5, 0})
}

// A field that lists names and values makes an attribute of each.
func TestAListOfNamesAndValuesIsAttributes(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r := imported(t, db.Pool, Options{Kind: "product", Attributes: true, File: file(t, "p.csv", "sku,name,details,made\n"+
		`1,Cup,"[{""name"":""Colour"",""value"":""Red""},{""name"":""Size"",""value"":[""S"",38]}]",PT`+"\n"+
		"2,Mug,null,\n3,Jar,[],\n")})
	if len(r.Notices.Doubts) > 0 {
		t.Errorf("the report:\n%s", r)
	}
	same(t, "attributes", rows(t, db.Pool, "SELECT sku, a.name, a.value FROM product p JOIN product_attribute a ON "+
		"a.product_id = p.id ORDER BY sku, a.position"), []string{"1|Colour|Red", "1|Size|S", "1|Size|38", "1|made|PT"})
}

// A list of names is a path, as breadcrumbs are. In a field named categories, each name is a category.
func TestAListOfNamesIsAPathOfCategories(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')")
	f := func(note bool, content string, want string, maps ...string) {
		t.Helper()
		do(t, db.Pool, "DELETE FROM product; DELETE FROM category; DELETE FROM import_key")
		args := []string{"product", file(t, "p", content)}
		for _, m := range maps {
			args = append(args, "--map", m)
		}
		stdout, shown, err := command(t, db, args...)
		if err != nil || strings.Contains(stdout, "values that no column takes") ||
			strings.Contains(shown, "read as paths from the outside to the inside") != note {
			t.Errorf("%s: %v\n%s%s", content, err, shown, stdout)
		}
		same(t, content, rows(t, db.Pool, `SELECT string_agg(coalesce(u.name || '→', '') || c.name, ' ' ORDER BY j.position)
			FROM product_category j JOIN category c ON c.id = j.category_id LEFT JOIN category u ON u.id = c.parent_id`),
			[]string{want})
	}
	const tree = `[{""name"":""Kitchen"",""url"":""https://a.example/k""},` +
		`{""name"":""Cups/Mugs"",""url"":""https://a.example/m""}]`
	f(true, "name,category_tree\nCup,\""+tree+"\"\n", "Kitchen→Cups/Mugs")
	f(true, "name,category,category_tree\nCup,Gifts,\""+tree+"\"\n", "Kitchen→Cups/Mugs", "category=-",
		"category_tree=category")
	f(true, "name,breadcrumb\nCup,\"[\"\"Kitchen\"\", \"\"Cups & Mugs\"\"]\"\n", "Kitchen→Cups & Mugs")
	f(true, `[{"name":"Cup","category":[{"title":"Kitchen"},null,{"title":"Cups"}]}]`, "Kitchen→Cups")
	f(false, `[{"name":"Cup","category":[{"name":"Kitchen"}]}]`, "Kitchen")
	f(false, `[{"name":"Cup","category":["Kitchen > Cups","Gifts"]}]`, "Kitchen→Cups Gifts")
	f(false, `[{"name":"Cup","categories":["Kitchen","Gifts"]}]`, "Kitchen Gifts")
	f(false, `[{"name":"Cup","categories":[{"name":"Kitchen"},{"name":"Cups/Mugs"}]}]`, "Kitchen Cups/Mugs")
	f(false, "name,breadcrumb\nCup,\"[\"\"Kitchen\"\", \"\"Gifts\"\"]\"\n", "Kitchen Gifts", "breadcrumb=categories")
}
