package attack

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/testkit"
)

// A buyer names a card with free instalments and types another on the bank's page. The sandbox bank speaks NestPay: it
// shows the card before the money is taken, so none is.
func TestAPlanIsForTheCardThatPays(t *testing.T) {
	t.Parallel()
	c := openCardShop(t, Shared(t))
	for _, x := range []struct{ what, card, status, reason string }{
		{"the card of the plan", "4546711234567894", "succeeded", ""},
		{"a card whose plan costs more", "5528790000000008", "failed", "plan_mismatch"},
		{"a debit card", "4766620000000001", "failed", "plan_mismatch"},
	} {
		buyer := c.SignUp(t, "b"+x.card+"@"+c.Tenant+".example.com")
		started := c.Post(t, "/payment/hosted", map[string]any{"basketId": c.basket(t, buyer), "installment": 3,
			"bin": "454671"}, http.StatusOK, "Accept", "application/json")
		id := started.Text("data", "paymentId")
		to, form := c.sandboxCard(t, started.Text("data", "html"), x.card)
		c.submit(t, to, form)
		end := c.ended(t, id)
		if end.Text("data", "status") != x.status || end.Text("data", "reason") != x.reason {
			t.Errorf("%s: %s", x.what, end.Body)
		}
		taken := c.Count(t, `SELECT coalesce(sum(o.captured - o.refunded), 0) FROM sandbox_order o WHERE o.tenant_id = $1
AND o.created_at >= (SELECT created_at FROM payment WHERE tenant_id = $1 AND id = $2)`, c.Tenant, id)
		if (x.status == "succeeded") != (taken == 10000) {
			t.Errorf("%s: the bank holds %d", x.what, taken)
		}
	}
}

// iyzico takes the money on its page, and shows the card afterwards. The money goes back.
func TestIyzicosMoneyForAnotherCardGoesBack(t *testing.T) {
	t.Parallel()
	c := openCardShop(t, Shared(t))
	m := &iyzicoPages{pages: map[string]*iyzicoPage{}}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	c.pays(t, fmt.Sprintf(`{"provider": "iyzico", "cards": "hosted", "iyzico": {"apiKey": "key", "secretKey": "secret",
		"url": %q, "address": "x", "city": "x", "country": "x"}}`, server.URL))
	for _, x := range []struct {
		what, card, family, status, reason string
		held                               float64
	}{
		{"the card of the plan", "454671", "Axess", "succeeded", "", 100},
		{"another card with the same plan", "435508", "Axess", "succeeded", "", 100},
		{"a card whose plan costs more", "552879", "Paraf", "voided", "plan_mismatch", 0},
		{"a card that is not shown", "", "", "voided", "plan_mismatch", 0},
	} {
		buyer := c.SignUp(t, "b"+x.card+"@"+c.Tenant+".example.com")
		started := c.Post(t, "/payment/hosted", map[string]any{"basketId": c.basket(t, buyer), "installment": 3,
			"bin": "454671"}, http.StatusOK, "Accept", "application/json")
		id, token := started.Text("data", "paymentId"), m.pay(x.card, x.family)
		c.submit(t, m.page(token).callback, map[string][]string{"token": {token}})
		testkit.Until(t, "the payment has ended", func() bool {
			return !strings.Contains("processing unknown refund_pending", c.state(t, id))
		})
		end := c.ended(t, id)
		if end.Text("data", "status") != x.status || end.Text("data", "reason") != x.reason || m.page(token).held != x.held {
			t.Errorf("%s: %s; iyzico holds %v", x.what, end.Body, m.page(token).held)
		}
	}
}

// state returns the status of a payment.
func (c *cardShop) state(t testing.TB, payment string) (status string) {
	t.Helper()
	if err := c.Pool.QueryRow(t.Context(), `SELECT status FROM payment WHERE tenant_id = $1 AND id = $2`, c.Tenant,
		payment).Scan(&status); err != nil {
		t.Fatal(err)
	}
	return status
}

// iyzicoPages is a model of iyzico's checkout form.
type iyzicoPages struct {
	mu    sync.Mutex
	pages map[string]*iyzicoPage
	last  string
}

type iyzicoPage struct {
	conversation, callback, currency, payment, card, family string
	held                                                    float64
}

func (m *iyzicoPages) page(token string) iyzicoPage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return *m.pages[token]
}

// pay types a card on the latest page, and returns the page's token.
func (m *iyzicoPages) pay(card, family string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.pages[m.last]
	p.card, p.family, p.held = card, family, 100
	return m.last
}

func (m *iyzicoPages) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var q map[string]any
	_ = json.NewDecoder(rq.Body).Decode(&q)
	text := func(name string) string { s, _ := q[name].(string); return s }
	sign := func(parts ...string) string {
		h := hmac.New(sha256.New, []byte("secret"))
		h.Write([]byte(strings.Join(parts, ":")))
		return hex.EncodeToString(h.Sum(nil))
	}
	out := map[string]any{"status": "success", "conversationId": text("conversationId")}
	switch rq.URL.Path {
	case "/payment/iyzipos/installment":
		total := "100.0"
		if strings.HasPrefix(text("binNumber"), "552879") {
			total = "103.5"
		}
		out["installmentDetails"] = []any{map[string]any{"installmentPrices": []any{map[string]any{"installmentNumber": 3,
			"installmentPrice": json.Number("33.34"), "totalPrice": json.Number(total)}}}}
	case "/payment/iyzipos/checkoutform/initialize/auth/ecom":
		token := fmt.Sprintf("token-%d", len(m.pages)+1)
		m.last = token
		m.pages[token] = &iyzicoPage{conversation: text("conversationId"), callback: text("callbackUrl"),
			currency: text("currency"), payment: fmt.Sprint(5000 + len(m.pages))}
		out["token"], out["tokenExpireTime"], out["paymentPageUrl"] = token, 1800, "http://"+rq.Host+"/page?token="+token
		out["signature"] = sign(text("conversationId"), token)
	case "/payment/iyzipos/checkoutform/auth/ecom/detail":
		p := m.pages[text("token")]
		if p == nil || p.held == 0 && p.card == "" && p.family == "" {
			out["status"], out["errorCode"] = "failure", "5115"
			break
		}
		for name, v := range map[string]any{"paymentStatus": "SUCCESS", "paymentId": p.payment, "currency": p.currency,
			"basketId": p.conversation, "price": json.Number("100"), "paidPrice": json.Number("100"), "installment": 3,
			"fraudStatus": 1, "token": text("token"), "mdStatus": 1, "binNumber": p.card, "cardFamily": p.family} {
			out[name] = v
		}
		out["signature"] = sign("SUCCESS", p.payment, p.currency, p.conversation, text("conversationId"), "100", "100",
			text("token"))
	case "/payment/cancel":
		for _, p := range m.pages {
			if p.payment == text("paymentId") {
				p.held = 0
			}
		}
	default:
		out["status"], out["errorCode"] = "failure", "1"
	}
	_ = json.NewEncoder(w).Encode(out)
}
