package load

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// explain translates the error with which Postgres refused a row.
func (p *Plan) explain(err *pgconn.PgError) string {
	switch err.Code {
	case "23505":
		if columns, values, ok := keyOf(err.Detail); ok {
			return fmt.Sprintf("%s: another %s has %s", columns, err.TableName, values)
		}
	case "23503":
		if columns, _, ok := keyOf(err.Detail); ok {
			return columns + ": references a row that does not exist"
		}
	case "23502":
		return err.ColumnName + " is missing"
	case "23514":
		rule := ""
		if t := p.Tables[err.TableName]; t != nil {
			rule = t.Rule(err.ConstraintName)
		}
		return fmt.Sprintf("violates the constraint %s of %s: %s", err.ConstraintName, err.TableName, rule)
	}
	text := err.Message
	if err.ColumnName != "" {
		text = err.ColumnName + ": " + text
	}
	return fmt.Sprintf("%s (Postgres %s)", text, err.Code)
}

// keyOf reads "Key (tenant_id, slug)=(real, x) already exists." and drops the tenant.
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

// unknownReference is the reason for a record that references a missing row of another table.
func (p *Plan) unknownReference(d *Draft, st *Stage, i int) string {
	c := st.Columns[i]
	for _, r := range d.rows {
		if r.st == st && r.Cells[i].ref != nil {
			return fmt.Sprintf("%s: %q matches no %s of tenant %s, by id or by the key of its import",
				c.Name, r.Cells[i].ref.key, c.Target, p.Tenant)
		}
	}
	return fmt.Sprintf("%s matches no %s of tenant %s", c.Name, c.Target, p.Tenant)
}

// Orphan is the reason for a record that still waits for its parent when all records are written.
func (p *Plan) Orphan(d *Draft) string {
	for _, i := range p.Main.checked {
		if c := p.Main.Columns[i]; c.Target == p.Main.Table.Name && d.Main.Cells[i].ref != nil {
			return fmt.Sprintf("%s: %q matches no %s of tenant %s or of the file, or the rows reference each other in a circle",
				c.Name, d.Main.Cells[i].ref.key, c.Target, p.Tenant)
		}
	}
	return "the parent row does not exist"
}
