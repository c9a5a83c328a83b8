package profile

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// Bounds of personal data, in characters.
const (
	maxName    = 100
	maxNumbers = 10
	maxCompany = 200
)

// Name checks a part of a name. Any text of one line is accepted that no mail program shows as a link: no address, no
// domain and no telephone number. Anyone can make the shop send an email with a name to somebody else.
func Name(field, given string, needed bool) (string, error) {
	s, err := normalText(field, given, maxName)
	if err == nil && s == "" && needed {
		return "", web.Wrong(field, "This field is required.")
	}
	if err == nil && Linkable(s) {
		return "", web.Wrong(field, "Must not contain an address, a link or a telephone number.")
	}
	return s, err
}

// linkish matches what mail programs show as links: addresses, schemes, and domains.
var linkish = regexp.MustCompile(`(?i)@|://|\b(?:mailto|tel|sms|javascript|data):|\bwww\b|` +
	`[\pL\pN][.。][\pL\pM\pN-]*\pL[\pL\pM\pN-]`)

// mostDigits is the most digits of a text that no program takes for a telephone number.
const mostDigits = 5

// Linkable reports whether a mail program may show a part of a text as a link.
func Linkable(s string) bool {
	digits := 0
	plain := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			digits++
		}
		if unicode.Is(unicode.Cf, r) || r == '\u034f' || r >= '\ufe00' && r <= '\ufe0f' {
			return -1 // not shown, so it hides nothing
		}
		return r
	}, norm.NFKC.String(s))
	return digits > mostDigits || linkish.MatchString(plain)
}

// Shown returns a name as emails show it: "" if a mail program may show a part of it as a link.
func Shown(name string) string {
	if Linkable(name) {
		return ""
	}
	return name
}

// normalText returns a line of text, trimmed and in NFC. It rejects control characters.
func normalText(field, given string, most int) (string, error) {
	if len(given) > 8*most || !utf8.ValidString(given) {
		return "", web.Wrong(field, "Must have at most "+strconv.Itoa(most)+" characters.")
	}
	s := strings.TrimSpace(norm.NFC.String(given))
	if utf8.RuneCountInString(s) > most {
		return "", web.Wrong(field, "Must have at most "+strconv.Itoa(most)+" characters.")
	}
	for _, r := range s {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r) {
			return "", web.Wrong(field, "Must be one line of text.")
		}
	}
	return s, nil
}

// Phones checks numbers and returns the first one that receives messages, in E.164, or "".
func Phones(all []writeapi.MobileNumber) (string, error) {
	if len(all) > maxNumbers {
		return "", web.Wrong("contact.mobileNumber", "Must have at most "+strconv.Itoa(maxNumbers)+" numbers.")
	}
	first := ""
	for i, m := range all {
		field := "contact.mobileNumber." + strconv.Itoa(i)
		n, err := number(m)
		if err != "" {
			return "", web.Wrong(field, err)
		}
		if t := phonenumbers.GetNumberType(n); first == "" && (t == phonenumbers.MOBILE ||
			t == phonenumbers.FIXED_LINE_OR_MOBILE) {
			first = phonenumbers.Format(n, phonenumbers.E164)
		}
	}
	return first, nil
}

// maxDigits bounds the parts of a number. E.164 allows fifteen digits.
const maxDigits = 1_000_000_000_000

// number parses a number given in parts, or returns what is wrong with it. A JSON number loses leading zeros, so they
// are restored until the number is valid in its country.
func number(m writeapi.MobileNumber) (*phonenumbers.PhoneNumber, string) {
	if m.AreaCode < 0 || m.AreaCode > 99_999 || m.CountryCode <= 0 || m.CountryCode > 999 || m.PhoneNumber < 0 ||
		m.PhoneNumber >= maxDigits {
		return nil, "Must be whole numbers: countryCode up to 3 digits, areaCode up to 5, phoneNumber up to 12."
	}
	if len(m.IsoCode) != 2 || m.IsoCode != strings.ToUpper(m.IsoCode) ||
		phonenumbers.GetCountryCodeForRegion(m.IsoCode) == 0 {
		return nil, "isoCode must be a country's two capital letters, such as TR."
	}
	if int64(phonenumbers.GetCountryCodeForRegion(m.IsoCode)) != m.CountryCode {
		return nil, "countryCode does not belong to isoCode."
	}
	area := ""
	if m.AreaCode > 0 {
		area = strconv.FormatInt(m.AreaCode, 10)
	}
	rest := strconv.FormatInt(m.PhoneNumber, 10)
	for range 6 {
		n, err := phonenumbers.Parse("+"+strconv.FormatInt(m.CountryCode, 10)+area+rest, "")
		if err == nil && n.Extension == nil && phonenumbers.IsValidNumberForRegion(n, m.IsoCode) {
			return n, ""
		}
		rest = "0" + rest
	}
	return nil, "This is not a valid number in that country."
}

// Company checks the company of a business customer.
func Company(c *writeapi.Company) (*writeapi.Company, error) {
	out := &writeapi.Company{}
	for _, f := range []struct {
		name   string
		given  string
		to     *string
		needed bool
	}{
		{"company.name", c.Name, &out.Name, true}, {"company.taxNumber", c.TaxNumber, &out.TaxNumber, true},
		{"company.taxOffice", c.TaxOffice, &out.TaxOffice, false}, {"company.address", c.Address, &out.Address, false},
	} {
		s, err := normalText(f.name, f.given, maxCompany)
		if err != nil {
			return nil, err
		}
		if s == "" && f.needed {
			return nil, web.Wrong(f.name, "This field is required.")
		}
		*f.to = s
	}
	return out, nil
}
