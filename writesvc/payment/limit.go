package payment

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

// A Limit lets so many through at once, and one more each time Every has passed.
type Limit struct {
	Burst int
	Every time.Duration
}

// A limiter counts requests in the table of all limits.
type limiter struct {
	pool *pgxpool.Pool
	now  func() time.Time
}

// take counts a request by its network address.
func (s *limiter) take(ctx context.Context, rq *web.Request, tenant, name string, l Limit) error {
	ok, err := s.counted(ctx, tenant, name, api.Network(rq.Client), l)
	if err == nil && !ok {
		return &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There were too many attempts. Try again later.", RetryAfter: max(1, int(l.Every.Seconds()))}
	}
	return err
}

// counted counts something of somebody's, in the table of all limits. It reports whether the limit lets it through.
func (s *limiter) counted(ctx context.Context, tenant, name, whose string, l Limit) (bool, error) {
	key := sha256.Sum256([]byte(tenant + "\x00" + name + "\x00" + whose))
	now := s.now()
	var tat time.Time
	err := s.pool.QueryRow(ctx, `INSERT INTO rate AS r (tenant_id, key, tat) VALUES ($1, $2, $3::timestamptz + $4::interval)
ON CONFLICT (key) DO UPDATE SET tat = greatest(r.tat, $3::timestamptz) + $4::interval
  WHERE greatest(r.tat, $3::timestamptz) + $4::interval <= $3::timestamptz + $5::interval
RETURNING tat`, tenant, key[:], now, l.Every, l.Every*time.Duration(l.Burst)).Scan(&tat)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("count a request: %w", err)
	}
	return true, nil
}
