package pos

import (
	"context"
	"strings"
)

// FirstDigits returns the first eight or six digits of a masked card number such as 4355 08** **** 4358, or "" if the
// text shows fewer than six.
func FirstDigits(masked string) string {
	s := strings.NewReplacer(" ", "", "-", "").Replace(masked)
	n := 0
	for n < len(s) && n < 8 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	switch {
	case n >= 8:
		return s[:8]
	case n >= 6:
		return s[:6]
	}
	return ""
}

// SameBIN reports whether the first digits of two cards agree, as far as both are known. Fewer than six agree with
// nothing.
func SameBIN(a, b string) bool {
	n := min(len(a), len(b))
	return n >= 6 && a[:n] == b[:n]
}

// PlanFits reports whether the instalment plan of a payment fits the card that was used on the bank's page: it is the
// card that the plan was chosen for, or the bank offers that card the same plan for the same total. bin holds the first
// digits of the card, family its programme; either is "" if the bank does not say. A card that is not known fits no
// plan. A single payment fits every card.
func PlanFits(ctx context.Context, gw Gateway, p Payment, bin, family string) (bool, error) {
	switch {
	case p.Installment <= 1:
		return true, nil
	case len(bin) < 6:
		return false, nil
	case SameBIN(p.BIN, bin):
		return true, nil
	}
	offered, err := gw.Installments(ctx, bin, p.Price)
	if err != nil {
		return false, err
	}
	for _, d := range offered.InstallmentDetails {
		if family != "" && d.CardFamilyName != "" && !strings.EqualFold(family, d.CardFamilyName) {
			continue
		}
		for _, i := range d.InstallmentPrices {
			if i.InstallmentNumber == p.Installment && i.TotalPrice == p.Amount {
				return true, nil
			}
		}
	}
	return false, nil
}
