package payment

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
)

// A random walk over all that can happen to payments, against a bank that is a model. After every step the books are audited: no money is
// taken for which nothing is owed, none is asked for twice, and stock is what was sold and promised.
func TestPropertyNoMoneyIsTakenForNothing(t *testing.T) {
	checks := "40"
	if prove() {
		checks = "500"
	}
	if err := flag.Set("rapid.checks", checks); err != nil {
		t.Fatal(err)
	}
	h := openHouse(t)
	var walks atomic.Int32
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		*h.bank = *newModelBank()
		h.step = nil
		s := h.shop(rt, fmt.Sprintf("walk%d", walks.Add(1)), 6)
		var baskets, payments, hosted []string
		must := func(err error, but ...api.Code) {
			if err != nil && !slices.ContainsFunc(but, func(c api.Code) bool { return isCode(err, c) }) && err != errKilled {
				rt.Fatalf("%v", err)
			}
		}
		pick := func(from []string) string {
			if len(from) == 0 {
				rt.Skip("nothing there yet")
			}
			return rapid.SampledFrom(from).Draw(rt, "which")
		}
		rt.Repeat(map[string]func(*rapid.T){
			"": func(rt *rapid.T) {
				if err := s.audit(ctx); err != nil {
					rt.Fatalf("%v", err)
				}
			},
			"fill": func(rt *rapid.T) {
				b, err := s.buyer(ctx, fmt.Sprintf("b%d", len(baskets)), rapid.IntRange(1, 3).Draw(rt, "places"))
				must(err)
				baskets = append(baskets, b)
			},
			"start": func(rt *rapid.T) {
				p, err := s.start(ctx, pick(baskets))
				must(err, api.OutOfStock, api.PaymentUnderWay, api.BasketPlaced, api.NotForSale)
				if err == nil {
					payments = append(payments, p)
				}
			},
			"callback": func(rt *rapid.T) {
				// Mostly for one that waits for it: a new one, if nobody does.
				var p string
				if len(payments) > 0 && rapid.IntRange(0, 3).Draw(rt, "an old one") == 0 {
					p = pick(payments)
				} else {
					b, err := s.buyer(ctx, fmt.Sprintf("b%d", len(baskets)), rapid.IntRange(1, 3).Draw(rt, "places"))
					must(err)
					baskets = append(baskets, b)
					p, err = s.start(ctx, b)
					must(err, api.OutOfStock, api.NotForSale)
					if err != nil {
						return
					}
					payments = append(payments, p)
				}
				s.bank.mood = rapid.SampledFrom([]mood{yes, yes, no, takenLost, lost}).Draw(rt, "mood")
				kill := rapid.SampledFrom([]string{"", "", "", "claimed", "authorized", "delivered", "committed"}).Draw(rt, "killed at")
				h.step = func(step, _ string) error {
					if step == kill {
						return errKilled
					}
					return nil
				}
				must(s.callback(ctx, p))
				h.step, s.bank.mood = nil, yes
			},
			"failed callback": func(rt *rapid.T) { must(s.callback(ctx, pick(payments), "failed", "1")) },
			"forged callback": func(rt *rapid.T) {
				if err := s.callback(ctx, pick(payments), "hash", "bad"); !isCode(err, api.SignatureInvalid) {
					rt.Fatalf("a forged callback: %v", err)
				}
			},
			"wrong amount": func(rt *rapid.T) { must(s.callback(ctx, pick(payments), "amount", "0.01")) },
			"start on a page": func(rt *rapid.T) {
				p, err := s.startHosted(ctx, pick(baskets))
				must(err, api.OutOfStock, api.PaymentUnderWay, api.BasketPlaced, api.NotForSale)
				if err == nil {
					hosted = append(hosted, p)
				}
			},
			"pay on the page": func(rt *rapid.T) {
				p := pick(hosted)
				if s.pageOpen(ctx, rt, p) {
					s.bank.pays(p, rapid.IntRange(0, 2).Draw(rt, "card") > 0)
				}
			},
			"callback of a page": func(rt *rapid.T) {
				p := pick(hosted)
				s.bank.mute = rapid.IntRange(0, 3).Draw(rt, "mute") == 0
				kill := rapid.SampledFrom([]string{"", "", "", "claimed", "authorized", "delivered", "committed"}).Draw(rt, "killed at")
				h.step = func(step, _ string) error {
					if step == kill {
						return errKilled
					}
					return nil
				}
				must(s.callback(ctx, p, "token", "token of "+p))
				h.step, s.bank.mute = nil, false
			},
			"refund": func(rt *rapid.T) {
				must(Refund(ctx, s.db.Pool, s.t.ID(), pick(slices.Concat(payments, hosted)), writeapi.Money(rapid.IntRange(1, 2500).Draw(rt, "amount")), "", ""), api.PaymentState)
			},
			"void": func(rt *rapid.T) {
				must(Void(ctx, s.db.Pool, s.t.ID(), pick(slices.Concat(payments, hosted)), "", ""), api.PaymentState)
			},
			"an editor lowers the capacity": func(rt *rapid.T) {
				_, err := s.db.Pool.Exec(ctx, `UPDATE event SET capacity_max = $2 WHERE tenant_id = $1`, s.t.ID(), rapid.IntRange(0, 8).Draw(rt, "capacity"))
				must(err)
			},
			"time passes": func(rt *rapid.T) {
				h.later(time.Duration(rapid.IntRange(1, 40).Draw(rt, "minutes")) * time.Minute)
				s.bank.mute = rapid.Bool().Draw(rt, "the bank is mute")
				s.bank.mood = rapid.SampledFrom([]mood{yes, yes, takenLost}).Draw(rt, "mood")
				must(h.Reconcile(ctx))
				s.bank.mute, s.bank.mood = false, yes
			},
		})
		// At last everybody knows everything.
		for range 12 {
			h.later(70 * time.Minute)
			must(h.Reconcile(ctx))
		}
		if err := s.audit(ctx); err != nil {
			rt.Fatalf("at last: %v", err)
		}
		var open int
		if err := s.db.Pool.QueryRow(ctx, `SELECT count(*) FROM payment WHERE tenant_id = $1 AND (status IN ('created', 'requires_action', 'processing', 'unknown', 'refund_pending') OR refunding > 0)`, s.t.ID()).Scan(&open); err != nil {
			rt.Fatalf("%v", err)
		}
		if open > 0 {
			rt.Fatalf("%d payments are open at last", open)
		}
	})
}

// errKilled ends the work as a crash would.
var errKilled = fmt.Errorf("killed")

func TestTheTableOfMovesHasNoWayOut(t *testing.T) {
	t.Parallel()
	// What takes money leaves only to where something is owed for it, and a claim is made once.
	for _, m := range Moves {
		if m.To == Processing && !slices.Equal(m.From, []Status{RequiresAction}) {
			t.Errorf("%s: a second claim", m.Name)
		}
		for _, f := range m.From {
			if slices.Contains([]Status{Succeeded, PartiallyRefunded, RefundPending}, f) && !slices.Contains([]Status{PartiallyRefunded, Refunded, Voided}, m.To) {
				t.Errorf("%s: money that was taken is forgotten from %s", m.Name, f)
			}
			if (f == Refunded || f == Voided) && m.To != f {
				t.Errorf("%s leads out of %s", m.Name, f)
			}
		}
	}
}
