package schema_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

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
	err := schema.GiveWay(t.Context(), db.Pool, func(tx pgx.Tx) error {
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
	err := schema.GiveWay(t.Context(), db.Pool, func(tx pgx.Tx) error {
		tries++
		_, err := tx.Exec(t.Context(), "ALTER TABLE no_such_table ADD m int")
		return err
	})
	if err == nil || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
	testkit.Until(t, "the connection is free", func() bool { return db.Pool.Stat().AcquiredConns() == 0 })
}
