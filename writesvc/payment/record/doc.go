// Package record is the row of a payment and its moves.
//
//	status.go   Status, Move: every way that a payment can go
//	payment.go  Payment, Find, Apply: the guarded update; Note
package record
