package settle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/ticket"
)

// Config configures a Service.
type Config struct {
	AskAfter, AskAgain, MissingFor time.Duration
	Now                            func() time.Time
	Step                           func(step, payment string) error
	Wake                           func() // wakes the reconciler
}

// Parts are the services that a Service works with.
type Parts struct {
	Pool     *pgxpool.Pool
	Log      *slog.Logger
	Settings *settings.Reader
	Basket   *basket.Service
	Ticket   *ticket.Service
	Outbox   *notify.Outbox
	Notices  *notify.Notices
}

// BankTimeout bounds a call to a bank and what follows from it. It is longer than one call and shorter than AskAfter.
const BankTimeout = 45 * time.Second

// A Service does what follows from an answer about money: orders, refunds, notifications.
type Service struct {
	cfg      Config
	pool     *pgxpool.Pool
	log      *slog.Logger
	settings *settings.Reader
	basket   *basket.Service
	ticket   *ticket.Service
	outbox   *notify.Outbox
	notices  *notify.Notices
}

// New returns a service. It registers the writer of the order email with the outbox.
func New(cfg Config, p Parts) *Service {
	s := &Service{cfg, p.Pool, p.Log, p.Settings, p.Basket, p.Ticket, p.Outbox, p.Notices}
	s.outbox.Handle(jobOrderPaid, s.writePaid)
	return s
}

// Announce wakes the parts that deliver what a transaction wrote: emails, stock on content, notifications.
func (s *Service) Announce() {
	s.outbox.Wake()
	s.basket.Wake()
	s.notices.Wake()
}

// Settle processes a bank's answer about a claimed payment. asked marks an answer to a query instead of to the order.
// It may be called again with the same answer.
func (s *Service) Settle(ctx context.Context, p *record.Payment, o pos.Outcome, asked bool) error {
	now := s.cfg.Now()
	old := now.Sub(p.Claimed)
	switch o.State {
	case pos.Approved:
		return s.Approve(ctx, p, o)
	case pos.Declined, pos.Voided:
		reason := o.Reason
		if reason == "" {
			reason = pos.ReasonDeclined
		}
		return s.Reject(ctx, p, record.MoveDecline, record.Change{Reason: reason, Final: now, AskAt: s.AskPageAt(p),
			Detail: map[string]any{"code": o.Raw}})
	case pos.Missing:
		if asked && old >= s.cfg.MissingFor {
			// The bank does not know the order, so it was probably lost. The payment is queried once more later, and
			// refunded if money was taken.
			again := s.AskPageAt(p)
			if again.IsZero() {
				again = now.Add(s.cfg.AskAgain)
			}
			return s.Reject(ctx, p, record.MoveDecline, record.Change{Reason: pos.ReasonProcessing, Final: now, AskAt: again,
				Detail: map[string]any{"code": "missing"}})
		}
	}
	if old >= unknownFor {
		s.log.Error("payment's outcome has been unknown for a day; an operator must ask the bank", "tenant", p.Tenant,
			"payment", p.ID, "err", o.Err)
	} else if o.Err != nil {
		s.log.Warn("bank did not answer; the payment's outcome is unknown", "tenant", p.Tenant, "payment", p.ID, "err", o.Err)
	}
	next := now.Add(s.cfg.AskAfter)
	if asked {
		next = p.AskAt // the growing interval that ask wrote
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := record.Apply(ctx, tx, p, record.MoveMarkUnknown, record.Change{AskAt: next})
		return err
	})
}

// unknownFor is the time after which operators are called to a payment whose outcome stays unknown.
const unknownFor = 24 * time.Hour

// ErrNothingToGive is returned if money was taken for items that are not available.
var ErrNothingToGive = errors.New("the items are not available")

// ErrBasketClosed is an ErrNothingToGive: the lines of the basket moved to another one, where they can be paid again,
// or its account was deleted.
var ErrBasketClosed = fmt.Errorf("the basket is closed: %w", ErrNothingToGive)

// Approve processes money that was taken: it delivers the order or, where that is impossible, schedules the refund.
func (s *Service) Approve(ctx context.Context, p *record.Payment, o pos.Outcome) error {
	if o.Amount != 0 && o.Amount != p.Amount || o.Currency != "" && o.Currency != p.Currency || o.Differs {
		reason := o.Reason
		if reason == "" {
			reason = pos.ReasonMismatch
		}
		s.log.Error("bank took money for something else", "tenant", p.Tenant, "payment", p.ID, "reason", reason)
		return s.AutoRefund(ctx, p, o, reason)
	}
	m := record.MoveApprove
	if record.MoveCollect.Allows(p.Status) {
		m = record.MoveCollect
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// Locks are taken in the order basket, payment, stock, as everywhere.
		if err := lockBasket(ctx, tx, p); err != nil {
			return err
		}
		ok, err := record.Apply(ctx, tx, p, m, record.Change{Txn: o.Txn, Captured: p.Amount, Final: s.cfg.Now(),
			AskAt: s.askChainAt(p)})
		if err != nil || !ok {
			return err
		}
		if err := s.deliver(ctx, tx, p); err != nil {
			return err
		}
		return s.Step("delivered", p.ID)
	})
	var dup *pgconn.PgError
	switch {
	case errors.Is(err, ErrNothingToGive) && p.Method == settings.OnChain:
		return err
	case errors.Is(err, ErrBasketClosed):
		return s.AutoRefund(ctx, p, o, "late")
	case errors.Is(err, ErrNothingToGive):
		return s.AutoRefund(ctx, p, o, pos.ReasonSoldOut)
	case errors.As(err, &dup) && dup.ConstraintName == "payment_one_live":
		return s.AutoRefund(ctx, p, o, "late") // another payment occupies the basket meanwhile
	case errors.As(err, &dup) && dup.ConstraintName == "payment_txn_key":
		s.log.Error("bank reported the same transaction for two payments", "tenant", p.Tenant, "payment", p.ID)
		return err
	case err != nil:
		return err
	}
	s.Announce()
	return s.Step("committed", p.ID)
}

// lockBasket locks the basket of a payment until the transaction ends. It returns ErrBasketClosed if the basket is
// closed.
func lockBasket(ctx context.Context, tx pgx.Tx, p *record.Payment) error {
	var status string
	if err := tx.QueryRow(ctx, `SELECT status FROM basket WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, p.Tenant,
		p.Basket).Scan(&status); err != nil {
		return fmt.Errorf("lock the basket: %w", err)
	}
	if status == "closed" {
		return ErrBasketClosed
	}
	return nil
}

// Deliver delivers what was paid for, in the transaction that approves the payment: stock, order, tickets, notification
// and email. It returns ErrNothingToGive if that is impossible; the caller then rolls back.
func (s *Service) Deliver(ctx context.Context, tx pgx.Tx, p *record.Payment) error {
	if err := lockBasket(ctx, tx, p); err != nil {
		return err
	}
	return s.deliver(ctx, tx, p)
}

// deliver is Deliver for a basket that is locked and not closed.
func (s *Service) deliver(ctx context.Context, tx pgx.Tx, p *record.Payment) error {
	n, err := basket.Sell(ctx, tx, p.Tenant, p.ID)
	if err == nil && n == 0 {
		// The reservation had ended. Stock that is left can still be had.
		if err = basket.Reserve(ctx, tx, p.Tenant, p.ID, p.Items, s.cfg.Now()); errors.Is(err, basket.ErrSoldOut) {
			return ErrNothingToGive
		}
		if err == nil {
			_, err = basket.Sell(ctx, tx, p.Tenant, p.ID)
		}
	}
	if err != nil {
		return err
	}
	now := s.cfg.Now()
	var order string
	err = tx.QueryRow(ctx, `INSERT INTO orders (tenant_id, account_id, basket_id, payment_id, currency, price, amount,
  created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`, p.Tenant, p.Account, p.Basket, p.ID,
		p.Currency, p.Price, p.Amount, now).Scan(&order)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNothingToGive // another payment has bought the basket
	}
	if err != nil {
		return fmt.Errorf("write the order: %w", err)
	}
	for i, l := range p.Items {
		var item string
		if err := tx.QueryRow(ctx,
			`INSERT INTO order_item (tenant_id, order_id, kind, item_id, slug, name, quantity, price, position)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`, p.Tenant, order, l.Kind, l.ItemID, l.Slug, l.Name,
			l.Quantity, l.Price, i).Scan(&item); err != nil {
			return fmt.Errorf("write a line of the order: %w", err)
		}
		if l.Kind == basket.Event {
			if err := s.ticket.Issue(ctx, tx, ticket.Line{
				Tenant: p.Tenant, Account: p.Account, Order: order, Item: item, Event: l.ItemID, Count: l.Quantity,
				Over: l.Over, Now: now,
			}); err != nil {
				return err
			}
		}
	}
	if _, err := tx.Exec(ctx, `UPDATE basket SET status = 'placed', updated_at = now() WHERE tenant_id = $1 AND id = $2`,
		p.Tenant, p.Basket); err != nil {
		return fmt.Errorf("place the basket: %w", err)
	}
	if err := s.Notify(ctx, tx, p, "order-paid", order); err != nil {
		return err
	}
	return s.outbox.Put(ctx, tx, p.Tenant, jobOrderPaid, paidJob{Order: order})
}

// AutoRefund schedules the refund of money that buys nothing.
func (s *Service) AutoRefund(ctx context.Context, p *record.Payment, o pos.Outcome, reason string) error {
	amount := o.Amount
	if amount == 0 {
		amount = p.Amount
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := record.Apply(ctx, tx, p, record.MoveAutoRefund, record.Change{Reason: reason, Txn: o.Txn,
			Captured: amount, Final: s.cfg.Now()})
		if err != nil || !ok {
			return err
		}
		if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {
			return err
		}
		autoRefund := refund{kind: "void", amount: amount, key: "stranded", due: s.cfg.Now()}
		if err := scheduleRefund(ctx, tx, p, autoRefund); err != nil {
			return err
		}
		return s.Notify(ctx, tx, p, "payment-returned", "")
	})
	if err == nil {
		s.Announce()
		s.cfg.Wake()
	}
	return err
}

// A refund is money to be returned.
type refund struct {
	kind   string // refund, or void: cancel the payment if the bank still can
	amount writeapi.Money
	key    string // "" or a key under which one refund of the payment exists at most
	reason string // for operators
	due    time.Time
}

// scheduleRefund records a refund for the reconciler. A constraint on the payment keeps the sum of refunds, finished
// and scheduled, at or below the amount taken.
func scheduleRefund(ctx context.Context, tx pgx.Tx, p *record.Payment, r refund) error {
	if _, err := tx.Exec(ctx, `UPDATE payment SET refunding = refunding + $3 WHERE tenant_id = $1 AND id = $2`,
		p.Tenant, p.ID, r.amount); err != nil {
		return fmt.Errorf("schedule a refund: %w", err)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO refund (tenant_id, payment_id, kind, amount, key, reason, due_at)
VALUES ($1, $2, $3, $4, nullif($5, ''), $6, $7)`,
		p.Tenant, p.ID, r.kind, r.amount, r.key, r.reason, r.due); err != nil {
		return fmt.Errorf("schedule a refund: %w", err)
	}
	return nil
}
