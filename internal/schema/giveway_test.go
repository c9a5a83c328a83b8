package schema_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// A writer always holds a lock of child, and wants one of parent. A change that locks parent before child gets both all
// the same, and the writer never fails.
func TestAChangeGivesWayAndGetsItsLocks(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, "CREATE TABLE parent (n int); CREATE TABLE child (n int)")
	ctx, cancel := context.WithCancel(t.Context())
	written := make(chan error, 1)
	changing := make(chan struct{})
	const waits = `SELECT EXISTS (SELECT FROM pg_locks
WHERE relation = 'child'::regclass AND NOT granted AND mode = 'AccessExclusiveLock')`
	go func() {
		for first := true; ctx.Err() == nil; first = false {
			err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(t.Context(), "INSERT INTO child VALUES (1)"); err != nil {
					return err
				}
				if first {
					close(changing)
				}
				for waiting := false; !waiting && ctx.Err() == nil; {
					if err := tx.QueryRow(t.Context(), waits).Scan(&waiting); err != nil {
						return err
					}
				}
				_, err := tx.Exec(t.Context(), "INSERT INTO parent VALUES (1)")
				return err
			})
			if err != nil {
				written <- err
				return
			}
		}
		written <- nil
	}()
	<-changing
	tries := 0 // the first one learns that locks are refused, the second which one
	err := schema.GiveWay(t.Context(), db.Pool, nil, func(tx pgx.Tx) error {
		tries++
		_, err := tx.Exec(t.Context(), "ALTER TABLE parent ADD m int; ALTER TABLE child ADD m int")
		return err
	})
	cancel()
	if err != nil {
		t.Error(err)
	}
	if err := <-written; err != nil {
		t.Errorf("the writer: %v", err)
	}
	if tries < 2 {
		t.Errorf("%d tries", tries)
	}
	if !get[bool](t, db.Pool, `SELECT count(*) = 2 FROM pg_attribute
WHERE attrelid IN ('parent'::regclass, 'child'::regclass) AND attname = 'm'`) {
		t.Error("the change was not made")
	}
}

// What fails for another reason runs once.
func TestAChangeThatFailsIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	tries := 0
	err := schema.GiveWay(t.Context(), db.Pool, nil, func(tx pgx.Tx) error {
		tries++
		_, err := tx.Exec(t.Context(), "ALTER TABLE no_such_table ADD m int")
		return err
	})
	if err == nil || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
	testkit.Until(t, "the connection is free", func() bool { return db.Pool.Stat().AcquiredConns() == 0 })
}

// hold locks a table until release is called.
func hold(t *testing.T, db *schematest.DB, sql string) (release func()) {
	t.Helper()
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec(t, tx, sql)
	release = sync.OnceFunc(func() {
		if err := tx.Commit(context.Background()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(release)
	return release
}

// other is a connection of another session.
func other(t *testing.T, db *schematest.DB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), db.Pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// A lock that cannot be taken first does not fail the change: the table is gone meanwhile, or belongs to others.
func TestALockThatCannotBeTakenFirstIsLeftToTheChange(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, "CREATE TABLE gone (n int)")
	release := hold(t, db, "ALTER TABLE gone RENAME TO kept")
	refused := false
	err := schema.GiveWay(t.Context(), db.Pool, func() { refused = true; time.AfterFunc(1500*time.Millisecond, release) },
		func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "ALTER TABLE IF EXISTS gone ADD m int")
			return err
		})
	if err != nil || !refused {
		t.Errorf("refused %v, %v", refused, err)
	}
}

// What one migration waited for is nothing to the next one. The notice names the one that waits.
func TestEachMigrationGivesWayForItself(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, "CREATE TABLE before (n int)")
	first, second := hold(t, db, "INSERT INTO before VALUES (1)"), hold(t, db, "SELECT pg_advisory_xact_lock(77)")
	conn := other(t, db)
	go func() { // nobody else waits
		waits := func(kind string) bool {
			var n int
			_ = db.Pool.QueryRow(context.Background(), "SELECT count(*) FROM pg_locks WHERE pid = $1 AND NOT granted "+
				"AND locktype = $2", conn.PgConn().PID(), kind).Scan(&n)
			return n > 0
		}
		for seen := 0; seen < 20 && t.Context().Err() == nil; {
			if waits("relation") {
				seen++
			}
		}
		first()
		for seen := 0; seen < 20 && t.Context().Err() == nil; {
			if waits("advisory") {
				seen++
			}
		}
		time.Sleep(time.Second)
		second()
	}()
	notices, err := schema.Forward(t.Context(), conn, fstest.MapFS{
		"001_rename.sql": {Data: []byte("ALTER TABLE before RENAME TO after")},
		"002_wait.sql":   {Data: []byte("SELECT pg_advisory_xact_lock(77); ALTER TABLE after ADD m int")},
	})
	if err != nil || len(notices) == 0 || !strings.Contains(notices[len(notices)-1], "002_wait.sql") {
		t.Errorf("%q, %v", notices, err)
	}
}

// A connection that ends is no refused lock.
func TestAMigrationEndsWithItsConnection(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, "CREATE TABLE held (n int)")
	hold(t, db, "INSERT INTO held VALUES (1)")
	conn := other(t, db)
	time.AfterFunc(2*time.Second, func() {
		_, _ = db.Pool.Exec(context.Background(), "SELECT pg_terminate_backend($1)", conn.PgConn().PID())
	})
	_, err := schema.Forward(t.Context(), conn, fstest.MapFS{
		"001_held.sql": {Data: []byte("ALTER TABLE held ADD m int")}})
	if err == nil || strings.Contains(err.Error(), "other transactions") {
		t.Errorf("a migration without a connection: %v", err)
	}
}

// A change that is cancelled says so. Nothing is left on the connections.
func TestAChangeThatIsCancelled(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, `CREATE TABLE "Held; it" (n int)`)
	hold(t, db, `INSERT INTO "Held; it" VALUES (1)`)
	ctx, cancel := context.WithCancel(t.Context())
	waited, tries := 0, 0
	err := schema.GiveWay(ctx, db.Pool, func() { waited++ }, func(tx pgx.Tx) error {
		if tries++; tries == 2 {
			time.AfterFunc(100*time.Millisecond, cancel)
		}
		_, err := tx.Exec(ctx, `ALTER TABLE "Held; it" ADD m int`)
		return err
	})
	if !errors.Is(err, context.Canceled) || waited != 1 {
		t.Errorf("%v, told %d times to wait", err, waited)
	}
	if got := get[string](t, db.Pool, "SHOW lock_timeout"); got != "0" {
		t.Errorf("lock_timeout is %s", got)
	}
}

// A role that may have one session only is tried again too.
func TestAChangeWithoutAnotherSession(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, "CREATE TABLE one (n int)")
	release := hold(t, db, "INSERT INTO one VALUES (1)")
	config := db.Pool.Config()
	config.MaxConns = 1
	dial, sessions := config.ConnConfig.DialFunc, 0
	config.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if sessions++; sessions > 1 {
			return nil, errors.New("too many connections for the role")
		}
		return dial(ctx, network, addr)
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	tries := 0
	err = schema.GiveWay(t.Context(), pool, nil, func(tx pgx.Tx) error {
		if tries++; tries == 3 {
			release()
		}
		_, err := tx.Exec(t.Context(), "ALTER TABLE one ADD m int")
		return err
	})
	if err != nil || tries < 3 || sessions < 2 {
		t.Errorf("%d tries, %d sessions, %v", tries, sessions, err)
	}
}
