package roundtrip

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/internal/importer"
	"vitrine/internal/importer/table"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// TestProveEveryColumnComesBack fills every column of every kind with odd values, imports them, reads each record
// through the API, and compares it with the file.
func TestProveEveryColumnComesBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	rng := rand.New(rand.NewPCG(proving.Seed(t, 20260314), 1)) //nolint:gosec // a repeatable test
	tables, err := table.Read(t.Context(), h.Pool)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range catalog.All {
		g := &generated{T: t, h: h, kind: r, t: tables[r.Name], rng: rng}
		g.one, g.list = page(r)
		g.run(proving.Rounds(12, 400))
	}
}

// generated is the round trip of one kind.
type generated struct {
	*testing.T
	h         *kit.App
	kind      *catalog.Resource
	one, list *catalog.View
	t         *table.Table
	rng       *rand.Rand
	records   []map[string]any
}

// tenant returns the id of the kind's tenant.
func (g *generated) tenant() string { return "rt-" + strings.ReplaceAll(g.kind.Name, "_", "-") }

func (g *generated) run(n int) {
	v := g.one
	if v == nil {
		v = g.list
	}
	paths := shown(g.kind, v)
	g.checkCovered(paths)
	for i := range n {
		g.records = append(g.records, g.record(i, paths))
	}
	report := g.imported()
	if report.Inserted != n || report.Rejected != 0 {
		g.Errorf("%s: %v", g.kind.Name, report)
		return
	}
	compared := 0
	shownRecords := g.read()
	for i, rec := range g.records {
		got := shownRecords[fmt.Sprint(rec[g.t.Label])]
		if got == nil { // names of attributes have one form, too
			got = shownRecords[filter.Tidy(fmt.Sprint(rec[g.t.Label]))]
		}
		if got == nil {
			g.Errorf("%s %d is not read back", g.kind.Name, i)
			continue
		}
		for column, path := range paths {
			if _, made := rec[column]; !made || column == "id" {
				continue
			}
			compared++
			if value := at(got, path); !same(g.t.Column(column), rec[column], value) &&
				!oneForm(g.kind.Name, column, rec[column], value) {
				g.Errorf("%s %d: %s was %#v, and %s shows %#v", g.kind.Name, i, column, rec[column], path, value)
			}
		}
	}
	g.Logf("%s: %d records, %d fields compared", g.kind.Name, n, compared)
}

// oneForm reports whether a value by which lists are filtered differs only in white space, which has one form.
func oneForm(kind, column string, wrote, shown any) bool {
	w, isText := wrote.(string)
	return (kind == "category" && column == "type" || kind == "attribute") && isText && filter.Tidy(w) == shown
}

// checkCovered fails for a column that is neither compared nor explained.
func (g *generated) checkCovered(paths map[string]string) {
	for _, column := range g.t.Accepted() {
		if paths[column] == "" && whyUnseen(g.kind.Name, column) == "" {
			g.Errorf("%s.%s can be imported, but no field of %s shows it, and no reason is given", g.kind.Name, column,
				g.kind.Views[0].Path)
		}
	}
}

// record makes one record. One optional column in five is empty.
func (g *generated) record(i int, paths map[string]string) map[string]any {
	m := maker{g.rng, i}
	html := catalog.HTMLColumns(g.kind.Name)
	rec := map[string]any{"id": fmt.Sprintf("key-%d", i)}
	for _, column := range g.t.Accepted() {
		c := g.t.Column(column)
		required := c.NotNull && c.Default == ""
		switch {
		case paths[column] == "" || c.Target != "":
			continue
		case column == g.t.Label:
			rec[column] = fmt.Sprintf("%s %s", g.kind.Name, strings.Join(strings.Fields(m.text()), " "))
		case column == "slug":
			rec[column] = fmt.Sprintf("%s-%d", strings.ReplaceAll(g.kind.Name, "_", "-"), i)
		case column == "status":
			rec[column] = "PUBLISHED"
		case !required && !c.NotNull && g.rng.IntN(5) == 0:
			rec[column] = nil
		case slices.Contains(html, column):
			rec[column] = oddHTML[g.rng.IntN(len(oddHTML))]
		default:
			rec[column] = m.value(c)
		}
	}
	consistent(g.kind.Name, rec)
	for name := range within[g.kind.Name] { // values that are no columns
		if g.t.Column(name) == nil {
			g.addPart(rec, m, name)
		}
	}
	return rec
}

// addPart adds a value that fills rows of another table.
func (g *generated) addPart(rec map[string]any, m maker, name string) {
	switch name {
	case "stops":
		rec[name] = []any{
			map[string]any{"day": json.Number("1"), "title": m.text(), "description": m.text(), "image": "/a.jpg"},
			map[string]any{"day": json.Number("2"), "title": m.text(), "description": ""},
		}
	case "options":
		rec[name] = []any{map[string]any{"label": "Blue <b>", "value": "#0000ff"},
			map[string]any{"label": "Red & white", "value": "#ff0000"}}
	case "parent":
	default:
		rec[name] = fmt.Sprintf("%s of %s", name, g.kind.Name)
	}
}

// consistent makes values agree that the tables or the catalogue tie together.
func consistent(kind string, rec map[string]any) {
	set := func(column string, v any) {
		if _, ok := rec[column]; ok {
			rec[column] = v
		}
	}
	if rec["amount"] == nil || kind == "route" {
		set("amount", json.Number("150"))
	}
	_, listed := rec["list_price"]
	if _, reduced := rec["sale_price"]; listed || reduced {
		set("amount", json.Number("150"))
		set("list_price", json.Number("200"))
		set("sale_price", json.Number("150"))
		set("discount", json.Number("25"))
		set("lowest_price_30_days", json.Number("150"))
	}
	set("currency", "EUR")
	onMap := kind == "brand_location" // which shows only what is on the map
	if _, located := rec["lat"]; located && (rec["lat"] == nil || rec["lng"] == nil || onMap && rec["address"] == nil) {
		var lat, lng any // a position has both
		if onMap {
			lat, lng = json.Number("41.5"), json.Number("-0.25")
			set("address", "Road <1>")
		}
		set("lat", lat)
		set("lng", lng)
	}
	if rec["capacity_max"] == nil || rec["capacity_min"] == nil {
		set("capacity_max", json.Number("500"))
	}
	set("capacity_min", json.Number("0"))
	if kind == "event" {
		set("starts_at", "2020-01-02T03:04:05Z")
		set("ends_at", "2021-01-02T03:04:05Z")
		set("status", "PUBLISHED")
	}
	if kind == "campaign" {
		set("starts_at", "2020-01-02T03:04:05Z")
		set("ends_at", "2021-01-02T03:04:05Z")
	}
	if kind == "attribute" {
		set("type", "COLOR")
	}
	for _, column := range []string{"author_name", "meta_title", "meta_description", "holiday_message"} {
		if v, ok := rec[column]; ok && v == nil {
			rec[column] = column + " <given>"
		}
	}
}

// imported writes the records to a file and imports it.
func (g *generated) imported() importer.Report {
	g.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, rec := range g.records {
		if err := enc.Encode(rec); err != nil {
			g.Fatal(err)
		}
	}
	return imported(g.T, g.h, importer.Options{Kind: g.kind.Name, Tenant: g.tenant(), As: "plain",
		Map: formatsOf(g.kind.Name)}, b.String())
}

func formatsOf(kind string) map[string]string {
	formats := map[string]string{}
	for _, column := range catalog.HTMLColumns(kind) {
		formats[column] = "html:" + column
	}
	return formats
}

// imported imports a file of JSON Lines, and waits until the gateway knows the tenant.
func imported(t *testing.T, h *kit.App, o importer.Options, content string) importer.Report {
	t.Helper()
	o.File = filepath.Join(t.TempDir(), "file.jsonl")
	if err := os.WriteFile(o.File, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Rejects = o.File + ".rejects"
	report, err := importer.Run(t.Context(), h.Pool, o)
	if err != nil {
		t.Fatalf("import %s: %v", o.Kind, err)
	}
	if report.Rejected > 0 {
		rejects, _ := os.ReadFile(o.Rejects)
		t.Logf("rejected: %.2000s", rejects)
	}
	testkit.Until(t, "the tenant is known",
		func() bool { return h.Get(t, o.Tenant, "/v1/category/list").Status == http.StatusOK })
	return report
}

// read reads every record through the API, by name.
func (g *generated) read() map[string]any {
	byName := map[string]any{}
	label := ""
	v := g.list
	if v == nil {
		v = g.one
	}
	for i := range v.Row.Type.NumField() {
		f := v.Row.Type.Field(i)
		if m := plainTag.FindStringSubmatch(f.Tag.Get("db")); m != nil && m[2] == g.t.Label {
			label, _, _ = strings.Cut(f.Tag.Get("json"), ",")
		}
	}
	if g.list == nil { // a FAQ group has no list
		for _, rec := range g.records {
			r := g.h.Get(g.T, g.tenant(), strings.Replace("/v1"+g.one.Path, "{slug}", fmt.Sprint(rec["slug"]), 1))
			byName[fmt.Sprint(rec[g.t.Label])] = r.At("data")
		}
		return byName
	}
	for _, rec := range all(g.T, g.h, g.tenant(), g.list) {
		name := fmt.Sprint(at(rec, label))
		if g.one == nil {
			byName[name] = rec
			continue
		}
		id := at(rec, "id")
		if id == nil {
			id = at(rec, "_id")
		}
		path := strings.NewReplacer("{slug}", fmt.Sprint(at(rec, "slug")), "{id}", fmt.Sprint(id), "{_id}",
			fmt.Sprint(id)).Replace("/v1" + g.one.Path)
		r := g.h.Get(g.T, g.tenant(), path)
		if r.Status != http.StatusOK {
			g.Errorf("%s: %d %s", path, r.Status, kit.Excerpt(r.Body))
			continue
		}
		byName[name] = r.At("data")
	}
	return byName
}

// all reads a list whole.
func all(t *testing.T, h *kit.App, tenant string, v *catalog.View) (records []any) {
	t.Helper()
	for n := 1; ; n++ {
		path := "/v1" + v.Path
		if v.Paged() {
			path += fmt.Sprintf("?limit=100&page=%d", n)
		}
		r := h.Get(t, tenant, path)
		list, ok := r.At("data").([]any)
		if !ok {
			t.Fatalf("%s: %d %s", path, r.Status, kit.Excerpt(r.Body))
		}
		records = append(records, list...)
		if !v.Paged() || len(list) < 100 {
			return records
		}
	}
}
