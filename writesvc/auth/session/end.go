// Package session ends sessions. A client may know the id of the account's basket, which grants the payment without a
// bearer token. So each end of a session withdraws that id, too.
package session

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/basket"
)

// An End is the end of sessions of an account.
type End struct {
	Tenant, Account string
	At              time.Time
	Why             string // for the account's owner and the operator
}

// One ends one session.
func (e End) One(ctx context.Context, tx pgx.Tx, id string) error {
	if _, err := tx.Exec(ctx, `UPDATE account_session SET revoked_at = $3, revoked_for = $4 WHERE tenant_id = $1
AND id = $2 AND revoked_at IS NULL`, e.Tenant, id, e.At, e.Why); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	return basket.Withdraw(ctx, tx, e.Tenant, e.Account)
}

// Oldest ends the oldest live sessions above a number.
func (e End) Oldest(ctx context.Context, tx pgx.Tx, above int) error {
	tag, err := tx.Exec(ctx, `UPDATE account_session SET revoked_at = $3, revoked_for = $4
WHERE tenant_id = $1 AND account_id = $2 AND revoked_at IS NULL AND id IN (
  SELECT o.id FROM account_session o WHERE o.tenant_id = $1 AND o.account_id = $2 AND o.revoked_at IS NULL
AND o.expires_at > $3
  ORDER BY o.created_at DESC, o.id DESC OFFSET $5)`, e.Tenant, e.Account, e.At, e.Why, above)
	if err != nil {
		return fmt.Errorf("end the oldest sessions: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	return basket.Withdraw(ctx, tx, e.Tenant, e.Account)
}

// All ends every session and all device tokens of the account. It returns the number of sessions.
func (e End) All(ctx context.Context, tx pgx.Tx) (int64, error) {
	tag, err := tx.Exec(ctx, `UPDATE account_session SET revoked_at = $3, revoked_for = $4
WHERE tenant_id = $1 AND account_id = $2 AND revoked_at IS NULL`, e.Tenant, e.Account, e.At, e.Why)
	if err != nil {
		return 0, fmt.Errorf("end the sessions: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE account SET device_generation = device_generation + 1
WHERE tenant_id = $1 AND id = $2`, e.Tenant, e.Account); err != nil {
		return 0, fmt.Errorf("end the devices: %w", err)
	}
	return tag.RowsAffected(), basket.Withdraw(ctx, tx, e.Tenant, e.Account)
}
