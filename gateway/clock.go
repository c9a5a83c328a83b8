package gateway

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// clock is the one clock of a gateway: the monotonic clock of the machine, corrected against the database. Neither a jump of the
// machine's time nor its being wrong moves it.
type clock struct {
	start  time.Time
	given  func() time.Time    // a clock to go by instead; nil: none
	offset atomic.Int64        // nanoseconds to add to start plus what has passed since
	jumped func(time.Duration) // told by how much each correction moved it; nil: nobody wants to know
}

func (c *clock) begin(given func() time.Time) { c.start, c.given = time.Now(), given }

// now is the time as the database has it.
func (c *clock) now() time.Time { return c.at(c.machine()) }

// machine is the machine's time, of which only what has passed since another such time is to be relied on. It is one look at the monotonic clock, where
// time.Now takes two.
func (c *clock) machine() time.Time { return c.start.Add(time.Since(c.start)) }

// at is what time the database has when machine says now.
func (c *clock) at(now time.Time) time.Time {
	if c.given != nil {
		return c.given()
	}
	return c.start.Round(0).Add(now.Sub(c.start) + time.Duration(c.offset.Load()))
}

// oneRow is what the clock is corrected by.
type oneRow interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// correct takes the best of three looks at the database's clock: the one that took the shortest.
func (c *clock) correct(ctx context.Context, db oneRow) error {
	best := time.Duration(1<<63 - 1)
	for range 3 {
		before := time.Since(c.start)
		var theirs time.Time
		if err := db.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&theirs); err != nil {
			return fmt.Errorf("read the clock: %w", err)
		}
		took := time.Since(c.start) - before
		if took < best {
			best = took
			ours := c.start.Round(0).Add(before + took/2)
			c.offset.Store(int64(theirs.Sub(ours)))
		}
	}
	return nil
}

const clockEach = 10 * time.Second

// keep corrects the clock from time to time until ctx ends.
func (c *clock) keep(ctx context.Context, db oneRow, log *slog.Logger) {
	tick := time.NewTicker(clockEach)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			cctx, cancel := context.WithTimeout(ctx, time.Second)
			before := c.offset.Load()
			if err := c.correct(cctx, db); err != nil && ctx.Err() == nil {
				log.Warn("clock not corrected", "err", err)
			} else if c.jumped != nil {
				c.jumped(time.Duration(c.offset.Load() - before))
			}
			cancel()
		}
	}
}
