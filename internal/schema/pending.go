package schema

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
)

// Pending returns the number of migrations that a database has not run; all of them if it has no schema.
func Pending(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (int, error) {
	names, err := fs.Glob(Migrations, "*.sql")
	if err != nil {
		return 0, fmt.Errorf("list migrations: %w", err)
	}
	var there bool
	if err := db.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", versionTable).Scan(&there); err != nil {
		return 0, fmt.Errorf("find the schema: %w", err)
	}
	if !there {
		return len(names), nil
	}
	var ran int
	if err := db.QueryRow(ctx, "SELECT version FROM "+versionTable).Scan(&ran); err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	return len(names) - ran, nil
}
