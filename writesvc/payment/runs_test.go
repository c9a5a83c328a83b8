package payment

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settle"
)

// A slowBank answers queries once it is released.
type slowBank struct {
	pos.Gateway
	asked   chan struct{}
	release chan struct{}
	once    sync.Once
}

func (b *slowBank) Query(ctx context.Context, p pos.Payment) pos.Outcome {
	b.once.Do(func() { close(b.asked) })
	select {
	case <-b.release:
	case <-ctx.Done():
	}
	return b.Gateway.Query(ctx, p)
}

// One shop's account cannot be opened, for a refund and for a payment that is unknown. The other shop is served.
func TestOneTenantsErrorDoesNotKeepOthersWaiting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	broken := errors.New("the secret is not there")
	var mu sync.Mutex
	mended := false
	h.gateway = func(tenant string) (pos.Gateway, error) {
		mu.Lock()
		defer mu.Unlock()
		if tenant == "a" && !mended {
			return nil, broken
		}
		return h.bank, nil
	}
	mended = true
	a, b := h.shop(t, "a", 5), h.shop(t, "b", 5)
	refunded := a.pay(t, "ada", 1, yes)
	lostA, lostB := a.pay(t, "bob", 1, takenLost), b.pay(t, "cem", 1, takenLost)
	other := b.pay(t, "dan", 1, yes)
	a.refund(t, refunded, 0)
	b.refund(t, other, 0)
	mu.Lock()
	mended = false
	mu.Unlock()
	h.later(2 * time.Minute)
	_ = h.Reconcile(t.Context())
	if got := b.status(t, lostB); got != record.Succeeded {
		t.Errorf("the other shop's unknown payment is %s", got)
	}
	if got := b.status(t, other); got != record.Refunded {
		t.Errorf("the other shop's refund is %s", got)
	}
	if got := a.status(t, lostA); got != record.Unknown {
		t.Errorf("a payment that nobody could ask about is %s", got)
	}
	// For a day nothing can be sent. That costs the refund none of its attempts.
	for range 20 {
		h.later(time.Hour)
		_ = h.Reconcile(t.Context())
	}
	var status string
	var tries int
	if err := h.db.Pool.QueryRow(t.Context(), `SELECT status, tries FROM refund WHERE tenant_id = 'a'`).Scan(&status,
		&tries); err != nil || status != "wanted" || tries != 0 {
		t.Errorf("the refund is %s after %d tries, %v", status, tries, err)
	}
	mu.Lock()
	mended = true
	mu.Unlock()
	h.later(2 * time.Hour)
	if err := h.Reconcile(t.Context()); err != nil {
		t.Error(err)
	}
	if x, y := a.status(t, refunded), a.status(t, lostA); x != record.Refunded || y != record.Succeeded {
		t.Errorf("once it is mended: %s and %s", x, y)
	}
}

// One shop's bank does not answer. Rounds go on for the other, also while the first has a run.
func TestSlowBankDoesNotKeepOthersWaiting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	slow := &slowBank{Gateway: h.bank, asked: make(chan struct{}), release: make(chan struct{})}
	h.gateway = func(tenant string) (pos.Gateway, error) {
		if tenant == "slow" {
			return slow, nil
		}
		return h.bank, nil
	}
	a, b := h.shop(t, "slow", 30), h.shop(t, "fast", 30)
	for i := range 12 { // more than one round asks about
		a.pay(t, fmt.Sprintf("a%d", i), 1, takenLost)
	}
	first := b.pay(t, "b0", 1, takenLost)
	h.later(2 * time.Minute)
	round := func() {
		if err := h.round(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	round()
	<-slow.asked
	eventually := func(p string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); b.status(t, p) != record.Succeeded; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the other shop's payment is %s", b.status(t, p))
			}
		}
	}
	eventually(first)
	second := b.pay(t, "b1", 1, takenLost)
	h.later(2 * time.Minute)
	end := time.Now().Add(20 * time.Second)
	for ; b.status(t, second) != record.Succeeded; time.Sleep(10 * time.Millisecond) {
		if round(); time.Now().After(end) {
			t.Fatalf("the other shop's second payment is %s", b.status(t, second))
		}
	}
	close(slow.release)
	h.wg.Wait()
	if err := h.Reconcile(t.Context()); err != nil {
		t.Error(err)
	}
	a.reconcile(t, 2*time.Minute, 2*time.Minute, 2*time.Minute)
}

// iyzico does not say what was returned. After a lost answer its refusal may concern what it has done already.
func TestRefusalAfterALostAnswerIsForAnOperator(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.gateway = func(string) (pos.Gateway, error) { return silentBank{h.bank}, nil }
	s := h.shop(t, "shop", 5)
	p := s.pay(t, "ada", 1, yes)
	if err := settle.Void(t.Context(), h.db.Pool, settle.RefundRequest{Tenant: "shop", Payment: p}); err != nil {
		t.Fatal(err)
	}
	h.bank.mood = takenLost
	s.reconcile(t, 0, 10*time.Minute, 10*time.Minute)
	if all, refunding, _ := s.refunds(t, p); len(all) != 1 || all[0] != "review" || refunding == 0 {
		t.Errorf("the refunds are %v, of %s", all, refunding)
	}
	if held := h.bank.held(p); held != 0 {
		t.Errorf("the bank holds %s", held)
	}
}

// silentBank says of a payment only that it was taken, whatever was returned since.
type silentBank struct{ *modelBank }

func (b silentBank) Query(ctx context.Context, p pos.Payment) pos.Outcome {
	o := b.modelBank.Query(ctx, p)
	if o.State == pos.Voided {
		o.State = pos.Approved
	}
	o.Refunded = -1
	return o
}
