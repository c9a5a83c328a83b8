package payment

import (
	"context"
	"errors"
	"testing"
	"time"

	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
)

// A crashingBank ends the query about a payment as a crash of the process does.
type crashingBank struct{ *modelBank }

func (crashingBank) Query(context.Context, pos.Payment) pos.Outcome { panic("crash") }

// failUnknown starts a payment whose answer from the bank is lost, and that the bank then does not know. It returns the
// failed payment.
func (s *shop) failUnknown(t *testing.T) string {
	t.Helper()
	p := s.pay(t, "ada", 1, slow)
	s.reconcile(t, 10*time.Minute)
	if got := s.status(t, p); got != record.Failed {
		t.Fatalf("the payment that the bank does not know is %s", got)
	}
	return p
}

// A bank that does not know an order takes its money later. The process crashes during the query that would show it, or
// the tenant's account cannot be opened then. The money is found afterwards all the same.
func TestLateMoneyIsFoundAfterAFailedQuery(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func(h *house) (pos.Gateway, error){
		"crash":   func(h *house) (pos.Gateway, error) { return crashingBank{h.bank}, nil },
		"account": func(*house) (pos.Gateway, error) { return nil, errors.New("the secret is not there") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			s := h.shop(t, "shop", 5)
			p := s.failUnknown(t)
			h.bank.arrive()
			h.later(2 * time.Hour)
			h.gateway = func(string) (pos.Gateway, error) { return fails(h) }
			func() {
				defer func() { _ = recover() }()
				_ = h.ask(t.Context(), "shop")
			}()
			h.gateway = nil
			s.reconcile(t, 2*time.Hour, 2*time.Hour, 2*time.Hour)
			if held, got := h.bank.held(p), s.status(t, p); held != 0 {
				t.Errorf("the payment is %s, and the bank holds %s", got, held)
			}
			var due bool
			if err := h.db.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM payment WHERE ask_at IS NOT NULL)`).Scan(
				&due); err != nil || due {
				t.Errorf("the payment is still queried: %v, %v", due, err)
			}
		})
	}
}

// A payment that the bank did not know is queried once more. Until then it is not deleted: money for it would have no
// record.
func TestLateMoneyPreventsDeletion(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	p := s.failUnknown(t)
	if _, err := operator.Delete(t.Context(), h.db.Pool, "shop", "ada@example.com"); err == nil {
		t.Error("an operator deletes the account before the last query")
	}
	if _, err := h.db.Pool.Exec(t.Context(), `DELETE FROM account`); err == nil {
		t.Error("the account is deleted before the last query")
	}
	h.bank.arrive()
	s.reconcile(t, 2*time.Hour, 2*time.Hour, 2*time.Hour)
	if held, got := h.bank.held(p), s.status(t, p); held != 0 || got != record.Voided {
		t.Errorf("the payment is %s, and the bank holds %s", got, held)
	}
	if _, err := operator.Delete(t.Context(), h.db.Pool, "shop", "ada@example.com"); err != nil {
		t.Errorf("delete the account at the end: %v", err)
	}
}
