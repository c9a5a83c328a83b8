package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema"
)

// asker is what plainly may look things up with.
type asker interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// plainly says in a sentence what Postgres refused and why. Any other error stays as it is.
func plainly(ctx context.Context, db asker, err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	switch pg.Code {
	case "42703": // undefined_column
		if !strings.HasPrefix(pg.Message, `column "`) { // a trigger's: of a table that was altered
			return fmt.Errorf("%s: vitrine doctor says what to do", pg.Message)
		}
		_, rest, _ := strings.Cut(pg.Message, `column "`)
		column, _, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(pg.Message, `relation "`)
		table, _, _ := strings.Cut(rest, `"`)
		var columns string
		if derr := db.QueryRow(ctx, `SELECT coalesce(string_agg(attname, ', ' ORDER BY attnum), '') FROM pg_attribute
WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL ($2)`, pgx.Identifier{table}.Sanitize(), schema.Kept).Scan(&columns); derr != nil {
			return errors.Join(err, derr)
		}
		return fmt.Errorf("%s has no column %q; it has %s", table, column, columns)
	case "23514": // check_violation
		var rule string
		if derr := db.QueryRow(ctx, `SELECT coalesce(max(pg_get_constraintdef(oid)), '') FROM pg_constraint WHERE conname = $1`, pg.ConstraintName).Scan(&rule); derr != nil {
			return errors.Join(err, derr)
		}
		return fmt.Errorf("%s does not allow it: the rule %s is %s", pg.TableName, pg.ConstraintName, rule)
	case "23505": // unique_violation
		return fmt.Errorf("there is one already in %s: %s", pg.TableName, detail(pg))
	case "23503": // foreign_key_violation
		return fmt.Errorf("it points at nothing: %s", detail(pg))
	case "23502": // not_null_violation
		return fmt.Errorf("%s.%s must not be empty", pg.TableName, pg.ColumnName)
	case "22P02", "22003", "22001", "22007", "22008", "42804", "42846", "428C9", "2BP01", "23P01", "P0001": // a value that does not fit its column, a column that is not written to
		return errors.New(pg.Message)
	}
	return err
}

// detail is what Postgres says of the values, without the full stop.
func detail(pg *pgconn.PgError) string { return strings.TrimSuffix(pg.Detail, ".") }
