package filter

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Types holds the types of columns as Postgres names them ("integer", "text"), by table and column.
type Types map[string]map[string]string

// Check reports the first mistake in the condition. tables are those of the list's statement, by alias. types are the
// database's columns; without them, Check looks at the condition alone.
func (c *Cond) Check(tables map[string]string, types Types) error {
	if err := c.checkForm(); err != nil {
		return err
	}
	own := c.Tables()
	for _, column := range c.Columns() {
		table := own[column.As]
		if table == "" {
			table = tables[column.As]
		}
		if err := column.check(table, types); err != nil {
			return err
		}
	}
	return c.checkCast(tables, types)
}

// Check reports the first column of the order that the tables do not have.
func (o Order) Check(tables map[string]string, types Types) error {
	for _, key := range o {
		if err := key.Column.check(tables[key.Column.As], types); err != nil {
			return err
		}
	}
	return nil
}

// check reports whether the column's alias names a table, and whether that table has the column.
func (c Column) check(table string, types Types) error {
	switch {
	case c.As == "" || c.Name == "":
		return fmt.Errorf("column %q needs an alias and a name, such as p.brand_id", strings.Trim(c.String(), "."))
	case table == "":
		return fmt.Errorf("column %s: FROM has no table with the alias %s", c, c.As)
	case types != nil && types[table] == nil:
		return fmt.Errorf("column %s: the database has no table %s", c, table)
	case types != nil && types[table][c.Name] == "":
		return fmt.Errorf("column %s: the table %s has no column %s", c, table, c.Name)
	}
	return nil
}

// checkForm reports whether the condition has what its Op needs.
func (c *Cond) checkForm() error {
	switch c.Op {
	case Eq, In, NotIn, AtLeast, AtMost, EqOrNull, Ref:
		return nil
	case InTree, HasPair:
		if c.Link.Table == "" || c.Link.Owner == "" {
			return errors.New("the condition needs a Link with table and owner column")
		}
		return nil
	case InBox:
		return nil
	case Raw:
		if len(ColumnsIn(c.Text)) == 0 {
			return fmt.Errorf("no column found in the raw condition %q: name columns by alias, such as p.brand_id", c.Text)
		}
		return nil
	}
	return fmt.Errorf("unknown condition %d", c.Op)
}

// comparable lists the types that a text may be compared with after each cast.
var comparable = map[string][]string{
	"":        {"text", "character varying"},
	"int":     {"smallint", "integer", "bigint"},
	"numeric": {"numeric"},
}

// checkCast reports whether a value can be compared with the column after its cast.
func (c *Cond) checkCast(tables map[string]string, types Types) error {
	cast := c.Column.Cast
	fits, known := comparable[cast]
	bounded := c.Op == AtLeast || c.Op == AtMost
	switch {
	case c.Op == Raw:
		return nil
	case !known:
		return fmt.Errorf("column %s: unknown cast %q: use \"\", \"int\" or \"numeric\"", c.Column, cast)
	case cast != "" && c.Op != Eq && !bounded:
		return fmt.Errorf("column %s: only Eq, AtLeast and AtMost convert their value to %s", c.Column, cast)
	case cast == "" && bounded:
		return fmt.Errorf("column %s: AtLeast and AtMost need the cast \"int\" or \"numeric\"", c.Column)
	}
	if types == nil {
		return nil
	}
	own := []Column{c.Column}
	if c.Op == InBox {
		own, fits = append(own, c.Lat), []string{"double precision"}
	}
	for _, column := range own {
		if typ := types[tables[column.As]][column.Name]; !slices.Contains(fits, typ) {
			return fmt.Errorf("column %s has the type %s, but the condition needs %s", column, typ, strings.Join(fits, " or "))
		}
	}
	return nil
}
