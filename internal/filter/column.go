package filter

import "strings"

// Column is a column of a table of the statement, by the table's alias: p.brand_id is Column{As: "p", Name:
// "brand_id"}.
type Column struct {
	As   string // alias of the table
	Name string // name of the column
	Cast string // type that a request's text is converted to: "", "int" or "numeric"
}

// Col splits "p.brand_id" into alias and name. Without a dot the alias is empty, which Check reports.
func Col(name string) Column {
	as, column, found := strings.Cut(name, ".")
	if !found {
		return Column{Name: name}
	}
	return Column{As: as, Name: column}
}

// String returns the column as SQL: "p.brand_id".
func (c Column) String() string { return c.As + "." + c.Name }

// param returns the placeholder of a value that is compared with the column. A value travels as text and is converted
// by Postgres, so that no digit is lost.
func (c Column) param() string {
	if c.Cast == "" {
		return "?"
	}
	return "?::text::" + c.Cast
}

// Link is a table that ties rows to categories or attributes: product_category by its column product_id.
type Link struct {
	Table string // the linking table
	Owner string // its column with the id of the listed row
}
