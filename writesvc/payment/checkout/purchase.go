package checkout

import (
	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/web"
)

// A Purchase is the basket that a request pays for.
type Purchase struct {
	Basket   string
	expected *writeapi.Money // the total that the customer saw; nil: the request does not say
}

// NewPurchase reads the members basketId and expectedTotal of a request.
func NewPurchase(basketID string, expected writeapi.Number) (Purchase, error) {
	if basketID == "" {
		return Purchase{}, web.Wrong("basketId", "This field is required.")
	}
	p := Purchase{Basket: basketID}
	if expected == "" {
		return p, nil
	}
	total, ok := writeapi.ParseMoney(string(expected))
	if !ok {
		return Purchase{}, web.Wrong("expectedTotal", "Must be an amount with at most two decimals, such as 12.50.")
	}
	p.expected = &total
	return p, nil
}

// check returns an error unless lines cost what the customer saw. The total of a basket leaves out lines of which there
// is too little, so it differs if stock has run out. Then that is the error: a client that shows the basket again does
// not help its customer.
func (p Purchase) check(lines []basket.Line) error {
	total := Total(lines)
	if p.expected == nil || *p.expected == total {
		return nil
	}
	for _, l := range lines {
		if !l.Available() {
			return api.Errorf(409, api.OutOfStock, "Not enough of %s is in stock.", l.Name)
		}
	}
	return &api.Error{Status: 409, Code: api.TotalChanged,
		Message: "The basket costs " + total.String() + " now. Show it to the customer again.",
		Fields:  []api.Field{{Field: "expectedTotal", Code: "CONFLICT", Message: total.String()}}}
}
