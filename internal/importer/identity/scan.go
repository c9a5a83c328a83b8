package identity

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/source"
)

// A Scan finds out whether the records of a file have keys of their own. It keeps a bounded part of the keys in memory,
// as hashes, and the rest in a temporary table.
type Scan struct {
	keys   []Key
	conn   *pgx.Conn
	seed   maphash.Seed
	buffer []occurrence
	staged bool
	found  []Verdict
}

// A Verdict says what a Scan found about one key.
type Verdict struct {
	Missing int         // the line of the first record without the key; 0 if all have it
	Lines   [2]int      // the lines of two records with the same key; 0 if there are none
	Twice   *Duplicates // nil if there are none
}

// Unique reports whether every record has a key of its own.
func (v Verdict) Unique() bool { return v.Missing == 0 && v.Lines[0] == 0 }

// Duplicates holds the keys that several records of a file have.
type Duplicates struct {
	seed maphash.Seed
	set  map[uint64]struct{}
}

// Has reports whether several records have this key. It may report true for one key in 10¹² that only one record has.
func (d *Duplicates) Has(values []string) bool {
	if d == nil {
		return false
	}
	_, ok := d.set[hash(d.seed, values)]
	return ok
}

// An occurrence is a key of a record.
type occurrence struct {
	key  int // its place in Scan.keys
	hash uint64
	line int
}

// maxBuffered is the number of keys that a Scan keeps in memory.
const maxBuffered = 1 << 18

// NewScan makes a Scan for some keys. It uses the connection once there are too many keys for the memory.
func NewScan(conn *pgx.Conn, keys ...Key) *Scan {
	return &Scan{keys: keys, conn: conn, seed: maphash.MakeSeed(), found: make([]Verdict, len(keys))}
}

// Add looks at a record.
func (s *Scan) Add(ctx context.Context, rec source.Record) error {
	for i, k := range s.keys {
		values, err := k.Values(rec.Fields)
		if err != nil {
			if s.found[i].Missing == 0 {
				s.found[i].Missing = rec.Line
			}
			continue
		}
		s.buffer = append(s.buffer, occurrence{i, hash(s.seed, values), rec.Line})
	}
	if len(s.buffer) < maxBuffered {
		return nil
	}
	return s.flush(ctx)
}

// End returns a verdict on each key.
func (s *Scan) End(ctx context.Context) ([]Verdict, error) {
	if !s.staged {
		s.sort()
		return s.found, nil
	}
	if err := s.flush(ctx); err != nil {
		return nil, err
	}
	rows, err := s.conn.Query(ctx, "SELECT key, hash, min(line), max(line) FROM pg_temp.import_scan "+
		"GROUP BY key, hash HAVING count(*) > 1", pgx.QueryExecModeExec)
	if err != nil {
		return nil, fmt.Errorf("compare the keys: %w", err)
	}
	var key, first, last int
	var h int64
	_, err = pgx.ForEachRow(rows, []any{&key, &h, &first, &last}, func() error {
		s.twice(key, uint64(h), first, last)
		return nil
	})
	if err == nil {
		_, err = s.conn.Exec(ctx, "DROP TABLE pg_temp.import_scan")
	}
	if err != nil {
		return nil, fmt.Errorf("compare the keys: %w", err)
	}
	return s.found, nil
}

// sort finds the duplicates in memory.
func (s *Scan) sort() {
	slices.SortFunc(s.buffer, func(a, b occurrence) int {
		return cmp.Or(a.key-b.key, cmp.Compare(a.hash, b.hash), a.line-b.line)
	})
	for i := 1; i < len(s.buffer); i++ {
		if a, b := s.buffer[i-1], s.buffer[i]; a.key == b.key && a.hash == b.hash {
			s.twice(b.key, b.hash, a.line, b.line)
		}
	}
	s.buffer = nil
}

// twice records that two records have the same key. The verdict names the pair that comes first in the file.
func (s *Scan) twice(key int, h uint64, first, second int) {
	v := &s.found[key]
	if v.Twice == nil {
		v.Twice = &Duplicates{s.seed, map[uint64]struct{}{}}
	}
	v.Twice.set[h] = struct{}{}
	if v.Lines[0] == 0 || first < v.Lines[0] {
		v.Lines = [2]int{first, second}
	}
}

// flush moves the keys to the temporary table.
func (s *Scan) flush(ctx context.Context) error {
	if !s.staged {
		_, err := s.conn.Exec(ctx, "CREATE TEMP TABLE import_scan (key int, hash bigint, line int)")
		if err != nil {
			return fmt.Errorf("compare the keys: %w", err)
		}
		s.staged = true
	}
	rows := pgx.CopyFromSlice(len(s.buffer), func(i int) ([]any, error) {
		o := s.buffer[i]
		return []any{o.key, int64(o.hash), o.line}, nil
	})
	into := pgx.Identifier{"pg_temp", "import_scan"}
	if _, err := s.conn.CopyFrom(ctx, into, []string{"key", "hash", "line"}, rows); err != nil {
		return fmt.Errorf("compare the keys: %w", err)
	}
	s.buffer = s.buffer[:0]
	return nil
}

func hash(seed maphash.Seed, values []string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, v := range values {
		_, _ = h.WriteString(v) // it never fails
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}
