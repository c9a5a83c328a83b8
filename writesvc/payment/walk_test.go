package payment

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"vitrine/internal/api"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settle"
)

// A walk is a random history of a tenant: payments by card, on the bank's page, on a chain and by transfer.
type walk struct {
	*coinShop
	rt       *rapid.T
	ctx      context.Context //nolint:containedctx // it lives as long as the walk
	baskets  []string
	places   map[string]int // of the customers' baskets, by email address
	payments []string
	hosted   []string // payments by card on the bank's own page
	coins    []*coinPay
	sent     map[string]*sentTx // by hash
	wires    []*wire
	lines    map[string]writeapi.Money // transfers that arrived, by the bank's number of the line
	passed   time.Duration             // since the bank last processed everything
}

// After every step the books are audited against models of a bank, a chain and a statement. Every amount taken has a
// counterpart, no money is requested twice, nothing is delivered without money, and stock equals what was sold and
// reserved.
func TestPropertyNoMoneyIsTakenForNothing(t *testing.T) {
	checks := "20"
	switch {
	case mutant():
		checks = "200"
		if err := errors.Join(flag.Set("rapid.nofailfile", "true"), flag.Set("rapid.shrinktime", "0s")); err != nil {
			t.Fatal(err)
		}
	case proving.Long():
		checks = "500"
	}
	if err := errors.Join(flag.Set("rapid.checks", checks), flag.Set("rapid.steps", "60")); err != nil {
		t.Fatal(err)
	}
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.MoneyOnce, Title: "Random histories of payments",
		Done: []string{"cards, the bank's page, cryptocurrencies and transfers, beside each other",
			"the process dies between any two steps", "banks answer late, twice, or not at all",
			"callbacks are repeated and forged", "chains drop blocks"},
		Judge: "After each step: the books with models of the bank, the chain and the statement, and the stock with what " +
			"was sold."})
	h := openHouse(t)
	h.cfg.Batch = 100
	chain := newModelChain(t, 1337, h.now())
	var walks, audits atomic.Int32
	rapid.Check(t, func(rt *rapid.T) {
		n := int(walks.Add(1))
		*h.bank = *newModelBank()
		h.step = nil
		h.still, h.moved = time.Now(), 0
		chain.restart(h.now())
		w := &walk{rt: rt, ctx: context.Background(), sent: map[string]*sentTx{}, lines: map[string]writeapi.Money{},
			places: map[string]int{}}
		w.coinShop = &coinShop{tb: rt, shop: h.shop(rt, fmt.Sprintf("walk%d", n), 20), chain: chain,
			address: addr20(10_000 + n), token: addr20(2)}
		w.settings()
		w.account()
		steps := map[string]func(*rapid.T){"": func(*rapid.T) {
			audits.Add(1)
			w.audit()
		}}
		for _, more := range []map[string]func(*rapid.T){w.cardSteps(), w.pageSteps(), w.coinSteps(), w.wireSteps(),
			w.otherSteps()} {
			for name, f := range more {
				steps[name] = f
			}
		}
		// A step that finds nothing to do would be skipped, and many skipped steps end a walk. So it begins with one
		// payment of each kind.
		for _, name := range []string{"start", "start on a page", "begin with coins", "send coins", "begin a transfer"} {
			steps[name](rt)
		}
		rt.Repeat(steps)
		w.end()
	})
	t.Logf("%d walks, %d steps", walks.Load(), audits.Load())
	found.Count("histories", int64(walks.Load()))
	found.Count("audits", int64(audits.Load()))
	// A move that no walk makes is not tested.
	for _, m := range record.Moves {
		var made int
		if err := h.db.Pool.QueryRow(t.Context(), `SELECT count(*) FROM payment_event WHERE event = $1`,
			m.Name).Scan(&made); err != nil {
			t.Fatal(err)
		}
		t.Logf("%-14s %d", m.Name, made)
		if made == 0 && proving.Long() {
			t.Errorf("no walk made the move %q", m.Name)
		}
	}
}

// must ends the walk on an unexpected error.
func (w *walk) must(err error, but ...api.Code) {
	if err != nil && !slices.ContainsFunc(but, func(c api.Code) bool { return isCode(err, c) }) && err != errKilled {
		w.rt.Fatalf("%v", err)
	}
}

func (w *walk) odds(what string, one int) bool { return rapid.IntRange(1, one).Draw(w.rt, what) == 1 }

func pick[T any](w *walk, from []T) T {
	return from[rapid.IntRange(0, len(from)-1).Draw(w.rt, "which")]
}

// basket returns a new basket or, sometimes, one for which a payment was begun before.
func (w *walk) basket() string {
	if len(w.baskets) > 2 && w.odds("an old basket", 4) {
		return pick(w, w.baskets)
	}
	name, places := fmt.Sprintf("b%d", len(w.places)), rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(w.rt, "places")
	b, err := w.buyer(w.ctx, name, places)
	w.must(err)
	w.places[name+"@example.com"] = places
	w.baskets = append(w.baskets, b)
	return b
}

// notNow are the answers for a basket that cannot be paid, or not yet.
var notNow = []api.Code{api.OutOfStock, api.PaymentUnderWay, api.BasketPlaced, api.NotForSale}

// killed makes the next steps end at one of the given steps, as in a crash, or not at all.
func (w *walk) killed(at ...string) {
	kill := rapid.SampledFrom(append([]string{"", "", ""}, at...)).Draw(w.rt, "killed at")
	w.step = func(step, _ string) error {
		if step == kill {
			return errKilled
		}
		return nil
	}
}

func (w *walk) cardSteps() map[string]func(*rapid.T) {
	start := func() string {
		p, err := w.start(w.ctx, w.basket())
		if w.must(err, notNow...); err != nil {
			return ""
		}
		w.payments = append(w.payments, p)
		return p
	}
	return map[string]func(*rapid.T){
		"start": func(*rapid.T) { start() },
		"callback": func(*rapid.T) {
			// Mostly a payment that waits for its callback; a new one if there is none.
			var p string
			if len(w.payments) > 0 && w.odds("an old one", 4) {
				p = pick(w, w.payments)
			} else if p = start(); p == "" {
				return
			}
			w.bank.mood = rapid.SampledFrom([]mood{yes, yes, no, takenLost, lost, slow}).Draw(w.rt, "mood")
			w.killed("claimed", "authorized", "delivered", "committed")
			w.must(w.callback(w.ctx, p), api.NotFound)
			w.step, w.bank.mood = nil, yes
		},
		"a callback that is not right": func(*rapid.T) {
			p := pick(w, w.payments)
			switch rapid.SampledFrom([]string{"failed", "forged", "another amount"}).Draw(w.rt, "what") {
			case "failed":
				w.must(w.callback(w.ctx, p, "failed", "1"), api.NotFound)
			case "forged":
				if err := w.callback(w.ctx, p, "hash", "bad"); !isCode(err, api.SignatureInvalid) && !isCode(err, api.NotFound) {
					w.rt.Fatalf("a forged callback: %v", err)
				}
			default:
				w.must(w.callback(w.ctx, p, "amount", "0.01"), api.NotFound)
			}
		},
	}
}

// otherSteps apply to payments of every kind.
func (w *walk) otherSteps() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"give back": func(*rapid.T) {
			p := pick(w, slices.Concat(w.payments, w.hosted))
			if w.odds("void", 4) {
				w.must(settle.Void(w.ctx, w.db.Pool, settle.RefundRequest{Tenant: w.t.ID(), Payment: p}), api.PaymentState)
				return
			}
			amount := writeapi.Money(rapid.SampledFrom([]int{0, 0, 1, 500, 1000, 2500}).Draw(w.rt, "amount"))
			w.must(settle.Refund(w.ctx, w.db.Pool, settle.RefundRequest{Tenant: w.t.ID(), Payment: p, Amount: amount}),
				api.PaymentState)
		},
		"an editor lowers the capacity": func(*rapid.T) {
			_, err := w.db.Pool.Exec(w.ctx, `UPDATE event SET capacity_max = $2 WHERE tenant_id = $1`, w.t.ID(),
				rapid.SampledFrom([]int{12, 30, 6, 2, 0}).Draw(w.rt, "capacity"))
			w.must(err)
		},
		"sign out": func(*rapid.T) {
			if len(w.baskets) > 0 {
				w.signOut(pick(w, w.baskets))
			}
		},
		"time passes": func(*rapid.T) {
			w.bank.mute = rapid.Bool().Draw(w.rt, "the bank is mute")
			w.bank.mood = rapid.SampledFrom([]mood{yes, yes, takenLost}).Draw(w.rt, "mood")
			w.pass(time.Duration(rapid.SampledFrom([]int{1, 2, 5, 8, 12, 40, 600}).Draw(w.rt, "minutes")) * time.Minute)
			w.bank.mute, w.bank.mood = false, yes
		},
	}
}

// signOut ends the sessions of a basket's customer. The lines move to a basket with another id, unless a payment may
// still buy them. Then requests without a session find no basket.
func (w *walk) signOut(basketID string) {
	var account, open string
	err := w.db.Pool.QueryRow(w.ctx, `SELECT account_id FROM basket WHERE tenant_id = $1 AND id = $2`, w.t.ID(),
		basketID).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return // an earlier sign-out deleted it
	}
	w.must(err)
	w.must(pgx.BeginFunc(w.ctx, w.db.Pool, func(tx pgx.Tx) error {
		return basket.Withdraw(w.ctx, tx, w.t.ID(), account)
	}))
	w.baskets = slices.DeleteFunc(w.baskets, func(id string) bool { return id == basketID })
	err = w.db.Pool.QueryRow(w.ctx, `SELECT id FROM basket WHERE tenant_id = $1 AND account_id = $2 AND status = 'open'
AND NOT withdrawn`, w.t.ID(), account).Scan(&open)
	if errors.Is(err, pgx.ErrNoRows) {
		return
	}
	w.must(err)
	if !slices.Contains(w.baskets, open) {
		w.baskets = append(w.baskets, open)
	}
}

// auditLines returns an error if a customer bought, or may still buy, more places than were put into the basket.
func (w *walk) auditLines(ctx context.Context) error {
	rows, err := w.db.Pool.Query(ctx, `SELECT a.email,
  (SELECT coalesce(sum(i.quantity), 0) FROM orders o JOIN order_item i ON i.tenant_id = $1 AND i.order_id = o.id
    WHERE o.tenant_id = $1 AND o.account_id = a.id AND o.status IN ('PAID', 'PARTIALLY_REFUNDED')),
  (SELECT coalesce(sum(i.quantity), 0) FROM basket b JOIN basket_item i ON i.tenant_id = $1 AND i.basket_id = b.id
    WHERE b.tenant_id = $1 AND b.account_id = a.id AND b.status = 'open')
FROM account a WHERE a.tenant_id = $1`, w.t.ID())
	if err != nil {
		return err
	}
	var email string
	var bought, left int
	_, err = pgx.ForEachRow(rows, []any{&email, &bought, &left}, func() error {
		if places, ok := w.places[email]; ok && bought+left > places {
			return fmt.Errorf("%s put %d places into a basket, bought %d, and can buy %d more", email, places, bought, left)
		}
		return nil
	})
	return err
}

// pass advances the clock and reconciles. A slow bank takes half an hour at most.
func (w *walk) pass(d time.Duration) {
	if w.passed += d; w.passed > 30*time.Minute || w.odds("a slow bank is done", 4) {
		w.bank.arrive()
		w.passed = 0
	}
	w.later(d)
	w.must(w.Reconcile(w.ctx))
}

func (w *walk) audit() {
	for what, f := range map[string]func(context.Context) error{"books": w.shop.audit, "chain": w.auditCoins,
		"statement": w.auditWires, "lines": w.auditLines} {
		if err := f(w.ctx); err != nil {
			w.rt.Fatalf("%s: %v", what, err)
		}
	}
}

// end is when all answers have arrived. Then no payment is open, and unsold places can be bought.
func (w *walk) end() {
	w.bank.arrive()
	w.endCoins()
	for range 12 {
		w.pass(130 * time.Minute)
	}
	w.audit()
	var open, sold, capacity int
	w.must(w.db.Pool.QueryRow(w.ctx, `SELECT
  (SELECT count(*) FROM payment WHERE tenant_id = $1
AND (status IN ('created', 'requires_action', 'processing', 'unknown', 'pending', 'partially_paid', 'confirming',
  'refund_pending') OR refunding > 0)),
  (SELECT coalesce(sum(sold), 0) FROM inventory WHERE tenant_id = $1), (SELECT capacity_max FROM event
WHERE tenant_id = $1)`, w.t.ID()).Scan(&open, &sold, &capacity))
	if open > 0 {
		w.rt.Fatalf("%d payments are open at last", open)
	}
	for i, places := range []int{capacity - sold, 1} {
		if places < 1 {
			continue
		}
		b, err := w.buyer(w.ctx, fmt.Sprint("last", i), places)
		w.must(err)
		if _, err := w.start(w.ctx, b); i == 0 && err != nil || i == 1 && !isCode(err, api.OutOfStock) {
			w.rt.Fatalf("%d of %d places are sold; %d more: %v", sold, capacity, places, err)
		}
	}
}

// errKilled ends the work as a crash would.
var errKilled = fmt.Errorf("killed")

func TestNoMoveLosesMoney(t *testing.T) {
	t.Parallel()
	// Money that was taken leads only to states with a counterpart, and a claim is made once.
	for _, m := range record.Moves {
		if m.To == record.Processing && !slices.Equal(m.From, []record.Status{record.RequiresAction}) {
			t.Errorf("%s: a second claim", m.Name)
		}
		for _, f := range m.From {
			if slices.Contains([]record.Status{record.Succeeded, record.PartiallyRefunded, record.RefundPending}, f) &&
				!slices.Contains([]record.Status{record.PartiallyRefunded, record.Refunded, record.Voided}, m.To) {
				t.Errorf("%s: money that was taken is forgotten from %s", m.Name, f)
			}
			if (f == record.Refunded || f == record.Voided) && m.To != f {
				t.Errorf("%s leads out of %s", m.Name, f)
			}
		}
	}
}
