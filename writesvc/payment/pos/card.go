package pos

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"vitrine/writesvc/web"
)

// A Card is what is on one. It lives in the call that needs it; String keeps it out of whatever prints it by accident.
type Card struct {
	number, cvc, month, year, holder string
}

// String hides the card.
func (c Card) String() string { return "(a card)" }

// GoString hides it from %#v.
func (c Card) GoString() string { return "(a card)" }

// BIN is the card's first digits, which say whose it is.
func (c Card) BIN() string { return c.number[:6] }

// Masked is the card's first six and last four digits, which may be kept.
func (c Card) Masked() string { return c.number[:6] + "******" + c.number[len(c.number)-4:] }

// NewCard checks what a customer typed. An error names the member and never repeats its value.
func NewCard(number, month, year, cvc, holder string, now time.Time) (Card, error) {
	c := Card{number: strings.NewReplacer(" ", "", "-", "").Replace(number), holder: strings.TrimSpace(holder)}
	if len(c.number) < 12 || len(c.number) > 19 || !digits(c.number) || !luhn(c.number) {
		return Card{}, web.Wrong("cardNumber", "It is no card number.")
	}
	if len(month) == 1 {
		month = "0" + month
	}
	if len(month) != 2 || !digits(month) || month < "01" || month > "12" {
		return Card{}, web.Wrong("expireMonth", "It takes 01 to 12.")
	}
	if len(year) == 2 {
		year = "20" + year
	}
	if len(year) != 4 || !digits(year) || year > "2099" {
		return Card{}, web.Wrong("expireYear", "It takes a year in two or four digits.")
	}
	// A card is good until the end of its month, wherever that is.
	if year+month < now.UTC().Add(-12*time.Hour).Format("200601") {
		return Card{}, web.Wrong("expireYear", "The card has expired.")
	}
	want := 3
	if strings.HasPrefix(c.number, "34") || strings.HasPrefix(c.number, "37") {
		want = 4
	}
	if len(cvc) != want || !digits(cvc) {
		return Card{}, web.Wrong("cvc", "It takes three digits, or four of an American Express card.")
	}
	if n := utf8.RuneCountInString(c.holder); n < 2 || n > 64 || strings.ContainsFunc(c.holder, unicode.IsControl) {
		return Card{}, web.Wrong("cardHolderName", "It takes 2 to 64 characters.")
	}
	if strings.ContainsFunc(c.holder, unicode.IsDigit) {
		return Card{}, web.Wrong("cardHolderName", "A name has no digits.") // whoever typed his card number here will see it nowhere again
	}
	c.month, c.year, c.cvc = month, year, cvc
	return c, nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// luhn checks a card number's last digit.
func luhn(s string) bool {
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
