package catalog

import (
	"strings"
	"testing"

	"vitrine/internal/filter"
)

// conditions are the SQL texts of all filters, each beside the view and the parameter that first uses it. The plans of
// Postgres and the keys of cached facets depend on these texts.
var conditions = []struct{ view, name, sql string }{
	{"/product", "category", subtreeOf("p.id", "product_category", "product_id")},
	{"/product", "brand", "p.brand_id = ANY(?)"},
	{"/product", "merchant", "p.merchant_id = ANY(?)"},
	{"/product", "minPrice", "p.amount >= ?::text::numeric"},
	{"/product", "maxPrice", "p.amount <= ?::text::numeric"},
	{"/product", "year", "p.year = ?::text::int"},
	{"/product", "language", "(p.language = ? OR p.language IS NULL)"},
	{"/product", "attributes", "p.id IN (SELECT a.product_id FROM product_attribute a" +
		" WHERE a.tenant_id = $1 AND a.name = ? AND a.value = ANY(?))"},
	{"/product", "discard", "p.id <> ALL(?)"},
	{"/brand", "language", "(b.language = ? OR b.language IS NULL)"},
	{"/brand/location", "brand", "(b.id = ANY(?) OR b.slug = ANY(?))"},
	{"/brand/location", "bbox", "box_holds(?::float8, ?::float8, ?::float8, ?::float8, l.lng, l.lat)"},
	{"/merchant", "category", subtreeOf("m.id", "merchant_category", "merchant_id")},
	{"/merchant", "language", "(m.language = ? OR m.language IS NULL)"},
	{"/merchant/location", "bbox", "box_holds(?::float8, ?::float8, ?::float8, ?::float8, m.lng, m.lat)"},
	{"/place", "bbox", "box_holds(?::float8, ?::float8, ?::float8, ?::float8, v.lng, v.lat)"},
	{"/place", "language", "(v.language = ? OR v.language IS NULL)"},
	{"/organization", "language", "(o.language = ? OR o.language IS NULL)"},
	{"/campaign", "language", "(k.language = ? OR k.language IS NULL)"},
	{"/category/tree", "type", "c.type = ?"},
	{"/category/tree", "language", "(c.language = ? OR c.language IS NULL)"},
	{"/page", "category", subtreeOf("g.id", "page_category", "page_id")},
	{"/page", "language", "(g.language = ? OR g.language IS NULL)"},
	{"/blog", "category", subtreeOf("w.id", "blog_post_category", "blog_post_id")},
	{"/blog", "language", "(w.language = ? OR w.language IS NULL)"},
	{"/attribute", "language", "(a.language = ? OR a.language IS NULL)"},
	{"/route", "language", "(r.language = ? OR r.language IS NULL)"},
	{"/faq", "group", "(fg.id = ANY(?) OR fg.slug = ANY(?))"},
	{"/faq", "language", "(f.language = ? OR f.language IS NULL)"},
	{"/collections", "language", "(s.language = ? OR s.language IS NULL)"},
	{"/event", "category", subtreeOf("e.id", "event_category", "event_id")},
	{"/event", "place", "e.place_id = ANY(?)"},
	{"/event", "merchant", "e.merchant_id = ANY(?)"},
	{"/event", "organization", "e.organization_id = ANY(?)"},
	{"/event", "minPrice", "e.amount >= ?::text::numeric"},
	{"/event", "maxPrice", "e.amount <= ?::text::numeric"},
	{"/event", "year", "e.year = ?::text::int"},
	{"/event", "language", "(e.language = ? OR e.language IS NULL)"},
	{"/dictionary", "letter", "d.letter = first_letter(?)"},
	{"/dictionary", "language", "(d.language = ? OR d.language IS NULL)"},
	{"/project", "category", subtreeOf("j.id", "project_category", "project_id")},
	{"/project", "language", "(j.language = ? OR j.language IS NULL)"},
}

func subtreeOf(id, table, column string) string {
	return strings.NewReplacer("{id}", id, "{table}", table, "{column}", column).Replace(
		`{id} IN (SELECT pc.{column} FROM {table} pc WHERE pc.tenant_id = $1 AND pc.category_id IN (
    WITH RECURSIVE subtree AS (
      SELECT c.id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT' AND (c.id = ANY(?) OR c.slug = ANY(?))
      UNION SELECT d.id FROM category d JOIN subtree ON d.parent_id = subtree.id` +
			` WHERE d.tenant_id = $1 AND d.status <> 'DRAFT')
    SELECT id FROM subtree))`)
}

func TestFiltersRenderTheirSQLByteForByte(t *testing.T) {
	t.Parallel()
	for _, c := range conditions {
		var f *Filter
		for _, r := range All {
			for i := range r.Views {
				if r.Views[i].Path == c.view {
					f = r.Views[i].Filter(c.name)
				}
			}
		}
		if f == nil {
			t.Errorf("%s has no filter %s", c.view, c.name)
		} else if got := f.Cond.SQL(); got != c.sql {
			t.Errorf("%s: filter %s: got %q, want %q", c.view, c.name, got, c.sql)
		}
	}
}

func TestWrongFiltersAreReportedWithModuleAndName(t *testing.T) {
	t.Parallel()
	types := filter.Types{"brand": {"id": "text", "language": "text", "position": "integer", "name": "text"}}
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{Name: "language", Type: Text, Cond: eq("b.language")}, ""},
		{Filter{Name: "colour", Type: Texts, Cond: in("b.colour")}, "the table brand has no column colour"},
		{Filter{Name: "colour", Type: Texts, Cond: in("x.colour")}, "FROM has no table with the alias x"},
		{Filter{Name: "place", Type: Integer, Cond: eq("b.position")}, "an Integer parameter needs the cast"},
		{Filter{Name: "place", Type: Text, Cond: eq("b.position")}, "column b.position has the type integer"},
		{Filter{Name: "most", Type: Number, Cond: atMost("b.position")}, "column b.position has the type integer"},
		{Filter{Name: "most", Type: Texts, Cond: atMost("b.position")}, "Type does not fit"},
		{Filter{Name: "odd", Type: Text, Cond: raw("true")}, "no column found in the raw condition"},
		{Filter{Name: "language", Type: Text, Cond: eq("b.language"), Reads: []string{"brand.mood"}}, "has no column mood"},
	} {
		err := Brand.checkFilter(&c.filter, types)
		prefix := "catalog: brand: filter " + c.filter.Name + ": "
		switch {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), prefix) ||
			!strings.Contains(err.Error(), c.want)):
			t.Errorf("got %v, want %s…%s", err, prefix, c.want)
		}
	}
}

func TestWrongOrdersAreReportedWithModuleAndView(t *testing.T) {
	t.Parallel()
	v := View{Path: "/brand", Order: by(asc("b.rank"), asc("b.id")), Sorts: map[string]Column{"mood": col("b.mood")}}
	errs := Brand.checkView(&v, filter.Types{"brand": {"id": "text"}})
	if len(errs) != 2 || errs[0].Error() != "catalog: brand: order of /brand: column b.rank: the table brand has no "+
		"column rank" ||
		errs[1].Error() != "catalog: brand: sort mood of /brand: column b.mood: the table brand has no column mood" {
		t.Errorf("got %v", errs)
	}
}
