package boot

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/schema/schematest"
)

// A search is refreshed by a change of the columns that a module calls its words. The vectors that are searched must be made of no others.
func TestSearchVectorsAreMadeOfWatchedWords(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rows, err := db.Pool.Query(t.Context(), `
SELECT c.relname, pg_get_expr(d.adbin, d.adrelid), ARRAY(SELECT o.attname::text FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attnum > 0)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE a.attgenerated = 's' AND a.attname IN ('search', 'search_words')`)
	if err != nil {
		t.Fatal(err)
	}
	var kind, expr string
	var columns []string
	vectors := map[string]int{}
	wordRE := regexp.MustCompile(`[a-z_]+`)
	if _, err := pgx.ForEachRow(rows, []any{&kind, &expr, &columns}, func() error {
		vectors[kind]++
		res := catalog.Named(kind)
		if res == nil {
			return nil // of no module yet: nobody searches it
		}
		for _, name := range wordRE.FindAllString(expr, -1) {
			if slices.Contains(columns, name) && name != "words" && !slices.Contains(res.Words, name) {
				t.Errorf("%s: the search is made of %s (%s), which is none of its words %s", kind, name, expr, strings.Join(res.Words, ", "))
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, res := range catalog.All {
		for _, vector := range res.Text {
			alias, _, _ := strings.Cut(vector, ".")
			of := res.Name
			for _, rel := range res.Related {
				if rel.As == alias {
					of = rel.Kind
				}
			}
			if vectors[of] != 2 {
				t.Errorf("%s searches %s, but %s has no search and search_words", res.Name, vector, of)
			}
		}
	}
}
