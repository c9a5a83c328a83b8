// Package basket manages baskets, stock and orders. Prices always come from content.
//
// Files:
//
//	service.go  Config, Service
//	basket.go   /basket: one open basket per customer
//	withdraw.go Withdraw: the id of a basket ends with a session
//	lines.go    the lines of a basket with current prices
//	stock.go    Reserve, Sell, Release, Return: stock in the transaction of a payment
//	order.go    /order
//	project.go  projection of sales onto content
package basket
