package payment

import (
	"context"
	"errors"
	"testing"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settle"
)

// A deafBank carries out no refund. Its answers are lost.
type deafBank struct{ *modelBank }

func (deafBank) Void(context.Context, pos.Payment) pos.Outcome {
	return pos.Outcome{Err: errors.New("lost")}
}

func (deafBank) Refund(context.Context, pos.Payment, writeapi.Money) pos.Outcome {
	return pos.Outcome{Err: errors.New("lost")}
}

// exhaust repeats refunds until none is due.
func (s *shop) exhaust(t *testing.T) {
	t.Helper()
	for range 10 {
		s.later(3 * time.Hour)
		if err := s.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// refund requests the refund of an amount, or of all that can be refunded if it is 0.
func (s *shop) refund(t *testing.T, payment string, amount writeapi.Money) {
	t.Helper()
	if err := settle.Refund(t.Context(), s.db.Pool, settle.RefundRequest{Tenant: s.t.ID(), Payment: payment,
		Amount: amount}); err != nil {
		t.Fatal(err)
	}
}

// refunds returns what the books say about the refunds of a payment.
func (s *shop) refunds(t *testing.T, payment string) (statuses []string, refunding, refunded writeapi.Money) {
	t.Helper()
	if err := s.db.Pool.QueryRow(t.Context(), `SELECT array(SELECT r.status FROM refund r WHERE r.tenant_id = $1
AND r.payment_id = $2 ORDER BY r.created_at), refunding, refunded FROM payment WHERE tenant_id = $1 AND id = $2`,
		s.t.ID(), payment).Scan(&statuses, &refunding, &refunded); err != nil {
		t.Fatal(err)
	}
	return statuses, refunding, refunded
}

// closes closes a refund as an operator does, and reconciles.
func (s *shop) closes(t *testing.T, payment string, amount writeapi.Money, returned bool) {
	t.Helper()
	if _, err := settle.CloseRefund(t.Context(), s.db.Pool, settle.CloseRequest{Tenant: s.t.ID(), Payment: payment,
		Amount: amount, Returned: returned}); err != nil {
		t.Fatal(err)
	}
	if err := s.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// An operator closes a refund whose outcome the bank does not report. Then the books agree with the bank.
func TestAnOperatorClosesARefundInReview(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		bank     func(*modelBank) pos.Gateway
		lost     mood // of the first attempt
		returned bool
		want     record.Status
	}{
		"the bank returned the money": {func(b *modelBank) pos.Gateway { return silentBank{b} }, takenLost, true,
			record.Refunded},
		"the bank did not": {func(b *modelBank) pos.Gateway { return deafBank{b} }, yes, false, record.Succeeded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			h.gateway = func(string) (pos.Gateway, error) { return x.bank(h.bank), nil }
			s := h.shop(t, "shop", 5)
			p := s.pay(t, "ada", 1, yes)
			s.refund(t, p, 0)
			h.bank.mood = x.lost
			s.exhaust(t)
			if all, refunding, _ := s.refunds(t, p); len(all) != 1 || all[0] != "review" || refunding != 1000 {
				t.Fatalf("after all attempts: %v, of %s", all, refunding)
			}
			s.closes(t, p, 0, x.returned)
			_, refunding, _ := s.refunds(t, p)
			if got := s.status(t, p); got != x.want || refunding != 0 {
				t.Errorf("the payment is %s, with refunds of %s; want %s, 0", got, refunding, x.want)
			}
			if err := s.audit(t.Context()); err != nil {
				t.Error(err)
			}
			_, err := settle.CloseRefund(t.Context(), h.db.Pool, settle.CloseRequest{Tenant: "shop", Payment: p})
			if !isCode(err, api.PaymentState) {
				t.Errorf("closed again: %v", err)
			}
			if !x.returned { // the amount can be refunded again
				h.gateway = nil
				s.refund(t, p, 0)
				s.exhaust(t)
				if got := s.status(t, p); got != record.Refunded || h.bank.held(p) != 0 {
					t.Errorf("refunded again: %s, the bank holds %s", got, h.bank.held(p))
				}
			}
		})
	}
}

// Money that bought nothing must go back: if the bank did not return it, it is sent again.
func TestMoneyThatBoughtNothingIsSentAgain(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	p := s.failUnknown(t)
	h.bank.arrive()
	h.gateway = func(string) (pos.Gateway, error) { return deafBank{h.bank}, nil }
	s.exhaust(t)
	s.exhaust(t)
	if all, _, _ := s.refunds(t, p); len(all) != 1 || all[0] != "review" || s.status(t, p) != record.RefundPending {
		t.Fatalf("after all attempts: %v, %s", all, s.status(t, p))
	}
	h.gateway = nil
	s.closes(t, p, 0, false)
	s.exhaust(t)
	if got := s.status(t, p); got != record.Voided || h.bank.held(p) != 0 {
		t.Errorf("sent again: %s, the bank holds %s", got, h.bank.held(p))
	}
}

// twoEqualRefunds returns a payment of 10.00 with two refunds of 3.00. The bank carried out the first; its answer was
// lost, and the bank answered no query about it, so an operator must decide. The second gets no answer; the bank
// answers queries again.
func twoEqualRefunds(t *testing.T) (h *house, s *shop, p string) {
	t.Helper()
	h = openHouse(t)
	s = h.shop(t, "shop", 5)
	p = s.pay(t, "ada", 1, yes)
	s.refund(t, p, 300)
	h.bank.mood, h.bank.mute = takenLost, true
	s.exhaust(t)
	h.bank.mute = false
	h.gateway = func(string) (pos.Gateway, error) { return deafBank{h.bank}, nil }
	s.refund(t, p, 300)
	return h, s, p
}

// A bank says how much of a payment it returned, and not for which request. What it returned for a refund that an
// operator has not decided about yet must not count for the next one.
func TestARefundIsNotTakenForAnother(t *testing.T) {
	t.Parallel()
	h, s, p := twoEqualRefunds(t)
	s.exhaust(t)
	all, refunding, done := s.refunds(t, p)
	if len(all) != 2 || all[0] != "review" || all[1] != "review" || refunding != 600 || done != 0 {
		t.Errorf("two refunds, and the bank did the first: %v, of %s; %s are refunded", all, refunding, done)
	}
	// Another amount cannot be mistaken.
	h.gateway = nil
	s.refund(t, p, 200)
	s.exhaust(t)
	var order string
	if err := h.db.Pool.QueryRow(t.Context(), `SELECT status FROM orders WHERE tenant_id = 'shop'`).Scan(
		&order); err != nil || order != "PARTIALLY_REFUNDED" {
		t.Errorf("the order is %s, %v", order, err)
	}
	s.closes(t, p, 300, true)
	s.closes(t, p, 0, false)
	all, refunding, done = s.refunds(t, p)
	if refunding != 0 || done != 500 || h.bank.held(p) != 500 {
		t.Errorf("at the end: %v, of %s; %s are refunded, the bank holds %s", all, refunding, done, h.bank.held(p))
	}
	if err := s.audit(t.Context()); err != nil {
		t.Error(err)
	}
}

// The place of a used ticket is taken. A refund does not offer it for sale.
func TestThePlaceOfAUsedTicketIsNotSoldAgain(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	p := s.pay(t, "ada", 3, yes)
	if _, err := h.db.Pool.Exec(t.Context(), `UPDATE ticket SET status = 'used', used_at = now()
WHERE tenant_id = 'shop' AND seq < 2`); err != nil {
		t.Fatal(err)
	}
	s.refund(t, p, 0)
	s.exhaust(t)
	var sold int
	if err := h.db.Pool.QueryRow(t.Context(), `SELECT sold FROM inventory WHERE tenant_id = 'shop'`).Scan(
		&sold); err != nil || sold != 2 {
		t.Errorf("%d places are sold after the refund, want the 2 of used tickets; %v", sold, err)
	}
	if got := s.status(t, p); got != record.Refunded {
		t.Errorf("the payment is %s", got)
	}
}
