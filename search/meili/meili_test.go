package meili_test

import (
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
	"vitrine/search/enginetest"
	"vitrine/search/meili"
	"vitrine/search/memory"
)

func TestEngine(t *testing.T) {
	t.Parallel()
	var e *meili.Engine
	t.Cleanup(func() {
		if e == nil {
			return
		}
		stats := e.Stats()
		t.Logf("%+v", stats)
		if n := stats.Fallbacks[meili.Unreachable] + stats.Fallbacks[meili.Refused] + stats.Fallbacks[meili.Busy]; n > 2 {
			t.Errorf("Postgres answered %d times: the suite did not test Meilisearch", n)
		}
	})
	kind := products()
	enginetest.Exercise(t, func(t testing.TB) search.Engine {
		cfg := config(t)
		cfg.Kinds = []meili.Kind{kind}
		e = newEngine(t, cfg)
		return e
	}, kind.Fields)
}

// products are the products of enginetest as Meilisearch filters, sorts and counts them.
func products() meili.Kind {
	return meili.Kind{
		Kind: memory.Kind{
			Name: "product", As: "p",
			From: "product p LEFT JOIN brand b ON b.tenant_id = $1 AND b.id = p.brand_id AND b.status <> 'DRAFT'",
			Where: "p.tenant_id = $1 AND p.status IN ('PUBLISHED', 'OUT_OF_STOCK')" +
				" AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2)",
			Shown: "p.status IN ('PUBLISHED', 'OUT_OF_STOCK')", Since: "p.publish_at", Until: "p.unpublish_at",
			Numbers: []memory.Number{
				{Column: "p.amount", Load: "CASE WHEN p.amount = 'NaN' THEN 9223372036854775807 ELSE (p.amount * 100)::bigint END",
					Scale: 100},
				{Column: "p.year", Load: "p.year::bigint"},
				{Column: "p.position", Load: "p.position::bigint"},
				{Column: "p.created_at", Load: memory.Micros("p.created_at")},
			},
			Names: []string{"p.name"},
			Codes: []memory.Code{
				{Column: "p.brand_id", Kind: "brand",
					Facet: search.Facet{Name: "brand", Value: "b.id", Label: "b.name", Slug: "b.slug"}},
				{Column: "p.language"},
			},
			Tree: memory.Tree{Links: "product_category", Owner: "product_id", Link: "category_id", Kind: "category",
				Facet: catalog.CategoryFacet("p.id", "product_category", "product_id")},
			Pairs: memory.Pairs{Table: "product_attribute", Owner: "product_id",
				Facet: catalog.AttributeFacet(""), One: catalog.AttributeFacet("any")},
			Words: []string{"p.search", "b.search"},
		},
		Order:   filter.Order{filter.Asc("p.position")},
		Texts:   []string{"name", "title", "sku", "description", "status", "brand_id"},
		Related: "brand",
	}
}
