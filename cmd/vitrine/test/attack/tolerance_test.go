package attack

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A tolerance that is larger than an order delivered it for one hundredth. Of no order more than 1 % may be missing.
func TestAToleranceIsAShareOfTheOrder(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	shop.settings(t, `{"transfer": `+transferAccount+`, "tolerance": 5000}}`)
	mug := shop.product(t, "mug", 10)
	first := shop.As(shop.SignUp(t, "eve@example.com")).order(t, mug, 1).Text("data", "referenceCode")
	for i, x := range []struct{ amount, want string }{{"0.01", "part"}, {"9.88", "part"}, {"0.01", "paid"}} {
		if got := shop.statement(t, fmt.Sprint("A", i), first, x.amount); got != x.want {
			t.Errorf("%s of 10.00, with a tolerance of 50.00: %q, want %q", x.amount, got, x.want)
		}
	}
	second := shop.As(shop.SignUp(t, "bob@example.com")).order(t, mug, 1).Text("data", "referenceCode")
	shop.settings(t, `{"transfer": `+transferAccount+`, "tolerance": 5}}`)
	for i, x := range []struct{ amount, want string }{{"9.94", "part"}, {"0.01", "paid"}} {
		if got := shop.statement(t, fmt.Sprint("B", i), second, x.amount); got != x.want {
			t.Errorf("%s of 10.00, with a tolerance of 0.05: %q, want %q", x.amount, got, x.want)
		}
	}
	for _, tolerance := range []string{"-1", "5000000000"} {
		text := `{"transfer": ` + transferAccount + `, "tolerance": ` + tolerance + `}}`
		if out, err := shop.Run(t, text, "payment", "settings", shop.Tenant, "-"); err == nil ||
			!strings.Contains(out, "tolerance") {
			t.Errorf("a tolerance of %s: %s, %v", tolerance, out, err)
		}
	}
}

// One hundredth of a transfer does not make room for the next payment of the same network.
func TestAPartOfTheMoneyDoesNotLiftTheLimitOfANetwork(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	shop.settings(t, `{"transfer": `+transferAccount+`}, "stock": {"address": {"payments": 2}}}`)
	mug := shop.product(t, "mug", 100)
	for i := range 3 {
		eve := shop.As(shop.At(Address()).SignUp(t, fmt.Sprintf("eve%d@example.com", i)))
		r := eve.order(t, mug, 5)
		if i == 2 {
			if r.Status != http.StatusConflict || r.Text("code") != "HOLD_LIMIT" {
				t.Errorf("a third payment of the address: %d %s", r.Status, r.Body)
			}
			return
		}
		if got := shop.statement(t, fmt.Sprint("P", i), r.Text("data", "referenceCode"), "0.01"); got != "part" {
			t.Fatalf("one hundredth: %s", got)
		}
	}
}

// Money above the price is returned without the order.
func TestASurplusIsReturnedWithoutTheOrder(t *testing.T) {
	t.Parallel()
	shop := Shared(t).Tenant(t)
	shop.transfers(t)
	eve := shop.As(shop.SignUp(t, "eve@example.com"))
	r := eve.order(t, shop.product(t, "mug", 10), 1)
	if got := shop.statement(t, "O1", r.Text("data", "referenceCode"), "15"); !strings.HasPrefix(got, "paid") {
		t.Fatalf("more than is due: %s", got)
	}
	if out, err := shop.Run(t, "", "payment", "refund", shop.Tenant, r.Text("data", "paymentId"), "5"); err != nil ||
		!strings.Contains(out, "done; the payment is partially_refunded") {
		t.Fatalf("refund the surplus: %s, %v", out, err)
	}
	if got := eve.Do(t, http.MethodGet, "/order", nil).Text("data", 0, "status"); got != "PAID" {
		t.Errorf("after the refund of the surplus the order is %s, want PAID", got)
	}
	if out, err := shop.Run(t, "", "payment", "refund", shop.Tenant, r.Text("data", "paymentId"), "-5"); err == nil ||
		!strings.Contains(out, "expected an amount") {
		t.Errorf("a negative amount: %s, %v", out, err)
	}
	if out, err := shop.Run(t, "", "payment", "refund", shop.Tenant, r.Text("data", "paymentId"), "--close",
		"returned"); err == nil || !strings.Contains(out, "No refund of the payment needs an operator") {
		t.Errorf("no refund is in review: %s, %v", out, err)
	}
}
