package index

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
	"vitrine/search"
)

func TestCatalogDocuments(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	all := CatalogDocuments()
	if d := all["product"]; len(d.Words) == 0 || d.Words[0] != "name" || !strings.Contains(d.Live, "DRAFT") {
		t.Errorf("products are searched by %v, if %s", d.Words, d.Live)
	}
	for kind, d := range all {
		if _, _, err := load(t.Context(), db.Pool, kind, d, []search.Ref{{Tenant: "acme", ID: "x"}}); err != nil {
			t.Errorf("the catalog does not fit the tables: %v", err)
		}
		if _, _, _, err := page(t.Context(), db.Pool, kindOf{"acme", kind}, d, "", 10); err != nil {
			t.Errorf("the catalog does not fit the tables: %v", err)
		}
	}
}
