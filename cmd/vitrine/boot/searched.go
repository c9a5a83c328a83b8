package boot

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search/memory"
)

// searched returns the kinds whose searches are answered from memory, while Postgres answers their other lists: all
// modules with words but products, which listed has, and those whose filters are counted. Their counts must cover what
// their list has. A search with a filter that a kind lacks is left to Postgres.
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

// numberOf returns a column as numbers, by its name. ok is false for a column of texts.
func numberOf(column string) (n memory.Number, ok bool) {
	_, name, _ := strings.Cut(column, ".")
	n.Column = column
	switch {
	case name == "position":
		n.Load = column + "::bigint"
	case name == "amount", name == "rating":
		n.Load, n.Scale = fmt.Sprintf(
			"CASE WHEN %[1]s = 'NaN' THEN 9223372036854775807 ELSE (%[1]s * 100)::bigint END", column), 100
	case strings.HasSuffix(name, "_at"), strings.HasSuffix(name, "_date"):
		n.Load = memory.Micros(column)
	default:
		return n, false
	}
	return n, true
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
