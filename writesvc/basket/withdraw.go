package basket

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Withdraw ends the use of the id of an account's open basket. The id grants the payment of the basket without a
// bearer token, so a client whose session has ended must not keep it. The lines move to a basket with another id.
// While a payment of the basket is live, they stay: the payment may still buy them. Then only the account can pay for
// the basket, and it gets its new id once the payment has ended.
//
// Withdraw is called in the transaction that ends the session.
func Withdraw(ctx context.Context, tx pgx.Tx, tenant, account string) error {
	var id string
	err := tx.QueryRow(ctx, `UPDATE basket SET withdrawn = true WHERE tenant_id = $1 AND account_id = $2
AND status = 'open' RETURNING id`, tenant, account).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("withdraw the basket: %w", err)
	}
	_, err = renew(ctx, tx, tenant, id)
	return err
}

// renew moves the lines of a withdrawn basket, whose row is locked, to a basket with another id. It closes the old one,
// and deletes it if no payment names it. It returns the new id, or the old one while a payment of the basket is live.
func renew(ctx context.Context, tx pgx.Tx, tenant, old string) (id string, err error) {
	err = tx.QueryRow(ctx, `UPDATE basket b SET status = 'closed', updated_at = now()
WHERE b.tenant_id = $1 AND b.id = $2 AND b.status = 'open' AND NOT EXISTS (
  SELECT FROM payment p WHERE p.tenant_id = $1 AND p.basket_id = b.id AND p.status IN ('created', 'requires_action',
    'processing', 'unknown', 'pending', 'partially_paid', 'confirming', 'succeeded', 'partially_refunded'))
RETURNING b.account_id`, tenant, old).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return old, nil
	}
	if err != nil {
		return "", fmt.Errorf("close the basket: %w", err)
	}
	if err := tx.QueryRow(ctx, `INSERT INTO basket (tenant_id, account_id) VALUES ($1, $2) RETURNING id`, tenant,
		id).Scan(&id); err != nil {
		return "", fmt.Errorf("begin a new basket: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE basket_item SET basket_id = $3 WHERE tenant_id = $1 AND basket_id = $2`, tenant, old,
		id); err != nil {
		return "", fmt.Errorf("move the lines of the basket: %w", err)
	}
	// A payment starts under the lock of its basket's row, so none starts meanwhile.
	if _, err := tx.Exec(ctx, `DELETE FROM basket b WHERE b.tenant_id = $1 AND b.id = $2 AND `+unpaid, tenant,
		old); err != nil {
		return "", fmt.Errorf("delete the old basket: %w", err)
	}
	return id, nil
}

// unpaid is the condition that no payment names the basket b. Payments keep their baskets.
const unpaid = `NOT EXISTS (SELECT FROM payment p WHERE p.tenant_id = b.tenant_id AND p.basket_id = b.id)`

// sweepMost is how many closed baskets one Sweep deletes.
const sweepMost = 1000

// Sweep deletes closed baskets that no payment names. A basket has no lines once it is closed.
func (s *Service) Sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM basket WHERE (tenant_id, id) IN (
  SELECT b.tenant_id, b.id FROM basket b WHERE b.status = 'closed' AND `+unpaid+`
  ORDER BY b.tenant_id, b.id LIMIT $1 FOR UPDATE SKIP LOCKED)`, sweepMost)
	if err != nil {
		return fmt.Errorf("delete closed baskets: %w", err)
	}
	return nil
}
