package orders

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc"
)

// hookPage is iyzico's webhook about a checkout form.
func hookPage(s *ordersApp, t testing.TB, conversation, token, status, signature string) *kit.Answer {
	t.Helper()
	if signature == "" {
		signature = mac(iyzicoSecret + "CHECKOUT_FORM_AUTH" + "1002" + token + conversation + status)
	}
	return s.Post(t, "/payment/webhook/iyzico/shop",
		`{"iyziEventType":"CHECKOUT_FORM_AUTH","iyziPaymentId":1002,"merchantId":"7","token":"`+token+
			`","paymentConversationId":"`+conversation+`","status":"`+status+`"}`,
		"x-service-client", "-", "X-IYZ-SIGNATURE-V3", signature)
}

// A whole purchase with the card entered at the bank, by both kinds of hosted pages.
func TestAPurchaseOnTheBanksOwnPage(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"sandbox", "iyzico"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			s := openOrders(t)
			if provider == "iyzico" {
				useIyzico(t, s)
				s.Post(t, "/payment/hosted", map[string]any{"basketId": "0123456789abcdef01234567"}).Want(t,
					"not agreed with the bank", 403, "METHOD_OFF")
			}
			hostedOnly(t, s.Pool)
			ada := s.SignUp(t, "ada@example.com")
			basket := s.fill(t, ada, s.product, 3, s.event, 2)
			s.Post(t, "/payment/3ds", card(basket, goodCard)).Want(t, "a card for us", 403, "HOSTED_ONLY")
			s.Post(t, "/payment/hosted", card(basket, goodCard)).Want(t, "a card for us", 400, "INVALID_PARAMETER")
			s.Post(t, "/payment/hosted", map[string]any{"basketId": basket}, "x-service-client", "other").Want(t,
				"another shop's basket", 404, "NOT_FOUND")
			eve := s.SignUp(t, "eve@example.com")
			s.Post(t, "/payment/hosted", map[string]any{"basketId": basket}, eve.As()...).Want(t, "another's basket", 404,
				"NOT_FOUND")

			page := s.Post(t, "/payment/hosted", map[string]any{"basketId": basket}, "Idempotency-Key", "k").Want(t, "the page",
				200, "")
			csp := page.Header.Get("Content-Security-Policy")
			if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") ||
				!strings.Contains(csp, "default-src 'none'; form-action ") || !strings.Contains(csp, "script-src 'nonce-") ||
				!strings.Contains(page.Header.Get("Cache-Control"), "no-store") {
				t.Errorf("the page: %v", page.Header)
			}
			id := page.Header.Get("X-Payment-Id")
			again := s.Post(t, "/payment/hosted", map[string]any{"basketId": basket}, "Idempotency-Key", "k", "Accept",
				"application/json").Want(t, "the page again", 200, "")
			if again.Text("data", "paymentId") != id || again.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("the page again: %s", again.Body)
			}
			s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}).Want(t, "too early", 409, "PAYMENT_PENDING")
			pay := func() (string, map[string][]string) {
				if provider == "sandbox" {
					return s.typeCard(t, again.Text("data", "html"), goodCard)
				}
				return s.payAt(t, again.Text("data", "url"), goodCard)
			}
			to, form := pay()
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() { s.submit(t, to, form) })
			}
			wg.Wait()
			end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}).Want(t, "complete", 200, "")
			order := end.Text("data", "order", "id")
			if end.Text("data", "status") != "succeeded" || order == "" || !strings.Contains(string(end.Body), `"paid":559.7,`) {
				t.Fatalf("complete: %s", end.Body)
			}
			s.WaitOutbox(t)
			for sql, want := range map[string]int{
				`SELECT count(*) FROM orders`: 1, `SELECT count(*) FROM ticket`: 2, `SELECT count(*) FROM outbox
					WHERE kind = 'order-paid'`: 1, `SELECT count(*) FROM notification`: 1,
				`SELECT sum(sold)::int FROM inventory`: 5, `SELECT sum(reserved)::int FROM inventory`: 0, `SELECT count(*)
					FROM payment WHERE card = '' AND page_url = ''`: 1,
			} {
				if got := s.Count(t, sql); got != want {
					t.Errorf("%s: %d, want %d", sql, got, want)
				}
			}
			s.Mailbox.Next(t, "mail", ada.Email, order)
			if tickets := s.Request(t, http.MethodGet, "/event/tickets/"+order, ada.As()...).Want(t, "tickets", 200,
				""); len(tickets.At("data").([]any)) != 2 {
				t.Errorf("tickets: %s", tickets.Body)
			}
		})
	}
}

// Errors of the sandbox bank's page, and their outcome.
func TestErrorsOfABanksPage(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	for i, c := range []struct{ price, number, want, reason string }{
		{"19.90", "4111111111111129", "failed", "insufficient_funds"},
		{"19.90", "4131111111111117", "failed", "authentication_failed"},
		{"19.62", goodCard, "failed", "mismatch"},
		{"19.63", goodCard, "failed", "mismatch"},
		{"19.65", goodCard, "succeeded", ""},              // the bank charges, and its answer is lost
		{"19.66", goodCard, "failed", "processing_error"}, // the bank loses the order
		{"19.68", goodCard, "succeeded", ""},              // the callback comes three times
		{"19.61", goodCard, "expired", "expired"},         // the callback has a wrong signature
		{"19.71", goodCard, "expired", "expired"},         // there is no callback and no charge
		{"19.90", "4129111111111111", "failed", "card_declined"},
	} {
		if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = $1::text::numeric`, c.price); err != nil {
			t.Fatal(err)
		}
		sold, held := s.Count(t, `SELECT count(*) FROM orders`), s.Count(t, `SELECT coalesce(sum(captured - refunded), 0)::int
			FROM sandbox_order`)
		id, started := s.hosted(t, s.fill(t, ada, s.product, 1))
		if to, form := s.typeCard(t, started.Text("data", "html"), c.number); to != "" {
			s.submit(t, to, form)
		}
		for range 4 {
			s.Advance(4 * time.Minute)
			s.reconcile(t)
		}
		ada = kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}))
		end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}).Want(t, "complete", 200, "")
		if end.Text("data", "status") != c.want || c.reason != "" && end.Text("data", "reason") != c.reason {
			t.Errorf("%d: %s with %s: %s", i, c.price, c.number, end.Body)
		}
		took := 0
		if c.want == "succeeded" {
			took = 1
		}
		cents := 0
		fmt.Sscan(strings.ReplaceAll(c.price, ".", ""), &cents)
		if o, h := s.Count(t, `SELECT count(*) FROM orders`)-sold, s.Count(t, `SELECT coalesce(sum(captured - refunded),
			0)::int FROM sandbox_order`)-held; o != took || h != took*cents {
			t.Errorf("%d: %s with %s: %d orders, the bank took %d", i, c.price, c.number, o, h)
		}
		if n := s.Count(t, `SELECT sum(reserved)::int FROM inventory`); n != 0 {
			t.Errorf("%d: %d are held", i, n)
		}
		s.Request(t, http.MethodDelete, "/basket", ada.As()...)
	}
	// On the page itself: a refused card, another card after it, Cancel.
	basket := s.fill(t, ada, s.product, 1)
	id, started := s.hosted(t, basket)
	gate, fields := formOf(t, started.Text("data", "html"))
	for what, change := range map[string]func(){"a card in our form": func() { fields.Set("pan", goodCard) },
		"another amount": func() { fields.Del("pan"); fields.Set("amount", "1.00") }} {
		change()
		if r := s.submit(t, gate, fields); r.Status != 400 {
			t.Errorf("%s: %d", what, r.Status)
		}
	}
	gate, fields = formOf(t, started.Text("data", "html"))
	_, typed := formOf(t, string(s.submit(t, gate, fields).Body))
	typed.Set("pan", "5528790000000009")
	if r := s.submit(t, strings.TrimSuffix(gate, "gate")+"card", typed); !strings.Contains(string(r.Body), `id="wrong"`) {
		t.Errorf("no card: %d %s", r.Status, r.Body)
	}
	typed.Set("cancel", "1")
	to, form := formOf(t, string(s.submit(t, strings.TrimSuffix(gate, "gate")+"card", typed).Body))
	s.submit(t, to, form)
	if end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}); end.Text("data",
		"reason") != "authentication_failed" {
		t.Errorf("cancelled: %s", end.Body)
	}
}

// The outcome of charges on iyzico's page, however badly iyzico reports them.
func TestErrorsOfIyzicosPage(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	m := useIyzico(t, s)
	if _, err := s.Pool.Exec(t.Context(),
		`UPDATE tenant_payment SET settings = settings || '{"cards": "both"}'`); err != nil {
		t.Fatal(err)
	}
	ada := s.SignUp(t, "ada@example.com")
	sold := 0
	tokenOf := func(started *kit.Answer) string {
		return started.Text("data", "url")[strings.Index(started.Text("data", "url"), "=")+1:]
	}
	for what, c := range map[string]struct {
		do   func(t *testing.T, id string, started *kit.Answer)
		want string
	}{
		"the callback never comes": {func(t *testing.T, _ string, started *kit.Answer) {
			s.payAt(t, started.Text("data", "url"), goodCard)
			s.Advance(2 * time.Minute)
		}, "succeeded"},
		"the callback never comes, the webhook does": {func(t *testing.T, _ string, started *kit.Answer) {
			s.payAt(t, started.Text("data", "url"), goodCard)
			ref := started.Text("data", "reference")
			hookPage(s, t, ref, tokenOf(started), "SUCCESS", mac("x")).Want(t, "a forged webhook", 401, "SIGNATURE_INVALID")
			hookPage(s, t, ref, "another", "SUCCESS", "").Want(t, "of another page", 200, "")
			hookPage(s, t, ref, tokenOf(started), "SUCCESS", "").Want(t, "the webhook", 200, "")
		}, "succeeded"},
		"a forged webhook": {func(t *testing.T, _ string, started *kit.Answer) {
			hookPage(s, t, started.Text("data", "reference"), tokenOf(started), "SUCCESS", "").Want(t, "the webhook", 200, "")
			s.reconcile(t)
			s.Advance(16 * time.Minute)
		}, "expired"},
		"no answer to our question": {func(t *testing.T, id string, started *kit.Answer) {
			to, form := s.payAt(t, started.Text("data", "url"), goodCard)
			m.silent(true)
			s.submit(t, to, form)
			s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}).Want(t, "an unknown outcome", 409,
				"PAYMENT_PENDING")
			s.Advance(20 * time.Minute) // longer than stock is held: while the outcome is unknown, it stays held
			s.reconcile(t)
			m.silent(false)
			s.Advance(5 * time.Minute)
		}, "succeeded"},
		"a forged callback": {func(t *testing.T, _ string, started *kit.Answer) {
			to, form := s.payAt(t, started.Text("data", "url"), goodCard)
			form.Set("token", "page-1-another")
			if r := s.submit(t, to, form); r.Status != 400 {
				t.Errorf("forged: %d", r.Status)
			}
			s.Advance(2 * time.Minute)
		}, "succeeded"},
		"refused": {func(t *testing.T, _ string, started *kit.Answer) {
			to, form := s.payAt(t, started.Text("data", "url"), "4111111111111129")
			s.submit(t, to, form)
		}, "failed"},
		"refused, then paid on the same page": {func(t *testing.T, _ string, started *kit.Answer) {
			to, form := s.payAt(t, started.Text("data", "url"), "4111111111111129")
			s.submit(t, to, form)
			to, form = s.payAt(t, started.Text("data", "url"), goodCard)
			s.submit(t, to, form)
		}, "succeeded"},
		"another sum": {func(t *testing.T, _ string, started *kit.Answer) {
			m.at(tokenOf(started), func(p *iyzicoPage) { p.amount = "1.0" })
			to, form := s.payAt(t, started.Text("data", "url"), goodCard)
			s.submit(t, to, form)
		}, "voided"},
		"another plan": {func(t *testing.T, _ string, started *kit.Answer) {
			m.at(tokenOf(started), func(p *iyzicoPage) { p.installment = 6 })
			to, form := s.payAt(t, started.Text("data", "url"), goodCard)
			s.submit(t, to, form)
		}, "voided"},
		"paid when its time was over": {func(t *testing.T, _ string, started *kit.Answer) {
			s.Advance(16 * time.Minute)
			s.reconcile(t)
			to, form := s.payAt(t, started.Text("data", "url"), goodCard)
			s.submit(t, to, form)
		}, "succeeded"},
		"reviewed, then approved": {func(t *testing.T, id string, started *kit.Answer) {
			s.payAt(t, started.Text("data", "url"), "4121111111111119")
			s.Advance(2 * time.Minute)
			s.reconcile(t)
			s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}).Want(t, "reviewed", 409, "PAYMENT_PENDING")
			m.at(tokenOf(started), func(p *iyzicoPage) { p.fraud = 1 })
			s.Advance(30 * time.Minute)
		}, "succeeded"},
		"nothing at all": {func(*testing.T, string, *kit.Answer) { s.Advance(16 * time.Minute) }, "expired"},
	} {
		ada = kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}))
		id, started := s.hosted(t, s.fill(t, ada, s.product, 1))
		c.do(t, id, started)
		s.reconcile(t)
		s.reconcile(t)
		if c.want == "succeeded" {
			sold++
		}
		testkit.Until(t, what+": "+c.want, func() bool { // webhooks and callbacks start a reconciliation of their own
			return s.Count(t, `SELECT count(*) FROM payment WHERE id = $1 AND status = $2 AND refunding = 0`, id, c.want) == 1
		})
		if n := s.Count(t, `SELECT count(*) FROM orders`); n != sold ||
			fmt.Sprintf("%.2f", m.held()) != fmt.Sprintf("%.2f", 19.9*float64(sold)) {
			t.Fatalf("%s: %d orders of %d, iyzico holds %.2f", what, n, sold, m.held())
		}
		if n := s.Count(t, `SELECT sum(reserved)::int FROM inventory`); n != 0 {
			t.Errorf("%s: %d are held", what, n)
		}
		ada = kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}))
		s.Request(t, http.MethodDelete, "/basket", ada.As()...)
	}
	// In three instalments. The bank offers none for this card, so no payment begins.
	basket := s.fill(t, ada, s.product, 1)
	s.Post(t, "/payment/hosted", map[string]any{"basketId": basket, "installment": 3}).Want(t, "no bin", 400,
		"INVALID_PARAMETER")
	s.Post(t, "/payment/hosted", map[string]any{"basketId": basket, "bin": goodCard}).Want(t, "a whole number", 400,
		"INVALID_PARAMETER")
}

// For a tenant whose cards are entered at the bank, no card number reaches this process, its log or its data. Only
// iyzico's model sees it.
func TestACardEnteredAtTheBankIsStoredNowhere(t *testing.T) {
	t.Parallel()
	var log testkit.Buffer
	db := schematest.Open(t)
	s := &ordersApp{Accounts: &kit.Accounts{Mailbox: kit.NewMailbox()}}
	if _, err := db.Pool.Exec(t.Context(),
		`INSERT INTO tenant (id, name, currency) VALUES ('shop', 'Shop', 'TRY')`); err != nil {
		t.Fatal(err)
	}
	s.product = makeMug(t, db, 100_000)
	heard := &wiretap{}
	s.App = kit.Open(t, func(c *boot.Config) {
		c.DatabaseURL, c.Demo, c.Ingest, c.Write, c.Now = db.URL, false, true, true, nil
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.AdjustWrite = func(w *writesvc.Config) {
			w.Auth.Hash, w.Auth.Now, w.Payment.Every = kit.CheapHash, s.Now,
				time.Hour
		}
	})
	m := useIyzico(t, s)
	hostedOnly(t, s.Pool)
	ada := s.SignUp(t, "ada@example.com")
	numbers, tokens := []string{goodCard, "4111111111111129", "4121111111111119"}, []string{}
	for _, number := range numbers {
		id, started := s.hosted(t, s.fill(t, ada, s.product, 1))
		heard.add(started.Body)
		page := started.Text("data", "url")
		tokens = append(tokens, page[strings.Index(page, "=")+1:])
		to, form := s.payAt(t, page, number)
		heard.add([]byte(to + form.Encode()))
		heard.add(s.submit(t, to, form).Body)
		form.Set("token", "another")
		heard.add(s.submit(t, to, form).Body)
		heard.add(s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": id}).Body)
		s.Advance(20 * time.Minute)
		s.reconcile(t)
		ada = kit.PersonOf(s.Post(t, "/auth/login", map[string]string{"email": ada.Email, "password": kit.Password}))
		s.Request(t, http.MethodDelete, "/basket", ada.As()...)
		if number == "4121111111111119" {
			break // still under review
		}
	}
	if n := m.held(); n < 19 {
		t.Errorf("iyzico holds %.2f: no card was entered", n)
	}
	everything := map[string]string{"the log": log.String(), "requests and answers": heard.text(),
		"the metrics": metricsText(t, s.App)}
	if dump := dumped(t, db, "change_*", "tenant_seq"); dump != "" {
		everything["the dump"] = dump
	}
	for where, text := range everything {
		for _, number := range numbers {
			if strings.Contains(text, number) || strings.Contains(text, number[:6]) {
				t.Errorf("%s has %s", where, number)
			}
		}
		if found := cardsIn(text); found != nil {
			t.Errorf("%s has %q", where, found)
		}
	}
	for _, token := range tokens {
		if strings.Contains(log.String(), token) {
			t.Error("the log has a page's token")
		}
		if n := s.Count(t, `SELECT count(*) FROM payment_event WHERE detail::text LIKE '%' || $1 || '%'`, token); n != 0 {
			t.Error("the payments' history has a page's token")
		}
	}
}

// A wiretap records the bytes of a connection.
type wiretap struct {
	mu  sync.Mutex
	all []byte
}

func (w *wiretap) add(b []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(append(w.all, b...), '\n')
}

func (w *wiretap) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.all)
}
