package price

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// A Price holds the price columns of a record as decimal numbers, such as 1290 or 99.90. "" is no value. Columns that
// hold no decimal number are not checked here: Postgres refuses them.
type Price struct {
	Amount   string // what a customer pays
	List     string // the regular price
	Sale     string // the reduced price, which is the amount during a reduction
	Discount string // the reduction in percent of the list price
	Currency string // ISO 4217: the record's own, or that of its tenant. "": two decimals
}

// Columns are the columns of a price, as Postgres names them, in the order of Texts.
var Columns = []string{"amount", "list_price", "sale_price", "discount", "currency"}

// Texts returns the fields of a price in the order of Columns, to be read or filled.
func (p *Price) Texts() []*string {
	return []*string{&p.Amount, &p.List, &p.Sale, &p.Discount, &p.Currency}
}

var decimal = regexp.MustCompile(`^[0-9]{1,30}(\.[0-9]{1,30})?$`)

// parsed is a Price as numbers; nil is no value.
type parsed struct{ amount, list, sale, discount *big.Rat }

// parse reads the numbers. ok is false if one of them is none.
func (p Price) parse() (n parsed, ok bool) {
	ok = true
	for _, f := range []struct {
		text string
		into **big.Rat
	}{{p.Amount, &n.amount}, {p.List, &n.list}, {p.Sale, &n.sale}, {p.Discount, &n.discount}} {
		switch {
		case f.text == "":
		case decimal.MatchString(f.text):
			*f.into, _ = new(big.Rat).SetString(f.text)
		default:
			ok = false
		}
	}
	return n, ok
}

var (
	zero    = new(big.Rat)
	percent = big.NewRat(1, 1)
	hundred = big.NewRat(100, 1)
)

// Complete returns a price with the amount that follows from the other columns, if it has none, and the list price that
// follows from amount and discount. The schema completes a new record in the same way.
//
//	given                  derived
//	sale                   amount = sale
//	list, discount         amount = list less discount
//	list                   amount = list
//	amount, discount       list = amount before the discount
func (p Price) Complete() Price {
	n, ok := p.parse()
	if !ok {
		return p
	}
	reduced := n.discount != nil && n.discount.Sign() > 0 && n.discount.Cmp(hundred) <= 0
	if n.amount == nil {
		switch {
		case n.sale != nil:
			p.Amount, n.amount = p.Sale, n.sale
		case n.list != nil && reduced:
			left := new(big.Rat).Sub(hundred, n.discount)
			p.Amount = round(left.Mul(left, n.list).Quo(left, hundred), Decimals(p.Currency))
			n.amount, _ = new(big.Rat).SetString(p.Amount)
		case n.list != nil:
			p.Amount, n.amount = p.List, n.list
		}
	}
	if n.amount != nil && n.list == nil && reduced && n.discount.Cmp(hundred) < 0 {
		left := new(big.Rat).Sub(hundred, n.discount)
		p.List = round(left.Quo(new(big.Rat).Mul(n.amount, hundred), left), Decimals(p.Currency))
	}
	return p
}

// round writes a number with some decimals, halves away from zero as Postgres does.
func round(n *big.Rat, decimals int) string { return n.FloatString(decimals) }

// Check returns an error if the columns of a completed price contradict each other, or if an amount has more decimals
// than its currency. The error is a sentence for the author of the price. A price without any amount is no price, and
// has no error.
func (p Price) Check() error {
	n, ok := p.parse()
	if !ok || n.amount == nil {
		return nil
	}
	if err := n.contradiction(p); err != nil {
		return err
	}
	for _, text := range []string{p.Amount, p.List, p.Sale} {
		switch d := decimals(text); {
		case d > 0 && Decimals(p.Currency) == 0:
			return fmt.Errorf("%s has no decimals, but a price is %s", p.Currency, text)
		case d > MaxDecimals:
			return fmt.Errorf("the price %s has %d decimals; prices have at most %d", text, d, MaxDecimals)
		}
	}
	return nil
}

func (n parsed) contradiction(p Price) error {
	switch {
	case n.sale != nil && n.sale.Cmp(n.amount) != 0:
		return fmt.Errorf("sale_price %s is not amount %s: the amount is what customers pay, also during a sale, "+
			"and the regular price is list_price", short(p.Sale), short(p.Amount))
	case n.list != nil && n.list.Cmp(n.amount) < 0:
		return fmt.Errorf("list_price %s is below amount %s: the list price is the regular price, "+
			"and the amount is what customers pay", short(p.List), short(p.Amount))
	case n.discount != nil && n.discount.Cmp(hundred) > 0:
		return fmt.Errorf("discount %s is above 100: the discount is in percent of list_price", short(p.Discount))
	case n.discount == nil || n.discount.Sign() == 0:
		return nil
	case n.list == nil:
		return fmt.Errorf("discount %s has no list_price: the discount is in percent of list_price", short(p.Discount))
	}
	if off := n.off(); n.list.Cmp(n.amount) == 0 ||
		new(big.Rat).Abs(new(big.Rat).Sub(n.discount, off)).Cmp(percent) >= 0 {
		return fmt.Errorf("discount %s does not lead from list_price %s to amount %s: that is %s percent",
			short(p.Discount), short(p.List), short(p.Amount), short(round(off, 2)))
	}
	return nil
}

// off is the reduction in percent of the list price.
func (n parsed) off() *big.Rat {
	if n.list.Cmp(zero) == 0 {
		return zero
	}
	off := new(big.Rat).Sub(n.list, n.amount)
	return off.Mul(off, hundred).Quo(off, n.list)
}

// decimals counts the decimals of a number, without zeros at the end.
func decimals(text string) int {
	_, part, _ := strings.Cut(text, ".")
	return len(strings.TrimRight(part, "0"))
}

// short writes a number without zeros at the end of its decimals.
func short(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
