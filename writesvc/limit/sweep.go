package limit

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
)

const (
	sweepSlack = time.Minute      // clocks of processes differ
	sweepEvery = 10 * time.Second // the minimal interval of sweeps of a table that seems full
)

// Sweep deletes rows that limit nothing any more, and counts the others.
func (s *Limiter) Sweep(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM rate WHERE tat < $1`, s.now().Add(-sweepSlack)); err != nil {
		return fmt.Errorf("delete expired limits: %w", err)
	}
	rows, err := s.pool.Query(ctx, `SELECT grouping(tenant_id, origin), coalesce(tenant_id, ''), origin, count(*) FROM rate
GROUP BY GROUPING SETS ((), (tenant_id), (origin))
HAVING count(*) >= $1 OR grouping(tenant_id, origin) = 3`, s.most/leastTallied)
	if err != nil {
		return fmt.Errorf("count limits: %w", err)
	}
	counted := counts{tenants: map[string]int64{}, origins: map[netip.Prefix]int64{}}
	var grouped int
	var tenant string
	var from *netip.Prefix
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&grouped, &tenant, &from, &n}, func() error {
		switch {
		case grouped == 3: // by nothing
			counted.all = n
		case grouped == 1:
			counted.tenants[tenant] = n
		case from != nil:
			counted.origins[*from] = n
		}
		return nil
	}); err != nil {
		return fmt.Errorf("count limits: %w", err)
	}
	s.rows.set(counted)
	return nil
}

// room returns an error if the table has no room for the rows of a charge that is not sure. A table that seems full is
// swept at intervals.
func (s *Limiter) room(ctx context.Context, tenant string, charges []Charge) error {
	full := s.rows.full(s.most, tenant, charges)
	if full == nil && s.rows.known(s.most) {
		return nil
	}
	if last := s.swept.Load(); time.Now().UnixNano()-last > int64(sweepEvery) &&
		s.swept.CompareAndSwap(last, time.Now().UnixNano()) {
		if err := s.Sweep(ctx); err != nil {
			return unavailable(err)
		}
		full = s.rows.full(s.most, tenant, charges)
	}
	return full
}

// unavailable returns the 503 for a request that cannot be counted.
func unavailable(err error) error {
	return &api.Error{Status: 503, Code: api.Unavailable, RetryAfter: 5, Cause: err,
		Message: "The server is busy. Try again in a moment."}
}
