package settle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// A RefundRequest asks for money of a payment to be returned.
type RefundRequest struct {
	Tenant, Payment string
	Amount          writeapi.Money // 0: all that is left; ignored by Void
	Key             string         // requests with the same key are one refund; "": every request is a refund
	Reason          string         // for operators
}

// Refund schedules a refund. It only writes to the database; the reconciler of a write service carries it out.
func Refund(ctx context.Context, pool TxBeginner, r RefundRequest) error {
	return requestRefund(ctx, pool, "refund", r)
}

// Void schedules the cancellation of a whole payment. Once the bank has settled the payment, it is refunded instead.
func Void(ctx context.Context, pool TxBeginner, r RefundRequest) error {
	r.Amount = 0
	return requestRefund(ctx, pool, "void", r)
}

// TxBeginner begins a transaction.
type TxBeginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

func requestRefund(ctx context.Context, pool TxBeginner, kind string, r RefundRequest) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		p, err := record.Find(ctx, tx, r.Tenant, r.Payment, "FOR UPDATE")
		if err != nil {
			return err
		}
		if p == nil {
			return web.ErrNotFound
		}
		if r.Key != "" {
			var there bool
			if err := tx.QueryRow(ctx, `SELECT EXISTS (
  SELECT FROM refund WHERE tenant_id = $1 AND payment_id = $2 AND key = $3)`,
				r.Tenant, r.Payment, r.Key).Scan(&there); err != nil || there {
				return err
			}
		}
		left, amount := p.Captured-p.Refunded-p.Refunding, r.Amount
		if kind == "void" || amount == 0 {
			amount = left
		}
		aside := record.MoveReturn.Allows(p.Status) && left > 0 && kind == "refund" && amount == left
		switch {
		case aside: // the payment bought nothing; it is returned as a whole
		case record.MoveReturn.Allows(p.Status):
			return api.Errorf(409, api.PaymentState, "The payment is %s and can only be returned as a whole.", p.Status)
		case p.Status != record.Succeeded && p.Status != record.PartiallyRefunded:
			return api.Errorf(409, api.PaymentState, "The payment is %s and cannot be refunded.", p.Status)
		case kind == "void" && left != p.Captured:
			return api.Errorf(409, api.PaymentState, "The payment is partially refunded. It can be refunded but not voided.")
		case amount <= 0 || amount > left:
			return api.Errorf(409, api.PaymentState, "Only %s can still be refunded.", left)
		}
		if err := record.Note(ctx, tx, p, "ask for "+kind, map[string]any{"amount": amount.String(),
			"reason": r.Reason}); err != nil {
			return err
		}
		if aside {
			if ok, err := record.Apply(ctx, tx, p, record.MoveReturn, record.Change{}); err != nil || !ok {
				return err
			}
		}
		// Due at the payment's creation: at once, whatever the reconciler's clock says.
		return scheduleRefund(ctx, tx, p, refund{kind, amount, r.Key, r.Reason, p.Created})
	})
	var check *pgconn.PgError
	if errors.As(err, &check) && check.ConstraintName == "payment_never_gives_more_than_it_took" {
		return api.Errorf(409, api.PaymentState, "Less than this amount can still be refunded.")
	}
	return err
}

// A debt is a refund that is being carried out.
type debt struct {
	id, tenant, payment, kind string
	amount                    writeapi.Money
	tries                     int
	returned                  bool           // an operator has closed it
	doubtful                  writeapi.Money // the payment's other refunds that the bank may have carried out
	byHand                    writeapi.Money // closed as returned: the bank may know nothing of them
}

const refundTries = 8 // then an operator decides

// unsentFor is how long a refund waits that could not be sent, because the tenant's account at the bank cannot be
// opened.
const unsentFor = 10 * time.Minute

// RefundNext carries out one due refund of a tenant. It reports whether there was one.
func (s *Service) RefundNext(ctx context.Context, tenant string) (bool, error) {
	now := s.cfg.Now()
	var d debt
	// due_at is also the lease. After a crash another process takes over and queries the bank first.
	err := s.pool.QueryRow(ctx, `UPDATE refund
SET status = 'sent', tries = tries + 1, due_at = $1::timestamptz + $2::interval * power(2, least(tries, 6))
WHERE tenant_id = $3 AND id = (SELECT r.id FROM refund r
  WHERE r.tenant_id = $3 AND r.status IN ('wanted', 'sent') AND r.due_at <= $1
  AND (r.status = 'sent' OR NOT EXISTS (SELECT FROM refund o WHERE o.tenant_id = r.tenant_id
AND o.payment_id = r.payment_id AND o.status = 'sent'))
  ORDER BY r.due_at FOR UPDATE SKIP LOCKED LIMIT 1)
RETURNING id, tenant_id, payment_id, kind, amount, tries, returned, (SELECT coalesce(sum(o.amount), 0)::bigint
  FROM refund o WHERE o.tenant_id = $3 AND o.payment_id = refund.payment_id AND o.id <> refund.id
  AND (o.status = 'review' OR o.returned AND o.status IN ('wanted', 'sent'))),
  (SELECT coalesce(sum(o.amount), 0)::bigint
  FROM refund o WHERE o.tenant_id = $3 AND o.payment_id = refund.payment_id AND o.returned AND o.status = 'done')`, now,
		s.cfg.AskAfter, tenant).Scan(&d.id, &d.tenant, &d.payment, &d.kind, &d.amount, &d.tries, &d.returned, &d.doubtful,
		&d.byHand)
	var dup *pgconn.PgError
	if errors.Is(err, pgx.ErrNoRows) || errors.As(err, &dup) && dup.ConstraintName == "refund_one_on_its_way" {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take a refund: %w", err)
	}
	p, err := record.Find(ctx, s.pool, d.tenant, d.payment, "")
	if err != nil || p == nil {
		return false, err
	}
	run, cancel := context.WithTimeout(context.WithoutCancel(ctx), BankTimeout)
	defer cancel()
	if err := s.Step("refund claimed", p.ID); err != nil {
		return false, err
	}
	r, err := s.giveBack(run, p, d)
	if err != nil {
		s.log.Error("refund not sent; an operator must mend the tenant's account at its bank", "tenant", p.Tenant, "payment",
			p.ID, "refund", d.id, "err", err)
		return true, s.unsent(run, d)
	}
	if err := s.Step("refund sent", p.ID); err != nil {
		return false, err
	}
	return true, s.record(run, p, d, r)
}

// unsent puts a refund back that was not sent. The attempt does not count, so the refund is sent whenever that is
// possible again.
func (s *Service) unsent(ctx context.Context, d debt) error {
	if _, err := s.pool.Exec(ctx, `UPDATE refund SET tries = tries - 1, due_at = $3,
  status = CASE WHEN tries > 1 THEN 'sent' ELSE 'wanted' END
WHERE tenant_id = $1 AND id = $2 AND status = 'sent'`, d.tenant, d.id, s.cfg.Now().Add(unsentFor)); err != nil {
		return fmt.Errorf("put a refund back: %w", err)
	}
	return nil
}

// A reply is what the bank made of a refund.
type reply struct {
	state  pos.State
	voided bool // the whole payment was cancelled
	unsure bool // an earlier attempt may have returned the money
}

// giveBack asks the bank for a refund. For a repetition it first queries what became of the previous attempt. After an
// error nothing was sent.
func (s *Service) giveBack(ctx context.Context, p *record.Payment, d debt) (r reply, err error) {
	if d.returned || p.Method == settings.BankTransfer || p.Method == settings.OnChain {
		return reply{state: pos.Approved}, nil // the operator has seen to it; no bank is involved
	}
	gw, err := s.settings.GatewayOf(ctx, p.Tenant, p.Provider)
	if err != nil {
		return r, err
	}
	if gw.Merchant() != p.Merchant {
		return r, errMerchant
	}
	payment := s.ForBank(p)
	if d.tries > 1 {
		o := gw.Query(ctx, payment)
		switch {
		case o.State == pos.Voided && (d.amount == p.Captured):
			return reply{state: pos.Approved, voided: true}, nil
		case o.State != pos.Approved:
			return reply{state: pos.Unknown}, nil
		case o.Refunded >= p.Refunded+d.doubtful+d.amount:
			return reply{state: pos.Approved}, nil
		case o.Refunded >= p.Refunded-d.byHand+d.amount:
			return reply{state: pos.Unknown}, nil // it may be this refund or another one: an operator decides
		case o.Refunded < 0 && d.kind == "refund":
			return reply{state: pos.Unknown}, nil // the outcome is unknown; after all attempts an operator decides
		}
		r.unsure = o.Refunded < 0
	}
	if d.kind == "void" {
		if r.state = gw.Void(ctx, payment).State; r.state != pos.Declined {
			r.voided = true
			return r, nil
		}
	}
	r.state = gw.Refund(ctx, payment, d.amount).State
	return r, nil
}

// record stores the outcome of a refund.
func (s *Service) record(ctx context.Context, p *record.Payment, d debt, r reply) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		p, err := record.Find(ctx, tx, d.tenant, d.payment, "FOR UPDATE")
		if err != nil || p == nil {
			return err
		}
		status, detail := "done", map[string]any{"amount": d.amount.String(), "bank": r.state.String()}
		if r.state != pos.Approved {
			status = "review"
			if r.state == pos.Unknown && d.tries < refundTries {
				return nil // the lease leads to another attempt
			}
			// A bank also declines what an earlier attempt, whose answer was lost, has done already.
			if r.state == pos.Declined && !r.unsure && p.Status != record.RefundPending {
				status = "failed"
			}
		}
		tag, err := tx.Exec(ctx, `UPDATE refund SET status = $3 WHERE tenant_id = $1 AND id = $2 AND status = 'sent'`,
			d.tenant, d.id, status)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		if err := record.Note(ctx, tx, p, "refund "+status, detail); err != nil {
			return err
		}
		switch status {
		case "review":
			s.log.Error("refund needs an operator", "tenant", p.Tenant, "payment", p.ID, "refund", d.id)
			return nil
		case "failed":
			_, err := tx.Exec(ctx, `UPDATE payment SET refunding = refunding - $3 WHERE tenant_id = $1 AND id = $2`, p.Tenant,
				p.ID, d.amount)
			return err
		}
		return s.returned(ctx, tx, p, d.amount, r.voided)
	})
	if err == nil {
		s.Announce()
	}
	return err
}

// returned does what follows from returned money. A complete refund ends the order.
func (s *Service) returned(ctx context.Context, tx pgx.Tx, p *record.Payment, amount writeapi.Money, voided bool,
) error {
	if _, err := tx.Exec(ctx, `UPDATE payment SET refunding = refunding - $3, refunded = refunded + $3
WHERE tenant_id = $1 AND id = $2`, p.Tenant, p.ID, amount); err != nil {
		return fmt.Errorf("write down what was given back: %w", err)
	}
	m, order := record.MoveRefundOne, "PARTIALLY_REFUNDED"
	switch left := p.Captured - p.Refunded - amount; {
	case left == 0 && voided:
		m, order = record.MoveVoid, "CANCELLED"
	case left == 0:
		m, order = record.MoveRefundAll, "REFUNDED"
	case left >= p.Amount:
		order = "PAID" // only money above the price was returned
	}
	sold := p.Status != record.RefundPending
	if ok, err := record.Apply(ctx, tx, p, m, record.Change{}); err != nil || !ok {
		return errors.Join(err, fmt.Errorf("payment %s: %s from %s", p.ID, m.Name, p.Status))
	}
	if !sold {
		return nil // the customer was notified when the refund was scheduled
	}
	if _, err := tx.Exec(ctx, `UPDATE orders SET status = $3 WHERE tenant_id = $1 AND payment_id = $2`, p.Tenant, p.ID,
		order); err != nil {
		return fmt.Errorf("change the order: %w", err)
	}
	if m.To != record.PartiallyRefunded {
		if err := s.ticket.Revoke(ctx, tx, p.Tenant, p.ID, m.To == record.Voided, s.cfg.Now()); err != nil {
			return err
		}
		if err := basket.Return(ctx, tx, p.Tenant, p.ID); err != nil {
			return err
		}
	}
	return s.Notify(ctx, tx, p, "order-refunded", "")
}
