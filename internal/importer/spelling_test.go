package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

func TestNamesThatDifferInASignAreDifferentRows(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	o := Options{Kind: "product", File: file(t, "books.csv", `name,brand,category
One,C,Books > C
Two,C++,Books > C++
Three,C#,Books > C#
Four,c,BOOKS > c++
`)}
	r := imported(t, db.Pool, o)
	want := []string{"Four|C|C++", "One|C|C", "Three|C#|C#", "Two|C++|C++"}
	const sql = `SELECT p.name, b.name, c.name FROM product p JOIN brand b ON b.id = brand_id
		JOIN product_category j ON j.product_id = p.id JOIN category c ON c.id = j.category_id ORDER BY 1`
	same(t, "rows", rows(t, db.Pool, sql), want)
	same(t, "slugs", rows(t, db.Pool, "SELECT "+maskedSlug+" FROM brand ORDER BY 1"), []string{"c", "c-*", "c-*"})
	note := `names that differ in spelling are one category: 2, such as "BOOKS", which is "Books"`
	if !strings.Contains(r.String(), note) {
		t.Errorf("the report lacks %q:\n%s", note, r)
	}
	n := sequence(t, db.Pool, "real")
	same(t, "again", fates(imported(t, db.Pool, o)), []int{4, 0, 0, 4, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
}

func TestASlugIsNoSpellingOfAName(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "cups.csv",
		"name,brand\nCup,Kiln & Co\nMug,kiln-and-co\n")})
	same(t, "brands", rows(t, db.Pool, "SELECT name FROM brand"), []string{"Kiln & Co"})
	if strings.Contains(r.String(), "spelling") {
		t.Errorf("%s", r)
	}
}
