package checkout

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Total returns the sum of lines.
func Total(lines []basket.Line) (sum writeapi.Money) {
	for _, l := range lines {
		sum += l.Total()
	}
	return sum
}

// Config configures a Service.
type Config struct {
	AskAfter time.Duration
	Now      func() time.Time
}

// A Service prepares baskets for payment.
type Service struct {
	cfg   Config
	pool  *pgxpool.Pool
	turns turns
}

// New returns a service.
func New(cfg Config, pool *pgxpool.Pool) *Service { return &Service{cfg: cfg, pool: pool} }

// Taken is a basket that is about to be paid.
type Taken struct {
	Account string
	Lines   []basket.Line
	Proved  bool // the account has a proof that the tenant asks for
}

// TakeBasket locks a basket to be paid, releases it from previous payments, reads its lines, and checks that its
// customer and network may reserve them. It is called in a transaction of Begin.
func (s *Service) TakeBasket(ctx context.Context, tx pgx.Tx, rq *web.Request, w Purchase, c settings.Stock,
	now time.Time) (t Taken, err error) {
	tenant, id := rq.Tenant.ID(), w.Basket
	var status string
	var withdrawn bool
	err = tx.QueryRow(ctx, `SELECT account_id, status, withdrawn FROM basket WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
		tenant, id).Scan(&t.Account, &status, &withdrawn)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return t, web.ErrNotFound
	case err != nil:
		return t, fmt.Errorf("lock the basket: %w", err)
	case rq.Caller != nil && rq.Caller.AccountID != t.Account:
		return t, web.ErrNotFound
	case status == "closed" || withdrawn && rq.Caller == nil:
		return t, web.ErrNotFound // the client has the id from a session that has ended
	}
	if status != "open" {
		return t, api.Errorf(409, api.BasketPlaced, "The basket has already been ordered.")
	}
	if err := s.ReleaseBasket(ctx, tx, tenant, id); err != nil {
		return t, err
	}
	if t.Lines, err = basket.Lines(ctx, tx, tenant, id, now); err != nil {
		return t, err
	}
	for _, l := range t.Lines {
		switch {
		case !l.Sold:
			return t, api.Errorf(409, api.NotForSale, "%s is no longer for sale.", l.Name)
		case l.Currency != t.Lines[0].Currency:
			return t, api.Errorf(409, api.CurrencyMismatch, "The basket contains more than one currency.")
		}
	}
	switch sum := Total(t.Lines); {
	case sum <= 0:
		return t, api.Errorf(409, api.BasketEmpty, "The basket contains nothing that can be paid.")
	case sum > settings.MaxTotal:
		return t, api.Errorf(409, api.PaymentState, "The basket costs more than %s, which is too much for one payment.",
			settings.MaxTotal)
	}
	if err := w.check(t.Lines); err != nil {
		return t, err
	}
	if t.Proved, err = proved(ctx, tx, tenant, t.Account, c); err != nil {
		return t, err
	}
	return t, admit(ctx, tx, rq, &t, c, now)
}

const lockNotAvailable = "55P03"

// ReleaseBasket cancels the payments of a basket, so that it may change or be paid otherwise. If only we request money,
// a cancelled payment takes none. A payment on a provider's page is queried until the page closes, and refunded if it
// was paid. Once money was requested, the basket cannot be released.
func (s *Service) ReleaseBasket(ctx context.Context, tx pgx.Tx, tenant, basketID string) error {
	rows, err := tx.Query(ctx, `SELECT id, status, method, flow, EXISTS (SELECT FROM crypto_payment k
WHERE k.tenant_id = $1 AND k.payment_id = payment.id AND k.named <> '{}') FROM payment WHERE tenant_id = $1
AND basket_id = $2 AND status = ANY ($3) FOR UPDATE NOWAIT`, tenant, basketID, record.Live)
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	begun, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (p record.Payment, err error) {
		var onItsWay bool
		err = r.Scan(&p.ID, &p.Status, &p.Method, &p.Flow, &onItsWay)
		p.Tenant = tenant
		if p.Status == record.Pending && (p.Method != settings.OnChain || onItsWay) {
			err = api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
		}
		return p, err
	})
	// The holder of a payment's lock may want the basket's lock next, which is ours. NOWAIT prevents the deadlock.
	var held *pgconn.PgError
	if errors.As(err, &held) && held.Code == lockNotAvailable {
		return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
	}
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	for _, p := range begun {
		ok, err := record.Apply(ctx, tx, &p, record.MoveSupersede, record.Change{Reason: pos.ReasonCancelled,
			Final: s.cfg.Now(), AskAt: s.soon(&p)})
		if err != nil {
			return err
		}
		if !ok {
			return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
		}
		if err := basket.Release(ctx, tx, tenant, p.ID); err != nil {
			return err
		}
	}
	return nil
}

// NewPayment is a payment to be inserted.
type NewPayment struct {
	Taken
	Tenant, Basket             string
	Method, Provider, Merchant string
	Status                     record.Status
	Amount                     writeapi.Money
	Installment                int
	Card, Reference            string
	PlanBIN                    string // first digits of the card that the plan was chosen for, on the bank's page
	Client                     netip.Addr
	Created, Expires           time.Time
}

// Insert inserts a payment.
func Insert(ctx context.Context, tx pgx.Tx, p *record.Payment, n NewPayment) error {
	var client *netip.Addr
	address := ""
	if a := n.Client.Unmap().WithZone(""); a.IsValid() {
		client, address = &a, a.String()
	}
	err := p.Scan(tx.QueryRow(ctx,
		`INSERT INTO payment (tenant_id, account_id, basket_id, method, provider, merchant, status, currency, price, amount,
  installment, items, card, reference, address, created_at, expires_at, plan_bin, proved, client, merchant_ref)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, nullif($14, ''), $15, $16, $17, $18, $19, $20,
  object_id())
RETURNING `+record.Columns,
		n.Tenant, n.Account, n.Basket, n.Method, n.Provider, n.Merchant, n.Status, n.Lines[0].Currency, Total(n.Lines),
		n.Amount, n.Installment, n.Lines, n.Card, n.Reference, address, n.Created, n.Expires, n.PlanBIN, n.Proved, client))
	var dup *pgconn.PgError
	if errors.As(err, &dup) && dup.ConstraintName == "payment_one_live" {
		return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
	}
	if err != nil {
		return fmt.Errorf("write the payment: %w", err)
	}
	return record.Note(ctx, tx, p, "create", map[string]any{"amount": n.Amount.String(), "method": n.Method})
}

// soon returns when a cancelled payment is queried, because the provider may still take its money. Zero means never.
func (s *Service) soon(p *record.Payment) time.Time {
	if p.Flow != record.HostPay {
		return time.Time{}
	}
	return s.cfg.Now().Add(s.cfg.AskAfter)
}
