package cache_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cache/replica"
	"vitrine/internal/wire"
)

// countingSource counts how often changes are read.
type countingSource struct {
	*source
	times atomic.Int64
}

func (r *countingSource) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	r.times.Add(1)
	return r.source.Changes(ctx, tenant, after)
}

func openCounting(t *testing.T, grace, timeout time.Duration) (*countingSource, *replica.Tenant) {
	t.Helper()
	s := &countingSource{source: newSource(1)}
	_, tn := openGateway(t, replica.Config{Source: s, Grace: grace, HeartbeatTimeout: timeout})
	return s, tn
}

// The bus is about to deliver a change that was just committed.
func TestCatchUpWaitsForTheBusBeforeItReadsPostgres(t *testing.T) {
	t.Parallel()
	s, tn := openCounting(t, time.Hour, time.Hour)
	m := s.write("k0")
	done := make(chan error)
	go func() { done <- tn.CatchUp(t.Context(), "e1", m.Seq) }()
	if err := tn.Apply(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := s.times.Load(); n != 0 {
		t.Errorf("changes were read from Postgres %d times", n)
	}
}

func TestCatchUpStopsWaitingWhenTheLeaseExpires(t *testing.T) {
	t.Parallel()
	s, tn := openCounting(t, time.Hour, 50*time.Millisecond)
	m := s.write("k0")
	if err := tn.CatchUp(t.Context(), "e1", m.Seq); err != nil {
		t.Fatal(err)
	}
	if tn.Applied() != m.Seq || s.times.Load() != 1 {
		t.Errorf("applied %d after %d reads; want %d after 1", tn.Applied(), s.times.Load(), m.Seq)
	}
}

func TestCatchUpReadsAChangeThatTheBusDoesNotDeliver(t *testing.T) {
	t.Parallel()
	for what, waits := range map[string]struct{ grace, timeout time.Duration }{
		"connected":    {time.Millisecond, time.Hour},
		"disconnected": {time.Hour, time.Nanosecond}, // without waiting
	} {
		s, tn := openCounting(t, waits.grace, waits.timeout)
		m := s.write("k0")
		if err := tn.CatchUp(t.Context(), "e1", m.Seq); err != nil {
			t.Fatal(err)
		}
		if tn.Applied() != m.Seq || s.times.Load() != 1 {
			t.Errorf("%s: applied %d after %d reads; want %d after 1", what, tn.Applied(), s.times.Load(), m.Seq)
		}
	}
}
