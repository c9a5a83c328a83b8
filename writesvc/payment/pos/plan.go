package pos

import (
	"fmt"
	"slices"
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
	Count       int `json:"count"`       // 2 to 12
	BasisPoints int `json:"basisPoints"` // 150 raises the total by 1.5 %; at most 10,000
}

const (
	maxCount       = 12
	maxBasisPoints = 10_000 // a plan at most doubles a total
)

// CheckPlans returns an error if the surcharge or the number of instalments of a plan is out of range.
func CheckPlans(plans []Plan) error {
	for i, p := range plans {
		for _, c := range p.Counts {
			if !c.valid() {
				return fmt.Errorf("plans[%d]: count=%d, basisPoints=%d: must have a count of 2 to %d, and 0 to %d basis points", i,
					c.Count, c.BasisPoints, maxCount, maxBasisPoints)
			}
		}
	}
	return nil
}

func (c Count) valid() bool {
	return c.Count >= 2 && c.Count <= maxCount && c.BasisPoints >= 0 && c.BasisPoints <= maxBasisPoints
}

// PlansFor returns the plans for a BIN, in the format of iyzico. An unknown card can only be charged at once. If plans
// distinguish cards by more digits than the BIN has, only what all of these cards are offered alike is returned.
func PlansFor(plans []Plan, bin string, amount writeapi.Money) writeapi.Installments {
	d := writeapi.InstallmentDetail{
		BinNumber: bin, Price: amount, CardType: "CREDIT_CARD", Force3DS: true,
		InstallmentPrices: []writeapi.InstallmentPrice{
			{InstallmentNumber: 1, InstallmentPrice: amount, TotalPrice: amount},
		},
	}
	var match *Plan
	var narrower []Plan
	best := -1
	for i, p := range plans {
		for _, prefix := range p.BINs {
			switch {
			case len(prefix) > len(bin) && strings.HasPrefix(prefix, bin):
				narrower = append(narrower, p)
			case strings.HasPrefix(bin, prefix) && len(prefix) > best:
				best, match = len(prefix), &plans[i]
			}
		}
	}
	if match != nil {
		d.CardType, d.CardAssociation, d.CardFamilyName, d.BankName = match.Type, match.Association, match.Family, match.Bank
		for _, c := range match.offered() {
			alike := func(p Plan) bool { return slices.Contains(p.offered(), c) }
			if !slices.ContainsFunc(narrower, func(p Plan) bool { return !alike(p) }) {
				d.InstallmentPrices = append(d.InstallmentPrices, c.price(amount))
			}
		}
	}
	return writeapi.Installments{InstallmentDetails: []writeapi.InstallmentDetail{d}}
}

// offered returns the counts of a plan that can be had.
func (p Plan) offered() (all []Count) {
	if p.Type != "CREDIT_CARD" {
		return nil
	}
	for _, c := range p.Counts {
		if c.valid() {
			all = append(all, c)
		}
	}
	return all
}

// price returns what an amount costs in so many instalments, rounded to hundredths.
func (c Count) price(amount writeapi.Money) writeapi.InstallmentPrice {
	n := writeapi.Money(c.Count)
	total := amount + (amount*writeapi.Money(c.BasisPoints)+5000)/10000
	return writeapi.InstallmentPrice{InstallmentNumber: c.Count, InstallmentPrice: (total + n/2) / n, TotalPrice: total}
}
