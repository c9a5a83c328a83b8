package clock

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"vitrine/internal/postgres"
)

// A Clock is the monotonic clock of the machine, corrected against Postgres. A wrong or adjusted system time does not
// move it.
type Clock struct {
	start     time.Time
	fixed     func() time.Time    // a clock to use instead; nil: none
	offset    atomic.Int64        // nanoseconds to add to start plus the time elapsed since
	corrected func(time.Duration) // receives the size of each correction; nil: none
}

// New makes a clock that shows the machine's time until Correct is called. If fixed is given, the clock shows that
// time instead. Run calls corrected, if given, with the size of each correction.
func New(fixed func() time.Time, corrected func(time.Duration)) *Clock {
	return &Clock{start: time.Now(), fixed: fixed, corrected: corrected}
}

// Start is when the clock was made, by the machine's clock.
func (c *Clock) Start() time.Time { return c.start }

// Now is the time by Postgres's clock.
func (c *Clock) Now() time.Time { return c.At(c.Machine()) }

// Machine is the machine's time. Only differences between two such times are reliable. It reads the monotonic clock
// once, where time.Now reads two clocks.
func (c *Clock) Machine() time.Time { return c.start.Add(time.Since(c.start)) }

// At converts a time that Machine returned to Postgres's clock.
func (c *Clock) At(machine time.Time) time.Time {
	if c.fixed != nil {
		return c.fixed()
	}
	return c.actual(machine)
}

// Actual is the time by Postgres's clock, also if the clock shows a fixed time. It measures how long things take.
func (c *Clock) Actual() time.Time { return c.actual(c.Machine()) }

func (c *Clock) actual(machine time.Time) time.Time {
	return c.start.Round(0).Add(machine.Sub(c.start) + time.Duration(c.offset.Load()))
}

// Correct sets the clock to Postgres's.
func (c *Clock) Correct(ctx context.Context, db postgres.Queryer) error {
	offset, err := Offset(ctx, db, func() time.Time { return c.start.Round(0).Add(time.Since(c.start)) })
	if err == nil {
		c.offset.Store(int64(offset))
	}
	return err
}

// readings is how often Offset reads Postgres's clock.
const readings = 5

// Offset measures how far Postgres's clock is ahead of now. It uses the fastest of several readings.
func Offset(ctx context.Context, db postgres.Queryer, now func() time.Time) (offset time.Duration, err error) {
	fastest := time.Duration(1<<63 - 1)
	for range readings {
		var postgres time.Time
		before := now()
		if err := db.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&postgres); err != nil {
			return 0, fmt.Errorf("read the clock of Postgres: %w", err)
		}
		if took := now().Sub(before); took < fastest {
			fastest, offset = took, postgres.Sub(before.Add(took/2))
		}
	}
	return offset, nil
}

const (
	correctEvery   = 10 * time.Second
	correctTimeout = time.Second
)

// Run corrects the clock every 10 s until ctx is done.
func (c *Clock) Run(ctx context.Context, db postgres.Queryer, log *slog.Logger) {
	tick := time.NewTicker(correctEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		before := c.offset.Load()
		cctx, cancel := context.WithTimeout(ctx, correctTimeout)
		err := c.Correct(cctx, db)
		cancel()
		switch {
		case err == nil && c.corrected != nil:
			c.corrected(time.Duration(c.offset.Load() - before))
		case err != nil && ctx.Err() == nil:
			log.Warn("clock not corrected", "err", err)
		}
	}
}
