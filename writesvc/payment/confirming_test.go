package payment

import (
	"testing"

	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
)

// A reorganization takes the transaction of a payment away while another process approves it. The payment is pending
// again, so it must not be delivered: the same coins could pay twice.
func TestAPendingPaymentOnAChainIsNotApproved(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p, err := record.Find(t.Context(), s.db.Pool, s.t.ID(), s.open("COIN").PaymentID, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.settle.Approve(t.Context(), p, pos.Outcome{State: pos.Approved, Txn: "0x1:0", Amount: p.Amount,
		Currency: p.Currency}); err != nil {
		t.Fatal(err)
	}
	orders := s.count(`SELECT count(*) FROM orders`)
	if got := s.status(p.ID); got != record.Pending || orders != 0 {
		t.Errorf("the payment is %s, with %d orders", got, orders)
	}
}

// While a transaction waits for its confirmations, money is on its way: nothing of the payment is deleted.
func TestAConfirmingPaymentPreventsDeletion(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("COIN")
	tx := s.chain.native(s.address, p.AmountUnits)
	s.chain.mine(1, s.now())
	s.want("in a block", p.PaymentID, tx.hash, record.Confirming)
	// The trigger alone decides, even if the chain is not asked about it.
	if _, err := s.db.Pool.Exec(t.Context(), `UPDATE payment SET ask_at = NULL`); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{`DELETE FROM payment`, `DELETE FROM basket`, `DELETE FROM account`,
		`DELETE FROM tenant`} {
		if _, err := s.db.Pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s: done, while a transaction waits for confirmations", sql)
		}
	}
}
