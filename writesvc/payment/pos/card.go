package pos

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"vitrine/writesvc/web"
)

// A Card is the data of a payment card. It lives only in the call that needs it. String hides it from accidental
// printing.
type Card struct {
	number, cvc, month, year, holder string
}

// String hides the card.
func (c Card) String() string { return "(a card)" }

// GoString hides the card from %#v.
func (c Card) GoString() string { return "(a card)" }

// BIN returns the first eight digits, which identify the issuer and the programme.
func (c Card) BIN() string { return c.number[:8] }

// Masked returns the first six and the last four digits, which may be stored.
func (c Card) Masked() string { return Mask(c.number) }

// Mask replaces all digits of a card number but the first six and the last four.
func Mask(number string) string { return number[:6] + "******" + number[len(number)-4:] }

// Reveal returns the card's data, for the request to the bank. The year has four digits.
func (c Card) Reveal() (number, month, year, cvc, holder string) {
	return c.number, c.month, c.year, c.cvc, c.holder
}

// NewCard checks the data that a customer typed. An error names the member and never repeats its value.
func NewCard(number, month, year, cvc, holder string, now time.Time) (Card, error) {
	c := Card{number: strings.NewReplacer(" ", "", "-", "").Replace(number), holder: strings.TrimSpace(holder)}
	if len(c.number) < 12 || len(c.number) > 19 || !Digits(c.number) || !luhn(c.number) {
		return Card{}, web.Wrong("cardNumber", "Must be a card number.")
	}
	if len(month) == 1 {
		month = "0" + month
	}
	if len(month) != 2 || !Digits(month) || month < "01" || month > "12" {
		return Card{}, web.Wrong("expireMonth", "Must be a month from 01 to 12.")
	}
	if len(year) == 2 {
		year = "20" + year
	}
	if len(year) != 4 || !Digits(year) || year > "2099" {
		return Card{}, web.Wrong("expireYear", "Must be a year with two or four digits.")
	}
	// A card is valid until its month has ended in every time zone.
	if year+month < now.UTC().Add(-12*time.Hour).Format("200601") {
		return Card{}, web.Wrong("expireYear", "The card has expired.")
	}
	want := 3
	if strings.HasPrefix(c.number, "34") || strings.HasPrefix(c.number, "37") {
		want = 4
	}
	if len(cvc) != want || !Digits(cvc) {
		return Card{}, web.Wrong("cvc", "Must have three digits, or four for an American Express card.")
	}
	if n := utf8.RuneCountInString(c.holder); n < 2 || n > 64 || strings.ContainsFunc(c.holder, unicode.IsControl) {
		return Card{}, web.Wrong("cardHolderName", "Must have 2 to 64 characters.")
	}
	if strings.ContainsFunc(c.holder, unicode.IsDigit) {
		// A card number typed here must not be stored.
		return Card{}, web.Wrong("cardHolderName", "Must not contain digits.")
	}
	c.month, c.year, c.cvc = month, year, cvc
	return c, nil
}

// Digits reports whether a text is not empty and consists of digits.
func Digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// luhn verifies the check digit of a card number.
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
