package transfer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/idempotency"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/web"
)

// Config configures bank transfers.
type Config struct {
	For               time.Duration // how long a transfer is awaited
	StartLimit, Limit limit.Limit
	Now               func() time.Time
}

// Parts are the services that bank transfers work with.
type Parts struct {
	Pool     *pgxpool.Pool
	Log      *slog.Logger
	Settings *settings.Reader
	Limits   *limit.Limiter
	Keys     *idempotency.Keys
	Checkout *checkout.Service
	Settle   *settle.Service
}

// A Service takes payments by bank transfer.
type Service struct {
	cfg      Config
	pool     *pgxpool.Pool
	log      *slog.Logger
	settings *settings.Reader
	limits   *limit.Limiter
	keys     *idempotency.Keys
	checkout *checkout.Service
	settle   *settle.Service
}

// New returns a service.
func New(cfg Config, p Parts) *Service {
	return &Service{cfg, p.Pool, p.Log, p.Settings, p.Limits, p.Keys, p.Checkout, p.Settle}
}

// StartTransfer handles POST /payment/bank-transfer: it places the basket, reserves its stock, and awaits the money.
func (s *Service) StartTransfer(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.PayTransfer
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if !web.IsID(in.BasketID) {
		return nil, web.ErrNotFound
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), limit.Transfer, s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.keys.Once(ctx, rq, "transfer", in.BasketID, func(string) (*web.Answer, string, error) {
		c, err := s.settings.Of(ctx, rq.Tenant.ID())
		if err != nil {
			return nil, "", err
		}
		if c.Transfer == nil {
			return nil, "", settings.ErrMethodOff
		}
		p, err := s.createTransfer(ctx, rq, in.BasketID, c.Transfer)
		if err != nil {
			return nil, "", err
		}
		return &web.Answer{Status: http.StatusCreated, Data: writeapi.Transfer{
			PaymentID: p.ID, Status: string(p.Status), ReferenceCode: grouped(p.Reference), Amount: p.Amount,
			Currency: p.Currency,
			IBAN:     c.Transfer.IBAN, AccountHolder: c.Transfer.Holder, BankName: c.Transfer.Bank, ExpiresAt: p.Expires.UTC(),
		}}, p.ID, nil
	})
}

func (s *Service) createTransfer(ctx context.Context, rq *web.Request, basketID string, c *settings.Transfer,
) (*record.Payment, error) {
	now := s.cfg.Now()
	p := &record.Payment{}
	for try := 0; ; try++ {
		reference, err := newReference()
		if err != nil {
			return nil, err
		}
		err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
			account, lines, err := s.checkout.TakeBasket(ctx, tx, rq, basketID, now)
			if err != nil {
				return err
			}
			until := now.Add(s.cfg.For)
			for _, l := range lines {
				if day := now.Add(24 * time.Hour); l.Kind == basket.Event && until.After(day) {
					until = day // places of events are reserved for a day at most
				}
			}
			if err := checkout.Insert(ctx, tx, p, checkout.NewPayment{
				Tenant: rq.Tenant.ID(), Account: account, Basket: basketID, Method: settings.BankTransfer,
				Provider: settings.BankTransfer,
				Merchant: c.IBAN, Status: record.Pending, Lines: lines, Amount: checkout.Total(lines), Installment: 1,
				Reference: reference,
				Address:   rq.Address(), Created: now, Expires: until,
			}); err != nil {
				return err
			}
			if err := basket.Reserve(ctx, tx, p.Tenant, p.ID, lines, until); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `UPDATE basket SET status = 'placed', updated_at = now() WHERE tenant_id = $1 AND id = $2`,
				p.Tenant, p.Basket)
			return err
		})
		var dup *pgconn.PgError
		if errors.As(err, &dup) && dup.ConstraintName == "payment_reference" && try < 5 {
			continue
		}
		return p, err
	}
}

// VerifyTransfer handles POST /payment/bank-transfer/{paymentId}/verify: the state of a transfer. Only the bank's
// statement proves that money arrived.
func (s *Service) VerifyTransfer(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), limit.VerifyWire, s.cfg.Limit); err != nil {
		return nil, err
	}
	p, err := s.checkout.Own(ctx, rq, rq.HTTP.PathValue("paymentId"), settings.BankTransfer)
	if err != nil {
		return nil, err
	}
	return s.keys.Once(ctx, rq, "verify", p.ID, func(string) (*web.Answer, string, error) {
		v, err := s.checkout.View(ctx, p)
		return web.OK(v), p.ID, err
	})
}

// Outcomes of a statement line.
const (
	LinePaid     = "paid"
	LinePart     = "part"
	LineOver     = "paid, and more than was due"
	LineNobody   = "no reference"
	LineLate     = "review: late"
	LineCurrency = "review: another currency"
	LineAccount  = "review: another account"
	lineSoldOut  = "review: sold out"
)

// Stage stores a statement line once; the reconciler books it. It only needs the database. It reports whether the line
// is new.
func Stage(ctx context.Context, db basket.DB, tenant string, l writeapi.StatementLine,
) (id string, fresh bool, err error) {
	amount, ok := writeapi.ParseMoney(string(l.Amount))
	if !ok || amount <= 0 || l.ID == "" || len(l.ID) > 200 || len(l.Currency) != 3 || l.IBAN == "" || len(l.IBAN) > 40 ||
		l.BookedAt.IsZero() ||
		storable(l.ID+l.Currency+l.IBAN) != l.ID+l.Currency+l.IBAN {
		return "", false, web.Wrong("lines", "A line requires id, iban, an amount above 0, a currency and bookedAt.")
	}
	err = db.QueryRow(ctx, `INSERT INTO statement_line (tenant_id, iban, txn, amount, currency, description, booked_at,
  outcome)
VALUES ($1, $2, $3, $4, $5, $6, $7, '') ON CONFLICT ON CONSTRAINT statement_line_key DO NOTHING RETURNING id`,
		tenant, l.IBAN, l.ID, amount, l.Currency, clip(storable(l.Description), 500), l.BookedAt).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = db.QueryRow(ctx, `SELECT id FROM statement_line WHERE tenant_id = $1 AND iban = $2 AND txn = $3`, tenant,
			l.IBAN, l.ID).Scan(&id)
		return id, false, err
	}
	if err != nil {
		return "", false, fmt.Errorf("write the line: %w", err)
	}
	return id, true, nil
}

// Line stores a line and books it.
func (s *Service) Line(ctx context.Context, tenant string, c *settings.Transfer, l writeapi.StatementLine,
) (outcome string, err error) {
	id, _, err := Stage(ctx, s.pool, tenant, l)
	if err != nil {
		return "", err
	}
	return s.book(ctx, tenant, c, id)
}

// BookStaged books a tenant's stored lines that are not booked yet. A line that cannot be booked does not keep the
// others waiting.
func (s *Service) BookStaged(ctx context.Context, tenant string) error {
	rows, err := s.pool.Query(ctx, `SELECT id FROM statement_line WHERE tenant_id = $1 AND outcome = ''
ORDER BY created_at LIMIT 500`, tenant)
	if err != nil {
		return fmt.Errorf("find lines to book: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find lines to book: %w", err)
	}
	if len(due) == 0 {
		return nil
	}
	c, err := s.settings.Of(ctx, tenant)
	if err != nil {
		return err
	}
	if c.Transfer == nil {
		c.Transfer = &settings.Transfer{}
	}
	var all []error
	for _, id := range due {
		_, err := s.book(ctx, tenant, c.Transfer, id)
		all = append(all, err)
	}
	return errors.Join(all...)
}

// book counts a line towards the payment that its text names. A booked line is not booked again.
func (s *Service) book(ctx context.Context, tenant string, c *settings.Transfer, id string,
) (outcome string, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var l line
		if err := tx.QueryRow(ctx, `SELECT iban, amount, currency::text, description, outcome FROM statement_line
WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, tenant, id).Scan(
			&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil || outcome != "" {
			return err
		}
		var payment *string
		p := &record.Payment{}
		err := p.Scan(tx.QueryRow(ctx, `SELECT `+record.Columns+` FROM payment WHERE tenant_id = $1 AND reference = ANY ($2)
LIMIT 1 FOR UPDATE`, tenant, references(l.text)))
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			outcome = LineNobody
		case err != nil:
			return fmt.Errorf("find what the line is for: %w", err)
		default:
			payment = &p.ID
			if outcome, err = s.allocate(ctx, tx, p, c, l); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `UPDATE statement_line SET payment_id = $3, outcome = $4 WHERE tenant_id = $1 AND id = $2`,
			tenant, id, payment, outcome)
		return err
	})
	if err == nil {
		s.settle.Announce()
	}
	return outcome, err
}

// A line is a statement line to be booked.
type line struct {
	iban, currency, text string
	amount               writeapi.Money
}

// allocate counts a line towards its payment.
func (s *Service) allocate(ctx context.Context, tx pgx.Tx, p *record.Payment, c *settings.Transfer, l line,
) (string, error) {
	outcome := ""
	switch {
	case l.iban != p.Merchant:
		outcome = LineAccount
	case l.currency != p.Currency:
		outcome = LineCurrency
	case !record.MoveApprove.Allows(p.Status) || p.Status == record.Processing || p.Status == record.Unknown ||
		s.cfg.Now().After(p.Expires):
		outcome = LineLate
	}
	if outcome != "" {
		return outcome, s.toPerson(ctx, tx, p, outcome, l)
	}
	came := p.Captured + l.amount
	if came+writeapi.Money(c.Tolerance) < p.Amount {
		_, err := record.Apply(ctx, tx, p, record.MovePart, record.Change{Captured: came,
			Detail: map[string]any{"amount": l.amount.String()}})
		if err == nil {
			err = s.settle.Notify(ctx, tx, p, "transfer-part", "")
		}
		return LinePart, err
	}
	outcome = LinePaid
	if came > p.Amount {
		outcome = LineOver
	}
	sub, err := tx.Begin(ctx) // a savepoint: if nothing can be delivered, the line is kept and the rest rolled back
	if err != nil {
		return "", err
	}
	_, err = record.Apply(ctx, sub, p, record.MoveApprove, record.Change{Captured: came, Final: s.cfg.Now(),
		Detail: map[string]any{"outcome": outcome}})
	if err == nil {
		err = s.settle.Deliver(ctx, sub, p)
	}
	if errors.Is(err, settle.ErrNothingToGive) {
		if err := sub.Rollback(ctx); err != nil {
			return "", err
		}
		return lineSoldOut, s.toPerson(ctx, tx, p, lineSoldOut, l)
	}
	if err == nil && outcome == LineOver {
		err = s.toPerson(ctx, sub, p, LineOver, l)
	}
	if err != nil {
		return "", err
	}
	return outcome, sub.Commit(ctx)
}

// toPerson leaves money to an operator and notifies the customer. A transfer cannot be returned automatically.
func (s *Service) toPerson(ctx context.Context, tx pgx.Tx, p *record.Payment, why string, l line) error {
	s.log.Error("bank transfer needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason", why)
	if err := record.Note(ctx, tx, p, why, map[string]any{"amount": l.amount.String(),
		"currency": l.currency}); err != nil {
		return err
	}
	return s.settle.Notify(ctx, tx, p, "payment-review", "")
}

// storable removes what Postgres cannot store from a sender's text.
func storable(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}

func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}

// GiveUp ends a transfer whose rest never arrived. The customer is notified, and an operator returns the part.
func (s *Service) GiveUp(ctx context.Context, p *record.Payment, c record.Change) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := record.Apply(ctx, tx, p, record.MoveGiveUp, c)
		if err != nil || !ok {
			return err
		}
		if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {
			return err
		}
		return s.settle.Notify(ctx, tx, p, "payment-review", "")
	})
	if err == nil {
		s.log.Error("bank transfer needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason",
			"the rest did not arrive")
		s.settle.Announce()
	}
	return err
}
