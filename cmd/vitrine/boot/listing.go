package boot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/internal/schema"
	"vitrine/search/memory"
)

// checkCatalog compares the filters and orders of the catalogue with the database and with the in-memory engine. A
// wrong filter stops the start with an error that names it. Without this check it would only be slow.
func (a *App) checkCatalog(ctx context.Context) error {
	types, err := schema.Columns(ctx, a.Pool)
	if err != nil {
		return fmt.Errorf("check the catalogue: %w", err)
	}
	if err := catalog.Check(types); err != nil {
		return err //nolint:wrapcheck // it names the module and the filter
	}
	for _, kind := range listed() {
		if err := checkListed(&kind, catalog.Named(kind.Name)); err != nil {
			return err
		}
	}
	return nil
}

// checkListed reports the filters, sorts and orders of a module that the in-memory engine cannot answer. A filter that
// is marked Raw is left to Postgres.
func checkListed(kind *memory.Kind, r *catalog.Resource) error {
	var errs []error
	for i := range r.Views {
		v := &r.Views[i]
		for j := range v.Accept {
			if err := kind.Check(&v.Accept[j].Cond); err != nil {
				errs = append(errs, fmt.Errorf("catalog: %s: filter %s of %s: %w", r.Name, v.Accept[j].Name, v.Path, err))
			}
		}
		if !v.Paged() {
			continue
		}
		if err := kind.CheckOrder(v.Order); err != nil {
			errs = append(errs, fmt.Errorf("catalog: %s: order of %s: %w", r.Name, v.Path, err))
		}
		for _, name := range slices.Sorted(maps.Keys(v.Sorts)) {
			if err := kind.CheckOrder(filter.Order{{Column: v.Sorts[name]}}); err != nil {
				errs = append(errs, fmt.Errorf("catalog: %s: sort %s of %s: %w", r.Name, name, v.Path, err))
			}
		}
	}
	return errors.Join(errs...)
}

// listed returns the kinds whose lists are answered from memory: products, because counting many of them takes
// Postgres longer than a request may take. checkListed compares it with the catalogue.
func listed() []memory.Kind {
	shown := "p.status IN ('PUBLISHED', 'OUT_OF_STOCK')"
	return []memory.Kind{{
		Name: "product", As: "p", From: catalog.Product.From,
		Where: "p.tenant_id = $1 AND (" + shown +
			"\n  AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2))",
		Shown: shown, Since: "p.publish_at", Until: "p.unpublish_at",
		Numbers: []memory.Number{
			{Column: "p.amount", Load: "CASE WHEN p.amount = 'NaN' THEN 9223372036854775807 ELSE (p.amount * 100)::bigint END",
				Scale: 100},
			{Column: "p.year", Load: "p.year::bigint"},
			{Column: "p.position", Load: "p.position::bigint"},
			{Column: "p.popularity", Load: "p.popularity"},
			{Column: "p.created_at", Load: memory.Micros("p.created_at")},
		},
		Names: []string{"p.name"},
		Codes: []memory.Code{
			{Column: "p.brand_id", Kind: "brand", Facet: catalog.NamedFacet("brand", "b", filter.MaxFacetLimit)},
			{Column: "p.merchant_id", Kind: "merchant", Facet: catalog.NamedFacet("merchant", "m", filter.MaxFacetLimit)},
			{Column: "p.language"},
		},
		Tree: memory.Tree{Links: "product_category", Owner: "product_id", Link: "category_id", Kind: "category",
			Facet: catalog.CategoryFacet("p.id", "product_category", "product_id")},
		Pairs: memory.Pairs{Table: "product_attribute", Owner: "product_id",
			Facet: catalog.AttributeFacet(""), One: catalog.AttributeFacet("any")},
		Order: catalog.Product.Views[0].Plan().Ties,
		Words: catalog.Product.Text,
		Texts: memory.Texts{Title: "p.name", Model: "concat_ws(' | ', p.title, p.sku, p.model_no)",
			Prose: "concat_ws(' | ', p.brief, p.description)", Language: "p.language"},
	}}
}
