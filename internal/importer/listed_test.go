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
	o := Options{Kind: "product", Map: map[string]string{"sizes": "attribute:Size"}, File: file(t, "p.csv", "sku,name,sizes\n"+
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
