package importer

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/importer/load"
	"vitrine/internal/schema/schematest"
)

// without leaves out some rows of a catalogue.
func without(gone ...int) func(i int) int {
	return func(i int) int {
		for _, g := range gone {
			if i == g {
				return -1
			}
		}
		return 7
	}
}

// A shortened file with --prune: exactly those rows go.
func TestPruneRemovesWhatTheFileNoLongerHas(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	all := Options{Kind: "product", File: catalogue(t, skuHeader, 50, without())}
	imported(t, db.Pool, all)
	// Rows that no import of this kind of file wrote stay.
	do(t, db.Pool, "INSERT INTO product (tenant_id, slug, name) VALUES ('real', 'ours', 'Ours')")
	imported(t, db.Pool, Options{Kind: "product", File: "testdata/books.jsonl"})
	others := rows(t, db.Pool, "SELECT count(*) FROM product WHERE sku IS NULL OR sku NOT LIKE 'S-%'")[0]
	short := Options{Kind: "product", File: catalogue(t, skuHeader, 50, without(3, 17, 49))}
	n := sequence(t, db.Pool, "real")
	r := imported(t, db.Pool, short)
	same(t, "without --prune", []any{fates(r), r.Pruned}, []any{[]int{47, 0, 0, 47, 0}, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	short.Prune = pruneDelete
	var out strings.Builder
	short.Progress = &out
	r = imported(t, db.Pool, short)
	same(t, "pruned", []any{fates(r), r.Pruned}, []any{[]int{47, 0, 0, 47, 0}, 3})
	same(t, "notes", r.Notes, []string{"--prune leaves " + others +
		" rows of product alone that no import of this series wrote"})
	_, shown, _ := strings.Cut(out.String(), "C48\n") // after the plan
	same(t, "shown before", shown,
		"--prune is for the series plain: 50 rows of product, from one earlier file, c.csv\n"+
			"3 of 50 rows of product (6.0 %) are not in the file and will be removed: Lamp 17, Lamp 3, Lamp 49\n")
	same(t, "gone", rows(t, db.Pool, "SELECT count(*), count(*) FILTER (WHERE sku IN ('S-3', 'S-17', 'S-49')) "+
		"FROM product WHERE sku LIKE 'S-%'"), []string{"47|0"})
	same(t, "others", rows(t, db.Pool, "SELECT count(*) FROM product WHERE sku IS NULL OR sku NOT LIKE 'S-%'")[0], others)
	n = sequence(t, db.Pool, "real")
	same(t, "again", imported(t, db.Pool, short).Pruned, 0)
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
}

// grow appends a row to a file when the number of rows that go is shown.
type grow struct{ path, row string }

func (g grow) Write(b []byte) (int, error) {
	if !strings.Contains(string(b), "will be removed") {
		return len(b), nil
	}
	f, err := os.OpenFile(g.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	if _, err := f.WriteString(g.row); err != nil {
		return 0, err
	}
	return len(b), f.Close()
}

// A file that is still being written when --prune reads it: its last rows must not go.
func TestPruneIsLeftOutIfTheFileGrows(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	whole := "sku,name\n1,A\n2,B\n3,C\n4,D\n5,E\n6,F\n"
	path := file(t, "f.csv", whole)
	imported(t, db.Pool, Options{Kind: "product", File: path})
	if err := os.WriteFile(path, []byte(strings.TrimSuffix(whole, "6,F\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	r := imported(t, db.Pool, Options{Kind: "product", File: path, Prune: pruneDelete, Progress: grow{path, "6,F\n"}})
	same(t, "pruned", r.Pruned, 0)
	same(t, "rows", rows(t, db.Pool, "SELECT string_agg(sku, ' ' ORDER BY sku) FROM product"), []string{"1 2 3 4 5 6"})
	if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "changed while it was read") }) {
		t.Errorf("notes: %q", r.Notes)
	}
}

func TestPruneDraftsComeBack(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	all := Options{Kind: "product", File: catalogue(t, skuHeader, 20, without())}
	imported(t, db.Pool, all)
	do(t, db.Pool, "UPDATE product SET status = CASE sku WHEN 'S-4' THEN 'OUT_OF_STOCK' ELSE 'DRAFT' END "+
		"WHERE sku IN ('S-4', 'S-5')")
	short := Options{Kind: "product", File: catalogue(t, skuHeader, 20, without(3, 4, 5)), Prune: pruneDraft}
	r := imported(t, db.Pool, short)
	same(t, "pruned", []any{r.Pruned, r.Updated}, []any{2, 0})
	statuses := func() []string {
		return rows(t, db.Pool, "SELECT sku, status FROM product WHERE sku IN ('S-2', 'S-3', 'S-4', 'S-5') ORDER BY 1")
	}
	same(t, "drafts", statuses(), []string{"S-2|PUBLISHED", "S-3|DRAFT", "S-4|DRAFT", "S-5|DRAFT"})
	n := sequence(t, db.Pool, "real")
	same(t, "again", imported(t, db.Pool, short).Pruned, 0)
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	// The rows are in the file again: they are what they were. An editor's draft stays one.
	same(t, "back", fates(imported(t, db.Pool, all)), []int{20, 0, 2, 18, 0})
	same(t, "statuses", statuses(), []string{"S-2|PUBLISHED", "S-3|PUBLISHED", "S-4|OUT_OF_STOCK", "S-5|DRAFT"})
	_, err := attempted(t, db.Pool, Options{Kind: "product_attribute", File: all.File, Prune: pruneDraft})
	if err == nil || !strings.Contains(err.Error(), "rows of product_attribute have no drafts") {
		t.Error(err)
	}
}

func TestPruneRefusesToRemoveTooMuch(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: catalogue(t, skuHeader, 20, without())})
	n := sequence(t, db.Pool, "real")
	half := catalogue(t, skuHeader, 20, func(i int) int { return 8 - 9*(i%2) })
	_, err := attempted(t, db.Pool, Options{Kind: "product", File: half, Prune: pruneDelete})
	if err == nil || !strings.Contains(err.Error(), "10 of 20 rows of product (50.0 %) are not in the file, more than "+
		"--prune-limit 20 %: ") || !strings.HasSuffix(err.Error(), "Nothing was changed. If the file is complete, repeat "+
		"the command with --prune-limit 51") {
		t.Error(err)
	}
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	r := imported(t, db.Pool, Options{Kind: "product", File: half, Prune: pruneDelete, PruneLimit: 51})
	same(t, "with a higher limit", []any{fates(r), r.Pruned}, []any{[]int{10, 0, 10, 0, 0}, 10})
}

// A row that cannot be read may be any row: nothing is removed then. A rejected row with a key is in the file.
func TestPruneIsLeftOutIfTheFileCannotBeRead(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	jsonl := func(lines ...string) string { return file(t, "f.jsonl", strings.Join(lines, "\n")) }
	var all []string
	for i := range 10 {
		all = append(all, fmt.Sprintf(`{"sku":"%d","name":"P %d","price":5}`, i, i))
	}
	imported(t, db.Pool, Options{Kind: "product", File: jsonl(all...)})
	rejects := t.TempDir() + "/r"
	o := Options{Kind: "product", Prune: pruneDelete, Rejects: rejects, Strict: true}
	o.File = jsonl(append([]string{`{"sku":`}, all[2:]...)...)
	r := imported(t, db.Pool, o)
	same(t, "unreadable", []any{r.Pruned, r.Notes}, []any{0,
		[]string{"--prune was left out, because 1 row of the file has no readable key"}})
	o.File = jsonl(append([]string{`{"sku":"0","name":"P 0","price":"cheap"}`}, all[2:]...)...)
	same(t, "rejected", imported(t, db.Pool, o).Pruned, 1)
	same(t, "products", rows(t, db.Pool, "SELECT string_agg(sku, '' ORDER BY sku) FROM product"), []string{"023456789"})
}

// Without a key, a changed row that is rejected would look as if the file no longer had it.
func TestPruneWithoutAKeyIsLeftOutIfRowsAreRejected(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	days := "name,startDate\nA,2026-05-01\nB,2026-05-02\nC,2026-05-03\nD,2026-05-03\nE,2026-05-03\nF,2026-05-03\n"
	changed := strings.Replace(days, "2026-05-02", "2 Mayıs", 1)
	o := Options{Kind: "event", Prune: pruneDelete, Rejects: t.TempDir() + "/r"}
	events := func() []string { return rows(t, db.Pool, "SELECT string_agg(name, '' ORDER BY name) FROM event") }
	run := func(content string) Report {
		o.File = file(t, "f.csv", content)
		return imported(t, db.Pool, o)
	}
	same(t, "first", fates(run(days)), []int{6, 6, 0, 0, 0})
	const note = "--prune was left out: without a key, each row that the file lacks may be a rejected row in its old " +
		"form (1 rejected). Mend the rejected rows, or remove them from the file. Later imports with a key, which --key " +
		"FIELD --rekey sets, do not need that"
	for _, o.DryRun = range []bool{true, false} {
		r := run(changed)
		same(t, "rejected", []any{r.Rejected, r.Pruned, r.Notes}, []any{1, 0, []string{note}})
	}
	same(t, "events", events(), []string{"ABCDEF"})
	o.Key, o.Rekey = []string{"name", "startDate"}, true
	r := run(changed)
	same(t, "with a new key", []any{r.Rejected, r.Pruned, r.Notes[0]}, []any{1, 0, note})
	same(t, "mended", run(strings.Replace(days, "B,2026-05-02\n", "", 1)).Pruned, 1)
	same(t, "events", events(), []string{"ACDEF"})
}

// A dry run says what an import would do, and does nothing.
func TestDryRunShowsTheDifferences(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const head = "sku,name,price,colour,category\n"
	colour := map[string]string{"colour": "attribute:Colour"}
	first := file(t, "f.csv", head+"1,Lamp,5,Red,Light\n2,Vase,6,Blue,Home\n3,Jar,7,Red,Home\n4,Cup,1,Red,Home\n"+
		"5,Mug,1,Red,Home|Light\n")
	o := Options{Kind: "product", File: first, Map: colour, DryRun: true, Strict: true}
	r := imported(t, db.Pool, o)
	same(t, "new tenant", fates(r), []int{5, 5, 0, 0, 0})
	same(t, "tenants", rows(t, db.Pool, "SELECT count(*) FROM tenant"), []string{"0"})
	o.DryRun = false
	imported(t, db.Pool, o)
	n, was := sequence(t, db.Pool, "real"), content(t, db.Pool, "real")
	o.DryRun, o.Prune = true, pruneDelete
	o.File = file(t, "f.csv", head+"1,Lamp,5.5,Black,Light\n2,Vase,6,Blue,Home > Table\n3,Jar,7,Red,Home\n"+
		"5,Mug,1,Red,Light|Home\n6,New,x,,\n7,Newer,3,Red,\n")
	r = imported(t, db.Pool, o)
	same(t, "counts", []any{fates(r), r.Pruned}, []any{[]int{6, 1, 3, 1, 1}, 1})
	var b strings.Builder
	r.writeDifferences(&b)
	same(t, "differences", b.String(), `the first differences:
  line 2, Lamp
    amount: 5.00 → 5.50
    product_attribute: - Colour Red
    product_attribute: + Colour Black
  line 3, Vase
    product_category: - Home
    product_category: + Table
  line 5, Mug
    product_category: now at place 1: Light
    product_category: now at place 2: Home
not in the file: Cup
nothing was written, because of --dry-run
`)
	same(t, "content", content(t, db.Pool, "real"), was)
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	o.DryRun = false
	really := imported(t, db.Pool, o)
	same(t, "the import itself", []any{fates(really), really.Pruned}, []any{fates(r), r.Pruned})
}

// The first words of a long text say nothing about a change at its end.
func TestDryRunShowsWhereLongTextsDiffer(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	begin := "sku,name,brief\n1,Lamp," + strings.Repeat("word ", 40)
	o := Options{Kind: "product", File: file(t, "f.csv", begin+"old end\n")}
	imported(t, db.Pool, o)
	o.File, o.DryRun = file(t, "f.csv", begin+"new end\n"), true
	r := imported(t, db.Pool, o)
	same(t, "differences", r.Differences, []load.Difference{{Line: 2, Name: "Lamp", Changes: []string{
		"brief: …word word word word old end → …word word word word new end",
	}}})
}

func TestStandardInputIsReadAgain(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(gone ...int) Options {
		in, err := os.Open(catalogue(t, skuHeader, 1000, without(gone...)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close() })
		return Options{Kind: "product", File: "-", Stdin: in, Prune: pruneDelete}
	}
	r := imported(t, db.Pool, f())
	same(t, "first", []any{r.Key, fates(r)}, []any{"sku", []int{1000, 1000, 0, 0, 0}})
	r = imported(t, db.Pool, f(700, 800))
	same(t, "shortened", []any{fates(r), r.Pruned}, []any{[]int{998, 0, 0, 998, 0}, 2})
}
