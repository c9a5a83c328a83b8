package schema_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/proving"
	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

const (
	longestWait = time.Second // for a lock that a migration holds
	waitsFrom   = 45          // the migrations after it run, or those after schema.Oldest; 0045 rewrites rows
	most        = 1_000_000   // products in make prove
)

// fromEnv reads a number that a run sets.
func fromEnv(t *testing.T, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		t.Fatalf("%s=%q is no number", name, text)
	}
	return n
}

// Migrations of a million products, from the version of the oldest binaries that work with the result, hold no lock for
// more than a second. All content tables are read and written meanwhile. VITRINE_TEST_MIGRATE_ROWS is another number of
// products, and VITRINE_TEST_MIGRATE_FROM another version.
func TestProveMigrationsHoldNoLockForLong(t *testing.T) {
	t.Parallel()
	rows := fromEnv(t, "VITRINE_TEST_MIGRATE_ROWS", proving.Rounds(2000, most))
	from := fromEnv(t, "VITRINE_TEST_MIGRATE_FROM", min(schema.Oldest, waitsFrom))
	dsn := fresh(t, schematest.Open(t), "waits", "")
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	names := migrations(t)
	for _, name := range names[:from] {
		exec(t, pool, migration(t, name))
	}
	exec(t, pool, "CREATE TABLE public.schema_version (version int NOT NULL)")
	exec(t, pool, "INSERT INTO public.schema_version VALUES ($1)", from)
	began := time.Now()
	fillTables(t, pool, rows)
	t.Logf("%d products after %v", rows, time.Since(began).Round(time.Millisecond))

	w := watchWaits(t, dsn)
	began = time.Now()
	current := ""
	if err := schema.Migrate(t.Context(), dsn, func(name string) {
		current = name
		w.during(name)
	}); err != nil {
		t.Fatalf("%s: %v", current, err)
	}
	t.Logf("migrated from version %d after %v", from, time.Since(began).Round(time.Millisecond))
	w.stop()
	for _, name := range slices.Sorted(maps.Keys(w.longest)) {
		l := w.longest[name]
		t.Logf("%s: a lock was waited for %v, by %.60s", name, l.took.Round(time.Millisecond), l.sql)
		if testkit.Figures() && l.took > longestWait {
			t.Errorf("%s holds a lock for %v, want at most %v", name, l.took, longestWait)
		}
	}
	t.Logf("%d statements; the slowest took %v: %.60s", w.asked, w.slowest.took.Round(time.Millisecond), w.slowest.sql)
	if n := get[int](t, pool, "SELECT version FROM public.schema_version"); n != len(names) || w.asked < len(w.tables)*3 {
		t.Errorf("version %d of %d, %d statements", n, len(names), w.asked)
	}
}

// A statement that waits for a lock is noticed, with the time that it waits.
func TestAWaitForALockIsNoticed(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	fillTables(t, db.Pool, 10)
	w := watchWaits(t, db.URL)
	w.during("a lock")
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // it has ended, unless the test failed
	exec(t, tx, "LOCK TABLE faq IN ACCESS EXCLUSIVE MODE")
	const least = 50 * time.Millisecond
	testkit.Until(t, "a wait is noticed", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		l := w.longest["a lock"]
		return l.took > least && strings.Contains(l.sql, "faq")
	})
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the statement ends", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.slowest.took > least
	})
}

// capturedTables lists the tables that the outbox captures.
func capturedTables(t *testing.T, q querier) []string {
	t.Helper()
	return get[[]string](t, q, `SELECT array_agg(DISTINCT tgrelid::regclass::text ORDER BY tgrelid::regclass::text)
FROM pg_trigger WHERE tgname = 'capture_truncate'`)
}

// fillTables inserts products, and a row of each other content table that takes values without a meaning. No trigger
// fires, so that a million rows take a minute.
func fillTables(t *testing.T, pool *pgxpool.Pool, rows int) {
	t.Helper()
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	exec(t, conn, "INSERT INTO tenant (id, name) VALUES ('big', 'Big')")
	exec(t, conn, "SET session_replication_role = replica")
	exec(t, conn, "ALTER TABLE product DISABLE TRIGGER USER") // those of the outbox fire always
	columns, values := "", ""                                 // that a trigger computes
	if get[bool](t, conn, `SELECT attgenerated = '' FROM pg_attribute
WHERE attrelid = 'product'::regclass AND attname = 'search'`) {
		columns = ", search, search_words"
		values = ", to_tsvector('simple', 'lamp ' || i % 5000 || ' kind'), 'lamp of kind ' || i"
	}
	exec(t, conn, `
INSERT INTO product (tenant_id, slug, name, description, status, amount, stock, sold, position`+columns+`)
SELECT 'big', 'p-' || i, 'Lamp ' || i % 5000 || ' of kind ' || i, repeat('A lamp of steel and glass. ', 8), 'PUBLISHED',
  i % 1000, i % 50, i % 100, i`+values+` FROM generate_series(1, $1) i`, rows)
	exec(t, conn, "ALTER TABLE product ENABLE TRIGGER USER")
	for _, name := range get[[]string](t, conn, `SELECT coalesce(array_agg(tgname), '{}') FROM pg_trigger
WHERE tgrelid = 'product'::regclass AND tgname LIKE 'capture%'`) {
		exec(t, conn, "ALTER TABLE product ENABLE ALWAYS TRIGGER "+name)
	}
	var empty []string
	for _, table := range capturedTables(t, conn) {
		if table == "product" || table == "tenant" {
			continue
		}
		sql := get[string](t, conn, `
SELECT format('INSERT INTO %s (%s) SELECT %s FROM generate_series(1, 1) i', $1::text,
  string_agg(quote_ident(attname), ', '),
  string_agg(CASE
    WHEN attname = 'tenant_id' THEN quote_literal('big')
    WHEN attname LIKE '%\_id' THEN 'object_id()'
    WHEN atttypid = 'text'::regtype THEN quote_literal('probe-') || ' || i'
    WHEN atttypid = 'timestamptz'::regtype THEN 'now()'
    WHEN atttypid = 'jsonb'::regtype THEN quote_literal('{}')
    WHEN atttypid = 'bool'::regtype THEN 'true'
    ELSE '1' END, ', '))
FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  AND attnotnull AND (NOT atthasdef OR attname = 'tenant_id')`, table)
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			empty = append(empty, table)
		}
	}
	exec(t, conn, "SET session_replication_role = origin")
	exec(t, conn, "ANALYZE")
	if t.Logf("without rows: %v", empty); len(empty) > 9 {
		t.Error("too many tables have no rows")
	}
}

// waits are what readers and writers of all content tables wait for.
type waits struct {
	t      *testing.T
	tables []string
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu      sync.Mutex
	name    string           // of the migration that runs
	longest map[string]aWait // for a lock, by migration
	slowest aWait            // statement
	asked   int
}

type aWait struct {
	took time.Duration
	sql  string
}

// probes read, update and insert single rows. Without a row they need the same locks.
var probes = []string{
	"SELECT count(*) FROM (SELECT id FROM %s WHERE tenant_id = 'big' LIMIT 1) x",
	"UPDATE %[1]s SET tenant_id = tenant_id WHERE id = (SELECT id FROM %[1]s WHERE tenant_id = 'big' LIMIT 1)",
	"INSERT INTO %[1]s (%[2]s) SELECT %[3]s FROM %[1]s WHERE tenant_id = 'big' LIMIT 1 ON CONFLICT DO NOTHING",
}

// watchWaits starts probes, and what looks for locks that they wait for.
func watchWaits(t *testing.T, dsn string) *waits {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := &waits{t: t, cancel: cancel, longest: map[string]aWait{}}
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	params := u.Query()
	params.Set("application_name", "vitrine_probe")
	u.RawQuery = params.Encode()
	connect := func() *pgx.Conn {
		conn, err := pgx.Connect(ctx, u.String())
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	conn := connect()
	if w.tables = capturedTables(t, conn); len(w.tables) < 25 {
		t.Fatalf("%d tables, want all content: %v", len(w.tables), w.tables)
	}
	run := func(conn *pgx.Conn, f func(conn *pgx.Conn)) {
		w.done.Go(func() {
			defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the server may cut it off
			for ctx.Err() == nil {
				f(conn)
			}
		})
	}
	run(conn, w.look(ctx))
	for i := range probes {
		run(connect(), w.probe(ctx, i, w.tables))
		run(connect(), w.probe(ctx, i, []string{"product"}))
	}
	t.Cleanup(w.stop)
	return w
}

// during notes the name of the migration that runs.
func (w *waits) during(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.name = name
}

// stop ends the probes. It may be called twice.
func (w *waits) stop() {
	w.cancel()
	w.done.Wait()
}

// probe runs one kind of probe on some tables.
func (w *waits) probe(ctx context.Context, kind int, tables []string) func(conn *pgx.Conn) {
	return func(conn *pgx.Conn) {
		for _, table := range tables {
			sql, err := probeOf(ctx, conn, kind, table)
			began := time.Now()
			if err == nil {
				_, err = conn.Exec(ctx, sql)
			}
			took := time.Since(began)
			var pg *pgconn.PgError
			switch {
			case ctx.Err() != nil:
				return
			case err == nil:
			case errors.As(err, &pg) && pg.Code[:2] == "23": // a value without a meaning; the locks were got
			case errors.As(err, &pg) && (pg.Code == "42703" || pg.Code == "0A000" || pg.Code == "428C9"):
				continue // a column was changed after it was read
			default:
				w.t.Errorf("%s: %v", sql, err)
				return
			}
			w.mu.Lock()
			if w.asked++; took > w.slowest.took {
				w.slowest = aWait{took, sql}
			}
			w.mu.Unlock()
		}
	}
}

// probeOf returns the SQL of a probe. What is inserted is a copy with a slug of its own.
func probeOf(ctx context.Context, conn *pgx.Conn, kind int, table string) (sql string, err error) {
	if kind < 2 {
		return fmt.Sprintf(probes[kind], table), nil
	}
	var columns, values string
	err = conn.QueryRow(ctx, `
SELECT string_agg(quote_ident(attname), ', '),
  string_agg(CASE attname WHEN 'slug' THEN '''probe-'' || object_id()' ELSE quote_ident(attname) END, ', ')
FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  AND attname <> 'id'`, table).Scan(&columns, &values)
	return fmt.Sprintf(probes[kind], table, columns, values), err
}

// look notes how long probes wait for locks of others.
func (w *waits) look(ctx context.Context) func(conn *pgx.Conn) {
	return func(conn *pgx.Conn) {
		rows, err := conn.Query(ctx, `
SELECT extract(epoch FROM clock_timestamp() - l.waitstart), a.query
FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE NOT l.granted AND l.waitstart IS NOT NULL AND a.application_name = 'vitrine_probe'
  AND EXISTS (SELECT FROM unnest(pg_blocking_pids(l.pid)) b (pid) JOIN pg_stat_activity o ON o.pid = b.pid
    WHERE o.application_name <> 'vitrine_probe')`)
		var seconds float64
		var sql string
		if err == nil {
			_, err = pgx.ForEachRow(rows, []any{&seconds, &sql}, func() error {
				w.mu.Lock()
				defer w.mu.Unlock()
				if took := time.Duration(seconds * float64(time.Second)); took > w.longest[w.name].took {
					w.longest[w.name] = aWait{took, sql}
				}
				return nil
			})
		}
		if err != nil && ctx.Err() == nil {
			w.t.Errorf("look for waits: %v", err)
			w.cancel()
		}
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Millisecond):
		}
	}
}
