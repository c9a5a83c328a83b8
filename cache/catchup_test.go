package cache_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cache/replica"
	"vitrine/internal/wire"
)

// reread is a shop that counts how often its changes are read.
type reread struct {
	*shop
	times atomic.Int64
}

func (r *reread) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	r.times.Add(1)
	return r.shop.Changes(ctx, tenant, after)
}

func openReread(t *testing.T, grace, silent time.Duration) (*reread, *replica.Tenant) {
	t.Helper()
	s := &reread{shop: newShop(1)}
	_, tn := openGateway(t, replica.Config{Source: s, Grace: grace, HeartbeatTimeout: silent})
	return s, tn
}

// What a fill read has been committed just now, so the bus is about to bring it.
func TestAFillWaitsForTheBusBeforeItAsksPostgres(t *testing.T) {
	t.Parallel()
	s, tn := openReread(t, time.Hour, time.Hour)
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
		t.Errorf("Postgres was asked %d times", n)
	}
}

// Whoever waits for a bus that falls silent meanwhile waits no longer.
func TestAFillWaitsForASilentBusNoLonger(t *testing.T) {
	t.Parallel()
	s, tn := openReread(t, time.Hour, 50*time.Millisecond)
	m := s.write("k0")
	if err := tn.CatchUp(t.Context(), "e1", m.Seq); err != nil {
		t.Fatal(err)
	}
	if tn.Applied() != m.Seq || s.times.Load() != 1 {
		t.Errorf("applied %d, asked %d times; want %d, 1", tn.Applied(), s.times.Load(), m.Seq)
	}
}

func TestWhatTheBusDoesNotBringIsReadFromPostgres(t *testing.T) {
	t.Parallel()
	for what, waits := range map[string]struct{ grace, silent time.Duration }{
		"it brings nothing": {time.Millisecond, time.Hour},
		"it is not heard":   {time.Hour, time.Nanosecond}, // and then nobody waits
	} {
		s, tn := openReread(t, waits.grace, waits.silent)
		m := s.write("k0")
		if err := tn.CatchUp(t.Context(), "e1", m.Seq); err != nil {
			t.Fatal(err)
		}
		if tn.Applied() != m.Seq || s.times.Load() != 1 {
			t.Errorf("%s: applied %d, asked %d times; want %d, 1", what, tn.Applied(), s.times.Load(), m.Seq)
		}
	}
}
