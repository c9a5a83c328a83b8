package password

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// line returns a queue whose only slot is taken, and a function that makes requests wait and notes their order.
func line(t *testing.T, size int) (q *queue, wait func(Class, int), served *[]Class) {
	t.Helper()
	q, served = newQueue(1, size), &[]Class{}
	if err := q.enter(t.Context(), Known); err != nil {
		t.Fatal(err)
	}
	return q, func(c Class, n int) {
		for range n {
			go func() {
				if q.enter(t.Context(), c) == nil {
					*served = append(*served, c) // one at a time: the slot is held
					q.leave()
				}
			}()
			synctest.Wait()
		}
	}, served
}

func TestSignInsComeBeforeSignUps(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, wait, served := line(t, 64)
		wait(Newcomer, 16)
		wait(Stranger, 16)
		wait(Known, 16)
		q.leave()
		synctest.Wait()
		if len(*served) != 48 {
			t.Fatalf("%d were served, want 48", len(*served))
		}
		last := map[Class]int{}
		for i, c := range *served {
			last[c] = i
		}
		if last[Known] > 24 || last[Stranger] > 44 || last[Newcomer] != 47 {
			t.Errorf("the last of each class: %v", last)
		}
		first := map[Class]bool{}
		for _, c := range (*served)[:8] {
			first[c] = true
		}
		if !first[Newcomer] || !first[Stranger] {
			t.Errorf("a class gets no slot while others wait: %v", (*served)[:8])
		}
	})
}

func TestAQueueIsBoundedAndLosesNoSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, wait, served := line(t, 64)
		wait(Claimant, 10) // two of them wait
		wait(Newcomer, 20) // 16 of them wait
		if q.room(Claimant) == nil || q.room(Newcomer) == nil || q.room(Stranger) != nil {
			t.Error("a full queue has room, or an empty one has none")
		}
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- q.enter(ctx, Known) }()
		synctest.Wait()
		cancel()
		if err := <-gone; err == nil {
			t.Error("a request that ended got a slot")
		}
		time.Sleep(patience + time.Second) // all give up
		if len(*served) != 0 || q.room(Claimant) != nil {
			t.Errorf("%d were served after they gave up", len(*served))
		}
		q.leave()
		if err := q.enter(t.Context(), Stranger); err != nil || q.free != 0 {
			t.Errorf("the slot is lost: %v", err)
		}
	})
}
