package profile

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"vitrine/writesvc/web"
)

// Bounds of addresses, in bytes of the canonical form.
const (
	maxEmail = 254
	maxLocal = 64
)

var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(true))

// locals is the profile UsernameCaseMapped of PRECIS (RFC 8265). Its directionality rule is in plainLocal, because the
// package applies it to text without right-to-left characters, too.
var locals = precis.NewIdentifier(precis.FoldWidth, precis.LowerCase(), precis.Norm(norm.NFC))

var errEmail = web.Wrong("email", "Must be an email address such as ada@example.com.")

// Email returns a new address in canonical form: the local part by PRECIS, in NFKC and lower case, and the domain as in
// DNS. Addresses that look alike have one canonical form or none: characters that are not shown are refused, and so are
// local parts of several scripts. An address outside ASCII (RFC 6531) is accepted if its local part is an identifier.
func Email(given string) (string, error) {
	s, err := split(given)
	if err != nil {
		return "", err
	}
	// The Turkish capital is the letter i with a dot. Its lower case in Unicode is an i with two of them.
	local, err := locals.String(strings.ReplaceAll(s.local, "İ", "i"))
	if err != nil || !plainLocal(local) {
		return "", errEmail
	}
	return join(local, s.domain)
}

// Known returns the form by which an account is found: the canonical form, or that of versions before PRECIS for
// addresses that only those accepted. So their owners can still sign in.
func Known(given string) (string, error) {
	if email, err := Email(given); err == nil {
		return email, nil
	}
	s, err := split(given)
	if err != nil {
		return "", err
	}
	return join(norm.NFKC.String(strings.ToLower(s.local)), s.domain)
}

// Canonical reports whether a stored address is in canonical form. Nobody can sign up with another one.
func Canonical(email string) bool {
	canonical, err := Email(email)
	return err == nil && canonical == email
}

// parts are the parts of an address. The local part is in NFKC, the domain as it was given.
type parts struct{ local, domain string }

// split splits an address. Checks apply to NFKC, because a full-width @, for example, becomes an @ only there.
func split(given string) (p parts, err error) {
	if given == "" {
		return p, web.Wrong("email", "This field is required.")
	}
	if len(given) > 4*maxEmail || !utf8.ValidString(given) {
		return p, errEmail
	}
	s := strings.TrimSpace(norm.NFKC.String(given))
	at := strings.LastIndexByte(s, '@')
	if at <= 0 || at == len(s)-1 {
		return p, errEmail
	}
	return parts{s[:at], s[at+1:]}, nil
}

// join checks the parts of an address and joins them.
func join(local, domain string) (string, error) {
	if len(local) > maxLocal || strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") ||
		strings.Contains(local, "..") {
		return "", errEmail
	}
	for _, r := range local {
		if r <= ' ' || r == 0x7f || strings.ContainsRune(`"(),:;<>@[\]`, r) || r > 0x7f && !unicode.IsLetter(r) &&
			!unicode.IsDigit(r) && !unicode.IsMark(r) {
			return "", errEmail
		}
	}
	domain, err := domains.ToASCII(strings.TrimSuffix(strings.ToLower(domain), "."))
	if err != nil || !strings.Contains(domain, ".") || strings.ContainsAny(domain, "[]:") ||
		len(local)+1+len(domain) > maxEmail {
		return "", errEmail
	}
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if _, err := strconv.Atoi(last); err == nil || len(last) < 2 { // an IPv4 address is not a domain
		return "", errEmail
	}
	return local + "@" + domain, nil
}

// plainLocal reports whether a local part cannot be mistaken for another one: it has one script, its direction is
// clear, and no mark stands alone or twice, nor does a dot on an i or j, where it makes no difference.
func plainLocal(local string) bool {
	if bidirule.DirectionString(local) != bidi.LeftToRight && !bidirule.ValidString(local) {
		return false
	}
	letter, last := '.', '.'
	for _, r := range norm.NFD.String(local) {
		if !unicode.IsMark(r) {
			letter = r
		} else if letter < 'a' || r == last || r == '\u0307' && strings.ContainsRune("ijıȷ", letter) {
			return false
		}
		last = r
	}
	return oneScript(local)
}

// together are scripts that one language mixes. A text may use all of one line besides Common and Inherited (Unicode
// Technical Standard 39, "Highly Restrictive").
var together = [][]*unicode.RangeTable{
	{unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana},
	{unicode.Latin, unicode.Han, unicode.Bopomofo},
	{unicode.Latin, unicode.Han, unicode.Hangul},
}

// oneScript reports whether all letters of a text belong to one script, or to scripts that stand together.
func oneScript(s string) bool {
	used := map[string]bool{}
	for _, r := range s {
		if r < utf8.RuneSelf && !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		used[scriptOf(r)] = true
	}
	if len(used) <= 1 {
		return true
	}
	for _, line := range together {
		all := true
		for _, r := range s {
			all = all && (unicode.In(r, line...) || unicode.In(r, unicode.Common, unicode.Inherited))
		}
		if all {
			return true
		}
	}
	return false
}

// scriptOf returns the name of a character's script.
func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}
