package ingest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// renewEpoch makes sure, on a fresh session, that the numbers in this database were given here. Where a dump was restored, the cluster cloned
// or a standby promoted that may not have seen the last commits, every tenant begins a new epoch, and whoever follows them learns it.
func (w *Worker) renewEpoch(conn *pgx.Conn) (renewed bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if err := conn.QueryRow(ctx, "SELECT renew_epoch() FROM set_config('synchronous_commit', 'on', true)").Scan(&renewed); err != nil {
		return false, fmt.Errorf("check the epoch: %w", err)
	}
	if renewed {
		w.cfg.Log.Warn("this is not the database whose changes were numbered: every tenant begins a new epoch")
	}
	return renewed, nil
}

// newEpoch begins a new epoch because a tenant's numbers went back in the old one, as they do on a disk that was put back to an older
// state. Only one who followed them can see that.
func (d *drain) newEpoch(ctx context.Context, tenant string) error {
	d.cfg.Log.Warn("change numbers went back: every tenant begins a new epoch", "tenant", tenant, "was", d.cursors[tenant].n)
	if _, err := d.conn.Exec(ctx, "SELECT new_epoch() FROM set_config('synchronous_commit', 'on', true)"); err != nil {
		return fmt.Errorf("begin a new epoch: %w", err)
	}
	return d.compareHeads(ctx)
}
