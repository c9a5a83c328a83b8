package capture

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// sleep waits for changes to come, and publishes them, until they come fast: for the doorbell, and never for it alone.
//
// A writer that sealed its transaction before it could see the drain asleep commits without ringing. Those that were open when the drain
// fell asleep are waited for with one eye open, a few milliseconds a look; that leaves writers with a snapshot from before (REPEATABLE
// READ), for whom the longest wait is Config.Asleep.
func (d *Relay) sleep(ctx context.Context) error {
	if err := d.setAsleep(true); err != nil {
		return err
	}
	d.load = 0
	_, err := d.round(ring{}) // what was sealed while it fell asleep
	open := running(d.snapshot)
	for err == nil && !d.busy() && len(d.behind) == 0 && ctx.Err() == nil {
		wait := d.cfg.Asleep
		if open = stillRunning(open, d.snapshot); len(open) > 0 {
			wait = d.cfg.Drowsy
		}
		if len(d.dirty) > 0 {
			wait = min(wait, max(time.Millisecond, d.cfg.Checkpoint-time.Since(d.saved)))
		}
		var rung ring
		var found bool
		if rung, err = d.listen(ctx, wait); err != nil {
			break
		}
		if found, err = d.round(rung); found && !rung.heard && err == nil {
			err = d.setAsleep(true) // it came without a ring: perhaps writers do not know
		}
	}
	if err != nil {
		return err
	}
	return d.setAsleep(false)
}

// listen waits for the doorbell, ctx or the time.
func (d *Relay) listen(ctx context.Context, wait time.Duration) (rung ring, err error) {
	wctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		said, err := d.conn.WaitForNotification(wctx)
		switch {
		case err == nil:
			rung.add(said.Payload)
			cancel() // all rings that came meanwhile are one
		case rung.heard || wctx.Err() != nil && !d.conn.IsClosed():
			return rung, nil
		default:
			return rung, fmt.Errorf("wait for the doorbell: %w", err)
		}
	}
}

// setAsleep tells writers whether to ring.
func (d *Relay) setAsleep(asleep bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	tag, err := d.conn.Exec(ctx, "UPDATE drain_state SET asleep = $1", asleep)
	if err == nil && tag.RowsAffected() == 0 {
		_, err = d.conn.Exec(ctx, "INSERT INTO drain_state (asleep) VALUES ($1)", asleep) // unlogged: a crash emptied it
	}
	if err != nil {
		return fmt.Errorf("tell writers to ring: %w", err)
	}
	d.stats.Asleep.Store(asleep)
	return nil
}

// running lists the transactions that a snapshot, "xmin:xmax:xip,xip…", shows as running.
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

// stillRunning drops from open what a later snapshot does not show as running.
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
