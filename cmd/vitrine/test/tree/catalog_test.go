package tree

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

func TestWordsAreTheColumnsThatAreSearched(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
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

func TestEveryColumnOfAViewExists(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, res := range catalog.All {
		for i := range res.Views {
			if _, err := h.Pool.Exec(t.Context(), wholeQuery(&res.Views[i])+" LIMIT 0", "demo", kit.Now); err != nil {
				t.Errorf("%s: %v", res.Views[i].Path, err)
			}
		}
		if v := res.Found(); v != nil {
			if _, err := h.Pool.Exec(t.Context(), wholeQuery(v)+" LIMIT 0", "demo", kit.Now); err != nil {
				t.Errorf("the hits of %s: %v", res.Name, err)
			}
		}
	}
}

// wholeQuery returns one statement with everything that a view may use: its columns, filters, sorts and vectors.
func wholeQuery(v *catalog.View) string {
	p := v.Plan()
	sql := "SELECT " + v.Row.Columns() + "\nFROM " + p.Resource.From + "\nWHERE " + p.Base +
		" AND $2::timestamptz IS NOT NULL"
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

// literals replaces the ? of a filter by values of its type.
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
	h := kit.Shared(t)
	kinds := map[string]bool{"tenant": true, "tenant_host": true, "tenant_search": true}
	dims := map[string][]string{} // columns that a change of a kind must carry
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
		columns := h.Columns(t, res.Name)
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
		if err := h.Pool.QueryRow(t.Context(), `SELECT coalesce(array_agg(tgtype::int), '{}'),
			coalesce(array_agg(encode(tgargs, 'escape')), '{}') FROM pg_trigger
WHERE tgrelid = to_regclass($1::text) AND tgfoid IN (to_regproc('capture_' || $1), 'note_truncate'::regproc)
AND tgenabled = 'A'`, kind).Scan(&types, &args); err != nil {
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
