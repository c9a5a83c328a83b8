package memory

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"vitrine/internal/testkit"
)

func TestShareHasAMinimum(t *testing.T) {
	t.Parallel()
	const least = 256 << 20
	if got := Share(1<<40, least); got != least {
		t.Errorf("a tiny share: %d, want %d", got, least)
	}
	if all, half := Share(1, least), Share(2, 1); all < half || half < 16<<20 {
		t.Errorf("all %d, half %d", all, half)
	}
}

func TestLimitFollowsTheControlGroup(t *testing.T) { //nolint:paralleltest // it changes the whole process
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	f := func(setting string, group uint64, err error, want int64) {
		t.Helper()
		t.Setenv("GOMEMLIMIT", setting)
		debug.SetMemoryLimit(before)
		Limit(func() (uint64, error) { return group, err })
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("GOMEMLIMIT=%q, %d bytes, error %v: the limit is %d, want %d", setting, group, err, got, want)
		}
	}
	f("", 2000<<20, nil, 1800<<20)
	f("1GiB", 2000<<20, nil, before)
	f("", 0, errors.New("no limit"), before)
	f("", 1<<63, nil, before) // how some control groups write that there is none
}

func TestHeapGrowsToItsSizeOrDoubles(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for _, c := range []struct {
		heap, roots, size int64
		want              int
	}{
		{100 * mb, 0, 500 * mb, 400},
		{75 * mb, 25 * mb, 475 * mb, 400}, // roots count for the growth, not for the size
		{100 * mb, 0, 200 * mb, 100},
		{300 * mb, 0, 400 * mb, 100},
		{300 * mb, 0, 100 * mb, 100},
		{0, 0, 40 * mb, 1000}, // before the first collection: of the smallest heap
		{mb / 2, mb / 2, 40 * mb, 1000},
	} {
		if got := percent(use{c.heap, c.roots}, c.size); got != c.want {
			t.Errorf("heap %d, roots %d, size %d: %d %%, want %d", c.heap, c.roots, c.size, got, c.want)
		}
	}
}

func TestTuneGCSetsAndRestoresThePercentage(t *testing.T) { //nolint:paralleltest // it changes the whole process
	t.Setenv("GOGC", "")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); TuneGC(ctx, 1<<30) }()
	percentage := func() uint64 {
		m := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(m)
		return m[0].Value.Uint64()
	}
	testkit.Until(t, "the percentage is set", func() bool { return percentage() != defaultPercent })
	if got := percentage(); got <= defaultPercent {
		t.Errorf("%d %%: the default is still set", got)
	}
	live := make([]byte, 400<<20) // 40 % of the size
	runtime.GC()
	testkit.Until(t, "the percentage follows the heap", func() bool { return percentage() <= 200 })
	if got := percentage(); got < 140 || got > 160 {
		t.Errorf("%d %% with a heap of %d MB and a size of 1 GB", got, len(live)>>20)
	}
	runtime.KeepAlive(live)
	cancel()
	<-done
	if got := percentage(); got != defaultPercent {
		t.Errorf("after the end: %d %%", got)
	}
}
