// Package payment takes money and gives what was bought for it. It promises: money is never taken twice for one basket, never taken without
// an order, tickets and all that belongs to it or a refund that is on its way, and no answer of a bank, however late, lost, repeated or
// forged, changes that.
//
// How: payments move by the table in machine.go, each move a guarded update of which one caller wins; who wins does what follows in the same
// transaction. A payment is claimed, and the claim committed, before the bank is asked for money. A bank that does not answer leaves it
// unknown, never declined, and the reconciler asks the bank until somebody knows.
//
// A card number is in the call that needs it and in the form that the customer's browser posts to the bank. What is kept of it is its first
// six and last four digits. Of a payment on the bank's own page there is no card here at all.
//
// Files:
//
//	service.go      Service
//	config.go       Config
//	settings.go     how a shop is paid, and its gateway
//	machine.go      Status, Move: all the ways a payment can go
//	move.go         the guarded update
//	start.go        POST /payment/3ds
//	hosted.go       POST /payment/hosted, and pages on which the provider takes the money
//	callback.go     POST /payment/3ds/callback and complete
//	settle.go       what follows from a bank's answer
//	refund.go       money given back
//	reconcile.go    what is due: expiry, questions, refunds
//	transfer.go     bank transfers and lines of statements
//	reference.go    what customers write into a transfer
//	crypto.go       POST /payment/crypto: payments on EVM chains, with crypto_settings.go
//	crypto_follow.go  POST /payment/crypto/{id}/verify, and what a chain shows later
//	crypto_more.go  a second transaction for a payment
//	webhook.go      signed posts of banks
//	installment.go  POST /payment/installment
//	idempotent.go   Idempotency-Key
//	limit.go        limits by network address
//	letter.go       the letter and the notifications
//
// pos/ speaks to banks, evm/ to chains; sandbox/ is a bank, for development. evmtest/ is a module of its own with a real chain.
package payment
