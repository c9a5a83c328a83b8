package table

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/importer/source"
)

// blank are words that mean "no number" in tables. In a text column they are text: NA is also Namibia.
var blank = []string{"", "na", "n/a", "null", "none", "nil", "-", "--", "–", "—", "?", "unknown", "tbd"}

func (c *Column) number(v any) (string, bool, error) {
	var s string
	switch v := v.(type) {
	case json.Number:
		if s = v.String(); len(s) > 60 {
			return "", false, fmt.Errorf("%s is out of range", source.Describe(v))
		}
	case string:
		if slices.Contains(blank, strings.ToLower(strings.TrimSpace(v))) {
			return "", false, nil
		}
		if s, _ = plainNumber(v); s == "" {
			return "", false, fmt.Errorf("expected a number, got %s", source.Describe(v))
		}
	default:
		return "", false, fmt.Errorf("expected a number, got %s", source.Describe(v))
	}
	if c.Type == "real" || c.Type == "double precision" {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsInf(f, 0) {
			return "", false, fmt.Errorf("%s is too large", source.Describe(v))
		}
		return s, true, nil
	}
	if _, exp, has := strings.Cut(strings.ToLower(s), "e"); has { // 1e999999999 must not become a billion digits
		if n, err := strconv.Atoi(exp); err != nil || n > 40 || n < -400 {
			return "", false, fmt.Errorf("%s is out of range", source.Describe(v))
		}
	}
	n, good := new(big.Rat).SetString(s)
	if !good {
		return "", false, fmt.Errorf("expected a number, got %s", source.Describe(v))
	}
	if c.Positive && n.Sign() < 0 {
		return "", false, fmt.Errorf("%s is negative", source.Describe(v))
	}
	if c.Type == "numeric" {
		if c.Digits > 0 {
			s = n.FloatString(c.Scale) // rounded half away from zero, as Postgres rounds
			limit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.Digits-c.Scale)), nil))
			if rounded, _ := new(big.Rat).SetString(s); new(big.Rat).Abs(rounded).Cmp(limit) >= 0 {
				return "", false, fmt.Errorf("%s is out of range: at most %d digits before the decimal point",
					source.Describe(v), c.Digits-c.Scale)
			}
		}
		return s, true, nil
	}
	if !n.IsInt() {
		return "", false, fmt.Errorf("expected a whole number, got %s", source.Describe(v))
	}
	bits := map[string]int{"smallint": 16, "integer": 32, "bigint": 64}[c.Type]
	if _, err := strconv.ParseInt(n.Num().String(), 10, bits); err != nil {
		return "", false, fmt.Errorf("%s is out of range for %s", source.Describe(v), c.Type)
	}
	return n.Num().String(), true, nil
}

// Currency returns the currency that a price such as "€ 12" names; empty if it names none.
func Currency(price string) string {
	_, currency := plainNumber(price)
	return currency
}

// plainNumber reads a number as people and spreadsheets write it: "$1,299.00", "1.299,00 €", "EUR 12", "1 299". It
// returns plain digits and the currency, if one is named. Both are empty if the text is not a number.
func plainNumber(s string) (number, currency string) {
	s = strings.TrimSpace(s)
	sign := ""
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "−") {
		sign, s = "-", strings.TrimLeft(s, "-−")
	}
	for _, c := range currencies {
		rest, ok := strings.CutPrefix(s, c[0])
		if !ok {
			rest, ok = strings.CutSuffix(s, c[0])
		}
		if ok {
			s, currency = rest, c[1]
			break
		}
	}
	s = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "").Replace(s)
	if strings.HasPrefix(s, "-") && sign == "" { // "$-5"
		sign, s = "-", s[1:]
	}
	dot, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	switch {
	case dot >= 0 && comma > dot: // 1.299,00
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	case dot >= 0 && comma >= 0: // 1,299.00
		if !grouped(s[:dot], ",") {
			return "", ""
		}
		s = strings.ReplaceAll(s, ",", "")
	case comma >= 0 && grouped(s, ","): // 1,299
		s = strings.ReplaceAll(s, ",", "")
	case comma >= 0: // 12,5
		s = strings.Replace(s, ",", ".", 1)
	case strings.Count(s, ".") > 1 && grouped(s, "."): // 1.299.000
		s = strings.ReplaceAll(s, ".", "")
	}
	if strings.Trim(s, "0123456789.eE+-") != "" || len(s) > 60 {
		return "", ""
	}
	if _, err := strconv.ParseFloat(s, 64); err != nil && !strings.Contains(err.Error(), "range") {
		return "", ""
	}
	return sign + s, currency
}

// grouped reports whether a text is digits in groups of three: 1,299,000.
func grouped(s, by string) bool {
	for i, part := range strings.Split(s, by) {
		if strings.Trim(part, "0123456789") != "" || len(part) > 3 || len(part) == 0 || i > 0 && len(part) != 3 {
			return false
		}
	}
	return true
}

// currencies are the marks before or after a price, longer ones first, and their currencies.
var currencies = [][2]string{
	{"US$", "USD"}, {"USD", "USD"}, {"EUR", "EUR"}, {"GBP", "GBP"}, {"TRY", "TRY"}, {"JPY", "JPY"}, {"TL", "TRY"},
	{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}, {"₺", "TRY"}, {"¥", "JPY"},
}
