package evm

import (
	"math/big"
	"strings"
)

// Bounds of a coin's decimals. Fewer leave no room for a unique amount.
const (
	LeastDecimals = 6
	MostDecimals  = 36
)

var one = big.NewInt(1)

func ten(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// ParseRate parses the price of one coin: a positive decimal with at most 18 digits on either side of the point. It
// never uses floating point.
func ParseRate(s string) (*big.Rat, bool) {
	whole, part, _ := strings.Cut(s, ".")
	if whole == "" || len(whole) > 18 || len(part) > 18 || strings.HasSuffix(s, ".") || !digits(whole) || !digits(part) {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(s)
	return r, ok && r.Sign() > 0
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// Units converts hundredths of a currency into the coin's smallest units, rounded up.
func Units(hundredths int64, rate *big.Rat, decimals int) *big.Int {
	r := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(hundredths), ten(decimals)), big.NewInt(100))
	r.Quo(r, rate)
	q, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		q.Add(q, one)
	}
	return q
}

// Worth returns the value of got in hundredths if due is worth price, rounded down and at most most.
func Worth(price int64, got, due *big.Int, most int64) int64 {
	v := new(big.Int).Mul(big.NewInt(price), got)
	v.Quo(v, due)
	if !v.IsInt64() || v.Int64() > most {
		return most
	}
	return v.Int64()
}

// Decimal formats smallest units as a decimal: 1500000 with 6 decimals is 1.5.
func Decimal(units *big.Int, decimals int) string {
	s := units.String()
	if len(s) <= decimals {
		s = strings.Repeat("0", decimals-len(s)+1) + s
	}
	return strings.TrimSuffix(strings.TrimRight(s[:len(s)-decimals]+"."+s[len(s)-decimals:], "0"), ".")
}
