package schema

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/run"
)

// How a change of tables gets its locks. The wait is shorter than deadlock_timeout, so that the change gives way in a
// deadlock, and not the reader or the editor.
const (
	lockWait     = "300ms"
	lockPause    = 200 * time.Millisecond // and up to as long again
	lockPatience = 5 * time.Minute
	lockLook     = 50 * time.Millisecond // how often a try is looked at: several times in a wait
)

// A giveWay runs a change of tables that others read and write. While it waits for a lock, all later statements on the
// table wait for it. So it waits for each lock for a moment only, and is tried again for minutes.
//
// Tries alone may never succeed: a writer of products that checks the brand waits for a change that has locked brands
// and waits for products. So a lock that was refused is taken first in the next try, when nobody waits for the change.
type giveWay struct {
	config *pgx.ConnConfig // of the database
	pid    uint32          // of the process in Postgres that runs the change
	waits  func()          // called after the first refusal of a change; nil: nobody wants to know

	first   []lock    // those that were refused, the last one first
	refused time.Time // when the first lock was refused; zero: none was
}

// A lock is what LOCK TABLE takes, both parts as SQL has them.
type lock struct{ table, mode string }

// refused reports whether a change failed because others held a lock.
func refused(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "40P01") // not available in time, deadlock
}

// next begins another change in the same run.
func (g *giveWay) next() { g.first, g.refused = nil, time.Time{} }

// begin is called with the connection of each try, in its transaction. A lock that cannot be taken so, because the
// table is gone or belongs to somebody else, is left to the change.
func (g *giveWay) begin(ctx context.Context, conn *pgx.Conn) error {
	exec := func(sql string) error {
		_, err := conn.Exec(ctx, sql)
		return err
	}
	if err := exec("SET LOCAL lock_timeout = '" + lockWait + "'"); err != nil {
		return err
	}
	for _, l := range slices.Clone(g.first) {
		err := exec("SAVEPOINT before_lock; LOCK TABLE " + l.table + " IN " + l.mode + " MODE")
		var pg *pgconn.PgError
		switch {
		case err == nil:
		case refused(err) || !errors.As(err, &pg):
			return err
		default:
			if err := exec("ROLLBACK TO before_lock"); err != nil {
				return err
			}
			g.forget(l.table)
		}
	}
	return nil
}

func (g *giveWay) forget(table string) {
	g.first = slices.DeleteFunc(g.first, func(l lock) bool { return l.table == table })
}

// run calls try until it returns another error than that of a refused lock, and waits between the calls.
func (g *giveWay) run(ctx context.Context, try func() error) error {
	var beside *pgx.Conn
	defer func() {
		if beside != nil {
			_ = beside.Close(context.WithoutCancel(ctx))
		}
	}()
	for {
		err := g.watch(ctx, beside, try)
		switch {
		case !refused(err):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case g.refused.IsZero():
			g.refused = time.Now()
			if g.waits != nil {
				g.waits()
			}
		case time.Since(g.refused) > lockPatience:
			return fmt.Errorf("other transactions used its tables for %s: end long transactions and start again: %w",
				lockPatience, err)
		}
		if beside == nil || beside.IsClosed() {
			beside, _ = pgx.ConnectConfig(ctx, g.config) // without it, no lock is noted
		}
		run.Pause(ctx, lockPause+rand.N(lockPause)) //nolint:gosec // no secret
	}
}

// watch runs try. If it is refused a lock of a table, watch notes the lock, which it sees on another connection.
func (g *giveWay) watch(ctx context.Context, beside *pgx.Conn, try func() error) error {
	if beside == nil {
		return try()
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Safely(try) }()
	var waited lock
	gone := false // a look has not seen it any more, because it was granted, or refused a moment ago
	for {
		select {
		case err := <-ended:
			if refused(err) && waited.table != "" {
				g.forget(waited.table)
				g.first = slices.Insert(g.first, 0, waited)
			}
			return err
		case <-time.After(lockLook):
		}
		switch l, err := waitedFor(ctx, beside, g.pid); {
		case err == nil:
			waited, gone = l, false
		case !errors.Is(err, pgx.ErrNoRows):
		case gone:
			waited = lock{}
		default:
			gone = true
		}
	}
}

// waitedFor returns the lock of a table that a process waits for, or pgx.ErrNoRows.
func waitedFor(ctx context.Context, beside *pgx.Conn, pid uint32) (l lock, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = beside.QueryRow(ctx, `
SELECT l.relation::regclass::text, upper(regexp_replace(replace(l.mode, 'Lock', ''), '([a-z])([A-Z])', '\1 \2', 'g'))
FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p')
WHERE l.pid = $1 AND NOT l.granted AND l.locktype = 'relation'
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`, pid).Scan(&l.table, &l.mode)
	return l, err
}

// GiveWay runs change in a transaction of pool. The change may lock tables that others read and write. It waits for
// each lock for 300 ms at most. If one is refused, change runs again, for up to 5 minutes, and waits is called once.
// What change does outside the transaction should come last.
//
// Others wait as long as change holds its locks. It may get those that were refused before it begins.
func GiveWay(ctx context.Context, pool *pgxpool.Pool, waits func(), change func(tx pgx.Tx) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	g := giveWay{config: pool.Config().ConnConfig, pid: conn.Conn().PgConn().PID(), waits: waits}
	return g.run(ctx, func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if err := g.begin(ctx, conn.Conn()); err != nil {
				return err
			}
			return change(tx)
		})
	})
}
