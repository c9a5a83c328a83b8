package schema

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// Empty reports whether a database has no schema of Vitrine yet.
func Empty(ctx context.Context, db postgres.Queryer) (empty bool, err error) {
	if err := db.QueryRow(ctx, "SELECT to_regclass($1) IS NULL", versionTable).Scan(&empty); err != nil {
		return false, fmt.Errorf("find the schema: %w", err)
	}
	return empty, nil
}

// Pending returns the number of migrations that a database has not run; all of them if it has no schema. It is negative
// if a newer Vitrine has migrated the database.
func Pending(ctx context.Context, db postgres.Queryer) (int, error) {
	names, err := fs.Glob(Migrations, "*.sql")
	if err != nil {
		return 0, fmt.Errorf("list migrations: %w", err)
	}
	if empty, err := Empty(ctx, db); empty || err != nil {
		return len(names), err
	}
	var ran int
	if err := db.QueryRow(ctx, "SELECT version FROM "+versionTable).Scan(&ran); err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	return len(names) - ran, nil
}

// Ahead returns by how many migrations a database is newer than this binary: 0 if it is not. It fails with ErrNewer if
// this binary does not work with the database.
func Ahead(ctx context.Context, db postgres.Queryer) (int, error) {
	pending, err := Pending(ctx, db)
	if err != nil || pending >= 0 {
		return 0, err
	}
	names, err := fs.Glob(Migrations, "*.sql")
	if err != nil {
		return 0, fmt.Errorf("list migrations: %w", err)
	}
	var least int
	err = db.QueryRow(ctx, "SELECT least FROM public.schema_compatible").Scan(&least)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("read which versions work with the database: %w", err)
	}
	if err != nil || len(names) < least { // without a row, no older binary works with it
		return 0, fmt.Errorf("%w: it has %d more migrations", ErrNewer, -pending)
	}
	return -pending, nil
}
