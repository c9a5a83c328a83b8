package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A Series is a sequence of imports that share a key: those of one data set into one kind of a tenant.
type Series struct{ Tenant, Kind, Dataset string }

// A Database is a connection or a pool.
type Database interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Remembered returns the names of the key of earlier imports. ok is false if there are none.
func (s Series) Remembered(ctx context.Context, db Database) (names []string, ok bool, err error) {
	err = db.QueryRow(ctx, "SELECT names FROM import_key WHERE tenant_id = $1 AND kind = $2 AND dataset = $3",
		s.Tenant, s.Kind, s.Dataset).Scan(&names)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("read the key of earlier imports: %w", err)
	}
	return names, true, nil
}

// Remember stores the names of the key. The tenant must exist.
func (s Series) Remember(ctx context.Context, db Database, k Key) error {
	names := k.Names
	if names == nil {
		names = []string{}
	}
	_, err := db.Exec(ctx, `
		INSERT INTO import_key (tenant_id, kind, dataset, names) VALUES ($1, $2, $3, $4)
		ON CONFLICT (tenant_id, kind, dataset) DO UPDATE SET names = excluded.names
		WHERE import_key.names <> excluded.names`, s.Tenant, s.Kind, s.Dataset, names)
	if err != nil {
		return fmt.Errorf("remember the key: %w", err)
	}
	return nil
}
