// Package payment takes payments and delivers orders. It promises that money is taken at most once per basket, and that
// every amount taken leads to an order with its tickets, or to a refund, or to an operator. Late, lost, repeated or
// forged answers of a bank do not change that.
//
// A payment moves by the table in record/status.go. Each move is a guarded update that one caller wins; the winner does
// what follows in the same transaction. A payment is claimed, and the claim committed, before the bank is asked for
// money. A bank that does not answer leaves the payment unknown, never declined. The reconciler then queries the bank
// until it answers.
//
// A card number exists in the call that needs it and in the form that the customer's browser posts to the bank. Only
// its first six and last four digits are stored. With the bank's own page no card number reaches this process.
//
// Files, in the order a request meets them:
//
//	config.go       Config
//	service.go      Service
//	installment.go  POST /payment/installment
//	card.go         POST /payment/3ds
//	hosted.go       POST /payment/hosted, and pages on which the provider takes the money
//	callback.go     POST /payment/3ds/callback and /payment/3ds/complete
//	webhook.go      notifications that banks post
//	runs.go         a run for each tenant with due work
//	reconcile.go    what a run does: expiry, queries, refunds
//
// Packages below it: transfer (bank transfers), chain (payments on EVM chains), settle (what follows from an answer
// about money, refunds), checkout (baskets to be paid), idempotency (Idempotency-Key), record (the row of a payment and
// its moves), settings (how a tenant is paid), pos (banks), evm (chains). evmtest is a module of its own.
package payment
