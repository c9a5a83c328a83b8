package widget

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// form is what the values of an attribute are.
type form uint8

const (
	named  form = iota + 1 // names of joined records: brand
	tree                   // names of categories, also of those above the record's own
	path                   // categories as paths: "Home > Kitchen"
	pair                   // values of one attribute of a product: attributes.Colour
	number                 // amounts and years
	text                   // a column of text
)

// By is what names a joined record.
type by uint8

const (
	byName by = iota
	bySlug
	byID
)

// An attribute is something that widgets filter by or count. One of the catalogue's filters is behind each.
type attribute struct {
	name   string
	form   form
	by     by
	level  int    // of path, from 0
	pair   string // of pair: the name of the product's attribute
	group  string // filters of one group belong to one facet
	filter *catalog.Filter
	least  *catalog.Filter // of number, if it can be bounded: from this much
	most   *catalog.Filter // up to this much
	facet  filter.Facet    // what an engine counts; without a Value nothing is counted
	bounds bool            // an engine finds the least and the greatest value
	column string          // of the listed rows that the facet reads
	tables []string        // whose names or rows it reads
}

// levels is how many levels of paths a widget may count.
const levels = 6

// attributesOf derives the attributes of a list from its filters.
func attributesOf(r *catalog.Resource, v *catalog.View) (all []*attribute) {
	aliases := map[string]string{}
	for as, table := range filter.TablesIn("FROM " + r.From) {
		aliases[table] = as
	}
	prices := &attribute{}
	for i := range v.Accept {
		f := &v.Accept[i]
		column := f.Cond.Column
		switch {
		case f.Of != "" && f.Cond.Op == filter.In && aliases[f.Of] != "":
			facet := catalog.NamedFacet(f.Name, aliases[f.Of], filter.MaxFacetLimit)
			all = append(all, &attribute{name: f.Name, form: named, group: f.Name, filter: f, facet: facet,
				column: column.Name, tables: []string{f.Of}})
		case f.Cond.Op == filter.InTree:
			facet := catalog.CategoryFacet(column.String(), f.Cond.Link.Table, f.Cond.Link.Owner)
			all = append(all, &attribute{name: f.Name, form: tree, group: f.Name, filter: f, facet: facet,
				tables: []string{f.Cond.Link.Table, "category"}})
		case f.Type == catalog.Pairs:
			all = append(all, &attribute{name: f.Name, form: pair, group: f.Name, filter: f,
				facet: catalog.AttributeFacet(""), tables: []string{f.Cond.Link.Table}})
		case f.Cond.Op == filter.AtLeast, f.Cond.Op == filter.AtMost:
			if prices.filter == nil {
				*prices = attribute{name: f.Facet(), form: number, group: f.Facet(), filter: f, bounds: true, column: column.Name,
					facet: filter.Facet{Value: column.String(), Range: true}}
				all = append(all, prices)
			}
			if f.Cond.Op == filter.AtLeast {
				prices.least = f
			} else {
				prices.most = f
			}
		case f.Type == catalog.Integer && f.Cond.Op == filter.Eq:
			all = append(all, &attribute{name: f.Name, form: number, group: f.Name, filter: f, bounds: true,
				column: column.Name,
				facet:  filter.Facet{Value: column.String()}})
		case f.Type == catalog.Text && f.Cond.Op == filter.Eq:
			all = append(all, &attribute{name: f.Name, form: text, group: f.Name, filter: f, column: column.Name,
				facet: filter.Facet{Value: column.String()}})
		case f.Type == catalog.Text && f.Cond.Op == filter.EqOrNull:
			all = append(all, &attribute{name: f.Name, form: text, group: f.Name, filter: f, column: column.Name})
		case f.Cond.Op == filter.InBox:
			all = append(all, &attribute{name: "_geoloc", group: "_geoloc", filter: f})
		}
	}
	return all
}

// attribute finds an attribute by the name that a client gives it: brand, brand.name, brand.slug, category,
// categories.lvl0, attributes.Colour, price, price.amount. It returns nil if there is none.
func (m *module) attribute(name string) *attribute {
	head, rest, _ := strings.Cut(name, ".")
	if head == "categories" || head == "hierarchicalCategories" {
		head = "category"
	}
	var a *attribute
	for _, known := range m.attributes {
		if known.name == head && known.filter != nil {
			a = known
		}
	}
	if a == nil {
		return nil
	}
	as := func(change func(*attribute)) *attribute {
		out := *a
		out.name = name
		change(&out)
		return &out
	}
	level, isLevel := strings.CutPrefix(rest, "lvl")
	switch {
	case a.form == pair:
		if rest == "" {
			return nil
		}
		if pairName, _, ok := catalog.CutPair(rest + ":"); ok {
			rest = pairName
		}
		if len(rest) > maxValue {
			return nil
		}
		return as(func(o *attribute) {
			o.pair, o.group, o.facet = rest, "attributes:"+rest, catalog.AttributeFacet(rest)
		})
	case rest == "", a.form == named && rest == "name", a.form == tree && (rest == "name" || rest == "label"),
		a.form == number && rest == "amount":
		return as(func(*attribute) {})
	case (a.form == named || a.form == tree) && rest == "slug":
		return as(func(o *attribute) { o.by = bySlug })
	case a.form == named && (rest == "_id" || rest == "id"), a.form == tree && (rest == "value" || rest == "id"):
		return as(func(o *attribute) { o.by = byID })
	case a.form == tree && isLevel && len(level) == 1 && level[0] >= '0' && level[0] < '0'+levels:
		return as(func(o *attribute) { o.form, o.level = path, int(level[0]-'0') })
	}
	return nil
}

// Has reports whether widgets can filter an index by an attribute.
func (x *Index) Has(attribute string) bool { return x.module.attribute(attribute) != nil }

// Numeric reports whether the values of an attribute are numbers.
func (x *Index) Numeric(attribute string) bool {
	a := x.module.attribute(attribute)
	return a != nil && a.form == number
}

// Attributes lists the attributes of an index by which widgets filter, for an error. Those of products stand for all.
func (x *Index) Attributes() (all []string) {
	for _, a := range x.module.attributes {
		switch a.form {
		case tree:
			all = append(all, a.name, "categories.lvl0")
		case pair:
			all = append(all, a.name+".NAME")
		default:
			all = append(all, a.name)
		}
	}
	return all
}

// counted lists the attributes that * stands for, but for those of products, which depend on the result.
func (m *module) counted() (all []string) {
	for _, a := range m.attributes {
		switch {
		case a.form == tree:
			all = append(all, a.name)
			for level := range 3 {
				all = append(all, "categories.lvl"+string(rune('0'+level)))
			}
		case a.form != pair && a.facet.Value != "":
			all = append(all, a.name)
		}
	}
	return all
}
