package seed

// price gives a product its prices. What is paid is the amount; while it is reduced, the list price is what it was, the sale
// price is the amount, and the discount says by how many percent.
func (w *world) price(p *draft) {
	d := p.d
	p.Currency = w.shop.currency
	p.SaleType = "RETAIL"
	switch {
	case d.chance(3): // asked for, not bought
		p.SaleType, p.Currency = "ON_REQUEST", ""
		return
	case p.EditionAmount == 1 || d.chance(5):
		p.SaleType = "MADE_TO_ORDER"
	}
	p.setPrice(round(d.between(p.shelf.lo, p.shelf.hi)))
	switch {
	case d.chance(30):
		p.reduce(pick(d, []int{5, 10, 15, 20, 25, 30, 40}))
	case d.chance(40):
		p.List = p.Amount
	}
	if d.chance(5) { // the tenant's own
		p.Currency = ""
	}
}

// setPrice puts a product at a plain price, which was lower for some of the last thirty days, perhaps.
func (p *draft) setPrice(amount cents) {
	p.Amount, p.List, p.Sale, p.Discount, p.Lowest = amount, 0, 0, 0, 0
	if p.d.chance(55) {
		p.Lowest = amount * cents(100-5*p.d.n(3)) / 100
	}
}

// reduce takes percent off.
func (p *draft) reduce(percent int) {
	p.List = p.Amount
	p.Amount = p.List * cents(100-percent) / 100
	p.Sale, p.Discount = p.Amount, whole(percent)
	p.Lowest = p.Amount
	if p.d.chance(30) { // it has been reduced for longer than thirty days by less
		p.Lowest = p.List * cents(100-percent/2) / 100
	}
}

// round makes a price look like one: 12, 149.90, 1290.
func round(units int) cents {
	switch {
	case units < 50:
		return whole(units)
	case units < 1000:
		return whole(units/10*10) - 10
	default:
		return whole(units / 10 * 10)
	}
}
