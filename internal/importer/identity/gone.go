package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
)

// Gone finds the rows of earlier imports that a file no longer has.
type Gone struct {
	series Series
	table  *table.Table
	conn   *pgx.Conn
	draft  bool // only rows that are not drafts
}

// NewGone prepares to collect the ids of a file in a temporary table. If draft is set, rows that are drafts already are
// not gone.
func NewGone(ctx context.Context, conn *pgx.Conn, s Series, t *table.Table, draft bool) (*Gone, error) {
	if _, err := conn.Exec(ctx, "CREATE TEMP TABLE import_seen (id text)"); err != nil {
		return nil, fmt.Errorf("collect the ids of the file: %w", err)
	}
	return &Gone{s, t, conn, draft}, nil
}

// Seen records ids of the file. They consist of hex digits.
func (g *Gone) Seen(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	in := strings.NewReader(strings.Join(ids, "\n") + "\n")
	if _, err := g.conn.PgConn().CopyFrom(ctx, in, "COPY pg_temp.import_seen FROM STDIN"); err != nil {
		return fmt.Errorf("collect the ids of the file: %w", err)
	}
	return nil
}

// A Loss lists the rows of earlier imports that a file no longer has.
type Loss struct {
	IDs      []string
	Examples []string // names of the first rows
	Of       int      // rows of these imports that there are
	Others   int      // further rows of the kind: those that no import wrote, and those of other series
}

// Rows returns the rows that are gone. Call it after the last Seen.
func (g *Gone) Rows(ctx context.Context) (Loss, error) {
	var l Loss
	if _, err := g.conn.Exec(ctx, "ANALYZE pg_temp.import_seen"); err != nil {
		return l, fmt.Errorf("compare the file with %s: %w", g.table.Name, err)
	}
	label, drafts := "t.id", ""
	if g.table.Label != "" {
		label = "t." + table.Quote(g.table.Label)
	}
	if g.draft {
		drafts = " AND t.status NOT IN ('DRAFT', 'ARCHIVED')"
	}
	of := fmt.Sprintf("FROM %s t JOIN import_row r ON r.tenant_id = t.tenant_id AND r.id = t.id AND r.kind = $2 "+
		"AND r.dataset = $3 WHERE t.tenant_id = $1", g.table.Quoted())
	err := g.conn.QueryRow(ctx, fmt.Sprintf("SELECT (SELECT count(*) %s), "+
		"(SELECT count(*) FROM %s t WHERE t.tenant_id = $1 AND NOT EXISTS (SELECT FROM import_row r "+
		"WHERE r.tenant_id = $1 AND r.kind = $2 AND r.dataset = $3 AND r.id = t.id) "+
		"AND NOT EXISTS (SELECT FROM pg_temp.import_seen s WHERE s.id = t.id))", of, g.table.Quoted()),
		g.series.Tenant, g.series.Kind, g.series.Dataset).Scan(&l.Of, &l.Others)
	if err != nil {
		return l, fmt.Errorf("compare the file with %s: %w", g.table.Name, err)
	}
	rows, err := g.conn.Query(ctx, fmt.Sprintf("SELECT t.id, coalesce(%s, t.id) COLLATE \"C\" AS name %s%s "+
		"AND NOT EXISTS (SELECT FROM pg_temp.import_seen s WHERE s.id = t.id) ORDER BY name, id", label, of, drafts),
		g.series.Tenant, g.series.Kind, g.series.Dataset)
	if err != nil {
		return l, fmt.Errorf("compare the file with %s: %w", g.table.Name, err)
	}
	var id, name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		l.IDs = append(l.IDs, id)
		if len(l.Examples) < examples {
			l.Examples = append(l.Examples, name)
		}
		return nil
	})
	if err != nil {
		return l, fmt.Errorf("compare the file with %s: %w", g.table.Name, err)
	}
	return l, nil
}

const examples = 10 // rows that a Loss names

// Remove deletes rows, or makes drafts of them, in one transaction. It returns how many there still were.
func (g *Gone) Remove(ctx context.Context, ids []string) (n int, err error) {
	err = pgx.BeginFunc(ctx, g.conn, func(tx pgx.Tx) error {
		args := []any{g.series.Tenant, g.series.Kind, ids}
		if g.draft {
			_, err := tx.Exec(ctx, fmt.Sprintf("UPDATE import_row r SET drafted = t.status FROM %s t WHERE r.tenant_id = $1 "+
				"AND r.kind = $2 AND r.id = ANY($3) AND t.tenant_id = $1 AND t.id = r.id", g.table.Quoted()), args...)
			if err != nil {
				return err
			}
			tag, err := tx.Exec(ctx, fmt.Sprintf("UPDATE %s SET status = 'DRAFT' WHERE tenant_id = $1 AND id = ANY($2)",
				g.table.Quoted()), g.series.Tenant, ids)
			n = int(tag.RowsAffected())
			return err
		}
		tag, err := tx.Exec(ctx, fmt.Sprintf("DELETE FROM %s WHERE tenant_id = $1 AND id = ANY($2)", g.table.Quoted()),
			g.series.Tenant, ids)
		if err != nil {
			return err
		}
		n = int(tag.RowsAffected())
		_, err = tx.Exec(ctx, "DELETE FROM import_row WHERE tenant_id = $1 AND kind = $2 AND id = ANY($3)", args...)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("remove rows of %s: %w", g.table.Name, err)
	}
	return n, nil
}
