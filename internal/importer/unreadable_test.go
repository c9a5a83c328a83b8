package importer

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"vitrine/internal/schema/schematest"
)

// A value that no column takes is left out. It deletes no list and no other row; an empty value does.
func TestUnreadableValuesDeleteNothing(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	columns := map[string]string{"colour": "attribute:Colour", "size": "attribute:Size"}
	one := func(fields string) Report {
		t.Helper()
		return imported(t, db.Pool, Options{Kind: "product", Map: columns, File: file(t, "p.jsonl",
			`{"sku":"1","name":"Lamp",`+fields+"}\n")})
	}
	state := func() []string {
		t.Helper()
		return rows(t, db.Pool, `SELECT coalesce(amount::text, '-'), jsonb_array_length(images),
			(SELECT string_agg(name || '=' || value, ',' ORDER BY name) FROM product_attribute),
			(SELECT string_agg(c.name, ',') FROM product_category j JOIN category c ON c.id = j.category_id) FROM product`)
	}
	const whole = `"amount":5,"images":["https://a.example/1.jpg"],"colour":"Red","size":"L","category":"Home"`
	one(whole)
	all := []string{"5.00|1|Colour=Red,Size=L|Home"}
	same(t, "first", state(), all)
	r := one(`"amount":"cheap","images":[["x"]],"colour":{"a":["b"]},"size":"XL","category":{"a":["b"]}`)
	same(t, "unreadable", state(), []string{"-|1|Colour=Red,Size=XL|Home"})
	if len(r.Notices.Doubts) < 2 {
		t.Errorf("the report has %v", r.Notices.Doubts)
	}
	one(whole)
	same(t, "again", state(), all)
	one(`"amount":null,"images":[],"colour":"","size":"L","category":""`)
	same(t, "empty", state(), []string{"-|0|Size=L|<nil>"})
}

// A list keeps the items that can be read. One without such an item stays as it was.
func TestReadableItemsOfAListAreTaken(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	f := func(fields, want string, doubts ...string) {
		t.Helper()
		o := Options{Kind: "product", Rejects: rejects, File: file(t, "p.jsonl", `{"sku":"1","name":"Lamp",`+fields+"}\n")}
		r := imported(t, db.Pool, o)
		same(t, fields, rows(t, db.Pool, "SELECT images::text, materials::text FROM product"), []string{want})
		same(t, fields+": reasons", slices.Sorted(maps.Keys(r.Notices.Doubts)), doubts)
		o.Strict = true
		same(t, fields+": strict", imported(t, db.Pool, o).Rejected > 0, doubts != nil)
	}
	f(`"images":["a.jpg", null, 5, "", ["x"]],"materials":["felt", "", null, {"a":1}, "wood"]`,
		`["a.jpg"]|{felt,wood}`, "images: expected the address of a picture, got …",
		"materials: element …: expected text, got …")
	f(`"images":[null, 5],"materials":[{"a":1}]`, `["a.jpg"]|{felt,wood}`,
		"images: expected the address of a picture, got …", "materials: element …: expected text, got …")
	f(`"images":[null, ""],"materials":[null]`, "[]|{}")
	f(`"images":"[\"b.jpg\", 5]"`, `["b.jpg"]|{}`, "images: expected the address of a picture, got …")
	f(`"featured_image":["c.jpg", 5, "d.jpg"]`, `["c.jpg", "d.jpg"]|{}`,
		"featured_image: expected the address of a picture, got …")
}

// The members of a field with all attributes stay together.
func TestUnreadableAttributesStay(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	attributes := func() []string {
		t.Helper()
		return rows(t, db.Pool, "SELECT name, value FROM product_attribute ORDER BY 1")
	}
	for _, step := range []struct {
		attributes string
		want       []string
	}{
		{`{"Colour":"Red","Size":"L"}`, []string{"Colour|Red", "Size|L"}},
		{`{"Colour":"Blue","Size":{"a":["b"]}}`, []string{"Colour|Red", "Size|L"}},
		{`"Colour"`, []string{"Colour|Red", "Size|L"}},
		{`{"Colour":"Blue"}`, []string{"Colour|Blue"}},
	} {
		imported(t, db.Pool, Options{Kind: "product", File: file(t, "p.jsonl",
			`{"sku":"1","name":"Lamp","attributes":`+step.attributes+"}\n")})
		same(t, step.attributes, attributes(), step.want)
	}
}
