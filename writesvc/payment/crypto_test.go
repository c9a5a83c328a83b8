package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/chain"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/web"
)

// A coinShop is a tenant that is paid on a chain: an event at 10.00 TRY, a coin at 2,500 and a token at 40.
type coinShop struct {
	*shop
	tb      rapid.TB
	chain   *modelChain
	address string
	token   string
	buyers  int
}

func openCoinShop(t testing.TB, change ...func(*settings.Crypto)) *coinShop {
	t.Helper()
	h := openHouse(t)
	s := &coinShop{tb: t, shop: h.shop(t, "shop", 20), chain: newModelChain(t, 1337, h.now()), address: addr20(1),
		token: addr20(2)}
	s.settings(change...)
	return s
}

// settings enables payments on the chain.
func (s *coinShop) settings(change ...func(*settings.Crypto)) {
	s.tb.Helper()
	c := &settings.Crypto{Address: s.address, Chains: []settings.Chain{{ID: 1337, Name: "model",
		Nodes: []string{s.chain.URL}, Confirmations: 3, Assets: []settings.Asset{
			{Symbol: "COIN", Decimals: 18, Rates: map[string]string{"TRY": "2500"}},
			{Symbol: "TOK", Token: s.token, Decimals: 6, Rates: map[string]string{"TRY": "40"}},
		}}}}
	for _, f := range change {
		f(c)
	}
	if err := c.Validate(); err != nil {
		s.tb.Fatal(err)
	}
	if _, err := s.db.Pool.Exec(context.Background(), `INSERT INTO tenant_payment (tenant_id, settings) VALUES ($1, $2)
ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings`, s.t.ID(),
		settings.Settings{Crypto: c, Stock: roomy()}); err != nil {
		s.tb.Fatal(err)
	}
}

func (s *coinShop) request(path string, body any) *web.Request {
	s.tb.Helper()
	rq, err := http.NewRequest(http.MethodPost, path, nil)
	if err != nil {
		s.tb.Fatal(err)
	}
	text, err := json.Marshal(body)
	if err != nil {
		s.tb.Fatal(err)
	}
	return &web.Request{HTTP: rq, Tenant: s.t, Client: netip.MustParseAddr("192.0.2.1"), Body: text}
}

// open begins a payment for one place in a coin.
func (s *coinShop) open(asset string) writeapi.Crypto {
	s.tb.Helper()
	s.buyers++
	b, err := s.buyer(context.Background(), fmt.Sprint("b", s.buyers), 1)
	if err != nil {
		s.tb.Fatal(err)
	}
	return s.openFor(b, asset)
}

func (s *coinShop) openFor(basket, asset string) writeapi.Crypto {
	s.tb.Helper()
	a, err := s.Service.chain.StartCrypto(context.Background(), s.request("/payment/crypto",
		map[string]any{"basketId": basket, "asset": asset}))
	if err != nil {
		s.tb.Fatal(err)
	}
	return a.Data.(writeapi.Crypto)
}

// name names a transaction for a payment.
func (s *coinShop) name(payment, hash string) (writeapi.Payment, error) {
	rq := s.request("/payment/crypto/"+payment+"/verify", map[string]any{"txHash": hash})
	rq.HTTP.SetPathValue("paymentId", payment)
	a, err := s.Service.chain.VerifyCrypto(context.Background(), rq)
	if err != nil {
		return writeapi.Payment{}, err
	}
	return a.Data.(writeapi.Payment), nil
}

// want names a transaction and expects a status.
func (s *coinShop) want(what, payment, hash string, status record.Status) writeapi.Payment {
	s.tb.Helper()
	v, err := s.name(payment, hash)
	if err != nil || v.Status != string(status) {
		s.tb.Fatalf("%s: %+v, %v; want %s", what, v, err, status)
	}
	return v
}

// refuse names a transaction that must be refused, and expects the status to stay.
func (s *coinShop) refuse(what, payment, hash, word string, status record.Status) {
	s.tb.Helper()
	if v, err := s.name(payment, hash); !isCode(err, api.PaymentRefused) || !strings.Contains(err.Error(), word) {
		s.tb.Errorf("%s: %+v, %v; want a refusal with %q", what, v, err, word)
	}
	if got := s.status(payment); got != status {
		s.tb.Errorf("%s: the payment is %s, want %s", what, got, status)
	}
}

func (s *coinShop) status(payment string) (status record.Status) {
	s.tb.Helper()
	if err := s.db.Pool.QueryRow(context.Background(), `SELECT status FROM payment WHERE tenant_id = $1 AND id = $2`,
		s.t.ID(), payment).Scan(&status); err != nil {
		s.tb.Fatal(err)
	}
	return status
}

func (s *coinShop) count(sql string, args ...any) (n int) {
	s.tb.Helper()
	if err := s.db.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		s.tb.Fatal(err)
	}
	return n
}

func (s *coinShop) reconcile(d time.Duration) {
	s.tb.Helper()
	s.later(d)
	if err := s.Reconcile(context.Background()); err != nil {
		s.tb.Fatal(err)
	}
}

// plus adds smallest units to an amount.
func plus(units string, more int64) string {
	return new(big.Int).Add(big10(units), big.NewInt(more)).String()
}

func TestPaymentOnAChain(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	for i, asset := range []string{"COIN", "TOK"} {
		p := s.open(asset)
		// 10.00 TRY at 2,500 for a coin of 18 decimals and at 40 for a token of 6, plus up to 9,999 units.
		price := map[string]string{"COIN": "4000000000000000", "TOK": "250000"}[asset]
		if extra := new(big.Int).Sub(big10(p.AmountUnits), big10(price)); extra.Sign() <= 0 || extra.Int64() > 9999 {
			t.Errorf("%s: %s units for a price of %s", asset, p.AmountUnits, price)
		}
		if p.Status != "pending" || !strings.EqualFold(p.Address, s.address) || p.ChainID != 1337 || p.Confirmations != 3 ||
			!strings.HasPrefix(p.URI, "ethereum:0x") || !strings.HasSuffix(p.URI, "="+p.AmountUnits) {
			t.Errorf("%+v", p)
		}
		s.want("a transaction that nobody knows", p.PaymentID, hash32(999), record.Pending)
		var tx *modelTx
		if asset == "COIN" {
			tx = s.chain.native(s.address, p.AmountUnits)
		} else {
			tx = s.chain.token(s.token, s.address, p.AmountUnits)
		}
		s.want("one that waits for a block", p.PaymentID, tx.hash, record.Pending)
		s.chain.mine(1, s.now())
		if v := s.want("in a block", p.PaymentID, "0x"+strings.ToUpper(tx.hash[2:]),
			record.Confirming); v.Crypto.Confirmations != 1 || v.Crypto.Received != p.Amount || v.Crypto.TxHash != tx.hash {
			t.Errorf("%+v", v.Crypto)
		}
		s.refuse("another one meanwhile", p.PaymentID, hash32(998), "Another", record.Confirming)
		s.chain.mine(1, s.now())
		s.reconcile(61 * time.Second)
		if s.status(p.PaymentID) != record.Confirming {
			t.Errorf("two deep of three: %s", s.status(p.PaymentID))
		}
		s.chain.mine(1, s.now())
		s.reconcile(61 * time.Second) // the customer may be gone; the reconciler settles it
		v := s.want("three deep", p.PaymentID, tx.hash, record.Succeeded)
		if v.Order == nil || v.Paid != 1000 {
			t.Errorf("%+v", v)
		}
		if n := s.count(`SELECT count(*) FROM ticket WHERE status = 'valid'`); n != i+1 {
			t.Errorf("%d tickets", n)
		}
		if n := s.count(`SELECT sum(sold)::int FROM inventory`); n != i+1 {
			t.Errorf("%d places are sold", n)
		}
	}
	for method := range s.chain.asked {
		if !strings.Contains("eth_chainId eth_blockNumber eth_getTransactionByHash eth_getTransactionReceipt "+
			"eth_getBlockByNumber", method) {
			t.Errorf("asked for %s", method)
		}
	}
}

func TestWrongAmountOnAChainWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	for what, f := range map[string]struct {
		more   int64
		status record.Status
	}{"too little": {-1, record.Underpaid}, "too much": {1, record.Overpaid}} {
		p := s.open("TOK")
		tx := s.chain.token(s.token, s.address, plus(p.AmountUnits, f.more))
		s.chain.mine(3, s.now())
		v := s.want(what, p.PaymentID, tx.hash, f.status)
		if v.Order != nil || v.Reason != string(f.status) || v.Paid == 0 {
			t.Errorf("%s: %+v", what, v)
		}
		// An operator returns the coins with the tenant's own keys, and records that.
		if err := settle.Refund(t.Context(), s.db.Pool, settle.RefundRequest{Tenant: "shop", Payment: p.PaymentID,
			Amount: 1}); err == nil {
			t.Errorf("%s: a part went back", what)
		}
		if err := settle.Refund(t.Context(), s.db.Pool, settle.RefundRequest{Tenant: "shop",
			Payment: p.PaymentID}); err != nil {
			t.Fatal(err)
		}
		s.reconcile(0)
		if got := s.status(p.PaymentID); got != record.Refunded {
			t.Errorf("%s, sent back: %s", what, got)
		}
	}
	if n := s.count(`SELECT count(*) FROM orders`) + s.count(`SELECT coalesce(sum(sold + reserved), 0)::int
FROM inventory`); n != 0 {
		t.Errorf("%d orders and places", n)
	}
	if n := s.count(`SELECT count(*) FROM notification WHERE type = 'payment-review'`); n != 2 {
		t.Errorf("%d customers were told", n)
	}
	// Two transfers in one transaction are added up.
	p := s.open("TOK")
	tx := s.chain.token(s.token, s.address, plus(p.AmountUnits, -100_000), "100000")
	s.chain.mine(3, s.now())
	s.want("in two parts", p.PaymentID, tx.hash, record.Succeeded)
}

func TestFurtherTransactionsWaitForAnOperator(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	books := func(payment string) (sums [2]int) {
		return [2]int{s.count(`SELECT captured::int FROM payment WHERE id = $1`, payment), s.count(`SELECT count(*)
FROM crypto_claim WHERE payment_id = $1`, payment)}
	}
	p, other := s.open("TOK"), s.open("TOK")
	for _, want := range []record.Status{record.Succeeded, record.Succeeded} { // paid twice
		tx := s.chain.token(s.token, s.address, p.AmountUnits)
		s.chain.mine(3, s.now())
		s.want("paid", p.PaymentID, tx.hash, want)
		s.want("named again", p.PaymentID, tx.hash, want)
	}
	if got := books(p.PaymentID); got != [2]int{2000, 2} || s.count(`SELECT count(*) FROM ticket`) != 1 {
		t.Errorf("paid twice: %v, %d tickets", got, s.count(`SELECT count(*) FROM ticket`))
	}
	// One of the two is refunded.
	if err := settle.Refund(t.Context(), s.db.Pool, settle.RefundRequest{Tenant: "shop", Payment: p.PaymentID,
		Amount: 1000}); err != nil {
		t.Fatal(err)
	}
	s.reconcile(0)
	if got := s.status(p.PaymentID); got != record.PartiallyRefunded || s.count(`SELECT count(*) FROM ticket
WHERE status = 'valid'`) != 1 {
		t.Errorf("one went back: %s", got)
	}
	stranger := s.chain.token(s.token, s.address, other.AmountUnits)
	shallow := s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(1, s.now())
	s.refuse("not deep yet", p.PaymentID, shallow.hash, "Another", record.PartiallyRefunded)
	s.chain.mine(2, s.now())
	s.refuse("a stranger's", p.PaymentID, stranger.hash, "something else", record.PartiallyRefunded)
	s.refuse("in another coin", p.PaymentID, s.mined(s.chain.native(s.address, p.AmountUnits)).hash, "another coin",
		record.PartiallyRefunded)
	s.want("another's is his", other.PaymentID, stranger.hash, record.Succeeded)

	// Too little, then the rest: an operator sees both.
	short := s.open("TOK")
	s.want("short", short.PaymentID, s.mined(s.chain.token(s.token, s.address, plus(short.AmountUnits, -100_000))).hash,
		record.Underpaid)
	rest := s.mined(s.chain.token(s.token, s.address, "100000"))
	s.want("the rest", short.PaymentID, rest.hash, record.Underpaid)
	if got := books(short.PaymentID); got[0] < 998 || got[0] > 1000 || got[1] != 2 {
		t.Errorf("in two payments: %v", got)
	}
	s.refuse("the rest, for somebody else", other.PaymentID, rest.hash, "used for another", record.Succeeded)
	if err := settle.Refund(t.Context(), s.db.Pool, settle.RefundRequest{Tenant: "shop",
		Payment: short.PaymentID}); err != nil {
		t.Fatal(err)
	}
	s.reconcile(0)
	if got := s.status(short.PaymentID); got != record.Refunded {
		t.Errorf("both went back: %s", got)
	}
	// Another transaction after the end is recorded; the payment stays ended.
	late := s.mined(s.chain.token(s.token, s.address, short.AmountUnits))
	s.want("after the end", short.PaymentID, late.hash, record.Refunded)
	if got := books(short.PaymentID); got[1] != 3 || s.count(`SELECT count(*) FROM payment_event
WHERE event = 'paid again'`) != 3 {
		t.Errorf("after the end: %v", got)
	}
}

// mined puts a transaction three blocks deep.
func (s *coinShop) mined(tx *modelTx) *modelTx {
	s.chain.mine(3, s.now())
	return tx
}

func TestForeignTransactionChangesNothing(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p, other := s.open("TOK"), s.open("TOK")
	coin := s.open("COIN")
	failed := s.chain.token(s.token, s.address, p.AmountUnits)
	failed.failed = true
	removed := s.chain.token(s.token, s.address, p.AmountUnits)
	removed.logs[0].removed = true
	nft := s.chain.token(s.token, s.address, p.AmountUnits)
	nft.logs[0].topics = 4
	fake := s.chain.token(s.token, s.address, p.AmountUnits)
	fake.logs[0].token = addr20(66) // any contract can log any event, even when called by the right one
	for what, f := range map[string]struct {
		tx   *modelTx
		word string
	}{
		"the wrong token":                 {s.chain.token(addr20(3), s.address, p.AmountUnits), "another coin"},
		"a log of the wrong token":        {fake, "another coin"},
		"the wrong address":               {s.chain.token(s.token, addr20(9), p.AmountUnits), "nothing"},
		"coins in place of tokens":        {s.chain.native(s.address, p.AmountUnits), "another coin"},
		"one that failed":                 {failed, "failed"},
		"a log that was removed":          {removed, "nothing"},
		"a token that is one of a kind":   {nft, "nothing"},
		"a stranger's, to the last digit": {s.chain.token(s.token, s.address, other.AmountUnits), "something else"},
	} {
		s.chain.mine(4, s.now())
		s.refuse(what, p.PaymentID, f.tx.hash, f.word, record.Pending)
		s.refuse(what+", for coins", coin.PaymentID, f.tx.hash, "", record.Pending)
	}
	s.later(-10 * time.Minute)
	s.chain.mine(0, s.now())
	old := s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(4, s.now())
	s.later(10 * time.Minute)
	s.refuse("one from before", p.PaymentID, old.hash, "older", record.Pending)

	// Replayed for another payment of the same tenant, and of another tenant with the same address.
	good := s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	s.want("the right one", p.PaymentID, good.hash, record.Succeeded)
	s.refuse("used already", s.open("TOK").PaymentID, good.hash, "", record.Pending)
	if _, err := s.db.Pool.Exec(t.Context(), `UPDATE crypto_payment SET alone = false`); err != nil { // long ago
		t.Fatal(err)
	}
	s.refuse("used long ago", s.open("TOK").PaymentID, good.hash, "used for another", record.Pending)
	for _, bad := range []string{"", "0x", "0x12", good.hash[2:], good.hash + "0",
		strings.Replace(good.hash, "0x", "0y", 1), "0x" + strings.Repeat("g", 64)} {
		if _, err := s.name(p.PaymentID, bad); !isCode(err, api.InvalidParameter) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if n := s.count(`SELECT count(*) FROM orders`); n != 1 {
		t.Errorf("%d orders", n)
	}
}

func TestReorganizationOfAChain(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("COIN")
	tx := s.chain.native(s.address, p.AmountUnits)
	s.chain.mine(2, s.now())
	s.want("two deep", p.PaymentID, tx.hash, record.Confirming)
	s.chain.fork(2)
	s.want("back among those that wait", p.PaymentID, tx.hash, record.Pending)
	s.chain.mine(2, s.now())
	s.reconcile(61 * time.Second)
	if got := s.status(p.PaymentID); got != record.Confirming {
		t.Fatalf("in another block: %s", got)
	}
	// It moves to another block between two checks.
	s.chain.fork(2)
	s.chain.mine(2, s.now())
	if v := s.want("moved", p.PaymentID, tx.hash, record.Confirming); v.Crypto.Confirmations != 2 {
		t.Errorf("%+v", v.Crypto)
	}
	// The sender replaces it by another transaction with the same nonce, so it never returns.
	s.chain.fork(2, tx)
	s.chain.mine(5, s.now())
	s.want("replaced", p.PaymentID, tx.hash, record.Pending)
	second := s.chain.native(s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	s.want("paid after all", p.PaymentID, second.hash, record.Succeeded)
	if n := s.count(`SELECT count(*) FROM payment_event WHERE event = 'reorg'`); n != 2 {
		t.Errorf("%d reorgs are noted", n)
	}
	// A fork after delivery cannot be repaired. It is noted once and logged for the operator.
	s.chain.fork(3, second)
	s.chain.mine(5, s.now())
	s.reconcile(61 * time.Second)
	s.reconcile(61 * time.Second)
	if n := s.count(`SELECT count(*) FROM payment_event WHERE event = 'reorged after delivery'`); n != 1 ||
		s.status(p.PaymentID) != record.Succeeded {
		t.Errorf("noted %d times; %s", n, s.status(p.PaymentID))
	}
	s.reconcile(25 * time.Hour)
	if n := s.count(`SELECT count(*) FROM payment WHERE ask_at IS NOT NULL`); n != 0 {
		t.Errorf("%d payments are still asked for", n)
	}
}

func TestFinalBlockIsNotCheckedAgain(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("COIN")
	tx := s.chain.native(s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	s.want("paid", p.PaymentID, tx.hash, record.Succeeded)
	s.reconcile(61 * time.Second)
	if n := s.count(`SELECT count(*) FROM payment WHERE ask_at IS NOT NULL`); n != 1 {
		t.Error("a shallow block is not looked at again")
	}
	s.chain.mine(64, s.now())
	s.reconcile(61 * time.Second)
	if n := s.count(`SELECT count(*) FROM payment WHERE ask_at IS NOT NULL`); n != 0 {
		t.Error("a deep block is looked at again")
	}
}

func TestLateTransactionsWaitForAnOperator(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	ctx := t.Context()
	// In time by the block's clock, but named after the payment's end. The place is available, so it is sold.
	p := s.open("TOK")
	tx := s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	s.reconcile(16 * time.Minute)
	if s.status(p.PaymentID) != record.Expired || s.count(`SELECT coalesce(sum(reserved), 0)::int FROM inventory`) != 0 {
		t.Fatal("a payment whose time has passed is not expired")
	}
	s.want("named late", p.PaymentID, tx.hash, record.Succeeded)

	// Sent late.
	p = s.open("TOK")
	s.reconcile(20 * time.Minute)
	tx = s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(1, s.now())
	s.want("sent late", p.PaymentID, tx.hash, record.Expired)
	s.chain.mine(2, s.now())
	s.reconcile(61 * time.Second)
	if v := s.want("sent late, three deep", p.PaymentID, tx.hash, record.Review); v.Reason != chain.ReasonLate ||
		v.Paid != 1000 || v.Order != nil {
		t.Errorf("%+v", v)
	}

	// In a block before the end, but the basket was bought by card meanwhile.
	s.buyers++
	b, err := s.buyer(ctx, "twice", 1)
	if err != nil {
		t.Fatal(err)
	}
	p = s.openFor(b, "TOK")
	card, err := s.start(ctx, b) // no transaction was named yet; the customer may choose another method
	if err != nil || s.status(p.PaymentID) != record.Cancelled {
		t.Fatalf("a card in place of coins: %v, %s", err, s.status(p.PaymentID))
	}
	tx = s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	if err := s.callback(ctx, card); err != nil {
		t.Fatal(err)
	}
	if v := s.want("paid twice", p.PaymentID, tx.hash, record.Review); v.Reason != chain.ReasonSecond {
		t.Errorf("%+v", v)
	}
	p = s.open("TOK")
	tx = s.chain.token(s.token, s.address, p.AmountUnits)
	s.want("named", p.PaymentID, tx.hash, record.Pending)
	if err := s.db.Pool.QueryRow(ctx, `SELECT basket_id FROM payment WHERE id = $1`, p.PaymentID).Scan(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := s.start(ctx, b); !isCode(err, api.PaymentUnderWay) {
		t.Errorf("a card while coins are on their way: %v", err)
	}

	// In time, but sold out.
	s.reconcile(20 * time.Minute)
	if _, err := s.db.Pool.Exec(ctx, `UPDATE event SET capacity_max = 2`); err != nil {
		t.Fatal(err)
	}
	s.later(-19 * time.Minute)
	s.chain.mine(3, s.now())
	s.later(19 * time.Minute)
	if v := s.want("sold out", p.PaymentID, tx.hash, record.Review); v.Reason != "sold_out" || v.Order != nil {
		t.Errorf("%+v", v)
	}
	// A transaction that never appears is dropped after a day.
	if _, err := s.db.Pool.Exec(ctx, `UPDATE event SET capacity_max = 9`); err != nil {
		t.Fatal(err)
	}
	p = s.open("TOK")
	s.want("never comes", p.PaymentID, hash32(77), record.Pending)
	s.reconcile(20 * time.Minute)
	if n := s.count(`SELECT count(*) FROM payment WHERE ask_at IS NOT NULL AND id = $1`, p.PaymentID); n != 1 {
		t.Error("it is not looked for any more")
	}
	s.reconcile(25 * time.Hour)
	if n := s.count(`SELECT count(*) FROM payment WHERE ask_at IS NOT NULL AND id = $1`, p.PaymentID); n != 0 {
		t.Error("it is looked for for ever")
	}
}

func TestFaultyNodeDecidesNothing(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("COIN")
	tx := s.chain.native(s.address, p.AmountUnits)
	s.chain.mine(5, s.now())
	for _, mode := range []string{"mute", "garbage", "huge", "refuses", "elsewhere"} {
		s.chain.set(mode)
		if v, err := s.name(p.PaymentID, tx.hash); !isCode(err, api.Unavailable) ||
			strings.Contains(err.Error(), s.chain.URL) {
			t.Errorf("%s: %+v, %v", mode, v, err)
		}
		if got := s.status(p.PaymentID); got != record.Pending {
			t.Errorf("%s: %s", mode, got)
		}
	}
	s.chain.set("")
	s.chain.id = 1
	if _, err := s.name(p.PaymentID, tx.hash); !isCode(err, api.Unavailable) {
		t.Errorf("a node of another chain: %v", err)
	}
	s.chain.id = 1337
	s.reconcile(10 * time.Minute) // the transaction was stored
	if got := s.status(p.PaymentID); got != record.Succeeded {
		t.Errorf("the node is back: %s", got)
	}

	// Large amounts: a single lying node gains nothing.
	liar := newModelChain(t, 1337, s.now())
	s.settings(func(c *settings.Crypto) {
		c.TwoFrom = "5"
		c.Chains[0].Nodes = []string{liar.URL, s.chain.URL}
	})
	p = s.open("COIN")
	lie := liar.native(s.address, p.AmountUnits)
	liar.mine(50, s.now())
	if _, err := s.name(p.PaymentID, lie.hash); !isCode(err, api.Unavailable) {
		t.Errorf("a lie: %v", err)
	}
	if got := s.status(p.PaymentID); got != record.Pending {
		t.Errorf("a lie: %s", got)
	}
	s.settings(func(c *settings.Crypto) { c.TwoFrom = "5" })
	s.buyers++
	b, err := s.buyer(t.Context(), "large", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Service.chain.StartCrypto(t.Context(), s.request("/payment/crypto",
		map[string]any{"basketId": b, "asset": "COIN"})); !isCode(err, api.MethodOff) {
		t.Errorf("a large sum with one node: %v", err)
	}
	// If one node does not answer, the next one is asked.
	s.settings(func(c *settings.Crypto) {
		c.TwoFrom = "never"
		c.Chains[0].Nodes = []string{"http://127.0.0.1:1", s.chain.URL}
	})
	p = s.open("COIN")
	tx = s.chain.native(s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	s.want("by the second node", p.PaymentID, tx.hash, record.Succeeded)
}

func TestCrashKeepsCoinsAndOrderConsistent(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	for i, step := range []string{"seen", "delivered", "committed"} {
		p := s.open("TOK")
		tx := s.chain.token(s.token, s.address, p.AmountUnits)
		s.chain.mine(3, s.now())
		died := false
		s.step = func(at, _ string) error {
			if at == step && !died {
				died = true
				return errKilled
			}
			return nil
		}
		if _, err := s.name(p.PaymentID, tx.hash); err == nil || !died {
			t.Errorf("%s: %v", step, err)
		}
		s.reconcile(61 * time.Second)
		if got := s.status(p.PaymentID); got != record.Succeeded || s.count(`SELECT count(*) FROM orders`) != i+1 {
			t.Errorf("killed at %s: %s, %d orders", step, got, s.count(`SELECT count(*) FROM orders`))
		}
	}
}

func TestConcurrentClaimsOfOneTransaction(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	p := s.open("TOK")
	tx := s.chain.token(s.token, s.address, p.AmountUnits)
	s.chain.mine(3, s.now())
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if v, err := s.name(p.PaymentID, tx.hash); err != nil || v.Status != "succeeded" && v.Status != "confirming" {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
	wg.Wait()
	if n := s.count(`SELECT count(*) FROM orders`)*100 + s.count(`SELECT count(*)
FROM ticket`)*10 + s.count(`SELECT count(*) FROM crypto_claim`); n != 111 {
		t.Errorf("orders, tickets, claims: %d", n)
	}
}

func TestAmountsOnAChainAreUnique(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	seen := map[string]bool{}
	for range 12 {
		p := s.open("TOK")
		if seen[p.AmountUnits] {
			t.Errorf("%s twice", p.AmountUnits)
		}
		seen[p.AmountUnits] = true
	}
	// If all amounts are taken, no payment gets one of them until a week after its owner's end.
	ctx := t.Context()
	if _, err := s.db.Pool.Exec(ctx, `DELETE FROM crypto_payment`); err != nil {
		t.Fatal(err)
	}
	rows, err := s.db.Pool.Query(ctx, `SELECT `+record.Columns+` FROM payment ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		t.Fatal(err)
	}
	take := func(p *record.Payment) error {
		k := &chain.CoinRow{Chain: 1337, Address: s.address, Asset: "TOK", Token: s.token, Decimals: 6, Rate: "40", Depth: 3}
		return pgx.BeginFunc(ctx, s.db.Pool, func(tx pgx.Tx) error {
			return s.Service.chain.TakeSum(ctx, tx, p, k,
				big.NewInt(250000), 2)
		})
	}
	if err := errors.Join(take(all[0]), take(all[1])); err != nil {
		t.Fatal(err)
	}
	if err := take(all[2]); !isCode(err, api.Unavailable) {
		t.Errorf("no sum is left: %v", err)
	}
	// Paid long ago: the amount is free again.
	for i, status := range []record.Status{record.Expired, record.Succeeded, record.PartiallyRefunded} {
		for _, d := range []time.Duration{chain.AloneFor - time.Hour, chain.AloneFor + time.Hour} {
			if _, err := s.db.Pool.Exec(ctx, `UPDATE payment SET status = $3, finalized_at = $2 WHERE id = $1`, all[i].ID,
				s.now().Add(-d), status); err != nil {
				t.Fatal(err)
			}
			if err := s.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			if err := take(all[i+2]); (err == nil) != (d > chain.AloneFor) {
				t.Errorf("%s after it was %s: %v", d, status, err)
			}
		}
	}
}

func TestCoinsRequireSettings(t *testing.T) {
	t.Parallel()
	s := openCoinShop(t)
	b, err := s.buyer(t.Context(), "ada", 1)
	if err != nil {
		t.Fatal(err)
	}
	start := func(body map[string]any) error {
		_, err := s.Service.chain.StartCrypto(t.Context(), s.request("/payment/crypto", body))
		return err
	}
	for _, asset := range []string{"", "tok", "BTC"} {
		if err := start(map[string]any{"basketId": b, "asset": asset}); !isCode(err, api.InvalidParameter) {
			t.Errorf("asset %q: %v", asset, err)
		}
	}
	for _, member := range []string{"amount", "price", "rate", "address", "chainId"} {
		if err := start(map[string]any{"basketId": b, "asset": "TOK", member: 1}); !isCode(err, api.InvalidParameter) {
			t.Errorf("with %s: %v", member, err)
		}
	}
	if err := start(map[string]any{"basketId": "0123456789abcdef01234567", "asset": "TOK"}); !isCode(err, api.NotFound) {
		t.Errorf("no basket: %v", err)
	}
	then := s.now().Add(-2 * time.Hour)
	s.settings(func(c *settings.Crypto) { c.Chains[0].Assets[1].RatedAt = &then })
	if err := start(map[string]any{"basketId": b, "asset": "TOK"}); !isCode(err, api.MethodOff) {
		t.Errorf("an old rate: %v", err)
	}
	s.settings(func(c *settings.Crypto) { c.Chains[0].Assets[1].Rates = map[string]string{"USD": "1"} })
	if err := start(map[string]any{"basketId": b, "asset": "TOK"}); !isCode(err, api.MethodOff) {
		t.Errorf("no rate in the basket's currency: %v", err)
	}
	if _, err := s.db.Pool.Exec(t.Context(), `UPDATE tenant_payment SET settings = '{}'`); err != nil {
		t.Fatal(err)
	}
	if err := start(map[string]any{"basketId": b, "asset": "TOK"}); !isCode(err, api.MethodOff) {
		t.Errorf("without settings: %v", err)
	}
}
