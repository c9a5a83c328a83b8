package replica

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"vitrine/cache"
	"vitrine/internal/wire"
)

// A Source reads sealed changes straight from Postgres: what a tenant missed, and where all tenants stand.
type Source interface {
	// Changes lists a tenant's changes after a number, in order and without a hole, as far as the snapshot shows them. It returns
	// ErrPruned where they are kept no longer.
	Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error)

	// Missing lists what all tenants changed after the given heads, in each tenant's order. A tenant that is not given counts as never
	// seen; one whose epoch is another than given comes with a message of the new one.
	Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error)

	// Head reads where one tenant stands; Heads reads all.
	Head(ctx context.Context, tenant string) (wire.Head, error)
	Heads(ctx context.Context) ([]wire.Head, error)
}

// A Tenant is a tenant of the cache that follows the bus.
type Tenant struct {
	*cache.Tenant

	replica *Replica
	mu      sync.Mutex                    // held while changes are applied: one at a time, in order
	waiters atomic.Pointer[chan struct{}] // closed when something is applied; nil: nobody waits
	dirty   bool                          // it was not reported since it last advanced; under the lock of unreported
}

// Apply takes a message: its tags' cells move, then Applied does. A message that was taken before is dropped. One that shows that
// something was missed, or that numbers began anew, makes the tenant read what it missed from Postgres first.
func (t *Tenant) Apply(ctx context.Context, m wire.Message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.Snapshot()
	switch {
	case m.Epoch != at.Epoch:
		return t.renewLocked(ctx)
	case m.Seq <= at.Seq:
		return nil
	case m.Prev > at.Seq:
		t.replica.Stats.Gaps.Add(1)
		return t.pullLocked(ctx, m.Seq)
	}
	t.applyLocked(m)
	return nil
}

// CatchUp makes sure that change n of an epoch is applied. It waits for the bus, which is about to bring what was committed just now, and reads from Postgres
// what it has not brought in Config.Grace, or by when the bus is not heard any more. What the bus has lost, the next heartbeat tells of, long before.
func (t *Tenant) CatchUp(ctx context.Context, epoch string, n uint64) error {
	if t.reached(epoch, n) {
		return nil
	}
	grace, cancel := context.WithTimeout(ctx, t.replica.cfg.Grace)
	defer cancel()
	for !t.reached(epoch, n) && t.Epoch() == epoch && grace.Err() == nil {
		left := t.replica.LeaseLeft()
		if left <= 0 {
			break
		}
		moment, end := context.WithTimeout(grace, left)
		t.await(moment, epoch, n)
		end()
	}
	return t.pull(ctx, epoch, n)
}

// reached reports whether change n of an epoch is applied.
func (t *Tenant) reached(epoch string, n uint64) bool {
	at := t.Snapshot()
	return at.Epoch == epoch && at.Seq >= n
}

// pull reads what is missing up to change n of an epoch from Postgres, if anything is.
func (t *Tenant) pull(ctx context.Context, epoch string, n uint64) error {
	if t.reached(epoch, n) {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reached(epoch, n) {
		return nil
	}
	if t.Epoch() != epoch {
		return t.renewLocked(ctx)
	}
	return t.pullLocked(ctx, n)
}

// applyLocked moves the tag versions, then the number. Whoever sees the number sees the tag versions.
func (t *Tenant) applyLocked(m wire.Message) {
	t.Tenant.Invalidate(m.Seq, m.Tags)
	if hook := t.replica.cfg.Changed; hook != nil {
		hook(t, m)
	}
	t.Advance(m.Seq)
	t.replica.Stats.Applied.Add(1)
	if !m.At.IsZero() {
		lag := t.replica.cfg.Now().Sub(m.At)
		t.replica.Stats.Lag.Store(int64(lag))
		if hook := t.replica.cfg.Applied; hook != nil {
			hook(t, lag)
		}
	}
	t.advanced()
}

// advanced tells those who wait for the tenant, and the reporter.
func (t *Tenant) advanced() {
	if w := t.waiters.Swap(nil); w != nil {
		close(*w)
	}
	t.replica.unreported.add(t)
}

// Await waits until change n is applied, or ctx is done, or the tenant's numbers began anew. It asks nobody.
func (t *Tenant) Await(ctx context.Context, n uint64) { t.await(ctx, t.Epoch(), n) }

func (t *Tenant) await(ctx context.Context, epoch string, n uint64) {
	for {
		w := t.waiters.Load()
		if w == nil {
			fresh := make(chan struct{})
			if !t.waiters.CompareAndSwap(nil, &fresh) {
				continue
			}
			w = &fresh
		}
		if at := t.Snapshot(); at.Seq >= n || at.Epoch != epoch { // looked at after the channel was: what is applied now closes it
			return
		}
		select {
		case <-*w:
		case <-ctx.Done():
			return
		}
	}
}

// InvalidateAll drops all of the tenant's answers, whatever they show: for whoever found one that is wrong though it counts as true.
func (t *Tenant) InvalidateAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.Snapshot()
	t.resetLocked(at)
}

// pullLocked reads from Postgres what was missed, up to n at least.
func (t *Tenant) pullLocked(ctx context.Context, n uint64) error {
	epoch := t.Epoch()
	t.replica.Stats.Pulls.Add(1)
	for t.Applied() < n {
		from := t.Applied()
		msgs, err := t.replica.cfg.Source.Changes(ctx, t.ID, from)
		if errors.Is(err, wire.ErrPruned) {
			return t.forgetLocked(ctx, n)
		}
		if err != nil {
			return fmt.Errorf("pull changes of %s after %d: %w", t.ID, from, err)
		}
		for _, m := range msgs {
			if m.Epoch != epoch {
				return t.renewLocked(ctx)
			}
			if m.Seq > t.Applied() {
				t.applyLocked(m)
			}
		}
		if t.Applied() == from {
			// Not there: numbers went back, or are of another life.
			return t.renewLocked(ctx)
		}
	}
	return nil
}

// forgetLocked drops all of the tenant's answers: which of them changed is no longer known.
func (t *Tenant) forgetLocked(ctx context.Context, n uint64) error {
	h, err := t.replica.cfg.Source.Head(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("read the head of %s: %w", t.ID, err)
	}
	if h.Epoch != t.Epoch() {
		t.resetLocked(cache.Snapshot{Epoch: h.Epoch, Seq: h.Seq})
		return nil
	}
	n = max(n, h.Seq)
	t.applyLocked(wire.Message{Epoch: h.Epoch, Tenant: t.ID, Seq: n, Tags: []string{"*", tenantTag(t.ID)}})
	return nil
}

// renewLocked asks Postgres which life the numbers are in. In another than ours, everything before is forgotten.
func (t *Tenant) renewLocked(ctx context.Context) error {
	h, err := t.replica.cfg.Source.Head(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("read the head of %s: %w", t.ID, err)
	}
	at := t.Snapshot()
	if h.Epoch == at.Epoch && h.Seq >= at.Seq {
		if h.Seq > at.Seq {
			return t.pullOnceLocked(ctx, at)
		}
		return nil // a message of a life that is over
	}
	t.resetLocked(cache.Snapshot{Epoch: h.Epoch, Seq: h.Seq})
	return nil
}

// pullOnceLocked applies what Postgres shows now, without insisting on a number.
func (t *Tenant) pullOnceLocked(ctx context.Context, at cache.Snapshot) error {
	msgs, err := t.replica.cfg.Source.Changes(ctx, t.ID, at.Seq)
	if errors.Is(err, wire.ErrPruned) {
		return t.forgetLocked(ctx, 0)
	}
	if err != nil {
		return fmt.Errorf("pull changes of %s: %w", t.ID, err)
	}
	for _, m := range msgs {
		if m.Epoch == at.Epoch && m.Seq > t.Applied() {
			t.applyLocked(m)
		}
	}
	return nil
}

// resetLocked begins a new epoch: all entries of the old one become stale.
func (t *Tenant) resetLocked(at cache.Snapshot) {
	if hook := t.replica.cfg.Changed; hook != nil {
		hook(t, wire.Message{Epoch: at.Epoch, Tenant: t.ID, Seq: at.Seq, Tags: []string{"*", tenantTag(t.ID)}})
	}
	t.Reset(at)
	t.replica.Stats.Epochs.Add(1)
	t.advanced()
}

// tenantTag is the record tag of a tenant's own row: whether it is on, and under which hosts.
func tenantTag(id string) string { return "tenant:" + id }
