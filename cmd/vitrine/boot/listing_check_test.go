package boot

import (
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

func TestAFilterThatMemoryCannotAnswerStopsTheStart(t *testing.T) {
	t.Parallel()
	kind := listed()[0]
	if err := checkListed(&kind, &catalog.Product); err != nil {
		t.Fatal(err)
	}
	f := func(want string, v catalog.View) {
		t.Helper()
		v.Path = "/product"
		err := checkListed(&kind, &catalog.Resource{Name: "product", As: "p", Views: []catalog.View{v}})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	sku := filter.Cond{Op: filter.In, Column: filter.Col("p.sku")}
	f("catalog: product: filter sku of /product: ",
		catalog.View{Accept: []catalog.Filter{{Name: "sku", Type: catalog.Texts, Cond: sku}}})
	f("", catalog.View{
		Accept: []catalog.Filter{{Name: "sku", Type: catalog.Texts, Cond: filter.Cond{Op: filter.Raw, Text: sku.SQL()}}}})
	name := filter.Order{filter.Asc("p.name"), filter.Asc("p.id")}
	f("", catalog.View{Shape: catalog.Page, Order: name})
	f("catalog: product: order of /product: ", catalog.View{Shape: catalog.Page, Order: filter.Order{filter.Asc("p.sku")}})
	f("catalog: product: sort sku of /product: ",
		catalog.View{Shape: catalog.Page, Order: name, Sorts: map[string]catalog.Column{"sku": filter.Col("p.sku")}})
}
