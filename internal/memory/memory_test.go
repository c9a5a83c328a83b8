package memory

import (
	"context"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

func TestShareIsAtLeastWhatItMustBe(t *testing.T) {
	t.Parallel()
	const least = 256 << 20
	if got := Share(1<<40, least); got != least {
		t.Errorf("next to nothing of what there is: %d, want %d", got, least)
	}
	if all, half := Share(1, least), Share(2, 1); all < half || half < 16<<20 {
		t.Errorf("all is %d, and half of it %d", all, half)
	}
}

func TestAHeapGrowsToItsSizeOrDoubles(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for _, c := range []struct {
		heap, roots, size int64
		want              int
	}{
		{100 * mb, 0, 500 * mb, 400},
		{75 * mb, 25 * mb, 475 * mb, 400}, // roots count where it grows, not where it stands
		{100 * mb, 0, 200 * mb, 100},
		{300 * mb, 0, 400 * mb, 100},
		{300 * mb, 0, 100 * mb, 100},
		{0, 0, 40 * mb, 1000}, // nothing was collected yet: of the least heap
		{mb / 2, mb / 2, 40 * mb, 1000},
	} {
		if got := percent(use{c.heap, c.roots}, c.size); got != c.want {
			t.Errorf("%d and %d of %d in use: %d %%, want %d", c.heap, c.roots, c.size, got, c.want)
		}
	}
}

// It is of the whole process, so this test is by itself.
func TestAProcessIsGivenRoomAndGivesItBack(t *testing.T) { //nolint:paralleltest // as above
	t.Setenv("GOGC", "")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); Roomy(ctx, 1<<30) }()
	given := func() uint64 {
		m := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(m)
		return m[0].Value.Uint64()
	}
	for end := time.Now().Add(10 * time.Second); given() == unasked && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if got := given(); got <= unasked {
		t.Errorf("%d %%: it is collected as it was before", got)
	}
	kept := make([]byte, 400<<20) // 40 % of its size
	runtime.GC()
	for end := time.Now().Add(10 * time.Second); given() > 200 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if got := given(); got < 140 || got > 160 {
		t.Errorf("%d %%, and a heap of %d MB may grow to 1 GB", got, len(kept)>>20)
	}
	runtime.KeepAlive(kept)
	cancel()
	<-done
	if got := given(); got != unasked {
		t.Errorf("afterwards: %d %%", got)
	}
}
