package attack

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// What a bank, a browser's history or a log of a proxy sees of a payment opens nothing.
func TestReturnURLsOpenNoOrder(t *testing.T) {
	t.Parallel()
	c := openCardShop(t, Shared(t))
	c.pays(t, `{"provider": "sandbox", "returnUrl": "https://shop.example/paid"}`)
	started := c.Post(t, "/payment/3ds", map[string]any{"basketId": c.basket(t, c.ada), "cardNumber": "5528790000000008",
		"expireMonth": "12", "expireYear": "2040", "cvc": "123", "cardHolderName": "Ada Lovelace"}, http.StatusOK,
		"Accept", "application/json")
	_, sent := formOf(t, started.Text("data", "html"))
	to, form := c.sandboxCard(t, started.Text("data", "html"), "")
	back := c.submit(t, to, form)
	returned := back.Header.Get("Location")
	if back.Status != http.StatusSeeOther || returned == "" {
		t.Fatalf("%d %s", back.Status, back.Body)
	}
	seen := map[string]string{}
	ids := regexp.MustCompile(`[0-9a-f]{24}`)
	for where, text := range map[string]string{"return URL": returned, "callback URL": to, "form": sent.Encode(),
		"callback": form.Encode(), "page": string(back.Body)} {
		for _, id := range ids.FindAllString(text, -1) {
			seen[id] = where
		}
	}
	if len(seen) == 0 {
		t.Error("nothing names the payment")
	}
	eve := c.SignUp(t, "eve@"+c.Tenant+".example.com")
	opens := func(body map[string]any, headers ...string) bool {
		r := c.Do(t, http.MethodPost, "/payment/3ds/complete", body, headers...)
		return r.Status == http.StatusOK && r.Text("data", "order", "id") != ""
	}
	for id, where := range seen {
		for _, member := range []string{"paymentId", "reference"} {
			if opens(map[string]any{member: id}) || opens(map[string]any{member: id}, eve.As()...) {
				t.Errorf("the %s of the %s opens the order", member, where)
			}
		}
		for _, path := range []string{"/order/" + id, "/event/tickets/" + id} {
			if r := c.Do(t, http.MethodGet, path, nil); r.Status == http.StatusOK {
				t.Errorf("the %s opens %s", where, path)
			}
		}
	}
	u, err := url.Parse(returned)
	if err != nil || u.Query().Get("status") != "succeeded" || u.Query().Get("reference") == "" {
		t.Errorf("the customer returns to %s", returned)
	}
	if !opens(map[string]any{"reference": u.Query().Get("reference")}, c.ada.As()...) {
		t.Error("the owner does not get the order by its reference")
	}
	out, err := c.Run(t, "", "payment", "show", c.Tenant, u.Query().Get("reference"))
	if err != nil || !strings.Contains(out, started.Text("data", "paymentId")) {
		t.Errorf("an operator does not find the payment that the bank names: %v\n%s", err, out)
	}
	if !opens(map[string]any{"paymentId": started.Text("data", "paymentId")}) {
		t.Error("the payment's id does not get the order")
	}
}

// Guests of a shop choose the same Idempotency-Key.
func TestGuestsKeysDoNotMeet(t *testing.T) {
	t.Parallel()
	c := openCardShop(t, Shared(t))
	eve := c.SignUp(t, "eve@"+c.Tenant+".example.com")
	begin := func(basket string, want int) string {
		return c.Post(t, "/payment/hosted", map[string]any{"basketId": basket}, want, "Accept", "application/json",
			"Idempotency-Key", "order-1").Text("data", "paymentId")
	}
	mine, hers := c.basket(t, eve), c.basket(t, c.ada)
	first := begin(mine, http.StatusOK)
	second := begin(hers, http.StatusOK)
	if first == second || begin(mine, http.StatusOK) != first || begin(hers, http.StatusOK) != second {
		t.Error("a key gave the payment of another basket")
	}
	for _, payment := range []string{first, second} { // of payments likewise
		if r := c.Do(t, http.MethodPost, "/payment/3ds/complete", map[string]any{"paymentId": payment}, "Idempotency-Key",
			"order-1"); r.Status != http.StatusConflict || r.Text("code") != "PAYMENT_PENDING" {
			t.Errorf("complete: %d %s", r.Status, r.Body)
		}
	}
	for _, amount := range []string{"10", "20"} {
		c.Post(t, "/payment/installment", map[string]any{"amount": amount, "bin": "552879"}, http.StatusOK,
			"Idempotency-Key", "order-1")
	}
}
