package evm

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
)

// A number of a node is at most 256 bits, and not negative.
func FuzzQuantity(f *testing.F) {
	for _, s := range []string{`"0x0"`, `"0x"`, `"0xg"`, `1`, `null`, `"0x` + strings.Repeat("f", 65) + `"`, `"-0x1"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var q quantity
		if json.Unmarshal([]byte(text), &q) == nil && (q.Sign() < 0 || q.BitLen() > 256) {
			t.Errorf("%s is %s", text, q.String())
		}
	})
}

// A log of a receipt is a transfer only if it has an address, a place in its block and an amount above zero.
func FuzzLog(f *testing.F) {
	word := "0x" + strings.Repeat("0", 63) + "1"
	f.Add(`{"address":"0x`+strings.Repeat("2", 40)+`","blockHash":"0x1","topics":["`+transferTopic+`","`+word+`","`+
		"0x"+strings.Repeat("0", 24)+strings.Repeat("3", 40)+`"],"data":"`+word+`","logIndex":"0x1"}`, "0x1")
	f.Add(`{"topics":[]}`, "")
	f.Fuzz(func(t *testing.T, text, block string) {
		var l entry
		if json.Unmarshal([]byte(text), &l) != nil {
			return
		}
		if p, ok := l.transfer(block, "0x"+strings.Repeat("3", 40)); ok &&
			(p.Amount.Sign() <= 0 || p.Index < 0 || len(p.Token) != 42) {
			t.Errorf("%s: %+v", text, p)
		}
	})
}

// An amount in coins is worth at least its price, and the price again at least what it was.
func FuzzAmounts(f *testing.F) {
	f.Add(int64(1000), "2500", 18)
	f.Add(int64(1), "0.000000000000000001", 36)
	f.Add(int64(1), "999999999999999999.999999999999999999", 6)
	f.Fuzz(func(t *testing.T, price int64, text string, decimals int) {
		rate, ok := ParseRate(text)
		if !ok || price <= 0 || price > 1e14 || decimals < LeastDecimals || decimals > MostDecimals {
			return
		}
		due := Units(price, rate, decimals)
		if due.Sign() <= 0 {
			t.Fatalf("%d at %s: %s units", price, text, due)
		}
		back := new(big.Rat).Mul(new(big.Rat).SetFrac(due, ten(decimals)), rate)
		if back.Mul(back, big.NewRat(100, 1)).Cmp(new(big.Rat).SetInt64(price)) < 0 {
			t.Errorf("%d at %s: %s units are worth less", price, text, due)
		}
		if got := Worth(price, due, due, 1e15); got != price {
			t.Errorf("%d at %s: all of it is worth %d", price, text, got)
		}
		if d := Decimal(due, decimals); d == "" || strings.HasSuffix(d, ".") {
			t.Errorf("%q", d)
		}
	})
}
