package orders

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
	"vitrine/writesvc"
)

// An ordersApp is an app whose tenant has a product and an event to sell.
type ordersApp struct {
	*kit.Accounts
	product, event string // ids: a product at 19.90, stock 10; an event at 250 with five places
}

// makeMug adds a product at 19.90 and returns its id.
func makeMug(t testing.TB, db *schematest.DB, stock int) (id string) {
	t.Helper()
	if err := db.Pool.QueryRow(t.Context(), `INSERT INTO product (tenant_id, slug, name, status, amount, stock)
		VALUES ('shop', 'mug', 'Mug', 'PUBLISHED', 19.90, $1) RETURNING id`, stock).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// openOrders starts an ordersApp, with ingest, so that the gateway shows what was sold.
func openOrders(t testing.TB, changes ...func(*writesvc.Config)) *ordersApp {
	t.Helper()
	return openOrdersWith(t, func(*boot.Config) {}, changes...)
}

// openOrdersWith is openOrders with another configuration of the app.
func openOrdersWith(t testing.TB, adjust func(*boot.Config), changes ...func(*writesvc.Config)) *ordersApp {
	t.Helper()
	s := &ordersApp{Accounts: &kit.Accounts{Mailbox: kit.NewMailbox()}}
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, language, currency)
		VALUES ('shop', 'Shop', 'en', 'TRY'), ('other', 'Other', 'tr', 'TRY')`); err != nil {
		t.Fatal(err)
	}
	s.product = makeMug(t, db, 10)
	if err := db.Pool.QueryRow(t.Context(), `INSERT INTO event (tenant_id, slug, name, status, amount, starts_at, ends_at,
		capacity_max)
VALUES ('shop', 'concert', 'Concert', 'PUBLISHED', 250, now() + interval '9 days', now() + interval '9 days 3 hours', 5)
RETURNING id`).Scan(&s.event); err != nil {
		t.Fatal(err)
	}
	s.App = kit.Open(t, func(c *boot.Config) {
		c.DatabaseURL, c.Demo, c.Ingest, c.Write, c.Now = db.URL, false, true, true, nil
		adjust(c)
		c.AdjustWrite = func(w *writesvc.Config) {
			w.Auth.Hash, w.Auth.Now, w.Auth.HashSlots = kit.CheapHash, s.Now, 4
			w.Payment.Every = time.Hour // tests call it
			w.Notify.Mail, w.Notify.SMS = s.Mailbox.Sender("mail"), s.Mailbox.Sender("sms")
			for _, change := range changes {
				change(w)
			}
		}
	})
	return s
}

// The OpenAPI validator treats HTML pages as text.
func init() { openapi3filter.RegisterBodyDecoder("text/html", openapi3filter.FileBodyDecoder) }

const goodCard = "5528790000000008"

// card returns the body of a card payment.
func card(basket, number string, more ...any) map[string]any {
	m := map[string]any{"basketId": basket, "cardNumber": number, "expireMonth": "12", "expireYear": "2040", "cvc": "987",
		"cardHolderName": "Ada Lovelace"}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	return m
}

// fill adds things to a person's basket and returns its id.
func (s *ordersApp) fill(t testing.TB, p kit.Person, things ...any) string {
	t.Helper()
	id := ""
	for i := 0; i+1 < len(things); i += 2 {
		kind := "productId"
		if things[i] == s.event {
			kind = "eventId"
		}
		id = s.Post(t, "/basket/items", map[string]any{kind: things[i], "quantity": things[i+1]}, p.As()...).Want(t, "add",
			201, "").Text("data", "id")
	}
	return id
}

var (
	inputs  = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)
	actions = regexp.MustCompile(`<form[^>]* action="([^"]*)"`)
)

// formOf parses the form of a page.
func formOf(t testing.TB, page string) (action string, form url.Values) {
	t.Helper()
	m := actions.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no form in %.600s", page)
	}
	form = url.Values{}
	for _, in := range inputs.FindAllStringSubmatch(page, -1) {
		form.Add(html.UnescapeString(in[1]), html.UnescapeString(in[2]))
	}
	return html.UnescapeString(m[1]), form
}

// submit posts a form as a browser does.
func (s *ordersApp) submit(t testing.TB, to string, form url.Values) *kit.Answer {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	rs, err := kit.Client.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Body.Close()
	body, err := io.ReadAll(rs.Body)
	if err != nil {
		t.Fatal(err)
	}
	return &kit.Answer{Status: rs.StatusCode, Header: rs.Header, Body: body, JSON: kit.Decode(body)}
}

// start begins a card payment and goes through the bank's pages. It returns the payment and the bank's callback, which
// it does not send.
func (s *ordersApp) start(t testing.TB, body any, headers ...string) (payment, callback string, form url.Values) {
	t.Helper()
	r := s.Post(t, "/payment/3ds", body, append([]string{"Accept", "application/json"}, headers...)...).Want(t, "start",
		200, "")
	callback, form = s.atBank(t, r.Text("data", "html"), "123456")
	return r.Text("data", "paymentId"), callback, form
}

// atBank posts the card to the bank, and the code to its page.
func (s *ordersApp) atBank(t testing.TB, page, code string) (callback string, form url.Values) {
	t.Helper()
	gate, fields := formOf(t, page)
	asked := s.submit(t, gate, fields)
	if asked.Status != 200 || !strings.Contains(string(asked.Body), "Sandbox Bank") {
		t.Fatalf("the gate: %d %s", asked.Status, asked.Body)
	}
	_, session := formOf(t, string(asked.Body))
	session.Set("code", code)
	back := s.submit(t, strings.TrimSuffix(gate, "gate")+"acs", session)
	if back.Status != 200 {
		t.Fatalf("the bank's page: %d %s", back.Status, back.Body)
	}
	return formOf(t, string(back.Body))
}

// buy pays a basket by card, and returns the payment and its result.
func (s *ordersApp) buy(t testing.TB, basket, number string) (payment string, end *kit.Answer) {
	t.Helper()
	payment, to, form := s.start(t, card(basket, number))
	s.submit(t, to, form)
	return payment, s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment})
}

// reconcile runs one reconciliation.
func (s *ordersApp) reconcile(t testing.TB) {
	t.Helper()
	if err := s.Write.Payment().Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
}
