package cache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

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

// A Tenant is what the cache knows of one tenant: how far its changes were applied, and its bytes.
type Tenant struct {
	ID string

	cache *Cache
	state atomic.Pointer[state]
	mu    sync.Mutex // held while changes are applied: one at a time, in order
	bytes atomic.Int64
	held  [storeCount]held // its entries, by store

	waiters atomic.Pointer[chan struct{}] // closed when something is applied; nil: nobody waits
	dirty   bool                          // it moved and was not reported since; under the lock of moved
}

// state is one epoch of a tenant's numbers. Another epoch has another state; entries of the old one die with it.
type state struct {
	epoch   string
	applied atomic.Uint64
	all     *cell // the tenant's own cell: every entry holds it
	cells   *cells
}

// newState begins at a head. What was changed up to there is not known, so no answer that was read before it is fresh.
func newState(h wire.Head) *state {
	st := &state{epoch: h.Epoch, all: &cell{tag: "*"}, cells: newCells()}
	st.all.inv.Store(h.Seq)
	st.applied.Store(h.Seq)
	return st
}

// Applied is the last change whose cells have all moved.
func (t *Tenant) Applied() uint64 { return t.state.Load().applied.Load() }

// Snapshot is what has been applied so far: a reader that arrives now may rely on it.
func (t *Tenant) Snapshot() Snapshot {
	st := t.state.Load()
	return Snapshot{st.epoch, st.applied.Load()}
}

// Epoch is the life of the numbers that Applied counts in.
func (t *Tenant) Epoch() string { return t.state.Load().epoch }

// Bytes is what the tenant's entries hold.
func (t *Tenant) Bytes() int64 { return t.bytes.Load() }

// Apply takes a message: its tags' cells move, then Applied does. A message that was taken before is dropped. One that shows that
// something was missed, or that numbers began anew, makes the tenant read what it missed from Postgres first.
func (t *Tenant) Apply(ctx context.Context, m wire.Message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	st := t.state.Load()
	switch {
	case m.Epoch != st.epoch:
		return t.renewLocked(ctx)
	case m.Seq <= st.applied.Load():
		return nil
	case m.Prev > st.applied.Load():
		t.cache.Stats.Gaps.Add(1)
		return t.pullLocked(ctx, m.Seq)
	}
	t.applyLocked(st, m)
	return nil
}

// CatchUp makes sure that change n of an epoch is applied. It waits for the bus, which is about to bring what was committed just now, and reads from Postgres
// what it has not brought in Config.Grace, or by when the bus is not heard any more. What the bus has lost, the next heartbeat tells of, long before.
func (t *Tenant) CatchUp(ctx context.Context, epoch string, n uint64) error {
	if t.reached(epoch, n) {
		return nil
	}
	grace, cancel := context.WithTimeout(ctx, t.cache.cfg.Grace)
	defer cancel()
	for !t.reached(epoch, n) && t.Epoch() == epoch && grace.Err() == nil {
		left := t.cache.Trusted()
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
	st := t.state.Load()
	return st.epoch == epoch && st.applied.Load() >= n
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
	if t.state.Load().epoch != epoch {
		return t.renewLocked(ctx)
	}
	return t.pullLocked(ctx, n)
}

// applyLocked moves the cells, then the number. Whoever sees the number sees the cells.
func (t *Tenant) applyLocked(st *state, m wire.Message) {
	for _, tag := range m.Tags {
		switch span, of := cutRungs(tag); {
		case tag == "*":
			raise(st.all, m.Seq)
		case span == "":
			st.cells.touch(tag, m.Seq)
		case !st.cells.touchRungs(span, of, m.Seq): // nobody writes such a tag; if it is there, it may mean any
			raise(st.all, m.Seq)
		}
	}
	if hook := t.cache.cfg.Changed; hook != nil {
		hook(t, m)
	}
	st.applied.Store(m.Seq)
	t.cache.Stats.Applied.Add(1)
	if !m.At.IsZero() {
		lag := t.cache.cfg.Now().Sub(m.At)
		t.cache.Stats.Lag.Store(int64(lag))
		if hook := t.cache.cfg.Applied; hook != nil {
			hook(t, lag)
		}
	}
	t.moved()
}

// moved tells those who wait for the tenant, and the reporter.
func (t *Tenant) moved() {
	if w := t.waiters.Swap(nil); w != nil {
		close(*w)
	}
	t.cache.moved.add(t)
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

// Forget drops all of the tenant's answers, whatever they show: for whoever found one that is wrong though it counts as true.
func (t *Tenant) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.Snapshot()
	t.reset(wire.Head{Tenant: t.ID, Epoch: at.Epoch, Seq: at.Seq})
}

// pullLocked reads from Postgres what was missed, up to n at least.
func (t *Tenant) pullLocked(ctx context.Context, n uint64) error {
	st := t.state.Load()
	t.cache.Stats.Pulls.Add(1)
	for st.applied.Load() < n {
		from := st.applied.Load()
		msgs, err := t.cache.cfg.Source.Changes(ctx, t.ID, from)
		if errors.Is(err, wire.ErrPruned) {
			return t.forgetLocked(ctx, n)
		}
		if err != nil {
			return fmt.Errorf("pull changes of %s after %d: %w", t.ID, from, err)
		}
		for _, m := range msgs {
			if m.Epoch != st.epoch {
				return t.renewLocked(ctx)
			}
			if m.Seq > st.applied.Load() {
				t.applyLocked(st, m)
			}
		}
		if st.applied.Load() == from {
			// Not there: numbers went back, or are of another life.
			return t.renewLocked(ctx)
		}
	}
	return nil
}

// forgetLocked drops all of the tenant's answers: which of them changed is no longer known.
func (t *Tenant) forgetLocked(ctx context.Context, n uint64) error {
	h, err := t.cache.cfg.Source.Head(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("read the head of %s: %w", t.ID, err)
	}
	st := t.state.Load()
	if h.Epoch != st.epoch {
		t.reset(h)
		return nil
	}
	n = max(n, h.Seq)
	t.applyLocked(st, wire.Message{Epoch: st.epoch, Tenant: t.ID, Seq: n, Tags: []string{"*", tenantTag(t.ID)}})
	return nil
}

// renewLocked asks Postgres which life the numbers are in. In another than ours, everything before is forgotten.
func (t *Tenant) renewLocked(ctx context.Context) error {
	h, err := t.cache.cfg.Source.Head(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("read the head of %s: %w", t.ID, err)
	}
	st := t.state.Load()
	if h.Epoch == st.epoch && h.Seq >= st.applied.Load() {
		if h.Seq > st.applied.Load() {
			return t.pullOnceLocked(ctx, st)
		}
		return nil // a message of a life that is over
	}
	t.reset(h)
	return nil
}

// pullOnceLocked applies what Postgres shows now, without insisting on a number.
func (t *Tenant) pullOnceLocked(ctx context.Context, st *state) error {
	msgs, err := t.cache.cfg.Source.Changes(ctx, t.ID, st.applied.Load())
	if errors.Is(err, wire.ErrPruned) {
		return t.forgetLocked(ctx, 0)
	}
	if err != nil {
		return fmt.Errorf("pull changes of %s: %w", t.ID, err)
	}
	for _, m := range msgs {
		if m.Epoch == st.epoch && m.Seq > st.applied.Load() {
			t.applyLocked(st, m)
		}
	}
	return nil
}

// reset begins a new life: a new state, and every entry of the old one dies.
func (t *Tenant) reset(h wire.Head) {
	old := t.state.Load()
	st := newState(h)
	if hook := t.cache.cfg.Changed; hook != nil {
		hook(t, wire.Message{Epoch: h.Epoch, Tenant: t.ID, Seq: h.Seq, Tags: []string{"*", tenantTag(t.ID)}})
	}
	raise(old.all, never)
	old.applied.Store(never)
	t.state.Store(st) // once nothing of the old is fresh any more
	t.cache.Stats.Epochs.Add(1)
	t.moved()
}

// tenantTag is the record tag of a tenant's own row: whether it is on, and under which hosts.
func tenantTag(id string) string { return "tenant:" + id }

// raise moves a cell up to seq.
func raise(c *cell, seq uint64) {
	for {
		was := c.inv.Load()
		if was >= seq || c.inv.CompareAndSwap(was, seq) {
			return
		}
	}
}
