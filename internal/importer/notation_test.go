package importer

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// planOf runs an import and returns what it shows before the first row.
func planOf(t *testing.T, db *schematest.DB, o Options) (Report, string) {
	t.Helper()
	var out strings.Builder
	o.Progress = &out
	return imported(t, db.Pool, o), out.String()
}

// A row's text does not change because another row left the file.
func TestFormatOfTextsIsRemembered(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	content := func() []string { return rows(t, db.Pool, "SELECT slug, content FROM page ORDER BY 1") }
	page := func(o Options, lines ...string) (Report, string) {
		t.Helper()
		o.Kind, o.File = "page", file(t, "p.csv", "slug,title,content\n"+strings.Join(lines, "\n")+"\n")
		return planOf(t, db, o)
	}
	page(Options{}, "a,A,**Bold** and [a link](/x)", "b,B,*one* & two")
	want := []string{`a|<p><strong>Bold</strong> and <a href="/x">a link</a></p>`, "b|<p><em>one</em> &amp; two</p>"}
	same(t, "first", content(), want)
	r, plan := page(Options{}, "b,B,*one* & two")
	same(t, "without the other", []any{fates(r), content()}, []any{[]int{1, 0, 0, 1, 0}, want})
	const note = "Texts of content are read as markdown, as in earlier imports, although they look like text. " +
		"--map content=text:content changes it."
	if !strings.Contains(plan, note) || !slices.Contains(r.Notes, note) {
		t.Errorf("the plan says %s and the report %q", plan, r.Notes)
	}
	if _, plan = page(Options{}, "a,A,**Bold** and [a link](/x)"); !strings.Contains(plan,
		"Texts of content are read as markdown, as in earlier imports.\n") {
		t.Errorf("the plan says %s", plan)
	}
	_, plan = page(Options{Map: map[string]string{"content": "text:content"}}, "b,B,*one* & two")
	if !strings.Contains(plan, "Texts of content were read as markdown, and are read as text from now on. Rows that the "+
		"file does not have stay as they are.") {
		t.Errorf("the plan says %s", plan)
	}
	want[1] = "b|*one* & two"
	same(t, "another format", content(), want)
	page(Options{}, "a,A,**Bold** and [a link](/x)")
	want[0] = "a|**Bold** and [a link](/x)"
	same(t, "it is remembered", content(), want)
	// Another series has a format of its own.
	page(Options{Series: "other"}, "c,C,**Bold** and [a link](/x)")
	same(t, "another series", content()[2], `c|<p><strong>Bold</strong> and <a href="/x">a link</a></p>`)
}

// The sign between the steps of a path stays the same.
func TestSignsOfCategoriesAreRemembered(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	categories := func() []string {
		return rows(t, db.Pool, "SELECT c.name, coalesce(p.name, '-') FROM product_category j JOIN category c "+
			"ON c.id = j.category_id LEFT JOIN category p ON p.id = c.parent_id ORDER BY j.product_id, 1")
	}
	product := func(o Options, lines ...string) string {
		t.Helper()
		o.Kind, o.File = "product", file(t, "p.csv", "sku,name,category\n"+strings.Join(lines, "\n")+"\n")
		_, plan := planOf(t, db, o)
		return plan
	}
	product(Options{}, "1,A,Home/Lamps")
	same(t, "a name", categories(), []string{"Home/Lamps|-"})
	plan := product(Options{}, "1,A,Home/Lamps", "2,B,Home/Cups")
	if !strings.Contains(plan, "Categories of category are read with > between steps, as in earlier imports, although "+
		"the values look like / between steps. --map category=category:SIGN changes it.") {
		t.Errorf("the plan says %s", plan)
	}
	same(t, "two names", len(categories()), 2)
	plan = product(Options{Map: map[string]string{"category": "category:/"}}, "1,A,Home/Lamps", "2,B,Home/Cups")
	if !strings.Contains(plan, "Categories of category were read with > between steps, and are read with / between steps "+
		"from now on.") {
		t.Errorf("the plan says %s", plan)
	}
	want := categories()
	slices.Sort(want)
	same(t, "paths", want, []string{"Cups|Home", "Lamps|Home"})
	product(Options{}, "1,A,Home/Lamps")
	got := categories()
	slices.Sort(got)
	same(t, "it is remembered", got, want)
}

// The files of a supplier have a series of their own. --prune removes no rows of another.
func TestSeriesKeepSuppliersApart(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	skus := func() string {
		return rows(t, db.Pool, "SELECT string_agg(sku, ' ' ORDER BY sku) FROM product")[0]
	}
	supplier := func(name, series, content string, prune string) string {
		t.Helper()
		_, plan := planOf(t, db, Options{Kind: "product", Series: series, Prune: prune, PruneLimit: 50,
			File: file(t, name, "sku,name\n"+content)})
		return plan
	}
	supplier("acme.csv", "acme", "a1,A\na2,B\n", "")
	supplier("bolt.csv", "bolt", "b1,A\nb2,B\n", "")
	plan := supplier("bolt-2.csv", "bolt", "b1,A\n", pruneDelete)
	same(t, "pruned", skus(), "a1 a2 b1")
	if !strings.Contains(plan, "--prune is for the series bolt: 2 rows of product, from one earlier file, bolt.csv\n"+
		"1 of 2 rows of product (50.0 %) is not in the file and will be removed: B\n") {
		t.Errorf("the plan says %s", plan)
	}
	// Without a series, all files are one.
	supplier("c.csv", "", "c1,A\nc2,B\n", "")
	supplier("d.csv", "", "d1,A\nd2,B\n", "")
	plan = supplier("d.csv", "", "d1,A\nd2,B\n", pruneDelete)
	same(t, "pruned", skus(), "a1 a2 b1 d1 d2")
	if !strings.Contains(plan, "--prune is for the series plain: 4 rows of product, from 2 earlier files, the last ones "+
		"c.csv, d.csv (--series NAME keeps the files of a supplier apart)\n") {
		t.Errorf("the plan says %s", plan)
	}
	// A row becomes one of the series that names it.
	supplier("e.csv", "acme", "a1,A\na2,B\nd1,A\n", "")
	supplier("d.csv", "", "d2,B\n", pruneDelete)
	same(t, "taken over", skus(), "a1 a2 b1 d1 d2")
	for _, wrong := range []string{"a b", "-x", "products_bestbuy"} {
		o := Options{Kind: "product", Series: wrong, File: file(t, "f", "sku,name\n1,A\n")}
		if _, err := attempted(t, db.Pool, o); err == nil {
			t.Errorf("--series %q was accepted", wrong)
		}
	}
}
