package search

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrNotHeld is returned for a query with Held in place of a snapshot that the engine cannot answer without Postgres.
var ErrNotHeld = errors.New("the engine does not hold what the query needs")

// Held is a DB that reads nothing: each of its methods returns ErrNotHeld. With it, an engine answers a query as of
// Query.Epoch and Query.Seq from what it holds in memory, and sets Result.Until. Otherwise it returns ErrNotHeld, or
// ErrStaleSnapshot if it holds a newer state only.
type Held struct{}

// IsHeld reports whether db reads nothing.
func IsHeld(db DB) bool {
	_, ok := db.(Held)
	return ok
}

// Query implements DB.
func (Held) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, ErrNotHeld }

// QueryRow implements DB.
func (Held) QueryRow(context.Context, string, ...any) pgx.Row { return noRow{} }

// SendBatch implements DB.
func (Held) SendBatch(context.Context, *pgx.Batch) pgx.BatchResults { return noResults{} }

type noRow struct{}

func (noRow) Scan(...any) error { return ErrNotHeld }

type noResults struct{}

func (noResults) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, ErrNotHeld }
func (noResults) Query() (pgx.Rows, error)         { return nil, ErrNotHeld }
func (noResults) QueryRow() pgx.Row                { return noRow{} }
func (noResults) Close() error                     { return ErrNotHeld }
func (noResults) Tx() pgx.Tx                       { return nil }

// A Part is what an engine holds in memory: the rows of one kind of one tenant.
type Part struct{ Tenant, Kind string }

// A Holder is an engine that holds rows in memory. It is safe for concurrent use.
type Holder interface {
	// Parts lists what is held now, in no order.
	Parts() []Part

	// Holds reports whether lists of a kind of a tenant are held now: with a text, or without one.
	Holds(tenant, kind string, text bool) bool

	// Follow tells the engine of a change of a tenant. What it holds of that tenant, and queries used since the last
	// change, catches up in the background. It does not block.
	Follow(tenant string)
}
