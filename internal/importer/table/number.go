package table

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"vitrine/internal/importer/source"
)

func (c *Column) number(v any) (string, bool, error) {
	var s string
	switch v := v.(type) {
	case json.Number:
		if s = v.String(); len(s) > 60 {
			return "", false, fmt.Errorf("%s is out of range", source.Describe(v))
		}
	case string:
		if IsBlank(v) {
			return "", false, nil
		}
		if s, _ = plainNumber(v, c.Decimal); s == "" {
			return "", false, fmt.Errorf("expected a number, got %s", source.Describe(v))
		}
		if c.Decimal == 0 && c.Scale > 0 && c.Scale < 3 && ambiguous(v) {
			return "", false, fmt.Errorf("expected a price, got %s, which may be %s or %s; --decimal says which",
				source.Describe(v), strings.Replace(s, ".", "", 1), s)
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

// noise is more than what binary fractions change about a number: 69.07 for 69.06999999999999.
var noise = big.NewRat(1, 1_000_000)

// Rounded reports whether a number lost decimals when it became the text of the column.
func (c *Column) Rounded(v any, text string) bool {
	if c.Type != "numeric" || c.Digits == 0 {
		return false
	}
	s := fmt.Sprint(v)
	if given, ok := v.(string); ok {
		s, _ = plainNumber(given, c.Decimal)
	}
	if _, part, ok := strings.Cut(s, "."); !ok || len(part) <= c.Scale {
		return false
	}
	was, wasOK := new(big.Rat).SetString(s)
	is, isOK := new(big.Rat).SetString(text)
	return wasOK && isOK && new(big.Rat).Abs(was.Sub(was, is)).Cmp(noise) > 0
}
