package attack

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// A cardShop is a tenant that sells a mug at 100.00, and a customer of it.
type cardShop struct {
	*Client
	ada kit.Person
	mug string
}

func openCardShop(t testing.TB, s *Server) *cardShop {
	t.Helper()
	c := &cardShop{Client: s.Tenant(t)}
	if err := s.Pool.QueryRow(t.Context(), `INSERT INTO product (tenant_id, slug, name, status, amount, stock)
VALUES ($1, 'mug', 'Mug', 'PUBLISHED', 100, 50) RETURNING id`, c.Tenant).Scan(&c.mug); err != nil {
		t.Fatal(err)
	}
	c.ada = c.SignUp(t, "ada@"+c.Tenant+".example.com")
	return c
}

// pays sets how the tenant is paid.
func (c *cardShop) pays(t testing.TB, settings string) {
	t.Helper()
	c.exec(t, `INSERT INTO tenant_payment (tenant_id, settings) VALUES ($1, $2)
ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings`, c.Tenant, settings)
}

// basket fills a basket of a person and returns its id.
func (c *cardShop) basket(t testing.TB, p kit.Person) string {
	t.Helper()
	return c.Post(t, "/basket/items", map[string]any{"productId": c.mug, "quantity": 1}, http.StatusCreated,
		p.As()...).Text("data", "id")
}

var (
	formInputs  = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)
	formActions = regexp.MustCompile(`<form[^>]* action="([^"]*)"`)
)

// formOf parses the form of a page.
func formOf(t testing.TB, page string) (action string, form url.Values) {
	t.Helper()
	m := formActions.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no form in %.600s", page)
	}
	form = url.Values{}
	for _, in := range formInputs.FindAllStringSubmatch(page, -1) {
		form.Add(html.UnescapeString(in[1]), html.UnescapeString(in[2]))
	}
	return html.UnescapeString(m[1]), form
}

// submit posts a form as a browser does, without following a redirect.
func (c *cardShop) submit(t testing.TB, to string, form url.Values) *kit.Answer {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	rq.Header.Set("X-Forwarded-For", c.From)
	r, err := kit.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sandboxCard types a card on the sandbox bank's page, then its code. It returns the bank's callback, which it does not
// send.
func (c *cardShop) sandboxCard(t testing.TB, page, number string) (callback string, form url.Values) {
	t.Helper()
	gate, fields := formOf(t, page)
	shown := c.submit(t, gate, fields)
	if number != "" { // the bank's own page
		_, typed := formOf(t, string(shown.Body))
		for name, v := range map[string]string{"pan": number, "month": "12", "year": "2040", "cv2": "987"} {
			typed.Set(name, v)
		}
		shown = c.submit(t, strings.TrimSuffix(gate, "gate")+"card", typed)
	}
	_, session := formOf(t, string(shown.Body))
	session.Set("code", "123456")
	back := c.submit(t, strings.TrimSuffix(gate, "gate")+"acs", session)
	return formOf(t, string(back.Body))
}

// ended waits until a payment has ended, and returns the answer to its owner.
func (c *cardShop) ended(t testing.TB, payment string) (end *kit.Answer) {
	t.Helper()
	testkit.Until(t, "the payment has ended", func() bool {
		end = c.Do(t, http.MethodPost, "/payment/3ds/complete", map[string]any{"paymentId": payment})
		return end.Status != http.StatusConflict
	})
	return end
}
