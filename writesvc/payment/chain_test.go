package payment

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A modelChain is a model of a chain's node: blocks, pending transactions and forks. It answers the five calls as
// go-ethereum does, with null for unknown values.
type modelChain struct {
	t      testing.TB
	id     uint64
	mu     sync.Mutex
	blocks []modelBlock
	pool   []*modelTx
	made   int
	mode   string // the node's fault: "", "mute", "garbage", "huge", "refuses", "elsewhere"
	asked  map[string]int
	*httptest.Server
}

type modelBlock struct {
	hash string
	at   time.Time
	txs  []*modelTx
}

type modelTx struct {
	hash, from, to string
	value          *big.Int
	failed         bool
	logs           []modelLog
}

type modelLog struct {
	token, from, to string
	amount          *big.Int
	topics          int // 3 for an ERC-20
	removed         bool
}

func newModelChain(t testing.TB, id uint64, now time.Time) *modelChain {
	c := &modelChain{t: t, id: id, asked: map[string]int{}, blocks: []modelBlock{{hash: hash32(1), at: now}}}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func hash32(n int) string     { return fmt.Sprintf("0x%064x", 0xabc0000+n) }
func addr20(n int) string     { return fmt.Sprintf("0x%040x", 0xdef0000+n) }
func word(a string) string    { return "0x" + strings.Repeat("0", 24) + a[2:] }
func hexed(n uint64) string   { return "0x" + strconv.FormatUint(n, 16) }
func big10(s string) *big.Int { n, _ := new(big.Int).SetString(s, 10); return n }

// native adds a pending payment in the chain's own coin.
func (c *modelChain) native(to, units string) *modelTx {
	return c.send(&modelTx{to: to, value: big10(units)})
}

// token adds a pending ERC-20 payment.
func (c *modelChain) token(token, to string, units ...string) *modelTx {
	tx := &modelTx{to: token, value: new(big.Int)}
	for _, u := range units {
		tx.logs = append(tx.logs, modelLog{token: token, from: addr20(900), to: to, amount: big10(u), topics: 3})
	}
	return c.send(tx)
}

func (c *modelChain) send(tx *modelTx) *modelTx {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	tx.hash, tx.from = fmt.Sprintf("0x%064x", 0x7700000+c.made), addr20(900)
	c.pool = append(c.pool, tx)
	return tx
}

// mine makes blocks. The first one contains the pending transactions.
func (c *modelChain) mine(n int, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range n {
		c.made++
		c.blocks = append(c.blocks, modelBlock{hash: hash32(c.made), at: at, txs: c.pool})
		c.pool = nil
	}
}

// fork drops the newest blocks. Their transactions are pending again, except replaced ones.
func (c *modelChain) fork(n int, replaced ...*modelTx) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, b := range c.blocks[len(c.blocks)-n:] {
	txs:
		for _, tx := range b.txs {
			for _, r := range replaced {
				if r == tx {
					continue txs
				}
			}
			c.pool = append(c.pool, tx)
		}
	}
	c.blocks = c.blocks[:len(c.blocks)-n]
}

// reorg replaces the newest blocks by a longer branch. If again is set, the branch contains their transactions;
// otherwise they are pending again.
func (c *modelChain) reorg(n int, again bool, at time.Time, replaced ...*modelTx) {
	c.fork(n, replaced...)
	var wait []*modelTx
	if !again {
		c.mu.Lock()
		wait, c.pool = c.pool, nil
		c.mu.Unlock()
	}
	c.mine(n+1, at)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pool = append(c.pool, wait...)
}

// restart starts a new chain. Hashes are not reused.
func (c *modelChain) restart(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	c.blocks, c.pool, c.mode = []modelBlock{{hash: hash32(c.made), at: at}}, nil, ""
}

// depth returns the depth of a transaction's block, 1 for the newest; 0 if it is in no block.
func (c *modelChain) depth(tx *modelTx) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, at := c.find(tx.hash); at >= 0 {
		return len(c.blocks) - at
	}
	return 0
}

func (c *modelChain) find(hash string) (tx *modelTx, height int) {
	for _, tx := range c.pool {
		if tx.hash == hash {
			return tx, -1
		}
	}
	for i, b := range c.blocks {
		for _, tx := range b.txs {
			if tx.hash == hash {
				return tx, i
			}
		}
	}
	return nil, -1
}

func (c *modelChain) set(mode string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mode = mode
}

func (c *modelChain) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var q struct {
		JSONRPC string `json:"jsonrpc"`
		ID      any    `json:"id"`
		Method  string `json:"method"`
		Params  []any  `json:"params"`
	}
	if err := json.NewDecoder(rq.Body).Decode(&q); err != nil || q.JSONRPC != "2.0" || rq.Method != http.MethodPost ||
		rq.Header.Get("Content-Type") != "application/json" {
		c.t.Errorf("no JSON-RPC: %v", err)
	}
	c.asked[q.Method]++
	switch c.mode {
	case "mute":
		w.WriteHeader(http.StatusBadGateway)
		return
	case "garbage":
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"hash":7}}`)
		return
	case "huge":
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":"`+strings.Repeat("a", 5<<20)+`"}`)
		return
	case "refuses":
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}`)
		return
	case "elsewhere":
		w.Header().Set("Location", "http://127.0.0.1:1/")
		w.WriteHeader(http.StatusTemporaryRedirect)
		return
	}
	var result any
	switch q.Method {
	case "eth_chainId":
		result = hexed(c.id)
	case "eth_blockNumber":
		result = hexed(uint64(len(c.blocks) - 1))
	case "eth_getBlockByNumber":
		n, err := strconv.ParseUint(strings.TrimPrefix(q.Params[0].(string), "0x"), 16, 64)
		if err == nil && n < uint64(len(c.blocks)) {
			b := c.blocks[n]
			result = map[string]any{"hash": b.hash, "number": hexed(n), "timestamp": hexed(uint64(b.at.Unix())),
				"parentHash": hash32(0)}
		}
	case "eth_getTransactionByHash":
		if tx, at := c.find(q.Params[0].(string)); tx != nil {
			m := map[string]any{"hash": tx.hash, "from": tx.from, "to": tx.to, "value": "0x" + tx.value.Text(16),
				"blockHash": nil, "blockNumber": nil}
			if at >= 0 {
				m["blockHash"], m["blockNumber"] = c.blocks[at].hash, hexed(uint64(at))
			}
			result = m
		}
	case "eth_getTransactionReceipt":
		if tx, at := c.find(q.Params[0].(string)); tx != nil && at >= 0 {
			status, logs := "0x1", []any{}
			if tx.failed {
				status = "0x0"
			}
			for i, l := range tx.logs {
				topics := []string{"0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", word(l.from), word(l.to)}
				data := fmt.Sprintf("0x%064x", l.amount)
				if l.topics == 4 {
					topics, data = append(topics, data), "0x"
				}
				logs = append(logs, map[string]any{"address": l.token, "topics": topics, "data": data,
					"blockHash": c.blocks[at].hash,
					"logIndex":  hexed(uint64(i)), "removed": l.removed, "transactionHash": tx.hash})
			}
			result = map[string]any{"transactionHash": tx.hash, "blockHash": c.blocks[at].hash,
				"blockNumber": hexed(uint64(at)), "status": status, "logs": logs}
		}
	default:
		c.t.Errorf("a sixth call: %s", q.Method)
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": q.ID, "result": result}); err != nil {
		c.t.Errorf("the node: %v", err)
	}
}
