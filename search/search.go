package search

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
)

// DB is the snapshot that a search reads: a REPEATABLE READ transaction if the answer carries a change number. pgx.Tx,
// *pgx.Conn and *pgxpool.Pool implement it. SendBatch reads a page, its total and its facets in one round trip.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Engine answers queries and maintains its own index. It is safe for concurrent use.
type Engine interface {
	// Name returns a short and stable name, the key of search_cursor.
	Name() string

	// Search answers q as of db's snapshot. If the answer is older, Result.Stamp is its change number.
	Search(ctx context.Context, db DB, q Query) (Result, error)

	// Index adds docs of one kind to the index, removes gone, and returns when searches see both. The caller then records
	// in search_cursor the change that the index is complete up to. Index is idempotent.
	Index(ctx context.Context, kind string, docs []Doc, gone []Ref) error
}

// Counted is an engine with counters for /metrics. The names of the counters are fixed.
type Counted interface{ Counts() map[string]uint64 }

// Doc is the part of a row that an engine outside Postgres indexes: the text to find the row by, and its id.
type Doc struct {
	Tenant string
	ID     string
	// The row's own texts, the most significant first: name, other names, prose. They may be empty.
	Text []string
	Seq  uint64 // the tenant's change number at which the text was read

	// Fields are the values that lists filter, sort and count by; nil for a row that lists do not show, and for kinds that
	// the engine only searches.
	Fields *Fields
}

// Fields are values of a row in the order of the columns of its search/memory.Kind. A number or code that is nil is
// NULL.
type Fields struct {
	Since, Until *int64 // the times between which the row is visible, in microseconds since 1970; nil: unlimited
	Numbers      []*int64
	Names        []string
	Codes        []*string
	Nodes        []string // ids of the nodes of the tree that the row counts for: its own and those above
	Slugs        []string // slugs of Nodes
	Titles       []string // names of Nodes
	Pairs        []Pair
}

// Described returns the texts that describe the row beside its own: the names of its nodes, and its pairs. Equal rows
// have equal texts.
func (f *Fields) Described() (nodes, pairs []string) {
	pairs = make([]string, len(f.Pairs))
	for i, p := range f.Pairs {
		pairs[i] = p.Name + " " + p.Value
	}
	slices.Sort(pairs)
	return slices.Sorted(slices.Values(f.Titles)), pairs
}

// Pair is a name and a value of a row, such as those of an attribute.
type Pair struct{ Name, Value, Type string }

// Ref identifies a row to remove from an index.
type Ref struct {
	Tenant string
	ID     string
}
