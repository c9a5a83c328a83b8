package payment

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
	"vitrine/writesvc/web"
)

// transfersConfig configures transfers.
type transfersConfig struct {
	For               time.Duration // how long a transfer is awaited
	StartLimit, Limit limit.Limit
	Now               func() time.Time
}

// transfersParts are the services that bank transfers work with.
type transfersParts struct {
	Pool     *pgxpool.Pool
	Log      *slog.Logger
	Settings *reader
	Limits   *limit.Limiter
	Keys     *keys
	Checkout *desk
	Settle   *settler
}

// transfers are payments by bank transfer.
type transfers struct {
	cfg      transfersConfig
	pool     *pgxpool.Pool
	log      *slog.Logger
	settings *reader
	limits   *limit.Limiter
	keys     *keys
	checkout *desk
	settle   *settler
}

// newTransfers returns the service of bank transfers.
func newTransfers(cfg transfersConfig, p transfersParts) *transfers {
	return &transfers{cfg, p.Pool, p.Log, p.Settings, p.Limits, p.Keys, p.Checkout, p.Settle}
}

// StartTransfer answers POST /payment/bank-transfer: the basket is placed, its stock held, and the money waited for.
func (s *transfers) StartTransfer(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.PayTransfer
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if !web.IsID(in.BasketID) {
		return nil, web.ErrNotFound
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), "transfer", s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.keys.once(ctx, rq, "transfer", func(string) (*web.Answer, string, error) {
		c, err := s.settings.of(ctx, rq.Tenant.ID())
		if err != nil {
			return nil, "", err
		}
		if c.Transfer == nil {
			return nil, "", errMethodOff
		}
		p, err := s.createTransfer(ctx, rq, in.BasketID, c.Transfer)
		if err != nil {
			return nil, "", err
		}
		return &web.Answer{Status: http.StatusCreated, Data: writeapi.Transfer{
			PaymentID: p.id, Status: string(p.status), ReferenceCode: grouped(p.reference), Amount: p.amount, Currency: p.currency,
			IBAN: c.Transfer.IBAN, AccountHolder: c.Transfer.Holder, BankName: c.Transfer.Bank, ExpiresAt: p.expires.UTC(),
		}}, p.id, nil
	})
}

func (s *transfers) createTransfer(ctx context.Context, rq *web.Request, basketID string, c *Transfer) (*row, error) {
	now := s.cfg.Now()
	p := &row{}
	for try := 0; ; try++ {
		reference, err := newReference()
		if err != nil {
			return nil, err
		}
		err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
			account, lines, err := s.checkout.takeBasket(ctx, tx, rq, basketID, now)
			if err != nil {
				return err
			}
			until := now.Add(s.cfg.For)
			for _, l := range lines {
				if day := now.Add(24 * time.Hour); l.Kind == basket.Event && until.After(day) {
					until = day // a place is not held for three days
				}
			}
			if err := insert(ctx, tx, p, newPayment{
				tenant: rq.Tenant.ID(), account: account, basket: basketID, method: bankTransfer, provider: bankTransfer,
				merchant: c.IBAN, status: Pending, lines: lines, amount: total(lines), installment: 1, reference: reference,
				address: rq.Address(), created: now, expires: until,
			}); err != nil {
				return err
			}
			if err := basket.Reserve(ctx, tx, p.tenant, p.id, lines, until); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `UPDATE basket SET status = 'placed', updated_at = now() WHERE tenant_id = $1 AND id = $2`, p.tenant, p.basket)
			return err
		})
		var dup *pgconn.PgError
		if errors.As(err, &dup) && dup.ConstraintName == "payment_reference" && try < 5 {
			continue
		}
		return p, err
	}
}

// VerifyTransfer answers POST /payment/bank-transfer/{paymentId}/verify: how the transfer stands. It only asks: that money came is known by
// the bank's statement alone.
func (s *transfers) VerifyTransfer(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), "verify", s.cfg.Limit); err != nil {
		return nil, err
	}
	p, err := s.checkout.own(ctx, rq, rq.HTTP.PathValue("paymentId"), bankTransfer)
	if err != nil {
		return nil, err
	}
	return s.keys.once(ctx, rq, "verify", func(string) (*web.Answer, string, error) {
		v, err := s.checkout.view(ctx, p)
		return web.OK(v), p.id, err
	})
}

// Outcomes of a line of a statement.
const (
	linePaid     = "paid"
	linePart     = "part"
	lineOver     = "paid, and more than was due"
	lineNobody   = "no reference"
	lineLate     = "review: late"
	lineCurrency = "review: another currency"
	lineAccount  = "review: another account"
	lineSoldOut  = "review: sold out"
)

// Stage writes a line of a statement down, once; whoever reconciles books it. It works wherever the database is. It reports whether the line
// is new.
func Stage(ctx context.Context, db basket.DB, tenant string, l writeapi.StatementLine) (id string, fresh bool, err error) {
	amount, ok := writeapi.ParseMoney(string(l.Amount))
	if !ok || amount <= 0 || l.ID == "" || len(l.ID) > 200 || len(l.Currency) != 3 || l.IBAN == "" || len(l.IBAN) > 40 || l.BookedAt.IsZero() ||
		storable(l.ID+l.Currency+l.IBAN) != l.ID+l.Currency+l.IBAN {
		return "", false, web.Wrong("lines", "A line needs id, iban, an amount above 0, a currency and bookedAt.")
	}
	err = db.QueryRow(ctx, `INSERT INTO statement_line (tenant_id, iban, txn, amount, currency, description, booked_at, outcome)
VALUES ($1, $2, $3, $4, $5, $6, $7, '') ON CONFLICT ON CONSTRAINT statement_line_key DO NOTHING RETURNING id`,
		tenant, l.IBAN, l.ID, amount, l.Currency, clip(storable(l.Description), 500), l.BookedAt).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = db.QueryRow(ctx, `SELECT id FROM statement_line WHERE tenant_id = $1 AND iban = $2 AND txn = $3`, tenant, l.IBAN, l.ID).Scan(&id)
		return id, false, err
	}
	if err != nil {
		return "", false, fmt.Errorf("write the line: %w", err)
	}
	return id, true, nil
}

// Line writes a line down and books it.
func (s *transfers) Line(ctx context.Context, tenant string, c *Transfer, l writeapi.StatementLine) (outcome string, err error) {
	id, _, err := Stage(ctx, s.pool, tenant, l)
	if err != nil {
		return "", err
	}
	return s.book(ctx, tenant, c, id)
}

// bookStaged books lines that were written down and not booked yet.
func (s *transfers) bookStaged(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `SELECT tenant_id, id FROM statement_line WHERE outcome = '' ORDER BY created_at LIMIT 500`)
	if err != nil {
		return fmt.Errorf("find lines to book: %w", err)
	}
	type staged struct{ tenant, id string }
	due, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (l staged, err error) {
		err = r.Scan(&l.tenant, &l.id)
		return l, err
	})
	if err != nil {
		return fmt.Errorf("find lines to book: %w", err)
	}
	for _, l := range due {
		c, err := s.settings.of(ctx, l.tenant)
		if err != nil {
			return err
		}
		if c.Transfer == nil {
			c.Transfer = &Transfer{}
		}
		if _, err := s.book(ctx, l.tenant, c.Transfer, l.id); err != nil {
			return err
		}
	}
	return nil
}

// book counts a line towards the payment that its text names. One that is booked stays as it is.
func (s *transfers) book(ctx context.Context, tenant string, c *Transfer, id string) (outcome string, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var l line
		if err := tx.QueryRow(ctx, `SELECT iban, amount, currency::text, description, outcome FROM statement_line WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, tenant, id).Scan(
			&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil || outcome != "" {
			return err
		}
		var payment *string
		p := &row{}
		err := p.scan(tx.QueryRow(ctx, `SELECT `+columns+` FROM payment WHERE tenant_id = $1 AND reference = ANY ($2) LIMIT 1 FOR UPDATE`, tenant, references(l.text)))
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			outcome = lineNobody
		case err != nil:
			return fmt.Errorf("find what the line is for: %w", err)
		default:
			payment = &p.id
			if outcome, err = s.allocate(ctx, tx, p, c, l); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `UPDATE statement_line SET payment_id = $3, outcome = $4 WHERE tenant_id = $1 AND id = $2`, tenant, id, payment, outcome)
		return err
	})
	if err == nil {
		s.settle.announce()
	}
	return outcome, err
}

// A line of a statement, as it is booked.
type line struct {
	iban, currency, text string
	amount               writeapi.Money
}

// allocate counts a line towards its payment.
func (s *transfers) allocate(ctx context.Context, tx pgx.Tx, p *row, c *Transfer, l line) (string, error) {
	outcome := ""
	switch {
	case l.iban != p.merchant:
		outcome = lineAccount
	case l.currency != p.currency:
		outcome = lineCurrency
	case !moveApprove.Allows(p.status) || p.status == Processing || p.status == Unknown || s.cfg.Now().After(p.expires):
		outcome = lineLate
	}
	if outcome != "" {
		return outcome, s.toPerson(ctx, tx, p, outcome, l)
	}
	came := p.captured + l.amount
	if came+writeapi.Money(c.Tolerance) < p.amount {
		_, err := move(ctx, tx, p, movePart, change{captured: came, detail: map[string]any{"amount": l.amount.String()}})
		if err == nil {
			err = s.settle.tell(ctx, tx, p, "transfer-part", "")
		}
		return linePart, err
	}
	outcome = linePaid
	if came > p.amount {
		outcome = lineOver
	}
	sub, err := tx.Begin(ctx) // a savepoint: where there is nothing to give, the line stays and the rest goes
	if err != nil {
		return "", err
	}
	_, err = move(ctx, sub, p, moveApprove, change{captured: came, final: s.cfg.Now(), detail: map[string]any{"outcome": outcome}})
	if err == nil {
		err = s.settle.deliver(ctx, sub, p)
	}
	if errors.Is(err, errStranded) {
		if err := sub.Rollback(ctx); err != nil {
			return "", err
		}
		return lineSoldOut, s.toPerson(ctx, tx, p, lineSoldOut, l)
	}
	if err == nil && outcome == lineOver {
		err = s.toPerson(ctx, sub, p, lineOver, l)
	}
	if err != nil {
		return "", err
	}
	return outcome, sub.Commit(ctx)
}

// toPerson leaves money that came to a person, and tells the customer that it was seen: no machine can send a transfer back.
func (s *transfers) toPerson(ctx context.Context, tx pgx.Tx, p *row, why string, l line) error {
	s.log.Error("money by transfer needs a person", "tenant", p.tenant, "payment", p.id, "reason", why)
	if err := note(ctx, tx, p, why, map[string]any{"amount": l.amount.String(), "currency": l.currency}); err != nil {
		return err
	}
	return s.settle.tell(ctx, tx, p, "payment-review", "")
}

// storable is a text as Postgres can hold it. What a sender wrote reaches us through his bank and ours, whatever it is.
func storable(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}

func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}
