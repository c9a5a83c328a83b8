package widget

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shown describes how queries are folded: each unit with its filters and facets, and the unit of each query.
func shown(queries []Query) string {
	units, each := plan(queries)
	var b strings.Builder
	for _, u := range units {
		fmt.Fprintf(&b, "[%s %d", strings.Join(u.forms, "&"), u.limit)
		for _, w := range u.facets {
			b.WriteString(" " + w.key())
		}
		b.WriteString("]")
	}
	for _, a := range each {
		fmt.Fprintf(&b, " %d%s", a.unit, a.free)
	}
	return b.String()
}

// InstantSearch sends the records first, then a search for each facet with chosen values, without that facet's filter.
func TestSearchesOfOnePageBecomeOne(t *testing.T) {
	t.Parallel()
	x := Find("products")
	brand, year, path := NewIs("brand", "A"), NewIs("attributes.Renk", "Mavi"), NewIs("categories.lvl1", "A > B")
	query := func(limit int, facets string, parts ...Filter) Query {
		q := Query{Index: x, Text: "t", Limit: limit, Values: 10}
		if facets != "" {
			q.Facets = strings.Split(facets, " ")
		}
		if len(parts) > 0 {
			q.Filter = NewAll(parts...)
		}
		return q
	}
	const b, c = `"brand" is "A",`, `"attributes.Renk" is "Mavi",`
	for _, test := range []struct {
		queries []Query
		want    string
	}{
		{[]Query{query(20, "brand"), query(0, "year")}, "[ 20 =brand =year] 0 0"},
		{[]Query{query(20, "brand", brand, year), query(0, "brand", year), query(0, "attributes.Renk", brand)},
			"[" + c + "&" + b + " 20 =brand brand attributes:Renk] 0 0brand 0attributes:Renk"},
		{[]Query{query(0, "brand", year), query(20, "", brand, year)}, "[" + c + "&" + b + " 20 brand] 0brand 0"},
		{[]Query{query(20, "categories.lvl0", path), query(0, "categories.lvl0 categories.lvl1")},
			`["categories.lvl1" is "A > B", 20 =category category] 0 0category`},
		{[]Query{query(20, "", brand), query(0, "year")}, "[" + b + " 20][ 0 =year] 0 1"}, // no facet of its own
		{[]Query{query(20, "", brand, year), query(0, "brand year", year)},
			"[" + c + "&" + b + " 20][" + c + " 0 =brand =year] 0 1"}, // two facets
		{[]Query{query(20, ""), query(10, "")}, "[ 20][ 10] 0 1"},
		{[]Query{query(20, ""), query(20, "brand.slug brand")}, "[ 20 =brand] 0 0"},
	} {
		if got := shown(test.queries); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

func TestEveryOrderHasAnIndex(t *testing.T) {
	t.Parallel()
	all := Names()
	for _, name := range []string{"products", "products_price_asc", "products_price_desc", "products_newest",
		"products_popular", "products_name_asc", "posts", "places", "terms", "categories", "events_date_asc"} {
		if !slices.Contains(all, name) {
			t.Errorf("there is no index %s among %v", name, all)
		}
	}
	x := Find("products_price_desc")
	if x.Sort != "price" || !x.Desc || x.Plain() != "products" || Find("products").FindSorted("price", true) != x {
		t.Errorf("%+v", x)
	}
}

func TestAttributesAreFoundByAllTheirNames(t *testing.T) {
	t.Parallel()
	m := Find("products").module
	for name, group := range map[string]string{
		"brand": "brand", "brand.name": "brand", "brand.slug": "brand", "category": "category", "categories": "category",
		"category.label": "category", "categories.lvl0": "category", "hierarchicalCategories.lvl2": "category",
		"merchant": "merchant", "price": "price", "price.amount": "price", "year": "year",
		"attributes.Renk": "attributes:Renk", `attributes.a\:b`: "attributes:a:b", "language": "language",
		"": "", "attributes": "", "attributes.": "", "brand.x": "", "categories.lvl9": "", "categories.lvlx": "",
		"price.x": "", "discard": "", "minPrice": "", "_geoloc": "",
	} {
		got := ""
		if a := m.attribute(name); a != nil {
			got = a.group
		}
		if got != group {
			t.Errorf("%q: %q, want %q", name, got, group)
		}
	}
}

func TestOnlyHTMLLosesItsMarkup(t *testing.T) {
	t.Parallel()
	if x := Find("brands"); x.Shown("description", "<p>a</p>") != "a" || x.Shown("name", "<p>a</p>") != "<p>a</p>" {
		t.Error("texts are shown in the wrong format")
	}
}

func TestPathsOfAttributes(t *testing.T) {
	t.Parallel()
	rec, err := Hit{JSON: []byte(`{"a":1,"b":{"c":"x","d":"y"},"e":[{"f":1,"g":2},{"g":3}],"ab":2}`)}.Record()
	if err != nil {
		t.Fatal(err)
	}
	for names, want := range map[string]string{
		"a": "map[a:1]", "b": "map[b:map[c:x d:y]]", "b.c": "map[b:map[c:x]]", "e.f": "map[e:[map[f:1]]]",
		"-b": "map[]", "* -b": "map[a:1 ab:2 e:[map[f:1 g:2] map[g:3]]]", "* -b.c -e": "map[a:1 ab:2 b:map[d:y]]",
		"x": "map[]",
	} {
		if got := fmt.Sprint(NewPaths(strings.Fields(names)).Pick(rec, "")); got != want {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
}
