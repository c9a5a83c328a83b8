package checkout

import (
	"errors"
	"strings"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
)

// A basket's total leaves out lines of which there is too little. If such a line makes the difference to what the
// customer saw, the stock is the error.
func TestMissingStockIsNamedBeforeTheTotal(t *testing.T) {
	t.Parallel()
	mug := basket.Line{Name: "Mug", Quantity: 2, Price: 1990, Sold: true, Left: 9}
	gone := basket.Line{Name: "Lamp", Quantity: 2, Price: 500, Sold: true, Left: 1}
	f := func(expected writeapi.Number, want api.Code, text string, lines ...basket.Line) {
		t.Helper()
		p, err := NewPurchase("b", expected)
		if err != nil {
			t.Fatal(err)
		}
		err = p.check(lines)
		var got *api.Error
		if want == "" && err == nil || errors.As(err, &got) && got.Code == want && strings.Contains(got.Message, text) {
			return
		}
		t.Errorf("expected total %s: %v; want %q with %q", expected, err, want, text)
	}
	f("39.80", "", "", mug)
	f("39.79", api.TotalChanged, "39.80", mug)
	f("39.80", api.OutOfStock, "Lamp", mug, gone)
	f("49.80", "", "", mug, gone) // the reservation refuses it
	f("", "", "", mug, gone)
}
