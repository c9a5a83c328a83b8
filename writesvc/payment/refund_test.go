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

// A deafBank gets no refund. It answers as if every one were lost.
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

// An operator closes a refund whose outcome the bank does not tell. Then the books agree with the bank.
func TestAnOperatorClosesARefundInReview(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		bank     func(*modelBank) pos.Gateway
		lost     mood // of the first attempt
		returned bool
		want     record.Status
		owed     writeapi.Money
	}{
		"the bank returned the money": {func(b *modelBank) pos.Gateway { return silentBank{b} }, takenLost, true,
			record.Refunded, 0},
		"the bank did not": {func(b *modelBank) pos.Gateway { return deafBank{b} }, yes, false, record.Succeeded, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			h.gateway = func(string) (pos.Gateway, error) { return x.bank(h.bank), nil }
			s := h.shop(t, "shop", 5)
			p, err := s.pay(t.Context(), "ada")
			if err != nil {
				t.Fatal(err)
			}
			r := settle.RefundRequest{Tenant: "shop", Payment: p}
			if err := settle.Refund(t.Context(), h.db.Pool, r); err != nil {
				t.Fatal(err)
			}
			h.bank.mood = x.lost
			s.exhaust(t)
			if all, owed, _ := s.refunds(t, p); len(all) != 1 || all[0] != "review" || owed != 1000 {
				t.Fatalf("after all attempts: %v, %s are owed", all, owed)
			}
			s.closes(t, p, 0, x.returned)
			_, owed, _ := s.refunds(t, p)
			if got := s.status(t, p); got != x.want || owed != x.owed {
				t.Errorf("the payment is %s, %s are owed; want %s, %s", got, owed, x.want, x.owed)
			}
			if err := s.audit(t.Context()); err != nil {
				t.Error(err)
			}
			_, err = settle.CloseRefund(t.Context(), h.db.Pool, settle.CloseRequest{Tenant: "shop", Payment: p})
			if !isCode(err, api.PaymentState) {
				t.Errorf("closed again: %v", err)
			}
			if !x.returned { // the amount can be refunded again
				h.gateway = nil
				if err := settle.Refund(t.Context(), h.db.Pool, r); err != nil {
					t.Fatal(err)
				}
				s.exhaust(t)
				if got := s.status(t, p); got != record.Refunded || h.bank.held(p) != 0 {
					t.Errorf("refunded again: %s, the bank holds %s", got, h.bank.held(p))
				}
			}
		})
	}
}

// Money that bought nothing must go back: if the bank did not return it, it is sent again.
func TestStrandedMoneyIsSentAgain(t *testing.T) {
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

// A bank says how much of a payment it returned, and not for which request. What it returned for a refund that an
// operator has not decided about yet must not count for the next one.
func TestARefundIsNotTakenForAnother(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	p, err := s.pay(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	refund := func(amount writeapi.Money) {
		t.Helper()
		if err := settle.Refund(t.Context(), h.db.Pool, settle.RefundRequest{Tenant: "shop", Payment: p,
			Amount: amount}); err != nil {
			t.Fatal(err)
		}
	}
	// The first refund is done; its answer is lost, and the bank answers no query about it.
	refund(300)
	h.bank.mood, h.bank.mute = takenLost, true
	s.exhaust(t)
	// The second is lost. The bank answers queries again.
	h.bank.mute = false
	h.gateway = func(string) (pos.Gateway, error) { return deafBank{h.bank}, nil }
	refund(300)
	s.exhaust(t)
	all, owed, done := s.refunds(t, p)
	if len(all) != 2 || all[0] != "review" || all[1] != "review" || owed != 600 || done != 0 {
		t.Errorf("two refunds, one of which the bank did: %v, %s are owed, %s are refunded", all, owed, done)
	}
	// Another amount cannot be mistaken.
	h.gateway = nil
	refund(200)
	s.exhaust(t)
	var order string
	if err := h.db.Pool.QueryRow(t.Context(), `SELECT status FROM orders WHERE tenant_id = 'shop'`).Scan(
		&order); err != nil || order != "PARTIALLY_REFUNDED" {
		t.Errorf("the order is %s, %v", order, err)
	}
	s.closes(t, p, 300, true)
	s.closes(t, p, 0, false)
	all, owed, done = s.refunds(t, p)
	if owed != 0 || done != 500 || h.bank.held(p) != 500 {
		t.Errorf("at the end: %v, %s are owed, %s are refunded, the bank holds %s", all, owed, done, h.bank.held(p))
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
	b, err := s.buyer(t.Context(), "ada", 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.start(t.Context(), b)
	if err == nil {
		err = s.callback(t.Context(), p)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.db.Pool.Exec(t.Context(), `UPDATE ticket SET status = 'used', used_at = now()
WHERE tenant_id = 'shop' AND seq < 2`); err != nil {
		t.Fatal(err)
	}
	if err := settle.Refund(t.Context(), h.db.Pool, settle.RefundRequest{Tenant: "shop", Payment: p}); err != nil {
		t.Fatal(err)
	}
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
