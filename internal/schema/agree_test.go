package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/price"
	"vitrine/internal/schema/schematest"
)

// The schema and internal/price have the same list of currencies without decimals. Each of the 17,576 codes is
// compared.
func TestPriceAndSchemaAgreeAboutEveryCurrency(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	var codes, want []string
	for i := range 26 * 26 * 26 {
		code := string([]rune{'A' + rune(i/676), 'A' + rune(i/26%26), 'A' + rune(i%26)})
		codes = append(codes, code)
		if price.Decimals(code) == 0 {
			want = append(want, code)
		}
	}
	rows, err := db.Pool.Query(t.Context(),
		"SELECT c FROM unnest($1::text[]) c WHERE price_decimals(c) = 0 ORDER BY c", codes)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("the schema has %v, internal/price %v (%v)", got, want, err)
	}
}

// Full-text search reads a column as HTML if, and only if, the catalogue says that it is HTML.
func TestSearchAndCatalogueAgreeAboutHTML(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	compared, html := 0, 0
	for _, r := range catalog.All {
		rows, err := db.Pool.Query(t.Context(), `SELECT attname FROM pg_attribute WHERE attrelid = $1::text::regclass
			AND attnum > 0 AND NOT attisdropped AND atttypid = 'text'::regtype AND attgenerated = '' ORDER BY 1`, r.Name)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range columns {
			var expression string
			err := db.Pool.QueryRow(t.Context(), "SELECT column_text($1::text::regclass, ARRAY[$2::text])", r.Name, column).
				Scan(&expression)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("translate(new.%s, '<>&', '   ')", column)
			if slices.Contains(catalog.HTMLColumns(r.Name), column) {
				want = "new." + column
				html++
			}
			if strings.ReplaceAll(expression, `"`, "") != want {
				t.Errorf("%s.%s: search reads %s, want %s", r.Name, column, expression, want)
			}
			compared++
		}
	}
	if t.Logf("%d columns, %d with HTML", compared, html); html < 12 {
		t.Errorf("only %d columns have HTML", html)
	}
}
