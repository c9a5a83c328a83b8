package catalog

import (
	"reflect"
	"strings"

	"vitrine/internal/filter"
)

// FacetCount is a brand, category, place or merchant that the list can be filtered by, with the number of matching
// records.
type FacetCount struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Count int    `json:"count"`
}

// FacetRange is the range of prices; {} if no record has a price.
type FacetRange struct {
	Min *float64 `json:"min,omitempty"` // the lowest price
	Max *float64 `json:"max,omitempty"` // the highest price
}

// FacetYear is a year that the list can be filtered by, with the number of matching records.
type FacetYear struct {
	Year  int `json:"year"`
	Count int `json:"count"`
}

// FacetOption is one value of an attribute.
type FacetOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Count int    `json:"count"`
}

// FacetAttribute is an attribute that products can be filtered by, with its values.
type FacetAttribute struct {
	Name    string        `json:"name"`    // the name as the filter attributes takes it: \: stands for a colon
	Label   string        `json:"label"`   // the name as it is shown
	Type    string        `json:"type"`    // type of the values: TEXT, COLOR or a type of the tenant's own
	Options []FacetOption `json:"options"` // its values, the most frequent first
}

// ProductFacets are the filters of products with counts. Each facet is counted with every filter except its own.
type ProductFacets struct {
	PriceRange FacetRange       `json:"priceRange"` // the range of prices
	Brands     []FacetCount     `json:"brands"`     // the most frequent first
	Categories []FacetCount     `json:"categories"` // a record also counts for all categories above its own
	Attributes []FacetAttribute `json:"attributes"` // the attribute with the most frequent value first
	Merchants  []FacetCount     `json:"merchants"`  // the most frequent first
	Years      []FacetYear      `json:"years"`      // the most frequent first
}

// EventFacets are the filters of events with counts. Each facet is counted with every filter except its own.
type EventFacets struct {
	PriceRange FacetRange   `json:"priceRange"` // the range of prices
	Categories []FacetCount `json:"categories"` // a record also counts for all categories above its own
	Places     []FacetCount `json:"places"`     // the most frequent first
	Merchants  []FacetCount `json:"merchants"`  // the most frequent first
	Years      []FacetYear  `json:"years"`      // the most frequent first
}

// shows returns the type of an answer that is more than its row.
func shows[T any]() reflect.Type { return reflect.TypeFor[T]() }

// NamedFacet counts the rows of each record of a joined table, by alias. limit is the most records.
func NamedFacet(name, as string, limit int) filter.Facet {
	return filter.Facet{Name: name, Value: joinedID(as), Label: as + ".name", Slug: as + ".slug", Limit: limit}
}

// joinedID is the id of a joined record, in a form that keeps Postgres from reordering the outer join. Without it and
// without statistics, Postgres would start with the joined table and read the listed rows once for each of its rows.
func joinedID(as string) string {
	return "CASE WHEN " + as + ".id IS NOT NULL THEN " + as + ".id END"
}

// CategoryFacet counts the rows of each category and of the categories below it, so that the count equals the result
// of the filter. id is the row's id; table ties rows to categories, and its column holds the row's id.
func CategoryFacet(id, table, column string) filter.Facet {
	return filter.Facet{Name: "category", Value: "fk.id", Label: "fk.name", Slug: "fk.slug", Limit: filter.MaxFacetLimit,
		Join: ` JOIN ` + table + ` fc ON fc.tenant_id = $1 AND fc.` + column + ` = ` + id + `
  JOIN (WITH RECURSIVE above AS (
      SELECT c.id AS leaf, c.id, c.parent_id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT'
        AND EXISTS (SELECT FROM ` + table + ` used WHERE used.tenant_id = $1 AND used.category_id = c.id)
      UNION SELECT above.leaf, u.id, u.parent_id FROM category u JOIN above ON u.id = above.parent_id
        WHERE u.tenant_id = $1 AND u.status <> 'DRAFT')
    SELECT leaf, id FROM above) fa ON fa.leaf = fc.category_id
  JOIN category fk ON fk.tenant_id = $1 AND fk.id = fa.id`}
}

// PairName writes the name of an attribute for the filter attributes, where the name ends at the first colon: \: stands
// for a colon, and \\ for a backslash before a colon, a backslash or the end of the name.
func PairName(name string) string {
	if !strings.ContainsAny(name, `:\`) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c == ':' || c == '\\' && (i == len(name)-1 || name[i+1] == ':' || name[i+1] == '\\') {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// CutPair splits a value of the filter attributes into the name of the attribute and its value. ok is false without a
// colon that ends the name.
func CutPair(pair string) (name, value string, ok bool) {
	if head, rest, found := strings.Cut(pair, ":"); found && !strings.Contains(head, `\`) {
		return head, rest, true
	}
	var b strings.Builder
	for i := 0; i < len(pair); i++ {
		switch c := pair[i]; {
		case c == ':':
			return b.String(), pair[i+1:], true
		case c == '\\' && i+1 < len(pair) && (pair[i+1] == ':' || pair[i+1] == '\\'):
			i++
			b.WriteByte(pair[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// AttributeFacet counts the values of one attribute, or of all attributes if name is empty. A value is the name, the
// character U+001F and the value.
func AttributeFacet(name string) filter.Facet {
	f := filter.Facet{Name: "attributes", Value: "fa.name || chr(31) || fa.value", Label: "fa.value", Slug: "fa.type",
		Join:  " JOIN product_attribute fa ON fa.tenant_id = $1 AND fa.product_id = p.id",
		Limit: filter.MaxFacetLimit}
	if name != "" {
		f.Name += ":" + name
		f.Join += " AND fa.name = ?"
		f.Args = []any{name}
	}
	return f
}
