package orders

import (
	"net/http"
	"strings"
	"testing"
)

// A request to pay names its basket, and may name the total that the customer saw. If a price has changed meanwhile,
// nothing is begun.
func TestAPaymentIsForTheTotalThatTheCustomerSaw(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 2)
	with := func(path string, more ...any) map[string]any {
		body := map[string]any{}
		if strings.HasSuffix(path, "3ds") {
			body = card(basket, goodCard)
		}
		for i := 0; i+1 < len(more); i += 2 {
			body[more[i].(string)] = more[i+1]
		}
		return body
	}
	for _, path := range []string{"/payment/3ds", "/payment/hosted", "/payment/bank-transfer", "/payment/crypto"} {
		r := s.Post(t, path, with(path, "basketId", "")).Want(t, path+" without a basket", 400, "INVALID_PARAMETER")
		if r.Text("errors", 0, "field") != "basketId" {
			t.Errorf("%s without a basket: %s", path, r.Body)
		}
		if path == "/payment/crypto" {
			continue // this shop takes no coins
		}
		for _, total := range []any{"a lot", "1.234", -1, "39.8 TRY"} {
			r := s.Post(t, path, with(path, "basketId", basket, "expectedTotal", total)).Want(t, path, 400, "INVALID_PARAMETER")
			if r.Text("errors", 0, "field") != "expectedTotal" {
				t.Errorf("%s with %v: %s", path, total, r.Body)
			}
		}
		for _, total := range []any{39.79, "39.81", 0, 19.9} {
			r := s.Post(t, path, with(path, "basketId", basket, "expectedTotal", total)).Want(t, path, 409, "TOTAL_CHANGED")
			if !strings.Contains(r.Text("message"), "39.80") || r.Text("errors", 0, "message") != "39.80" {
				t.Errorf("%s with %v: %s", path, total, r.Body)
			}
		}
	}
	if begun := s.Count(t, `SELECT count(*) FROM payment`); begun != 0 {
		t.Errorf("%d payments are begun", begun)
	}
	s.Post(t, "/payment/bank-transfer", with("", "basketId", basket, "expectedTotal", "39.80")).Want(t, "the right total",
		201, "")
}

// The total that a basket shows leaves out what has run out. The answer to a request with that total names the stock:
// another look at the total would not help the customer.
func TestMissingStockIsNamedBeforeTheTotal(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	e := s.NewEditor(t)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 2)
	e.Exec("UPDATE product SET stock = 1")
	total := s.Request(t, http.MethodGet, "/basket", ada.As()...).At("data", "total")
	s.Post(t, "/payment/bank-transfer", map[string]any{"basketId": basket, "expectedTotal": total}).Want(t,
		"with the total of the basket", 409, "OUT_OF_STOCK")
	body := card(basket, goodCard)
	body["expectedTotal"] = total
	s.Post(t, "/payment/3ds", body).Want(t, "by card", 409, "OUT_OF_STOCK")
}
