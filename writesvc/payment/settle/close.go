package settle

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/web"
)

// A CloseRequest is an operator's decision about a refund whose outcome is not known.
type CloseRequest struct {
	Tenant, Payment string
	Amount          writeapi.Money // of the refund, if several of the payment need an operator; 0: there is one
	// Returned means that the customer has the money, from the bank or from the operator. Otherwise the refund failed.
	// Then the amount can be refunded again. Money that buys nothing is sent again at once.
	Returned bool
}

// CloseRefund closes a refund that needs an operator, and returns its id. It only writes to the database; the
// reconciler of a write service does what follows from returned money, and sends what must be sent again.
func CloseRefund(ctx context.Context, pool TxBeginner, r CloseRequest) (id string, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		p, err := record.Find(ctx, tx, r.Tenant, r.Payment, "FOR UPDATE")
		if err != nil {
			return err
		}
		if p == nil {
			return web.ErrNotFound
		}
		var amount writeapi.Money
		if id, amount, err = inReview(ctx, tx, r); err != nil {
			return err
		}
		event, status := "refund returned", "wanted"
		switch {
		case r.Returned:
		case p.Status == record.RefundPending:
			event = "refund again"
		default:
			event, status = "refund failed", "failed"
			if _, err := tx.Exec(ctx, `UPDATE payment SET refunding = refunding - $3 WHERE tenant_id = $1 AND id = $2`,
				r.Tenant, p.ID, amount); err != nil {
				return fmt.Errorf("end a refund: %w", err)
			}
		}
		// Due at the payment's creation: at once, whatever the reconciler's clock says.
		if _, err := tx.Exec(ctx, `UPDATE refund SET status = $3, returned = $4, tries = 0, due_at = $5
WHERE tenant_id = $1 AND id = $2`, r.Tenant, id, status, r.Returned, p.Created); err != nil {
			return fmt.Errorf("close a refund: %w", err)
		}
		return record.Note(ctx, tx, p, event, map[string]any{"amount": amount.String(), "by": "operator"})
	})
	return id, err
}

// inReview returns the refund of a payment that a request means.
func inReview(ctx context.Context, tx pgx.Tx, r CloseRequest) (id string, amount writeapi.Money, err error) {
	rows, err := tx.Query(ctx, `SELECT id, amount FROM refund WHERE tenant_id = $1 AND payment_id = $2
AND status = 'review' AND ($3::bigint = 0 OR amount = $3) ORDER BY created_at, id FOR UPDATE`, r.Tenant, r.Payment,
		r.Amount)
	if err != nil {
		return "", 0, fmt.Errorf("find refunds: %w", err)
	}
	type candidate struct {
		ID     string
		Amount writeapi.Money
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[candidate])
	if err != nil {
		return "", 0, fmt.Errorf("find refunds: %w", err)
	}
	if len(all) == 0 {
		return "", 0, api.Errorf(409, api.PaymentState, "No refund of the payment needs an operator.")
	}
	if slices.ContainsFunc(all, func(o candidate) bool { return o.Amount != all[0].Amount }) {
		return "", 0, api.Errorf(409, api.PaymentState, "Several refunds of the payment need an operator: name the amount.")
	}
	return all[0].ID, all[0].Amount, nil
}
