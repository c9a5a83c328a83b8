package importer

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"vitrine/internal/cli"
	"vitrine/internal/schema/schematest"
)

// A price list as a shop exports it from a spreadsheet: windows-1254, semicolons, decimal commas, words for nothing,
// units in the header, categories in two columns.
const priceList = "Ürün Kodu;name;Price (TRY);old price;Quantity;stok adedi;main_category;sub_category;images;" +
	"Ağırlık (kg)\n" +
	"K-1; Çay bardağı ;1.299,00;No old price;1 kg;5;Mutfak;Bardak;https://x.example/a.jpg, https://x.example/b.jpg;0,5\n" +
	"K-2;Gümüş kaşık;12,50;15,00;500 g;-;Mutfak;Kaşık;https://x.example/c.jpg|https://x.example/d.jpg;NA\n" +
	"K-3;Işıklı vazo;1.450;N/A;2 kg;çok;Salon;;N/A;1,2\n"

func TestPriceListOfASpreadsheet(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	content, err := charmap.Windows1254.NewEncoder().String(priceList)
	if err != nil {
		t.Fatal(err)
	}
	name := file(t, "liste.csv", content)
	var shown bytes.Buffer
	o := Options{
		Kind: "product", File: name, Attributes: true, Progress: &shown, Null: []string{"No old price"},
		Map: map[string]string{"Ürün Kodu": "sku", "stok adedi": "stock", "Ağırlık (kg)": "attribute:Ağırlık (kg)"},
	}
	r := imported(t, db.Pool, o)
	same(t, "records", fates(r), []int{3, 3, 0, 0, 0})
	same(t, "products", rows(t, db.Pool, `SELECT sku, name, amount::text, currency, list_price::text, stock,
		images::text, featured_image,
		(SELECT string_agg(a.name || '=' || a.value, ', ' ORDER BY a.name) FROM product_attribute a WHERE product_id = p.id),
		(SELECT coalesce(u.name || '/', '') || c.name FROM product_category j JOIN category c ON c.id = j.category_id
		 LEFT JOIN category u ON u.id = c.parent_id WHERE product_id = p.id) FROM product p ORDER BY 1`), []string{
		`K-1|Çay bardağı|1299.00|TRY|<nil>|5|["https://x.example/a.jpg", "https://x.example/b.jpg"]|<nil>|` +
			`Ağırlık (kg)=0,5, Quantity=1 kg|Mutfak/Bardak`,
		`K-2|Gümüş kaşık|12.50|TRY|15.00|<nil>|["https://x.example/c.jpg", "https://x.example/d.jpg"]|<nil>|` +
			`Ağırlık (kg)=NA, Quantity=500 g|Mutfak/Kaşık`,
		`K-3|Işıklı vazo|1450.00|TRY|<nil>|<nil>|[]|<nil>|Ağırlık (kg)=1,2, Quantity=2 kg|Salon`,
	})
	for _, want := range []string{
		"name          → name", "Price (TRY)   → amount:TRY", "Quantity      → attribute:Quantity", "1 kg · 500 g · 2 kg",
		"The text was read as windows-1254, because it is not UTF-8; --encoding names another encoding.",
		"Numbers with a decimal comma: amount, list_price; --decimal says otherwise.", "sub_category  → category:2",
	} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("the plan does not say %q:\n%s", want, shown.String())
		}
	}
	for _, want := range []string{
		"values that no column takes were left out; --strict rejects their rows\n" +
			"  1 × stock (stok adedi): expected a number, got \"çok\" (line 4)\n",
		"white space around values was removed: name (1)\n",
		"words for nothing, such as N/A or -, were read as no value: list_price (1), stock (1)\n",
	} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("the report does not say %q:\n%s", want, r)
		}
	}
	n := sequence(t, db.Pool, "real")
	same(t, "again", fates(imported(t, db.Pool, o)), []int{3, 0, 0, 3, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	o.Strict = true
	rejects := filepath.Join(t.TempDir(), "r")
	o.Rejects = rejects
	same(t, "strict", fates(imported(t, db.Pool, o)), []int{3, 0, 0, 2, 1})
	same(t, "rejects", rejected(t, rejects), []string{`4: stock (stok adedi): expected a number, got "çok"`})
}

// A column called Quantity that says "1 kg" is no stock: the import stops and says why.
func TestQuantityWithUnitsIsNoStock(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := file(t, "p.csv", "name,Quantity,colour\nRice,1 kg,white\nTea,500 g,black\nCup,2,blue\n")
	_, err := attempted(t, db.Pool, Options{Kind: "product", File: name})
	for _, want := range []string{
		"\n  Quantity: it is not stock, because it says \"1 kg\"\n  colour\n",
		"--attributes makes attributes of them", "--plan FILE",
	} {
		if err == nil || !errors.As(err, new(cli.UsageError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	same(t, "tenants", rows(t, db.Pool, "SELECT count(*) FROM tenant"), []string{"0"})
	sold := file(t, "q.csv", "name,Quantity\nRice,1\nTea,2\nCup,many\n")
	same(t, "numbers", fates(imported(t, db.Pool, Options{Kind: "product", File: sold})), []int{3, 3, 0, 0, 0})
	same(t, "stock", rows(t, db.Pool, "SELECT name, stock FROM product ORDER BY 1"),
		[]string{"Cup|<nil>", "Rice|1", "Tea|2"})
}

// The fields that decide whether and where a row is shown reject it; the others are left empty.
func TestBadValuesLeaveTheirFieldEmpty(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	first := file(t, "a.csv", "slug,name,amount\na,A,5\n")
	imported(t, db.Pool, Options{Kind: "product", File: first})
	r := imported(t, db.Pool, Options{Kind: "product", Rejects: rejects, File: file(t, "p.csv",
		"slug,name,amount,year,status,currency,publish_at,unpublish_at,brand\n"+
			"a,A,call us,2020,,,,,Pika\n"+ // the price is gone, because the file has none
			"b,B,5,MMXX,,,,,n/a\n"+
			"c,C,5,2020,live,,,,\n"+
			"d,D,5,2020,,euros,,,\n"+
			"e,E,5,2020,,,soon,,\n"+
			"f,,5,2020,,,,,\n")})
	same(t, "records", fates(r), []int{6, 1, 1, 0, 4})
	same(t, "products", rows(t, db.Pool, "SELECT slug, amount::text, year, (SELECT count(*) FROM brand) FROM product "+
		"ORDER BY 1"), []string{"a|<nil>|2020|1", "b|5.00|<nil>|1"})
	same(t, "rejects", rejected(t, rejects), []string{
		`4: status: expected one of DRAFT, PUBLISHED, OUT_OF_STOCK, ARCHIVED, got "live"`,
		`5: currency: expected three letters such as USD, got "euros"`,
		`6: publish_at: expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "soon"`,
		"7: name is missing",
	})
	if !strings.Contains(r.String(), "1 × amount: expected a number, got \"call us\" (line 2)\n"+
		"  1 × year: expected a number, got \"MMXX\" (line 3)\n") {
		t.Errorf("the report:\n%s", r)
	}
	// A required column has no row without it, and the reason names the value.
	imported(t, db.Pool, Options{Kind: "organization", File: file(t, "o.csv", "name\nGuild\n")})
	r, err := attempted(t, db.Pool, Options{Kind: "event", Rejects: rejects, File: file(t, "e.csv",
		"name,starts_at\nRace,someday\n")})
	if err != nil || r.Rejected != 1 {
		t.Fatal(err, r)
	}
	same(t, "events", rejected(t, rejects), []string{
		`2: starts_at: expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "someday"`})
}

func TestPlanGoesToAFileAndBack(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')")
	name := file(t, "p.csv", "name,price,Quantity,colour\nRice,5,1 kg,-\nTea,6,500 g,black\n")
	plan := filepath.Join(t.TempDir(), "plan.yaml")
	stdout, stderr, err := command(t, db, "product", name, "--tenant", "shop", "--null", "free", "--plan", plan)
	if err != nil || stdout != "" || !strings.Contains(stderr, "2 fields match no column; replace each ? in the file.") {
		t.Fatalf("%v\n%s\n%s", err, stdout, stderr)
	}
	same(t, "rows", rows(t, db.Pool, "SELECT count(*) FROM product"), []string{"0"})
	b, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "plan", string(b), `# vitrine import product FILE --map-file THIS
# A field goes to a column, to attribute:NAME, or nowhere ("-"). A "?" must be replaced.
kind: product
as: plain
"null":
  - free
fields:
  name: name # Rice · Tea
  price: amount # 5 · 6
  Quantity: "?" # it is not stock, because it says "1 kg": 1 kg · 500 g
  colour: "?" # - · black
`)
	_, _, err = command(t, db, "product", name, "--map-file", plan)
	const open = `: replace the ? of Quantity, colour by a column, attribute:NAME or "-"; --skip-unknown leaves all of ` +
		"them out"
	if err == nil || !strings.Contains(err.Error(), open) {
		t.Errorf("an open plan: %v", err)
	}
	for _, f := range [][]string{
		{"left out: Quantity, colour\n", "--skip-unknown"}, {"Quantity → attribute:Quantity", "--attributes"},
		{"left out: colour\n", "--skip-unknown", "--map", "Quantity=attribute:Q"},
	} {
		args := append([]string{"product", name, "--map-file", plan, "--dry-run"}, f[1:]...)
		if _, stderr, err = command(t, db, args...); err != nil || !strings.Contains(stderr, f[0]) {
			t.Errorf("%v: %v\n%s", f, err, stderr)
		}
	}
	done := strings.NewReplacer(`Quantity: "?"`, `Quantity: "-"`, `colour: "?"`, "colour: attribute:Colour").
		Replace(string(b))
	if err := os.WriteFile(plan, []byte(done), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, err = command(t, db, "product", name, "--map-file", plan); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(stderr, "left out: Quantity\n") {
		t.Errorf("shown: %s", stderr)
	}
	same(t, "products", rows(t, db.Pool, "SELECT p.name, amount::text, a.name, value FROM product p LEFT JOIN "+
		"product_attribute a ON product_id = p.id ORDER BY 1"), []string{"Rice|5.00|<nil>|<nil>", "Tea|6.00|Colour|black"})
	for content, want := range map[string]string{
		"kind: product\ncolour: red\n": "not a plan: unmarshal errors",
		"fields: [a]\n":                "fields: expected a column for each field",
		"fields: {nam: name}\n":        `the file has no field "nam"`,
		"fields: {a: , b: , c: , d: , e: , f: , g: , h: , i: , j: , k: , l: '?'}": "a, b, c, d, e, f, g, h, i, j " +
			"and 2 more by",
		strings.Repeat("#", 2<<20):    "the plan is longer than 1 MB",
		"fields: {name: [a]}\n":       "fields: expected a column for each field",
		"fields: {price: colour}\n":   `product has no column "colour"`,
		"fields: {price: amount:X}\n": `product has no column "amount:X"`,
	} {
		_, _, err := command(t, db, "product", name, "--map-file", file(t, "wrong.yaml", content))
		if err == nil || !errors.As(err, new(cli.UsageError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", content, err, want)
		}
	}
}

func TestPlanIsAskedAbout(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := file(t, "p.csv", "name\nRice\n")
	asked, answer := 0, false
	o := Options{Kind: "product", File: name, Ask: func(string) (bool, error) { asked++; return answer, nil }}
	_, err := attempted(t, db.Pool, o)
	if !errors.Is(err, errDeclined) || asked != 1 {
		t.Errorf("declined: %v, asked %d times", err, asked)
	}
	same(t, "tenants", rows(t, db.Pool, "SELECT count(*) FROM tenant"), []string{"0"})
	answer = true
	same(t, "accepted", fates(imported(t, db.Pool, o)), []int{1, 1, 0, 0, 0})
	var out bytes.Buffer
	for text, want := range map[string]bool{"y\n": true, "YES\n": true, "\n": false, "": false, "no\n": false} {
		got, err := ask(&cli.Call{Stderr: &out}, strings.NewReader(text))("?")
		if got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestPostsOfAFolder(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	root := t.TempDir()
	for name, content := range map[string]string{
		"2026-03-01-opening.md": "---\ntitle: Opening\nauthor: Ada\ntags: [a, b]\ncategories: [News]\nexcerpt: Short\n---\n" +
			"We are *open* {{ now }}.\n\n    <b>code</b> Box<T>\n",
		"de/about.md": "# Über uns\n\nText\n",
		"legal.html":  "---\ntitle: Legal\ndraft: true\n---\n<p>Text</p>\n\n    <p>more</p>\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Kind: "blog", File: root, Rejects: filepath.Join(t.TempDir(), "r")}
	r := imported(t, db.Pool, o)
	same(t, "records", fates(r), []int{3, 3, 0, 0, 0})
	same(t, "posts", rows(t, db.Pool, `SELECT slug, title, status, author_name, tags::text, summary, content,
		CASE WHEN slug = 'opening' THEN published_at::date::text END,
		(SELECT string_agg(c.name, ',') FROM blog_post_category j JOIN category c ON c.id = category_id
		WHERE blog_post_id = p.id) FROM blog_post p ORDER BY 1`), []string{
		"about|Über uns|PUBLISHED|<nil>|{}|<nil>|<p>Text</p>|<nil>|<nil>",
		"legal|Legal|DRAFT|<nil>|{}|<nil>|<p>Text</p>\n\n    <p>more</p>\n|<nil>|<nil>",
		"opening|Opening|PUBLISHED|Ada|{a,b}|Short|<p>We are <em>open</em> {{ now }}.</p>\n<pre><code>&lt;b&gt;" +
			"code&lt;/b&gt; Box&lt;T&gt;\n</code></pre>|2026-03-01|News",
	})
	n := sequence(t, db.Pool, "real")
	same(t, "again", fates(imported(t, db.Pool, o)), []int{3, 0, 0, 3, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
}

func TestFormatsOfTextsAreKnown(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(content, want string, maps ...string) {
		t.Helper()
		o := Options{Kind: "page", File: file(t, "p.json", content), Map: map[string]string{}}
		for i := 0; i < len(maps); i += 2 {
			o.Map[maps[i]] = maps[i+1]
		}
		do(t, db.Pool, "DELETE FROM page")
		imported(t, db.Pool, o)
		same(t, content, rows(t, db.Pool, "SELECT content FROM page"), []string{want})
	}
	f(`[{"title": "a", "content": "*x* <b>y</b>"}]`, "*x* <b>y</b>")
	f(`[{"title": "a", "body_html": "*x* <b>y</b>"}]`, "*x* <b>y</b>")
	f(`[{"title": "a", "content_md": "*x* <b>y</b>"}]`, "<p><em>x</em> <b>y</b></p>")
	f(`[{"title": "a", "markdown": "*x*"}]`, "<p><em>x</em></p>")
	f(`[{"title": "a", "content": "*x*"}]`, "<p><em>x</em></p>", "content", "markdown:content")
	f(`[{"title": "a", "content": "1 < 2\nx\n\n<b>"}]`, "<p>1 < 2<br>\nx</p>\n<p>&lt;b></p>", "content", "text:content")
}

func TestPricesInSeveralCurrencies(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name, currency) VALUES ('euro', 'e', 'EUR'), ('yen', 'y', 'JPY')")
	name := file(t, "p.csv", "name,price_usd,price_eur,list price EUR\nCup,5,4,6\n")
	imported(t, db.Pool, Options{Kind: "product", File: name, Tenant: "euro"})
	same(t, "euro", rows(t, db.Pool, "SELECT amount::text, currency, list_price::text FROM product"),
		[]string{"4.00|EUR|6.00"})
	_, err := attempted(t, db.Pool, Options{Kind: "product", File: name, Tenant: "yen"})
	if err == nil || !strings.Contains(err.Error(),
		`price_usd: the file has prices in several currencies; --map "price_usd=amount:USD" takes this one`) {
		t.Error(err)
	}
	imported(t, db.Pool, Options{Kind: "product", File: name, Tenant: "yen", Set: map[string]string{"currency": "USD"}})
	same(t, "dollars", rows(t, db.Pool, "SELECT amount::text, currency FROM product WHERE tenant_id = 'yen'"),
		[]string{"5.00|USD"})
}

func TestOtherFormatsAreImported(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	book := excelize.NewFile()
	for cell, v := range map[string]any{"A1": "slug", "B1": "name", "C1": "price", "A2": "cup", "B2": "Cup", "C2": 12.5} {
		if err := book.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		t.Fatal(err)
	}
	for format, content := range map[string]string{
		"xlsx": b.String(), "yaml": "- slug: cup\n  name: Cup\n  price: 12.5\n",
		"json": `{"total": 1, "products": [{"slug": "cup", "name": "Cup", "price": 12.5}]}`,
		"csv":  ",slug,name,price\n0,cup,Cup,12.5\n",
	} {
		do(t, db.Pool, "DELETE FROM product")
		r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "p."+format, content)})
		same(t, format, fates(r), []int{1, 1, 0, 0, 0})
		same(t, format, rows(t, db.Pool, "SELECT slug, name, amount::text FROM product"), []string{"cup|Cup|12.50"})
	}
}

func TestSignsOfCategoriesAreNamed(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')")
	name := file(t, "p.csv", "name,labels,where,top,under,both\n"+
		"Cup,\"Red, Blue\",Home/Table,Living,Tea,\"Home/Table,Tea\"\n")
	categories := func(want string, maps ...string) {
		t.Helper()
		do(t, db.Pool, "DELETE FROM product; DELETE FROM category; DELETE FROM import_key")
		args := []string{"product", name, "--skip-unknown"}
		for _, m := range maps {
			args = append(args, "--map", m)
		}
		if _, _, err := command(t, db, args...); err != nil {
			t.Fatal(err)
		}
		same(t, strings.Join(maps, " "), rows(t, db.Pool, `SELECT string_agg(coalesce(u.name || '/', '') || c.name, ' ' `+
			`ORDER BY c.name) FROM category c LEFT JOIN category u ON u.id = c.parent_id`), []string{want})
	}
	categories("Blue Red", "labels=category:,")
	categories("Home Home/Table", "name=name,where=category:/")
	categories("Home Home/Table Tea", "both=categories:/,")
	categories("Living Living/Tea", "under=category:2", "top=category:1")
	categories("Home/Table", "where=category")
}
