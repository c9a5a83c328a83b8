// Package chain takes payments on EVM chains.
//
//	start.go   POST /payment/crypto: an address and a unique amount
//	follow.go  POST /payment/crypto/{paymentId}/verify, and what a chain shows later
//	doubt.go   transactions that are refused, and what an operator is shown of them
//	more.go    a second transaction for a payment
package chain
