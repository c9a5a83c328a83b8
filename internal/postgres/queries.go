package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A DB is a pool, a connection or a transaction.
type DB interface {
	Queryer
	Execer
}

// A Queryer reads rows, or one row. If several reads must see the same snapshot, it is a transaction.
type Queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// An Execer runs a statement without reading its rows.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}
