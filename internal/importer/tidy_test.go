package importer

import (
	"testing"

	"vitrine/internal/schema/schematest"
)

// Values with odd white space or in another Unicode form are the same values in a repeated import.
func TestUntidyValuesAreImportedOnce(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	again := func() Report {
		return imported(t, db.Pool, Options{Kind: "product", File: file(t, "p",
			"slug,name,attributes\no\u0308rs,Anvil,\"{\"\"Weight\u00a0\"\": \"\"1  kg\u200b\"\"}\"\n")})
	}
	again()
	n := sequence(t, db.Pool, "real")
	same(t, "the second time", fates(again()), []int{1, 0, 0, 1, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	same(t, "the attribute", rows(t, db.Pool,
		"SELECT p.slug, a.name, a.value FROM product p JOIN product_attribute a ON a.product_id = p.id"),
		[]string{"örs|Weight|1 kg"})
}

// White space around names of other rows and in lists is counted, too.
func TestTrimmedNamesAreCounted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "p.jsonl", `{"sku":"1","name":"A","brand":" Acme ",`+
		`"category":"Cups ","techniques":[" glazing"]}`+"\n"+
		`{"sku":"2","name":"B","brand":"Acme","category":"Cups > Red","techniques":["glazing"]}`+"\n")})
	same(t, "trimmed", r.Notices.Trimmed, map[string]int{"brand": 1, "category": 1, "techniques": 1})
}
