package boot

import (
	"vitrine/gateway"
	"vitrine/internal/catalog"
	"vitrine/search/listing"
)

// listed are the kinds whose lists are answered from memory: products, of which a shop may have so many that counting them takes Postgres
// longer than a reader waits. Whatever the catalogue asks for in other words than these goes to Postgres;
// TestEveryListOfProductsIsUnderstood tells.
func listed() []listing.Kind {
	list := &catalog.Product.Views[0]
	filter := func(name string) string { return list.Filter(name).SQL }
	shown := "p.status IN ('PUBLISHED', 'OUT_OF_STOCK')"
	return []listing.Kind{{
		Name: "product", As: "p", From: catalog.Product.From,
		Where: "p.tenant_id = $1 AND (" + shown +
			"\n  AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2))",
		Shown: shown, Since: "p.publish_at", Until: "p.unpublish_at",
		Numbers: []listing.Number{
			{Column: "p.amount", Load: "CASE WHEN p.amount = 'NaN' THEN 9223372036854775807 ELSE (p.amount * 100)::bigint END", Scale: 100},
			{Column: "p.year", Load: "p.year::bigint"},
			{Column: "p.position", Load: "p.position::bigint"},
			{Column: "p.popularity", Load: "p.popularity"},
			{Column: "p.created_at", Load: listing.Micros("p.created_at")},
		},
		Names: []string{"p.name"},
		Codes: []listing.Code{
			{Column: "p.brand_id", Kind: "brand", Facet: gateway.NamedFacet("brand", "b")},
			{Column: "p.merchant_id", Kind: "merchant", Facet: gateway.NamedFacet("merchant", "m")},
			{Column: "p.language"},
		},
		Tree: listing.Tree{Links: "product_category", Owner: "product_id", Link: "category_id", Kind: "category", Cond: filter("category"),
			Facet: gateway.CategoryFacet("p.id", "product_category", "product_id")},
		Pairs: listing.Pairs{Table: "product_attribute", Owner: "product_id", Cond: filter("attributes"),
			Facet: gateway.AttributeFacet(""), One: gateway.AttributeFacet("any")},
		Words: catalog.Product.Text,
	}}
}
