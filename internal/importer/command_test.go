package importer

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

// command runs vitrine import and returns its output.
func command(t *testing.T, db *schematest.DB, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	if !strings.Contains(strings.Join(args, " "), "--rejects") {
		args = append(args, "--rejects", filepath.Join(t.TempDir(), "r"))
	}
	var out, errs bytes.Buffer
	cmd := Command(func(ctx context.Context, _ *cli.Call) (*pgxpool.Pool, error) {
		if db == nil {
			return nil, errors.New("the database was opened")
		}
		return pgxpool.New(ctx, db.URL)
	})
	err = cmd.Execute(t.Context(), &cli.Call{Stdout: &out, Stderr: &errs, Env: env.Map(nil)}, "vitrine", args)
	return out.String(), errs.String(), err
}

func TestMistakesInTheCommandAreExplained(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('one', '1'), ('two', '2')")
	products := file(t, "products.csv", "name,price,colour,brnad\nLamp,5,red,Pika\n")
	f := func(want string, args ...string) {
		t.Helper()
		_, _, err := command(t, db, args...)
		var mistake cli.UsageError
		if err == nil || !errors.As(err, &mistake) && !strings.HasPrefix(want, "open") && !strings.HasPrefix(want,
			"/") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s\n got %v", args, want, err)
		}
	}
	f("missing argument KIND; usage: vitrine import KIND FILE [flags]")
	f("missing argument FILE", "product")
	f(`unexpected argument "b"; usage: vitrine import KIND FILE [flags]`, "product", "a", "b")
	f("there is no file nowhere.csv; correct its name, or the folder in it", "product", "nowhere.csv", "--tenant", "one")
	f("unknown flag --tenat", "product", products, "--tenat", "one")
	f(`unknown KIND "prodct" (did you mean product?)`, "prodct", products, "--tenant", "one")
	f("KINDs are: attribute, attribute_option, blog_post", "users", products, "--tenant", "one")
	f("KINDs are: attribute", "tenant", products, "--tenant", "one")
	f("--tenant NAME is required unless there is exactly one tenant; there are: one, two", "product", products,
		"--skip-unknown")
	f(`--tenant "../x": expected 1 to 64 letters`, "product", products, "--skip-unknown", "--tenant", "../x")
	f(`unknown tenant "three"`, "product", products, "--skip-unknown", "--tenant", "three")
	f("product has no column for these fields of the file:\n  colour\n  brnad (did you mean brand?)\nName the column "+
		"with --map FIELD=COLUMN", "product", products, "--tenant", "one")
	f(`--map colour=clour: product has no column "clour"`, "product", products, "--tenant", "one", "--map", "colour=clour")
	f("it accepts: slug, name, title, status", "product", products, "--tenant", "one", "--map", "colour=clour")
	f("brand (by name), merchant (by name), category (by name or path: A > B), attribute:NAME", "product", products,
		"--tenant", "one", "--map", "colour=clour")
	prices := file(t, "prices.csv", "name,category,initial_price,final_price,category_url,other\n"+
		"Lamp,Home,6,5,https://a.example/c,\"[{\"\"name\"\":\"\"Colour\"\",\"\"value\"\":\"\"red\"\"}]\"\n")
	f("\n  initial_price: it may be the price before a discount: --map \"initial_price=list_price\"\n"+
		"  final_price: it may be the price: --map \"final_price=amount\"\n  category_url\n"+
		"  other: it lists names and values; --map \"other=attributes\" takes them\n", "product", prices, "--tenant", "one")
	f(`product has no column "price" (did you mean amount?)`, "product", prices, "--tenant", "one", "--map",
		"final_price=price")
	f(`product has no column "price"`+"\nit accepts", "product", prices, "--tenant", "one", "--map",
		"final_price=price,initial_price=amount")
	f(`product has no column "search"`, "product", products, "--tenant", "one", "--map", "colour=search")
	f(`the file has no field "color" (did you mean colour?); its first rows have: name, price, colour, brnad`, "product",
		products, "--tenant", "one", "--map", "color=brief")
	f(`the file has no field "sku"`, "product", products, "--tenant", "one", "--key", "sku", "--skip-unknown")
	f(`import: --prune-limit "abc": expected a percentage above 0 and up to 100; see`, "product", products,
		"--prune-limit", "abc")
	f("--map \"colour\": expected name=value", "product", products, "--map", "colour")
	f(`--set statsu=DRAFT: product has no column "statsu" (did you mean status?)`, "product", products, "--tenant", "one",
		"--skip-unknown", "--set", "statsu=DRAFT")
	f("status: expected one of DRAFT, PUBLISHED, OUT_OF_STOCK, ARCHIVED", "product", products, "--tenant", "one",
		"--skip-unknown", "--set", "status=LIVE")
	f("--as pcparts: unknown data set of product; known are: products_bestbuy, products_goodbooks, products_pcparts, "+
		"products_shopify, products_woocommerce, plain", "product", products, "--tenant", "one", "--as", "pcparts")
	f("--as stores_bestbuy is a data set of merchant; use vitrine import merchant", "product", products, "--tenant",
		"one", "--as", "stores_bestbuy")
	f("The file looks like stores_bestbuy; import it with: vitrine import merchant FILE", "brand",
		"testdata/stores.jsonl", "--tenant", "one")
	f("no field fills brand_location.brand_id, which every row requires: name the field with --map FIELD=brand",
		"brand_location", file(t, "l.csv", "name\nx\n"), "--tenant", "one")
	f("--batch -1: expected a number from 1 to 100000", "product", products, "--tenant", "one", "--batch", "-1")
	f("the reject file would overwrite the imported file", "product", products, "--tenant", "one", "--rejects", products)
	same(t, "rows", rows(t, db.Pool, "SELECT count(*) FROM product"), []string{"0"})
	same(t, "tenants", rows(t, db.Pool, "SELECT count(*) FROM tenant"), []string{"2"})
}

func TestMistakesAreFoundBeforeTheDatabaseIsOpened(t *testing.T) {
	for _, args := range [][]string{{}, {"product"}, {"product", "nowhere.csv"}, {"product", "x", "--batch", "many"}} {
		if _, _, err := command(t, nil, args...); err == nil || strings.Contains(err.Error(), "database was opened") {
			t.Errorf("%v: %v", args, err)
		}
	}
	stdout, _, err := command(t, nil, "--help")
	if err != nil || !strings.Contains(stdout, "Usage: vitrine import KIND FILE") ||
		!strings.Contains(stdout, "--map FIELD=COLUMN") || !strings.Contains(stdout, "Examples:") {
		t.Errorf("help: %v\n%s", err, stdout)
	}
}

func TestUnreadableFilesAreExplained(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(want, content string) {
		t.Helper()
		name := file(t, "f", content)
		if _, _, err := command(t, db, "product", name, "--tenant", "one",
			"--create-tenant"); err == nil || err.Error() != name+": "+want {
			t.Errorf("want %s\n got %v", want, err)
		}
	}
	f("the file is empty", "")
	f("the file is compressed with zstd; decompress it (zstd -d), or use gzip", "\x28\xb5\x2f\xfd")
	f("the gzip stream is truncated; the file was not copied completely", zipped("{\"name\":\"x\"}\n")[:12])

	var b strings.Builder
	for range 3000 {
		b.WriteString("{\"name\":\"Lamp\"}\n")
	}
	whole := zipped(b.String())
	name := file(t, "f", whole[:len(whole)-20])
	stdout, _, err := command(t, db, "product", name, "--tenant", "one", "--create-tenant")
	if err == nil || !regexp.MustCompile(`the gzip stream is truncated.* The first [\d,]+ rows were read; run the same `+
		`command with the whole file to complete the import$`).MatchString(err.Error()) {
		t.Errorf("truncated: %v", err)
	}
	if !strings.Contains(stdout, "rows of product (JSON Lines, as plain) for tenant one") {
		t.Errorf("no report: %s", stdout)
	}
	if n := len(rows(t, db.Pool, "SELECT FROM product")); n == 0 || n >= 3000 {
		t.Errorf("%d rows", n)
	}
	if err := os.WriteFile(name, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := command(t, db, "product", name, "--tenant", "one", "--create-tenant"); err != nil {
		t.Error(err)
	}
	same(t, "rows", len(rows(t, db.Pool, "SELECT FROM product")), 3000)
}

func TestCommandPrintsTheReport(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	folder := t.TempDir()
	rejects := filepath.Join(folder, "r.jsonl")
	name := file(t, "x", "Code;Title;Cost;Weight;Note\n7;Lamp;\"$1,200.50\";3 kg;n\n8;Vase;free;1 kg;n\n9;Jar;-1;1 "+
		"kg;n\n9;Jar;1;1 kg;n\n")
	// Flags may stand anywhere.
	stdout, stderr, err := command(t, db, "--map", "Title=name,Cost=amount", "product", "--key=Code", name, "--map",
		"Code=sku", "--map=Weight=attribute:weight", "--map", "Note=-",
		"--tenant", "shop", "--create-tenant", "--set", "status=DRAFT", "--set", "brief=a, "+
			"b=c", "--rejects", rejects, "--batch", "1", "--workers", "1", "--strict")
	var partial cli.PartialError
	if !errors.As(err, &partial) ||
		err.Error() != "rejected 2 of 4 rows; correct the rows in "+rejects+" and import that file with the same flags" {
		t.Fatal(err)
	}
	same(t, "stderr", stderr, "product from "+name+` (CSV, as plain):
  Code   → sku               7 · 8 · 9
  Title  → name              Lamp · Vase · Jar
  Cost   → amount            $1,200.50 · free · -1
  Weight → attribute:weight  3 kg · 1 kg · 1 kg
left out: Note
`) // no progress, because it took less than a second
	stdout = regexp.MustCompile(`in [\d.]+ s: [\d,]+ rows`).ReplaceAllString(stdout, "in T s: R rows")
	same(t, "stdout", stdout, `4 rows of product (CSV, as plain) for tenant shop in T s: R rows per second
  inserted 2 · updated 0 · unchanged 0 · rejected 2
  key: sku
  product              +2  ~0  =0
  product_attribute    +2  ~0  =0
rejected rows are in `+rejects+`, with the reasons
  1 × amount (Cost): expected a number, got "free"
  1 × amount (Cost): "-1" is negative
tenant shop was created
`)
	same(t, "product", rows(t, db.Pool, "SELECT sku, name, slug, amount::text, currency, status, (SELECT value FROM "+
		"product_attribute a WHERE product_id = p.id) FROM product p ORDER BY 1"),
		[]string{"7|Lamp|lamp|1200.50|USD|DRAFT|3 kg", "9|Jar|jar|1.00|<nil>|DRAFT|1 kg"})
	b, err := os.ReadFile(rejects)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "reject file", string(b), `{"line":3,"reason":"amount (Cost): expected a number, got \"free\"",`+
		`"row":{"Code":"8","Title":"Vase","Cost":"free","Weight":"1 kg","Note":"n"}}
{"line":4,"reason":"amount (Cost): \"-1\" is negative",`+
		`"row":{"Code":"9","Title":"Jar","Cost":"-1","Weight":"1 kg","Note":"n"}}
`)
	// The corrected file is imported, and the reject file of the earlier run is removed.
	if err := os.WriteFile(name, []byte("Code;Title\n7;Lamp\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := command(t, db, "product", name, "--map", "Title=name,Code=sku", "--key=Code", "--rejects",
		rejects); err != nil { // without --tenant: there is one tenant
		t.Fatal(err)
	}
	if _, err := os.Stat(rejects); !os.IsNotExist(err) {
		t.Errorf("the old reject file: %v", err)
	}
	same(t, "product", rows(t, db.Pool, "SELECT sku, name, amount::text FROM product ORDER BY 1"),
		[]string{"7|Lamp|1200.50", "9|Jar|1.00"})
}

func TestImpossibleNumbersAreRejected(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')")
	name := file(t, "p.csv", "slug,name,amount,stock\n"+
		"a,A,NaN,1\nb,B,1,-1\nc,C,Infinity,1\nd,D,1,1.5\ne,E,-0.01,1\nf,F,,0\ng,G,2,3\n")
	stdout, _, err := command(t, db, "product", name, "--tenant", "shop", "--strict")
	if !errors.As(err, new(cli.PartialError)) ||
		!strings.Contains(stdout, "inserted 2 · updated 0 · unchanged 0 · rejected 5") {
		t.Errorf("%v\n%s", err, stdout)
	}
	same(t, "product", rows(t, db.Pool, "SELECT slug, amount::text, stock FROM product ORDER BY 1"), []string{"f|<nil>|0",
		"g|2.00|3"})
}

// A price that contradicts itself is rejected with a sentence. One that is not complete is completed, and the same file
// again changes nothing.
func TestPricesAreCompletedOrRejected(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name, currency) VALUES ('shop', 'Shop', 'EUR')")
	name := file(t, "p.csv", "slug,name,amount,list_price,sale_price,discount,currency\n"+
		"a,A,80,100,80,20,\nb,B,,100,80,,\nc,C,,149.90,,15,\nd,D,80,,,20,\ne,E,,100,,,\n"+
		"f,F,100,,80,,\ng,G,100,80,,,\nh,H,80,100,,50,\ni,I,10.5,,,,JPY\n")
	rejects := filepath.Join(t.TempDir(), "rejects")
	stdout, _, err := command(t, db, "product", name, "--tenant", "shop", "--rejects", rejects)
	if !errors.As(err, new(cli.PartialError)) || !strings.Contains(stdout, "inserted 6") ||
		!strings.Contains(stdout, "rejected 3") || !strings.Contains(stdout, "expected the amount 100.00 or more") {
		t.Errorf("%v\n%s", err, stdout)
	}
	reasons, err := os.ReadFile(rejects)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sale_price 80 is not amount 100",
		"discount 50 does not lead from list_price 100 to amount 80", "JPY has no decimals"} {
		if !strings.Contains(string(reasons), want) {
			t.Errorf("no row is rejected because %s:\n%s", want, reasons)
		}
	}
	want := []string{"a|80.00|100.00|80.00|20.00", "b|80.00|100.00|80.00|<nil>", "c|127.42|149.90|<nil>|15.00",
		"d|80.00|100.00|<nil>|20.00", "e|100.00|100.00|<nil>|<nil>", "g|100.00|<nil>|<nil>|<nil>"}
	const sql = "SELECT slug, amount::text, list_price::text, sale_price::text, discount::text FROM product ORDER BY 1"
	same(t, "product", rows(t, db.Pool, sql), want)
	stdout, _, _ = command(t, db, "product", name, "--tenant", "shop", "--rejects", rejects)
	if !strings.Contains(stdout, "unchanged 6") {
		t.Errorf("again: %s", stdout)
	}
	same(t, "product again", rows(t, db.Pool, sql), want)
}

func TestRejectFileOfACompressedFileHasTheDocumentedName(t *testing.T) {
	o, err := Options{Kind: "product", File: "some/where/parts.jsonl.gz"}.withDefaults()
	if err != nil || o.Rejects != "parts.jsonl.rejects.jsonl" {
		t.Errorf("%q, %v", o.Rejects, err)
	}
}

// Scripts see from the exit code whether all rows, some or none were imported.
func TestRejectedRowsAreAnError(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const header, good, bad = "name,slug,amount\n", "Lamp,lamp,5\n", "Vase,vase,cheap\n"
	for _, c := range []struct {
		rows, want string
		partial    bool
	}{
		{good, "", false},
		{good, "", false}, // unchanged
		{good + bad, "rejected 1 of 2 rows", true},
		{bad, "nothing was imported", false},
	} {
		_, _, err := command(t, db, "product", file(t, "f.csv", header+c.rows), "--tenant", "one", "--create-tenant",
			"--strict")
		var partial cli.PartialError
		if (err == nil) != (c.want == "") || errors.As(err, &partial) != c.partial ||
			err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.rows, err, c.want)
		}
	}
}
