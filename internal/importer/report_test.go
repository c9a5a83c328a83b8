package importer

import (
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

// The value of the only row is what its owner looks for. Those of several rows are in the reject file.
func TestAReasonOfOneRowShowsItsValue(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", "slug,name,status,amount,stock\n"+
		"a,A,sleeping,1,x\nb,B,,call us,y\nc,C,,3,2\nnew,D,,3,2\nlist,E,,3,2\n")})
	for _, line := range []string{
		`1 × status: expected one of DRAFT, PUBLISHED, OUT_OF_STOCK, ARCHIVED, got "sleeping"`,
		`1 × amount: expected a number, got "call us" (line 3)`, `2 × slug: … is not a slug`,
	} {
		if !strings.Contains(r.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, r)
		}
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
