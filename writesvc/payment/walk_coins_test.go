package payment

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/chain"
	"vitrine/writesvc/payment/record"
)

// A coinPay is a model of a payment on the chain.
type coinPay struct {
	id, token string
	due       *big.Int
	txs       []*sentTx
}

// A sentTx is a transaction that was sent for a payment.
type sentTx struct {
	*modelTx
	of    *coinPay
	pays  *big.Int // to the tenant's address, in the payment's coin; nil: nothing
	exact bool     // exactly the payment's amount, which no other payment has
	gone  bool     // replaced by its sender; it never returns
}

// sendFor sends a transaction for a payment, with the right amount or a wrong one.
func (w *walk) sendFor(p *coinPay, what string) *sentTx {
	more := func(n int64) string { return plus(p.due.String(), n) }
	plain := func(units string) *modelTx {
		if p.token == "" {
			return w.chain.native(w.address, units)
		}
		return w.chain.token(p.token, w.address, units)
	}
	s := &sentTx{of: p, pays: p.due}
	switch what {
	case "under": // by more than amounts differ from one another
		s.modelTx, s.pays = plain(more(-20_000)), big10(more(-20_000))
	case "over":
		s.modelTx, s.pays = plain(more(20_000)), big10(more(20_000))
	case "another coin":
		s.modelTx, s.pays = w.chain.token(addr20(3), w.address, p.due.String()), nil
	case "another address":
		s.modelTx, s.pays = w.chain.native(addr20(9), p.due.String()), nil
	case "failed":
		s.modelTx, s.pays = plain(p.due.String()), nil
		s.failed = true
	default:
		if what == "two parts" && p.token != "" {
			s.modelTx = w.chain.token(p.token, w.address, more(-100_000), "100000")
			break
		}
		s.modelTx, s.exact = plain(p.due.String()), true
	}
	p.txs = append(p.txs, s)
	w.sent[s.hash] = s
	return s
}

// nameFor names a transaction for a payment, as its customer or a stranger, and checks the result.
func (w *walk) nameFor(p *coinPay, tx *sentTx) {
	before, claimed := w.status(p.id), w.claimed(tx)
	w.killed("seen", "delivered", "committed")
	_, err := w.name(p.id, tx.hash)
	killed := err == errKilled
	w.step = nil
	w.must(err, api.PaymentRefused, api.Unavailable)
	after := w.status(p.id)
	waited := chain.Waits(before)
	switch ours := tx.pays != nil && p.token == tx.of.token && (!tx.exact || tx.of == p); {
	case !ours && after != before && waited:
		w.rt.Fatalf("%s was %s; %s, which is not for it, made it %s", p.id, before, tx.hash, after)
	case isCode(err, api.Unavailable) && after != before:
		w.rt.Fatalf("%s was %s; a chain that does not answer made it %s", p.id, before, after)
	case ours && tx.of == p && waited && !killed && err == nil && w.chain.depth(tx.modelTx) >= 3 && claimed == "" &&
		w.claimed(tx) != p.id:
		w.rt.Fatalf("%s was %s and is %s: %s pays for it, and nothing is owed", p.id, before, after, tx.hash)
	case claimed != "" && claimed != p.id && w.claimed(tx) != claimed:
		w.rt.Fatalf("%s took %s from %s", p.id, tx.hash, claimed)
	}
}

// basketOf returns the basket that a payment is for.
func (w *walk) basketOf(payment string) (id string) {
	w.must(w.db.Pool.QueryRow(w.ctx, `SELECT basket_id FROM payment WHERE tenant_id = $1 AND id = $2`, w.t.ID(),
		payment).Scan(&id))
	return id
}

// claimed returns the payment that a transaction counts for, or "".
func (w *walk) claimed(tx *sentTx) (id string) {
	w.must(w.db.Pool.QueryRow(w.ctx, `SELECT coalesce(min(payment_id), '') FROM crypto_claim WHERE tenant_id = $1
AND tx_hash = $2`, w.t.ID(), tx.hash).Scan(&id))
	return id
}

func (w *walk) coinSteps() map[string]func(*rapid.T) {
	kinds := []string{"exact", "exact", "exact", "two parts", "under", "over", "another coin", "another address", "failed"}
	begin := func() *coinPay {
		asset := rapid.SampledFrom([]string{"COIN", "TOK"}).Draw(w.rt, "asset")
		a, err := w.Service.chain.StartCrypto(w.ctx, w.request("/payment/crypto",
			map[string]any{"basketId": w.basket(), "asset": asset}))
		if w.must(err, notNow...); err != nil {
			return nil
		}
		v := a.Data.(writeapi.Crypto)
		p := &coinPay{id: v.PaymentID, due: big10(v.AmountUnits)}
		if asset == "TOK" {
			p.token = w.token
		}
		w.coins, w.payments = append(w.coins, p), append(w.payments, p.id)
		return p
	}
	var all []*sentTx
	send := func(p *coinPay) *sentTx {
		tx := w.sendFor(p, rapid.SampledFrom(kinds).Draw(w.rt, "what"))
		all = append(all, tx)
		return tx
	}
	mine := func() { w.chain.mine(rapid.IntRange(1, 3).Draw(w.rt, "blocks"), w.now()) }
	pay := func(*rapid.T) {
		p := begin()
		if p == nil {
			return
		}
		tx := send(p)
		if w.odds("named before it is in a block", 3) {
			w.nameFor(p, tx)
		}
		mine()
		w.nameFor(p, tx)
	}
	name := func(*rapid.T) {
		tx := pick(w, all)
		p := tx.of
		if w.odds("for another", 2) {
			p = pick(w, w.coins)
		}
		if w.odds("its node is down", 5) {
			w.chain.set("mute")
			defer w.chain.set("")
		}
		w.nameFor(p, tx)
	}
	return map[string]func(*rapid.T){
		"begin with coins":    func(*rapid.T) { begin() },
		"pay with coins":      pay,
		"pay with coins, too": pay, // twice as often as the other steps
		"send coins":          func(*rapid.T) { send(pick(w, w.coins)) },
		"name":                name,
		"name, too":           name,
		"name after the sign-out": func(*rapid.T) {
			p := begin()
			if p == nil {
				return
			}
			tx := send(p)
			mine()
			w.pass(20 * time.Minute) // the payment expires
			w.signOut(w.basketOf(p.id))
			w.nameFor(p, tx)
		},
		"name what nobody knows": func(*rapid.T) {
			_, err := w.name(pick(w, w.coins).id, hash32(900_000))
			w.must(err, api.PaymentRefused)
		},
		"blocks": func(*rapid.T) { mine() },
		"a fork": func(*rapid.T) {
			n := rapid.IntRange(1, 2).Draw(w.rt, "blocks") // delivered payments are deeper
			if len(w.chain.blocks) <= n {
				mine()
				return // the chain was too short
			}
			var replaced []*modelTx
			if len(all) > 0 && w.odds("one is replaced", 3) {
				if tx := pick(w, all); w.chain.depth(tx.modelTx) <= n && w.chain.depth(tx.modelTx) > 0 {
					tx.gone, replaced = true, append(replaced, tx.modelTx)
				}
			}
			w.chain.reorg(n, rapid.Bool().Draw(w.rt, "it holds the same"), w.now(), replaced...)
			if w.odds("seen at once", 2) {
				w.pass(time.Minute)
			}
		},
		"the chain goes on": func(*rapid.T) {
			mine()
			if w.odds("its node is down", 6) {
				w.chain.set("mute")
				defer w.chain.set("")
			}
			w.pass(time.Minute)
		},
	}
}

// endCoins mines and names all transactions.
func (w *walk) endCoins() {
	w.chain.mine(4, w.now())
	for range 2 {
		w.pass(time.Minute)
		for _, p := range w.coins {
			for _, tx := range p.txs {
				_, err := w.name(p.id, tx.hash)
				w.must(err, api.PaymentRefused)
			}
		}
	}
	for _, p := range w.coins {
		for _, tx := range p.txs {
			if tx.pays != nil && !tx.gone && w.claimed(tx) == "" {
				w.rt.Fatalf("%s is %s: %s paid for it, its customer says so, and nothing is owed", p.id, w.status(p.id), tx.hash)
			}
		}
	}
	w.chain.mine(chain.LeastDeep, w.now()) // so that every payment is final
}

// auditCoins returns what is wrong with payments on the chain. Each transfer counts once and correctly, and delivered
// payments are deep.
func (w *walk) auditCoins(ctx context.Context) error {
	used := map[string]*big.Int{}
	for _, p := range w.coins {
		var status record.Status
		var price, captured writeapi.Money
		var received, sum, hash string
		var claims int
		var ordered bool
		if err := w.db.Pool.QueryRow(ctx,
			`SELECT p.status, p.amount, p.captured, k.received::text, coalesce(c.sum, 0)::text, coalesce(c.n, 0),
  coalesce(k.tx_hash, ''),
  EXISTS (SELECT FROM orders o WHERE o.tenant_id = $1 AND o.payment_id = p.id)
FROM payment p JOIN crypto_payment k ON k.tenant_id = $1 AND k.payment_id = p.id
LEFT JOIN (SELECT payment_id, tx_hash, sum(amount) AS sum, count(*) AS n FROM crypto_claim WHERE tenant_id = $1
GROUP BY 1, 2) c ON c.payment_id = p.id AND c.tx_hash = k.tx_hash
WHERE p.tenant_id = $1 AND p.id = $2`, w.t.ID(), p.id).Scan(&status, &price, &captured, &received, &sum, &claims,
			&hash, &ordered); err != nil {
			return err
		}
		say := func(what string) error {
			return fmt.Errorf("%s is %s: %s (%s received of %s due, %s in %d claims, %s captured, delivered: %v)", p.id, status,
				what, received, p.due, sum, claims, captured, ordered)
		}
		got := big10(received)
		compared := got.Cmp(p.due)
		switch {
		case got.Cmp(big10(sum)) != 0:
			return say("what counts for it is not what was received")
		case (captured > 0) == (chain.Waits(status) || status == record.Confirming):
			return say("what was taken is not in the books, or too early")
		case ordered && (compared != 0 || captured < price):
			return say("delivered for another sum")
		case status == record.Underpaid && compared >= 0 || status == record.Overpaid && compared <= 0:
			return say("the wrong way round")
		case (claims > 0) == chain.Waits(status):
			return say("money counts for it and it waits, or none does and it does not")
		}
		if claims == 0 {
			continue
		}
		tx := w.sent[hash]
		if tx == nil || tx.pays == nil || tx.of.token != p.token || tx.exact && tx.of != p {
			return say("by what was not for it: " + hash)
		}
		if ordered && w.chain.depth(tx.modelTx) < 3 {
			return say("delivered before it lies deep")
		}
		if used[hash] == nil {
			used[hash] = new(big.Int)
		}
		if used[hash].Add(used[hash], got).Cmp(tx.pays) > 0 {
			return say("a transfer counts twice")
		}
	}
	return nil
}
