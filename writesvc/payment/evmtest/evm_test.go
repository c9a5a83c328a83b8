package evmtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"vitrine/internal/schema/schematest"
	"vitrine/writesvc"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/settings"
)

// shopAddress receives payments. Nobody here has its key.
const shopAddress = "0x00000000000000000000000000000000c0ffee01"

// A shop is a write service over HTTP with an event at 10.00, and a chain that it is paid on.
type shop struct {
	testing.TB
	*chain
	svc    *writesvc.Server
	db     *schematest.DB
	event  string
	bearer string
	n      int
}

type sink struct{}

func (sink) Send(context.Context, notify.Message) error { return nil }

func openShop(t testing.TB) *shop {
	t.Helper()
	s := &shop{TB: t, chain: openChain(t), db: schematest.Open(t)}
	ctx := t.Context()
	if _, err := s.db.Pool.Exec(ctx,
		`INSERT INTO tenant (id, name, currency) VALUES ('shop', 'Shop', 'TRY')`); err != nil {
		t.Fatal(err)
	}
	if err := s.db.Pool.QueryRow(ctx, `INSERT INTO event (tenant_id, slug, name, status, amount, starts_at, capacity_max)
VALUES ('shop', 'concert', 'Concert', 'PUBLISHED', 10, now() + interval '90 days', 50)
RETURNING id`).Scan(&s.event); err != nil {
		t.Fatal(err)
	}
	pay := settings.Settings{Crypto: &settings.Crypto{Address: shopAddress,
		Chains: []settings.Chain{{ID: 1337, Name: "simulated", Nodes: []string{s.url}, Confirmations: 3,
			Assets: []settings.Asset{
				{Symbol: "ETH", Decimals: 18, Rates: map[string]string{"TRY": "131250.50"}},
				{Symbol: "USDX", Token: s.token.Hex(), Decimals: 6, Rates: map[string]string{"TRY": "42.35"}},
			}}}}}
	if _, err := s.db.Pool.Exec(ctx, `INSERT INTO tenant_payment (tenant_id, settings) VALUES ('shop', $1)`,
		pay); err != nil {
		t.Fatal(err)
	}
	cfg := writesvc.DefaultConfig()
	cfg.Pool, cfg.Log, cfg.Notify.Mail = s.db.Pool, slog.New(slog.NewTextHandler(io.Discard, nil)), sink{}
	cfg.Auth.TokenSecret, cfg.Auth.Pepper = bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	cfg.Auth.Hash = password.Cost{Memory: 64, Time: 1, Threads: 1}
	cfg.Payment.Every = time.Hour // the tests decide when
	var err error
	if s.svc, err = writesvc.New(cfg); err != nil {
		t.Fatal(err)
	}
	if err := s.svc.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.svc.Stop)
	r := s.post("/auth/signup", 201, map[string]any{"email": "ada@example.com", "password": "correct horse battery",
		"name": map[string]any{"first": "Ada", "last": "Lovelace"}, "contact": map[string]any{"mobileNumber": []any{}}})
	s.bearer = r["tokens"].(map[string]any)["access"].(map[string]any)["token"].(string)
	return s
}

// post sends a body and returns the answer's data. The answer must have the given status.
func (s *shop) post(path string, want int, body any) map[string]any {
	s.Helper()
	return s.send("POST", path, want, body)
}

func (s *shop) send(method, path string, want int, body any) map[string]any {
	s.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.Fatal(err)
	}
	rq, err := http.NewRequestWithContext(context.Background(), method, s.svc.URL()+path, bytes.NewReader(text))
	if err != nil {
		s.Fatal(err)
	}
	rq.Header.Set("x-service-client", "shop")
	rq.Header.Set("Content-Type", "application/json")
	if s.bearer != "" {
		rq.Header.Set("Authorization", "Bearer "+s.bearer)
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		s.Fatal(err)
	}
	defer rs.Body.Close()
	var a struct {
		Data    map[string]any `json:"data"`
		Code    string         `json:"code"`
		Message string         `json:"message"`
	}
	if err := json.NewDecoder(rs.Body).Decode(&a); err != nil || rs.StatusCode != want {
		s.Fatalf("%s: %d %s %s, %v; want %d", path, rs.StatusCode, a.Code, a.Message, err, want)
	}
	if a.Data == nil {
		return map[string]any{"code": a.Code, "message": a.Message}
	}
	return a.Data
}

// A due is a payment that waits.
type due struct {
	id, address string
	units       *big.Int
}

// open begins a payment for one place. It clears the basket before.
func (s *shop) open(asset string) due {
	s.Helper()
	basket := s.post("/basket/items", 201, map[string]any{"eventId": s.event, "quantity": 1})["id"]
	d := s.post("/payment/crypto", 201, map[string]any{"basketId": basket, "asset": asset})
	units, ok := new(big.Int).SetString(d["amountUnits"].(string), 10)
	if !ok {
		s.Fatalf("%v", d)
	}
	return due{d["paymentId"].(string), d["address"].(string), units}
}

// verify names a transaction and expects a status.
func (s *shop) verify(what string, d due, hash common.Hash, want string) map[string]any {
	s.Helper()
	v := s.post("/payment/crypto/"+d.id+"/verify", 200, map[string]any{"txHash": hash.Hex()})
	if v["status"] != want {
		s.Fatalf("%s: %v; want %s", what, v, want)
	}
	return v
}

// refuse names a transaction that must be refused, and expects the payment to keep waiting.
func (s *shop) refuse(what string, d due, hash common.Hash, word string) {
	s.Helper()
	if r := s.post("/payment/crypto/"+d.id+"/verify", 409,
		map[string]any{"txHash": hash.Hex()}); r["code"] != "PAYMENT_REFUSED" ||
		!strings.Contains(r["message"].(string), word) {
		s.Errorf("%s: %v; want %q", what, r, word)
	}
	s.is(what, d, "pending")
}

func (s *shop) is(what string, d due, want string) {
	s.Helper()
	var got string
	if err := s.db.Pool.QueryRow(context.Background(), `SELECT status FROM payment WHERE tenant_id = 'shop' AND id = $1`,
		d.id).Scan(&got); err != nil || got != want {
		s.Fatalf("%s: %s, %v; want %s", what, got, err, want)
	}
}

// settled returns the number of orders and valid tickets, which must agree.
func (s *shop) settled(want int) {
	s.Helper()
	var orders, tickets, sold int
	if err := s.db.Pool.QueryRow(context.Background(), `SELECT (SELECT count(*) FROM orders), (SELECT count(*) FROM ticket
WHERE status = 'valid'), (SELECT coalesce(sum(sold), 0)::int FROM inventory)`).Scan(&orders, &tickets,
		&sold); err != nil {
		s.Fatal(err)
	}
	if orders != want || tickets != want || sold != want {
		s.Errorf("%d orders, %d tickets, %d places; want %d", orders, tickets, sold, want)
	}
}

// reconcile processes everything that is due.
func (s *shop) reconcile() {
	s.Helper()
	if _, err := s.db.Pool.Exec(context.Background(),
		`UPDATE payment SET ask_at = now() WHERE ask_at > now()`); err != nil {
		s.Fatal(err)
	}
	if err := s.svc.Payment().Reconcile(context.Background()); err != nil {
		s.Fatal(err)
	}
}

func more(units *big.Int, by int64) *big.Int { return new(big.Int).Add(units, big.NewInt(by)) }

func TestProvePaymentsOnARealChain(t *testing.T) {
	s := openShop(t)
	// Paid in both coins, and followed by the reconciler only.
	for i, pay := range []func(d due) common.Hash{
		func(d due) common.Hash { return s.coins(d.address, d.units) },
		func(d due) common.Hash { return s.tokens(s.token, d.address, d.units) },
	} {
		d := s.open([]string{"ETH", "USDX"}[i])
		hash := pay(d)
		s.verify("waiting for a block", d, hash, "pending")
		s.mine(1)
		s.verify("in a block", d, hash, "confirming")
		s.mine(1)
		s.reconcile()
		s.is("two deep of three", d, "confirming")
		s.mine(1)
		s.reconcile()
		s.is("three deep", d, "succeeded")
		s.settled(i + 1)
		s.verify("asked again", d, hash, "succeeded")

		// Replayed for the next payment.
		s.refuse("replayed", s.open([]string{"ETH", "USDX"}[i]), hash, "")
		s.send("DELETE", "/basket", 200, map[string]any{})
	}

	// Underpaid and overpaid, in both coins.
	for asset, token := range map[string]bool{"ETH": false, "USDX": true} {
		for by, want := range map[int64]string{-1: "underpaid", 1: "overpaid"} {
			d := s.open(asset)
			var hash common.Hash
			if token {
				hash = s.tokens(s.token, d.address, more(d.units, by))
			} else {
				hash = s.coins(d.address, more(d.units, by))
			}
			s.mine(3)
			s.verify(asset+" "+want, d, hash, want)
			s.send("DELETE", "/basket", 200, map[string]any{})
		}
	}
	s.settled(2)

	// Transactions for something else.
	d := s.open("USDX")
	nobody := crypto.CreateAddress(common.Address{1}, 1).Hex()
	wrong, elsewhere, native := s.tokens(s.bad, d.address, d.units), s.tokens(s.token, nobody,
		d.units), s.coins(d.address, d.units)
	broke := s.tokens(s.token, d.address, new(big.Int).Lsh(big.NewInt(1), 250)) // more than the balance, so it reverts
	s.mine(4)
	s.refuse("the wrong token", d, wrong, "another coin")
	s.refuse("the wrong address", d, elsewhere, "nothing")
	s.refuse("coins for tokens", d, native, "another coin")
	s.refuse("a transfer that reverted", d, broke, "failed")
	if r := s.post("/payment/crypto/"+d.id+"/verify", 200,
		map[string]any{"txHash": common.Hash{9}.Hex()}); r["status"] != "pending" {
		t.Errorf("a transaction that is not there: %v", r)
	}
	good := s.tokens(s.token, d.address, d.units)
	s.mine(3)
	s.verify("the right one after all", d, good, "succeeded")
	s.settled(3)
}

func TestProveReorganizationOfARealChain(t *testing.T) {
	s := openShop(t)
	d := s.open("USDX")
	hash := s.tokens(s.token, d.address, d.units)
	s.mine(2)
	s.verify("two deep", d, hash, "confirming")

	// The block is dropped. The transaction is pending again, then in another block.
	before := s.blockOf(hash)
	s.fork(2, hash)
	s.reconcile()
	s.is("dropped", d, "pending")
	s.mine(2)
	s.reconcile()
	s.is("in another block", d, "confirming")
	if after := s.blockOf(hash); after == before {
		t.Log("the other block is the same as the first, to the bit")
	}

	// Dropped again and replaced: another transaction with the same nonce pays somebody else.
	s.fork(2, hash)
	nonce := s.nonce() - 1
	a := common.HexToAddress(crypto.CreateAddress(common.Address{2}, 1).Hex())
	thief := s.chain.send(nonce, &a, big.NewInt(1), nil, 10)
	s.mine(5)
	if rc, err := s.Client().TransactionReceipt(context.Background(), thief); err != nil || rc.Status != 1 {
		t.Fatalf("the replacement: %+v, %v", rc, err)
	}
	s.reconcile()
	s.is("replaced", d, "pending")
	s.settled(0)

	// Paid in the end.
	hash = s.tokens(s.token, d.address, d.units)
	s.mine(3)
	s.verify("paid", d, hash, "succeeded")
	s.settled(1)

	// A fork after delivery cannot be repaired. It is noted.
	s.fork(3, hash)
	s.chain.send(s.nonce()-1, &a, big.NewInt(1), nil, 10)
	s.mine(4)
	s.reconcile()
	s.is("delivered", d, "succeeded")
	var noted int
	if err := s.db.Pool.QueryRow(t.Context(),
		`SELECT count(*) FROM payment_event WHERE event = 'reorged after delivery'`).Scan(&noted); err != nil || noted != 1 {
		t.Errorf("noted %d times, %v", noted, err)
	}
}

func (s *shop) blockOf(hash common.Hash) string {
	s.Helper()
	rc, err := s.Client().TransactionReceipt(context.Background(), hash)
	if err != nil {
		s.Fatal(err)
	}
	return fmt.Sprint(rc.BlockHash)
}
