package payment

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/chain"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
)

// withdraw moves the lines of a payment's basket to another one, as the end of a session does.
func (s *shop) withdraw(t *testing.T, payment string) {
	t.Helper()
	if err := pgx.BeginFunc(t.Context(), s.db.Pool, func(tx pgx.Tx) error {
		var account string
		if err := tx.QueryRow(t.Context(), `SELECT account_id FROM payment WHERE tenant_id = $1 AND id = $2`, s.t.ID(),
			payment).Scan(&account); err != nil {
			return err
		}
		return basket.Withdraw(t.Context(), tx, s.t.ID(), account)
	}); err != nil {
		t.Fatal(err)
	}
}

// A payment expires while its transaction waits for a block. Then its customer signs out, and the lines move to another
// basket, where they can be paid again. The money that is found later is left to an operator.
func TestCoinsFoundAfterASignOutDoNotDeliverTheLinesTwice(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("TOK")
	tx := s.chain.token(s.token, s.address, p.AmountUnits)
	s.want("named", p.PaymentID, tx.hash, record.Pending)
	s.reconcile(20 * time.Minute)
	if got := s.status(p.PaymentID); got != record.Expired {
		t.Fatalf("a payment whose time has passed is %s", got)
	}
	s.withdraw(t, p.PaymentID)
	s.later(-19 * time.Minute)
	s.chain.mine(3, s.now())
	s.later(19 * time.Minute)
	v := s.want("found", p.PaymentID, tx.hash, record.Review)
	if v.Reason != chain.ReasonLate || v.Paid != 1000 || v.Order != nil {
		t.Errorf("%+v", v)
	}
	if n := s.count(`SELECT coalesce(sum(sold + reserved), 0)::int FROM inventory`); n != 0 {
		t.Errorf("%d places are sold or reserved", n)
	}
	if n := s.count(`SELECT count(*) FROM basket b JOIN basket_item i ON i.basket_id = b.id
WHERE b.status = 'open'`); n != 1 {
		t.Errorf("%d lines wait in the open basket", n)
	}
}

// Money that a bank took for a basket that is closed goes back.
func TestMoneyForAClosedBasketGoesBack(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	id := s.failUnknown(t)
	s.withdraw(t, id)
	h.bank.arrive()
	p, err := record.Find(t.Context(), h.db.Pool, "shop", id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.settle.Approve(t.Context(), p, pos.Outcome{State: pos.Approved, Txn: "t" + id,
		Amount: p.Amount}); err != nil {
		t.Fatal(err)
	}
	if got := s.status(t, id); got != record.RefundPending {
		t.Errorf("the payment is %s", got)
	}
	s.reconcile(t, 2*time.Hour)
	if held := h.bank.held(id); held != 0 {
		t.Errorf("the bank holds %s", held)
	}
}

// A basket that a sign-out closes is deleted, unless a payment names it. Those of before are deleted by the sweep.
func TestClosedBasketsAreDeleted(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	paid := s.failUnknown(t)
	s.withdraw(t, paid)
	count := func(sql string) (n int) {
		t.Helper()
		if err := h.db.Pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	closed := func() int { return count(`SELECT count(*) FROM basket WHERE status = 'closed'`) }
	if n := closed(); n != 1 {
		t.Fatalf("a payment names a closed basket, and %d are there", n)
	}
	for range 3 {
		s.withdraw(t, paid)
	}
	if n := closed(); n != 1 {
		t.Errorf("%d closed baskets after three more sign-outs", n)
	}
	if n := count(`SELECT count(*) FROM basket_item`); n != 1 {
		t.Errorf("the customer has %d lines", n)
	}
	if _, err := h.db.Pool.Exec(t.Context(), `INSERT INTO basket (tenant_id, account_id, status)
SELECT tenant_id, account_id, 'closed' FROM basket WHERE status = 'open'`); err != nil {
		t.Fatal(err)
	}
	b, err := basket.New(basket.DefaultConfig(), h.db.Pool, h.log)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := closed(); n != 1 {
		t.Errorf("%d closed baskets after the sweep", n)
	}
}
