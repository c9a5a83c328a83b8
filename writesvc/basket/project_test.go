package basket

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// A sale of a product that violates a constraint cannot be shown. It is held, so that the projection rests until there
// is other work, and one line of the log names it. It is shown after the product is corrected.
func TestASaleThatCannotBeShownIsHeld(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec := func(sql string) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%v\nin: %s", err, sql)
		}
	}
	exec(`INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`)
	exec(`ALTER TABLE product DROP CONSTRAINT product_amount_positive`)
	exec(`INSERT INTO product (tenant_id, id, slug, name, amount, stock)
VALUES ('shop', '0123456789abcdef01234567', 'cup', 'Cup', 'NaN', 3)`)
	exec(`ALTER TABLE product ADD CONSTRAINT product_amount_positive CHECK (amount < 'Infinity') NOT VALID`)
	exec(`WITH i AS (INSERT INTO inventory (tenant_id, kind, item_id, capacity, sold)
  VALUES ('shop', 'product', '0123456789abcdef01234567', 5, 2) RETURNING id)
INSERT INTO inventory_news (tenant_id, inventory_id) SELECT 'shop', id FROM i`)
	var log bytes.Buffer
	s, err := New(DefaultConfig(), db.Pool, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	project := func() {
		t.Helper()
		exec(`DELETE FROM inventory_round`)
		if left, err := s.Project(t.Context()); err != nil || left {
			t.Fatalf("the projection goes on: %v, %v", left, err)
		}
	}
	for range 5 {
		project()
	}
	if n := strings.Count(log.String(), "product_amount_positive"); n != 1 {
		t.Errorf("%d lines name the sale:\n%s", n, log.String())
	}
	exec(`UPDATE product SET amount = 5`)
	exec(`UPDATE inventory_held SET retry_at = now()`)
	project()
	var stock int
	if err := db.Pool.QueryRow(t.Context(), `SELECT stock FROM product`).Scan(&stock); err != nil || stock != 1 {
		t.Errorf("the stock is %d after the correction, %v", stock, err)
	}
}
