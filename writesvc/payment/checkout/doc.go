// Package checkout prepares baskets for payment: it locks a basket, releases it from previous payments, and inserts
// the new payment.
//
//	basket.go  TakeBasket, ReleaseBasket, Insert
//	view.go    a payment as its customer sees it
package checkout
