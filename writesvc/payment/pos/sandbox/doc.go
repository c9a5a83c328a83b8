// Package sandbox is a bank for development. It implements the bank's side of NestPay, so that the code that runs
// against it is the code that runs against a real bank. It does not exist in production.
//
// It has a 3-D gate that verifies our hash (models 3d and 3d_host), a page that asks for the card, a page that asks
// for a code as an issuing bank would, and the XML interface with orders, order status, void and credit. Card number
// and amount select what happens, failures included.
//
// The bank keeps its own books in the table sandbox_order, in transactions of its own. A card number exists in one
// call and is never stored.
//
// Files:
//
//	provider.go  Provider: the bank as a tenant's account
//	bank.go      Bank, its books
//	gate.go      the 3-D gate and the page that asks for the code
//	card.go      the page that asks for the card
//	api.go       the XML interface
//	scenario.go  what happens with which card and amount
package sandbox
