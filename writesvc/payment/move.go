package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
)

// A row is a payment as it was read.
type row struct {
	id, tenant, account, basket      string
	method, provider, merchant       string
	status                           Status
	currency                         string
	price, amount                    writeapi.Money
	installment                      int
	items                            []basket.Line
	card, providerRef, txn           string
	reference, address, reason       string
	captured, refunding, refunded    writeapi.Money
	created, expires, claimed, askAt time.Time
	flow                             flow
	pageURL                          string
	pageUntil                        time.Time
}

// A flow is where a card is typed, and who takes the money.
type flow string

const (
	direct  flow = ""         // with us; we take it
	host    flow = "host"     // at the bank; we take it, as above
	hostPay flow = "host_pay" // at the provider, who takes it by himself: we may hear of it late, or from nobody
)

const columns = `id, tenant_id, account_id, basket_id, method, provider, merchant, status, currency::text, price, amount, installment, items,
  card, coalesce(provider_ref, ''), coalesce(provider_txn, ''), coalesce(reference, ''), address, reason, captured, refunding, refunded,
  created_at, expires_at, coalesce(claimed_at, 'epoch'), coalesce(ask_at, 'epoch'), flow, page_url, coalesce(page_until, 'epoch')`

func (p *row) scan(r pgx.Row) error {
	var items []byte
	if err := r.Scan(&p.id, &p.tenant, &p.account, &p.basket, &p.method, &p.provider, &p.merchant, &p.status, &p.currency, &p.price, &p.amount, &p.installment, &items,
		&p.card, &p.providerRef, &p.txn, &p.reference, &p.address, &p.reason, &p.captured, &p.refunding, &p.refunded,
		&p.created, &p.expires, &p.claimed, &p.askAt, &p.flow, &p.pageURL, &p.pageUntil); err != nil {
		return err
	}
	if err := json.Unmarshal(items, &p.items); err != nil {
		return fmt.Errorf("read what a payment is for: %w", err)
	}
	for i := range p.items {
		p.items[i].Price = writeapi.Money(p.items[i].Cents)
	}
	return nil
}

// scanRow is scan for pgx.CollectRows.
func scanRow(r pgx.CollectableRow) (*row, error) {
	p := &row{}
	return p, p.scan(r)
}

// find reads a payment, nil if there is none. lock is FOR UPDATE or "".
func find(ctx context.Context, db basket.DB, tenant, id, lock string) (*row, error) {
	p := &row{}
	err := p.scan(db.QueryRow(ctx, `SELECT `+columns+` FROM payment WHERE tenant_id = $1 AND id = $2 `+lock, tenant, id))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the payment: %w", err)
	}
	return p, nil
}

// A change is what a move writes beside the status. What is zero stays as it is, but for askAt: a payment that moves is asked for when the
// move says so, and not when another did.
type change struct {
	reason      string
	providerRef string
	txn         string
	captured    writeapi.Money
	expires     time.Time
	claimed     time.Time
	askAt       time.Time
	final       time.Time
	detail      map[string]any
}

// move makes a move. It reports whether it was ours to make: of any number of callers one is told true, and p is the row as it is then.
func move(ctx context.Context, tx pgx.Tx, p *row, m Move, c change) (bool, error) {
	from := make([]string, len(m.From))
	for i, f := range m.From {
		from[i] = string(f)
	}
	old := p.status
	err := p.scan(tx.QueryRow(ctx, `UPDATE payment SET status = $4, reason = CASE WHEN $5 <> '' THEN $5 ELSE reason END,
  provider_ref = coalesce(nullif($6, ''), provider_ref), provider_txn = coalesce(nullif($7, ''), provider_txn), captured = CASE WHEN $8::bigint > 0 THEN $8 ELSE captured END,
  page_url = CASE WHEN $4 = 'requires_action' THEN page_url ELSE '' END, expires_at = coalesce($9, expires_at), claimed_at = coalesce($10, claimed_at), ask_at = $11, finalized_at = coalesce($12, finalized_at)
WHERE tenant_id = $1 AND id = $2 AND status = ANY ($3)
RETURNING `+columns, p.tenant, p.id, from, m.To, c.reason, c.providerRef, c.txn, c.captured, when(c.expires), when(c.claimed), when(c.askAt), when(c.final)))
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("payment %s: %s: %w", p.id, m.Name, err)
	}
	detail := map[string]any{"from": old, "to": m.To}
	if c.reason != "" {
		detail["reason"] = c.reason
	}
	for k, v := range c.detail {
		detail[k] = v
	}
	return true, note(ctx, tx, p, m.Name, detail)
}

// note writes down what happened to a payment.
func note(ctx context.Context, tx interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, p *row, event string, detail map[string]any,
) error {
	if detail == nil {
		detail = map[string]any{}
	}
	var id int64
	if err := tx.QueryRow(ctx, `INSERT INTO payment_event (tenant_id, payment_id, event, detail) VALUES ($1, $2, $3, $4) RETURNING id`,
		p.tenant, p.id, event, detail).Scan(&id); err != nil {
		return fmt.Errorf("note what happened to a payment: %w", err)
	}
	return nil
}

func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
