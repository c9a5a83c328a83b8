package backup

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// Content is what a database contains.
type Content struct {
	Tables  map[string]Table  `json:"tables"`
	Tenants map[string]Tenant `json:"tenants"`
}

// A Table is the number of rows of a table, and a checksum over them that does not depend on their order.
type Table struct {
	Rows     int64  `json:"rows"`
	Checksum string `json:"checksum"`
}

// A Tenant is where the changes of a tenant stand.
type Tenant struct {
	Change int64  `json:"change"` // the number of its last change
	Epoch  string `json:"epoch"`
}

// left are tables that a dump leaves out, or that change with a restore: recent changes for gateways, what gateways
// report, and the mark of the server.
const left = `relname NOT LIKE 'change\_%' AND relname NOT IN ('gateway_report', 'cluster_mark')`

// read reads the content of a database. Epochs are left out of the checksum of their table: a restore begins new ones.
func read(ctx context.Context, db postgres.Queryer) (*Content, error) {
	rows, err := db.Query(ctx, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
  AND relkind = 'r' AND relpersistence = 'p' AND `+left+` ORDER BY relname`)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	c := &Content{Tables: map[string]Table{}, Tenants: map[string]Tenant{}}
	for _, name := range names {
		row := "t::text"
		if name == "tenant_seq" {
			row = "t.tenant_id || ' ' || t.n"
		}
		var t Table
		if err := db.QueryRow(ctx, "SELECT count(*), coalesce(sum(hashtextextended("+row+", 0)::numeric), 0)::text FROM "+
			pgx.Identifier{"public", name}.Sanitize()+" t").Scan(&t.Rows, &t.Checksum); err != nil {
			return nil, fmt.Errorf("count the rows of %s: %w", name, err)
		}
		c.Tables[name] = t
	}
	rows, err = db.Query(ctx, "SELECT tenant_id, n, epoch::text FROM tenant_seq")
	if err != nil {
		return nil, fmt.Errorf("read the change numbers: %w", err)
	}
	var id, epoch string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &n, &epoch}, func() error {
		c.Tenants[id] = Tenant{Change: n, Epoch: epoch}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read the change numbers: %w", err)
	}
	return c, nil
}

// Rows is the number of rows of all tables.
func (c *Content) Rows() (n int64) {
	for _, t := range c.Tables {
		n += t.Rows
	}
	return n
}

// differences lists what a restored database lacks or has otherwise.
func (c *Content) differences(restored *Content) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(c.Tables)) {
		want, got := c.Tables[name], restored.Tables[name]
		switch {
		case want.Rows != got.Rows:
			all = append(all, fmt.Sprintf("table %s has %d rows, the backup %d", name, got.Rows, want.Rows))
		case want.Checksum != got.Checksum:
			all = append(all, fmt.Sprintf("table %s has %d rows, and some differ from the backup", name, got.Rows))
		}
	}
	for name := range restored.Tables {
		if _, ok := c.Tables[name]; !ok {
			all = append(all, fmt.Sprintf("table %s is not in the backup", name))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.Tenants)) {
		if want, got := c.Tenants[id].Change, restored.Tenants[id].Change; want != got {
			all = append(all, fmt.Sprintf("tenant %s is at change %d, the backup at %d", id, got, want))
		}
	}
	return all
}
