// Package claim gives an account to the person who first proves its email address.
//
// Anyone can sign up with the address of somebody else, set a password, verify a telephone number and stay signed in.
// So the first proof of the address ends all of that. See docs/decisions/0019-first-proof.md.
package claim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/auth/session"
)

// ErrGone is returned if the account is locked or has another address by now.
var ErrGone = errors.New("the account is locked or has another address")

// Lock locks an account until the transaction ends. Transactions that use a code or link lock the account before the
// code, so that they cannot deadlock. It returns ErrGone if there is no such account.
func Lock(ctx context.Context, tx pgx.Tx, tenant, account string) error {
	err := tx.QueryRow(ctx, `SELECT id FROM account WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`, tenant,
		account).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrGone
	}
	if err != nil {
		return fmt.Errorf("lock the account: %w", err)
	}
	return nil
}

// A Proof proves that a client reads the emails to an address.
type Proof struct {
	Tenant, Account, Address string
	At                       time.Time
	// Owner means that the client also has a session or the password of the account. Then nothing ends.
	Owner bool
}

// Accept marks the address of an account as verified, in the transaction that uses the code, link or ID token. first
// is true if nobody had proved it before. Then Accept also removes the password, the telephone numbers, the identities
// and the pending codes, ends the device tokens and the sessions with their push subscriptions, and withdraws the id of
// the basket.
func Accept(ctx context.Context, tx pgx.Tx, p Proof) (first bool, err error) {
	err = tx.QueryRow(ctx, `SELECT email_verified_at IS NULL FROM account
WHERE tenant_id = $1 AND id = $2 AND email = $3 AND status <> 'LOCKED' FOR NO KEY UPDATE`, p.Tenant, p.Account,
		p.Address).Scan(&first)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, ErrGone
	}
	if err != nil {
		return false, fmt.Errorf("read the account: %w", err)
	}
	if !first {
		return false, nil
	}
	if _, err := tx.Exec(ctx, `UPDATE account SET email_verified_at = $3, updated_at = $3
WHERE tenant_id = $1 AND id = $2`, p.Tenant, p.Account, p.At); err != nil {
		return false, fmt.Errorf("verify the address: %w", err)
	}
	if p.Owner {
		return true, nil
	}
	return true, p.endAll(ctx, tx)
}

// endAll ends what the account had before the proof.
func (p Proof) endAll(ctx context.Context, tx pgx.Tx) error {
	end := session.End{Tenant: p.Tenant, Account: p.Account, At: p.At, Why: "address proved by its owner"}
	if _, err := end.All(ctx, tx); err != nil {
		return err
	}
	// The rows stay, so that a message that is sent again does not make them valid again.
	if _, err := tx.Exec(ctx, `UPDATE account_code SET used_at = $3 WHERE tenant_id = $1 AND account_id = $2
AND used_at IS NULL`, p.Tenant, p.Account, p.At); err != nil {
		return fmt.Errorf("end the codes: %w", err)
	}
	for _, sql := range []string{
		`UPDATE account SET password = NULL, password_set_at = NULL, phone = NULL, phone_verified_at = NULL,
  phones = '[]' WHERE tenant_id = $1 AND id = $2`,
		`DELETE FROM push_subscription WHERE tenant_id = $1 AND account_id = $2`,
		`DELETE FROM account_identity WHERE tenant_id = $1 AND account_id = $2`,
	} {
		if _, err := tx.Exec(ctx, sql, p.Tenant, p.Account); err != nil {
			return fmt.Errorf("end what was set before: %w", err)
		}
	}
	return nil
}
