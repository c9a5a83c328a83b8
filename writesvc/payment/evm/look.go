package evm

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// A Node is the URL of a chain's JSON-RPC interface.
type Node string

// Native is the index of a payment in the chain's own coin, which has no log.
const Native = -1

// A Transfer is a payment of a transaction to an address.
type Transfer struct {
	Index  int    // of the log in its block, or Native
	Token  string // the contract in lower case; "" for the chain's own coin
	Amount *big.Int
}

// A Transaction is the state of a transaction on a chain at one moment, as one node shows it.
type Transaction struct {
	Seen      bool // the node knows the transaction
	Mined     bool // it is in a block of the chain; the fields below are set only then
	Failed    bool // it is in a block but had no effect
	Block     uint64
	BlockHash string
	At        time.Time // the block's time
	Depth     uint64    // of the block; the newest block has depth 1
	From      string
	Transfers []Transfer // to the requested address
}

// transferTopic is keccak256("Transfer(address,address,uint256)"), the topic of ERC-20 transfers.
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

var errContradicts = errors.New("the node's answers contradict one another")

// Look returns the state of a transaction on a chain, and its transfers to an address. hash and address are in lower
// case.
func (n Node) Look(ctx context.Context, chain uint64, hash, address string) (Transaction, error) {
	var id quantity
	if err := n.call(ctx, &id, "eth_chainId"); err != nil {
		return Transaction{}, err
	}
	if got, ok := id.small(); !ok || got != chain {
		return Transaction{}, errors.New("the node belongs to another chain")
	}
	var tx *struct {
		Hash      string    `json:"hash"`
		BlockHash string    `json:"blockHash"`
		From      string    `json:"from"`
		To        string    `json:"to"`
		Value     *quantity `json:"value"`
	}
	if err := n.call(ctx, &tx, "eth_getTransactionByHash", hash); err != nil {
		return Transaction{}, err
	}
	if tx == nil {
		return Transaction{}, nil
	}
	if !strings.EqualFold(tx.Hash, hash) || tx.Value == nil {
		return Transaction{}, errContradicts
	}
	seen := Transaction{Seen: true, From: strings.ToLower(tx.From)}
	if tx.BlockHash == "" {
		return seen, nil
	}
	var rc *receipt
	if err := n.call(ctx, &rc, "eth_getTransactionReceipt", hash); err != nil {
		return Transaction{}, err
	}
	if rc == nil {
		return seen, nil // it left its block between the two calls
	}
	height, ok := rc.BlockNumber.small()
	if !ok || !strings.EqualFold(rc.TransactionHash, hash) {
		return Transaction{}, errContradicts
	}
	var block *struct {
		Hash string   `json:"hash"`
		Time quantity `json:"timestamp"`
	}
	if err := n.call(ctx, &block, "eth_getBlockByNumber", fmt.Sprintf("0x%x", height), false); err != nil {
		return Transaction{}, err
	}
	if block == nil || !strings.EqualFold(block.Hash, rc.BlockHash) || !strings.EqualFold(tx.BlockHash, rc.BlockHash) {
		return seen, nil // its block is not part of the chain, or no longer
	}
	var head quantity
	if err := n.call(ctx, &head, "eth_blockNumber"); err != nil {
		return Transaction{}, err
	}
	top, ok := head.small()
	at, ok2 := block.Time.small()
	if !ok || !ok2 || top < height {
		return Transaction{}, errContradicts
	}
	s := seen
	s.Mined, s.Block, s.BlockHash, s.At, s.Depth = true, height, strings.ToLower(rc.BlockHash), time.Unix(int64(at),
		0).UTC(), top-height+1
	if status, ok := rc.Status.small(); !ok || status != 1 {
		s.Failed = true
		return s, nil
	}
	if strings.EqualFold(tx.To, address) && tx.Value.Sign() > 0 {
		s.Transfers = append(s.Transfers, Transfer{Index: Native, Amount: &tx.Value.Int})
	}
	for _, l := range rc.Logs {
		if t, ok := l.transfer(rc.BlockHash, address); ok {
			s.Transfers = append(s.Transfers, t)
		}
	}
	return s, nil
}

type receipt struct {
	TransactionHash string   `json:"transactionHash"`
	BlockHash       string   `json:"blockHash"`
	BlockNumber     quantity `json:"blockNumber"`
	Status          quantity `json:"status"`
	Logs            []entry  `json:"logs"`
}

// An entry is a log of a receipt.
type entry struct {
	Address   string   `json:"address"`
	BlockHash string   `json:"blockHash"`
	Topics    []string `json:"topics"`
	Data      string   `json:"data"`
	Index     quantity `json:"logIndex"`
	Removed   bool     `json:"removed"`
}

// transfer reads an ERC-20 transfer to an address: three topics and one word of data. An ERC-721 transfer has four
// topics and no data.
func (l entry) transfer(block, address string) (t Transfer, ok bool) {
	if l.Removed || len(l.Topics) != 3 || !strings.EqualFold(l.BlockHash, block) ||
		!strings.EqualFold(l.Topics[0], transferTopic) ||
		!strings.EqualFold(l.Topics[2], "0x000000000000000000000000"+strings.TrimPrefix(address, "0x")) {
		return t, false
	}
	word, ok := Hash(l.Data) // 32 bytes, like a hash
	index, small := l.Index.small()
	token, err := Address(strings.ToLower(l.Address))
	if !ok || !small || index > 1<<30 || err != nil {
		return t, false
	}
	amount, ok := new(big.Int).SetString(word[2:], 16)
	return Transfer{Index: int(index), Token: token, Amount: amount}, ok && amount.Sign() > 0
}

// Agree reports whether two nodes show the same: block and its time, outcome, sender and transfers.
func (s Transaction) Agree(o Transaction) bool {
	if !s.Mined && !o.Mined {
		return true // whether a node knows a transaction that waits for a block decides nothing
	}
	if s.Mined != o.Mined || s.Failed != o.Failed || s.BlockHash != o.BlockHash || !s.At.Equal(o.At) ||
		s.From != o.From || len(s.Transfers) != len(o.Transfers) {
		return false
	}
	for i, t := range s.Transfers {
		if u := o.Transfers[i]; t.Index != u.Index || t.Token != u.Token || t.Amount.Cmp(u.Amount) != 0 {
			return false
		}
	}
	return true
}
