package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
)

// A Payment is a row of the table payment.
type Payment struct {
	ID, Tenant, Account, Basket      string
	Method, Provider, Merchant       string
	Status                           Status
	Currency                         string
	Price, Amount                    writeapi.Money
	Installment                      int
	Items                            []basket.Line
	card, ProviderRef, Txn           string
	Reference, Address, Reason       string
	Captured, Refunding, Refunded    writeapi.Money
	Created, Expires, Claimed, AskAt time.Time
	Flow                             flow
	PageURL                          string
	PageUntil                        time.Time
	MerchantRef                      string // the name of the payment for the bank and in return URLs; opens nothing
	PlanBIN                          string // first digits of the card that the plan was chosen for, on the bank's page
}

// BIN returns the first digits of the payment's card, or of the card for which its plan was chosen; "" if neither is
// known.
func (p *Payment) BIN() string {
	if len(p.card) >= 6 {
		return p.card[:6]
	}
	return p.PlanBIN
}

// A flow tells where the card is typed and who takes the money.
type flow string

const (
	Direct  flow = ""         // typed here; we take the money
	Host    flow = "host"     // typed at the bank; we take the money
	HostPay flow = "host_pay" // typed at the provider, which takes the money; we may learn of it late
)

// Columns are the columns that Scan reads.
const Columns = `id, tenant_id, account_id, basket_id, method, provider, merchant, status, currency::text, price,
  amount, installment, items,
  card, coalesce(provider_ref, ''), coalesce(provider_txn, ''), coalesce(reference, ''), address, reason, captured,
  refunding, refunded,
  created_at, expires_at, coalesce(claimed_at, 'epoch'), coalesce(ask_at, 'epoch'), flow, page_url,
  coalesce(page_until, 'epoch'), coalesce(merchant_ref, id), plan_bin`

// Scan reads a row.
func (p *Payment) Scan(r pgx.Row) error {
	var items []byte
	if err := r.Scan(&p.ID, &p.Tenant, &p.Account, &p.Basket, &p.Method, &p.Provider, &p.Merchant, &p.Status, &p.Currency,
		&p.Price, &p.Amount, &p.Installment, &items,
		&p.card, &p.ProviderRef, &p.Txn, &p.Reference, &p.Address, &p.Reason, &p.Captured, &p.Refunding, &p.Refunded,
		&p.Created, &p.Expires, &p.Claimed, &p.AskAt, &p.Flow, &p.PageURL, &p.PageUntil,
		&p.MerchantRef, &p.PlanBIN); err != nil {
		return err
	}
	if err := json.Unmarshal(items, &p.Items); err != nil {
		return fmt.Errorf("read what a payment is for: %w", err)
	}
	for i := range p.Items {
		p.Items[i].Price = writeapi.Money(p.Items[i].Cents)
	}
	return nil
}

// ScanRow is scan for pgx.CollectRows.
func ScanRow(r pgx.CollectableRow) (*Payment, error) {
	p := &Payment{}
	return p, p.Scan(r)
}

// Find reads a payment, or nil. lock is FOR UPDATE or "".
func Find(ctx context.Context, db postgres.Queryer, tenant, id, lock string) (*Payment, error) {
	return find(db.QueryRow(ctx, `SELECT `+Columns+` FROM payment WHERE tenant_id = $1 AND id = $2 `+lock, tenant, id))
}

// ByRef is the condition that a payment of tenant $1 has the reference $2.
const ByRef = `tenant_id = $1 AND (merchant_ref = $2 OR merchant_ref IS NULL AND id = $2)`

// FindRef reads the payment that a bank or a return URL names, or nil. A reference does not grant the use of
// the payment.
func FindRef(ctx context.Context, db postgres.Queryer, tenant, ref string) (*Payment, error) {
	return find(db.QueryRow(ctx, `SELECT `+Columns+` FROM payment WHERE `+ByRef, tenant, ref))
}

func find(row pgx.Row) (*Payment, error) {
	p := &Payment{}
	err := p.Scan(row)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the payment: %w", err)
	}
	return p, nil
}

// A Change is what a move writes besides the status. Zero members stay unchanged, except AskAt: every move sets or
// clears it.
type Change struct {
	Reason      string
	ProviderRef string
	Txn         string
	Captured    writeapi.Money
	Expires     time.Time
	Claimed     time.Time
	AskAt       time.Time
	Final       time.Time
	Detail      map[string]any
}

// Apply applies a move. It reports whether this caller won: of any number of callers one gets true, with p as the row
// is then.
func Apply(ctx context.Context, tx pgx.Tx, p *Payment, m Move, c Change) (bool, error) {
	from := make([]string, len(m.From))
	for i, f := range m.From {
		from[i] = string(f)
	}
	old := p.Status
	err := p.Scan(tx.QueryRow(ctx, `UPDATE payment SET status = $4, reason = CASE WHEN $5 <> '' THEN $5 ELSE reason END,
  provider_ref = coalesce(nullif($6, ''), provider_ref), provider_txn = coalesce(nullif($7, ''), provider_txn),
  captured = CASE WHEN $8::bigint > 0 THEN $8 ELSE captured END,
  page_url = CASE WHEN $4 = 'requires_action' THEN page_url ELSE '' END, expires_at = coalesce($9, expires_at),
  claimed_at = coalesce($10, claimed_at), ask_at = $11, finalized_at = coalesce($12, finalized_at)
WHERE tenant_id = $1 AND id = $2 AND status = ANY ($3)
RETURNING `+Columns, p.Tenant, p.ID, from, m.To, c.Reason, c.ProviderRef, c.Txn, c.Captured, When(c.Expires),
		When(c.Claimed), When(c.AskAt), When(c.Final)))
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("payment %s: %s: %w", p.ID, m.Name, err)
	}
	detail := map[string]any{"from": old, "to": m.To}
	if c.Reason != "" {
		detail["reason"] = c.Reason
	}
	for k, v := range c.Detail {
		detail[k] = v
	}
	return true, Note(ctx, tx, p, m.Name, detail)
}

// Note records an event of a payment.
func Note(ctx context.Context, tx postgres.Queryer, p *Payment, event string, detail map[string]any) error {
	if detail == nil {
		detail = map[string]any{}
	}
	var id int64
	if err := tx.QueryRow(ctx, `INSERT INTO payment_event (tenant_id, payment_id, event, detail) VALUES ($1, $2, $3, $4)
RETURNING id`,
		p.Tenant, p.ID, event, detail).Scan(&id); err != nil {
		return fmt.Errorf("record an event: %w", err)
	}
	return nil
}

// When returns nil for the zero time, for SQL.
func When(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
