package boot

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
)

// What must hold of every module, whoever adds it.

// withoutGolden are the views whose answers no file can hold, and the test that judges them instead.
var withoutGolden = map[string]string{"/product/random/{amount}": "TestRandomProductsAreOthersEveryTime"}

// goldenName is the golden file of a view.
func goldenName(path string) string {
	return strings.NewReplacer("/", "-", "{", "", "}", "").Replace(strings.TrimPrefix(path, "/"))
}

// With -v it prints a table: every endpoint, the golden file that covers it, and how many requests that holds.
func TestEveryViewHasAGolden(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	count := 0
	for _, res := range catalog.All {
		for i := range res.Views {
			path := res.Views[i].Path
			count++
			if judge := withoutGolden[path]; judge != "" {
				fmt.Fprintf(&table, "%-36s %s, for it never answers the same\n", path, judge)
				continue
			}
			b, err := os.ReadFile(filepath.Join("testdata", "golden", goldenName(path)+".json"))
			if err != nil {
				t.Errorf("%s has no golden: name its requests in golden_*_test.go and run `make golden`: %v", path, err)
				continue
			}
			var stored []exchange
			if err := json.Unmarshal(b, &stored); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if !slices.ContainsFunc(stored, func(e exchange) bool { return e.Status == 200 && addresses(e.Request, path) }) {
				t.Errorf("the golden of %s shows no answer of it", path)
			}
			fmt.Fprintf(&table, "%-36s testdata/golden/%s.json, %d requests\n", path, goldenName(path), len(stored))
		}
	}
	t.Logf("%d endpoints, and what covers each:\n%s", count, table.String())
}

// addresses reports whether a request line is for a view.
func addresses(line, view string) bool {
	rq, err := parseLine(line)
	if err != nil {
		return false
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(rq.path, "/v1"), "?")
	return regexp.MustCompile("^" + regexp.MustCompile(`\{\w+\}`).ReplaceAllString(view, "[^/]+") + "$").MatchString(path)
}

// A parameter that several views of a module take need not be shown by each of them.
func TestEveryParameterHasAGolden(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{} // file and parameter; file, parameter and value for sorts
	for _, g := range goldens {
		for _, line := range g.requests {
			rq, err := parseLine(line)
			if err != nil {
				t.Fatal(err)
			}
			u, err := url.Parse(rq.path)
			if err != nil {
				continue
			}
			for name, values := range u.Query() {
				name = strings.TrimSuffix(name, "[]")
				shown[g.file+" "+name], shown[g.file+" "+name+" "+values[0]] = true, true
			}
		}
	}
	for _, res := range catalog.All {
		has := func(parameter string) bool {
			return slices.ContainsFunc(res.Views, func(v catalog.View) bool { return shown[goldenName(v.Path)+" "+parameter] })
		}
		for i := range res.Views {
			v := &res.Views[i]
			var want []string
			for _, f := range v.Accept {
				want = append(want, f.Name)
			}
			for name := range v.Sorts {
				want = append(want, "sort "+name)
			}
			if v.Search {
				want = append(want, "search")
			}
			if v.Paged() {
				want = append(want, "page", "limit")
			}
			for _, parameter := range want {
				if !has(parameter) && !has(strings.Replace(parameter, "sort ", "sortBy ", 1)) {
					t.Errorf("%s: no golden of %s asks with %s", v.Path, res.Name, parameter)
				}
			}
		}
	}
}

func TestWordsAreTheColumnsThatAreSearched(t *testing.T) {
	t.Parallel()
	h := sharedHouse(t)
	for _, res := range catalog.All {
		var source *string
		if err := h.Pool.QueryRow(t.Context(), `SELECT (SELECT p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE t.tgrelid = $1::text::regclass AND t.tgname = 'keep')`, res.Name).Scan(&source); err != nil {
			t.Fatal(err)
		}
		var want []string
		if source != nil {
			_, makes, _ := strings.Cut(*source, "new.search_words := public.words(")
			for _, m := range regexp.MustCompile(`new\.(\w+)`).FindAllStringSubmatch(makes, -1) {
				if !strings.HasPrefix(m[1], "search") {
					want = append(want, m[1])
				}
			}
		}
		if diff := cmp.Diff(want, res.Words); diff != "" {
			t.Errorf("%s: Words (-what keep makes search of +Words):\n%s", res.Name, diff)
		}
		if len(res.Text) > 0 && res.Text[0] != res.As+".search" {
			t.Errorf("%s: its own vector comes first in Text, not %s", res.Name, res.Text[0])
		}
	}
}

func columnsOf(t *testing.T, h *House, table string) map[string]bool {
	t.Helper()
	var names []string
	if err := h.Pool.QueryRow(t.Context(), `SELECT array_agg(attname::text) FROM pg_attribute
WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped`, table).Scan(&names); err != nil {
		t.Fatal(err)
	}
	columns := map[string]bool{}
	for _, name := range names {
		columns[name] = true
	}
	return columns
}

func TestEveryColumnOfAViewExists(t *testing.T) {
	t.Parallel()
	h := sharedHouse(t)
	for _, res := range catalog.All {
		for i := range res.Views {
			if _, err := h.Pool.Exec(t.Context(), wholeQuery(&res.Views[i])+" LIMIT 0", "demo", houseNow); err != nil {
				t.Errorf("%s: %v", res.Views[i].Path, err)
			}
		}
	}
}

// wholeQuery is everything a view may ask for, in one statement: its columns, every filter, every sort, every vector.
func wholeQuery(v *catalog.View) string {
	p := v.Plan()
	sql := "SELECT " + v.Row.Columns() + "\nFROM " + p.Resource.From + "\nWHERE " + p.Base + " AND $2::timestamptz IS NOT NULL"
	for _, name := range p.Params {
		sql = strings.ReplaceAll(sql, "{"+name+"}", "''")
	}
	for _, f := range v.Accept {
		sql += " AND (" + literals(f) + ")"
	}
	for _, vector := range p.Resource.Text {
		sql += " AND " + vector + " @@ ''::tsquery"
	}
	var order []string
	for _, column := range v.Sorts {
		order = append(order, column.String())
	}
	if len(v.Order) > 0 {
		order = append(order, v.Order.SQL())
	}
	if len(order) > 0 {
		sql += "\nORDER BY " + strings.Join(order, ", ")
	}
	return sql
}

// literals gives the ? of a filter values of its type.
func literals(f catalog.Filter) string {
	values := map[catalog.Type]string{
		catalog.Text: "''::text", catalog.Letter: "''::text", catalog.Texts: "'{}'::text[]", catalog.IDs: "'{}'::text[]",
		catalog.Number: "'1'", catalog.Integer: "'1'", catalog.Box: "0", catalog.Pairs: "'{}'::text[]",
	}
	sql := f.Cond.SQL()
	if f.Type == catalog.Pairs {
		sql = strings.Replace(sql, "?", "''::text", 1)
	}
	return strings.ReplaceAll(sql, "?", values[f.Type])
}

func TestEveryKindIsCaptured(t *testing.T) {
	t.Parallel()
	h := sharedHouse(t)
	kinds := map[string]bool{"tenant": true, "tenant_host": true}
	dims := map[string][]string{} // what a change of a kind must carry
	for _, res := range catalog.All {
		for i := range res.Views {
			for _, kind := range res.Views[i].Plan().Kinds() {
				kinds[kind] = true
			}
		}
		for _, p := range res.Parts {
			kinds[p.Table] = true
			dims[p.Table] = append(dims[p.Table], p.Column)
		}
		columns := columnsOf(t, h, res.Name)
		for _, dim := range []string{"slug", "status", "publish_at", "unpublish_at"} {
			if columns[dim] {
				dims[res.Name] = append(dims[res.Name], dim)
			}
		}
	}
	const rows, truncate = 1 + 4 + 8 + 16, 32 // pg_trigger.tgtype: for each row, INSERT, DELETE, UPDATE
	for kind := range kinds {
		var types []int
		var args []string
		if err := h.Pool.QueryRow(t.Context(), `SELECT coalesce(array_agg(tgtype::int), '{}'), coalesce(array_agg(encode(tgargs, 'escape')), '{}') FROM pg_trigger
WHERE tgrelid = to_regclass($1::text) AND tgfoid IN (to_regproc('capture_' || $1), 'note_truncate'::regproc) AND tgenabled = 'A'`, kind).Scan(&types, &args); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{rows, truncate} {
			i := slices.Index(types, want)
			if i < 0 {
				t.Errorf("%s is read, and has no trigger of type %d that captures its changes; it has %v", kind, want, types)
				continue
			}
			for _, dim := range dims[kind] {
				if want != truncate && !slices.Contains(strings.Split(args[i], `\000`), dim) {
					t.Errorf("%s: its capture does not carry %s", kind, strconv.Quote(dim))
				}
			}
		}
	}
}
