package orders

import (
	"net/http"
	"sync"
	"testing"
)

// A customer presses every button at once, in every tab. Each answer allows a next step, and one payment is open in the
// end.
func TestConcurrentRequestsForOneBasketDoNotDeadlock(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	basket := s.fill(t, ada, s.product, 1)
	_, to, form := s.start(t, card(basket, goodCard))
	var wg sync.WaitGroup
	ask := func(path string, body any) {
		wg.Go(func() {
			r, err := s.Try(t.Context(), http.MethodPost, path, body, append(ada.As(), "Accept", "application/json")...)
			if err != nil {
				t.Error(err)
				return
			}
			if r.Status >= 500 {
				t.Errorf("%s: %d %s", path, r.Status, r.Body)
			}
		})
	}
	for i := range 8 {
		ask("/payment/hosted", map[string]any{"basketId": basket})
		ask("/payment/3ds", card(basket, goodCard))
		if i%4 == 0 {
			ask("/basket/items", map[string]any{"productId": s.product, "quantity": 1})
			wg.Go(func() {
				if r := s.submit(t, to, form); r.Status >= 500 {
					t.Errorf("the callback: %d %s", r.Status, r.Body)
				}
			})
		}
	}
	wg.Wait()
	if n := s.Count(t, `SELECT count(*) FROM payment
		WHERE status IN ('created', 'requires_action', 'processing', 'unknown', 'succeeded')`); n > 1 {
		t.Errorf("%d payments stand for one basket", n)
	}
	if n := s.Count(t, `SELECT count(*) FROM payment WHERE status IN ('processing', 'unknown')`); n != 0 {
		t.Errorf("%d payments were claimed, and not settled", n)
	}
}
