package nestpay

import (
	"strings"

	"vitrine/writesvc/payment/pos"
)

// cardFields are the fields of a callback that show the first digits of the card, as banks write them:
// 4355 08** **** 4358, 435508***4358, 435508.
var cardFields = []string{"maskedcreditcard", "maskedpan", "panfirst6"}

// firstDigits returns the first six or eight digits of the card that the customer used, or "" if the callback does not
// say. md stands for the card in the order that follows, and begins with its first six digits at most banks. The hash
// covers no names, so fields that contradict each other count as a forgery.
func firstDigits(fields map[string]string) (string, error) {
	found := ""
	shown := make([]string, 0, len(cardFields)+1)
	for _, name := range cardFields {
		shown = append(shown, fields[name])
	}
	digits, _, ok := strings.Cut(fields["md"], ":")
	if ok && pos.Digits(digits) && (len(digits) == 6 || len(digits) == 8) {
		shown = append(shown, digits)
	}
	for _, text := range shown {
		bin := pos.FirstDigits(text)
		switch {
		case bin == "":
		case found == "":
			found = bin
		case !pos.SameBIN(found, bin):
			return "", pos.ErrForged
		case len(bin) > len(found):
			found = bin
		}
	}
	return found, nil
}
