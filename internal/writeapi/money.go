package writeapi

import (
	"strconv"
)

// Money is an amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals.
type Money int64

// MarshalJSON writes the amount as a number: 12, 12.5, 12.05.
func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.short()), nil }

func (m Money) short() string {
	s := m.String()
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	return s
}

// String returns the amount with exactly two decimals: 12.50.
func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	cents := strconv.Itoa(int(m % 100))
	if len(cents) < 2 {
		cents = "0" + cents
	}
	return sign + strconv.FormatInt(int64(m/100), 10) + "." + cents
}

// MaxMoney is the greatest amount, 9,999,999,999.99: the limit of numeric(12,2).
const MaxMoney Money = 999_999_999_999

// ParseMoney reads a decimal with at most two decimals. ok is false for a sign, an exponent, a space or anything else.
func ParseMoney(s string) (m Money, ok bool) {
	whole, cents := s, ""
	for i := range len(s) {
		if s[i] == '.' {
			whole, cents = s[:i], s[i+1:]
			if cents == "" {
				return 0, false
			}
			break
		}
	}
	if whole == "" || len(whole) > 10 || len(cents) > 2 {
		return 0, false
	}
	for _, part := range []string{whole, (cents + "00")[:2]} {
		for i := range len(part) {
			if part[i] < '0' || part[i] > '9' {
				return 0, false
			}
			m = m*10 + Money(part[i]-'0')
		}
	}
	return m, true
}
