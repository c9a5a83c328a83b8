package payment

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/testkit"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/transfer"
	"vitrine/writesvc/web"
)

// A line of a statement locks the basket of its payment before the payment, as every transaction does. Otherwise it
// could deadlock with the deletion of the account.
func TestALineLocksTheBasketBeforeThePayment(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 9)
	account := settings.Transfer{IBAN: walkIBAN, Holder: "Shop", Bank: "Bank", Secrets: []pos.Secret{"secret"}}
	if _, err := h.db.Pool.Exec(t.Context(), `UPDATE tenant_payment SET settings = $2 WHERE tenant_id = $1`, "shop",
		settings.Settings{Stock: roomy(), Transfer: &account}); err != nil {
		t.Fatal(err)
	}
	basket, err := s.buyer(t.Context(), "ada", 1)
	if err != nil {
		t.Fatal(err)
	}
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/payment/bank-transfer", nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.transfer.StartTransfer(t.Context(), &web.Request{HTTP: rq, Tenant: s.t,
		Client: netip.MustParseAddr("192.0.2.1"), Body: []byte(`{"basketId":"` + basket + `"}`)})
	if err != nil {
		t.Fatal(err)
	}
	p := a.Data.(writeapi.Transfer)
	booked := make(chan error, 1)
	if err := pgx.BeginFunc(t.Context(), h.db.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT FROM basket FOR UPDATE`); err != nil {
			return err
		}
		go func() {
			_, err := h.transfer.Line(t.Context(), "shop", &account, writeapi.StatementLine{ID: "1", IBAN: walkIBAN,
				Amount: "10", Currency: "TRY", Description: p.ReferenceCode, BookedAt: h.now()})
			booked <- err
		}()
		testkit.Until(t, "the line waits for the basket", func() bool {
			var waits bool
			err := h.db.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
			return err == nil && waits
		})
		_, err := tx.Exec(t.Context(), `SELECT FROM payment FOR UPDATE NOWAIT`)
		return err
	}); err != nil {
		t.Errorf("the payment is locked before the basket: %v", err)
	}
	if err := <-booked; err != nil || s.status(t, p.PaymentID) != record.Succeeded {
		t.Errorf("the payment is %s, %v", s.status(t, p.PaymentID), err)
	}
}

// One hundredth for each order does not lift the limit of what an account reserves.
func TestPartOfATransferStillReservesStock(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 9)
	stock, account := roomy(), settings.Transfer{IBAN: walkIBAN, Holder: "Shop", Bank: "Bank",
		Secrets: []pos.Secret{"secret"}}
	stock.Account.Payments = 1
	if _, err := h.db.Pool.Exec(t.Context(), `UPDATE tenant_payment SET settings = $2 WHERE tenant_id = $1`, "shop",
		settings.Settings{Stock: stock, Transfer: &account}); err != nil {
		t.Fatal(err)
	}
	start := func(basket string) (*web.Answer, error) {
		rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/payment/bank-transfer", nil)
		if err != nil {
			t.Fatal(err)
		}
		return h.transfer.StartTransfer(t.Context(), &web.Request{HTTP: rq, Tenant: s.t,
			Client: netip.MustParseAddr("192.0.2.1"), Body: []byte(`{"basketId":"` + basket + `"}`)})
	}
	basket, err := s.buyer(t.Context(), "ada", 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := start(basket)
	if err != nil {
		t.Fatal(err)
	}
	p := a.Data.(writeapi.Transfer)
	if got, err := h.transfer.Line(t.Context(), "shop", &account, writeapi.StatementLine{ID: "1", IBAN: walkIBAN,
		Amount: "0.01", Currency: "TRY", Description: p.ReferenceCode, BookedAt: h.now()}); err != nil ||
		got != transfer.LinePart || s.status(t, p.PaymentID) != record.PartiallyPaid {
		t.Fatal(got, err)
	}
	if err := h.db.Pool.QueryRow(t.Context(), `INSERT INTO basket (tenant_id, account_id)
SELECT tenant_id, account_id FROM basket RETURNING id`).Scan(&basket); err != nil {
		t.Fatal(err)
	}
	if _, err := h.db.Pool.Exec(t.Context(), `INSERT INTO basket_item (tenant_id, basket_id, kind, item_id, quantity)
VALUES ('shop', $1, 'event', $2, 1)`, basket, s.event); err != nil {
		t.Fatal(err)
	}
	if _, err := start(basket); !isCode(err, api.HoldLimit) {
		t.Errorf("a second order beside one of which a part was paid: %v", err)
	}
}
