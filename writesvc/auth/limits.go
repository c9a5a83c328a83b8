package auth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
)

// A Limit lets so many through at once, and one more each time Every has passed.
type Limit struct {
	Burst int
	Every time.Duration
}

// Limits are how often whom may what. What an attempt takes is given back when it succeeds, where that is said.
type Limits struct {
	FailAddress Limit // attempts to sign in that fail, by network address
	FailAccount Limit // the same by account, whatever the grant: password, code, provider. This is the lock-out
	FailTenant  Limit // the same by shop
	SignUp      Limit // sign-ups by address
	Send        Limit // letters and messages that are asked for, by address
	SendAccount Limit // the same by account and purpose, a day; beside them SendEvery holds
	SMSNumber   Limit // text messages to one number
	SMSPrefix   Limit // text messages to numbers that begin alike: somebody earns by them
	SMSTenant   Limit // text messages of a shop
}

// DefaultLimits are what a shop on one server needs and an attacker does not like.
func DefaultLimits() Limits {
	return Limits{
		FailAddress: Limit{50, 10 * time.Second},
		FailAccount: Limit{10, 90 * time.Second},
		FailTenant:  Limit{2000, 50 * time.Millisecond},
		SignUp:      Limit{150, 5 * time.Second},
		Send:        Limit{30, 20 * time.Second},
		SendAccount: Limit{10, 144 * time.Minute},
		SMSNumber:   Limit{10, 144 * time.Minute},
		SMSPrefix:   Limit{50, time.Minute},
		SMSTenant:   Limit{500, 10 * time.Second},
	}
}

// A charge is one limit and whom it counts.
type charge struct {
	limit Limit
	key   []byte // 32 bytes: of whom, without saying who
}

// on counts somebody by a limit. name tells limits apart that count the same.
func on(l Limit, tenant, name, who string) charge {
	sum := sha256.Sum256([]byte(tenant + "\x00" + name + "\x00" + who))
	return charge{l, sum[:]}
}

// take charges all of them, in one round trip, and returns how long the slowest makes wait: 0 lets through. A charge that does not let
// through takes nothing; the others have taken theirs.
func (s *Service) take(ctx context.Context, tenant string, charges ...charge) (time.Duration, error) {
	now := s.cfg.Now()
	if wait := s.barred.wait(charges, now); wait > 0 {
		return wait, nil
	}
	slices.SortFunc(charges, func(a, b charge) int { return bytes.Compare(a.key, b.key) }) // one order for all: no deadlock
	var batch pgx.Batch
	for _, c := range charges {
		// GCRA: tat is when all that was taken is paid back. One row, one upsert, and the row's lock makes parallel callers queue.
		batch.Queue(`WITH taken AS (
  INSERT INTO rate AS r (tenant_id, key, tat) VALUES ($1, $2, $3::timestamptz + $4::interval)
  ON CONFLICT (key) DO UPDATE SET tat = greatest(r.tat, $3::timestamptz) + $4::interval
    WHERE greatest(r.tat, $3::timestamptz) + $4::interval <= $3::timestamptz + $5::interval
  RETURNING tat
)
SELECT EXISTS (SELECT FROM taken), coalesce((SELECT r.tat FROM rate r WHERE r.tenant_id = $1 AND r.key = $2), $3::timestamptz)`,
			tenant, c.key, now, c.limit.Every, c.limit.Every*time.Duration(c.limit.Burst))
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

// giveBack undoes what take took, of an attempt that turned out well. The clear ones are forgotten altogether.
func (s *Service) giveBack(ctx context.Context, tenant string, back []charge, clear ...charge) error {
	s.barred.lift(back...)
	s.barred.lift(clear...)
	type step struct {
		charge
		clear bool
	}
	var steps []step
	for _, c := range back {
		steps = append(steps, step{c, false})
	}
	for _, c := range clear {
		steps = append(steps, step{c, true})
	}
	slices.SortFunc(steps, func(a, b step) int { return bytes.Compare(a.key, b.key) })
	var batch pgx.Batch
	for _, c := range steps {
		if c.clear {
			batch.Queue(`DELETE FROM rate WHERE tenant_id = $1 AND key = $2`, tenant, c.key)
		} else {
			batch.Queue(`UPDATE rate SET tat = tat - $3::interval WHERE tenant_id = $1 AND key = $2`, tenant, c.key, c.limit.Every)
		}
	}
	if err := s.pool.SendBatch(ctx, &batch).Close(); err != nil {
		return fmt.Errorf("give an attempt back: %w", err)
	}
	return nil
}

// tooMany is the 429 of a wait.
func tooMany(wait time.Duration) *api.Error {
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	return &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There were too many attempts. Try again later.", RetryAfter: seconds}
}

// tooManyHere is the 429 of a wait that everybody at the network address, or of the shop, has to endure.
func tooManyHere(wait time.Duration) *api.Error {
	e := tooMany(wait)
	e.Barred = true
	return e
}

// barred remembers for a moment who was just told to come back later, so that whoever does not listen costs no query. What was refused has
// taken nothing, so forgetting it changes nothing; and it is but a moment, for somebody may have been let off meanwhile.
type barred struct {
	mu    sync.Mutex
	until map[[sha256.Size]byte]bar
}

type bar struct{ forgotten, over time.Time }

const (
	barMost   = 20_000
	barMoment = 2 * time.Second
)

// wait is how long those charges have to wait that are barred, 0 if none is.
func (b *barred) wait(charges []charge, now time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range charges {
		if e, ok := b.until[[sha256.Size]byte(c.key)]; ok && e.forgotten.After(now) {
			wait = max(wait, e.over.Sub(now), time.Second)
		}
	}
	return wait
}

func (b *barred) add(c charge, now time.Time, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until == nil || len(b.until) >= barMost {
		b.until = map[[sha256.Size]byte]bar{}
	}
	b.until[[sha256.Size]byte(c.key)] = bar{now.Add(min(wait, barMoment)), now.Add(wait)}
}

// lift forgets those who were let off.
func (b *barred) lift(charges ...charge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range charges {
		delete(b.until, [sha256.Size]byte(c.key))
	}
}
