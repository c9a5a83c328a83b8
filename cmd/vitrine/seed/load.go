package seed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// load writes a tenant's rows in one transaction and says how many were written. loaded is told of each table.
func (w *world) load(ctx context.Context, pool *pgxpool.Pool, reset bool, loaded func(rows int)) (int, error) {
	written := 0
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for _, t := range w.tables {
			n, err := t.load(ctx, tx, reset)
			if err != nil {
				return err
			}
			written += n
			loaded(len(t.rows))
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return written, nil
}

// load copies the rows beside the table and inserts those that are not there. Triggers so see one statement a table.
func (t *table) load(ctx context.Context, tx pgx.Tx, reset bool) (int, error) {
	beside := pgx.Identifier{"pg_temp", "seed_" + t.name}
	name := pgx.Identifier{t.name}.Sanitize()
	columns := quoted(t.columns, "")

	create := "CREATE TEMP TABLE " + beside.Sanitize() + " ON COMMIT DROP AS SELECT " + columns + " FROM " + name + " WITH NO DATA"
	if _, err := tx.Exec(ctx, create); err != nil {
		return 0, fmt.Errorf("make room for %s: %w", t.name, err)
	}
	if _, err := tx.CopyFrom(ctx, beside, t.columns, pgx.CopyFromRows(t.rows)); err != nil {
		return 0, fmt.Errorf("copy %s: %w", t.name, err)
	}
	insert := "INSERT INTO " + name + " (" + columns + ") SELECT " + columns + " FROM " + beside.Sanitize() + " ON CONFLICT (id) "
	if reset {
		// When a row was last edited is not part of what it says.
		says := slices.DeleteFunc(slices.Clone(t.columns), func(c string) bool { return c == "id" || c == "tenant_id" || c == "updated_at" })
		insert += "DO UPDATE SET (" + quoted(says, "") + ") = ROW(" + quoted(says, "excluded.") + ")" +
			" WHERE (" + quoted(says, name+".") + ") IS DISTINCT FROM (" + quoted(says, "excluded.") + ")"
	} else {
		insert += "DO NOTHING"
	}
	tag, err := tx.Exec(ctx, insert)
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Detail != "" {
		return 0, fmt.Errorf("insert %s: %w: %s", t.name, err, pg.Detail)
	}
	if err != nil {
		return 0, fmt.Errorf("insert %s: %w", t.name, err)
	}
	return int(tag.RowsAffected()), nil
}

// quoted lists columns for SQL, each behind a prefix.
func quoted(columns []string, prefix string) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(prefix + pgx.Identifier{c}.Sanitize())
	}
	return b.String()
}
