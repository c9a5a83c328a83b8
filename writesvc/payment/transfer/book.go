package transfer

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
)

// allocate counts a line towards its payment.
func (s *Service) allocate(ctx context.Context, tx pgx.Tx, p *record.Payment, c *settings.Transfer, l line,
) (string, error) {
	switch {
	case l.iban != p.Merchant:
		return LineAccount, s.toPerson(ctx, tx, p, LineAccount, l)
	case l.currency != p.Currency:
		return LineCurrency, s.toPerson(ctx, tx, p, LineCurrency, l)
	case !s.awaits(p):
		if err := s.late(ctx, tx, p, l, "late"); err != nil {
			return "", err
		}
		return LineLate, s.toPerson(ctx, tx, p, LineLate, l)
	}
	came := p.Captured + l.amount
	if came+c.Missing(p.Amount) < p.Amount {
		_, err := record.Apply(ctx, tx, p, record.MovePart, record.Change{Captured: came,
			Detail: map[string]any{"amount": l.amount.String()}})
		if err == nil {
			err = s.keep(ctx, tx, p)
		}
		if err == nil {
			err = s.Settle.Notify(ctx, tx, p, "transfer-part", "")
		}
		return LinePart, err
	}
	outcome := LinePaid
	if came > p.Amount {
		outcome = LineOver
	}
	sub, err := tx.Begin(ctx) // a savepoint: if nothing can be delivered, the line is kept and the rest rolled back
	if err != nil {
		return "", err
	}
	paid := *p
	_, err = record.Apply(ctx, sub, &paid, record.MoveBook, record.Change{Captured: came, Final: s.cfg.Now(),
		Detail: map[string]any{"outcome": outcome}})
	if err == nil {
		err = s.Settle.Deliver(ctx, sub, &paid)
	}
	if errors.Is(err, settle.ErrNothingToGive) {
		if err := sub.Rollback(ctx); err != nil {
			return "", err
		}
		if err := s.late(ctx, tx, p, l, pos.ReasonSoldOut); err != nil {
			return "", err
		}
		return LineSoldOut, s.toPerson(ctx, tx, p, LineSoldOut, l)
	}
	if err == nil && outcome == LineOver {
		err = s.toPerson(ctx, sub, &paid, LineOver, l)
	}
	if err != nil {
		return "", err
	}
	return outcome, sub.Commit(ctx)
}

// late records money that buys nothing as received, so that an operator can record its return. A payment that awaits
// money, or ended without any, becomes one for an operator. Money for a payment that was refunded stays with the
// statement line and the note: the payment has ended.
func (s *Service) late(ctx context.Context, tx pgx.Tx, p *record.Payment, l line, reason string) error {
	came := min(p.Captured+l.amount, writeapi.MaxMoney)
	c := record.Change{Reason: reason, Captured: came, Final: s.cfg.Now()}
	switch {
	case record.MoveGiveUp.Allows(p.Status):
		_, err := record.Apply(ctx, tx, p, record.MoveGiveUp, c)
		if err != nil {
			return err
		}
		return basket.Release(ctx, tx, p.Tenant, p.ID)
	case record.MoveReview.Allows(p.Status):
		_, err := record.Apply(ctx, tx, p, record.MoveReview, c)
		if err != nil {
			return err
		}
		return basket.Release(ctx, tx, p.Tenant, p.ID)
	}
	_, err := tx.Exec(ctx, `UPDATE payment SET captured = $3 WHERE tenant_id = $1 AND id = $2
AND status IN ('succeeded', 'partially_refunded', 'review')`, p.Tenant, p.ID, came)
	return err
}

// keep reserves the items of a payment of which a part arrived until the payment ends: money is a proof. If they are
// sold out meanwhile, the payment still waits for the rest, and buys what is left then.
func (s *Service) keep(ctx context.Context, tx pgx.Tx, p *record.Payment) error {
	held, err := basket.Hold(ctx, tx, p.Tenant, p.ID, p.Expires)
	if err != nil || held {
		return err
	}
	sub, err := tx.Begin(ctx)
	if err != nil {
		return err
	}
	err = basket.Reserve(ctx, sub, p.Tenant, p.ID, p.Items, p.Expires)
	if errors.Is(err, basket.ErrSoldOut) {
		return sub.Rollback(ctx)
	}
	if err == nil {
		err = record.Note(ctx, sub, p, checkout.NoteKept, nil)
	}
	if err != nil {
		return err
	}
	return sub.Commit(ctx)
}

// toPerson leaves money to an operator and notifies the customer. A transfer cannot be returned automatically.
func (s *Service) toPerson(ctx context.Context, tx pgx.Tx, p *record.Payment, why string, l line) error {
	s.Log.Error("bank transfer needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason", why)
	if err := record.Note(ctx, tx, p, why, map[string]any{"amount": l.amount.String(),
		"currency": l.currency}); err != nil {
		return err
	}
	return s.Settle.Notify(ctx, tx, p, "payment-review", "")
}

// GiveUp ends a transfer whose rest never arrived. The customer is notified, and an operator returns the part.
func (s *Service) GiveUp(ctx context.Context, p *record.Payment, c record.Change) error {
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		ok, err := record.Apply(ctx, tx, p, record.MoveGiveUp, c)
		if err != nil || !ok {
			return err
		}
		if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {
			return err
		}
		return s.Settle.Notify(ctx, tx, p, "payment-review", "")
	})
	if err == nil {
		s.Log.Error("bank transfer needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason",
			"the rest did not arrive")
		s.Settle.Announce()
	}
	return err
}
