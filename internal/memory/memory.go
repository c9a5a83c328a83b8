// Package memory limits the memory of a process and tunes its garbage collector.
package memory

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Share returns a part of the memory that the process may use, in bytes: that of the machine, or of its control group
// if that is less. It is at least least, and exactly least if the size of the memory is unknown.
func Share(part, least int64) int64 {
	all := int64(0)
	for _, limit := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := limit(); err == nil && n > 0 && n < 1<<62 && (all == 0 || int64(n) < all) {
			all = int64(n)
		}
	}
	return max(least, all/part)
}

// Group returns the memory that the control group of the process may use, in bytes, or an error if it has no limit.
func Group() (uint64, error) { return memlimit.FromCgroup() }

// Limit has the garbage collector run more often before the process reaches nine tenths of the bytes that available
// returns, such as Group. The rest is for memory that the runtime does not know of. Limit does nothing if available
// returns an error, or if GOMEMLIMIT is set.
func Limit(available func() (uint64, error)) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if n, err := available(); err == nil && n > 0 && n < 1<<62 {
		debug.SetMemoryLimit(int64(n / 10 * 9))
	}
}

// TuneGC lets the heap grow to a size in bytes before it is collected, until ctx ends. A larger heap is collected as
// usual, when it has doubled. A collection takes processor time in proportion to the live heap, so a process with a
// small heap and enough memory gains by rare collections. TuneGC does nothing if GOGC is set.
func TuneGC(ctx context.Context, size int64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	defer debug.SetGCPercent(defaultPercent)
	collected := make(chan struct{}, 1)
	notify(ctx, collected)
	for {
		debug.SetGCPercent(percent(inUse(), size))
		select {
		case <-ctx.Done():
			return
		case <-collected:
		}
	}
}

const (
	defaultPercent = 100     // Go's default for GOGC: growth of the heap before a collection, in percent
	minHeap        = 4 << 20 // bytes; the runtime collects no smaller heap, scaled by the percentage
)

// A sentinel is garbage at once, so the next collection finds it. It contains a pointer, because the runtime packs
// small objects without pointers together.
type sentinel struct{ _ *byte }

// notify sends on a channel after each collection, until ctx ends.
func notify(ctx context.Context, collected chan<- struct{}) {
	runtime.AddCleanup(&sentinel{}, func(collected chan<- struct{}) {
		if ctx.Err() != nil {
			return
		}
		select {
		case collected <- struct{}{}:
		default:
		}
		notify(ctx, collected)
	}, collected)
}

// A use is the memory in use at the last collection, in bytes; zero before the first.
type use struct {
	heap  int64
	roots int64 // stacks and globals, which count for the growth of the heap
}

// percent returns the growth in percent with which the heap reaches a size.
func percent(u use, size int64) int {
	least := 100 * size / minHeap
	if u.heap+u.roots == 0 {
		return int(max(defaultPercent, least))
	}
	return int(max(defaultPercent, min(least, 100*(size-u.heap)/(u.heap+u.roots))))
}

func inUse() use {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}}
	metrics.Read(s)
	n := func(i int) int64 { return int64(s[i].Value.Uint64()) } //nolint:gosec // bounded by the memory
	return use{heap: n(0), roots: n(1) + n(2)}
}
