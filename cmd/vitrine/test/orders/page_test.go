package orders

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/test/kit"
)

// The checkout form of the model: a page for the card, which charges it and sends the customer back with the page's
// token alone.

// An iyzicoPage is one checkout form.
type iyzicoPage struct {
	conversation, basket, callback, price, currency string
	installment                                     int
	payment                                         string // the last attempt on it
	status, code                                    string
	fraud                                           int
	amount                                          string // the amount charged, if it differs from the requested one
}

func newIyzicoModel(t testing.TB) *iyzicoModel {
	return &iyzicoModel{t: t, is: map[string]*iyzicoPayment{}, pages: map[string]*iyzicoPage{}}
}

// checkoutForm opens a form, and answers queries for its outcome.
func (m *iyzicoModel) checkoutForm(path, host string, q map[string]any) map[string]any {
	text := func(name string) string { s, _ := q[name].(string); return s }
	switch path {
	case "/initialize/auth/ecom":
		m.n++
		token := fmt.Sprintf("page-%d-%032d", m.n, m.n)
		plans, _ := q["enabledInstallments"].([]any)
		items, _ := q["basketItems"].([]any)
		sum := 0.0
		for _, it := range items {
			var price float64
			fmt.Sscan(it.(map[string]any)["price"].(string), &price)
			sum += price
		}
		if len(plans) != 1 || text("paidPrice") == "" || q["paymentCard"] != nil || q["forceThreeDS"] != 1.0 ||
			!strings.HasPrefix(text("callbackUrl"), "http") || fmt.Sprintf("%.2f", sum) != two(text("price")) {
			m.t.Errorf("iyzico: a form is requested with %v", q)
			return map[string]any{"status": "failure", "errorCode": "11"}
		}
		m.pages[token] = &iyzicoPage{conversation: text("conversationId"), basket: text("basketId"),
			callback: text("callbackUrl"), price: text("price"), currency: text("currency"),
			installment: int(plans[0].(float64))}
		return map[string]any{"status": "success", "conversationId": text("conversationId"), "token": token,
			"tokenExpireTime": 1800, "checkoutFormContent": "<script></script>",
			"paymentPageUrl": "http://" + host + "/page?token=" + token, "signature": mac(text("conversationId") + ":" + token)}
	case "/auth/ecom/detail":
		m.asked++
		p := m.pages[text("token")]
		switch {
		case p == nil || p.status == "":
			return map[string]any{"status": "failure", "errorCode": "5115", "conversationId": text("conversationId")}
		case p.status == "FAILURE":
			return map[string]any{"status": "success", "paymentStatus": "FAILURE", "errorCode": p.code,
				"conversationId": text("conversationId"), "token": text("token")}
		}
		paid := m.is[p.payment].paid
		return map[string]any{"status": "success", "paymentStatus": p.status, "paymentId": p.payment,
			"price": json.Number(p.price), "paidPrice": json.Number(paid), "currency": p.currency,
			"basketId": p.basket, "conversationId": text("conversationId"), "installment": p.installment, "fraudStatus": p.fraud,
			"token": text("token"), "mdStatus": 1,
			"binNumber": "552879", "lastFourDigits": "0008",
			"signature": mac(strings.Join([]string{p.status, p.payment, p.currency, p.basket, text("conversationId"),
				strings.TrimSuffix(paid, ".0"), strings.TrimSuffix(p.price, ".0"), text("token")}, ":"))}
	}
	m.t.Errorf("iyzico: %s", path)
	return nil
}

// hostedOnly makes a tenant use its provider's page for all cards.
func hostedOnly(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings)
		VALUES ('shop', '{"cards": "hosted"}')
ON CONFLICT (tenant_id) DO UPDATE SET settings = tenant_payment.settings || excluded.settings`); err != nil {
		t.Fatal(err)
	}
}

// two formats an amount with two decimals.
func two(amount string) string {
	var a float64
	fmt.Sscan(amount, &a)
	return fmt.Sprintf("%.2f", a)
}

// page serves the form to the customer's browser, and after a card the way back. After a refused card, the customer may
// try another.
func (m *iyzicoModel) page(w http.ResponseWriter, rq *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	token := rq.FormValue("token")
	p := m.pages[token]
	if p == nil {
		http.NotFound(w, rq)
		return
	}
	if rq.Method == http.MethodGet {
		fmt.Fprintf(w,
			`<form method="post" action="http://%s/page/pay">`+
				`<input type="hidden" name="token" value="%s"><input name="card"></form>`, rq.Host, html.EscapeString(token))
		return
	}
	number := rq.FormValue("card")
	if p.status != "SUCCESS" {
		m.n++
		p.payment, p.status, p.code, p.fraud = fmt.Sprint(1000+m.n), "SUCCESS", "", 1
		paid := p.price
		switch number {
		case "4111111111111129":
			p.status, p.code = "FAILURE", "10051"
		case "4121111111111119":
			p.fraud = 0 // iyzico reviews it
		}
		if p.amount != "" {
			paid = p.amount
		}
		is := &iyzicoPayment{conversation: p.conversation, callback: p.callback, price: p.price, paid: paid,
			currency: p.currency, card: number}
		if p.status == "SUCCESS" {
			fmt.Sscan(paid, &is.taken)
		}
		m.is[p.payment] = is
	}
	fmt.Fprintf(w, `<form method="post" action="%s"><input type="hidden" name="token" value="%s"></form>`,
		html.EscapeString(p.callback), html.EscapeString(token))
}

// at changes a form on iyzico's side.
func (m *iyzicoModel) at(token string, change func(*iyzicoPage)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(m.pages[token])
}

func (m *iyzicoModel) silent(mute bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mute = mute
}

// hosted begins a payment on the bank's own page, and returns the link to it.
func (s *ordersApp) hosted(t testing.TB, basket string, headers ...string) (payment string, started *kit.Answer) {
	t.Helper()
	started = s.Post(t, "/payment/hosted", map[string]any{"basketId": basket},
		append([]string{"Accept", "application/json"}, headers...)...).Want(t, "start", 200, "")
	return started.Text("data", "paymentId"), started
}

// payAt follows the link to iyzico's page and enters a card. It returns the form that the browser would post back.
func (s *ordersApp) payAt(t testing.TB, page, number string) (callback string, form url.Values) {
	t.Helper()
	rs, err := kit.Client.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	_ = rs.Body.Close()
	u, err := url.Parse(page)
	if err != nil || rs.StatusCode != 200 {
		t.Fatalf("%s: %d, %v", page, rs.StatusCode, err)
	}
	back := s.submit(t, "http://"+u.Host+"/page/pay", url.Values{"token": {u.Query().Get("token")}, "card": {number}})
	return formOf(t, string(back.Body))
}

// typeCard enters a card on the sandbox bank's page, and then the code.
func (s *ordersApp) typeCard(t testing.TB, page, number string) (callback string, form url.Values) {
	t.Helper()
	gate, fields := formOf(t, page)
	for _, name := range []string{"pan", "cv2"} {
		if _, ok := fields[name]; ok {
			t.Errorf("our form has %s", name)
		}
	}
	shown := s.submit(t, gate, fields)
	if shown.Status != 200 || !strings.Contains(string(shown.Body), `name="pan"`) {
		t.Fatalf("the bank's page: %d %s", shown.Status, shown.Body)
	}
	price := fields.Get("amount") + " TRY"
	if !strings.Contains(string(shown.Body), price) {
		t.Errorf("the bank's page does not show %s: %s", price, shown.Body)
	}
	_, typed := formOf(t, string(shown.Body))
	for name, v := range map[string]string{"pan": number, "month": "12", "year": "2040", "cv2": "987"} {
		typed.Set(name, v)
	}
	asked := s.submit(t, strings.TrimSuffix(gate, "gate")+"card", typed)
	if asked.Status != 200 || !strings.Contains(string(asked.Body), `id="code"`) {
		t.Fatalf("the card: %d %s", asked.Status, asked.Body)
	}
	if !strings.Contains(string(asked.Body), price) {
		t.Errorf("the page of the code does not show %s: %s", price, asked.Body)
	}
	_, session := formOf(t, string(asked.Body))
	session.Set("code", "123456")
	back := s.submit(t, strings.TrimSuffix(gate, "gate")+"acs", session)
	if back.Status != 200 {
		t.Fatalf("the code: %d %s", back.Status, back.Body)
	}
	if strings.Contains(string(back.Body), `id="end"`) {
		return "", nil
	}
	return formOf(t, string(back.Body))
}
