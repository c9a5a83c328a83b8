package replica

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/internal/wire"
)

func newCache(t *testing.T) *cache.Cache {
	t.Helper()
	c, err := cache.New(cache.Config{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// A fakeSource has the changes of tenant a in epoch e1, up to seq. Changes up to pruned are no longer kept.
type fakeSource struct {
	mu          sync.Mutex
	seq, pruned uint64
	err         error
	missing     func() // called while missing changes are read; nil: nothing
	reads       int    // of Missing
}

func (s *fakeSource) set(seq uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq, s.err = seq, err
}

func (s *fakeSource) Changes(_ context.Context, _ string, after uint64) ([]wire.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if after < s.pruned && s.err == nil {
		return nil, wire.ErrPruned
	}
	var all []wire.Message
	for n := after + 1; n <= s.seq; n++ {
		all = append(all, message(n))
	}
	return all, s.err
}

func (s *fakeSource) Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error) {
	s.mu.Lock()
	s.reads++
	at, hook := s.seq, s.missing
	s.mu.Unlock()
	if hook != nil {
		hook()
	}
	var all []wire.Message
	for _, h := range after {
		for n := h.Seq + 1; n <= at; n++ {
			all = append(all, message(n))
		}
	}
	return all, ctx.Err()
}

func (s *fakeSource) Head(context.Context, string) (wire.Head, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return wire.Head{Tenant: "a", Epoch: "e1", Seq: s.seq}, s.err
}

func (s *fakeSource) Heads(ctx context.Context) ([]wire.Head, error) {
	h, err := s.Head(ctx, "a")
	return []wire.Head{h}, err
}

func message(n uint64) wire.Message {
	return wire.Message{Epoch: "e1", Tenant: "a", Seq: n, Prev: n - 1, Tags: []string{"product"}}
}

func head(n uint64) wire.Head { return wire.Head{Tenant: "a", Epoch: "e1", Seq: n} }

func TestAReplicaNeedsASource(t *testing.T) {
	t.Parallel()
	if r, err := New(newCache(t), Config{}); err == nil || r != nil {
		t.Error("a replica without a source was made")
	}
}

func TestATenantJoinsOnce(t *testing.T) {
	t.Parallel()
	r := newReplica(t, Config{})
	if known, err := r.Apply(t.Context(), message(1)); known || err != nil {
		t.Errorf("a message of a tenant that has not joined: known %v, %v", known, err)
	}
	first := r.Join(head(5))
	if again := r.Join(head(9)); again != first || first.Applied() != 5 {
		t.Errorf("joining again changed the tenant, or its change number from 5 to %d", first.Applied())
	}
	const rounds, callers = 5000, 2
	for n := range rounds {
		var all sync.WaitGroup
		var ready atomic.Int32
		joined := make([]*Tenant, callers)
		for i := range callers {
			all.Go(func() {
				for ready.Add(1); ready.Load() < callers; { // both call Join at the same moment
					runtime.Gosched()
				}
				joined[i] = r.Join(wire.Head{Tenant: fmt.Sprintf("t%d", n), Epoch: "e1", Seq: uint64(i)})
			})
		}
		all.Wait()
		for _, tn := range joined {
			if tn != joined[0] || tn == nil {
				t.Fatal("concurrent calls of Join returned different tenants")
			}
		}
	}
	if list := r.unreported.take(); len(list) != rounds+1 {
		t.Errorf("%d tenants are to be reported, want %d", len(list), rounds+1)
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	gone := errors.New("no route")
	other := message(4)
	other.Epoch = "e0"
	several := wire.Message{Epoch: "e1", Tenant: "a", Seq: 6, Prev: 1}
	for _, c := range []struct {
		name         string
		m            wire.Message
		seq, pruned  uint64 // of Postgres; the tenant has applied change 3
		err          error
		want         uint64
		wantEpochs   uint64
		wantGapFound bool
	}{
		{name: "the next change", m: message(4), seq: 4, want: 4},
		{name: "a repeated change", m: message(3), seq: 3, want: 3},
		{name: "an old change", m: message(1), seq: 3, want: 3},
		{name: "several changes, some of them applied", m: several, seq: 6, want: 6},
		{name: "a gap", m: message(6), seq: 6, want: 6, wantGapFound: true},
		{name: "a gap, and Postgres has more", m: message(6), seq: 8, want: 8, wantGapFound: true},
		{name: "a gap that is no longer kept", m: message(6), seq: 7, pruned: 5, want: 7, wantGapFound: true},
		{name: "a gap, and Postgres fails", m: message(6), seq: 6, err: gone, want: 3, wantGapFound: true},
		{name: "a change that Postgres does not have", m: message(6), seq: 2, want: 2, wantEpochs: 1, wantGapFound: true},
		{name: "an epoch that has ended", m: other, seq: 3, want: 3},
		{name: "an epoch that has ended, and Postgres fails", m: other, seq: 3, err: gone, want: 3},
	} {
		s := &fakeSource{seq: c.seq, pruned: c.pruned, err: c.err}
		r := newReplica(t, Config{Source: s})
		tn := r.Join(head(3))
		if known, err := r.Apply(t.Context(), c.m); !known || !errors.Is(err, c.err) {
			t.Errorf("%s: known %v, error %v, want %v", c.name, known, err, c.err)
		}
		if tn.Applied() != c.want {
			t.Errorf("%s: applied up to %d, want %d", c.name, tn.Applied(), c.want)
		}
		if n := r.Stats.Epochs.Load(); n != c.wantEpochs {
			t.Errorf("%s: %d epochs began, want %d", c.name, n, c.wantEpochs)
		}
		if found := r.Stats.Gaps.Load() == 1; found != c.wantGapFound {
			t.Errorf("%s: gap found: %v, want %v", c.name, found, c.wantGapFound)
		}
	}
}

// An inlined record is shown only once its change is applied.
func TestInlinedIsCalledAfterItsChange(t *testing.T) {
	t.Parallel()
	s := &fakeSource{seq: 4}
	var got []uint64
	r := newReplica(t, Config{Source: s, Inlined: func(tn *Tenant, m wire.Message) {
		if tn.Applied() < m.Seq {
			t.Errorf("the record of change %d came at change %d", m.Seq, tn.Applied())
		}
		got = append(got, m.Seq)
	}})
	r.Join(head(3))
	for _, n := range []uint64{4, 6} {
		m := message(n)
		m.Inlined = &wire.Inlined{}
		if n == 6 {
			s.set(4, nil) // the change is of another epoch: Postgres does not have it
		}
		if _, err := r.Apply(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 1 || got[0] != 4 {
		t.Errorf("inlined records of changes %v, want 4 only", got)
	}
}

// A read that began before the call may have missed a change on which the caller relies.
func TestVerifyWaitsForAReadThatBeganAfterTheCall(t *testing.T) {
	t.Parallel()
	began, goOn := make(chan struct{}, 10), make(chan struct{})
	s := &fakeSource{seq: 1, missing: func() {
		began <- struct{}{}
		<-goOn
	}}
	r := newReplica(t, Config{Source: s})
	tn := r.Join(head(1))
	errs := make(chan error, 100)
	verify := func(times int) {
		for range times {
			go func() { errs <- r.Verify(t.Context()) }()
		}
	}
	verify(1)
	<-began // it has read change 1
	s.set(2, nil)
	verify(50)
	for !r.puller.callersWait() {
		time.Sleep(time.Millisecond)
	}
	goOn <- struct{}{}
	if err := <-errs; err != nil {
		t.Fatal(err)
	}
	if tn.Applied() != 1 {
		t.Errorf("the first read applied %d, want 1", tn.Applied())
	}
	<-began
	s.mu.Lock()
	s.missing = nil
	s.mu.Unlock()
	goOn <- struct{}{}
	for range 50 {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	if tn.Applied() != 2 {
		t.Errorf("after Verify, change %d is applied, want 2", tn.Applied())
	}
}

// callersWait reports whether a caller waits for the next read.
func (v *puller) callersWait() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.waiting != nil
}

func TestVerifyEndsWithItsContext(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	defer close(hang)
	r := newReplica(t, Config{Source: &fakeSource{missing: func() { <-hang }}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify returned %v although its context is done", err)
	}
	if n := r.Stats.Unverified.Load(); n != 1 || r.Stats.Verified.Load() != 0 {
		t.Errorf("%d hits count as not verified, want 1", n)
	}
}

// A reader waits for a change only while the bus may bring it, however long the lease is.
func TestCatchUpDoesNotWaitForALostBus(t *testing.T) {
	t.Parallel()
	src := &fakeSource{}
	src.set(6, nil)
	r := newReplica(t, Config{Source: src, HeartbeatTimeout: time.Hour, Grace: time.Hour})
	a := r.Join(head(5))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	done := make(chan error)
	go func() { done <- a.CatchUp(ctx, "e1", 6) }()
	for a.waiters.Load() == nil {
		time.Sleep(time.Millisecond)
	}
	r.bus.set(true)
	if err := <-done; err != nil || a.Applied() != 6 || ctx.Err() != nil {
		t.Errorf("applied %d, %v", a.Applied(), err)
	}
	src.set(7, nil)
	if err := a.CatchUp(ctx, "e1", 7); err != nil {
		t.Errorf("the bus is still lost: %v", err)
	}
	r.bus.set(false)
	src.set(8, nil)
	go func() { done <- a.CatchUp(ctx, "e1", 8) }()
	if known, err := r.Apply(ctx, message(8)); !known || err != nil {
		t.Error(known, err)
	}
	if err := <-done; err != nil {
		t.Errorf("the bus brought the change: %v", err)
	}
}
