// Package transfer takes payments by bank transfer.
//
//	transfer.go   POST /payment/bank-transfer
//	webhook.go    statement lines that a bank or an accountant posts
//	line.go       Stage, Line: a statement line counts once, for the payment that it names
//	book.go       what a line does to its payment
//	reference.go  what customers write into a transfer
package transfer
