package seed

import (
	"vitrine/internal/demo/content"
)

// named is the name of a product, and the parts of it by which readers can filter.
type named struct {
	name, slug string
	hue        *content.Colour
	style      content.Text
}

// nameOf makes a name: colour, style and material before the noun (Mavi Keten Gömlek, Blue Linen Shirt), a title for
// books, a subject for pictures.
func nameOf(d *dice, t content.Thing, material content.Text, lang string) named {
	noun := t.Noun.In(lang)
	if lang == content.NoLanguage {
		noun = t.Noun.TR
	}
	switch t.Craft {
	case content.Reading:
		title := bookTitle(d, lang)
		return named{name: title, slug: title + " " + noun}
	case content.Edition:
		name := pick(d, content.ArtSubjects) + " No. " + itoa(d.between(1, 24)) + ", " + noun
		return named{name: name, slug: name}
	case content.Painted:
		name := pick(d, content.PaintingTimes).In(lang) + " " + pick(d, content.PaintingScenes).In(lang)
		return named{name: name, slug: name + " " + noun}
	}
	n := named{}
	var words []string
	stuff := material.In(lang)
	if t.Craft.Coloured && d.chance(70) {
		h := pick(d, content.Colours)
		n.hue = &h
		words = append(words, h.In(lang))
	}
	if s := t.Craft.Styles; len(s) > 0 && (n.hue == nil || d.chance(35)) {
		n.style = pick(d, s)
		words = append(words, n.style.In(lang))
	}
	if len(words) < 2 || d.chance(25) {
		words = append(words, stuff)
	}
	for _, w := range words {
		n.name += w + " "
	}
	n.name += noun
	n.slug = n.name
	return n
}

func bookTitle(d *dice, lang string) string {
	owner, belonging := pick(d, content.BookOwners).In(lang), pick(d, content.BookBelongings).In(lang)
	if lang == content.Turkish {
		return owner + " " + belonging
	}
	return belonging + " " + owner
}

// price sets the prices of a product. The amount is the price to pay. During a sale, the list price is the former
// price, the sale price equals the amount, and the discount is in percent.
func (w *builder) price(p *draft) {
	d := p.d
	p.Currency = w.tenant.Currency
	p.SaleType = "RETAIL"
	switch {
	case d.chance(3): // sold on request
		p.SaleType, p.Currency = "ON_REQUEST", ""
		return
	case p.EditionAmount == 1 || d.chance(5):
		p.SaleType = "MADE_TO_ORDER"
	}
	p.setPrice(round(d.between(p.shelf.Lo, p.shelf.Hi)))
	switch {
	case d.chance(30):
		p.reduce(pick(d, []int{5, 10, 15, 20, 25, 30, 40}))
	case d.chance(40):
		p.List = p.Amount
	}
	if d.chance(5) { // the tenant's currency
		p.Currency = ""
	}
}

// setPrice sets a price without a sale. The lowest price of the last thirty days may be lower.
func (p *draft) setPrice(amount cents) {
	p.Amount, p.List, p.Sale, p.Discount, p.Lowest = amount, 0, 0, 0, 0
	if p.d.chance(55) {
		p.Lowest = amount * cents(100-5*p.d.n(3)) / 100
	}
}

// reduce puts a product on sale, by percent.
func (p *draft) reduce(percent int) {
	p.List = p.Amount
	p.Amount = p.List * cents(100-percent) / 100
	p.Sale, p.Discount = p.Amount, whole(percent)
	p.Lowest = p.Amount
	if p.d.chance(30) { // a smaller sale came before, within thirty days
		p.Lowest = p.List * cents(100-percent/2) / 100
	}
}

// round makes a plausible price: 12, 149.90, 1290.
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
