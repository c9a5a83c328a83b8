// Package basket is what customers mean to buy and what they bought: baskets, stock, orders. Prices are always the shop's own.
//
// Files:
//
//	service.go  Config, Service
//	basket.go   /basket: one open basket a customer
//	lines.go    the lines of a basket with today's prices
//	stock.go    Reserve, Sell, Release, Return: stock in the transaction of whoever pays
//	order.go    /order
//	project.go  sales shown on content
package basket
