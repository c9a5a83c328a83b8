package schema_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

// A long transaction reads a table that a migration changes. Other readers of the table do not wait for it meanwhile,
// and the migration succeeds once the transaction has ended.
func TestReadersDoNotWaitForAMigrationThatWaits(t *testing.T) {
	t.Parallel()
	dsn := fresh(t, schematest.Open(t), "traffic", "")
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	names := migrations(t)
	next := slices.IndexFunc(names, func(name string) bool { return name == "0055_tenant_editor.sql" })
	for _, name := range names[:next] {
		exec(t, pool, migration(t, name))
	}
	exec(t, pool, "CREATE TABLE public.schema_version (version int NOT NULL)")
	exec(t, pool, "INSERT INTO public.schema_version VALUES ($1)", next)

	long, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer long.Rollback(context.Background()) //nolint:errcheck // it has ended, unless the test failed
	exec(t, long, "LOCK TABLE brand IN ACCESS SHARE MODE")
	done := make(chan error, 1)
	go func() { done <- schema.Migrate(context.WithoutCancel(t.Context()), dsn, nil) }()
	waited := 0
	for began := time.Now(); waited < 3; {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := pool.QueryRow(ctx, "SELECT count(*) FROM brand").Scan(new(int)); err != nil {
			t.Fatalf("a reader waits for the migration: %v", err)
		}
		cancel()
		var waits bool
		if err := pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'brand'::regclass
AND mode = 'AccessExclusiveLock' AND NOT granted)`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		if waits {
			waited++
			time.Sleep(400 * time.Millisecond) // longer than a migration waits for a lock
		}
		if time.Since(began) > time.Minute {
			t.Fatal("the migration does not wait for the lock: this shows nothing")
		}
	}
	select {
	case err := <-done:
		t.Fatalf("the migration ended before the transaction did: %v", err)
	default:
	}
	if err := long.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := get[int](t, pool, "SELECT version FROM public.schema_version"); n != len(names) {
		t.Errorf("the schema is at version %d of %d", n, len(names))
	}
}
