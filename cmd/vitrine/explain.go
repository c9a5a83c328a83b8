package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/postgres"
	"vitrine/internal/schema"
)

// valueErrors are codes of Postgres whose message suffices: a value does not fit its column, or a column cannot be
// written.
var valueErrors = map[string]bool{
	"22P02": true, "22003": true, "22001": true, "22007": true, "22008": true, "42804": true, "42846": true, "428C9": true,
	"2BP01": true, "23P01": true, "P0001": true,
}

// explainError translates an error of Postgres about a value or a constraint. It returns other errors unchanged.
func explainError(ctx context.Context, db postgres.Queryer, err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	switch {
	case pg.Code == "42703": // undefined_column
		return explainColumn(ctx, db, pg)
	case pg.Code == "23514": // check_violation
		var rule string
		const sql = `SELECT coalesce(max(pg_get_constraintdef(oid)), '') FROM pg_constraint WHERE conname = $1`
		if derr := db.QueryRow(ctx, sql, pg.ConstraintName).Scan(&rule); derr != nil {
			return errors.Join(err, derr)
		}
		return fmt.Errorf("it violates the constraint %s of %s: %s", pg.ConstraintName, pg.TableName, rule)
	case pg.Code == "23505": // unique_violation
		return fmt.Errorf("duplicate in %s: %s", pg.TableName, detail(pg))
	case pg.Code == "23503": // foreign_key_violation
		return fmt.Errorf("it references a row that does not exist: %s", detail(pg))
	case pg.Code == "23502": // not_null_violation
		return fmt.Errorf("%s.%s must not be empty", pg.TableName, pg.ColumnName)
	case valueErrors[pg.Code]:
		return errors.New(pg.Message)
	}
	return err
}

// explainColumn names the columns of a table in which a column was not found.
func explainColumn(ctx context.Context, db postgres.Queryer, pg *pgconn.PgError) error {
	_, rest, found := strings.Cut(pg.Message, `column "`)
	if !found || !strings.HasPrefix(pg.Message, `column "`) { // a trigger's error, after its table was altered
		return fmt.Errorf("%s: vitrine doctor explains what to do", pg.Message)
	}
	column, _, _ := strings.Cut(rest, `"`)
	_, rest, _ = strings.Cut(pg.Message, `relation "`)
	table, _, _ := strings.Cut(rest, `"`)
	var columns string
	err := db.QueryRow(ctx, `
SELECT coalesce(string_agg(attname, ', ' ORDER BY attnum), '') FROM pg_attribute
WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL ($2)`,
		pgx.Identifier{table}.Sanitize(), schema.Kept).Scan(&columns)
	if err != nil {
		return errors.Join(pg, err)
	}
	return fmt.Errorf("%s has no column %q; it has %s", table, column, columns)
}

// detail returns the values in Postgres's error, without the full stop.
func detail(pg *pgconn.PgError) string { return strings.TrimSuffix(pg.Detail, ".") }
