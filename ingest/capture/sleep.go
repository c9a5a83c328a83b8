package capture

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// sleep waits for wake-ups and publishes changes, until they come fast. It never relies on wake-ups alone.
//
// A writer that sealed its transaction before it could see that the relay sleeps commits without a wake-up. While a
// transaction is open that was open when the relay fell asleep, the relay polls every Config.Drowsy. A writer with an
// older snapshot (REPEATABLE READ) can still go unnoticed, for at most Config.Asleep. It also polls every Config.Drowsy
// after a comparison that found heads ahead of the cursors.
func (r *Relay) sleep(ctx context.Context) error {
	if err := r.setAsleep(true); err != nil {
		return err
	}
	r.load = 0
	open, err := r.open()
	for err == nil && !r.busy() && len(r.behind) == 0 && ctx.Err() == nil {
		wait := r.cfg.Asleep
		if open = stillRunning(open, r.snapshot); len(open)+len(r.expected) > 0 {
			wait = r.cfg.Drowsy
		}
		if len(r.dirty) > 0 {
			wait = min(wait, max(time.Millisecond, r.cfg.Checkpoint-time.Since(r.saved)))
		}
		var w wakeup
		var found bool
		if w, err = r.listen(ctx, wait); err != nil {
			break
		}
		if found, err = r.round(w); found && !w.notified && err == nil {
			err = r.setAsleep(true) // a change without a wake-up: writers may not see that the relay sleeps
		}
	}
	if err != nil {
		return err
	}
	return r.setAsleep(false)
}

// open polls, which finds changes sealed meanwhile, and lists the open transactions.
func (r *Relay) open() (map[string]bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	// A snapshot lists no transaction above the last one that ended. So this one ends first: those that are open have
	// lower numbers.
	if _, err := r.conn.Exec(ctx, "SELECT pg_current_xact_id()"); err != nil {
		return nil, fmt.Errorf("list open transactions: %w", err)
	}
	_, err := r.round(wakeup{})
	return running(r.snapshot), err
}

// listen waits for a wake-up, ctx or the time.
func (r *Relay) listen(ctx context.Context, wait time.Duration) (w wakeup, err error) {
	wctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		said, err := r.conn.WaitForNotification(wctx)
		switch {
		case err == nil:
			w.add(said.Payload)
			cancel() // notifications that have arrived count as one wake-up
		case w.notified || wctx.Err() != nil && !r.conn.IsClosed():
			return w, nil
		default:
			return w, fmt.Errorf("wait for a wake-up: %w", err)
		}
	}
}

// setAsleep sets whether writers send wake-ups.
func (r *Relay) setAsleep(asleep bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	tag, err := r.conn.Exec(ctx, "UPDATE drain_state SET asleep = $1", asleep)
	if err == nil && tag.RowsAffected() == 0 {
		// The table is unlogged: a crash empties it.
		_, err = r.conn.Exec(ctx, "INSERT INTO drain_state (asleep) VALUES ($1)", asleep)
	}
	if err != nil {
		return fmt.Errorf("set whether writers send wake-ups: %w", err)
	}
	r.stats.Asleep.Store(asleep)
	return nil
}

// running lists the open transactions of a snapshot, "xmin:xmax:xip,xip…".
func running(snapshot string) map[string]bool {
	_, list, _ := strings.Cut(snapshot[strings.Index(snapshot, ":")+1:], ":")
	open := map[string]bool{}
	for xid := range strings.SplitSeq(list, ",") {
		if xid != "" {
			open[xid] = true
		}
	}
	return open
}

// stillRunning removes from open the transactions that a later snapshot no longer lists.
func stillRunning(open map[string]bool, snapshot string) map[string]bool {
	if len(open) == 0 {
		return open
	}
	now := running(snapshot)
	for xid := range open {
		if !now[xid] {
			delete(open, xid)
		}
	}
	return open
}
