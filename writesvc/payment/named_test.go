package payment

import (
	"testing"
	"time"

	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
)

// A transaction that is named later does not replace one that waits for a block.
func TestNamingAnotherTransactionReplacesNone(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("TOK")
	tx := s.chain.token(s.token, s.address, p.AmountUnits)
	s.want("waits for a block", p.PaymentID, tx.hash, record.Pending)
	wrong := s.mined(s.chain.token(s.token, addr20(9), "5"))
	s.refuse("a wrong one", p.PaymentID, wrong.hash, "", s.status(p.PaymentID))
	s.reconcile(61 * time.Second)
	if got := s.status(p.PaymentID); got != record.Succeeded && got != record.Confirming {
		t.Errorf("the first transaction is in a block, and the payment is %s", got)
	}
}

// Money that two customers name, and money that the chain does not show, is noted for an operator.
func TestDoubtfulTransactionsAreNoted(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	eve, bob := s.open("TOK"), s.open("TOK")
	short := s.mined(s.chain.token(s.token, s.address, plus(bob.AmountUnits, -100_000)))
	s.want("a stranger is first", eve.PaymentID, short.hash, record.Underpaid)
	for range 2 {
		s.refuse("its sender", bob.PaymentID, short.hash, "contact the shop", record.Pending)
	}
	if n := s.count(`SELECT count(*) FROM payment_event WHERE event = 'claimed by two payments'`); n != 2 {
		t.Errorf("%d payments are marked", n)
	}
	coin := s.open("COIN")
	forwarded := s.mined(s.chain.native(addr20(77), coin.AmountUnits))
	for range 2 {
		s.refuse("by a contract", coin.PaymentID, forwarded.hash, "contact the shop", record.Pending)
	}
	if n := s.count(`SELECT count(*) FROM payment_event WHERE event = 'transaction without a visible transfer'`); n != 1 {
		t.Errorf("%d notes", n)
	}
}

func TestTwoNodesAgreeByDefault(t *testing.T) {
	t.Parallel()
	for _, f := range []struct {
		from  string
		nodes int
		two   bool
	}{{"", 1, false}, {"", 2, true}, {"", 3, true}, {"never", 3, false}, {"5", 1, true}, {"50", 2, false}} {
		if got := (&settings.Crypto{TwoFrom: f.from}).NeedsTwo(1000, f.nodes); got != f.two {
			t.Errorf("twoFrom %q with %d nodes: %v", f.from, f.nodes, got)
		}
	}
}
