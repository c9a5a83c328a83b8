package importer

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// inPlainWords says why Postgres refused a row.
func (p *plan) inPlainWords(err *pgconn.PgError) string {
	switch err.Code {
	case "23505":
		if columns, values, ok := keyOf(err.Detail); ok {
			return fmt.Sprintf("%s: another %s has %s", columns, err.TableName, values)
		}
	case "23503":
		if columns, _, ok := keyOf(err.Detail); ok {
			return fmt.Sprintf("%s: names a row that is not there (any more)", columns)
		}
	case "23502":
		return err.ColumnName + " is missing"
	case "23514":
		rule := ""
		if t := p.tables[err.TableName]; t != nil {
			rule = t.rules[err.ConstraintName]
		}
		return fmt.Sprintf("refused by the rule %s of %s: %s", err.ConstraintName, err.TableName, rule)
	}
	text := err.Message
	if err.ColumnName != "" {
		text = err.ColumnName + ": " + text
	}
	return fmt.Sprintf("%s (Postgres %s)", text, err.Code)
}

// keyOf reads "Key (tenant_id, slug)=(real, x) already exists." and leaves the tenant out of it.
func keyOf(detail string) (columns, values string, ok bool) {
	detail, ok = strings.CutPrefix(detail, "Key (")
	if !ok {
		return "", "", false
	}
	columns, rest, _ := strings.Cut(detail, ")=(")
	end := strings.LastIndex(rest, ")")
	if end < 0 {
		return "", "", false
	}
	values = rest[:end]
	if after, had := strings.CutPrefix(columns, "tenant_id, "); had {
		columns = after
		_, values, _ = strings.Cut(values, ", ")
	}
	return columns, values, true
}

// nameless is the reason for a record that names a row of another table which is not there.
func (p *plan) nameless(d *draft, st *stage, i int) string {
	c := st.columns[i]
	for _, r := range d.rows {
		if r.st == st && r.cells[i].ref != nil {
			return fmt.Sprintf("%s: %q names no %s of tenant %s, by id or by the key it was imported under", c.Name, r.cells[i].ref.key, c.Target, p.tenant)
		}
	}
	return fmt.Sprintf("%s names no %s of tenant %s", c.Name, c.Target, p.tenant)
}

// orphan is the reason for a record whose parent never came.
func (p *plan) orphan(d *draft) string {
	for _, i := range p.main.checked {
		if c := p.main.columns[i]; c.Target == p.main.table.Name && d.main.cells[i].ref != nil {
			return fmt.Sprintf("%s: %q names no %s of tenant %s or of the file, or one that hangs on this very record", c.Name, d.main.cells[i].ref.key, c.Target, p.tenant)
		}
	}
	return "the row it hangs on never came"
}
