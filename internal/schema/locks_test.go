package schema_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
)

// lockedSince is the first migration that must not read a table while it locks readers out.
const lockedSince = 33

// scans matches a statement that reads a whole table, and names the table.
var scans = regexp.MustCompile(
	`^(?:CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)|UPDATE (\w+) SET|ALTER TABLE (\w+) VALIDATE)`)

// ALTER TABLE and DROP INDEX lock readers out until their migration ends. So no migration reads a whole table after
// them: to build an index, to validate a constraint, or to change rows. Nor does it do so before: it would wait for
// writers that read the table and wait for the index, and they for it.
func TestNoMigrationReadsATableThatItLocks(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	conn, err := pgx.Connect(t.Context(), fresh(t, db, "locks", ""))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, name := range migrations(t) {
		n, _ := strconv.Atoi(name[:4])
		sql := migration(t, name)
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n < lockedSince {
			exec(t, tx, sql)
		} else {
			for _, fault := range runStepwise(t, tx, sql) {
				t.Errorf("%s: %s", name, fault)
			}
		}
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// runStepwise runs the statements of a migration and returns those that read a table that is locked.
func runStepwise(t *testing.T, tx pgx.Tx, sql string) (faults []string) {
	t.Helper()
	const checks = `SELECT coalesce(array_agg(k.conrelid::regclass || ' ' || k.conname), '{}') FROM pg_constraint k
WHERE k.contype = 'c' AND k.convalidated AND EXISTS (
  SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.relation = k.conrelid AND l.mode = 'AccessExclusiveLock')
AND NOT k.oid = ANY ($1)`
	const held = `SELECT coalesce(array_agg(relation), '{}') FROM pg_locks
WHERE pid = pg_backend_pid() AND locktype = 'relation' AND mode = $1`
	before := get[[]uint32](t, tx, `SELECT coalesce(array_agg(oid), '{}') FROM pg_constraint`)
	tables := get[[]uint32](t, tx, `SELECT coalesce(array_agg(oid), '{}') FROM pg_class`)
	for _, s := range statements(sql) {
		if m := scans.FindStringSubmatch(s); m != nil {
			table := m[1] + m[2] + m[3]
			if get[bool](t, tx, `SELECT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid()
AND relation = $1::regclass AND mode = 'AccessExclusiveLock') AND $1::regclass::oid = ANY ($2)`, table, tables) {
				faults = append(faults, fmt.Sprintf("%s is locked before %.60s", table, strings.TrimSpace(s)))
			}
		}
		shared := get[[]uint32](t, tx, strings.ReplaceAll(held, "$1", "'ShareLock'"))
		exec(t, tx, s)
		for _, id := range get[[]uint32](t, tx, strings.ReplaceAll(held, "$1", "'AccessExclusiveLock'")) {
			if slices.Contains(shared, id) && slices.Contains(tables, id) {
				faults = append(faults, fmt.Sprintf("a table on which an index was built is locked by %.60s", s))
			}
		}
	}
	for _, c := range get[[]string](t, tx, checks, before) {
		table, _, _ := strings.Cut(c, " ")
		if get[bool](t, tx, `SELECT $1::regclass::oid = ANY ($2)`, table, tables) {
			faults = append(faults, "the constraint is validated under the lock that adds it: "+c)
		}
	}
	return faults
}

// statements splits a migration at the semicolons that end a statement: those at the end of a line, outside bodies of
// functions.
func statements(sql string) (all []string) {
	from, body := 0, false
	for i := 0; i < len(sql); i++ {
		switch {
		case strings.HasPrefix(sql[i:], "--") && !body:
			i += strings.IndexByte(sql[i:]+"\n", '\n')
		case strings.HasPrefix(sql[i:], "$$"):
			body = !body
			i++
		case sql[i] == '\'' && !body:
			i += 1 + strings.IndexByte(sql[i+1:]+"'", '\'')
		case sql[i] == ';' && !body:
			all = append(all, withoutComments(sql[from:i]))
			from = i + 1
		}
	}
	return all
}

// withoutComments removes the comments before a statement.
func withoutComments(s string) string {
	for {
		s = strings.TrimSpace(s)
		if !strings.HasPrefix(s, "--") {
			return s
		}
		_, s, _ = strings.Cut(s, "\n")
	}
}
