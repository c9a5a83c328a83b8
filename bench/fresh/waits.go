package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// editor is the application_name of the connections that edit.
const editor = "bench editor"

// waits counts what edits were waiting for when they were sampled.
type waits struct{ all, flush, lock, processor int }

const waitsEach = 50 * time.Millisecond

// sampleWaits samples what edits wait for, until ctx ends.
func (b *bench) sampleWaits(ctx context.Context) (w waits, err error) {
	conn, err := pgx.Connect(ctx, b.place.URL)
	if err != nil {
		return w, fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // no statement is running
	for wait(ctx, waitsEach) == nil {
		rows, err := conn.Query(ctx, `
SELECT coalesce(wait_event_type, ''), coalesce(wait_event, ''), count(*) FROM pg_stat_activity
WHERE application_name = $1 AND state = 'active' GROUP BY 1, 2`, editor)
		if err != nil {
			break // ctx has ended
		}
		var of, event string
		var n int
		if _, err := pgx.ForEachRow(rows, []any{&of, &event, &n}, func() error {
			w.all += n
			switch {
			case strings.HasPrefix(strings.ToUpper(event), "WAL"):
				w.flush += n
			case of == "Lock":
				w.lock += n
			case of == "":
				w.processor += n
			}
			return nil
		}); err != nil {
			break
		}
	}
	return w, nil
}

// String describes the parts.
func (w waits) String() string {
	part := func(n int) float64 { return 100 * float64(n) / float64(max(1, w.all)) }
	return fmt.Sprintf("edits wait for a flush of the log %.0f %% of their time, for another transaction %.0f %%; "+
		"they run, or wait for a processor, %.0f %%", part(w.flush), part(w.lock), part(w.processor))
}
