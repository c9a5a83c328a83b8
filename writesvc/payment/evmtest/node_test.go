package evmtest

import (
	"context"
	"crypto/ecdsa"
	"math/big"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/core/vm/program"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/ethclient/simulated"
	"github.com/ethereum/go-ethereum/node"
)

// patience is how long the tests wait for an event.
const patience = time.Minute

// A chain is go-ethereum with blocks on demand, one rich account and two tokens.
type chain struct {
	testing.TB
	*simulated.Backend
	url        string // its JSON-RPC over HTTP
	rich       *ecdsa.PrivateKey
	token, bad common.Address
	at         []common.Hash // the blocks, beginning with the genesis
}

var chainID = big.NewInt(1337)

func openChain(t testing.TB) *chain {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	// The node cannot report its port, so one is chosen before it starts.
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := ln.Addr().(*net.TCPAddr).Port
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	c := &chain{TB: t, rich: key, url: "http://127.0.0.1:" + strconv.Itoa(port)}
	fortune := new(big.Int).Lsh(big.NewInt(1), 100)
	c.Backend = simulated.NewBackend(types.GenesisAlloc{crypto.PubkeyToAddress(key.PublicKey): {Balance: fortune}},
		func(n *node.Config, _ *ethconfig.Config) {
			n.HTTPHost, n.HTTPPort, n.HTTPModules = "127.0.0.1", port, []string{"eth"}
		})
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("close the node: %v", err)
		}
	})
	head, err := c.Client().HeaderByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c.at = []common.Hash{head.Hash()}
	c.token, c.bad = c.deploy(), c.deploy()
	return c
}

// tokenCode is a minimal ERC-20: transfer(address,uint256) moves a balance, logs it and returns true, and reverts if
// the balance is too small. The creator owns all tokens. A balance is stored in the slot of the owner's address.
func tokenCode() []byte {
	// revertUnless reverts if 0 is on the stack.
	revertUnless := func(p *program.Program) {
		p.Push(p.Size() + 8).Op(vm.JUMPI).Push(0).Push(0).Op(vm.REVERT)
		p.Jumpdest()
	}
	p := program.New()
	p.Push(0).Op(vm.CALLDATALOAD).Push(224).Op(vm.SHR).Push(0xa9059cbb).Op(vm.EQ)
	revertUnless(p)
	p.Push(36).Op(vm.CALLDATALOAD).Op(vm.CALLER, vm.SLOAD, vm.LT, vm.ISZERO) // not: balance < amount
	revertUnless(p)
	p.Push(36).Op(vm.CALLDATALOAD).Op(vm.CALLER, vm.SLOAD, vm.SUB, vm.CALLER, vm.SSTORE)
	p.Push(4).Op(vm.CALLDATALOAD, vm.SLOAD).Push(36).Op(vm.CALLDATALOAD, vm.ADD).Push(4).Op(vm.CALLDATALOAD, vm.SSTORE)
	p.Push(36).Op(vm.CALLDATALOAD).Push(0).Op(vm.MSTORE)
	p.Push(4).Op(vm.CALLDATALOAD, vm.CALLER)
	p.Push(crypto.Keccak256([]byte("Transfer(address,address,uint256)"))).Push(32).Push(0).Op(vm.LOG3)
	p.Push(1).Push(0).Op(vm.MSTORE).Return(0, 32)
	return program.New().Push(new(big.Int).Lsh(big.NewInt(1), 200)).Op(vm.CALLER,
		vm.SSTORE).ReturnViaCodeCopy(p.Bytes()).Bytes()
}

// send signs and sends a transaction of the rich account. tip is in gwei; a replacement must offer more than the
// original.
func (c *chain) send(nonce uint64, to *common.Address, value *big.Int, data []byte, tip int64) common.Hash {
	c.Helper()
	gwei := big.NewInt(1_000_000_000)
	tx, err := types.SignNewTx(c.rich, types.LatestSignerForChainID(chainID), &types.DynamicFeeTx{
		ChainID: chainID, Nonce: nonce, To: to, Value: value, Data: data, Gas: 500_000,
		GasTipCap: new(big.Int).Mul(big.NewInt(tip), gwei), GasFeeCap: new(big.Int).Mul(big.NewInt(100*tip), gwei),
	})
	if err != nil {
		c.Fatal(err)
	}
	if err := c.Client().SendTransaction(context.Background(), tx); err != nil {
		c.Fatal(err)
	}
	return tx.Hash()
}

func (c *chain) nonce() uint64 {
	c.Helper()
	n, err := c.Client().PendingNonceAt(context.Background(), crypto.PubkeyToAddress(c.rich.PublicKey))
	if err != nil {
		c.Fatal(err)
	}
	return n
}

// coins pays in the chain's own coin.
func (c *chain) coins(to string, units *big.Int) common.Hash {
	a := common.HexToAddress(to)
	return c.send(c.nonce(), &a, units, nil, 1)
}

// tokens pays in a token.
func (c *chain) tokens(token common.Address, to string, units *big.Int) common.Hash {
	data := append(crypto.Keccak256([]byte("transfer(address,uint256)"))[:4],
		common.LeftPadBytes(common.HexToAddress(to).Bytes(), 32)...)
	return c.send(c.nonce(), &token, new(big.Int), append(data, common.LeftPadBytes(units.Bytes(), 32)...), 1)
}

func (c *chain) deploy() common.Address {
	c.Helper()
	hash := c.send(c.nonce(), nil, new(big.Int), tokenCode(), 1)
	c.mine(1)
	rc, err := c.Client().TransactionReceipt(context.Background(), hash)
	if err != nil || rc.Status != 1 {
		c.Fatalf("make a token: %+v, %v", rc, err)
	}
	return rc.ContractAddress
}

// mine makes blocks. The first one contains the pending transactions.
func (c *chain) mine(n int) {
	for range n {
		c.at = append(c.at, c.Commit())
	}
}

// fork drops the newest blocks. Their transactions are pending again once the node has noticed.
func (c *chain) fork(n int, dropped common.Hash) {
	c.Helper()
	c.at = c.at[:len(c.at)-n]
	if err := c.Fork(c.at[len(c.at)-1]); err != nil {
		c.Fatal(err)
	}
	c.until("the dropped transaction waits again", func() bool {
		_, pending, err := c.Client().TransactionByHash(context.Background(), dropped)
		return err == nil && pending
	})
}

func (c *chain) until(what string, ok func() bool) {
	c.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			c.Fatalf("waited for: %s", what)
		}
	}
}
