// Package nestpay implements NestPay (Payten EST version 3), which several Turkish banks offer, in the models 3d and
// 3d_host. In 3d the customer's browser posts the card that we were given. In 3d_host the bank's own page asks for
// the card. From there on both are the same: the bank authenticates the customer and returns md, xid, eci and cavv.
// No money has been taken yet. We take it through the XML interface, where md stands for the card.
//
// The model 3d_pay_hosting is not implemented. There the bank takes the money itself and reports it through the
// browser only, so a lost answer would leave money taken that nobody here knows about. With 3d_host no money moves
// before the claim of the payment is committed.
//
// Files:
//
//	provider.go  Provider: settings, Open
//	gateway.go   Gateway: forms, callbacks, orders
//	hash.go      the hash of forms, version 3
//	card.go      the digits of the card that a callback reveals
//	xml.go       the XML interface
//	answer.go    what its answers say about money
package nestpay
