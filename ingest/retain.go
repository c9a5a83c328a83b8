package ingest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vitrine/ingest/announce"
	"vitrine/internal/run"
)

const (
	pruneEach = 10 * time.Second // pause between rounds of pruning
	pruneStep = 1000             // transactions deleted at once
	pruneStop = 30 * time.Second // timeout of a round
)

// retain deletes changes that are published and old, or too many, until ctx is done. A gateway that needs a deleted
// change invalidates the whole tenant (wire.ErrPruned).
func (w *Worker) retain(ctx context.Context) {
	for ctx.Err() == nil {
		if err := errors.Join(w.prune(ctx), announce.Prune(ctx, w.cfg.Pool)); err != nil && ctx.Err() == nil {
			w.cfg.Log.Warn("old changes not deleted", "err", err)
		}
		run.Pause(ctx, pruneEach)
	}
}

// prune deletes changes in short transactions, which do not delay vacuum.
func (w *Worker) prune(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pruneStop)
	defer cancel()
	for {
		gone, err := w.pruneOnce(ctx, w.cfg.Keep)
		if err != nil {
			return err
		}
		if gone == 0 {
			break
		}
	}
	// The estimate is about a second old. Counting would cost more than it is worth.
	var rows int64
	err := w.cfg.Pool.QueryRow(ctx, "SELECT pg_stat_get_live_tuples('change_row'::regclass)").Scan(&rows)
	if err != nil {
		return fmt.Errorf("estimate the rows of change_row: %w", err)
	}
	for rows > w.cfg.KeepRows {
		gone, err := w.pruneOnce(ctx, 0)
		if err != nil {
			return err
		}
		if gone == 0 {
			break // the others are unpublished, or visible to an open transaction
		}
		rows -= gone
	}
	return nil
}

func (w *Worker) pruneOnce(ctx context.Context, keep time.Duration) (gone int64, err error) {
	if err := w.cfg.Pool.QueryRow(ctx, "SELECT prune_changes($1, $2)", keep, pruneStep).Scan(&gone); err != nil {
		return 0, fmt.Errorf("delete old changes: %w", err)
	}
	w.Stats.Pruned.Add(uint64(gone))
	return gone, nil
}
