package price

import "slices"

// MaxDecimals is the number of decimals that a price column holds. Currencies with three have two here.
const MaxDecimals = 2

// whole are the currencies without decimals, by ISO 4217. price_decimals in the schema has the same list.
var whole = []string{"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
	"XAF", "XOF", "XPF"}

// Decimals returns the number of decimals of amounts in a currency, an ISO 4217 code: 0 or 2. An unknown currency has
// 2.
func Decimals(currency string) int {
	if slices.Contains(whole, currency) {
		return 0
	}
	return MaxDecimals
}
