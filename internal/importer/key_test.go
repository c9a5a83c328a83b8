package importer

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/cli"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
	"vitrine/internal/schema/schematest"
)

// catalogue writes a CSV file of n products whose prices the function decides. It leaves out those with a negative one.
func catalogue(t *testing.T, header string, n int, price func(i int) int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		if p := price(i); p >= 0 {
			fmt.Fprintf(&b, "S-%d,Lamp %d,%d,C%d\n", i, i, p, n-i)
		}
	}
	return file(t, "c.csv", b.String())
}

const skuHeader = "sku,name,price,brief"

// Without --key, changed prices are updates: the key is the SKU.
func TestKeyIsTheSKUOfTheFile(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	plain := func(int) int { return 7 }
	r := imported(t, db.Pool, Options{Kind: "product", File: catalogue(t, skuHeader, 100, plain)})
	same(t, "first", fates(r), []int{100, 100, 0, 0, 0})
	same(t, "key", r.Key, "sku")
	n := sequence(t, db.Pool, "real")
	r = imported(t, db.Pool, Options{Kind: "product", File: catalogue(t, skuHeader, 100, plain)})
	same(t, "again", fates(r), []int{100, 0, 0, 100, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	r = imported(t, db.Pool, Options{Kind: "product", File: catalogue(t, skuHeader, 100, func(i int) int {
		if i%10 == 3 {
			return 8
		}
		return 7
	})})
	same(t, "ten changed prices", fates(r), []int{100, 0, 10, 90, 0})
	same(t, "products", rows(t, db.Pool, "SELECT count(*), count(DISTINCT sku) FROM product"), []string{"100|100"})
}

func TestKeyIsTheBestFieldThatIsUnique(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const second = "A changed row becomes a second record."
	for i, c := range []struct{ kind, content, key, note string }{
		{"product", "name,sku,slug\nA,1,a\nB,2,b\n", "sku", ""},
		{"product", "name,SKU,slug\nA,1,a\nB,1,b\n", "slug", ""},
		{"product", "name,sku,slug\nA,1,a\nB,,b\n", "slug", ""},
		{"product", "name,id,sku\nA,7,1\nB,8,1\n", "id", ""},
		{"product", "name,sku\nA,1\nB,1\n", "the whole row",
			"Lines 2 and 3 have the same sku. --key sku takes it anyway and rejects the other rows. " + second},
		{"product", "name,sku\nA,1\nB,\n", "the whole row",
			"Line 3 has no sku. --key sku takes it anyway and rejects the other rows. " + second},
		{"product", "name,price\nA,1\nB,2\n", "the whole row", second},
		{"product", "name,brand_id,model_no,product_id\nA,,3,1\nB,,4,2\n", "the whole row",
			second + " If product_id identifies the rows, --key product_id updates them by it."},
		{"brand", "name,id,slug\nA,1,a\nB,2,b\n", "id", ""},
		{"brand", "name,slug\nA,a\nB,b\n", "slug", ""},
	} {
		tenant := fmt.Sprintf("t%d", i)
		r := imported(t, db.Pool, Options{Kind: c.kind, File: file(t, "f.csv", c.content), Tenant: tenant,
			SkipUnknown: true})
		same(t, c.content, []string{r.Key, r.KeyNote}, []string{c.key, c.note})
		same(t, c.content, fates(r), []int{2, 2, 0, 0, 0})
	}
	r := imported(t, db.Pool, Options{Kind: "product", Tenant: "ean", File: file(t, "f.csv", "name,EAN\nA,40\nB,41\n"),
		Map: map[string]string{"EAN": "attribute:EAN"}})
	same(t, "ean", r.Key, "EAN")
	r = imported(t, db.Pool, Options{Kind: "product", Tenant: "art", File: file(t, "f.csv", "name,Article\nA,40\nB,41\n"),
		Map: map[string]string{"Article": "sku"}})
	same(t, "a field that fills the SKU", r.Key, "sku")
	r = imported(t, db.Pool, Options{Kind: "product", Tenant: "own", File: file(t, "f.csv", "name,objectID\nA,40\nB,41\n"),
		Map: map[string]string{"objectID": "-"}, Key: []string{"objectID"}})
	same(t, "the field's own name", r.Key, "objectID")
}

// Without a key, a changed price makes a second product. The plan and the report say so, and which field may be the
// key. They also say which fields may be prices.
func TestHintsAboutTheKeyAndThePrice(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const content = "name,initial_price,final_price,Product ID,stock_code\nA,9,8,70,x\nB,7,7,71,x\n"
	var shown strings.Builder
	run := func(o Options, content string, want ...string) {
		t.Helper()
		shown.Reset()
		o.Kind, o.File, o.SkipUnknown, o.Progress = "product", file(t, "f.csv", content), true, &shown
		r := imported(t, db.Pool, o)
		for _, w := range want {
			if !strings.Contains(shown.String(), w) || !strings.Contains(r.String(), w) {
				t.Errorf("no %q in the plan and the report:\n%s\n%s", w, shown.String(), r)
			}
		}
		if all := shown.String() + r.String(); len(want) == 0 && (strings.Contains(all, "second record") ||
			strings.Contains(all, "gets a price")) {
			t.Errorf("needless hints:\n%s", all)
		}
	}
	const price = `No product gets a price. If final_price is the price, add --map "final_price=amount"; if ` +
		`initial_price is the price before a discount, add --map "initial_price=list_price".`
	run(Options{}, content, `A changed row becomes a second record. If "Product ID" identifies the rows, `+
		`--key "Product ID" updates them by it.`, price)
	run(Options{}, content, `A changed row becomes a second record. If "Product ID" identifies the rows, `+
		`--key "Product ID" --rekey updates them by it.`, price)
	run(Options{Key: []string{"Product ID"}, Rekey: true, Map: map[string]string{"final_price": "amount"}}, content)
	run(Options{Tenant: "two"}, "name,sale price\nA,cheap\nB,dear\n", "A changed row becomes a second record.\n")
	_, err := attempted(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", content)})
	if err == nil || !strings.Contains(err.Error(), `final_price: it may be the price: --map "final_price=amount"`) {
		t.Error(err)
	}
}

// Later imports take the same key. Another one is refused, because it would double the catalogue.
func TestKeyIsRememberedForTheTenantAndKind(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	import1 := func(o Options, content string) (Report, error) {
		o.Kind, o.File = "product", file(t, "f.csv", content)
		return attempted(t, db.Pool, o)
	}
	refused := func(want string, o Options, content string) {
		t.Helper()
		n := sequence(t, db.Pool, "real")
		_, err := import1(o, content)
		if !errors.As(err, new(cli.UsageError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	}
	if _, err := import1(Options{}, "name,sku,code\nA,1,x\nB,2,y\n"); err == nil {
		t.Error("a field without a column was accepted")
	}
	code := map[string]string{"code": "attribute:code"}
	r, err := import1(Options{Map: code}, "name,sku,code\nA,1,x\nB,2,y\n")
	same(t, "key", []any{r.Key, err}, []any{"sku", nil})
	// In this file two rows have the same SKU. It is still the key.
	r, err = import1(Options{Map: code, Rejects: file(t, "r", "")}, "name,sku,code\nA,1,x\nB,2,y\nC,2,z\n")
	same(t, "same key", []any{r.Key, err, fates(r)}, []any{"sku", nil, []int{3, 0, 0, 2, 1}})
	refused("product of tenant real is imported by the key sku, not by code.\nLeave out --key, or add --rekey",
		Options{Map: code, Key: []string{"code"}}, "name,sku,code\nA,1,x\n")
	refused("product of tenant real is imported by the key sku, and no field of the file fills it.\nName the field with "+
		"--map FIELD=sku", Options{}, "name,price\nA,5\n")
	event := Options{Kind: "event", File: file(t, "e.csv", "name,starts_at\nA,2026-05-01\n")}
	imported(t, db.Pool, event)
	event.Key = []string{"name", "starts_at"}
	_, err = attempted(t, db.Pool, event)
	if err == nil || !strings.HasPrefix(err.Error(), "event of tenant real is imported by the whole row, not by name and "+
		"starts_at.\nLeave out --key") {
		t.Error(err)
	}
	event.Rekey = true
	same(t, "rekey", imported(t, db.Pool, event).KeyNote, "Until now, the key was the whole row.")
	// A field of another name fills the SKU.
	r, err = import1(Options{Map: map[string]string{"Article": "sku"}}, "name,Article,price\nA,1,5\n")
	same(t, "mapped", []any{r.Key, err, fates(r)}, []any{"sku", nil, []int{1, 0, 1, 0, 0}})
	// Another kind and another tenant have keys of their own.
	same(t, "brand", imported(t, db.Pool, Options{Kind: "brand", File: file(t, "b.csv", "name,slug\nA,a\n")}).Key, "slug")
	same(t, "other", imported(t, db.Pool, Options{Kind: "product", Tenant: "other", Map: code,
		File: file(t, "b.csv", "name,code\nA,x\n")}).Key, "code")
}

// --rekey finds rows by both keys. The ids stay, and later imports find them by the new key, which no column holds.
func TestRekeyKeepsTheRows(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	// The codes are the SKUs of other rows: an id that derives from a code must not lead to them.
	const first = "name,sku,code\nA,1,3\nB,2,1\nC,3,2\nGone,4,9\n"
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", first), Map: map[string]string{"code": "-"}})
	ids := func() []string { return rows(t, db.Pool, "SELECT name, id FROM product WHERE name < 'D' ORDER BY 1") }
	before := ids()
	code := Options{Kind: "product", Key: []string{"code"}, Map: map[string]string{"code": "-"}, Rekey: true}
	// Row C has lost its SKU; D is new, and has the code that was the SKU of another row.
	code.File = file(t, "f.csv", "name,sku,code,price\nA,1,3,5\nB,2,1,5\nC,3,2,5\nD,5,4,5\n")
	r := imported(t, db.Pool, code)
	same(t, "rekey", fates(r), []int{4, 1, 3, 0, 0})
	same(t, "ids", ids(), before)
	n := sequence(t, db.Pool, "real")
	for range 2 { // repeating --rekey does nothing
		same(t, "again", fates(imported(t, db.Pool, code)), []int{4, 0, 0, 4, 0})
	}
	code.Rekey, code.Key = false, nil
	code.File = file(t, "f.csv", "name,code,price\nA,3,5\nB,1,5\nC,2,5\nD,4,5\n")
	r = imported(t, db.Pool, code)
	same(t, "by code", []any{r.Key, fates(r)}, []any{"code", []int{4, 0, 0, 4, 0}})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	// The row that the file of --rekey did not have is known by its SKU. Whether a file of codes has it cannot be said.
	code.File = file(t, "f.csv", "name,code,price\nE,4444,5\nF,9,1\nG,5,1\n")
	same(t, "unsure", fates(imported(t, db.Pool, code)), []int{3, 0, 0, 0, 3})
	// A code that was the SKU of another row is a new row.
	code.TakeAsNew = true
	same(t, "new", fates(imported(t, db.Pool, code)), []int{3, 3, 0, 0, 0})
	code.TakeAsNew = false // it is remembered
	code.File = file(t, "f.csv", "name,code,price\nH,7777,5\n")
	same(t, "later", fates(imported(t, db.Pool, code)), []int{1, 1, 0, 0, 0})
	same(t, "ids", ids(), before)
}

// A broken --rekey is completed by repeating it.
func TestRekeyIsCompletedByRepeating(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	o := Options{Kind: "product", Map: map[string]string{"code": "-"}, Batch: 3,
		File: catalogue(t, "sku,name,price,code", 60, func(int) int { return 7 })}
	imported(t, db.Pool, o)
	before := rows(t, db.Pool, "SELECT sku, id FROM product ORDER BY 1")
	o.Key, o.Rekey = []string{"code"}, true
	o.File = catalogue(t, "sku,name,price,code", 60, func(int) int { return 8 })
	do(t, db.Pool, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "+
		"$$ BEGIN RAISE EXCEPTION 'broken off' USING ERRCODE = '57014'; END $$")
	do(t, db.Pool, "CREATE TRIGGER refuse BEFORE UPDATE ON product FOR EACH ROW WHEN (old.sku = 'S-31') "+
		"EXECUTE FUNCTION refuse()")
	if _, err := attempted(t, db.Pool, o); err == nil {
		t.Fatal("the import was not broken off")
	}
	do(t, db.Pool, "DROP TRIGGER refuse ON product")
	r := imported(t, db.Pool, o)
	same(t, "inserted", r.Inserted, 0)
	same(t, "rows", rows(t, db.Pool, "SELECT sku, id FROM product ORDER BY 1"), before)
	o.Key, o.Rekey = nil, false
	same(t, "by code", fates(imported(t, db.Pool, o)), []int{60, 0, 0, 60, 0})
}

// Rows of versions that did not remember keys keep their ids.
func TestKeyOfAnOlderVersionIsFound(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	older := func(tenant string) { // forgets what this version remembers
		do(t, db.Pool, "DELETE FROM import_key WHERE tenant_id = $1", tenant)
		do(t, db.Pool, "DELETE FROM import_row WHERE tenant_id = $1", tenant)
	}
	f := func(name string, first Options, content string, then Options, changed, key string, want []int) {
		t.Helper()
		first.Kind, first.Tenant, first.File = "product", name, file(t, "f.csv", content)
		imported(t, db.Pool, first)
		older(name)
		before := rows(t, db.Pool, "SELECT id FROM product WHERE tenant_id = $1 ORDER BY 1", name)
		then.Kind, then.Tenant, then.File = "product", name, file(t, "f.csv", changed)
		r := imported(t, db.Pool, then)
		same(t, name, []any{r.Key, fates(r)}, []any{key, want})
		same(t, name+": ids", rows(t, db.Pool, "SELECT id FROM product WHERE tenant_id = $1 ORDER BY 1", name), before)
		then.Key = nil
		same(t, name+": again", fates(imported(t, db.Pool, then)), []int{want[0], 0, 0, want[0], 0})
	}
	none := Options{}
	f("by_id", Options{Key: []string{"id"}}, "id,sku,name,price\n1,a,A,5\n2,b,B,5\n",
		none, "id,sku,name,price\n1,a,A,6\n2,b,B,5\n", "id", []int{2, 0, 1, 1, 0})
	f("by_slug", Options{Key: []string{"slug"}}, "sku,slug,name,price\nx,a,A,5\ny,b,B,5\n",
		none, "sku,slug,name,price\nx,a,A,6\ny,b,B,5\n", "slug", []int{2, 0, 1, 1, 0})
	f("by_a_name", Options{Key: []string{"name"}}, "sku,name,price\nx,A,5\ny,B,5\n",
		Options{Key: []string{"name"}}, "sku,name,price\nx,A,6\ny,B,5\n", "name", []int{2, 0, 1, 1, 0})
	f("by_editors", Options{Key: []string{"sku"}}, "sku,name,price\nx,A,5\ny,B,5\n",
		none, "sku,name,price\nx,A,6\ny,B,5\n", "sku", []int{2, 0, 1, 1, 0})

	// Without a key, ids derived from whole rows. The SKU finds the rows that changed, too.
	content := file(t, "f.csv", "sku,name,price\nx,A,5\ny,B,5\nz,C,5\n")
	imported(t, db.Pool, Options{Kind: "product", Tenant: "content", File: content, Key: []string{"sku"}})
	for i := range 3 {
		do(t, db.Pool, "UPDATE product SET id = $2 WHERE tenant_id = 'content' AND sku = $1", string("xyz"[i]),
			contentID(t, content, i))
	}
	older("content")
	before := rows(t, db.Pool, "SELECT sku, id FROM product WHERE tenant_id = 'content' ORDER BY 1")
	changed := Options{Kind: "product", Tenant: "content",
		File: file(t, "f.csv", "sku,name,price\nx,A,6\ny,B,5\nz,C,5\n")}
	r := imported(t, db.Pool, changed)
	same(t, "content", []any{r.Key, fates(r)}, []any{"sku", []int{3, 0, 1, 2, 0}})
	same(t, "ids", rows(t, db.Pool, "SELECT sku, id FROM product WHERE tenant_id = 'content' ORDER BY 1"), before)
	same(t, "again", fates(imported(t, db.Pool, changed)), []int{3, 0, 0, 3, 0})

	// A key that the rows do not have would double them.
	older("content")
	changed.Key, changed.Map = []string{"name"}, map[string]string{"name": "name"}
	same(t, "a column", fates(imported(t, db.Pool, changed)), []int{3, 0, 0, 3, 0})
	older("by_id")
	_, err := attempted(t, db.Pool, Options{Kind: "product", Tenant: "by_id", Key: []string{"sku"},
		File: file(t, "f.csv", "id,sku,name,price\n1,a,A,6\n2,b,B,5\n")})
	if err == nil || !strings.Contains(err.Error(), "is imported by the key id, not by sku") {
		t.Errorf("another key: %v", err)
	}
}

// contentID returns the id that a version without keys gave to a row of a file.
func contentID(t *testing.T, name string, row int) string {
	t.Helper()
	src, err := (&input{o: Options{MaxLine: 1 << 20}, name: name}).open()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	items, _, err := src.Sample(row + 1)
	if err != nil {
		t.Fatal(err)
	}
	return table.DeriveID("content", "product", "content", source.Fingerprint(items[row].Record.Fields), "1")
}

// A row of an editor with the key of a record is that record's.
func TestKeyFindsTheRowsOfEditors(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('real', 'r'), ('b', 'b')")
	do(t, db.Pool, "INSERT INTO product (tenant_id, slug, name, sku, status) VALUES "+
		"('real', 'ours', 'Ours', 'S-1', 'ARCHIVED'), ('b', 'theirs', 'Theirs', 'S-2', 'DRAFT')")
	o := Options{Kind: "product", File: catalogue(t, skuHeader, 3, func(int) int { return 5 })}
	same(t, "first", fates(imported(t, db.Pool, o)), []int{3, 2, 1, 0, 0})
	n := sequence(t, db.Pool, "real")
	same(t, "again", fates(imported(t, db.Pool, o)), []int{3, 0, 0, 3, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	same(t, "products", rows(t, db.Pool, "SELECT sku, slug, status FROM product WHERE tenant_id = 'real' ORDER BY 1"),
		[]string{"S-0|lamp-0|PUBLISHED", "S-1|ours|ARCHIVED", "S-2|lamp-2|PUBLISHED"})
	// An editor's SKU does not change which record a row is.
	do(t, db.Pool, "UPDATE product SET sku = 'S-99' WHERE sku = 'S-0' AND tenant_id = 'real'")
	same(t, "a changed SKU", fates(imported(t, db.Pool, o)), []int{3, 0, 1, 2, 0})
}

// More keys than fit into the memory of a scan.
func TestKeyScanOfALongFile(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	var b strings.Builder
	b.WriteString("sku,ean,name\n")
	const n = 140_000 // twice as many keys as a scan keeps
	for i := range n {
		fmt.Fprintf(&b, "S%d,E%d,x\n", i%(n-1), i)
	}
	name := file(t, "f.csv", b.String())
	r, err := attempted(t, db.Pool, Options{Kind: "product", File: name, Map: map[string]string{"ean": "model_no"},
		DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "key", []any{r.Key, r.Inserted}, []any{"the whole row", n})
	if !strings.Contains(r.KeyNote, fmt.Sprintf("Lines 2 and %d have the same sku.", n+1)) {
		t.Error(r.KeyNote)
	}
}
