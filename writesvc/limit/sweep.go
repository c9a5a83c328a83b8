package limit

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/api"
)

// MaxRows is the maximal number of rows of the table rate, about 250 MB with its indexes. Each process counts the rows
// that it adds, and the whole table when it sweeps. So the table may exceed MaxRows by what other processes add between
// two sweeps.
const MaxRows = 1_000_000

const (
	sweepSlack = time.Minute      // clocks of processes differ
	sweepEvery = 10 * time.Second // the minimal interval of sweeps of a full table
)

// Sweep deletes rows that limit nothing any more, and counts the others.
func (s *Limiter) Sweep(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM rate WHERE tat < $1`, s.now().Add(-sweepSlack)); err != nil {
		return fmt.Errorf("delete expired limits: %w", err)
	}
	var n int64
	if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM rate`).Scan(&n); err != nil {
		return fmt.Errorf("count limits: %w", err)
	}
	s.rows.Store(n)
	return nil
}

// room returns an error if the table is full and a charge is not sure. A full table is swept at intervals.
func (s *Limiter) room(ctx context.Context, charges []Charge) error {
	if s.rows.Load() < s.most {
		return nil
	}
	if last := s.swept.Load(); time.Now().UnixNano()-last > int64(sweepEvery) &&
		s.swept.CompareAndSwap(last, time.Now().UnixNano()) {
		if err := s.Sweep(ctx); err != nil {
			return unavailable(err)
		}
		if s.rows.Load() < s.most {
			return nil
		}
	}
	for _, c := range charges {
		if !c.sure {
			return unavailable(fmt.Errorf("the table of rate limits is full: %d rows", s.rows.Load()))
		}
	}
	return nil
}

// unavailable returns the 503 for a request that cannot be counted.
func unavailable(err error) error {
	return &api.Error{Status: 503, Code: api.Unavailable, RetryAfter: 5, Cause: err,
		Message: "The server is busy. Try again in a moment."}
}
