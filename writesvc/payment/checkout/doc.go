// Package checkout prepares baskets for payment: it locks a basket, releases it from previous payments, limits what
// unpaid payments reserve, and inserts the new payment.
//
//	turn.go      Begin: payments of one network start one after the other
//	purchase.go  Purchase: the basket that a request pays for, and the total that its customer saw
//	basket.go    TakeBasket, ReleaseBasket, Insert
//	hold.go      Reserve, Lapse: the limits of reserved stock
//	view.go      a payment as its customer sees it
//	parts.go     what each way to pay works with
package checkout
