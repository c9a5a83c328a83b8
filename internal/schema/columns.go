package schema

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// Columns returns the types of all columns of the schema public, by table and column, as Postgres names them
// ("integer", "text"), without lengths.
func Columns(ctx context.Context, db postgres.Queryer) (map[string]map[string]string, error) {
	rows, err := db.Query(ctx, `SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')`)
	if err != nil {
		return nil, fmt.Errorf("read the columns: %w", err)
	}
	types := map[string]map[string]string{}
	var table, column, typ string
	_, err = pgx.ForEachRow(rows, []any{&table, &column, &typ}, func() error {
		if types[table] == nil {
			types[table] = map[string]string{}
		}
		types[table][column] = typ
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the columns: %w", err)
	}
	return types, nil
}
