package search

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// DB is the snapshot that a search reads: a REPEATABLE READ transaction where the answer is to be stamped. A pgx.Tx, a
// *pgx.Conn and a *pgxpool.Pool all are one. SendBatch lets a page, its total and its facets cost one round trip.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Engine answers queries and keeps whatever index it needs. It is safe for use by many goroutines.
type Engine interface {
	// Name is short and stable: it keys search_cursor.
	Name() string

	// Search answers q as of db's snapshot. Result.Stamp says if the answer is older than that.
	Search(ctx context.Context, db DB, q Query) (Result, error)

	// Index puts docs of one kind in the index, takes gone out of it, and returns when both can be found. The caller
	// records in search_cursor, afterwards, up to which change the index is complete. Doing it twice is harmless.
	Index(ctx context.Context, kind string, docs []Doc, gone []Ref) error
}

// Counted is an engine that counts how it fares, since it was made, for /metrics. The words are few and do not change.
type Counted interface{ Counts() map[string]uint64 }

// Doc is what an outside engine learns of a row: enough to find it, never enough to show it.
type Doc struct {
	Tenant string
	ID     string
	Text   []string // the row's own, most telling first: the name, then what else names it, then prose. Empty strings are fine.
	Seq    uint64   // the tenant's change number as of which the text was read
}

// Ref names a row that is to leave an index.
type Ref struct {
	Tenant string
	ID     string
}
