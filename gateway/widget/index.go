package widget

import (
	"maps"
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// An Index is what a widget calls an index: the records of a module, in one order.
type Index struct {
	Name   string
	Kind   string // of its records
	View   *catalog.View
	Sort   string // a key of View.Sorts; "" for the view's own order, or the best match first
	Desc   bool
	module *module
}

// A module is what all indexes of one kind share.
type module struct {
	name       string // of the plain index
	view       *catalog.View
	attributes []*attribute
	texts      []string        // paths of the texts that a search compares, for highlights
	html       map[string]bool // paths of the texts that are HTML
}

// names are the names of the plain indexes of the modules that can be searched, by path of the list.
var names = map[string]string{
	"/product": "products", "/brand": "brands", "/merchant": "merchants", "/place": "places",
	"/organization": "organizations", "/campaign": "campaigns", "/category/list": "categories", "/page": "pages",
	"/blog": "posts", "/faq": "questions", "/collections": "collections", "/event": "events", "/dictionary": "terms",
	"/project": "projects", "/route": "routes",
}

// more are paths of texts that describe records of a module, besides the columns that its own vector is made from.
var more = map[string][]string{
	"/product": {"brand.name", "merchant.name", "category.label", "attributes.value"},
	"/event":   {"place.name", "merchant.name", "category.label"},
}

// nicknames are names of orders that say more than the column: products_newest.
var nicknames = map[string]struct {
	sort string
	desc bool
}{
	"newest": {"createdAt", true}, "popular": {"popularity", true},
}

// indexes are all indexes, by name.
var indexes = func() map[string]*Index {
	all := map[string]*Index{}
	for _, r := range catalog.All {
		for i := range r.Views {
			v := &r.Views[i]
			name, ok := names[v.Path]
			if !ok || !v.Search {
				continue
			}
			m := &module{name: name, view: v, attributes: attributesOf(r, v)}
			m.texts, m.html = textsOf(v)
			add := func(suffix, sort string, desc bool) {
				all[name+suffix] = &Index{Name: name + suffix, Kind: r.Name, View: v, Sort: sort, Desc: desc, module: m}
			}
			add("", "", false)
			for sort := range v.Sorts {
				add("_"+strings.ToLower(sort)+"_asc", sort, false)
				add("_"+strings.ToLower(sort)+"_desc", sort, true)
			}
			for nickname, by := range nicknames {
				if _, ok := v.Sorts[by.sort]; ok {
					add("_"+nickname, by.sort, by.desc)
				}
			}
		}
	}
	return all
}()

// Find finds an index by name, nil if there is none.
func Find(name string) *Index { return indexes[name] }

// FindSorted finds the index of another order of the same records, nil if there is none.
func (x *Index) FindSorted(sort string, desc bool) *Index {
	suffix := "_asc"
	if desc {
		suffix = "_desc"
	}
	return indexes[x.module.name+"_"+strings.ToLower(sort)+suffix]
}

// Plain is the name of the index of the same records in their own order.
func (x *Index) Plain() string { return x.module.name }

// Names lists the indexes, in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(indexes)) }
