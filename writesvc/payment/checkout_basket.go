package payment

import (
	"context"
	"errors"
	"fmt"
	"time"
	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

func total(lines []basket.Line) (sum writeapi.Money) {
	for _, l := range lines {
		sum += l.Total()
	}
	return sum
}

// deskConfig configures a desk.
type deskConfig struct {
	AskAfter time.Duration
	Now      func() time.Time
}

// A desk takes baskets to be paid.
type desk struct {
	cfg  deskConfig
	pool *pgxpool.Pool
}

// newDesk returns a desk.
func newDesk(cfg deskConfig, pool *pgxpool.Pool) *desk { return &desk{cfg, pool} }

// takeBasket locks a basket that is to be paid, ends what was begun for it before, and reads its lines.
func (s *desk) takeBasket(ctx context.Context, tx pgx.Tx, rq *web.Request, id string, now time.Time) (account string, lines []basket.Line, err error) {
	var status string
	err = tx.QueryRow(ctx, `SELECT account_id, status FROM basket WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, rq.Tenant.ID(), id).Scan(&account, &status)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && rq.Caller != nil && rq.Caller.AccountID != account {
		return "", nil, web.ErrNotFound
	}
	if err != nil {
		return "", nil, fmt.Errorf("lock the basket: %w", err)
	}
	if status != "open" {
		return "", nil, api.Errorf(409, api.BasketPlaced, "The basket was ordered already.")
	}
	if err := s.thaw(ctx, tx, rq.Tenant.ID(), id); err != nil {
		return "", nil, err
	}
	if lines, err = basket.Lines(ctx, tx, rq.Tenant.ID(), id, now); err != nil {
		return "", nil, err
	}
	for _, l := range lines {
		switch {
		case !l.Sold:
			return "", nil, api.Errorf(409, api.NotForSale, "%s is not for sale any more.", l.Name)
		case l.Currency != lines[0].Currency:
			return "", nil, api.Errorf(409, api.CurrencyMismatch, "The basket is in more than one currency.")
		}
	}
	if sum := total(lines); sum <= 0 || sum > writeapi.MaxMoney/2 {
		return "", nil, api.Errorf(409, api.BasketEmpty, "There is nothing in the basket that can be paid.")
	}
	return account, lines, nil
}

const lockNotAvailable = "55P03"

// thaw lets a basket change, or be paid in another way, although a payment was begun for it: that one is cancelled, which takes no money where
// money is asked for by us alone; of a page where the provider takes it, it is asked for until the page is closed, and goes back if it came.
// Once it was asked for, the basket stays as it is.
func (s *desk) thaw(ctx context.Context, tx pgx.Tx, tenant, basketID string) error {
	rows, err := tx.Query(ctx, `SELECT id, status, method, flow, EXISTS (SELECT FROM crypto_payment k WHERE k.tenant_id = $1 AND k.payment_id = payment.id AND k.tx_hash IS NOT NULL) FROM payment WHERE tenant_id = $1 AND basket_id = $2 AND status = ANY ($3) FOR UPDATE NOWAIT`, tenant, basketID, live)
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	begun, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (p row, err error) {
		var onItsWay bool
		err = r.Scan(&p.id, &p.status, &p.method, &p.flow, &onItsWay)
		p.tenant = tenant
		if p.status == Pending && (p.method != onChain || onItsWay) {
			err = api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
		}
		return p, err
	})
	// Whoever holds a payment may want its basket next, which is ours here: nobody waits for the other way round.
	var held *pgconn.PgError
	if errors.As(err, &held) && held.Code == lockNotAvailable {
		return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
	}
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	for _, p := range begun {
		ok, err := move(ctx, tx, &p, moveSupersede, change{reason: pos.ReasonCancelled, final: s.cfg.Now(), askAt: s.soon(&p)})
		if err != nil {
			return err
		}
		if !ok {
			return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
		}
		if err := basket.Release(ctx, tx, tenant, p.id); err != nil {
			return err
		}
	}
	return nil
}

// newPayment is a payment to be inserted.
type newPayment struct {
	tenant, account, basket    string
	method, provider, merchant string
	status                     Status
	lines                      []basket.Line
	amount                     writeapi.Money
	installment                int
	card, reference, address   string
	created, expires           time.Time
}

// insert writes a new payment.
func insert(ctx context.Context, tx pgx.Tx, p *row, n newPayment) error {
	err := p.scan(tx.QueryRow(ctx, `INSERT INTO payment (tenant_id, account_id, basket_id, method, provider, merchant, status, currency, price, amount, installment, items,
  card, reference, address, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, nullif($14, ''), $15, $16, $17) RETURNING `+columns,
		n.tenant, n.account, n.basket, n.method, n.provider, n.merchant, n.status, n.lines[0].Currency, total(n.lines),
		n.amount, n.installment, n.lines, n.card, n.reference, n.address, n.created, n.expires))
	var dup *pgconn.PgError
	if errors.As(err, &dup) && dup.ConstraintName == "payment_one_live" {
		return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
	}
	if err != nil {
		return fmt.Errorf("write the payment: %w", err)
	}
	return note(ctx, tx, p, "create", map[string]any{"amount": n.amount.String(), "method": n.method})
}
