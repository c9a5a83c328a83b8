package tree

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

// A change of a module's Words refreshes its searches. So its search vectors must be made of those columns only.
func TestSearchVectorsAreMadeOfWatchedWords(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rows, err := db.Pool.Query(t.Context(), `
SELECT c.relname, p.prosrc
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE t.tgname = 'keep'`)
	if err != nil {
		t.Fatal(err)
	}
	var kind, source string
	kept := map[string]bool{}
	columnRE := regexp.MustCompile(`new\.([a-z_]+)`)
	if _, err := pgx.ForEachRow(rows, []any{&kind, &source}, func() error {
		kept[kind] = true
		res := catalog.Named(kind)
		if res == nil {
			return nil // a table without a module is not searched
		}
		for _, m := range columnRE.FindAllStringSubmatch(source, -1) {
			if name := m[1]; !slices.Contains(res.Words, name) && !slices.Contains(schema.Kept, name) && name != "updated_at" {
				t.Errorf("%s: the search is made of %s, which is none of its words %s:\n%s", kind, name,
					strings.Join(res.Words, ", "), source)
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
			if !kept[of] {
				t.Errorf("%s searches %s, but nothing keeps search and search_words of %s", res.Name, vector, of)
			}
		}
	}
}
