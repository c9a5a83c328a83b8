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

// A giveWay runs a change of tables that others read and write. A change that waits for a lock makes everybody wait who
// comes after it. So it waits for each lock for a moment only, and is tried again for minutes.
//
// Tries alone may never succeed: a writer of products that checks the brand waits for a change that has locked brands
// and waits for products. So a lock that was refused is taken first in the next try, when nobody waits for the change.
type giveWay struct {
	config *pgx.ConnConfig // of the database
	pid    uint32          // of the process in Postgres that runs the change
	first  []lock          // those that were refused, the last one first
}

// A lock is what LOCK TABLE takes, both parts quoted.
type lock struct{ table, mode string }

// refused reports whether a change failed because others held a lock.
func refused(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "40P01") // not available in time, deadlock
}

// begin is called with the connection of each try, in its transaction.
func (g *giveWay) begin(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "SET LOCAL lock_timeout = '"+lockWait+"'"); err != nil {
		return err
	}
	for _, l := range g.first {
		if _, err := conn.Exec(ctx, "LOCK TABLE "+l.table+" IN "+l.mode+" MODE"); err != nil {
			return err
		}
	}
	return nil
}

// run calls try until it returns another error than that of a refused lock, and waits between the calls.
func (g *giveWay) run(ctx context.Context, try func() error) error {
	began := time.Now()
	err := try()
	if !refused(err) {
		return err
	}
	beside, connecting := pgx.ConnectConfig(ctx, g.config)
	if connecting != nil {
		return errors.Join(err, connecting)
	}
	defer func() { _ = beside.Close(context.WithoutCancel(ctx)) }()
	for refused(err) && ctx.Err() == nil {
		if time.Since(began) > lockPatience {
			return fmt.Errorf("other transactions used its tables for %s: end long transactions and start again: %w",
				lockPatience, err)
		}
		run.Pause(ctx, lockPause+rand.N(lockPause)) //nolint:gosec // no secret
		err = g.watch(ctx, beside, try)
	}
	return err
}

// watch runs try, and notes the lock of a table that it waited for last, if it was refused.
func (g *giveWay) watch(ctx context.Context, beside *pgx.Conn, try func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- run.Safely(try) }()
	var waited lock
	for {
		select {
		case err := <-ended:
			if refused(err) && waited.table != "" {
				g.first = slices.DeleteFunc(g.first, func(l lock) bool { return l.table == waited.table })
				g.first = slices.Insert(g.first, 0, waited)
			}
			return err
		case <-time.After(lockLook):
		}
		if l, err := waitedFor(ctx, beside, g.pid); err == nil {
			waited = l
		}
	}
}

// waitedFor returns the lock of a table that a process waits for, or pgx.ErrNoRows.
func waitedFor(ctx context.Context, beside *pgx.Conn, pid uint32) (l lock, err error) {
	err = beside.QueryRow(ctx, `
SELECT l.relation::regclass::text, upper(regexp_replace(replace(l.mode, 'Lock', ''), '([a-z])([A-Z])', '\1 \2', 'g'))
FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p')
WHERE l.pid = $1 AND NOT l.granted AND l.locktype = 'relation'
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`, pid).Scan(&l.table, &l.mode)
	return l, err
}

// GiveWay runs change in a transaction of pool. The change may lock tables that others read and write: it waits for
// each lock for 300 ms at most, so nobody waits for long, and is run again for up to 5 minutes. What it does outside
// the transaction should come last.
func GiveWay(ctx context.Context, pool *pgxpool.Pool, change func(tx pgx.Tx) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	g := giveWay{config: pool.Config().ConnConfig, pid: conn.Conn().PgConn().PID()}
	return g.run(ctx, func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if err := g.begin(ctx, conn.Conn()); err != nil {
				return err
			}
			return change(tx)
		})
	})
}
