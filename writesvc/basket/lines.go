package basket

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
)

// Kinds of items, as the tables name them.
const (
	Product = "product"
	Event   = "event"
)

// A Line is a line of a basket with the item's current content.
type Line struct {
	ID       string         `json:"-"`
	Kind     string         `json:"kind"`
	ItemID   string         `json:"itemId"`
	Slug     string         `json:"slug"`
	Name     string         `json:"name"`
	Quantity int            `json:"quantity"`
	Price    writeapi.Money `json:"-"`
	Cents    int64          `json:"cents"` // Price, for those who keep lines as JSON
	Currency string         `json:"-"`
	Sold     bool           `json:"-"` // it is for sale: live, with a price
	Left     int64          `json:"-"` // as content shows it
	Over     time.Time      `json:"over,omitzero"`
}

// Total returns the price of the line.
func (l Line) Total() writeapi.Money { return l.Price * writeapi.Money(l.Quantity) }

// Available reports whether the line can be bought as it is.
func (l Line) Available() bool { return l.Sold && int64(l.Quantity) <= l.Left }

// offers joins content to rows named b that have kind and item_id. $1 is the tenant, $2 the time.
const offers = `
LEFT JOIN tenant t ON t.id = $1
LEFT JOIN product p ON p.tenant_id = $1 AND b.kind = 'product' AND p.id = b.item_id
LEFT JOIN event e ON e.tenant_id = $1 AND b.kind = 'event' AND e.id = b.item_id`

// offered is what is offered. An amount that is no number is no price, and an event that never ends has no end.
const offered = `coalesce(p.slug, e.slug, ''), coalesce(p.name, e.name, ''),
  (coalesce(nullif(p.amount, 'NaN'), nullif(e.amount, 'NaN'), 0) * 100)::bigint,
  coalesce(p.currency, e.currency, t.currency)::text,
  coalesce(p.status = 'PUBLISHED' AND p.amount < 'Infinity' AND coalesce(p.publish_at <= $2, true)
AND coalesce(p.unpublish_at > $2, true)
    OR e.status = 'PUBLISHED' AND e.amount < 'Infinity' AND e.over_at > $2 AND coalesce(e.publish_at <= $2, true)
AND coalesce(e.unpublish_at > $2, true), false),
  CASE WHEN p.id IS NOT NULL THEN greatest(coalesce(p.stock, 1000000000), 0)
WHEN e.id IS NOT NULL THEN greatest(coalesce(e.capacity_max - e.attendees, 1000000000), 0) ELSE 0 END::bigint,
  CASE WHEN is_date(e.over_at) THEN e.over_at END`

// Lines reads a basket's lines in the order in which they were added, with the prices at a time.
func Lines(ctx context.Context, db postgres.Queryer, tenant, basket string, now time.Time) ([]Line, error) {
	rows, err := db.Query(ctx, `SELECT b.id, b.kind, b.item_id, b.quantity, `+offered+`
FROM basket_item b`+offers+`
WHERE b.tenant_id = $1 AND b.basket_id = $3
ORDER BY b.created_at, b.id`, tenant, now, basket)
	if err != nil {
		return nil, fmt.Errorf("read the basket's lines: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l Line, err error) {
		err = l.scan(row)
		return l, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the basket's lines: %w", err)
	}
	return all, nil
}

// offer reads the content of one item.
func offer(ctx context.Context, db postgres.Queryer, tenant, kind, id string, now time.Time) (l Line, err error) {
	row := db.QueryRow(ctx, `SELECT '', b.kind, b.item_id, 0, `+offered+`
FROM (SELECT $3::text AS kind, $4::text AS item_id) b`+offers, tenant, now, kind, id)
	if err := l.scan(row); err != nil {
		return l, fmt.Errorf("read what is offered: %w", err)
	}
	return l, nil
}

func (l *Line) scan(row pgx.Row) error {
	var over *time.Time
	if err := row.Scan(&l.ID, &l.Kind, &l.ItemID, &l.Quantity, &l.Slug, &l.Name, &l.Cents, &l.Currency, &l.Sold, &l.Left,
		&over); err != nil {
		return err
	}
	l.Price = writeapi.Money(l.Cents)
	if over != nil {
		l.Over = over.UTC()
	}
	return nil
}
