package ticket

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Config configures tickets.
type Config struct {
	Secret []byte // private keys are derived from it; at least 32 bytes
	Now    func() time.Time
}

// DefaultConfig returns the default configuration, without the secret.
func DefaultConfig() Config { return Config{Now: time.Now} }

// A Service issues tickets and checks them in.
type Service struct {
	cfg  Config
	pool *pgxpool.Pool
}

// New returns a service.
func New(cfg Config, pool *pgxpool.Pool) (*Service, error) {
	if len(cfg.Secret) < 32 || cfg.Now == nil {
		return nil, errors.New("ticket: a secret of at least 32 bytes and a clock are required")
	}
	return &Service{cfg: cfg, pool: pool}, nil
}

// key returns the tenant's newest key. The first ticket creates it.
func (s *Service) key(ctx context.Context, tx pgx.Tx, tenant string, now time.Time,
) (kid string, key ed25519.PrivateKey, err error) {
	err = tx.QueryRow(ctx, `SELECT id FROM ticket_key WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
		tenant).Scan(&kid)
	if err == nil {
		return kid, private(s.cfg.Secret, tenant, kid), nil
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return "", nil, fmt.Errorf("find the key of tickets: %w", err)
	}
	if err := tx.QueryRow(ctx, `SELECT object_id()`).Scan(&kid); err != nil {
		return "", nil, fmt.Errorf("name a key: %w", err)
	}
	key = private(s.cfg.Secret, tenant, kid)
	if _, err := tx.Exec(ctx, `INSERT INTO ticket_key (tenant_id, id, public, created_at) VALUES ($1, $2, $3, $4)`,
		tenant, kid, []byte(key.Public().(ed25519.PublicKey)), now); err != nil {
		return "", nil, fmt.Errorf("keep a key: %w", err)
	}
	return kid, key, nil
}

// A Line is a line of an order for an event.
type Line struct {
	Tenant, Account string
	Order, Item     string // the order and its line
	Event           string
	Count           int       // of tickets
	Over            time.Time // end of the event; zero if it has none
	Now             time.Time
}

// Issue writes the tickets of a line, in the transaction that delivers the order.
func (s *Service) Issue(ctx context.Context, tx pgx.Tx, l Line) error {
	kid, key, err := s.key(ctx, tx, l.Tenant, l.Now)
	if err != nil {
		return err
	}
	for seq := range l.Count {
		var id string
		if err := tx.QueryRow(ctx, `SELECT object_id()`).Scan(&id); err != nil {
			return fmt.Errorf("name a ticket: %w", err)
		}
		code, err := text(key, kid, claims{ID: id, Ev: l.Event}, l.Now, l.Over)
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

// Revoke revokes the unused tickets of a payment, in the transaction that records the refund.
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
