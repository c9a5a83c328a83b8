package basket

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
)

// ErrSoldOut is returned if there is less stock than requested.
var ErrSoldOut = api.Errorf(409, api.OutOfStock, "Not enough of this item is in stock.")

// Reserve reserves stock for a payment until a time. It reserves all lines, or returns ErrSoldOut; the caller then
// rolls back. Rows are locked in one order to prevent deadlocks.
func Reserve(ctx context.Context, tx pgx.Tx, tenant, payment string, lines []Line, until time.Time) error {
	lines = slices.Clone(lines)
	slices.SortFunc(lines, func(a, b Line) int { return bytes.Compare([]byte(a.Kind+a.ItemID), []byte(b.Kind+b.ItemID)) })
	for _, l := range lines {
		var id *string
		if err := tx.QueryRow(ctx, `SELECT adopt_stock($1, $2, $3)`, tenant, l.Kind, l.ItemID).Scan(&id); err != nil {
			return fmt.Errorf("find the stock: %w", err)
		}
		if id == nil {
			return ErrSoldOut
		}
		tag, err := tx.Exec(ctx, `UPDATE inventory SET reserved = reserved + $3 WHERE tenant_id = $1 AND id = $2
AND sold + reserved + $3 <= capacity`, tenant, *id, l.Quantity)
		if err != nil {
			return fmt.Errorf("reserve stock: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return ErrSoldOut
		}
		// A released row is reserved again, for money that arrives late.
		tag, err = tx.Exec(ctx, `INSERT INTO reservation AS r (tenant_id, payment_id, inventory_id, quantity, expires_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, payment_id, inventory_id) DO UPDATE
SET status = 'held', quantity = excluded.quantity, expires_at = excluded.expires_at WHERE r.status = 'released'`,
			tenant, payment, *id, l.Quantity, until)
		if err != nil {
			return fmt.Errorf("write the reservation: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return fmt.Errorf("payment %s reserves %s %s twice", payment, l.Kind, l.ItemID)
		}
	}
	return nil
}

// Hold changes the time at which a payment's reservations expire. It reports whether there were any.
func Hold(ctx context.Context, tx pgx.Tx, tenant, payment string, until time.Time) (bool, error) {
	tag, err := tx.Exec(ctx, `UPDATE reservation SET expires_at = $3 WHERE tenant_id = $1 AND payment_id = $2
AND status = 'held'`, tenant, payment, until)
	if err != nil {
		return false, fmt.Errorf("hold reservations: %w", err)
	}
	return tag.RowsAffected() > 0, nil
}

// A change moves reservations from one status to another.
type change struct {
	from, to string
	set      string // what happens to the stock row i; m.n is the quantity of the reservation
	shown    bool   // the change is shown on content
}

var (
	sell = change{"held", "sold", `reserved = i.reserved - m.n, sold = i.sold + m.n`, true}
	// If an editor lowered the capacity below the reserved stock, the first released places cover the difference.
	release = change{"held", "released", `reserved = i.reserved - m.n, capacity = i.capacity - least(i.owed, m.n),
    owed = i.owed - least(i.owed, m.n)`, false}
	// The place of a ticket that was used is not free.
	giveBack = change{"sold", "released", `sold = i.sold - greatest(0, m.n - (SELECT count(*) FROM ticket k
      JOIN orders o ON o.tenant_id = $1 AND o.id = k.order_id
      WHERE k.tenant_id = $1 AND o.payment_id = $2 AND i.kind = 'event' AND k.event_id = i.item_id
        AND k.status = 'used'))`, true}
)

// move applies a change to all reservations of a payment and to their stock. It returns how many there were.
func move(ctx context.Context, tx pgx.Tx, tenant, payment string, c change) (int, error) {
	// Lock in the order of Reserve.
	rows, err := tx.Query(ctx, `SELECT i.id FROM inventory i
WHERE i.tenant_id = $1 AND i.id IN (SELECT r.inventory_id FROM reservation r WHERE r.tenant_id = $1
AND r.payment_id = $2 AND r.status = $3)
ORDER BY i.kind COLLATE "C", i.item_id COLLATE "C" FOR UPDATE`, tenant, payment, c.from)
	if err != nil {
		return 0, fmt.Errorf("lock the stock: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, fmt.Errorf("lock the stock: %w", err)
	}
	if len(ids) == 0 {
		return 0, nil
	}
	var n int
	err = tx.QueryRow(ctx, strings.Replace(`WITH m AS (
  UPDATE reservation SET status = $4 WHERE tenant_id = $1 AND payment_id = $2 AND status = $3
RETURNING inventory_id, quantity AS n
), done AS (
  UPDATE inventory i SET SET-STOCK FROM m WHERE i.tenant_id = $1 AND i.id = m.inventory_id RETURNING i.id
)
SELECT count(*) FROM done`, "SET-STOCK", c.set, 1), tenant, payment, c.from, c.to).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("move reservations from %s to %s: %w", c.from, c.to, err)
	}
	if c.shown {
		if _, err := tx.Exec(ctx, `INSERT INTO inventory_news (tenant_id, inventory_id) SELECT $1, unnest($2::text[])`,
			tenant, ids); err != nil {
			return 0, fmt.Errorf("note changed stock: %w", err)
		}
	}
	return n, nil
}

// Sell turns a payment's reservations into sales. It returns how many lines there were; 0 if the reservations had
// ended.
func Sell(ctx context.Context, tx pgx.Tx, tenant, payment string) (int, error) {
	return move(ctx, tx, tenant, payment, sell)
}

// Release releases a payment's reservations.
func Release(ctx context.Context, tx pgx.Tx, tenant, payment string) error {
	_, err := move(ctx, tx, tenant, payment, release)
	return err
}

// Return returns the stock that a payment bought, except the places of used tickets. The caller has revoked the unused
// ones, in the same transaction.
func Return(ctx context.Context, tx pgx.Tx, tenant, payment string) error {
	_, err := move(ctx, tx, tenant, payment, giveBack)
	return err
}
