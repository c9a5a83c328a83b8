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

// A Source reads sealed changes from Postgres.
type Source interface {
	// Changes lists a tenant's changes after a number, in order and without a gap, as far as the snapshot shows them. It
	// returns wire.ErrPruned if Postgres no longer keeps them.
	Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error)

	// Missing lists the changes of all tenants after the given heads, in each tenant's order. A tenant that is not given
	// is reported as new. A tenant whose epoch differs from the given one is reported with a message of its new epoch.
	Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error)

	// Head reads the head of one tenant; Heads reads all.
	Head(ctx context.Context, tenant string) (wire.Head, error)
	Heads(ctx context.Context) ([]wire.Head, error)
}

// A Tenant is a tenant of the cache whose changes are followed.
type Tenant struct {
	*cache.Tenant

	replica *Replica
	mu      sync.Mutex                    // held while changes are applied: one at a time, in order
	waiters atomic.Pointer[chan struct{}] // closed when a change is applied; nil: there are none
	at      atomic.Int64                  // when the last change was applied: microseconds since 1970, by Config.Now
	listed  bool                          // in unreported. Guarded by unreported.mu
}

// Apply applies a message. It ignores a message that was applied before. A gap or another epoch makes it read the
// missing changes from Postgres instead.
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

// CatchUp returns once change n of an epoch is applied. It waits up to Config.Grace for the bus, which delivers what
// was just committed, and then reads the change from Postgres. It does not wait while the lease has expired, or while
// the connection to the bus is lost.
func (t *Tenant) CatchUp(ctx context.Context, epoch string, n uint64) error {
	if t.reached(epoch, n) {
		return nil
	}
	grace, cancel := context.WithTimeout(ctx, t.replica.cfg.Grace)
	defer cancel()
	lost := t.replica.bus.lost()
	for !t.reached(epoch, n) && t.Epoch() == epoch && grace.Err() == nil && !isClosed(lost) {
		left := t.replica.LeaseLeft()
		if left <= 0 {
			break
		}
		wait, end := context.WithTimeout(grace, left)
		t.await(wait, epoch, n, lost)
		end()
	}
	return t.pull(ctx, epoch, n)
}

// reached reports whether change n of an epoch is applied.
func (t *Tenant) reached(epoch string, n uint64) bool {
	at := t.Snapshot()
	return at.Epoch == epoch && at.Seq >= n
}

// Await returns when change n is applied, ctx is done, or a new epoch begins. It does not ask Postgres.
func (t *Tenant) Await(ctx context.Context, n uint64) { t.await(ctx, t.Epoch(), n, nil) }

func (t *Tenant) await(ctx context.Context, epoch string, n uint64, lost <-chan struct{}) {
	for {
		w := t.waiters.Load()
		if w == nil {
			fresh := make(chan struct{})
			if !t.waiters.CompareAndSwap(nil, &fresh) {
				continue
			}
			w = &fresh
		}
		if at := t.Snapshot(); at.Seq >= n || at.Epoch != epoch { // after loading w: a change applied now closes it
			return
		}
		select {
		case <-*w:
		case <-lost:
			return
		case <-ctx.Done():
			return
		}
	}
}

// InvalidateAll makes all of the tenant's entries stale, whatever they show.
func (t *Tenant) InvalidateAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resetLocked(t.Snapshot())
}

// pull reads the changes up to change n of an epoch from Postgres, unless they are applied.
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

// pullLocked reads missing changes from Postgres, up to n or later.
func (t *Tenant) pullLocked(ctx context.Context, n uint64) error {
	epoch := t.Epoch()
	t.replica.Stats.Pulls.Add(1)
	for t.Applied() < n {
		from := t.Applied()
		msgs, err := t.replica.cfg.Source.Changes(ctx, t.ID, from)
		if errors.Is(err, wire.ErrPruned) {
			return t.skipLocked(ctx, n)
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
		if t.Applied() == from { // the change does not exist: numbers went back, or belong to another epoch
			return t.renewLocked(ctx)
		}
	}
	return nil
}

// skipLocked skips changes that are no longer kept, and makes all of the tenant's entries stale.
func (t *Tenant) skipLocked(ctx context.Context, n uint64) error {
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

// renewLocked reads the tenant's epoch from Postgres. If it is a new one, all entries become stale.
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
		return nil // the message was of an epoch that has ended
	}
	t.resetLocked(cache.Snapshot{Epoch: h.Epoch, Seq: h.Seq})
	return nil
}

// pullOnceLocked applies the changes that Postgres shows now, whatever their number.
func (t *Tenant) pullOnceLocked(ctx context.Context, at cache.Snapshot) error {
	msgs, err := t.replica.cfg.Source.Changes(ctx, t.ID, at.Seq)
	if errors.Is(err, wire.ErrPruned) {
		return t.skipLocked(ctx, 0)
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

// applyLocked invalidates the tags of a message, then advances the change number. A reader that sees the number also
// sees the invalidations.
func (t *Tenant) applyLocked(m wire.Message) {
	t.Invalidate(m.Seq, m.Tags)
	if hook := t.replica.cfg.Changed; hook != nil {
		hook(t, m)
	}
	now := t.replica.cfg.Now()
	t.at.Store(now.UnixMicro()) // before the number: a report of the number has a time that is not before its change's
	t.Advance(m.Seq)
	t.replica.Stats.Applied.Add(1)
	if !m.At.IsZero() {
		lag := now.Sub(m.At)
		t.replica.Stats.Lag.Store(int64(lag))
		if hook := t.replica.cfg.Applied; hook != nil {
			hook(t, lag)
		}
	}
	t.advanced()
}

// resetLocked begins a new epoch. All entries of the old one become stale.
func (t *Tenant) resetLocked(at cache.Snapshot) {
	if hook := t.replica.cfg.Changed; hook != nil {
		hook(t, wire.Message{Epoch: at.Epoch, Tenant: t.ID, Seq: at.Seq, Tags: []string{"*", tenantTag(t.ID)}})
	}
	t.at.Store(t.replica.cfg.Now().UnixMicro())
	t.Reset(at)
	t.replica.Stats.Epochs.Add(1)
	t.advanced()
}

// advanced wakes the waiters and the reporter.
func (t *Tenant) advanced() {
	if w := t.waiters.Swap(nil); w != nil {
		close(*w)
	}
	t.replica.unreported.add(t)
}

// tenantTag is the record tag of a tenant's own row, which says whether the tenant is enabled and which hosts it has.
func tenantTag(id string) string { return "tenant:" + id }
