package limit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/postgres"
)

// A Limit allows Burst requests at once and one more per Every.
type Limit struct {
	Burst int
	Every time.Duration
}

// A Charge is a limit and what it counts.
type Charge struct {
	limit  Limit
	Key    []byte // 32 bytes, a hash of what is counted
	sure   bool
	origin netip.Prefix // of the client; the zero Prefix if that does not matter
}

// On returns the charge of a limit for a subject. l is the configured size of the kind.
func On(k *Kind, l Limit, tenant, who string) Charge {
	sum := sha256.Sum256([]byte(tenant + "\x00" + k.name + "\x00" + who))
	return Charge{limit: l, Key: sum[:]}
}

// Sure marks a charge that is counted even if the table is full. Its subject must be one that clients cannot make up,
// such as a genuine device.
func (c Charge) Sure() Charge {
	c.sure = true
	return c
}

// From names the client that causes a charge. The row counts among those of the client's origin.
func (c Charge) From(client netip.Addr) Charge {
	c.origin = origin(client)
	return c
}

// A Limiter counts in the table rate.
type Limiter struct {
	pool   *pgxpool.Pool
	now    func() time.Time
	barred barred
	most   int64 // rows of the table
	rows   tally
	swept  atomic.Int64 // when the table was last swept because it seemed full, in ns
}

// New returns a Limiter.
func New(pool *pgxpool.Pool, now func() time.Time) *Limiter {
	return &Limiter{pool: pool, now: now, most: MaxRows}
}

// quickly lets the transaction of a batch commit without a flush of the disk. Many requests change the row of a tenant,
// and each would hold its lock during the flush. A crash of Postgres loses the charges of its last second at most.
const quickly = `SELECT set_config('synchronous_commit', 'off', true)`

// Take charges all limits in one round trip and returns the longest wait; 0 permits the request. If a limit refuses, no
// limit is charged. If the charges cannot be counted, the error is a 503.
func (s *Limiter) Take(ctx context.Context, tenant string, charges ...Charge) (time.Duration, error) {
	wait, _, err := s.TakeBeside(ctx, tenant, charges)
	return wait, err
}

// TakeBeside is like Take. It also charges limits that refuse nothing, and reports whether one of them is used up.
func (s *Limiter) TakeBeside(ctx context.Context, tenant string, charges []Charge, beside ...Charge,
) (wait time.Duration, over bool, err error) {
	now := s.now()
	if wait := s.barred.wait(charges, now); wait > 0 {
		return wait, false, nil
	}
	if err := s.room(ctx, tenant, charges); err != nil {
		return 0, false, err
	}
	type step struct {
		Charge
		beside, taken bool
	}
	var steps []step
	for _, c := range charges {
		steps = append(steps, step{Charge: c})
	}
	for _, c := range beside {
		steps = append(steps, step{Charge: c, beside: true})
	}
	// one order for all callers prevents deadlocks
	slices.SortFunc(steps, func(a, b step) int { return bytes.Compare(a.Key, b.Key) })
	var batch pgx.Batch
	batch.Queue(quickly)
	for _, c := range steps {
		// GCRA: tat is the time at which all charges are paid back. The row's lock serializes parallel callers.
		batch.Queue(`WITH taken AS (
  INSERT INTO rate AS r (tenant_id, key, tat, origin) VALUES ($1, $2, $3::timestamptz + $4::interval, $6)
  ON CONFLICT (key) DO UPDATE SET tat = greatest(r.tat, $3::timestamptz) + $4::interval
    WHERE greatest(r.tat, $3::timestamptz) + $4::interval <= $3::timestamptz + $5::interval
  RETURNING tat, xmax = 0 AS added
)
SELECT EXISTS (SELECT FROM taken), EXISTS (SELECT FROM taken WHERE added),
  coalesce((SELECT r.tat FROM rate r WHERE r.tenant_id = $1 AND r.key = $2), $3::timestamptz)`,
			tenant, c.Key, now, c.limit.Every, c.limit.Every*time.Duration(c.limit.Burst), c.from())
	}
	results := s.pool.SendBatch(ctx, &batch)
	if _, err := results.Exec(); err != nil {
		_ = results.Close()
		return 0, false, unavailable(fmt.Errorf("count an attempt: %w", err))
	}
	for i := range steps {
		c := &steps[i]
		var added bool
		var tat time.Time
		if err := results.QueryRow().Scan(&c.taken, &added, &tat); err != nil {
			_ = results.Close()
			return 0, false, unavailable(fmt.Errorf("count an attempt: %w", err))
		}
		if added {
			s.rows.add(tenant, c.origin)
		}
		switch {
		case c.taken:
		case c.beside:
			over = true
		default:
			w := max(tat.Add(c.limit.Every).Sub(now)-c.limit.Every*time.Duration(c.limit.Burst), time.Second)
			s.barred.add(c.Charge, now, w)
			wait = max(wait, w)
		}
	}
	if err := results.Close(); err != nil {
		return 0, false, unavailable(fmt.Errorf("count an attempt: %w", err))
	}
	if wait > 0 { // A refused request must not use up what others share.
		var back []Charge
		for _, c := range steps {
			if c.taken {
				back = append(back, c.Charge)
			}
		}
		err = s.giveBack(ctx, tenant, back, nil)
	}
	return wait, over, err
}

// GiveBack returns charges of an attempt that succeeded. The charges in clear are deleted.
func (s *Limiter) GiveBack(ctx context.Context, tenant string, back []Charge, clear ...Charge) error {
	s.barred.lift(back...)
	s.barred.lift(clear...)
	return s.giveBack(ctx, tenant, back, clear)
}

func (s *Limiter) giveBack(ctx context.Context, tenant string, back, clear []Charge) error {
	if len(back)+len(clear) == 0 {
		return nil
	}
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
	batch.Queue(quickly)
	for _, c := range steps {
		if c.clear {
			batch.Queue(`DELETE FROM rate WHERE tenant_id = $1 AND key = $2`, tenant, c.Key)
		} else {
			batch.Queue(`UPDATE rate SET tat = tat - $3::interval WHERE tenant_id = $1 AND key = $2`, tenant, c.Key,
				c.limit.Every)
		}
	}
	if err := s.pool.SendBatch(ctx, &batch).Close(); err != nil {
		return unavailable(fmt.Errorf("return a charge: %w", err))
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

// Forget deletes a charge in a transaction, and with it the failures that it counted.
func (s *Limiter) Forget(ctx context.Context, tx postgres.Execer, tenant string, c Charge) error {
	if _, err := tx.Exec(ctx, `DELETE FROM rate WHERE tenant_id = $1 AND key = $2`, tenant, c.Key); err != nil {
		return fmt.Errorf("forget failures: %w", err)
	}
	s.barred.lift(c)
	return nil
}
