package orders

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
)

func TestInvalidBasketRequestsAreRefused(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada, eve := s.SignUp(t, "ada@example.com"), s.SignUp(t, "eve@example.com")
	for body, code := range map[string]string{
		`{"productId":"` + s.product + `","quantity":0}`:                             "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":-1}`:                            "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":1.5}`:                           "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":1e9}`:                           "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":99999999999999999999}`:          "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":"1"}`:                           "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":1,"price":0.01}`:                "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","eventId":"` + s.event + `","quantity":1}`: "INVALID_PARAMETER",
		`{"quantity":1}`: "INVALID_PARAMETER",
		`{"productId":"../../etc/passwd","quantity":1}`:               "INVALID_PARAMETER",
		`{"productId":["` + s.product + `"],"quantity":1}`:            "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","quantity":1,"quantity":2}`: "INVALID_PARAMETER",
		`{"productId":"` + s.product + `","Quantity":1}`:              "INVALID_PARAMETER",
	} {
		s.Post(t, "/basket/items", body, ada.As()...).Want(t, body, 400, code)
	}
	s.Post(t, "/basket/items", map[string]any{"productId": "0123456789abcdef01234567", "quantity": 1}, ada.As()...).Want(t,
		"nothing", 404, "NOT_FOUND")
	s.Post(t, "/basket/items", map[string]any{"productId": s.product, "quantity": 11}, ada.As()...).Want(t,
		"more than there is", 409, "OUT_OF_STOCK")
	s.Post(t, "/basket/items", map[string]any{"productId": s.product, "quantity": 1}).Want(t, "without a session", 401,
		"UNAUTHENTICATED")

	s.fill(t, ada, s.product, 2)
	line := s.Request(t, http.MethodGet, "/basket", ada.As()...).Text("data", "items", 0, "id")
	patch := func(p kit.Person, quantity int) *kit.Answer {
		r, err := s.Try(t.Context(), http.MethodPatch, "/basket/items/"+line, map[string]any{"quantity": quantity}, p.As()...)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	patch(eve, 1).Want(t, "another's line", 404, "NOT_FOUND")
	s.Request(t, http.MethodDelete, "/basket/items/"+line, eve.As()...).Want(t, "another's line", 404, "NOT_FOUND")
	patch(ada, 11).Want(t, "more than there is", 409, "OUT_OF_STOCK")
	if r := patch(ada, 4).Want(t, "four", 200, ""); !strings.Contains(string(r.Body), `"total":79.6,`) {
		t.Errorf("four mugs: %s", r.Body)
	}
	s.Request(t, http.MethodDelete, "/basket", ada.As()...).Want(t, "clear", 200, "")
	if r := s.Request(t, http.MethodGet, "/basket", ada.As()...); !strings.Contains(string(r.Body),
		`"items":[],"total":0,`) {
		t.Errorf("cleared: %s", r.Body)
	}
}

func TestInvalidCardPaymentsAreRefused(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada, eve := s.SignUp(t, "ada@example.com"), s.SignUp(t, "eve@example.com")
	basket := s.fill(t, ada, s.product, 1)
	for what, body := range map[string]map[string]any{
		"Luhn":            card(basket, "5528790000000009"),
		"letters":         card(basket, "55287900000000ab"),
		"20 digits":       card(basket, "55287900000000085528"),
		"month 13":        card(basket, goodCard, "expireMonth", "13"),
		"month 00":        card(basket, goodCard, "expireMonth", "00"),
		"past":            card(basket, goodCard, "expireYear", "2020"),
		"cvc of 2":        card(basket, goodCard, "cvc", "98"),
		"cvc of 5":        card(basket, goodCard, "cvc", "98765"),
		"holder":          card(basket, goodCard, "cardHolderName", "a"),
		"a card as name":  card(basket, goodCard, "cardHolderName", goodCard),
		"control":         card(basket, goodCard, "cardHolderName", "Ada\r\nLovelace"),
		"amount":          card(basket, goodCard, "amount", 1),
		"currency":        card(basket, goodCard, "currency", "USD"),
		"plan of 4":       card(basket, goodCard, "installment", "4"),
		"plan of 13":      card(basket, goodCard, "installment", "13"),
		"plan of -1":      card(basket, goodCard, "installment", -1),
		"debit in twelve": card(basket, "4766620000000001", "installment", "12"),
		"number":          card(basket, goodCard, "cardNumber", 5528790000000008),
	} {
		r := s.Post(t, "/payment/3ds", body).Want(t, what, 400, "INVALID_PARAMETER")
		if strings.Contains(string(r.Body), "5528") || strings.Contains(string(r.Body), "98765") {
			t.Errorf("%s: the answer repeats it: %s", what, r.Body)
		}
	}
	for _, bin := range []string{"", "55287", "5528790", "552879000", goodCard, "55287a"} {
		s.Post(t, "/payment/installment", map[string]any{"amount": 10, "bin": bin}).Want(t, "bin "+bin, 400,
			"INVALID_PARAMETER")
	}
	for _, amount := range []any{0, -1, "1e3", "abc", "1.001", 1e12} {
		s.Post(t, "/payment/installment", map[string]any{"amount": amount, "bin": "552879"}).Want(t, "amount", 400,
			"INVALID_PARAMETER")
	}
	s.Post(t, "/payment/3ds", card("0123456789abcdef01234567", goodCard)).Want(t, "no basket", 404, "NOT_FOUND")
	s.Post(t, "/payment/3ds", card(basket, goodCard), eve.As()...).Want(t, "another's basket", 404, "NOT_FOUND")
	s.Post(t, "/payment/3ds", card(basket, goodCard), "x-service-client", "other").Want(t, "another shop's basket", 404,
		"NOT_FOUND")
	s.Post(t, "/payment/3ds", card(basket, goodCard), "x-service-client", "-").Want(t, "no shop", 400, "TENANT_REQUIRED")
	empty := s.Request(t, http.MethodGet, "/basket", eve.As()...).Text("data", "id")
	s.Post(t, "/payment/3ds", card(empty, goodCard)).Want(t, "an empty basket", 409, "BASKET_EMPTY")
	if n := s.Count(t, `SELECT count(*) FROM payment`); n != 0 {
		t.Errorf("%d payments", n)
	}

	page := s.Post(t, "/payment/3ds", card(basket, goodCard, "cardHolderName", `"><script>alert()</script>`)).Want(t,
		"a name with script", 200, "")
	if strings.Contains(string(page.Body), "<script>alert") {
		t.Errorf("the page: %s", page.Body)
	}
}

func TestForgedCallbacksChangeNothing(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada, eve := s.SignUp(t, "ada@example.com"), s.SignUp(t, "eve@example.com")
	payment, to, form := s.start(t, card(s.fill(t, ada, s.product, 1), goodCard))
	_, other, mine := s.start(t, card(s.fill(t, eve, s.product, 1), goodCard))
	status := func(want string) {
		t.Helper()
		if n := s.Count(t, `SELECT count(*) FROM payment WHERE id = $1 AND status = $2`, payment, want); n != 1 {
			t.Errorf("the payment is not %s", want)
		}
	}
	for what, change := range map[string]func(url.Values){
		"a failure":        func(f url.Values) { f.Set("mdStatus", "0") },
		"another amount":   func(f url.Values) { f.Set("amount", "1.00") },
		"no hash":          func(f url.Values) { f.Del("HASH") },
		"a field twice":    func(f url.Values) { f.Add("mdStatus", "0") },
		"a field renamed":  func(f url.Values) { f["amounu"] = f["amount"]; f.Del("amount") },
		"mdStatus renamed": func(f url.Values) { f["mdStatut"] = f["mdStatus"]; f.Del("mdStatus") },
		"nothing":          func(f url.Values) { clear(f) },
		"another's answer": func(f url.Values) {
			clear(f)
			for k, v := range mine {
				f[k] = v
			}
		},
	} {
		f := url.Values{}
		for k, v := range form {
			f[k] = append([]string{}, v...)
		}
		change(f)
		if r := s.submit(t, to, f); r.Status != 400 {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
		status("requires_action")
	}
	for _, wrong := range []string{strings.Replace(to, "shop=shop", "shop=other", 1),
		strings.Replace(to, "payment=", "payment=0", 1), strings.Split(to, "?")[0], to + "&payment=" + payment} {
		if r := s.submit(t, wrong, form); r.Status != 404 && r.Status != 400 {
			t.Errorf("%s: %d %s", wrong, r.Status, r.Body)
		}
	}
	status("requires_action")
	if r := s.submit(t, to, url.Values{"x": {strings.Repeat("y", 70<<10)}}); r.Status != 413 {
		t.Errorf("a large body: %d", r.Status)
	}
	if r := s.Post(t, strings.TrimPrefix(to[strings.Index(to, "/v1"):], "/v1"), `{}`); r.Status != 415 {
		t.Errorf("JSON: %d", r.Status)
	}
	s.submit(t, to, form)
	status("succeeded")
	// A replay, and a failure after a success.
	s.submit(t, to, form).Want(t, "again", 200, "")
	status("succeeded")
	if n := s.Count(t, `SELECT count(*) FROM orders`); n != 1 {
		t.Errorf("%d orders", n)
	}
	_ = other
}

func TestABanksRefusalEndsAPayment(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 1)
	for number, reason := range map[string]string{
		"4111111111111129": "insufficient_funds", "4129111111111111": "card_declined", "4125111111111115": "expired_card",
		"4124111111111116": "incorrect_cvc",
		"4127111111111113": "pick_up_card", "4130111111111118": "processing_error",
		"4131111111111117": "authentication_failed", "4141111111111115": "authentication_failed",
		"4151111111111112": "authentication_failed",
	} {
		payment, end := s.buy(t, basket, number)
		if end.Status != 200 || end.Text("data", "status") != "failed" || end.Text("data", "reason") != reason ||
			end.At("data", "order") != nil {
			t.Errorf("%s: %d %s", reason, end.Status, end.Body)
		}
		s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}, "x-service-client", "other").Want(t,
			"another shop's", 404, "NOT_FOUND")
	}
	for price, reason := range map[string]string{"19.62": "mismatch", "19.63": "mismatch"} {
		if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = $1::text::numeric`, price); err != nil {
			t.Fatal(err)
		}
		if _, end := s.buy(t, basket, goodCard); end.Text("data", "status") != "failed" ||
			end.Text("data", "reason") != reason {
			t.Errorf("%s: %s", price, end.Body)
		}
	}
	for _, price := range []string{"19.61", "19.64"} { // not signed by the bank, or for another order: ignored
		if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = $1::text::numeric`, price); err != nil {
			t.Fatal(err)
		}
		if _, end := s.buy(t, basket, goodCard); end.Status != 409 {
			t.Errorf("%s: %s", price, end.Body)
		}
	}
	// A wrong code on the bank's page.
	if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = 19.90`); err != nil {
		t.Fatal(err)
	}
	r := s.Post(t, "/payment/3ds", card(basket, goodCard), "Accept", "application/json")
	to, form := s.atBank(t, r.Text("data", "html"), "000000")
	s.submit(t, to, form)
	if end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": r.Text("data", "paymentId")}); end.Text(
		"data", "reason") != "authentication_failed" {
		t.Errorf("a wrong code: %s", end.Body)
	}
	if n := s.Count(t, `SELECT (sum(reserved) + sum(sold))::int FROM inventory`); n != 0 {
		t.Errorf("%d mugs are held or sold", n)
	}
	if n := s.Count(t, `SELECT coalesce(sum(captured), 0)::int FROM sandbox_order`); n != 0 {
		t.Errorf("the bank took %d", n)
	}
	// the callback comes three times
	if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = 19.68`); err != nil {
		t.Fatal(err)
	}
	if _, end := s.buy(t, basket, goodCard); end.Text("data", "status") != "succeeded" {
		t.Errorf("three callbacks: %s", end.Body)
	}
	if n := s.Count(t, `SELECT count(*) FROM orders`); n != 1 {
		t.Errorf("%d orders", n)
	}
}

func TestAHoldEndsAndALateCallbackTakesNothing(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	payment, to, form := s.start(t, card(s.fill(t, ada, s.event, 5), goodCard))
	bob := s.SignUp(t, "bob@example.com")
	basket := s.fill(t, bob, s.event, 1)
	s.Post(t, "/payment/3ds", card(basket, goodCard)).Want(t, "all places are held", 409, "OUT_OF_STOCK")
	s.Advance(16 * time.Minute)
	s.reconcile(t)
	if _, end := s.buy(t, basket, goodCard); end.Text("data", "status") != "succeeded" {
		t.Fatalf("a place that was given back: %s", end.Body)
	}
	s.submit(t, to, form).Want(t, "late", 200, "")
	end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}).Want(t, "complete", 200, "")
	if end.Text("data", "status") != "expired" {
		t.Errorf("late: %s", end.Body)
	}
	if n := s.Count(t, `SELECT count(*) FROM sandbox_order WHERE captured > 0`); n != 1 {
		t.Errorf("the bank took money %d times", n)
	}
}

func TestAnIdempotencyKeyIsOnePayment(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 1)
	key := []string{"Idempotency-Key", "k-1", "Accept", "application/json"}
	one := s.Post(t, "/payment/3ds", card(basket, goodCard), key...).Want(t, "first", 200, "")
	two := s.Post(t, "/payment/3ds", card(basket, goodCard), key...).Want(t, "second", 200, "")
	if one.Text("data", "paymentId") != two.Text("data", "paymentId") ||
		two.Header.Get("Idempotency-Replayed") != "true" || one.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("%s, then %s", one.Body, two.Body)
	}
	s.Post(t, "/payment/3ds", card(basket, "5526080000000006"), key...).Want(t, "another card", 422, "KEY_REUSED")
	s.Post(t, "/payment/3ds", card(basket, "5528790000000009"), "Idempotency-Key", "k-2").Want(t, "an error", 400,
		"INVALID_PARAMETER")
	s.Post(t, "/payment/3ds", card(basket, goodCard), "Idempotency-Key", "a", "Idempotency-Key", "b").Want(t, "two keys",
		400, "INVALID_REQUEST")
	// The key of a transfer gives the same answer byte for byte, although the basket is ordered by then.
	first := s.Post(t, "/payment/bank-transfer", map[string]any{"basketId": basket}, "Idempotency-Key", "k-3").Want(t,
		"transfer", 201, "")
	again := s.Post(t, "/payment/bank-transfer", map[string]any{"basketId": basket}, "Idempotency-Key", "k-3").Want(t,
		"transfer again", 201, "")
	if string(first.Body) != string(again.Body) {
		t.Errorf("%s, then %s", first.Body, again.Body)
	}
	s.Post(t, "/payment/bank-transfer", map[string]any{"basketId": basket}).Want(t, "without the key", 409,
		"BASKET_PLACED")
	if n := s.Count(t, `SELECT count(*) FROM payment WHERE status IN ('requires_action', 'pending')`); n != 1 {
		t.Errorf("%d payments are open", n)
	}
}
