package attack

import (
	"fmt"
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// The limits of unpaid payments count cards on either page, and transfers, together.
func TestUnpaidCardPaymentsCountInTheLimits(t *testing.T) {
	t.Parallel()
	ways := map[string]func(c *Client, basket string) *kit.Answer{
		"/payment/3ds": func(c *Client, basket string) *kit.Answer {
			return c.Do(t, http.MethodPost, "/payment/3ds", map[string]any{"basketId": basket,
				"cardNumber": "5528790000000008", "expireMonth": "12", "expireYear": "2040", "cvc": "987",
				"cardHolderName": "Eve"}, "Accept", "application/json")
		},
		"/payment/hosted": func(c *Client, basket string) *kit.Answer {
			return c.Do(t, http.MethodPost, "/payment/hosted", map[string]any{"basketId": basket}, "Accept", "application/json")
		},
		"/payment/bank-transfer": func(c *Client, basket string) *kit.Answer {
			return c.Do(t, http.MethodPost, "/payment/bank-transfer", map[string]any{"basketId": basket})
		},
	}
	for first := range ways {
		for second := range ways {
			shop := Shared(t).Tenant(t)
			shop.settings(t, `{"stock": {"address": {"payments": 2}}}`)
			mug := shop.product(t, "mug", 100)
			for i, way := range []string{first, first, second} {
				eve := shop.As(shop.At(Address()).SignUp(t, fmt.Sprintf("eve%d@example.com", i)))
				r := ways[way](eve, eve.fill(t, mug, 1))
				if i < 2 && r.Status > 201 {
					t.Errorf("%s, payment %d: %d %s", way, i+1, r.Status, r.Body)
				}
				if i == 2 && (r.Status != http.StatusConflict || r.Text("code") != "HOLD_LIMIT") {
					t.Errorf("%s after two of %s: %d %s", way, first, r.Status, r.Body)
				}
			}
		}
	}
}

// The /56 networks of one IPv6 /48 have four times the limit of a /56 together.
func TestTheNetworksOfAnIPv6SiteShareALimit(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	shop.settings(t, `{"stock": {"network": {"payments": 2}}}`)
	mug := shop.product(t, "mug", 100)
	begun := 0
	for i := range 9 {
		eve := shop.At(fmt.Sprintf("2001:db8:77:%x00::%x", i, i+1),
			shop.At(Address()).SignUp(t, fmt.Sprintf("eve%d@example.com", i)).As()...)
		switch r := eve.order(t, mug, 1); {
		case r.Status == 201:
			begun++
		case r.Text("code") != "HOLD_LIMIT":
			t.Errorf("payment %d: %d %s", i+1, r.Status, r.Body)
		}
	}
	if begun != 8 {
		t.Errorf("%d payments of one /48, want 4 times the 2 of a /56", begun)
	}
	other := shop.At("2001:db8:78::1", shop.At(Address()).SignUp(t, "ada@example.com").As()...)
	if r := other.order(t, mug, 1); r.Status != 201 {
		t.Errorf("another /48: %d %s", r.Status, r.Body)
	}
}

// A line of a statement that names several payments is for the one that awaits exactly its amount, or for an operator.
func TestALineWithSeveralReferencesPaysAtMostOne(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	shop.transfers(t)
	mug := shop.product(t, "mug", 50)
	eve := shop.As(shop.SignUp(t, "eve@example.com"))
	var payments, codes []string
	for i := range 3 { // 10.00, 20.00 and 20.00
		r := eve.order(t, mug, min(i+1, 2))
		payments, codes = append(payments, r.Text("data", "paymentId")), append(codes, r.Text("data", "referenceCode"))
	}
	for i, x := range []struct{ text, amount, want string }{
		{codes[0] + " " + codes[1], "30", "review: several references"},
		{codes[0] + " " + codes[1], "5", "review: several references"},
		{codes[1] + " " + codes[2], "20", "review: several references"}, // both await it
		{codes[1] + "," + codes[0], "20", "paid"},
		{codes[1] + " and " + codes[2], "20", "paid"}, // the first of them is paid by now
		{codes[0] + " " + codes[0], "10", "paid"},     // the same one twice
	} {
		if got := shop.statement(t, fmt.Sprint("S", i), x.text, x.amount); got != x.want {
			t.Errorf("%s for payments %s: %q, want %q", x.amount, x.text, got, x.want)
		}
	}
	for i, due := range []int{1000, 2000, 2000} {
		if n := shop.Count(t, `SELECT captured FROM payment WHERE tenant_id = $1 AND id = $2 AND status = 'succeeded'`,
			shop.Tenant, payments[i]); n != due {
			t.Errorf("payment %d has %d, want %d", i+1, n, due)
		}
	}
}
