package boot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

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
			hundredths("p.amount"),
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

// searched returns the kinds whose searches are answered from memory, while Postgres answers their other lists: all
// modules with words, except products, which listed has, and except modules whose filters are counted, because counts
// must cover what the list has. A search with a filter that a kind lacks is left to Postgres.
func searched() (all []memory.Kind) {
	known := listed()
	for _, r := range catalog.Searched() {
		counted := slices.ContainsFunc(r.Views, func(v catalog.View) bool { return v.Facets })
		if counted || slices.ContainsFunc(known, func(k memory.Kind) bool { return k.Name == r.Name }) {
			continue
		}
		if k, ok := searchedKind(r); ok {
			all = append(all, k)
		}
	}
	return all
}

// searchedKind derives a kind from the catalogue. ok is false if a table cannot tell which of its rows are visible.
func searchedKind(r *catalog.Resource) (k memory.Kind, ok bool) {
	list := r.Listed()
	k = memory.Kind{Name: r.Name, As: r.As, From: r.From, Where: list.Plan().Base, TextOnly: true, Order: list.Plan().Ties,
		Words: r.Text, Texts: textsOf(r)}
	if k.Shown, k.Since, k.Until, ok = r.Untimed(); !ok || list.Where != "" || len(r.Text) != 1 {
		return k, false
	}
	columns := list.Plan().Ties.Columns()
	for _, c := range list.Sorts {
		columns = append(columns, c)
	}
	slices.SortFunc(columns, func(a, b catalog.Column) int { return strings.Compare(a.Name, b.Name) })
	for _, c := range slices.Compact(columns) {
		switch n, is := numberOf(c.String()); {
		case c.As != r.As || c.Name == "id":
		case is:
			k.Numbers = append(k.Numbers, n)
		case c.Name == r.Words[0]:
			k.Names = append(k.Names, c.String())
		}
	}
	aliases := map[string]string{}
	for as, table := range filter.TablesIn("FROM " + r.From) {
		aliases[table] = as
	}
	for i := range list.Accept {
		f := &list.Accept[i]
		c := f.Cond.Column
		switch {
		case c.As != r.As || c.Cast != "":
		case f.Cond.Op == filter.EqOrNull, f.Cond.Op == filter.Eq, f.Cond.Op == filter.In && f.Of == "":
			k.Codes = append(k.Codes, memory.Code{Column: c.String()})
		case f.Cond.Op == filter.In && aliases[f.Of] != "":
			k.Codes = append(k.Codes, memory.Code{Column: c.String(), Kind: f.Of,
				Facet: catalog.NamedFacet(f.Name, aliases[f.Of], filter.MaxFacetLimit)})
		case f.Cond.Op == filter.InTree:
			link := f.Cond.Link
			k.Tree = memory.Tree{Links: link.Table, Owner: link.Owner, Link: "category_id", Kind: "category",
				Facet: catalog.CategoryFacet(c.String(), link.Table, link.Owner)}
		}
	}
	return k, true
}

// numberOf returns a column as numbers, by its name. It reports false for a column of texts.
func numberOf(column string) (memory.Number, bool) {
	_, name, _ := strings.Cut(column, ".")
	switch {
	case name == "position":
		return memory.Number{Column: column, Load: column + "::bigint"}, true
	case name == "amount", name == "rating":
		return hundredths(column), true
	case strings.HasSuffix(name, "_at"), strings.HasSuffix(name, "_date"):
		return memory.Number{Column: column, Load: memory.Micros(column)}, true
	}
	return memory.Number{}, false
}

// hundredths returns a numeric column as hundredths. NaN is above all numbers, as in Postgres.
func hundredths(column string) memory.Number {
	return memory.Number{Column: column, Scale: 100, Load: fmt.Sprintf(
		"CASE WHEN %[1]s = 'NaN' THEN 9223372036854775807 ELSE (%[1]s * 100)::bigint END", column)}
}

// textsOf returns the texts of a module's records: the name, descriptions, and all others, such as the city of a place.
func textsOf(r *catalog.Resource) memory.Texts {
	var model, prose []string
	for _, word := range r.Words[1:] {
		switch column := r.As + "." + word; word {
		case "brief", "summary", "abstract", "description", "content", "answer", "definition":
			prose = append(prose, column)
		case "tags":
			model = append(model, "array_to_string("+column+", ' | ')")
		default:
			model = append(model, column)
		}
	}
	joined := func(all []string) string {
		if len(all) == 0 {
			return ""
		}
		return "concat_ws(' | ', " + strings.Join(all, ", ") + ")"
	}
	return memory.Texts{Title: r.As + "." + r.Words[0], Model: joined(model), Prose: joined(prose),
		Language: r.As + ".language"}
}
