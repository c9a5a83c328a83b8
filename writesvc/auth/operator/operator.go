package operator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/auth/session"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/web"
)

// Lock locks an account and ends its sessions.
func Lock(ctx context.Context, pool *pgxpool.Pool, tenant, address string) (string, error) {
	return operate(ctx, pool, tenant, address, "locked by an operator", func(tx pgx.Tx, id string) (string, error) {
		if _, err := tx.Exec(ctx,
			`UPDATE account SET status = 'LOCKED', locked_from = status, updated_at = now()
WHERE tenant_id = $1 AND id = $2 AND status <> 'LOCKED'`, tenant, id); err != nil {
			return "", err
		}
		n, err := endAll(ctx, tx, tenant, id, "account locked")
		return fmt.Sprintf("%s is locked; %d sessions are ended", address, n), err
	})
}

// Unlock gives a locked account the status that it had before, and clears its failed attempts. A business that waits
// for approval still waits for it.
func Unlock(ctx context.Context, pool *pgxpool.Pool, tenant, address string) (string, error) {
	return operate(ctx, pool, tenant, address, "unlocked by an operator", func(tx pgx.Tx, id string) (string, error) {
		var status string
		err := tx.QueryRow(ctx, `UPDATE account SET
  status = CASE WHEN status = 'LOCKED' THEN coalesce(locked_from, 'ACTIVE') ELSE status END, locked_from = NULL,
  updated_at = now() WHERE tenant_id = $1 AND id = $2 RETURNING status`, tenant, id).Scan(&status)
		if err != nil {
			return "", err
		}
		_, err = tx.Exec(ctx, `DELETE FROM rate WHERE tenant_id = $1 AND key = $2`, tenant,
			limit.On(limit.FailAccount, limit.Limit{}, tenant, id).Key)
		if status == "PENDING" {
			return address + " is unlocked and waits for approval", err
		}
		return address + " is unlocked", err
	})
}

// Approve approves a pending business account and emails its owner.
func Approve(ctx context.Context, pool *pgxpool.Pool, tenant, address string) (string, error) {
	return operate(ctx, pool, tenant, address, "approved by an operator", func(tx pgx.Tx, id string) (string, error) {
		tag, err := tx.Exec(ctx, `UPDATE account SET status = 'ACTIVE', updated_at = now() WHERE tenant_id = $1 AND id = $2
AND status = 'PENDING'`, tenant, id)
		if err != nil {
			return "", err
		}
		if tag.RowsAffected() == 0 {
			return "", errors.New("the account is not waiting for approval")
		}
		// Inserted directly, because the outbox belongs to the write service, which polls the table.
		_, err = tx.Exec(ctx, `INSERT INTO outbox (tenant_id, kind, data) VALUES ($1, $2, $3)`, tenant, email.Approved,
			email.Job{Account: id})
		return address + " is approved; an email will be sent", err
	})
}

// EndSessions ends every session of an account.
func EndSessions(ctx context.Context, pool *pgxpool.Pool, tenant, address string) (string, error) {
	return operate(ctx, pool, tenant, address, "signed out by an operator", func(tx pgx.Tx, id string) (string, error) {
		n, err := endAll(ctx, tx, tenant, id, "ended by an operator")
		return fmt.Sprintf("%d sessions of %s are ended", n, address), err
	})
}

// Delete deletes an account and its personal data. Payments that await money are cancelled and release their stock.
// Orders, payments and tickets are kept without the person if money was taken or may still arrive. Delete refuses while
// money is on its way, because nobody could be told of its outcome.
func Delete(ctx context.Context, pool *pgxpool.Pool, tenant, address string) (string, error) {
	return operate(ctx, pool, tenant, address, "deleted by an operator", func(tx pgx.Tx, id string) (string, error) {
		// A sign-out locks its session and its basket before it needs the account for a new basket, and a payment its basket
		// and itself before a notification. The same order prevents deadlocks.
		for _, sql := range []string{
			`SELECT FROM account_session WHERE tenant_id = $1 AND account_id = $2 ORDER BY id FOR UPDATE`,
			`SELECT FROM basket WHERE tenant_id = $1 AND account_id = $2 ORDER BY id FOR UPDATE`,
		} {
			if _, err := tx.Exec(ctx, sql, tenant, id); err != nil {
				return "", fmt.Errorf("lock what belongs to the account: %w", err)
			}
		}
		cancelled, err := cancelUnpaid(ctx, tx, tenant, id)
		if err != nil {
			return "", err
		}
		// Nothing that belongs to the account is added from here on.
		if _, err := tx.Exec(ctx, `SELECT FROM account WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, tenant,
			id); err != nil {
			return "", fmt.Errorf("lock the account: %w", err)
		}
		var payment, status string
		err = tx.QueryRow(ctx, `SELECT id, status FROM payment WHERE tenant_id = $1 AND account_id = $2
AND (refunding > 0 OR status IN ('created', 'requires_action', 'processing', 'unknown', 'refund_pending', 'pending',
  'partially_paid', 'confirming') OR ask_at IS NOT NULL AND (flow = 'host_pay'
  OR status IN ('failed', 'expired', 'cancelled')))
ORDER BY created_at DESC LIMIT 1`, tenant, id).Scan(&payment, &status)
		if err == nil {
			return "", fmt.Errorf("payment %s of %s is pending (%s): wait until it has ended. vitrine payment show %s %s",
				payment, address, status, tenant, payment)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return "", fmt.Errorf("find payments: %w", err)
		}
		var books bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM payment WHERE tenant_id = $1 AND account_id = $2
AND captured > 0)
OR EXISTS (SELECT FROM orders WHERE tenant_id = $1 AND account_id = $2)`, tenant, id).Scan(&books); err != nil {
			return "", fmt.Errorf("find orders: %w", err)
		}
		if err := forget(ctx, tx, tenant, id); err != nil {
			return "", err
		}
		if books || cancelled > 0 {
			return address + " is deleted; orders and payments stay, without the person", nil
		}
		_, err = tx.Exec(ctx, `DELETE FROM account WHERE tenant_id = $1 AND id = $2`, tenant, id)
		return address + " is deleted", err
	})
}

// cancelUnpaid cancels the payments of an account for which no money was requested, and of which none arrived. It
// returns how many there were.
func cancelUnpaid(ctx context.Context, tx pgx.Tx, tenant, id string) (int, error) {
	rows, err := tx.Query(ctx, `SELECT `+record.Columns+` FROM payment WHERE tenant_id = $1 AND account_id = $2
AND status IN ('created', 'requires_action', 'pending') AND flow <> 'host_pay'
AND NOT EXISTS (SELECT FROM crypto_payment k WHERE k.tenant_id = $1 AND k.payment_id = payment.id AND k.named <> '{}')
ORDER BY id FOR UPDATE`, tenant, id)
	if err != nil {
		return 0, fmt.Errorf("find payments: %w", err)
	}
	unpaid, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		return 0, fmt.Errorf("find payments: %w", err)
	}
	for _, p := range unpaid {
		if err := settle.CancelIn(ctx, tx, p); err != nil {
			return 0, err
		}
	}
	return len(unpaid), nil
}

// forget deletes personal data and every way to sign in. The account's id remains.
func forget(ctx context.Context, tx pgx.Tx, tenant, id string) error {
	for _, sql := range []string{
		`DELETE FROM account_session WHERE tenant_id = $1 AND account_id = $2`, // deletes push subscriptions, too
		`DELETE FROM account_code WHERE tenant_id = $1 AND account_id = $2`,
		`DELETE FROM account_identity WHERE tenant_id = $1 AND account_id = $2`,
		`DELETE FROM outbox o USING account a WHERE o.tenant_id = $1 AND a.tenant_id = $1 AND a.id = $2
AND (strpos(o.data::text, '"' || a.id || '"') > 0 OR strpos(lower(o.data::text), '"' || a.email || '"') > 0)`,
		`DELETE FROM notification WHERE tenant_id = $1 AND account_id = $2`,
		`DELETE FROM basket b WHERE b.tenant_id = $1 AND b.account_id = $2 AND NOT EXISTS (SELECT FROM payment p
WHERE p.tenant_id = $1 AND p.basket_id = b.id)`,
		`UPDATE basket SET status = 'closed' WHERE tenant_id = $1 AND account_id = $2 AND status = 'open'`,
		// The bank's text names the person that paid. Its reference is not needed once the line belongs to a payment.
		`UPDATE statement_line l SET description = '' FROM payment p WHERE l.tenant_id = $1 AND p.tenant_id = $1
AND p.account_id = $2 AND l.payment_id = p.id AND l.outcome <> ''`,
		`UPDATE sandbox_order o SET card = '' FROM payment p WHERE o.tenant_id = $1 AND p.tenant_id = $1
AND p.account_id = $2 AND o.oid IN (p.id, p.merchant_ref)`,
		`UPDATE payment SET address = '', card = '', plan_bin = '', client = NULL WHERE tenant_id = $1 AND account_id = $2`,
		`UPDATE account_audit SET address = '', user_agent = '', detail = '{}' WHERE tenant_id = $1 AND account_id = $2`,
		`UPDATE account SET email = 'deleted-' || id || '` + profile.DeletedDomain +
			`', email_verified_at = NULL, password = NULL, password_set_at = NULL, first_name = '', last_name = '',
  phones = '[]', phone = NULL, phone_verified_at = NULL, type = 'B2C', company = NULL, status = 'LOCKED',
  locked_from = NULL, email_older = false, language = NULL WHERE tenant_id = $1 AND id = $2`,
	} {
		if _, err := tx.Exec(ctx, sql, tenant, id); err != nil {
			return fmt.Errorf("delete personal data: %w", err)
		}
	}
	return nil
}

func operate(ctx context.Context, pool *pgxpool.Pool, tenant, given, event string,
	do func(tx pgx.Tx, id string) (string, error)) (said string, err error) {
	address := given
	if !web.IsID(given) {
		if address, err = profile.Known(given); err != nil {
			return "", errors.New("not an email address and not an id")
		}
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var id string
		err := tx.QueryRow(ctx, `SELECT id FROM account WHERE tenant_id = $1 AND (email = $2 OR id = $2)
FOR NO KEY UPDATE`, tenant, address).Scan(&id) // a payment that starts may hold its basket's lock and need the account
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("tenant %s has no account %s", tenant, address)
		}
		if err != nil {
			return fmt.Errorf("read the account: %w", err)
		}
		if said, err = do(tx, id); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO account_audit (tenant_id, account_id, event) VALUES ($1, $2, $3)`, tenant, id,
			event)
		return err
	})
	return said, err
}

func endAll(ctx context.Context, tx pgx.Tx, tenant, id, why string) (int64, error) {
	return session.End{Tenant: tenant, Account: id, At: time.Now(), Why: why}.All(ctx, tx)
}
