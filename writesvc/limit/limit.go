package limit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

// A Limit allows Burst requests at once and one more per Every.
type Limit struct {
	Burst int
	Every time.Duration
}

// A Charge is a limit and what it counts.
type Charge struct {
	limit Limit
	Key   []byte // 32 bytes, a hash of what is counted
}

// On returns the charge of a limit for a subject. name distinguishes limits with the same subject.
func On(l Limit, tenant, name, who string) Charge {
	sum := sha256.Sum256([]byte(tenant + "\x00" + name + "\x00" + who))
	return Charge{l, sum[:]}
}

// A Limiter counts in the table rate.
type Limiter struct {
	pool   *pgxpool.Pool
	now    func() time.Time
	barred barred
}

// New returns a Limiter.
func New(pool *pgxpool.Pool, now func() time.Time) *Limiter {
	return &Limiter{pool: pool, now: now}
}

// Take charges all limits in one round trip and returns the longest wait; 0 permits the request. A limit that refuses
// is not charged; the others are.
func (s *Limiter) Take(ctx context.Context, tenant string, charges ...Charge) (time.Duration, error) {
	now := s.now()
	if wait := s.barred.wait(charges, now); wait > 0 {
		return wait, nil
	}
	// one order for all callers prevents deadlocks
	slices.SortFunc(charges, func(a, b Charge) int { return bytes.Compare(a.Key, b.Key) })
	var batch pgx.Batch
	for _, c := range charges {
		// GCRA: tat is the time at which all charges are paid back. The row's lock serializes parallel callers.
		batch.Queue(`WITH taken AS (
  INSERT INTO rate AS r (tenant_id, key, tat) VALUES ($1, $2, $3::timestamptz + $4::interval)
  ON CONFLICT (key) DO UPDATE SET tat = greatest(r.tat, $3::timestamptz) + $4::interval
    WHERE greatest(r.tat, $3::timestamptz) + $4::interval <= $3::timestamptz + $5::interval
  RETURNING tat
)
SELECT EXISTS (SELECT FROM taken), coalesce((SELECT r.tat FROM rate r WHERE r.tenant_id = $1
AND r.key = $2), $3::timestamptz)`,
			tenant, c.Key, now, c.limit.Every, c.limit.Every*time.Duration(c.limit.Burst))
	}
	results := s.pool.SendBatch(ctx, &batch)
	var wait time.Duration
	for _, c := range charges {
		var taken bool
		var tat time.Time
		if err := results.QueryRow().Scan(&taken, &tat); err != nil {
			_ = results.Close()
			return 0, fmt.Errorf("count an attempt: %w", err)
		}
		if !taken {
			w := max(tat.Add(c.limit.Every).Sub(now)-c.limit.Every*time.Duration(c.limit.Burst), time.Second)
			s.barred.add(c, now, w)
			wait = max(wait, w)
		}
	}
	if err := results.Close(); err != nil {
		return 0, fmt.Errorf("count an attempt: %w", err)
	}
	return wait, nil
}

// GiveBack returns charges of an attempt that succeeded. The charges in clear are deleted.
func (s *Limiter) GiveBack(ctx context.Context, tenant string, back []Charge, clear ...Charge) error {
	s.barred.lift(back...)
	s.barred.lift(clear...)
	type step struct {
		Charge
		clear bool
	}
	var steps []step
	for _, c := range back {
		steps = append(steps, step{c, false})
	}
	for _, c := range clear {
		steps = append(steps, step{c, true})
	}
	slices.SortFunc(steps, func(a, b step) int { return bytes.Compare(a.Key, b.Key) })
	var batch pgx.Batch
	for _, c := range steps {
		if c.clear {
			batch.Queue(`DELETE FROM rate WHERE tenant_id = $1 AND key = $2`, tenant, c.Key)
		} else {
			batch.Queue(`UPDATE rate SET tat = tat - $3::interval WHERE tenant_id = $1 AND key = $2`, tenant, c.Key,
				c.limit.Every)
		}
	}
	if err := s.pool.SendBatch(ctx, &batch).Close(); err != nil {
		return fmt.Errorf("return a charge: %w", err)
	}
	return nil
}

// TooMany returns the 429 for a wait.
func TooMany(wait time.Duration) *api.Error {
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	return &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There were too many attempts. Try again later.",
		RetryAfter: seconds}
}

// TooManyHere returns the 429 for a wait that applies to a whole network address or tenant.
func TooManyHere(wait time.Duration) *api.Error {
	e := TooMany(wait)
	e.Barred = true
	return e
}

// Request counts a request by its network address and returns a 429 if the limit refuses it.
func (s *Limiter) Request(ctx context.Context, rq *web.Request, tenant, name string, l Limit) error {
	ok, err := s.Count(ctx, tenant, name, api.Network(rq.Client), l)
	if err == nil && !ok {
		return &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There were too many attempts. Try again later.",
			RetryAfter: max(1, int(l.Every.Seconds()))}
	}
	return err
}

// Count counts a request of a subject. It reports whether the limit permits it.
func (s *Limiter) Count(ctx context.Context, tenant, name, whose string, l Limit) (bool, error) {
	key := sha256.Sum256([]byte(tenant + "\x00" + name + "\x00" + whose))
	now := s.now()
	var tat time.Time
	err := s.pool.QueryRow(ctx, `INSERT INTO rate AS r (tenant_id, key, tat)
VALUES ($1, $2, $3::timestamptz + $4::interval)
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

// Forget deletes a charge in a transaction, and with it the failures that it counted.
func (s *Limiter) Forget(ctx context.Context, tx Execer, tenant string, c Charge) error {
	if _, err := tx.Exec(ctx, `DELETE FROM rate WHERE tenant_id = $1 AND key = $2`, tenant, c.Key); err != nil {
		return fmt.Errorf("forget failures: %w", err)
	}
	s.barred.lift(c)
	return nil
}

// An Execer is a pool or a transaction.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}
