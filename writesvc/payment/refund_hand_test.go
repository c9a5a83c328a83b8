package payment

import (
	"testing"
	"time"

	"vitrine/writesvc/payment/pos"
)

// An operator returned money by hand, so the bank does not know of it. The next refund, whose answer is lost, must not
// be sent twice because the bank returned less than the books say.
func TestMoneyReturnedByHandIsNotReturnedAgain(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	p := s.pay(t, "ada", 1, yes)
	h.gateway = func(string) (pos.Gateway, error) { return deafBank{h.bank}, nil }
	s.refund(t, p, 300)
	s.exhaust(t)
	s.closes(t, p, 0, true)
	s.exhaust(t)
	if _, refunding, refunded := s.refunds(t, p); refunding != 0 || refunded != 300 || h.bank.held(p) != 1000 {
		t.Fatalf("by hand: %s refunding, %s refunded, the bank holds %s", refunding, refunded, h.bank.held(p))
	}
	h.gateway = nil
	h.bank.mood = takenLost
	s.refund(t, p, 300)
	s.exhaust(t)
	all, refunding, refunded := s.refunds(t, p)
	if h.bank.held(p) != 700 || all[1] != "review" || refunding != 300 || refunded != 300 {
		t.Errorf("the bank holds %s; refunds %v, %s refunding, %s refunded", h.bank.held(p), all, refunding, refunded)
	}
}

// The bank carried out one of two equal refunds. An operator closes it while the other one is still being sent: the
// bank's sum must not count for both.
func TestAClosedRefundIsNotCountedForTheNext(t *testing.T) {
	t.Parallel()
	h, s, p := twoEqualRefunds(t)
	s.reconcile(t, time.Second)
	if all, _, _ := s.refunds(t, p); len(all) != 2 || all[0] != "review" || all[1] != "sent" {
		t.Fatalf("before the decision: %v", all)
	}
	s.closes(t, p, 0, true)
	s.exhaust(t)
	all, refunding, refunded := s.refunds(t, p)
	if all[0] != "done" || all[1] != "review" || refunding != 300 || refunded != 300 || h.bank.held(p) != 700 {
		t.Errorf("refunds %v, %s refunding, %s refunded, the bank holds %s", all, refunding, refunded, h.bank.held(p))
	}
}
