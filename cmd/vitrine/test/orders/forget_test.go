package orders

import (
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/payment/settle"
)

// everything returns all rows of all tables as text, by table.
func everything(t testing.TB, a *kit.Accounts) map[string]string {
	t.Helper()
	rows, err := a.Pool.Query(t.Context(), `SELECT relname FROM pg_class WHERE relkind = 'r'
		AND relnamespace = 'public'::regnamespace ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, table := range tables {
		rows, err := a.Pool.Query(t.Context(), `SELECT x::text FROM `+pgx.Identifier{table}.Sanitize()+` x`)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		all[table] = strings.Join(lines, "\n")
	}
	return all
}

func TestADeletedAccountLeavesTheLedgerIntact(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "Ada.Lovelace@example.com")
	eve := s.SignUp(t, "eve@example.com", "name.first", "Eve", "name.last", "Moneypenny")
	s.buy(t, s.fill(t, ada, s.product, 2, s.event, 1), goodCard)
	paid, _ := s.buy(t, s.fill(t, ada, s.product, 1), goodCard)
	s.buy(t, s.fill(t, eve, s.product, 1), goodCard)
	s.fill(t, ada, s.product, 3)
	s.Post(t, "/auth/forgot-password", map[string]string{"email": ada.Email}).Want(t, "forgot", 200, "")
	s.WaitOutbox(t)
	before, err := s.Write.Payment().ReadBooks(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}

	// An account with a payment under way is not deleted, because nobody could be notified.
	if err := settle.Refund(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: paid,
		Amount: 100}); err != nil {
		t.Fatal(err)
	}
	if said, err := operator.Delete(t.Context(), s.Pool, "shop", ada.Email); err == nil ||
		!strings.Contains(err.Error(), paid) || !strings.Contains(err.Error(), "is pending") {
		t.Fatalf("deleted during a payment: %s, %v", said, err)
	}
	s.reconcile(t)
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO statement_line
  (tenant_id, iban, txn, amount, currency, description, booked_at, payment_id, outcome)
VALUES ('shop', 'TR33', '1', 100, 'TRY', 'ADA LOVELACE 5321234567 thanks', now(), $1, 'paid')`, paid); err != nil {
		t.Fatal(err)
	}
	said, err := operator.Delete(t.Context(), s.Pool, "shop", ada.Email)
	if err != nil || !strings.Contains(said, "orders and payments stay") {
		t.Fatalf("%s, %v", said, err)
	}
	s.WaitOutbox(t)
	after, err := s.Write.Payment().ReadBooks(t.Context(), "shop")
	if err != nil || after.Captured != before.Captured || after.Refunded != before.Refunded+100 || after.Owed != 0 {
		t.Errorf("the books were %+v and are %+v, %v", before, after, err)
	}
	if n := s.Count(t, `SELECT (SELECT count(*) FROM orders) * 100 + (SELECT count(*)
		FROM order_item) * 10 + (SELECT count(*) FROM ticket WHERE status = 'valid')`); n != 341 {
		t.Errorf("orders, lines, tickets: %d", n)
	}
	if n := s.Count(t, `SELECT count(*) FROM sandbox_order WHERE card <> ''`); n != 1 {
		t.Errorf("the sandbox bank has the digits of %d cards, want those of Eve's", n)
	}
	for table, text := range everything(t, s.Accounts) {
		for _, trace := range []string{"ada.lovelace@example.com", "Lovelace", "5321234567"} {
			at := strings.Index(strings.ToLower(text), strings.ToLower(trace))
			if at < 0 || table == "account" && trace == "5321234567" &&
				strings.Count(text, "5321234567") == strings.Count(text, "eve@example.com") {
				continue // Eve has the same number
			}
			t.Errorf("%s still has %q: …%.120s", table, trace, text[max(0, at-60):])
		}
	}
	s.Request(t, http.MethodGet, "/order", ada.As()...).Want(t, "a deleted account", 401, "UNAUTHENTICATED")
	s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}).Want(t, "log in", 401,
		"INVALID_CREDENTIALS")
	s.Request(t, http.MethodGet, "/order", eve.As()...).Want(t, "another", 200, "")
	again := s.SignUp(t, ada.Email) // the address is free again, without any of its former data
	if r := s.Request(t, http.MethodGet, "/order", again.As()...); !strings.Contains(string(r.Body), `"data":[]`) {
		t.Errorf("the orders of before: %s", r.Body)
	}
	if said, err := operator.Delete(t.Context(), s.Pool, "shop", again.Email); err != nil ||
		strings.Contains(said, "stay") {
		t.Errorf("an account without orders: %s, %v", said, err)
	}
	if n := s.Count(t, `SELECT count(*) FROM account`); n != 2 {
		t.Errorf("%d accounts", n)
	}
}
