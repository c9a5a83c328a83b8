// Package transfer takes payments by bank transfer.
//
//	transfer.go   POST /payment/bank-transfer; booking of statement lines
//	webhook.go    statement lines that a bank or an accountant posts
//	reference.go  what customers write into a transfer
package transfer
