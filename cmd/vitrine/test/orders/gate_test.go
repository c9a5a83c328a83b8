package orders

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/ticket"
)

// Scans while the order is cancelled: a ticket is either admitted and stays used, or is revoked and admitted by nobody.
func TestAScanAndARefundHaveAnOrder(t *testing.T) {
	t.Parallel()
	const places = 5
	s := openOrders(t)
	ada := s.SignUp(t, "ada@example.com")
	paid, end := s.buy(t, s.fill(t, ada, s.event, places), goodCard)
	tickets := s.Request(t, http.MethodGet, "/event/tickets/"+end.Text("data", "order", "id"), ada.As()...)
	key, err := ticket.NewGateKey(t.Context(), s.Pool, "shop", "door", s.event)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	outcomes := make([][4]string, places)
	for i := range outcomes {
		code := tickets.Text("data", i, "qr", "data")
		for j := range outcomes[i] {
			wg.Go(func() {
				r, err := s.Try(t.Context(), http.MethodPost, "/event/tickets/check-in",
					map[string]any{"code": code, "nonce": fmt.Sprintf("nonce-%d-%d", i, j)}, "Authorization", "Bearer "+key)
				if err != nil {
					t.Error(err)
					return
				}
				outcomes[i][j] = r.Text("data", "outcome")
			})
		}
	}
	if err := settle.Void(t.Context(), s.Pool, settle.RefundRequest{Tenant: "shop", Payment: paid}); err != nil {
		t.Error(err)
	}
	s.reconcile(t)
	wg.Wait()
	for i, got := range outcomes {
		id := tickets.Text("data", i, "id")
		admitted := 0
		for _, o := range got {
			switch o {
			case "ok":
				admitted++
			case "already_used", "revoked":
			default:
				t.Errorf("ticket %d: %q", i, o)
			}
		}
		if admitted > 1 {
			t.Errorf("ticket %d was admitted %d times: %v", i, admitted, got)
		}
		if n := s.Count(t, `SELECT count(*) FROM ticket WHERE tenant_id = 'shop' AND id = $1
AND (status = 'used') = ($2 = 1) AND (revoked_at IS NULL) = ($2 = 1)`, id, admitted); n != 1 {
			t.Errorf("ticket %d was admitted %d times (%v), and its row says otherwise", i, admitted, got)
		}
	}
}
