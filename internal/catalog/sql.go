package catalog

import "strings"

// SQL expressions of several modules. An expression of one module stands in the module's own file.

// fragments are SQL expressions by name. The struct tag db:"@name" stands for an expression that is too long for a tag.
type fragments map[string]string

// scheduled is the part of a visibility rule that looks at publish_at and unpublish_at.
func scheduled(as string) string {
	return "(" + as + ".publish_at IS NULL OR " + as + ".publish_at <= $2)" +
		" AND (" + as + ".unpublish_at IS NULL OR " + as + ".unpublish_at > $2)"
}

// currency is the currency of an amount: the record's own, or that of its tenant.
func currency(as string) string {
	return "coalesce(" + as + ".currency, (SELECT t.currency FROM tenant t WHERE t.id = $1))"
}

// price is the price of a record, as a Price. It never contradicts itself, even if the columns do: a customer pays the
// amount, and a list price above it makes it a reduced price (docs/decisions/0024-one-price.md).
func price(as string) string {
	return strings.ReplaceAll(`CASE WHEN p.amount < 'Infinity' THEN jsonb_strip_nulls(jsonb_build_object(
  'sale', CASE WHEN p.amount < p.list_price AND p.list_price < 'Infinity'
    OR p.list_price IS NULL AND p.sale_price = p.amount THEN p.amount END,
  'list', CASE WHEN p.list_price >= p.amount AND p.list_price < 'Infinity' THEN p.list_price END,
  'amount', p.amount,
  'discount', price_discount(p.amount, p.list_price, p.discount),
  'lowestPrice30Days', CASE WHEN p.lowest_price_30_days < 'Infinity' THEN p.lowest_price_30_days END,
  'currency', `, "p.", as+".") + currency(as) + ")) ELSE '{}' END"
}

// amount is the amount of a record, NULL for NaN.
func amount(as string) string { return "nullif(" + as + ".amount, 'NaN')" }

// listOf is a list of texts without NULLs, and without further dimensions.
func listOf(column string) string {
	return "ARRAY(SELECT x FROM unnest(" + column + ") AS x WHERE x IS NOT NULL)"
}

// point is a position on the map, as a Point.
func point(as string) string {
	return "jsonb_build_object('lat', " + as + ".lat, 'lng', " + as + ".lng, 'address', coalesce(" + as + ".address, ''))"
}

// pointOrNull is point for a record that may have no position.
func pointOrNull(as string) string {
	return "CASE WHEN " + as + ".lat IS NOT NULL AND " + as + ".lng IS NOT NULL THEN " + point(as) + " END"
}

// texts is a jsonb array of texts, without nulls. Any other JSON is an empty list.
func texts(column string) string {
	return "ARRAY(SELECT x FROM jsonb_array_elements_text(" + array(column) + ") AS x WHERE x IS NOT NULL)"
}

// array is a jsonb array; any other JSON is an empty one.
func array(column string) string {
	return "CASE WHEN jsonb_typeof(" + column + ") = 'array' THEN " + column + " ELSE '[]' END"
}

// images is the images of a record: the texts of a jsonb array or, if it has none, the first of some other images.
func images(column string, others ...string) string {
	for i := range others {
		others[i] = "nullif(" + others[i] + ", '')"
	}
	return "coalesce(nullif(ARRAY(SELECT x #>> '{}' FROM jsonb_array_elements(" + array(column) + ") AS x\n" +
		"    WHERE jsonb_typeof(x) = 'string' AND x #>> '{}' <> ''), '{}'),\n" +
		"  array_remove(ARRAY[coalesce(" + strings.Join(others, ", ") + ")], NULL))"
}

// categories is the visible categories of a record, as a list of Refs. id is the record's id; table ties records to
// categories, and its column holds the record's id.
func categories(id, table, column string) string {
	return `(SELECT jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id)
  FROM ` + table + ` pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT'
  WHERE pc.tenant_id = $1 AND pc.` + column + ` = ` + id + `)`
}

// categoryIDs is the ids of all categories of a record, visible or not.
func categoryIDs(id, table, column string) string {
	return "ARRAY(SELECT pc.category_id FROM " + table + " pc WHERE pc.tenant_id = $1 AND pc." + column + " = " + id +
		" AND pc.category_id IS NOT NULL)"
}

// merchantHoliday is the pause of the joined merchant, as a Holiday.
const merchantHoliday = "jsonb_strip_nulls(jsonb_build_object(" +
	"'active', m.holiday_active, 'message', m.holiday_message))"

// asJSON is a jsonb expression with json instead.
func asJSON(sql string) string { return strings.ReplaceAll(sql, "jsonb_", "json_") }
