package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/currency"
)

// blank are words that mean "nothing" in columns of numbers, dates and references.
var blank = []string{
	"", "na", "n/a", "#n/a", "null", "(null)", `\n`, "none", "nil", "-", "--", "–", "—", "?", "unknown", "tbd",
}

const longestBlank = len("unknown")

// IsBlank reports whether a text is empty or a word for nothing. It is meant for values that are not texts: as a text,
// NA is also Namibia.
func IsBlank(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) <= longestBlank && slices.Contains(blank, strings.ToLower(s))
}

// blankText are the words for nothing that no text of an optional column means.
var blankText = []string{"null", "NULL", "(null)", "N/A", "n/a", "#N/A", `\N`, "-", "--"}

// IsNothing reports whether a name is empty or a word for nothing. "Unknown" may be a name.
func IsNothing(name string) bool {
	name = strings.TrimSpace(name)
	return name == "" || slices.ContainsFunc(blankText, func(word string) bool { return strings.EqualFold(word, name) })
}

// ISOCurrency returns the code of a currency, in capitals: "USD" for "usd". It returns "" for anything else.
func ISOCurrency(s string) string {
	if len(s) != 3 {
		return ""
	}
	unit, err := currency.ParseISO(s)
	if err != nil || unit.String() == "XXX" {
		return ""
	}
	return unit.String()
}

// Currency returns the currency that a price such as "€ 12" names; empty if it names none, or a mark such as kr that
// several currencies share.
func Currency(price string) string { return CurrencyOf(price, "") }

// CurrencyOf is Currency in a place where one currency is usual: $, £ and ¥ stand for it if it is written so.
func CurrencyOf(price, usual string) string {
	number, code := plainNumber(price, 0)
	if number == "" {
		return ""
	}
	sign := strings.Trim(western(price), " \u00a0+-−.,'0123456789")
	if strings.Contains(shared[sign], usual) && len(usual) == 3 {
		return usual
	}
	return code
}

// shared are the currencies that are often written with the same sign.
var shared = map[string]string{
	"$": "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP UYU BBD BSD BZD FJD JMD TTD XCD NAD",
	"£": "GBP EGP LBP SYP GIP FKP SHP", "¥": "JPY CNY",
}

// Priced reports whether a text is a number, with or without a currency.
func Priced(price string) bool {
	number, _ := plainNumber(price, 0)
	return number != ""
}

// Decimal returns the decimal sign that a column of numbers uses, a comma or a dot; 0 if the texts do not show it, or
// contradict each other. "1.299,00" and "12,5" show a comma, "1,299.00" and "12.5" a dot. "1.299" shows neither, and a
// number with Arabic signs shows none for the others.
func Decimal(texts []string) byte {
	commas, dots := 0, 0
	for _, s := range texts {
		if hasArabicSign(s) {
			continue
		}
		digits := bare(s)
		dot, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ',')
		switch {
		case dot < 0 && comma < 0:
		case dot >= 0 && comma > dot, dot < 0 && strings.Count(digits, ",") == 1 && len(digits)-comma != 4:
			commas++
		case comma >= 0 && dot > comma, comma < 0 && strings.Count(digits, ".") == 1 && len(digits)-dot != 4:
			dots++
		}
	}
	switch {
	case commas > 0 && dots == 0:
		return ','
	case dots > 0 && commas == 0:
		return '.'
	}
	return 0
}

// ambiguous reports whether the only sign in a number is a dot before three digits: "1.299" is a price with two
// decimals in some files, and a thousand in others.
func ambiguous(s string) bool {
	digits := bare(s)
	return !hasArabicSign(s) && strings.Count(digits, ".") == 1 && grouped(digits, ".")
}

// bare returns the digits and signs of a number without its currency, as those of ASCII.
func bare(s string) string {
	s = western(s)
	from := strings.IndexFunc(s, isDigit)
	to := strings.LastIndexFunc(s, isDigit)
	if from < 0 {
		return ""
	}
	return spaces.Replace(s[from : to+1])
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", "", "’", "")

// plainNumber reads a number as people and spreadsheets write it: "$1,299.00", "1.299,00 €", "SR 1,385", "1 299". It
// returns plain digits and the currency, if one is named. Both are empty if the text is not a number. decimal is the
// decimal sign of the column, or 0.
func plainNumber(s string, decimal byte) (number, code string) {
	if hasArabicSign(s) {
		decimal = '.' // western writes the decimal sign of Arabic so
	}
	s = western(strings.TrimSpace(s))
	from, to := strings.IndexFunc(s, isDigit), strings.LastIndexFunc(s, isDigit)
	if from < 0 || len(s) > 100 {
		return "", ""
	}
	before, after := s[:from], s[to+1:]
	if strings.HasSuffix(before, ".") || strings.HasSuffix(before, ",") { // ".5", but not the dot of "Rs.500"
		if rest := before[:from-1]; rest == "" || strings.TrimFunc(rest[len(rest)-1:], unicode.IsLetter) != "" {
			before, from = rest, from-1
		}
	}
	sign := ""
	if rest := strings.NewReplacer("-", "", "−", "").Replace(before); rest != before { // "-5", "$-5", "- $5"
		sign, before = "-", rest
	}
	if strings.Trim(before, "+ ") == "" {
		before = ""
	}
	first, ok := mark(before)
	if !ok {
		return "", ""
	}
	second, ok := mark(priceEnd.ReplaceAllString(after, ""))
	if !ok {
		return "", ""
	}
	digits := ungrouped(spaces.Replace(s[from:to+1]), decimal)
	if strings.Trim(digits, "0123456789.eE+-") != "" || digits == "" || len(digits) > 60 {
		return "", ""
	}
	if _, err := strconv.ParseFloat(digits, 64); err != nil && !strings.Contains(err.Error(), "range") {
		return "", ""
	}
	if code = first; code == "" || second != "" {
		code = second
	}
	return sign + digits, code
}

// priceEnd matches what some countries write in place of no cents: "12.-", "12,–", "500/-".
var priceEnd = regexp.MustCompile(`^(?:[.,][-–—]*|/-)`)

// hasArabicSign reports whether a text has the decimal sign of Arabic numbers, or their sign between groups. Each has
// one meaning, unlike a dot or a comma.
func hasArabicSign(s string) bool { return strings.ContainsAny(s, "٫٬") }

// western returns a text with Arabic, Persian and full-width digits and signs as those of ASCII.
func western(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= '٠' && r <= '۹' || r >= '！' && r <= '￥' }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '￥':
			return '¥'
		case r >= '٠' && r <= '٩':
			return r - '٠' + '0'
		case r >= '۰' && r <= '۹':
			return r - '۰' + '0'
		case r == '٫':
			return '.'
		case r == '٬':
			return ','
		}
		return r
	}, s)
}

// ungrouped removes the signs between groups of digits and writes a dot before the decimals. It returns "" if the signs
// make no number.
func ungrouped(s string, decimal byte) string {
	dot, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	switch {
	case dot < 0 && comma < 0:
		return s
	case dot >= 0 && comma > dot: // 1.299,00
		if !grouped(s[:comma], ".") {
			return ""
		}
		return strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	case dot >= 0 && comma >= 0: // 1,299.00
		if !grouped(s[:dot], ",") {
			return ""
		}
		return strings.ReplaceAll(s, ",", "")
	case comma >= 0 && grouped(s, ",") && decimal != ',', // 1,299
		comma >= 0 && strings.Count(s, ",") > 1 && grouped(s, ","):
		return strings.ReplaceAll(s, ",", "")
	case comma >= 0: // 12,5
		return strings.Replace(s, ",", ".", 1)
	case grouped(s, ".") && (strings.Count(s, ".") > 1 || decimal == ','): // 1.299.000
		return strings.ReplaceAll(s, ".", "")
	}
	return s
}

// grouped reports whether a text is digits in groups of three, as 1,299,000, or in those of India, as 12,99,000.
func grouped(s, by string) bool {
	parts := strings.Split(s, by)
	if len(parts) > 1 && strings.HasPrefix(parts[0], "0") { // 0,500 is a half
		return false
	}
	last := len(parts) - 1
	threes, twos := true, last > 0
	for i, part := range parts {
		if strings.Trim(part, "0123456789") != "" || len(part) == 0 || len(part) > 3 || i > 0 && i == last && len(part) != 3 {
			return false
		}
		threes = threes && (i == 0 || len(part) == 3)
		twos = twos && (i == last || len(part) == 2 || i == 0 && len(part) == 1)
	}
	return threes || twos
}

// mark reads what stands before or after a price: a sign or code of a currency. code is empty for no mark, and for one
// that several currencies share. ok is false for any other word.
func mark(s string) (code string, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", true
	}
	if code, ok = currencies[s]; ok {
		return code, true
	}
	if code, ok = currencies[strings.ToLower(strings.Trim(s, ". :"))]; ok {
		return code, true
	}
	if s == strings.ToUpper(s) {
		code = ISOCurrency(s)
	}
	return code, code != ""
}

// currencies are the marks before or after a price, in lower case and without dots at the end, and their currencies. A
// mark of several currencies has none. The yen sign of Shift JIS is read as a backslash.
var currencies = map[string]string{
	"$": "USD", "us$": "USD", "usd": "USD", "€": "EUR", "eur": "EUR", "euro": "EUR", "£": "GBP", "gbp": "GBP",
	"₺": "TRY", "try": "TRY", "tl": "TRY", "ytl": "TRY", "¥": "JPY", `\`: "JPY", "jpy": "JPY", "円": "JPY", "cn¥": "CNY",
	"rmb": "CNY", "元": "CNY", "sr": "SAR", "s.r": "SAR", "sar": "SAR", "ر.س": "SAR", "﷼": "", "dh": "AED", "dhs": "AED",
	"aed": "AED", "د.إ": "AED", "kd": "KWD", "د.ك": "KWD", "bd": "BHD", "qr": "QAR", "ر.ق": "QAR", "₹": "INR",
	"inr": "INR", "rs": "", "r$": "BRL", "ca$": "CAD", "c$": "CAD", "a$": "AUD", "au$": "AUD", "nz$": "NZD",
	"hk$": "HKD", "s$": "SGD", "nt$": "TWD", "mx$": "MXN", "zł": "PLN", "zl": "PLN", "kč": "CZK", "ft": "HUF",
	"₽": "RUB", "руб": "RUB", "р": "RUB", "₴": "UAH", "грн": "UAH", "₩": "KRW", "원": "KRW", "₪": "ILS", "₫": "VND",
	"đ": "VND", "฿": "THB", "₱": "PHP", "₦": "NGN", "₸": "KZT", "₾": "GEL", "₼": "AZN", "e£": "EGP", "le": "EGP",
	"ج.م": "EGP", "rp": "IDR", "rm": "MYR", "s/": "PEN", "lei": "RON", "лв": "BGN", "fr": "CHF", "sfr": "CHF",
	"chf": "CHF", "kr": "", "r": "ZAR",
}
