package orders

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc"
	"vitrine/writesvc/payment/settle"
)

// An iyzicoModel is a model of iyzico for these tests: it checks signatures, signs its answers, and keeps accounts.
type iyzicoModel struct {
	t  testing.TB
	mu sync.Mutex
	is map[string]*iyzicoPayment // by its id
	n  int

	pages map[string]*iyzicoPage // of the checkout form, by token
	asked int                    // queries for the outcome of a payment
	mute  bool                   // answers no request
}

type iyzicoPayment struct {
	conversation, callback, price, paid, currency, card string
	taken, given                                        float64
}

const iyzicoKey, iyzicoSecret = "model-key", "model-secret"

func mac(text string) string {
	h := hmac.New(sha256.New, []byte(iyzicoSecret))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

func (m *iyzicoModel) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	if strings.HasPrefix(rq.URL.Path, "/page") {
		m.page(w, rq)
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mute {
		panic(http.ErrAbortHandler)
	}
	var q map[string]any
	d := json.NewDecoder(rq.Body)
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		m.t.Errorf("iyzico: %v", err)
	}
	if err := json.Unmarshal(raw, &q); err != nil {
		m.t.Errorf("iyzico: %v", err)
	}
	rnd := rq.Header.Get("x-iyzi-rnd")
	want := "IYZWSv2 " +
		base64.StdEncoding.EncodeToString([]byte("apiKey:"+iyzicoKey+"&randomKey:"+rnd+"&signature:"+
			mac(rnd+rq.URL.Path+string(raw))))
	if rq.Header.Get("Authorization") != want {
		m.t.Errorf("iyzico: the authorization of %s is not right", rq.URL.Path)
	}
	text := func(name string) string { s, _ := q[name].(string); return s }
	out := map[string]any{"status": "success", "conversationId": text("conversationId")}
	id := text("paymentId")
	p := m.is[id]
	if path, ok := strings.CutPrefix(rq.URL.Path, "/payment/iyzipos/checkoutform"); ok {
		m.answer(w, m.checkoutForm(path, rq.Host, q))
		return
	}
	if rq.URL.Path == "/payment/3dsecure/initialize" {
		m.n++
		id = fmt.Sprint(1000 + m.n)
		p = &iyzicoPayment{conversation: text("conversationId"), callback: text("callbackUrl"), price: text("price"),
			paid: text("paidPrice"), currency: text("currency")}
		p.card, _ = q["paymentCard"].(map[string]any)["cardNumber"].(string)
		m.is[id] = p
		out["paymentId"], out["signature"] = id, mac(id+":"+p.conversation)
		out["threeDSHtmlContent"] = base64.StdEncoding.EncodeToString([]byte("<form>bank</form>"))
		m.answer(w, out)
		return
	}
	if p == nil {
		m.answer(w, map[string]any{"status": "failure", "errorCode": "5087"})
		return
	}
	out["paymentId"], out["price"], out["paidPrice"], out["currency"], out["basketId"], out["conversationId"] = id,
		json.Number(p.price), json.Number(p.paid), p.currency, p.conversation, p.conversation
	var paid, amount float64
	fmt.Sscan(p.paid, &paid)
	fmt.Sscan(text("price"), &amount)
	signature := mac(strings.Join([]string{id, p.currency, p.conversation, p.conversation,
		strings.TrimSuffix(p.paid, ".0"), strings.TrimSuffix(p.price, ".0")}, ":"))
	switch rq.URL.Path {
	case "/payment/v2/3dsecure/auth":
		if p.taken > 0 || text("paidPrice") != p.paid {
			m.answer(w, map[string]any{"status": "failure", "errorCode": "5066"})
			return
		}
		if p.card == "4111111111111129" {
			m.answer(w, map[string]any{"status": "failure", "errorCode": "10051"})
			return
		}
		p.taken = paid
		out["fraudStatus"], out["signature"] = 1, signature
	case "/payment/detail":
		out["paymentStatus"], out["fraudStatus"], out["signature"] = "INIT_THREEDS", 1, signature
		if p.taken > 0 {
			out["paymentStatus"] = "SUCCESS"
		}
	case "/payment/cancel":
		p.given = p.taken
	case "/v2/payment/refund":
		if p.given+amount > p.taken+0.001 {
			m.answer(w, map[string]any{"status": "failure", "errorCode": "5093"})
			return
		}
		p.given += amount
	}
	m.answer(w, out)
}

func (m *iyzicoModel) answer(w http.ResponseWriter, v any) {
	if err := json.NewEncoder(w).Encode(v); err != nil {
		m.t.Errorf("iyzico: %v", err)
	}
}

// held returns the amount that iyzico holds.
func (m *iyzicoModel) held() (sum float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.is {
		sum += p.taken - p.given
	}
	return sum
}

// callback returns iyzico's message about its last payment, as the browser posts it.
func (m *iyzicoModel) callback(mdStatus string) (to string, form url.Values) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := fmt.Sprint(1000 + m.n)
	p := m.is[id]
	form = url.Values{"status": {"success"}, "paymentId": {id}, "conversationData": {""},
		"conversationId": {p.conversation}, "mdStatus": {mdStatus}}
	form.Set("signature", mac(strings.Join([]string{"", p.conversation, mdStatus, id, "success"}, ":")))
	return p.callback, form
}

// useIyzico makes a tenant's payments go through a model of iyzico.
func useIyzico(t testing.TB, s *ordersApp) *iyzicoModel {
	t.Helper()
	m := newIyzicoModel(t)
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings)
		VALUES ('shop', jsonb_build_object('provider', 'iyzico', 'iyzico',
  jsonb_build_object('apiKey', $1::text, 'secretKey', $2::text, 'url', $3::text, 'address', 'x', 'city', 'x', 'country',
  'x')))`, iyzicoKey, iyzicoSecret, server.URL); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestIyzicoTakesAndGivesBack(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	m := useIyzico(t, s)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 2, s.event, 1)
	begin := func(number string) string {
		return s.Post(t, "/payment/3ds", card(basket, number), "Accept", "application/json").Want(t, "start", 200,
			"").Text("data", "paymentId")
	}
	id := begin(goodCard)
	to, form := m.callback("1")
	for what, change := range map[string]func(url.Values){"signature": func(f url.Values) { f.Set("signature", mac("x")) },
		"md": func(f url.Values) { f.Set("mdStatus", "0") }} {
		f := url.Values{}
		for k, v := range form {
			f[k] = v
		}
		change(f)
		if r := s.submit(t, to, f); r.Status != 400 {
			t.Errorf("another %s: %d", what, r.Status)
		}
	}
	s.submit(t, to, form)
	if r := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}); r.Text("data", "status") != "succeeded" ||
		m.held() != 289.8 {
		t.Fatalf("%s; iyzico holds %v", r.Body, m.held())
	}
	if err := settle.Refund(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: id,
		Amount: 1005}); err != nil {
		t.Fatal(err)
	}
	s.reconcile(t)
	if held := m.held(); held < 279.74 || held > 279.76 {
		t.Errorf("iyzico holds %v", held)
	}
	basket = s.fill(t, ada, s.product, 1)
	id = begin("4111111111111129")
	s.submit(t, to, form) // the answer about the other payment, again
	to, form = m.callback("1")
	s.submit(t, to, form)
	if r := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}); r.Text("data",
		"reason") != "insufficient_funds" {
		t.Errorf("no funds: %s", r.Body)
	}

	var ref string // iyzico knows the payment by it
	if err := s.Pool.QueryRow(t.Context(), `SELECT merchant_ref FROM payment WHERE id = $1`, id).Scan(&ref); err != nil {
		t.Fatal(err)
	}
	hook := func(signature string) *kit.Answer {
		return s.Post(t, "/payment/webhook/iyzico/shop",
			`{"iyziEventType":"API_AUTH","paymentId":1002,"paymentConversationId":"`+ref+`","status":"SUCCESS"}`,
			"x-service-client", "-", "X-IYZ-SIGNATURE-V3", signature)
	}
	hook(mac(iyzicoSecret+"API_AUTH"+"1002"+ref+"SUCCESS")).Want(t, "a webhook", 200, "")
	hook(mac("x")).Want(t, "a forged webhook", 401, "SIGNATURE_INVALID")
	s.reconcile(t)
	if n := s.Count(t, `SELECT count(*) FROM orders`); n != 1 {
		t.Errorf("%d orders", n) // a webhook is no proof of payment
	}
}

// A process may die between any two steps. In every case, with each bank, money and order agree in the end.
func TestKilledAnywhereMoneyAndOrderAgree(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"sandbox", "iyzico", "iyzico's page"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			at := ""
			s := openOrders(t, func(w *writesvc.Config) {
				w.Payment.Step = func(step, _ string) error {
					mu.Lock()
					defer mu.Unlock()
					if step == at {
						at = "" // it dies once
						return errors.New("killed")
					}
					return nil
				}
			})
			var m *iyzicoModel
			onPage := provider == "iyzico's page" // iyzico charges on its page before it calls back
			if provider != "sandbox" {
				m = useIyzico(t, s)
			}
			if onPage {
				hostedOnly(t, s.Pool)
			}
			held := func() string {
				if m != nil {
					return fmt.Sprintf("%.2f", m.held())
				}
				return fmt.Sprintf("%.2f",
					float64(s.Count(t, `SELECT coalesce(sum(captured - refunded), 0)::int FROM sandbox_order`))/100)
			}
			ada := s.SignUp(t, "ada@example.com")
			die := func(step string) {
				mu.Lock()
				defer mu.Unlock()
				at = step
			}
			sold := 0
			for _, step := range []string{"claimed", "authorized", "delivered", "committed"} {
				var id, to string
				var form url.Values
				basket := s.fill(t, ada, s.product, 1)
				switch {
				case onPage:
					var started *kit.Answer
					id, started = s.hosted(t, basket)
					to, form = s.payAt(t, started.Text("data", "url"), goodCard)
				case m != nil:
					id = s.Post(t, "/payment/3ds", card(basket, goodCard), "Accept", "application/json").Want(t, "start", 200,
						"").Text("data", "paymentId")
					to, form = m.callback("1")
				default:
					id, to, form = s.start(t, card(basket, goodCard))
				}
				die(step)
				if r := s.submit(t, to, form); r.Status != 500 {
					t.Errorf("%s: killed at %s: %d", provider, step, r.Status)
				}
				s.submit(t, to, form) // the customer reloads the page
				s.Advance(10 * time.Minute)
				ada = kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}))
				s.reconcile(t)
				s.reconcile(t)
				want := "succeeded"
				if step == "claimed" && !onPage {
					want = "failed" // the bank received no request
				} else {
					sold++
				}
				if r := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}); r.Text("data", "status") != want {
					t.Fatalf("%s: killed at %s: %s", provider, step, r.Body)
				}
				if n := s.Count(t, `SELECT count(*) FROM orders`); n != sold || held() != fmt.Sprintf("%.2f", 19.9*float64(sold)) {
					t.Fatalf("%s: killed at %s: %d orders, the bank holds %s", provider, step, n, held())
				}
				if want == "failed" {
					s.Request(t, http.MethodDelete, "/basket", ada.As()...).Want(t, "clear", 200, "")
				}
			}
			// And during a refund.
			for _, step := range []string{"refund claimed", "refund sent"} {
				id := ""
				if err := s.Pool.QueryRow(t.Context(), `SELECT id FROM payment WHERE status = 'succeeded' ORDER BY created_at
					LIMIT 1`).Scan(&id); err != nil {
					t.Fatal(err)
				}
				if err := settle.Void(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: id}); err != nil {
					t.Fatal(err)
				}
				die(step)
				if err := s.Write.Payment().Reconcile(t.Context()); err == nil {
					t.Errorf("%s: not killed at %s", provider, step)
				}
				sold--
				for range 4 {
					s.Advance(2 * time.Minute)
					s.reconcile(t)
				}
				if n := s.Count(t, `SELECT count(*) FROM payment WHERE id = $1 AND status = 'voided'`, id); n != 1 ||
					held() != fmt.Sprintf("%.2f", 19.9*float64(sold)) {
					t.Errorf("%s: killed at %s: %d voided, the bank holds %s, want %.2f", provider, step, n, held(),
						19.9*float64(sold))
				}
			}
		})
	}
}
