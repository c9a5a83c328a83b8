package table

import (
	"math/big"
	"strings"
	"testing"
)

func TestPricesOfManyCountries(t *testing.T) {
	f := func(price, number, code string) {
		t.Helper()
		n, c := plainNumber(price, 0)
		same(t, price, n+" "+c, number+" "+code)
	}
	f("SR 1,385", "1385", "SAR")
	f("1,385 SR.", "1385", "SAR")
	f("Dhs 325", "325", "AED")
	f("Dhs. 1,325.50", "1325.50", "AED")
	f("₹ 1.299,00", "1299.00", "INR")
	f("₹1,29,900.50", "129900.50", "INR")
	f("Rs. 500/-", "500", "") // of India, Pakistan, Sri Lanka …
	f("Rs.500", "500", "")
	f("R$ 12,50", "12.50", "BRL")
	f("1 299,00 zł", "1299.00", "PLN")
	f("12.-", "12", "")
	f("CHF 12.–", "12", "CHF")
	f("249,- kr", "249", "")
	f("249,-", "249", "")
	f("AED 5", "5", "AED")
	f("5 KWD", "5", "KWD")
	f("TL 1.299,90", "1299.90", "TRY")
	f("1.299.000 ₫", "1299000", "VND")
	f("S/ 10.50", "10.50", "PEN")
	f("$ 5 USD", "5", "USD")
	f("$ 5 CAD", "5", "CAD")
	f("١٢٣٫٥", "123.5", "")
	f("￥１，２８０", "1280", "JPY")
	f("９８０．５円", "980.5", "JPY")
	f(`\980`, "980", "JPY") // the yen sign of Shift JIS
	f(".5", ".5", "")
	f("$.99", ".99", "USD")
	f("0,500", "0.500", "")
	f("-5", "-5", "")
	f("- $5", "-5", "USD")
	for _, s := range []string{
		"1 kg", "5 pcs", "call us", "No old price", "12.34.56", "0x10", "5 all", "Infinity", "1.2.9,5",
		"10-20", "50%", "v1.2", "1,2,3",
	} {
		f(s, "", "")
	}
}

func TestDecimalSignOfAColumn(t *testing.T) {
	f := func(want byte, texts ...string) {
		t.Helper()
		same(t, strings.Join(texts, " "), Decimal(texts), want)
	}
	f(',', "12,5", "1.299")
	f(',', "1.299,00", "7")
	f('.', "12.50", "1,299")
	f(0, "1.299", "1,299")
	f(0, "12,5", "12.5")
	f(',', "١٢,٥", "١.٢٩٩")
	f('.', "١٢.٥", "١,٢٩٩")
	f(0, "١٢٫٥", "١٬٢٩٩")
	f(0)
	price := &Column{Name: "amount", Type: "numeric", Digits: 12, Scale: 2}
	same(t, "alone", reads(t, price, `"1.299"`), `! expected a price, got "1.299", which may be 1299 or 1.299; --decimal `+
		`says which`)
	same(t, "Arabic, alone", reads(t, price, `"١.٢٩٩"`), `! expected a price, got "١.٢٩٩", which may be 1299 or 1.299; `+
		`--decimal says which`)
	same(t, "Persian, alone", reads(t, price, `"۱.۲۹۹ ﷼"`), `! expected a price, got "۱.۲۹۹ ﷼", which may be 1299 or `+
		`1.299; --decimal says which`)
	same(t, "Arabic signs", reads(t, price, `"١٫٢٩٩"`)+" "+reads(t, price, `"١٬٢٩٩٫٥"`), "1.30 1299.50")
	price.Decimal = ','
	same(t, "Arabic, comma", reads(t, price, `"١.٢٩٩"`)+" "+reads(t, price, `"١٫٢٩٩"`)+" "+
		reads(t, price, `"١٬٢٩٩"`), "1299.00 1.30 1299.00")
	same(t, "comma", reads(t, price, `"1.299"`)+" "+reads(t, price, `"1,299"`), "1299.00 1.30")
	price.Decimal = '.'
	same(t, "dot", reads(t, price, `"1.299"`)+" "+reads(t, price, `"1,299"`), "1.30 1299.00")
	same(t, "JSON number", reads(t, &Column{Type: "numeric", Digits: 12, Scale: 2}, `1.299`), "1.30")
}

func TestWordsForNothing(t *testing.T) {
	text, count := &Column{Name: "brief", Type: "text"}, &Column{Name: "stock", Type: "integer"}
	for _, s := range []string{`"null"`, `"N/A"`, `"-"`, `"\\N"`} {
		same(t, "text "+s, reads(t, text, s), "(none)")
		same(t, "number "+s, reads(t, count, s), "(none)")
	}
	for _, s := range []string{`"NA"`, `"None"`, `"unknown"`, `"?"`} {
		same(t, "number "+s, reads(t, count, s), "(none)")
		same(t, "text "+s, reads(t, text, s), strings.Trim(s, `"`))
	}
	for _, word := range []string{"", "n/a"} { // however much white space there is
		s := `"` + strings.Repeat(" ", 25) + word + `\t"`
		for _, typ := range []string{"integer", "date", "boolean"} {
			same(t, typ+" "+s, reads(t, &Column{Type: typ}, s), "(none)")
		}
	}
	same(t, "a name", reads(t, &Column{Name: "name", Type: "text", NotNull: true}, `"N/A"`), "N/A")
	same(t, "date", reads(t, &Column{Type: "date"}, `"n/a"`), "(none)")
	same(t, "truth", reads(t, &Column{Type: "boolean"}, `"-"`), "(none)")
}

func TestWhiteSpaceAroundNamesIsRemoved(t *testing.T) {
	same(t, "name", reads(t, &Column{Name: "sku", Type: "text"}, `" 1 kg\u00a0"`), "1 kg")
	same(t, "prose", reads(t, &Column{Name: "description", Type: "text"}, `" <p>x</p>\n"`), " <p>x</p>\n")
	same(t, "list", reads(t, &Column{Name: "tags", Type: "text[]"}, `[" a "]`), `{"a"}`)
}

// FuzzNumber checks that what is read as a number is one, with the digits of the text.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{
		"SR 1,385", "₹ 1.299,00", "12.-", "1,29,900", "-$5", "1e3", "Rs.5/-", "٣٫٥", "0,500", "1.2.3",
	} {
		f.Add(s, byte(0))
		f.Add(s, byte(','))
	}
	f.Fuzz(func(t *testing.T, s string, decimal byte) {
		number, code := plainNumber(s, decimal)
		if number == "" {
			if code != "" {
				t.Fatalf("%q has the currency %q but no number", s, code)
			}
			return
		}
		if len(number) > 80 || code != "" && ISOCurrency(code) != code {
			t.Fatalf("%q became %q %q", s, number, code)
		}
		if _, exp, has := strings.Cut(strings.ToLower(number), "e"); has && len(exp) > 4 {
			return // refused by its column
		}
		if _, ok := new(big.Rat).SetString(number); !ok {
			t.Fatalf("%q became %q, which is no number", s, number)
		}
		digits := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r < '0' || r > '9' {
					return -1
				}
				return r
			}, western(s))
		}
		if digits(number) != digits(s) {
			t.Fatalf("%q became %q: digits were lost", s, number)
		}
	})
}
