// Package evm reads chains that speak Ethereum's JSON-RPC: whether a transaction is there, how deep it lies, and what it pays to an address. It
// sends nothing and holds no key. Five calls are all it needs: eth_chainId, eth_blockNumber, eth_getTransactionByHash,
// eth_getTransactionReceipt and eth_getBlockByNumber.
//
// A node is believed only as far as its answers agree with one another: the receipt with the transaction, and its block with the block that the
// chain has at that height. What a node says is bounded, and a node that says nonsense counts as one that does not answer.
//
// Files:
//
//	look.go     Node, Look: a transaction as a chain shows it now
//	rpc.go      the calls
//	address.go  addresses, their checksums, hashes
//	amount.go   sums of money in a coin's smallest unit, and back
package evm
