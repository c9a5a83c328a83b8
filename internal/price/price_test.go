package price_test

import (
	"strings"
	"testing"

	"vitrine/internal/price"
)

func TestCompleteDerivesWhatIsMissing(t *testing.T) {
	t.Parallel()
	f := func(in, want price.Price) {
		t.Helper()
		if got := in.Complete(); got != want {
			t.Errorf("%+v: %+v; want %+v", in, got, want)
		}
	}
	f(price.Price{}, price.Price{})
	f(price.Price{List: "10"}, price.Price{Amount: "10", List: "10"})
	f(price.Price{List: "10", Sale: "8"}, price.Price{Amount: "8", List: "10", Sale: "8"})
	f(price.Price{List: "149.90", Discount: "15"}, price.Price{Amount: "127.42", List: "149.90", Discount: "15"})
	f(price.Price{List: "1490", Discount: "15", Currency: "JPY"},
		price.Price{Amount: "1267", List: "1490", Discount: "15", Currency: "JPY"})
	f(price.Price{Amount: "80", Discount: "20"}, price.Price{Amount: "80", List: "100.00", Discount: "20"})
	f(price.Price{Amount: "80", Discount: "100"}, price.Price{Amount: "80", Discount: "100"})
	f(price.Price{Discount: "20"}, price.Price{Discount: "20"})
	f(price.Price{List: "NaN"}, price.Price{List: "NaN"})
}

func TestCheckSaysWhatContradictsItself(t *testing.T) {
	t.Parallel()
	f := func(p price.Price, want string) {
		t.Helper()
		switch err := p.Check(); {
		case want == "" && err != nil:
			t.Errorf("%+v: %v", p, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%+v: %v; want %q", p, err, want)
		}
	}
	f(price.Price{}, "")
	f(price.Price{Sale: "8"}, "") // completed, it has an amount
	f(price.Price{Amount: "99.90", List: "149.90", Sale: "99.9", Discount: "33"}, "")
	f(price.Price{Amount: "99.90", List: "149.90", Discount: "33.36"}, "")
	f(price.Price{Amount: "99.90", List: "149.90", Discount: "34"}, "")
	f(price.Price{Amount: "99.90", List: "149.90", Discount: "20"}, "that is 33.36 percent")
	f(price.Price{Amount: "99.90", Sale: "1192"}, "sale_price 1192 is not amount 99.9:")
	f(price.Price{Amount: "99.90", List: "80"}, "list_price 80 is below amount 99.9:")
	f(price.Price{Amount: "99.90", Discount: "20"}, "has no list_price")
	f(price.Price{Amount: "99.90", List: "99.90", Sale: "99.90", Discount: "0"}, "")
	f(price.Price{Amount: "99.90", List: "99.90", Discount: "1"}, "does not lead")
	f(price.Price{Amount: "0", List: "10", Discount: "100"}, "")
	f(price.Price{Amount: "0", List: "0", Discount: "50"}, "does not lead")
	f(price.Price{Amount: "0", List: "10", Discount: "120"}, "above 100")
	f(price.Price{Amount: "10.505"}, "has 3 decimals")
	f(price.Price{Amount: "10.500"}, "")
	f(price.Price{Amount: "10.5", Currency: "JPY"}, "JPY has no decimals")
	f(price.Price{Amount: "1.234", Currency: "KWD"}, "at most 2")
	f(price.Price{Amount: "NaN", Sale: "1"}, "")
}
