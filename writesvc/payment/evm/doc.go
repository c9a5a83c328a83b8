// Package evm reads chains with Ethereum's JSON-RPC: whether a transaction exists, how deep its block is, and what it
// pays to an address. It sends nothing and holds no key. It uses five calls: eth_chainId, eth_blockNumber,
// eth_getTransactionByHash, eth_getTransactionReceipt and eth_getBlockByNumber.
//
// A node's answers must agree with one another: the receipt with the transaction, and its block with the chain's block
// at that height. Answers are bounded in size. A node with contradictory answers counts as one that does not answer.
//
// Files:
//
//	look.go     Node, Look: a transaction as a chain shows it now
//	rpc.go      the calls
//	address.go  addresses, checksums, hashes
//	amount.go   amounts in a coin's smallest unit
package evm
