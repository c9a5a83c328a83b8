package importer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/importer/load"
	"vitrine/internal/schema/schematest"
)

func TestReasonsAreCountedByKind(t *testing.T) {
	f := func(reason, want string) {
		t.Helper()
		same(t, reason, load.Alike(reason), want)
	}
	f("amount: -5 is negative", "amount: … is negative")
	f(`amount: "$-5" is negative`, "amount: … is negative")
	f("amount: 1e300 is out of range: at most 10 digits before the decimal point",
		"amount: … is out of range: at most 10 digits before the decimal point")
	f(`starts_at: expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "x"`,
		"starts_at: expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got …")
	f(`brand_id: "b9" matches no brand of tenant real`, "brand_id: … matches no brand of tenant real")
	f("the row has 3 cells, the header has 2", "the row has … cells, the header has 2")
	f("invalid JSON: invalid character 'x' at byte 17", "invalid JSON: invalid character 'x' at byte …")
	f("name is missing", "name is missing")
	f(`key image "https://img.example/3.jpg" duplicates line 3`, "key image … duplicates line …")
}

// The value of the only row, or the first of several, is what the owner of the file looks for.
func TestAReasonOfOneRowShowsItsValue(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", "slug,name,status,amount,stock\n"+
		"a,A,sleeping,1,x\nb,B,,call us,y\nc,C,,3,2\nnew,D,,3,2\nlist,E,,3,2\n")})
	for _, line := range []string{
		`1 × status: expected one of DRAFT, PUBLISHED, OUT_OF_STOCK, ARCHIVED, got "sleeping"`,
		`1 × amount: expected a number, got "call us" (line 3)`, `2 × slug: … is not a slug`,
		`and no word that a route uses; the first is "new"`,
	} {
		if !strings.Contains(r.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, r)
		}
	}
}

// Reasons name the field besides its column, and what --map takes of an object.
func TestReasonsNameTheFieldAndItsMembers(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(file string, o Options, lines ...string) {
		t.Helper()
		o.Kind, o.File, o.SkipUnknown = "product", file, true
		r := imported(t, db.Pool, o)
		for _, line := range lines {
			if !strings.Contains(r.String(), line+"\n") {
				t.Errorf("the report lacks %q:\n%s", line, r)
			}
		}
	}
	f(file(t, "a.csv", "name,price\nA,free\nB,call us\nC,3\n"),
		Options{Map: map[string]string{"price": "amount"}},
		`  2 × amount (price): expected a number, got …; the first is "free" (line 2, 3)`)
	f(file(t, "b.csv", "name,Amount\nA,free\nB,free\nC,3\n"), Options{},
		`  2 × amount: expected a number, got "free" (line 2, 3)`)
	f(file(t, "c.json", `[{"name":"A","description":{"text":"a","lang":"en"}},{"name":"B","description":{"text":"b"}},`+
		`{"name":"C","brief":{"list":["x"]}}]`), Options{},
		`  2 × description: expected text, got …; the first is an object with description.text, description.lang; `+
			`--map "description.text=description" takes that text (line 1, 1)`,
		`  1 × brief: expected text, got an object (line 1)`)
	f(file(t, "d.json", `[{"name":"A","description":{"text":"a"}}]`),
		Options{Map: map[string]string{"description.text": "description"}})
	same(t, "taken", rows(t, db.Pool, "SELECT description FROM product WHERE name = 'A' AND description IS NOT NULL"),
		[]string{"a"})
}

// The report names the fields that were left out as the plan does, in the same order.
func TestFieldsLeftOutAreNamedAlike(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r, plan := planOf(t, db, Options{Kind: "product", SkipUnknown: true, File: file(t, "f.json",
		`[{"zone":"z","name":"A","menu":{"main":1},"area":"a"}]`)})
	const fields = "left out: zone, menu.main, area\n"
	if !strings.Contains(plan, fields) || !strings.Contains(r.String(), "fields without a column, "+fields) {
		t.Errorf("%q is not in\n%s\n%s", fields, plan, r)
	}
}

func TestRowsWithoutANameAreNoted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r, plan := planOf(t, db, Options{Kind: "product", File: file(t, "f.csv",
		"name,slug,sku,price\nLaptop,laptop,1,5\n,,2,6\n,,2,7\nMouse,mouse,3,8\n")})
	for _, line := range []string{
		"Rows without a name: 2 of the first 4, such as line 3.", "Lines 3 and 4 have the same sku. Line 3 has no slug.",
	} {
		if !strings.Contains(plan+r.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, r)
		}
	}
}

// Templates of shops mark required fields, and say in brackets what a field takes.
func TestHeadersOfShopTemplatesAreMatched(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const content = "Product ID*,Active (0/1),Name *,Categories (x;y;z...),Reference,Quantity\n" +
		"1,1,Lamp,Home;Light,R1,5\n2,0,Vase,Home,R2,6\n3,,Jar,Home,R3,7\n"
	imported(t, db.Pool, Options{Kind: "product", SkipUnknown: true, File: file(t, "f.csv", content)})
	same(t, "rows", rows(t, db.Pool, "SELECT name, status, stock FROM product ORDER BY 1"),
		[]string{"Jar|PUBLISHED|7", "Lamp|PUBLISHED|5", "Vase|DRAFT|6"})

	// Words are no flag: the field is left out, and the rows are not rejected.
	words := "name,active\nCup,since 2019\nMug,until 2020\n"
	r := imported(t, db.Pool, Options{Kind: "product", SkipUnknown: true, Series: "words", File: file(t, "w.csv", words)})
	same(t, "words", fates(r), []int{2, 2, 0, 0, 0})
}

func TestPricesWithoutACurrencyAreNotedAmongOthers(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(want bool, o Options, prices ...string) {
		t.Helper()
		o.Kind, o.DryRun, o.File = "product", true, file(t, "f.csv", "name,price\nA,"+strings.Join(prices, "\nA,")+"\n")
		_, plan := planOf(t, db, o)
		const note = "Prices without a currency: 1 of price, among prices in JPY. They get that of the tenant; " +
			"--set currency=JPY sets it."
		if strings.Contains(plan, note) != want {
			t.Errorf("%v: the plan says\n%s", prices, plan)
		}
	}
	f(true, Options{}, "￥980", "850", "call us")
	f(true, Options{Map: map[string]string{"price": "amount"}}, "￥980", "850", "call us")
	f(false, Options{Set: map[string]string{"currency": "JPY"}}, "￥980", "850")
	f(false, Options{}, "￥980", "￥850")
	f(false, Options{}, "980", "850")
}

// The mark of a price wins over --set, and the field of the file over the mark. A price in another currency than the
// record's is left out.
func TestTheMarkOfAPriceIsItsCurrency(t *testing.T) {
	t.Parallel()
	f := func(o Options, content string, doubts int, want ...string) {
		t.Helper()
		db := schematest.Open(t)
		o.Kind, o.File = "product", file(t, "f.csv", content)
		r := imported(t, db.Pool, o)
		same(t, content, rows(t, db.Pool, "SELECT name, coalesce(amount::text, ''), coalesce(list_price::text, ''), "+
			"currency FROM product ORDER BY 1"), want)
		n := 0
		for _, d := range r.Notices.Doubts {
			n += d.Count
		}
		if n != doubts {
			t.Errorf("%q: %d values were left out, want %d: %v", content, n, doubts, r.Notices.Doubts)
		}
	}
	set := func(code string) Options { return Options{Set: map[string]string{"currency": code}} }
	f(set("GBP"), "name,price\nA,£5\nB,6\nC,US$7\nD,$8\n", 0,
		"A|5.00||GBP", "B|6.00||GBP", "C|7.00||USD", "D|8.00||USD")
	f(set("CAD"), "name,price\nA,$5\nB,US$6\nC,£7\n", 0, "A|5.00||CAD", "B|6.00||USD", "C|7.00||GBP")
	f(Options{}, "name,list_price,price\nA,£7,€5\nB,£7,5\nC,7,€5\n", 1,
		"A|5.00||EUR", "B|5.00|7.00|GBP", "C|5.00|7.00|EUR")
	f(Options{}, "name,price,currency\nA,€5,USD\nB,$5,AUD\nC,€5,\n", 1, "A|||USD", "B|5.00||AUD", "C|5.00||EUR")
}

// Two fields for one column: a value of either is kept, and a second one is said.
func TestFieldsOfOneColumnFillItTogether(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	o := Options{Kind: "product", File: file(t, "f.csv", "name,p1,p2\nA,5,\nB,,6\nC,7,8\nD,9,9\nE,,\n"),
		Map: map[string]string{"p1": "amount", "p2": "amount"}}
	_, plan := planOf(t, db, o)
	if said := "These fields fill one column, amount: p1, p2."; !strings.Contains(plan, said) {
		t.Errorf("the plan says\n%s", plan)
	}
	r := imported(t, db.Pool, o)
	same(t, "rows", rows(t, db.Pool, "SELECT name, coalesce(amount::text, '') FROM product ORDER BY 1"),
		[]string{"A|5.00", "B|6.00", "C|7.00", "D|9.00", "E|"})
	if d := r.Notices.Doubts["amount: another field has a value for the column already"]; d == nil || d.Count != 1 {
		t.Errorf("left out: %v", r.Notices.Doubts)
	}
}

// A list of pictures that was cut, or an object without an address, leaves the pictures of the row as they are.
func TestPicturesThatCannotBeReadReplaceNone(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, images := range []string{
		"[\"https://a.example/1.jpg\", \"https://a.example/2.jpg\"]", "[\"https://a.example/1.jpg\",\"https://a.exa",
		"{\"a\": \"https://a.example/4.jpg\"}", "{\"src\": \"https://a.exa",
	} {
		row := fmt.Sprintf("sku,name,images\n1,A,\"%s\"\n", strings.ReplaceAll(images, "\"", "\"\""))
		imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", row)})
		same(t, images, rows(t, db.Pool, "SELECT images::text FROM product"),
			[]string{"[\"https://a.example/1.jpg\", \"https://a.example/2.jpg\"]"})
	}
}

// A slug that the name of a file gave is no wish of its owner's, so two documents may have it.
func TestRejectedDocumentsAreStillDocuments(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"a/intro.md": "# One\n**1**\n", "b/intro.md": "**2**\n"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rejects := filepath.Join(t.TempDir(), "rejects.jsonl")
	r := imported(t, db.Pool, Options{Kind: "page", File: dir, Rejects: rejects})
	same(t, "folder", fates(r), []int{2, 1, 0, 0, 1})
	b, err := os.ReadFile(rejects)
	if err != nil {
		t.Fatal(err)
	}
	mended := file(t, "mended.jsonl", strings.Replace(string(b), `"slug"`, `"title":"Two","slug"`, 1))
	r = imported(t, db.Pool, Options{Kind: "page", File: mended})
	same(t, "mended", []any{fates(r), r.Key}, []any{[]int{1, 1, 0, 0, 0}, "file"})
	same(t, "rows", rows(t, db.Pool, "SELECT title, "+maskedSlug+", content FROM page ORDER BY 1"), []string{
		"One|intro|<p><strong>1</strong></p>", "Two|intro-*|<p><strong>2</strong></p>",
	})
}

func TestTheKeyOfAFolderNeedsNoReason(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "same.md"), []byte("# "+name+"\ntext\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := imported(t, db.Pool, Options{Kind: "page", File: dir})
	same(t, "key", []string{r.Key, r.KeyNote}, []string{"file", ""})
}

// A list price of 0 is none. One below the amount is left out, and the product is imported.
func TestAListPriceBelowTheAmountIsLeftOut(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const content = "name,list_price,price\nA,0,5\nB,4,5\nC,6,5\nD,0,0\n"
	o := Options{Kind: "product", File: file(t, "f.csv", content)}
	r := imported(t, db.Pool, o)
	same(t, "rows", rows(t, db.Pool, "SELECT name, amount::text, coalesce(list_price::text, '') FROM product ORDER BY 1"),
		[]string{"A|5.00|", "B|5.00|", "C|5.00|6.00", "D|0.00|0.00"})
	same(t, "said", []any{fates(r), r.Notices.Blank["list_price"], len(r.Notices.Doubts)},
		[]any{[]int{4, 4, 0, 0, 0}, 1, 1})
	o.Strict, o.Series, o.Rejects = true, "strict", filepath.Join(t.TempDir(), "r")
	same(t, "strict", imported(t, db.Pool, o).Rejected, 1)
}

func TestNumbersThatLoseDecimalsAreCounted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const content = "name,price\nA,9.999\nB,69.06999999999999\nC,5.50\nD,5.500\nE,\"12,345\"\nF,7.0e0\n"
	r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", content)})
	same(t, "rounded", r.Notices.Rounded, map[string]int{"amount": 1})
	if text := r.String(); !strings.Contains(text, "numbers were rounded to the decimals of their column: amount (1)") {
		t.Errorf("the report says\n%s", text)
	}
}

// The text of an answer must not be null: an empty one is "".
func TestAnEmptiedTextIsEmptied(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, answer := range []string{"yes", ""} {
		content := `[{"id":"1","question":"Q","answer":"` + answer + `"}]`
		imported(t, db.Pool, Options{Kind: "faq", File: file(t, "f.json", content)})
		same(t, "answer", rows(t, db.Pool, "SELECT answer FROM faq"), []string{answer})
	}
}

// A field with lists of pictures fills both columns. A shorter list, or none, replaces the longer one.
func TestAShorterListOfPicturesReplacesTheLonger(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	pictures := func(content string, want ...string) {
		t.Helper()
		imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", "sku,name,image\n"+content)})
		same(t, content, rows(t, db.Pool, "SELECT name, coalesce(featured_image, ''), images::text FROM product ORDER BY 1"),
			want)
	}
	const two = `"[""/1.jpg"",""/2.jpg""]"`
	pictures("a,A,"+two+"\nb,B,"+two+"\nc,C,"+two+"\n", `A|/1.jpg|["/1.jpg", "/2.jpg"]`, `B|/1.jpg|["/1.jpg", "/2.jpg"]`,
		`C|/1.jpg|["/1.jpg", "/2.jpg"]`)
	pictures("a,A,\"[\"\"/9.jpg\"\"]\"\nb,B,[]\nc,C,\n", `A|/9.jpg|["/9.jpg"]`, `B||[]`, `C||[]`)
	pictures("a,A,/4.jpg\nb,B,\nc,C,/3.jpg\n", `A|/4.jpg|["/9.jpg"]`, `B||[]`, `C|/3.jpg|[]`)
}

func TestCommasSeparatePathsFromOneRoot(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const content = "sku,name,categories\n1,A,\"All/Men/Tops,All/New,All\"\n2,B,\"All/Men/Hats, Caps\"\n3,C,All/Women\n"
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", content), SkipUnknown: true})
	same(t, "categories", rows(t, db.Pool, "SELECT DISTINCT name FROM category ORDER BY 1"),
		[]string{"All", "Caps", "Hats", "Men", "New", "Tops", "Women"})
}

// A status of yes and no is no word for a status. The reason names the field, and the target that reads it.
func TestStatusOfYesAndNo(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	name := file(t, "p.csv", "sku,name,product_online,hide\n1,Bag,1,\n2,Cap,2,\n3,Dye,0,\n4,Elk,1,8\n")
	o := Options{Kind: "product", File: name, Rejects: rejects, Map: map[string]string{
		"product_online": "status", "hide": "-",
	}}
	imported(t, db.Pool, o)
	const expected = "status (product_online): expected one of DRAFT, PUBLISHED, OUT_OF_STOCK, ARCHIVED, got "
	const advice = `; --map "product_online=published" reads yes and no`
	same(t, "rejects", rejected(t, rejects), []string{
		"2: " + expected + `"1"` + advice, "3: " + expected + `"2"`, "4: " + expected + `"0"` + advice,
		"5: " + expected + `"1"` + advice,
	})
	o.Map = map[string]string{"product_online": "published", "hide": "hidden"}
	imported(t, db.Pool, o)
	same(t, "rejects", rejected(t, rejects), []string{
		`3: status (product_online): expected true or false, got "2"`,
		`5: status (hide): expected true or false, got "8"`,
	})
	same(t, "rows", rows(t, db.Pool, "SELECT name, status FROM product ORDER BY 1"),
		[]string{"Bag|PUBLISHED", "Dye|DRAFT"})
}
