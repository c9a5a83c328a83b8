package rewrap

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/writesvc/keywrap"
)

// Options say what Rotate does besides encrypting keys with the current secret.
type Options struct {
	DryRun      bool // count, and change nothing
	ReplaceLost bool // end the use of keys that no secret opens; the service makes new ones
	NewTickets  bool // end the signing of all ticket keys; the next ticket of each tenant makes a new one
	Now         time.Time
	// Step is called after each transaction with the kind of keys and how many were read so far; nil: not called.
	Step func(kind string, done int)
}

// A Count says how many keys of a kind were in which state.
type Count struct {
	Kind      string
	Current   int // were encrypted by the current secret already
	Rewrapped int // were encrypted by another secret, or derived from one
	Lost      int // no given secret opens them
	Retired   int // sign nothing from now on
}

// Rotate encrypts every stored key with the ring's current secret. Public keys do not change, so all tickets and tokens
// stay valid. It works in transactions of 100 keys. A run that was killed can be repeated.
func Rotate(ctx context.Context, db interface {
	Beginner
	postgres.DB
}, ring *keywrap.Ring, o Options,
) ([]Count, error) {
	var counts []Count
	for _, k := range kinds {
		c := Count{Kind: k.name}
		read := 0
		err := k.each(ctx, db, !o.DryRun, func(tx pgx.Tx, p keywrap.Pair) error {
			read++
			return o.move(ctx, tx, ring, k, p, &c)
		}, func() error {
			if o.Step != nil && read > 0 {
				o.Step(k.name, read)
			}
			return nil
		})
		if err != nil {
			return counts, err
		}
		counts = append(counts, c)
	}
	if o.NewTickets {
		counts[0].Retired = counts[0].Current + counts[0].Rewrapped
		if !o.DryRun {
			n, err := retire(ctx, db, o.Now)
			if err != nil {
				return counts, err
			}
			counts[0].Retired = int(n)
		}
	}
	return counts, nil
}

// move encrypts one key with the current secret.
func (o Options) move(ctx context.Context, tx pgx.Tx, ring *keywrap.Ring, k kind, p keywrap.Pair, c *Count) error {
	key, s, err := open(ring, k, p)
	if err != nil {
		return err
	}
	sql, value := k.update, any(nil)
	switch s {
	case current:
		c.Current++
		return nil
	case older:
		c.Rewrapped++
		if value, err = ring.Wrap(p.Owner, key); err != nil {
			return err
		}
	case lost:
		c.Lost++
		if !o.ReplaceLost {
			return nil
		}
		sql, value = k.abandon, o.Now
	}
	if o.DryRun {
		return nil
	}
	if _, err := tx.Exec(ctx, sql, p.Owner.Tenant, p.Owner.Name, value); err != nil {
		return fmt.Errorf("change the %s: %w", k.name, err)
	}
	return nil
}
