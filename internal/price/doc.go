// Package price defines when the columns of a price contradict each other. The triggers of the schema complete prices,
// docs/decisions/0024-one-price.md says why.
//
//	price.go     Price, Complete, Check
//	currency.go  how many decimals a currency has
package price
