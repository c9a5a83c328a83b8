package gateway

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// unit separates the name of an attribute from its value in a facet: a character that neither may hold.
const unit = "\x1f"

const attributeFrom = " JOIN product_attribute fa ON fa.tenant_id = $1 AND fa.product_id = p.id"

// AttributeFacet counts the values of one attribute, or of all.
func AttributeFacet(name string) search.Facet {
	f := search.Facet{Name: "attributes", Join: attributeFrom, Value: "fa.name || chr(31) || fa.value", Label: "fa.value", Slug: "fa.type",
		Limit: search.MaxFacetLimit}
	if name != "" {
		f.Name += ":" + name
		f.Join += " AND fa.name = ?"
		f.Args = []any{name}
	}
	return f
}

func rangeOf(ranges map[string]search.Range, name string) catalog.FacetRange {
	r, ok := ranges[name]
	if !ok {
		return catalog.FacetRange{}
	}
	return catalog.FacetRange{Min: &r.Min, Max: &r.Max}
}

// standOf is where a range of a graded column's values stands.
func standOf(r catalog.FacetRange) catalog.Stand {
	text := func(f *float64) string {
		if f == nil {
			return ""
		}
		return strconv.FormatFloat(*f, 'f', -1, 64)
	}
	return catalog.RangeStand(text(r.Min), text(r.Max))
}

// shown is the id of a joined record as a facet's value. It says no more than the id does, but in a form that does not let Postgres turn the
// outer join round: where it does not know yet how many brands there are, it would begin with them and read the products once for each.
func shown(id string) string { return "CASE WHEN " + id + " IS NOT NULL THEN " + id + " END" }

// NamedFacet counts the rows of each record of a joined table.
func NamedFacet(name, as string) search.Facet {
	return search.Facet{Name: name, Value: shown(as + ".id"), Label: as + ".name", Slug: as + ".slug", Limit: search.MaxFacetLimit}
}

// CategoryFacet counts the rows of each category. Those of the categories below it count too, as they do for the filter: a reader who
// chooses a category finds as many as it said. of is the row's id, table and column tie it to its categories.
func CategoryFacet(of, table, column string) search.Facet {
	return search.Facet{Name: "category", Value: "fk.id", Label: "fk.name", Slug: "fk.slug", Limit: search.MaxFacetLimit,
		Join: ` JOIN ` + table + ` fc ON fc.tenant_id = $1 AND fc.` + column + ` = ` + of + `
  JOIN (WITH RECURSIVE above AS (
      SELECT c.id AS leaf, c.id, c.parent_id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT'
        AND EXISTS (SELECT FROM ` + table + ` used WHERE used.tenant_id = $1 AND used.category_id = c.id)
      UNION SELECT above.leaf, u.id, u.parent_id FROM category u JOIN above ON u.id = above.parent_id WHERE u.tenant_id = $1 AND u.status <> 'DRAFT')
    SELECT leaf, id FROM above) fa ON fa.leaf = fc.category_id
  JOIN category fk ON fk.tenant_id = $1 AND fk.id = fa.id`}
}

// A counted is a facet of a filters page as its tags see it: the filters it is counted without, the columns of the listed rows that it counts,
// and the tables whose names it shows or counts.
type counted struct {
	facet   string
	columns []string
	tables  []string
}

// facetTags are the tags of a filters page. Each facet is counted over a list of its own: a new price in one category is nothing to the
// filters of another.
func facetTags(p *catalog.Plan, u catalog.Use, facets []counted) []string {
	var tags []string
	for _, f := range facets {
		tags = p.ListTags(tags, u.Without(f.facet), f.columns...)
		for _, table := range f.tables {
			tags = append(tags, catalog.AnyTag(table))
		}
	}
	return tags
}

// productFacets are the facets of product/filters.
var productFacets = []counted{
	{"price", []string{"amount"}, nil},
	{"brand", []string{"brand_id"}, []string{"brand"}},
	{"merchant", []string{"merchant_id"}, []string{"merchant"}},
	{"category", nil, []string{"product_category", "category"}},
	{"year", []string{"year"}, nil},
	{"attributes", nil, []string{"product_attribute"}},
}

// productFilters counts what the products asked for can be narrowed by. Each facet is counted with every filter but its own, so that
// choosing one brand does not hide the others.
func (s *Server) productFilters(ctx context.Context, r *reading, a *ask) (*answer, error) {
	p := a.view.Plan()
	q := r.query(a)
	q.Limit, q.NoTotal = 0, true
	q.Facets = []search.Facet{
		{Name: "price", Value: "p.amount", Range: true},
		NamedFacet("brand", "b"),
		NamedFacet("merchant", "m"),
		CategoryFacet("p.id", "product_category", "product_id"),
		{Name: "year", Value: "p.year"},
		AttributeFacet(""),
	}
	for _, v := range a.values {
		if v.filter.Type != catalog.Pairs {
			continue
		}
		for _, c := range pairConds(v) {
			q.Facets = append(q.Facets, AttributeFacet(strings.TrimPrefix(c.Name, "attributes:")))
		}
	}
	res, err := s.cfg.Engine.Search(ctx, r.tx, q)
	if err != nil {
		return nil, err
	}
	out := catalog.ProductFacets{PriceRange: rangeOf(res.Ranges, "price"), Brands: countsOf(res.Facets["brand"]), Categories: countsOf(res.Facets["category"]),
		Merchants: countsOf(res.Facets["merchant"]), Attributes: attributesOf(res.Facets), Years: yearsOf(res.Facets["year"])}
	data, err := catalog.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write filters: %w", err)
	}
	u := a.use()
	u.Stands = map[string]catalog.Stand{"amount": standOf(out.PriceRange)}
	body := append(append([]byte(api.Success), data...), '}')
	return &answer{status: 200, body: body, tags: withTags(r.tenant, p, facetTags(p, u, productFacets)), stamp: res.Stamp}, nil
}

func countsOf(counts []search.Count) []catalog.FacetCount {
	out := make([]catalog.FacetCount, len(counts))
	for i, c := range counts {
		out[i] = catalog.FacetCount{ID: c.Value, Name: c.Label, Slug: c.Slug, Count: c.Count}
	}
	return out
}

func yearsOf(counts []search.Count) []catalog.FacetYear {
	out := []catalog.FacetYear{}
	for _, c := range counts {
		if y, err := strconv.Atoi(c.Value); err == nil {
			out = append(out, catalog.FacetYear{Year: y, Count: c.Count})
		}
	}
	return out
}

// attributesOf groups the counted values by attribute, the attribute with the most frequent value first. One that is filtered by shows the
// values it was counted with alone, and keeps its place.
func attributesOf(facets map[string][]search.Count) []catalog.FacetAttribute {
	out := []catalog.FacetAttribute{}
	at := map[string]int{}
	add := func(counts []search.Count, own bool) {
		for _, c := range counts {
			name, value, ok := strings.Cut(c.Value, unit)
			if _, filtered := facets["attributes:"+name]; !ok || filtered != own {
				continue
			}
			i, known := at[name]
			if !known {
				i = len(out)
				at[name] = i
				out = append(out, catalog.FacetAttribute{Name: name, Type: c.Slug})
			}
			same := func(o catalog.FacetOption) bool { return o.Value == value }
			if n := slices.IndexFunc(out[i].Options, same); n >= 0 { // the same value, TEXT here and COLOR there
				out[i].Options[n].Count += c.Count
				continue
			}
			out[i].Options = append(out[i].Options, catalog.FacetOption{Label: value, Value: value, Count: c.Count})
		}
	}
	for name, counts := range facets {
		if name == "attributes" || strings.HasPrefix(name, "attributes:") {
			add(counts, name != "attributes")
		}
	}
	slices.SortFunc(out, func(a, b catalog.FacetAttribute) int {
		return cmp.Or(cmp.Compare(b.Options[0].Count, a.Options[0].Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}
