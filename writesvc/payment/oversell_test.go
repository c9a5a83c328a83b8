package payment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/proving"
	"vitrine/writesvc/payment/settle"
)

// Two hundred customers want fifty places at once. Some change their minds, some are declined, some return their place.
// make prove runs 100 rounds.
func TestConcurrentBuyersNeverOversell(t *testing.T) {
	t.Parallel()
	const places, buyers = 50, 200
	rounds := 2
	if proving.Long() {
		rounds = 100
	}
	h := openHouse(t)
	ctx := t.Context()
	for round := range rounds {
		s := h.shop(t, fmt.Sprintf("round%d", round), places)
		seed := rand.New(rand.NewPCG(uint64(round), 2026))
		whims := make([]int, buyers)
		for i := range whims {
			whims[i] = seed.IntN(10)
		}
		var wg sync.WaitGroup
		var soldOut atomic.Int32
		for i, whim := range whims {
			wg.Go(func() {
				if err := s.visit(ctx, i, whim, &soldOut); err != nil {
					t.Errorf("buyer %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		if err := s.audit(ctx); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		// Customers who left lose their reservation. Then every remaining place can be bought, and not one more.
		h.later(20 * time.Minute)
		for range 5 {
			if err := h.Reconcile(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for i := buyers; ; i++ {
			b, err := s.buyer(ctx, fmt.Sprintf("late%d", i), 1)
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.start(ctx, b)
			if isCode(err, api.OutOfStock) {
				break
			}
			if err == nil {
				err = s.callback(ctx, p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := s.audit(ctx); err != nil {
			t.Fatalf("round %d, at last: %v", round, err)
		}
		var sold, tickets int
		if err := h.db.Pool.QueryRow(ctx, `SELECT (SELECT sold FROM inventory WHERE tenant_id = $1), (SELECT count(*)
FROM ticket WHERE tenant_id = $1 AND status = 'valid')`, s.t.ID()).Scan(&sold, &tickets); err != nil {
			t.Fatal(err)
		}
		if sold != places || tickets != places || soldOut.Load() == 0 {
			t.Fatalf("round %d: %d sold, %d tickets, %d were refused; there are %d places", round, sold, tickets,
				soldOut.Load(), places)
		}
	}
}

// visit is one customer.
func (s *shop) visit(ctx context.Context, i, whim int, soldOut *atomic.Int32) error {
	b, err := s.buyer(ctx, fmt.Sprintf("b%d", i), 1)
	if err != nil {
		return err
	}
	p, err := s.start(ctx, b)
	if isCode(err, api.OutOfStock) {
		soldOut.Add(1)
		return nil
	}
	if err != nil {
		return err
	}
	switch whim {
	case 0: // leaves
		return nil
	case 1: // fails at the bank
		return s.callback(ctx, p, "failed", "1")
	case 2: // starts again
		if p, err = s.start(ctx, b); isCode(err, api.OutOfStock) {
			return nil // another customer was first
		}
		if err != nil {
			return err
		}
	}
	if err := s.callback(ctx, p); err != nil || whim != 3 {
		return err
	}
	if err := settle.Void(ctx, s.db.Pool, settle.RefundRequest{Tenant: s.t.ID(), Payment: p,
		Reason: "changed his mind"}); err != nil {
		return err
	}
	_, err = s.settle.RefundNext(ctx, s.t.ID())
	return err
}
