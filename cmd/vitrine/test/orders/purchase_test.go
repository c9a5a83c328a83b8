package orders

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/testkit"
)

func TestAPurchaseFromBasketToTickets(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 3, s.event, 2)
	shown := s.Request(t, http.MethodGet, "/basket", ada.As()...).Want(t, "basket", 200, "")
	if string(shown.Body) == "" || shown.Text("data", "id") != basket || shown.Text("data", "currency") != "TRY" ||
		!strings.Contains(string(shown.Body), `"total":559.7,`) {
		t.Errorf("basket: %s", shown.Body)
	}

	offered := s.Post(t, "/payment/installment", map[string]any{"amount": 559.7, "bin": "552879"}).Want(t, "installment",
		200, "")
	if offered.Text("data", "installmentDetails", 0, "cardType") != "CREDIT_CARD" {
		t.Errorf("installments: %s", offered.Body)
	}

	page := s.Post(t, "/payment/3ds", card(basket, goodCard, "installment", "3")).Want(t, "the page", 200, "")
	if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") ||
		!strings.Contains(page.Header.Get("Content-Security-Policy"), "form-action http://") {
		t.Errorf("the page: %v", page.Header)
	}
	payment := page.Header.Get("X-Payment-Id")
	s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}).Want(t, "too early", 409, "PAYMENT_PENDING")
	to, form := s.atBank(t, string(page.Body), "123456")
	s.submit(t, to, form).Want(t, "the callback", 200, "")
	end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}).Want(t, "complete", 200, "")
	order := end.Text("data", "order", "id")
	if end.Text("data", "status") != "succeeded" || order == "" || !strings.Contains(string(end.Body), `"paid":579.29,`) {
		t.Fatalf("complete: %s", end.Body) // 559.70 and 3.5 %
	}
	again := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}).Want(t, "complete again", 200, "")
	if string(again.Body) != string(end.Body) {
		t.Errorf("complete again: %s, then %s", end.Body, again.Body)
	}

	one := s.Request(t, http.MethodGet, "/order/"+order, ada.As()...).Want(t, "order", 200, "")
	if one.Text("data", "status") != "PAID" || one.Text("data", "items", 0, "slug") != "mug" ||
		!strings.Contains(string(one.Body), `"charged":579.29,`) {
		t.Errorf("order: %s", one.Body)
	}
	tickets := s.Request(t, http.MethodGet, "/event/tickets/"+order+"?include=image", ada.As()...).Want(t, "tickets", 200,
		"")
	if len(tickets.At("data").([]any)) != 2 || !strings.HasPrefix(tickets.Text("data", 0, "qr", "data"), "T1.") ||
		!strings.HasPrefix(tickets.Text("data", 1, "qr", "image"), "<svg") ||
		tickets.Text("data", 0, "event", "slug") != "concert" {
		t.Errorf("tickets: %s", tickets.Body)
	}
	news := s.Request(t, http.MethodGet, "/notification", ada.As()...).Want(t, "notifications", 200, "")
	if news.Text("data", 0, "type") != "order-paid" || news.Text("data", 0, "data", "orderId") != order ||
		!strings.Contains(string(news.Body), `"unreadCount":1`) {
		t.Errorf("notifications: %s", news.Body)
	}
	if m := s.Mailbox.Next(t, "mail", ada.Email, order); !strings.Contains(m.Text, "3 × Mug: 59.70 TRY") {
		t.Errorf("the email: %+v", m)
	}
	if b := s.Request(t, http.MethodGet, "/basket", ada.As()...); b.Text("data", "id") == basket ||
		len(b.At("data", "items").([]any)) != 0 {
		t.Errorf("the next basket: %s", b.Body)
	}

	// The gateway shows a sale like any edit.
	testkit.Until(t, "the gateway shows seven mugs", func() bool {
		r := s.Get(t, "shop", "/v1/product/mug")
		return strings.Contains(string(r.Body), `"stock":{"amount":7,`)
	})
	bob := s.SignUp(t, "bob@example.com")
	if _, end := s.buy(t, s.fill(t, bob, s.event, 3), goodCard); end.Text("data", "status") != "succeeded" {
		t.Fatalf("the last places: %s", end.Body)
	}
	testkit.Until(t, "the gateway shows that it is sold out", func() bool {
		return strings.Contains(string(s.Get(t, "shop", "/v1/event/concert").Body), `"SOLD_OUT"`)
	})
	s.Post(t, "/basket/items", map[string]any{"eventId": s.event, "quantity": 1}, bob.As()...).Want(t, "a sixth place",
		409, "NOT_FOR_SALE")
}

func TestFiftyCallbacksAndFiftyCompletesAreOneOrder(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	payment, to, form := s.start(t, card(s.fill(t, ada, s.event, 2), goodCard))
	var wg sync.WaitGroup
	bodies := make(chan string, 50)
	for range 50 {
		wg.Go(func() { s.submit(t, to, form) })
	}
	wg.Wait()
	for range 50 {
		wg.Go(func() {
			r, err := s.Try(t.Context(), http.MethodPost, "/payment/3ds/complete", map[string]any{"paymentId": payment})
			if err != nil {
				t.Error(err)
				return
			}
			bodies <- string(r.Body)
		})
	}
	wg.Wait()
	close(bodies)
	first := ""
	for b := range bodies {
		if first == "" {
			first = b
		}
		if b != first || !strings.Contains(b, `"succeeded"`) {
			t.Fatalf("complete: %s, and %s", first, b)
		}
	}
	s.WaitOutbox(t)
	for sql, want := range map[string]int{
		`SELECT count(*) FROM orders`: 1, `SELECT count(*) FROM ticket`: 2, `SELECT count(*) FROM outbox
			WHERE kind = 'order-paid'`: 1,
		`SELECT count(*) FROM notification`: 1, `SELECT count(*) FROM sandbox_order WHERE captured > 0`: 1, `SELECT sold::int
			FROM inventory`: 2, `SELECT reserved::int FROM inventory`: 0,
	} {
		if got := s.Count(t, sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
}

func TestASilentBankIsQueriedLater(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		price, after string
		want         string
	}{
		{"19.65", "the money was taken and the answer lost", "succeeded"},
		{"19.67", "the answer was a bomb", "succeeded"},
		{"19.69", "the answer was a 500", "succeeded"},
		{"19.66", "the order was lost", "failed"},
	} {
		t.Run(c.after, func(t *testing.T) {
			t.Parallel()
			s := openOrders(t)
			if _, err := s.Pool.Exec(t.Context(), `UPDATE product SET amount = $1::text::numeric`, c.price); err != nil {
				t.Fatal(err)
			}
			ada := s.SignUp(t, "ada@example.com")
			basket := s.fill(t, ada, s.product, 1)
			payment, to, form := s.start(t, card(basket, goodCard))
			s.submit(t, to, form).Want(t, "the callback", 200, "")
			s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}).Want(t, "an unknown outcome", 409,
				"PAYMENT_PENDING")
			s.Post(t, "/payment/3ds", card(basket, goodCard)).Want(t, "a second charge", 409, "PAYMENT_UNDER_WAY")
			s.Post(t, "/basket/items", map[string]any{"productId": s.product, "quantity": 1}, ada.As()...).Want(t,
				"another basket", 409, "PAYMENT_UNDER_WAY")
			s.reconcile(t) // not due yet
			s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}).Want(t, "a still unknown outcome", 409,
				"PAYMENT_PENDING")
			for range 4 {
				s.Advance(2 * time.Minute)
				s.reconcile(t)
			}
			end := s.Post(t, "/payment/3ds/complete", map[string]any{"paymentId": payment}, ada.As()[0:0]...).Want(t, "complete",
				200, "")
			if end.Text("data", "status") != c.want {
				t.Fatalf("%s: %s", c.after, end.Body)
			}
			sold := 0
			if c.want == "succeeded" {
				sold = 1
			}
			if got := s.Count(t, `SELECT count(*) FROM orders`); got != sold {
				t.Errorf("%d orders", got)
			}
			if got := s.Count(t, `SELECT (sum(sold) * 10 + sum(reserved))::int FROM inventory`); got != sold*10 {
				t.Errorf("stock: %d", got)
			}
		})
	}
}
