package auth

import (
	_ "embed" // the blocklist is a part of the binary
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

// Bounds of what customers may say of themselves, in characters.
const (
	maxEmail    = 254 // bytes, in its one form
	maxLocal    = 64  // bytes before the @
	leastPass   = 8
	maxPass     = 256
	maxName     = 100
	maxNumbers  = 10
	maxCompany  = 200
	maxTokenLen = 8 << 10 // bytes of a token that is looked at
)

var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(true))

// normalEmail is an address in its one form: NFKC, lower case, the domain as DNS has it. Two addresses that a customer would call the
// same are the same afterwards, and it is only afterwards that anything is checked: a full-width @ is one by then.
func normalEmail(given string) (string, error) {
	wrong := web.Wrong("email", "It takes an address such as ada@example.com.")
	if given == "" {
		return "", web.Wrong("email", "It is needed.")
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
	if len(local) > maxLocal || strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") {
		return "", wrong
	}
	for _, r := range local {
		if r <= ' ' || r == 0x7f || strings.ContainsRune(`"(),:;<>@[\]`, r) || r > 0x7f && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return "", wrong
		}
	}
	domain, err := domains.ToASCII(strings.TrimSuffix(domain, "."))
	if err != nil || !strings.Contains(domain, ".") || strings.ContainsAny(domain, "[]:") || len(local)+1+len(domain) > maxEmail {
		return "", wrong
	}
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if _, err := strconv.Atoi(last); err == nil || len(last) < 2 { // an IPv4 address is no domain
		return "", wrong
	}
	return local + "@" + domain, nil
}

// normalPassword is a password as it is hashed: NFKC, so that it does not matter on which keyboard it was typed. Nothing is cut off.
func normalPassword(given string) string { return norm.NFKC.String(given) }

//go:embed blocklist.txt
var blocklist string

var blocked = func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(blocklist) {
		if word := strings.TrimSpace(line); word != "" && !strings.HasPrefix(word, "#") {
			m[word] = true
		}
	}
	return m
}()

// newPassword checks a password that somebody wants to have. The complaint never repeats it.
func newPassword(given, email string) (string, error) {
	if given == "" {
		return "", web.Wrong("password", "It is needed.")
	}
	if len(given) > 8*maxPass || !utf8.ValidString(given) {
		return "", web.Wrong("password", "It takes 8 to 256 characters.")
	}
	p := normalPassword(given)
	switch n := utf8.RuneCountInString(p); {
	case n < leastPass || n > maxPass:
		return "", web.Wrong("password", "It takes 8 to 256 characters.")
	case strings.ContainsRune(p, 0):
		return "", web.Wrong("password", "It takes no NUL.")
	case tooCommon(p, email):
		return "", web.Wrong("password", "This one is among the first that anybody would guess. Take another.")
	}
	return p, nil
}

// tooCommon reports whether a password is among those that are tried first: in the list, its like with digits behind, one character or one
// run repeated, or the address itself.
func tooCommon(p, email string) bool {
	low := strings.ToLower(p)
	bare := strings.TrimRight(low, "0123456789")
	local, _, _ := strings.Cut(email, "@")
	if blocked[low] || bare != "" && utf8.RuneCountInString(bare) >= 6 && blocked[bare] || low == email || email != "" && low == local {
		return true
	}
	for n := 1; n <= 3; n++ { // aaaaaaaa, abababab, abcabcabc
		if r := []rune(low); len(r) >= leastPass && repeats(r, n) {
			return true
		}
	}
	return runs(low)
}

func repeats(r []rune, n int) bool {
	for i := n; i < len(r); i++ {
		if r[i] != r[i-n] {
			return false
		}
	}
	return true
}

// runs reports whether all of it goes up or down by one: 12345678, hgfedcba.
func runs(s string) bool {
	up, down := true, true
	for i := 1; i < len(s); i++ {
		up = up && (s[i] == s[i-1]+1 || s[i-1] == '9' && s[i] == '0')
		down = down && s[i]+1 == s[i-1]
	}
	return up || down
}

// normalName checks a part of a name. Names are what people say they are; only what is no text is refused.
func normalName(field, given string, needed bool) (string, error) {
	s, err := normalText(field, given, maxName)
	if err == nil && s == "" && needed {
		return "", web.Wrong(field, "It is needed.")
	}
	return s, err
}

// normalText is a line of text: trimmed, NFC, without control characters.
func normalText(field, given string, most int) (string, error) {
	if len(given) > 8*most || !utf8.ValidString(given) {
		return "", web.Wrong(field, "It takes at most "+strconv.Itoa(most)+" characters.")
	}
	s := strings.TrimSpace(norm.NFC.String(given))
	if utf8.RuneCountInString(s) > most {
		return "", web.Wrong(field, "It takes at most "+strconv.Itoa(most)+" characters.")
	}
	for _, r := range s {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r) {
			return "", web.Wrong(field, "It takes one line of text.")
		}
	}
	return s, nil
}

// normalPhones checks numbers, and returns the first that takes messages as E.164 has it, "" if none does.
func normalPhones(all []writeapi.MobileNumber) (string, error) {
	if len(all) > maxNumbers {
		return "", web.Wrong("contact.mobileNumber", "It takes at most "+strconv.Itoa(maxNumbers)+" numbers.")
	}
	first := ""
	for i, m := range all {
		field := "contact.mobileNumber." + strconv.Itoa(i)
		n, err := number(m)
		if err != "" {
			return "", web.Wrong(field, err)
		}
		if t := phonenumbers.GetNumberType(n); first == "" && (t == phonenumbers.MOBILE || t == phonenumbers.FIXED_LINE_OR_MOBILE) {
			first = phonenumbers.Format(n, phonenumbers.E164)
		}
	}
	return first, nil
}

// maxDigits bounds the parts of a number: E.164 has fifteen digits in all.
const maxDigits = 1_000_000_000_000

// number reads a number in parts, or says what is wrong with it. As a JSON number the last part has lost its leading zeros: they are put
// back until the number is as long as the country's are.
func number(m writeapi.MobileNumber) (*phonenumbers.PhoneNumber, string) {
	if m.AreaCode < 0 || m.AreaCode > 99_999 || m.CountryCode <= 0 || m.CountryCode > 999 || m.PhoneNumber < 0 || m.PhoneNumber >= maxDigits {
		return nil, "It takes whole numbers: countryCode up to three digits, areaCode up to five, phoneNumber up to twelve."
	}
	if len(m.IsoCode) != 2 || m.IsoCode != strings.ToUpper(m.IsoCode) || phonenumbers.GetCountryCodeForRegion(m.IsoCode) == 0 {
		return nil, "isoCode takes a country's two capital letters, such as TR."
	}
	if int64(phonenumbers.GetCountryCodeForRegion(m.IsoCode)) != m.CountryCode {
		return nil, "countryCode is not the one of isoCode."
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
	return nil, "It is no number that is in use in that country."
}

// normalCompany checks whom a business customer buys for.
func normalCompany(c *writeapi.Company) (*writeapi.Company, error) {
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
			return nil, web.Wrong(f.name, "It is needed.")
		}
		*f.to = s
	}
	return out, nil
}
