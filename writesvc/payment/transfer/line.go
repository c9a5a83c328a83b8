package transfer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Outcomes of a statement line.
const (
	LinePaid     = "paid"
	LinePart     = "part"
	LineOver     = "paid, and more than was due"
	LineNobody   = "no reference"
	LineSeveral  = "review: several references"
	LineLate     = "review: late"
	LineCurrency = "review: another currency"
	LineAccount  = "review: another account"
	LineSoldOut  = "review: sold out"
)

// valid reports whether a line can be stored, and returns its amount.
func valid(l writeapi.StatementLine) (writeapi.Money, bool) {
	amount, ok := writeapi.ParseMoney(string(l.Amount))
	return amount, ok && amount > 0 && l.ID != "" && len(l.ID) <= 200 && len(l.Currency) == 3 && l.IBAN != "" &&
		len(l.IBAN) <= 40 && !l.BookedAt.IsZero() && l.BookedAt.Year() > 0 && l.BookedAt.Year() < 10_000 &&
		storable(l.ID+l.Currency+l.IBAN) == l.ID+l.Currency+l.IBAN
}

// Stage stores a statement line once; the reconciler books it. It only needs the database. It reports whether the line
// is new.
func Stage(ctx context.Context, db postgres.Queryer, tenant string, l writeapi.StatementLine,
) (id string, fresh bool, err error) {
	amount, ok := valid(l)
	if !ok {
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
	id, _, err := Stage(ctx, s.Pool, tenant, l)
	if err != nil {
		return "", err
	}
	return s.book(ctx, tenant, c, id)
}

// BookStaged books a tenant's stored lines that are not booked yet. A line that cannot be booked does not keep the
// others waiting.
func (s *Service) BookStaged(ctx context.Context, tenant string) error {
	rows, err := s.Pool.Query(ctx, `SELECT id FROM statement_line WHERE tenant_id = $1 AND outcome = ''
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
	c, err := s.Settings.Of(ctx, tenant)
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
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		var l line
		if err := tx.QueryRow(ctx, `SELECT iban, amount, currency::text, description, outcome FROM statement_line
WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, tenant, id).Scan(
			&l.iban, &l.amount, &l.currency, &l.text, &outcome); err != nil || outcome != "" {
			return err
		}
		var payment *string
		p, several, err := s.named(ctx, tx, tenant, l)
		switch {
		case err != nil:
			return err
		case several:
			outcome = LineSeveral
			s.Log.Error("statement line needs an operator", "tenant", tenant, "line", id, "reason", outcome)
		case p == nil:
			outcome = LineNobody
		default:
			payment = &p.ID
			if outcome, err = s.allocate(ctx, tx, p, c, l); err != nil {
				return err
			}
		}
		// The text of a line for a deleted account is not kept: it has the sender's name.
		_, err = tx.Exec(ctx, `UPDATE statement_line SET payment_id = $3, outcome = $4, description = CASE WHEN EXISTS (
  SELECT FROM payment p JOIN account a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
  WHERE p.tenant_id = $1 AND p.id = $3 AND a.email LIKE $5) THEN '' ELSE description END
WHERE tenant_id = $1 AND id = $2`, tenant, id, payment, outcome, "%"+profile.DeletedDomain)
		return err
	})
	if err == nil {
		s.Settle.Announce()
	}
	return outcome, err
}

// A line is a statement line to be booked.
type line struct {
	iban, currency, text string
	amount               writeapi.Money
}

// named returns the payment that a line's text names, or nil. If the text names several payments, it is the only one
// that awaits exactly this amount. Otherwise several is true, because nobody but the sender knows the division.
func (s *Service) named(ctx context.Context, tx pgx.Tx, tenant string, l line) (p *record.Payment, several bool,
	err error) {
	refs := references(l.text)
	// Locks are taken in the order basket, payment, stock, as everywhere.
	if _, err := tx.Exec(ctx, `SELECT FROM basket b WHERE b.tenant_id = $1 AND b.id IN (
  SELECT p.basket_id FROM payment p WHERE p.tenant_id = $1 AND p.reference = ANY ($2))
ORDER BY b.id FOR UPDATE`, tenant, refs); err != nil {
		return nil, false, fmt.Errorf("lock the baskets that the line is for: %w", err)
	}
	rows, err := tx.Query(ctx, `SELECT `+record.Columns+` FROM payment WHERE tenant_id = $1 AND reference = ANY ($2)
ORDER BY id FOR UPDATE`, tenant, refs)
	if err != nil {
		return nil, false, fmt.Errorf("find what the line is for: %w", err)
	}
	all, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		return nil, false, fmt.Errorf("find what the line is for: %w", err)
	}
	if len(all) > 1 {
		all = slices.DeleteFunc(all, func(p *record.Payment) bool {
			return !s.awaits(p) || l.iban != p.Merchant || l.currency != p.Currency || p.Amount-p.Captured != l.amount
		})
		if len(all) != 1 {
			return nil, true, nil
		}
	}
	if len(all) == 0 {
		return nil, false, nil
	}
	return all[0], false, nil
}

// awaits reports whether a payment awaits money.
func (s *Service) awaits(p *record.Payment) bool {
	return (p.Status == record.Pending || p.Status == record.PartiallyPaid) && !s.cfg.Now().After(p.Expires)
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
