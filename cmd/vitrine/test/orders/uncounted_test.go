package orders

import (
	"strings"
	"testing"

	"vitrine/internal/testkit"
)

// A product whose stock nobody counts can be bought. A sale makes no stock of it, and stock that is counted later ends.
func TestAnUncountedProductIsSold(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	e := s.NewEditor(t)
	e.Exec("UPDATE product SET stock = NULL")
	ada := s.SignUp(t, "ada@example.com")
	if _, end := s.buy(t, s.fill(t, ada, s.product, 30), goodCard); end.Text("data", "status") != "succeeded" {
		t.Fatalf("thirty mugs: %s", end.Body)
	}
	testkit.Until(t, "the sale is counted", func() bool { return e.One("SELECT sold::text FROM product") == "30" })
	if got := e.One("SELECT coalesce(stock::text, 'none') || ' ' || status FROM product"); got != "none PUBLISHED" {
		t.Errorf("after the sale, stock and status are %s", got)
	}
	if r := s.Get(t, "shop", "/v1/product/mug"); strings.Contains(string(r.Body), `"stock"`) {
		t.Errorf("the page shows a stock: %s", r.Body)
	}

	e.Exec("UPDATE product SET stock = 2")
	bob := s.SignUp(t, "bob@example.com")
	if _, end := s.buy(t, s.fill(t, bob, s.product, 2), goodCard); end.Text("data", "status") != "succeeded" {
		t.Fatalf("the last two mugs: %s", end.Body)
	}
	testkit.Until(t, "the product is sold out", func() bool {
		return e.One("SELECT stock::text || ' ' || status FROM product") == "0 OUT_OF_STOCK"
	})
}
