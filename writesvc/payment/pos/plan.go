package pos

import (
	"strings"

	"vitrine/internal/writeapi"
)

// A Plan is what a shop's bank offers to cards that begin alike.
type Plan struct {
	BINs        []string `json:"bins"`        // the first digits, as many as tell these cards from others
	Type        string   `json:"cardType"`    // CREDIT_CARD, DEBIT_CARD or PREPAID_CARD
	Association string   `json:"association"` // VISA, MASTER_CARD, …
	Family      string   `json:"family"`      // the bank's name for the programme
	Bank        string   `json:"bank"`
	Counts      []Count  `json:"installments"` // beside one; debit cards have none
}

// A Count is one number of installments and what it adds.
type Count struct {
	Count       int `json:"count"`
	BasisPoints int `json:"basisPoints"` // 150: the total is 1.5 % higher
}

// plansFor is what cards with a bin are offered, in iyzico's shape. A card that nobody knows pays at once.
func plansFor(plans []Plan, bin string, amount writeapi.Money) writeapi.Installments {
	d := writeapi.InstallmentDetail{BinNumber: bin, Price: amount, CardType: "CREDIT_CARD",
		InstallmentPrices: []writeapi.InstallmentPrice{{InstallmentNumber: 1, InstallmentPrice: amount, TotalPrice: amount}}, Force3DS: true}
	best := -1
	for _, p := range plans {
		for _, prefix := range p.BINs {
			if !strings.HasPrefix(bin, prefix) || len(prefix) <= best {
				continue
			}
			best = len(prefix)
			d.CardType, d.CardAssociation, d.CardFamilyName, d.BankName = p.Type, p.Association, p.Family, p.Bank
			d.InstallmentPrices = d.InstallmentPrices[:1]
			if p.Type != "CREDIT_CARD" {
				continue
			}
			for _, c := range p.Counts {
				if c.Count < 2 || c.Count > 12 || c.BasisPoints < 0 {
					continue
				}
				total := amount + (amount*writeapi.Money(c.BasisPoints)+5000)/10000
				d.InstallmentPrices = append(d.InstallmentPrices, writeapi.InstallmentPrice{
					InstallmentNumber: c.Count, InstallmentPrice: (total + writeapi.Money(c.Count)/2) / writeapi.Money(c.Count), TotalPrice: total})
			}
		}
	}
	return writeapi.Installments{InstallmentDetails: []writeapi.InstallmentDetail{d}}
}
