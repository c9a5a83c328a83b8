package filter

import "regexp"

// Op is the kind of a condition.
type Op uint8

// The kinds of conditions. Each SQL text has a ? for every value.
const (
	Eq       Op = iota + 1 // the column equals the value
	In                     // the column equals any of the values
	NotIn                  // the column equals none of the values; adds no cache tag, because it only leaves rows out
	AtLeast                // the column is at least the value
	AtMost                 // the column is at most the value
	EqOrNull               // the column equals the value or is NULL
	Ref                    // id or slug of a joined row is any of the values; Column is its id
	InTree                 // the row is in a category, or in one below it; Column is the row's id, Link the table
	HasPair                // the row has a name with any of some values; Column is the row's id, Link the table
	InBox                  // a point lies in a box on the map; Column is the longitude, Lat the latitude
	Raw                    // any other SQL, in Text; the in-memory engine leaves it to Postgres
)

// Cond is one condition of a list. The zero Cond is not valid.
type Cond struct {
	Op     Op
	Column Column
	Lat    Column // of InBox
	Link   Link   // of InTree and HasPair
	Text   string // of Raw: SQL with columns named by alias
}

// SQL returns the condition with a ? for each value. $1 is the tenant.
func (c *Cond) SQL() string {
	col := c.Column.String()
	switch c.Op {
	case Eq:
		return col + " = " + c.Column.param()
	case In:
		return col + " = ANY(?)"
	case NotIn:
		return col + " <> ALL(?)"
	case AtLeast:
		return col + " >= " + c.Column.param()
	case AtMost:
		return col + " <= " + c.Column.param()
	case EqOrNull:
		return "(" + col + " = ? OR " + col + " IS NULL)"
	case Ref:
		return "(" + col + " = ANY(?) OR " + c.slug().String() + " = ANY(?))"
	case InTree:
		return col + inTree(c.Link)
	case HasPair:
		return col + " IN (SELECT a." + c.Link.Owner + " FROM " + c.Link.Table +
			" a WHERE a.tenant_id = $1 AND a.name = ? AND a.value = ANY(?))"
	case InBox:
		return "box_holds(?::float8, ?::float8, ?::float8, ?::float8, " + col + ", " + c.Lat.String() + ")"
	case Raw:
		return c.Text
	}
	return ""
}

// inTree selects the rows of categories, given by id or slug, and of their descendants. A cycle ends, because UNION
// keeps each category once.
func inTree(l Link) string {
	return ` IN (SELECT pc.` + l.Owner + ` FROM ` + l.Table + ` pc WHERE pc.tenant_id = $1 AND pc.category_id IN (
    WITH RECURSIVE subtree AS (
      SELECT c.id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT' AND (c.id = ANY(?) OR c.slug = ANY(?))
      UNION SELECT d.id FROM category d JOIN subtree ON d.parent_id = subtree.id` +
		` WHERE d.tenant_id = $1 AND d.status <> 'DRAFT')
    SELECT id FROM subtree))`
}

// slug is the slug of the row whose id is Column.
func (c *Cond) slug() Column { return Column{As: c.Column.As, Name: "slug"} }

// Columns returns the columns that the condition reads, for cache tags. Their aliases are those of the list's own
// statement, or those that Tables adds.
func (c *Cond) Columns() []Column {
	own := []Column{c.Column}
	switch c.Op {
	case Ref:
		return append(own, c.slug())
	case InTree:
		return append(own, Column{As: "pc", Name: c.Link.Owner}, Column{As: "pc", Name: "category_id"},
			Column{As: "c", Name: "status"}, Column{As: "c", Name: "slug"}, Column{As: "c", Name: "parent_id"})
	case HasPair:
		return append(own, Column{As: "a", Name: c.Link.Owner}, Column{As: "a", Name: "name"}, Column{As: "a", Name: "value"})
	case InBox:
		return append(own, c.Lat)
	case Raw:
		return ColumnsIn(c.Text)
	}
	return own
}

// Tables returns the tables that the condition reads beside those of the list's own statement, by alias.
func (c *Cond) Tables() map[string]string {
	switch c.Op {
	case InTree:
		return map[string]string{"pc": c.Link.Table, "c": "category"}
	case HasPair:
		return map[string]string{"a": c.Link.Table}
	case Raw:
		return TablesIn(c.Text)
	}
	return nil
}

// Band returns the column that the condition bounds by a number, and whether the value is the lower bound. A list with
// such a bound can depend on a band of prices instead of on every price.
func (c *Cond) Band() (column Column, lower, ok bool) {
	return c.Column, c.Op == AtLeast, (c.Op == AtLeast || c.Op == AtMost) && c.Column.Cast == "numeric"
}

var (
	tableRE  = regexp.MustCompile(`(?i)\b(?:FROM|JOIN)\s+([a-z_]+)\s+([a-z]{1,3})\b`)
	columnRE = regexp.MustCompile(`\b([a-z]{1,3})\.([a-z_0-9]+)\b`)
)

// TablesIn returns the tables that a SQL text names, by alias: from "FROM product p", p is product. An alias has at
// most three letters, so that no name of a schema or subquery is taken for one.
func TablesIn(sql string) map[string]string {
	tables := map[string]string{}
	for _, match := range tableRE.FindAllStringSubmatch(sql, -1) {
		if match[2] != "ON" { // JOIN subtree ON: a subquery without an alias
			tables[match[2]] = match[1]
		}
	}
	return tables
}

// ColumnsIn returns the columns that a SQL text names by alias, in order of appearance.
func ColumnsIn(sql string) []Column {
	var columns []Column
	for _, match := range columnRE.FindAllStringSubmatch(sql, -1) {
		columns = append(columns, Column{As: match[1], Name: match[2]})
	}
	return columns
}
