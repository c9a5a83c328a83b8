package ticket

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/keywrap"
)

// Config configures tickets.
type Config struct {
	Keys *keywrap.Ring // encrypts the stored keys of tickets
	Now  func() time.Time

	Drawings    int // QR codes drawn at once, by all requests; default max(1, cores/2)
	RevokedPage int // ids in one part of the list of revoked tickets; default 50,000
}

// DefaultConfig returns the default configuration, without Keys.
func DefaultConfig() Config {
	return Config{Now: time.Now, Drawings: defaultDrawings(), RevokedPage: 50_000}
}

// A Service issues tickets and checks them in.
type Service struct {
	cfg      Config
	pool     *pgxpool.Pool
	pictures *pictures
}

// New returns a service.
func New(cfg Config, pool *pgxpool.Pool) (*Service, error) {
	if cfg.Keys == nil || cfg.Now == nil {
		return nil, errors.New("ticket: a ring of secrets and a clock are required")
	}
	if cfg.Drawings <= 0 || cfg.RevokedPage <= 0 {
		return nil, errors.New("ticket: Drawings and RevokedPage must be positive")
	}
	return &Service{cfg: cfg, pool: pool, pictures: newPictures(cfg.Drawings)}, nil
}

// eventEnd is when the tickets of an event e expire, in SQL. Latecomers are admitted to an event without an end. It is
// NULL if the event has no date that can be shown.
const eventEnd = `coalesce(CASE WHEN is_date(e.ends_at) THEN e.ends_at END,
  CASE WHEN is_date(e.starts_at) THEN e.starts_at + interval '12 hours' END)`

// A Line is a line of an order for an event.
type Line struct {
	Tenant, Account string
	Order, Item     string // the order and its line
	Event           string
	Count           int       // of tickets
	Over            time.Time // end of the event when it was put into the basket; zero if it has none
	Now             time.Time
}

// Issue writes the tickets of a line, in the transaction that delivers the order.
func (s *Service) Issue(ctx context.Context, tx pgx.Tx, l Line) error {
	kid, key, err := s.key(ctx, tx, l.Tenant, l.Now)
	if err != nil {
		return err
	}
	var now *time.Time
	err = tx.QueryRow(ctx, `SELECT `+eventEnd+` FROM event e WHERE e.tenant_id = $1 AND e.id = $2`, l.Tenant,
		l.Event).Scan(&now)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("read the end of the event: %w", err)
	}
	ends := l.Over
	if now != nil {
		ends = *now
	}
	for seq := range l.Count {
		var id string
		if err := tx.QueryRow(ctx, `SELECT object_id()`).Scan(&id); err != nil {
			return fmt.Errorf("name a ticket: %w", err)
		}
		code, err := text(key, kid, claims{ID: id, Ev: l.Event}, l.Now, ends)
		if err != nil {
			return fmt.Errorf("write a ticket: %w", err)
		}
		if _, err := tx.Exec(ctx,
			`INSERT INTO ticket (tenant_id, id, account_id, order_id, order_item_id, seq, event_id, code, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, l.Tenant, id, l.Account, l.Order, l.Item, seq, l.Event, code,
			l.Now); err != nil {
			return fmt.Errorf("issue a ticket: %w", err)
		}
	}
	return nil
}

// Revoke revokes the unused tickets of a payment, in the transaction that records the refund. A check-in at the same
// moment comes before or after it: the row of the ticket decides.
func (s *Service) Revoke(ctx context.Context, tx pgx.Tx, tenant, payment string, voided bool, now time.Time) error {
	status := "refunded"
	if voided {
		status = "cancelled"
	}
	_, err := tx.Exec(ctx, `UPDATE ticket SET status = $3, revoked_at = $4
WHERE tenant_id = $1 AND status = 'valid' AND order_id IN (SELECT o.id FROM orders o WHERE o.tenant_id = $1
AND o.payment_id = $2)`, tenant, payment, status, now)
	if err != nil {
		return fmt.Errorf("revoke tickets: %w", err)
	}
	return nil
}
