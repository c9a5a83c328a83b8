package payment

import (
	"testing"
	"time"

	"vitrine/writesvc/payment/settle"
)

// A payment must not be queried while its order may still be on the way to the bank.
func TestTheBankIsNotAskedDuringItsCall(t *testing.T) {
	t.Parallel()
	for after, want := range map[time.Duration]bool{
		settle.BankTimeout + time.Second: true, time.Minute: true, settle.BankTimeout: false, 10 * time.Second: false,
		time.Hour: false, // MissingFor is 5 min: the payment would fail before the first query
	} {
		c := DefaultConfig()
		c.Secret, c.AskAfter = make([]byte, 32), after
		if err := c.Validate(); (err == nil) != want {
			t.Errorf("%s: %v", after, err)
		}
	}
}

// The books of the sandbox bank do not grow for ever.
func TestOldOrdersOfTheSandboxBankAreDeleted(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.shop(t, "shop", 1)
	for id, captured := range map[string]int{"unpaid": 0, "paid": 100} {
		if _, err := h.db.Pool.Exec(t.Context(), `INSERT INTO sandbox_order (tenant_id, oid, md, scenario, card, amount,
  currency, installment, ok_url, fail_url, rnd, captured) VALUES ('shop', $1, $1, '', '', '', '', '', '', '', '', $2)`,
			id, captured); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after time.Duration
		left  int
	}{{time.Hour, 2}, {48 * time.Hour, 1}, {100 * 24 * time.Hour, 0}} {
		h.later(c.after)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		var left int
		if err := h.db.Pool.QueryRow(t.Context(), `SELECT count(*) FROM sandbox_order`).Scan(&left); err != nil ||
			left != c.left {
			t.Errorf("after %s: %d orders, %v", c.after, left, err)
		}
	}
}
