package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// The first category of a record is the one that lists show, so a file with another order changes the record.
func TestAnotherOrderOfCategoriesIsWritten(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	in := func(categories string) Report {
		t.Helper()
		return imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv",
			"sku,name,category\n1,Cup,"+categories+"\n2,Jar,Tea\n")})
	}
	order := func() string {
		t.Helper()
		return rows(t, db.Pool, "SELECT string_agg(c.name, ' ' ORDER BY j.position) FROM product_category j "+
			"JOIN category c ON c.id = j.category_id JOIN product p ON p.id = j.product_id WHERE p.sku = '1'")[0]
	}
	in("Tea|Cups|New")
	r := in("New|Tea|Cups")
	same(t, "another order", fates(r), []int{2, 0, 1, 1, 0})
	same(t, "order", order(), "New Tea Cups")
	n := sequence(t, db.Pool, "real")
	same(t, "again", fates(in("New|Tea|Cups")), []int{2, 0, 0, 2, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	// A row that an editor made has another id, and is kept.
	do(t, db.Pool, "UPDATE product_category SET id = 'aaaaaaaaaaaaaaaaaaaaaaaa', position = 7 WHERE position = 1")
	same(t, "an editor's", fates(in("New|Tea|Cups")), []int{2, 0, 1, 1, 0})
	same(t, "kept", rows(t, db.Pool, "SELECT position FROM product_category WHERE id = 'aaaaaaaaaaaaaaaaaaaaaaaa'"),
		[]string{"1"})
	in("Cups|New")
	same(t, "fewer", order(), "Cups New")
	r = imported(t, db.Pool, Options{Kind: "product", Merge: true, File: file(t, "f.csv",
		"sku,name,category\n1,Cup,New|Cups|Sale\n")})
	same(t, "merged", fates(r), []int{1, 0, 1, 0, 0})
	same(t, "order of a merge", order(), "Cups New Sale")
}

func TestTrimmedAttributesAreCounted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r := imported(t, db.Pool, Options{Kind: "product", Map: map[string]string{"colour": "attribute:Colour"},
		File: file(t, "f.csv", "sku,name,colour\n1,Cup, Red \n2,Jar,Dark  blue\n3,Mug,Green\n4,Pot,N/A\n5 ,Tin,Red\n")})
	same(t, "trimmed", r.Notices.Trimmed, map[string]int{"Colour": 2, "sku": 1})
	same(t, "blank", r.Notices.Blank, map[string]int{"Colour": 1})
	if text := r.String(); !strings.Contains(text, "white space around values was removed: Colour (2), sku (1)\n") {
		t.Errorf("the report is %s", text)
	}
}

// Names come from files and tables. A terminal must not obey what is in them.
func TestMessagesHoldNoControlCharacters(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	var out strings.Builder
	o := Options{Kind: "product", Progress: &out, Prune: pruneDelete, PruneLimit: 100, PlanOut: &out}
	o.File = file(t, "a.csv", "sku,name\n1,\x1b[31mRed\u009b2J\n2,Jar\n")
	imported(t, db.Pool, o)
	o.File = file(t, "b.csv", "sku,name,\x1b]0;x\x07\n2,Jar\x1b[2J,\x1b[31m\n")
	o.Map = map[string]string{"\x1b]0;x\x07": "attribute:\x1b[1m"}
	r := imported(t, db.Pool, o)
	same(t, "pruned", r.Pruned, 1)
	o.PlanFile = "-"
	imported(t, db.Pool, o)
	o.Map = nil
	if _, err := attempted(t, db.Pool, o); err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexAny(out.String(), "\x1b\x07\u009b"); i >= 0 {
		t.Errorf("a control character is shown: %q", out.String()[max(0, i-60):i+10])
	}
	if !strings.Contains(out.String(), "will be removed: ") {
		t.Errorf("shown is %q", out.String())
	}
}
