package settle

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Cancel ends a payment that awaits money and releases its stock, for an operator. It only writes to the database. The
// customer is notified. A payment of which a part arrived waits for the return of that part afterwards. Money that
// arrives later is left to an operator, or refunded if a provider took it.
func Cancel(ctx context.Context, pool TxBeginner, tenant, payment string) (record.Status, error) {
	var status record.Status
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		p, err := record.Find(ctx, tx, tenant, payment, "FOR UPDATE")
		if err != nil {
			return err
		}
		if p == nil {
			return web.ErrNotFound
		}
		if err := CancelIn(ctx, tx, p); err != nil {
			return err
		}
		status = p.Status
		w, err := words(ctx, tx, p, "payment-cancelled")
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO notification (tenant_id, account_id, type, title, body, data)
VALUES ($1, $2, 'payment-cancelled', $3, $4, $5)`, p.Tenant, p.Account, w.Title, w.Body, w.Data)
		if err != nil {
			return fmt.Errorf("write a notification: %w", err)
		}
		return nil
	})
	return status, err
}

// askSoon is when a page that a provider still shows is queried after a payment was cancelled.
const askSoon = time.Minute

// CancelIn is Cancel in a transaction that has locked the payment, without the notification.
func CancelIn(ctx context.Context, tx pgx.Tx, p *record.Payment) error {
	m, now := record.MoveSupersede, time.Now()
	c := record.Change{Reason: pos.ReasonCancelled, Final: now, Detail: map[string]any{"by": "operator"}}
	switch {
	case p.Flow == record.HostPay:
		c.AskAt = now.Add(askSoon) // the customer may have paid
	case p.Method == settings.OnChain && p.AskAt.Unix() > 0:
		c.AskAt = p.AskAt // a transaction was named; it is still looked for
	case p.Status == record.PartiallyPaid:
		m = record.MoveGiveUp
	}
	if !m.Allows(p.Status) {
		return api.Errorf(409, api.PaymentState, "The payment is %s. Only a payment that awaits money can be cancelled.",
			p.Status)
	}
	if ok, err := record.Apply(ctx, tx, p, m, c); err != nil || !ok {
		return err
	}
	return basket.Release(ctx, tx, p.Tenant, p.ID)
}
