package widget

import (
	"errors"
	"strings"
	"testing"

	"vitrine/internal/api"
)

func TestFiltersInTextAreRead(t *testing.T) {
	t.Parallel()
	products := Find("products")
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"  ", ""},
		{"brand:Acme", `"brand" is "Acme",`},
		{"brand = Acme", `"brand" is "Acme",`},
		{`"brand"="A \"B\" \\ 'C'"`, `"brand" is "A \"B\" \\ 'C'",`},
		{"brand:A:b", `"brand" is "A:b",`},
		{"brand:A OR brand:B", `"brand" is "A","B",`},
		{"brand IN [B, 'A', B]", `"brand" is "A","B",`},
		{"brand NOT IN [A]", `not("brand" is "A",;)`},
		{"brand != A", `not("brand" is "A",;)`},
		{"NOT NOT brand:A", `"brand" is "A",`},
		{"price >= 10 AND price<=20.50", `all("price"<=20.5;"price">=10;)`},
		{"price:10 TO 20", `all("price"<=20;"price">=10;)`},
		{"price 10 TO 20", `all("price"<=20;"price">=10;)`},
		{"price = 10 OR price != 011.0", `any("price"=10;not("price"=11;);)`},
		{"year:2025", `"year"=2025`},
		{"year EXISTS", `"year" exists`},
		{"year NOT EXISTS", `not("year" exists;)`},
		{"year IS NULL", `not("year" exists;)`},
		{"brand IS NOT EMPTY", `"brand" exists`},
		{"(brand:A AND (year:1 OR NOT category:B))", `all("brand" is "A",;any("year"=1;not("category" is "B",;);); )`},
		{"brand:A and year:1 or category:C", `any("category" is "C",;all("brand" is "A",;"year"=1;);)`},
		{`attributes.Renk:Mavi`, `"attributes.Renk" is "Mavi",`},
		{`"attributes.Ekran Boyutu":'15 "'`, `"attributes.Ekran Boyutu" is "15 \"",`},
		{`attributes.Oran\:x:16:9`, `"attributes.Oran\\:x" is "16:9",`},
		{"categories.lvl1:'A > B'", `"categories.lvl1" is "A > B",`},
		{"brandy:x", "400"},
		{"brand", "400"},
		{"brand:", "400"},
		{"brand:A AND", "400"},
		{"(brand:A", "400"},
		{"brand:A)", "400"},
		{"brand > A", "400"},
		{"brand:1 TO 2", "400"},
		{"price > x", "400"},
		{"price > 1e999", "400"},
		{"brand IN A", "400"},
		{"brand IN [A", "400"},
		{"brand NOT A", "400"},
		{"brand IS A", "400"},
		{"_geoloc:x", "400"},
		{"_geoRadius(1,2)", "400"},
		{"_geoRadius(100,2,3)", "400"},
		{strings.Repeat("(", 30) + "brand:A" + strings.Repeat(")", 30), "400"},
		{"brand:" + strings.Repeat("x", 600), "400"},
		{strings.Repeat("x", 20_000), "400"},
		{"brand:\xff", "400"},
	} {
		f, err := products.ParseFilter(c.text)
		got := ""
		if f.Op != 0 {
			got = f.String()
		}
		if err != nil {
			got = "400"
			if e := new(api.Error); !errors.As(err, &e) || e.Status != 400 || len(e.Message) > 700 {
				t.Errorf("%q: %v", c.text, err)
			}
		}
		if got != strings.ReplaceAll(c.want, "; )", ";)") {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	f, err := Find("places").ParseFilter("_geoRadius(41, 29, 1000) OR _geoBoundingBox([42, 30], [40, -170])")
	if err != nil || f.String() != "any(box(-170,40,30,42,);near(41,29,1000,0,);)" {
		t.Errorf("%s, %v", f, err)
	}
}

// Filters with one meaning in one text have one form, and different filters have different forms.
func TestFormsOfFilters(t *testing.T) {
	t.Parallel()
	same := [][]Filter{
		{NewAny(NewIs("a", "1"), NewIs("a", "2")), NewIs("a", "2", "1", "2")},
		{NewAll(NewIs("a", "1"), NewAll(NewIs("b", "2"), NewIs("c", "3"))),
			NewAll(NewIs("c", "3"), NewIs("b", "2"), NewIs("a", "1"), NewIs("a", "1"))},
		{NewNot(NewNot(NewIs("a", "1"))), NewIs("a", "1")},
	}
	for _, all := range same {
		if all[0].String() != all[1].String() {
			t.Errorf("%s and %s", all[0], all[1])
		}
	}
	seen := map[string]bool{}
	for _, f := range []Filter{
		NewIs("a", "1,2"), NewIs("a", "1", "2"), NewIs("a", `1","2`), NewIs(`a" is "1`, "2"),
		NewAny(NewIs("a", "1"), NewIs("b", "1")),
		NewAll(NewIs("a", "1"), NewIs("b", "1")), NewNot(NewIs("a", "1")), {Op: Exists, Attribute: "a"},
		{Op: Compare, Attribute: "a", Sign: ">", Number: "1"}, {Op: Compare, Attribute: "a", Sign: ">=", Number: "1"},
	} {
		if seen[f.String()] {
			t.Errorf("%s is the form of two filters", f)
		}
		seen[f.String()] = true
	}
}

func FuzzParseFilter(f *testing.F) {
	for _, s := range []string{"brand:Acme AND (price >= 10 OR NOT year = 2024)", `"brand"="a\"b"`, "price:1 TO 2",
		"year IS NULL",
		"brand IN [a,b]", "_geoRadius(1,2,3)", "((", "NOT", `attributes.a\:b:c`, "é:ü"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range []string{"products", "places"} {
			x := Find(name)
			got, err := x.ParseFilter(s)
			if err != nil {
				if e := new(api.Error); !errors.As(err, &e) || e.Status != 400 {
					t.Fatalf("%q: %v", s, err)
				}
				continue
			}
			if e := new(api.Error); got.Op != 0 && x.CheckFilter(got) != nil && !errors.As(x.CheckFilter(got), &e) {
				t.Fatalf("%q: %v", s, x.CheckFilter(got))
			}
			if again := NewAll(got.Parts()...); got.Op != 0 && again.String() != got.String() {
				t.Fatalf("%q: %s and %s", s, got, again)
			}
		}
	})
}
