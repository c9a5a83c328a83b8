package payment

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// startHosted begins a payment on the model's page.
func (s *shop) startHosted(ctx context.Context, basketID string, headers ...string) (string, error) {
	a, err := s.askHosted(ctx, `{"basketId":"`+basketID+`"}`, headers...)
	if err != nil {
		return "", err
	}
	return a.Data.(writeapi.Hosted).PaymentID, nil
}

func (s *shop) askHosted(ctx context.Context, body string, headers ...string) (*web.Answer, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, "/payment/hosted", nil)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Accept", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		rq.Header.Set(headers[i], headers[i+1])
	}
	return s.StartHosted(ctx, &web.Request{HTTP: rq, Tenant: s.t, Client: netip.MustParseAddr("192.0.2.1"),
		Body: []byte(body)})
}

// pageOpen reports whether a payment's page still accepts a payment.
func (s *shop) pageOpen(ctx context.Context, t fataler, id string) (open bool) {
	if err := s.db.Pool.QueryRow(ctx, `SELECT page_until > $3 FROM payment WHERE tenant_id = $1 AND id = $2`, s.t.ID(),
		id, s.now()).Scan(&open); err != nil {
		t.Fatalf("%v", err)
	}
	return open
}

// hosted returns a tenant, a customer's basket, and a payment on the provider's page.
func (h *house) hosted(t *testing.T, all, places int) (s *shop, basketID, payment string) {
	t.Helper()
	s = h.shop(t, "shop", all)
	basketID, err := s.buyer(t.Context(), "ada", places)
	if err != nil {
		t.Fatal(err)
	}
	if payment, err = s.startHosted(t.Context(), basketID); err != nil {
		t.Fatal(err)
	}
	return s, basketID, payment
}

func (s *shop) status(t *testing.T, payment string) record.Status {
	t.Helper()
	p, err := record.Find(t.Context(), s.pool, s.t.ID(), payment, "")
	if err != nil || p == nil {
		t.Fatalf("%v, %v", p, err)
	}
	if p.PageURL != "" && p.Status != record.RequiresAction {
		t.Errorf("%s: the page's address is kept", p.Status)
	}
	return p.Status
}

func (s *shop) reconcile(t *testing.T, after ...time.Duration) {
	t.Helper()
	for _, d := range after {
		s.later(d)
		if err := s.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.audit(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestPaymentOnAPageIsFoundWithoutACallback(t *testing.T) {
	t.Parallel()
	s, basketID, p := openHouse(t).hosted(t, 5, 2)
	s.reconcile(t, 2*time.Minute)
	if got := s.status(t, p); got != record.RequiresAction {
		t.Fatalf("before he paid: %s", got)
	}
	s.bank.pays(p, false)
	s.reconcile(t, 3*time.Minute)
	if got := s.status(t, p); got != record.RequiresAction {
		t.Fatalf("after a card that was refused, at the page: %s", got)
	}
	s.bank.pays(p, true)
	s.reconcile(t, 5*time.Minute)
	if got := s.status(t, p); got != record.Succeeded {
		t.Fatalf("after he paid: %s", got)
	}
	if _, err := s.startHosted(t.Context(), basketID); !isCode(err, api.BasketPlaced) {
		t.Errorf("once more: %v", err)
	}
}

// A customer who paid but got no answer starts again, and pays once.
func TestStartingAgainAfterPayingOnAPage(t *testing.T) {
	t.Parallel()
	s, basketID, p := openHouse(t).hosted(t, 5, 2)
	s.bank.pays(p, true)
	if _, err := s.startHosted(t.Context(), basketID); !isCode(err, api.BasketPlaced) {
		t.Errorf("once more: %v", err)
	}
	if _, err := s.start(t.Context(), basketID); !isCode(err, api.BasketPlaced) {
		t.Errorf("once more, with a card: %v", err)
	}
	if got := s.status(t, p); got != record.Succeeded {
		t.Errorf("the first: %s", got)
	}
	s.reconcile(t, time.Minute)
}

func TestLateMoneyOnAPageIsDeliveredOrRefunded(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		between func(t *testing.T, s *shop, basketID string)
		want    record.Status
	}{
		"nothing happened": {func(*testing.T, *shop, string) {}, record.Succeeded},
		"its places are another's": {func(t *testing.T, s *shop, _ string) {
			b, err := s.buyer(t.Context(), "bob", 5)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.start(t.Context(), b); err != nil {
				t.Fatal(err)
			}
		}, record.Voided},
		"the basket is another": {func(t *testing.T, s *shop, basketID string) {
			if _, err := s.db.Pool.Exec(t.Context(), `UPDATE basket_item SET quantity = 1 WHERE basket_id = $1`,
				basketID); err != nil {
				t.Fatal(err)
			}
		}, record.Voided},
		"another payment is begun for it": {func(t *testing.T, s *shop, basketID string) {
			if _, err := s.start(t.Context(), basketID); err != nil {
				t.Fatal(err)
			}
		}, record.Voided},
		"it was paid otherwise": {func(t *testing.T, s *shop, basketID string) {
			p, err := s.start(t.Context(), basketID)
			if err == nil {
				err = s.callback(t.Context(), p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}, record.Voided},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s, basketID, p := openHouse(t).hosted(t, 5, 2)
			s.reconcile(t, 16*time.Minute)
			if got := s.status(t, p); got != record.Expired {
				t.Fatalf("after a quarter of an hour: %s", got)
			}
			c.between(t, s, basketID)
			s.bank.pays(p, true) // the page is open for half an hour
			if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
				t.Fatal(err)
			}
			s.reconcile(t, time.Second, time.Hour)
			if got := s.status(t, p); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestLateMoneyOnAPageIsFoundWithoutACallback(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 5, 2)
	s.reconcile(t, 16*time.Minute)
	s.bank.pays(p, true)
	s.bank.mute = true // the provider does not answer for hours
	s.reconcile(t, 16*time.Minute, time.Hour, time.Hour)
	if got := s.status(t, p); got != record.Expired {
		t.Fatalf("nobody knows: %s", got)
	}
	s.bank.mute = false
	s.reconcile(t, time.Hour)
	if got := s.status(t, p); got != record.Succeeded {
		t.Errorf("at last: %s", got)
	}
}

// The basket changes while the customer is at the page. Money paid there is refunded.
func TestMoneyOnACancelledPageIsRefunded(t *testing.T) {
	t.Parallel()
	s, basketID, first := openHouse(t).hosted(t, 5, 2)
	second, err := s.startHosted(t.Context(), basketID)
	if err != nil || s.status(t, first) != record.Cancelled {
		t.Fatalf("a second page: %v", err)
	}
	s.bank.pays(first, true)
	s.bank.pays(second, true)
	if err := s.callback(t.Context(), second, "token", "token of "+second); err != nil {
		t.Fatal(err)
	}
	if err := s.callback(t.Context(), first, "token", "token of "+first); err != nil {
		t.Fatal(err)
	}
	s.reconcile(t, time.Minute, time.Minute)
	if a, b := s.status(t, first), s.status(t, second); a != record.Voided || b != record.Succeeded {
		t.Errorf("the first %s, the second %s", a, b)
	}
}

func TestDeclinedCardOnAPageAllowsAnother(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 5, 2)
	back := func() {
		if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
			t.Fatal(err)
		}
	}
	s.bank.pays(p, false)
	back()
	if got := s.status(t, p); got != record.Failed {
		t.Fatalf("refused: %s", got)
	}
	s.bank.pays(p, true) // on the same page, with another card
	back()
	s.reconcile(t, time.Second)
	if got := s.status(t, p); got != record.Succeeded {
		t.Errorf("with another card: %s", got)
	}
}

// The customer knows the token. Sending it early, or another payment's, moves no money and ends nothing.
func TestPageTokenIsOnlyAHint(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 9, 2)
	b, err := s.buyer(t.Context(), "eve", 1)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.startHosted(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	s.bank.pays(other, true)
	for what, pairs := range map[string][]string{
		"another payment's": {"token", "token of " + other}, "none": {}, "an empty one": {"token",
			""}, "a callback of the other kind": {"status", "success"},
	} {
		if err := s.callback(t.Context(), p, pairs...); !isCode(err, api.SignatureInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if a, b := s.status(t, p), s.status(t, other); a != record.RequiresAction || b != record.RequiresAction {
		t.Errorf("%s and %s", a, b)
	}
	// Sent early by the customer before paying: harmless.
	if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
		t.Fatal(err)
	}
	if got := s.status(t, p); got != record.Unknown {
		t.Errorf("early: %s", got)
	}
	s.reconcile(t, 2*time.Minute, 4*time.Minute)
	if got := s.status(t, p); got != record.Failed {
		t.Errorf("nothing came: %s", got)
	}
	s.bank.pays(p, true)
	s.reconcile(t, 26*time.Minute)
	if a, b := s.status(t, p), s.status(t, other); a != record.Succeeded || b != record.Succeeded {
		t.Errorf("after all: %s and %s", a, b)
	}
}

func TestHostedStartRejectsCardsAndInvalidInput(t *testing.T) {
	t.Parallel()
	s, basketID, p := openHouse(t).hosted(t, 9, 2)
	for what, body := range map[string]string{
		"a card":         `{"basketId":"` + basketID + `","cardNumber":"5528790000000008"}`,
		"a cvc":          `{"basketId":"` + basketID + `","cvc":"123"}`,
		"an amount":      `{"basketId":"` + basketID + `","amount":1}`,
		"a whole number": `{"basketId":"` + basketID + `","bin":"5528790000000008"}`,
		"plan of 13":     `{"basketId":"` + basketID + `","bin":"552879","installment":13}`,
		"no bin":         `{"basketId":"` + basketID + `","installment":3}`,
		"plan of none":   `{"basketId":"` + basketID + `","bin":"552879","installment":3}`,
	} {
		_, err := s.askHosted(t.Context(), body)
		if !isCode(err, api.InvalidParameter) || strings.Contains(err.Error(), "5528790000000008") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := s.askHosted(t.Context(), `{"basketId":"\u0000"}`); !isCode(err, api.NotFound) {
		t.Errorf("no basket: %v", err)
	}
	if got := s.status(t, p); got != record.RequiresAction {
		t.Errorf("the one before: %s", got)
	}
	// The same key gets the same page.
	first, err := s.askHosted(t.Context(), `{"basketId":"`+basketID+`"}`, "Idempotency-Key", "k")
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.askHosted(t.Context(), `{"basketId":"`+basketID+`"}`, "Idempotency-Key", "k")
	if err != nil {
		t.Fatal(err)
	}
	a, b := first.Data.(writeapi.Hosted), again.Data.(writeapi.Hosted)
	if a.PaymentID != b.PaymentID || a.URL != b.URL || b.URL == "" || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%+v, then %+v", a, b)
	}
	var kept int
	if err := s.db.Pool.QueryRow(t.Context(),
		`SELECT count(*) FROM idempotency WHERE body IS NOT NULL`).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("%d answers are kept, %v", kept, err)
	}
}

func TestCardsSettingSelectsEndpoints(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 9)
	b, err := s.buyer(t.Context(), "ada", 1)
	if err != nil {
		t.Fatal(err)
	}
	for cards, want := range map[string][2]api.Code{"form": {"", api.MethodOff}, "hosted": {api.HostedOnly, ""},
		"both": {"", ""}} {
		if err := (settings.Settings{Cards: cards}).Validate(); err != nil {
			t.Error(err)
		}
		if _, err := h.db.Pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings)
VALUES ('shop', jsonb_build_object('cards', $1::text))
ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings`, cards); err != nil {
			t.Fatal(err)
		}
		_, form := s.start(t.Context(), b)
		_, page := s.startHosted(t.Context(), b)
		for i, err := range []error{form, page} {
			if want[i] == "" && err != nil || want[i] != "" && !isCode(err, want[i]) {
				t.Errorf("cards %s: %v, want %q", cards, err, want[i])
			}
		}
	}
	if err := (settings.Settings{Cards: "yes"}).Validate(); err == nil {
		t.Error("cards may be anything")
	}
}

func TestRepeatedCallbacksMakeOneOrder(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 9, 2)
	s.bank.pays(p, true)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s.reconcile(t, time.Second)
	for sql, want := range map[string]int{
		`SELECT count(*) FROM orders`: 1, `SELECT count(*) FROM ticket`: 2, `SELECT count(*) FROM outbox
WHERE kind = 'order-paid'`: 1, `SELECT count(*) FROM notification`: 1,
	} {
		var got int
		if err := s.db.Pool.QueryRow(t.Context(), sql).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %d, want %d; %v", sql, got, want, err)
		}
	}
}

// An account with a payment that may be paid on a page is kept, so that money can be refunded.
func TestOpenPagePreventsDeletion(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 9, 2)
	s.reconcile(t, 16*time.Minute)
	if got := s.status(t, p); got != record.Expired {
		t.Fatal(got)
	}
	if _, err := s.db.Pool.Exec(t.Context(), `DELETE FROM account`); err == nil {
		t.Error("deleted while the page is open")
	}
	s.reconcile(t, 16*time.Minute, time.Hour)
	if _, err := s.db.Pool.Exec(t.Context(), `DELETE FROM account`); err != nil {
		t.Error(err)
	}
}

func TestChangedBankAccountLosesNoMoney(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 9, 2)
	s.bank.pays(p, true)
	s.bank.set("another")
	if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
		t.Fatal(err)
	}
	s.reconcile(t, time.Hour)
	if got := s.status(t, p); got != record.Unknown {
		t.Errorf("with another account: %s", got)
	}
	s.bank.set("model")
	s.reconcile(t, 2*time.Hour)
	if got := s.status(t, p); got != record.Succeeded {
		t.Errorf("with its own again: %s", got)
	}
}

// The customer can repeat the token. It causes a limited number of queries.
func TestCallbacksOfAPageCauseFewQueries(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 9, 2)
	s.bank.pays(p, false)
	asked := 0
	for range 20 {
		if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
			t.Fatal(err)
		}
		var due bool
		if err := s.db.Pool.QueryRow(t.Context(), `SELECT status = 'failed' AND ask_at <= $1 FROM payment`,
			s.now()).Scan(&due); err != nil {
			t.Fatal(err)
		}
		if due {
			asked++
		}
		s.reconcile(t, 0)
	}
	if asked == 0 || asked > 6 {
		t.Errorf("asked %d times", asked)
	}
}

func TestSecondCardIsFoundWhenThePageCloses(t *testing.T) {
	t.Parallel()
	s, _, p := openHouse(t).hosted(t, 5, 2)
	s.bank.pays(p, false)
	if err := s.callback(t.Context(), p, "token", "token of "+p); err != nil {
		t.Fatal(err)
	}
	s.bank.pays(p, true) // on the same page, without a redirect
	s.reconcile(t, 10*time.Minute)
	if got := s.status(t, p); got != record.Failed {
		t.Fatalf("nobody has said so: %s", got)
	}
	s.reconcile(t, 22*time.Minute)
	if got := s.status(t, p); got != record.Succeeded {
		t.Errorf("when the page has closed: %s", got)
	}
}

// The bank's callback shows another card than the one that was typed here. The bank is not asked for the money.
func TestCallbackOfAnotherCardTakesNothing(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 5)
	for bin, want := range map[string]record.Status{"435508": record.Failed, "552879": record.Succeeded,
		"55287900": record.Succeeded, "": record.Succeeded} {
		b, err := s.buyer(t.Context(), "buyer"+bin, 1)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.start(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.callback(t.Context(), p, "bin", bin); err != nil {
			t.Fatal(err)
		}
		if got := s.status(t, p); got != want || (s.bank.held(p) > 0) != (want == record.Succeeded) {
			t.Errorf("%q: %s, the bank holds %s", bin, got, s.bank.held(p))
		}
	}
	s.reconcile(t, time.Minute)
}
