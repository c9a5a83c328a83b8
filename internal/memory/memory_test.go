package memory

import (
	"context"
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
	for _, c := range []struct {
		live, size int64
		want       int
	}{{100 << 20, 500 << 20, 400}, {100 << 20, 200 << 20, 100}, {300 << 20, 400 << 20, 100}, {300 << 20, 100 << 20, 100}, {0, 3 << 20, 200}} {
		if got := percent(c.live, c.size); got != c.want {
			t.Errorf("%d of %d in use: %d %%, want %d", c.live, c.size, got, c.want)
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
	cancel()
	<-done
	if got := given(); got != unasked {
		t.Errorf("afterwards: %d %%", got)
	}
}
