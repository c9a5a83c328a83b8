// Package sandbox is a bank that is nobody's, for development: it speaks the dialect of NestPay, so that what runs against it is what runs
// against a real one. It has a 3-D gate that checks our hash (models 3d and 3d_host), a page of its own that asks for the card, one that asks for
// a code as an issuer's would, and the XML interface with orders, order status, void and credit. Card number and amount choose what happens, the bad things included. It is not there in production.
//
// Its books are rows of its own, which it writes in transactions of its own. A card number is in one call and in none of them.
//
// Files:
//
//	bank.go      Bank, its books
//	gate.go      the 3-D gate and the page with the code
//	host.go      the page where the card is typed
//	api.go       the XML interface
//	scenario.go  what happens with which card and amount
package sandbox
