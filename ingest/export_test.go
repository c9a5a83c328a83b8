package ingest

import "context"

// Prune runs one round of pruning.
func (w *Worker) Prune(ctx context.Context) error { return w.prune(ctx) }
