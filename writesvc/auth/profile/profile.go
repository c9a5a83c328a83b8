package profile

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// Bounds of personal data, in characters.
const (
	maxEmail   = 254 // bytes, in normal form
	maxLocal   = 64  // bytes before the @
	maxName    = 100
	maxNumbers = 10
	maxCompany = 200
)

var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(true))

// Email returns an address in normal form: NFKC, lower case, the domain as in DNS. All checks apply to the normal form,
// because a full-width @, for example, becomes an @ only there.
func Email(given string) (string, error) {
	wrong := web.Wrong("email", "Must be an email address such as ada@example.com.")
	if given == "" {
		return "", web.Wrong("email", "This field is required.")
	}
	if len(given) > 4*maxEmail || !utf8.ValidString(given) {
		return "", wrong
	}
	s := strings.TrimSpace(norm.NFKC.String(given))
	s = norm.NFKC.String(strings.ToLower(s))
	at := strings.LastIndexByte(s, '@')
	if at <= 0 || at == len(s)-1 {
		return "", wrong
	}
	local, domain := s[:at], s[at+1:]
	if len(local) > maxLocal || strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") ||
		strings.Contains(local, "..") {
		return "", wrong
	}
	for _, r := range local {
		if r <= ' ' || r == 0x7f || strings.ContainsRune(`"(),:;<>@[\]`, r) || r > 0x7f && !unicode.IsLetter(r) &&
			!unicode.IsDigit(r) && !unicode.IsMark(r) {
			return "", wrong
		}
	}
	domain, err := domains.ToASCII(strings.TrimSuffix(domain, "."))
	if err != nil || !strings.Contains(domain, ".") || strings.ContainsAny(domain, "[]:") ||
		len(local)+1+len(domain) > maxEmail {
		return "", wrong
	}
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if _, err := strconv.Atoi(last); err == nil || len(last) < 2 { // an IPv4 address is not a domain
		return "", wrong
	}
	return local + "@" + domain, nil
}

// Name checks a part of a name. Any text of one line is accepted.
func Name(field, given string, needed bool) (string, error) {
	s, err := normalText(field, given, maxName)
	if err == nil && s == "" && needed {
		return "", web.Wrong(field, "This field is required.")
	}
	return s, err
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
