package pos

import (
	"strings"

	"vitrine/internal/writeapi"
)

// A Plan is what a tenant's bank offers to cards with certain BINs.
type Plan struct {
	BINs        []string `json:"bins"`         // prefixes of card numbers; the longest match wins
	Type        string   `json:"cardType"`     // CREDIT_CARD, DEBIT_CARD or PREPAID_CARD
	Association string   `json:"association"`  // VISA, MASTER_CARD, …
	Family      string   `json:"family"`       // the bank's name of the card programme
	Bank        string   `json:"bank"`         // the issuing bank's name
	Counts      []Count  `json:"installments"` // besides a single payment; ignored unless Type is CREDIT_CARD
}

// A Count is a number of instalments and its surcharge.
type Count struct {
	Count       int `json:"count"`
	BasisPoints int `json:"basisPoints"` // 150 raises the total by 1.5 %
}

// PlansFor returns the plans for a BIN, in the format of iyzico. An unknown card can only be charged at once.
func PlansFor(plans []Plan, bin string, amount writeapi.Money) writeapi.Installments {
	d := writeapi.InstallmentDetail{
		BinNumber: bin, Price: amount, CardType: "CREDIT_CARD", Force3DS: true,
		InstallmentPrices: []writeapi.InstallmentPrice{
			{InstallmentNumber: 1, InstallmentPrice: amount, TotalPrice: amount},
		},
	}
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
				d.InstallmentPrices = append(d.InstallmentPrices, c.price(amount))
			}
		}
	}
	return writeapi.Installments{InstallmentDetails: []writeapi.InstallmentDetail{d}}
}

// price returns what an amount costs in so many instalments, rounded to hundredths.
func (c Count) price(amount writeapi.Money) writeapi.InstallmentPrice {
	n := writeapi.Money(c.Count)
	total := amount + (amount*writeapi.Money(c.BasisPoints)+5000)/10000
	return writeapi.InstallmentPrice{InstallmentNumber: c.Count, InstallmentPrice: (total + n/2) / n, TotalPrice: total}
}
