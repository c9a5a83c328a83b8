package table

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Quoted returns the table's name for SQL, with its schema.
func (t *Table) Quoted() string { return "public." + Quote(t.Name) }

// Declared returns the column's type for a declaration, with the modifier that rounds values as the column does.
func (c *Column) Declared() string {
	switch {
	case c.Type == "character":
		return "char(3)"
	case c.Digits > 0:
		return fmt.Sprintf("numeric(%d,%d)", c.Digits, c.Scale)
	}
	return c.Type
}

// Quote quotes an identifier.
func Quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// Literal quotes a text for SQL.
func Literal(s string) string {
	s = strings.ReplaceAll(s, "'", "''")
	if strings.Contains(s, `\`) {
		return "E'" + strings.ReplaceAll(s, `\`, `\\`) + "'"
	}
	return "'" + s + "'"
}
