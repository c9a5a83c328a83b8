// Package chain takes payments on EVM chains.
//
//	start.go   POST /payment/crypto: an address and a unique amount
//	verify.go  POST /payment/crypto/{paymentId}/verify: the customer names a transaction
//	more.go    a second transaction for a payment
//	follow.go  what a chain shows of it: found, deep enough, confirmed
//	reorg.go   what a chain shows later: a reorganization, late money, money set aside
//	doubt.go   transactions that are refused, and what an operator is shown of them
package chain
