// Package memory says what a process may hold, and when what it let go of is collected.
package memory

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Share is a part of the memory that the process may use, in bytes: of the machine's, or of its control group's where that is less. It is never less than
// least, which it is where nobody says how much there is.
func Share(part, least int64) int64 {
	all := int64(0)
	for _, ask := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := ask(); err == nil && n > 0 && n < 1<<62 && (all == 0 || int64(n) < all) {
			all = int64(n)
		}
	}
	return max(least, all/part)
}

// Roomy lets the heap grow to a size before it is collected, until ctx ends. Above, it is collected as it would be anyway: when it has doubled. Collecting
// takes processors from whoever else wants them, for as long as it takes to go through everything that is kept, so a process whose heap is much smaller than it
// may be gains by collecting seldom. It does nothing where GOGC is set: whoever set it has his reasons.
func Roomy(ctx context.Context, size int64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	defer debug.SetGCPercent(unasked)
	collected := make(chan struct{}, 1)
	heed(ctx, collected)
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
	unasked   = 100     // by how much of what is in use a heap grows before it is collected, in percent, where nobody says otherwise
	leastHeap = 4 << 20 // no heap is collected below it, or below so much of it as the percentage says
)

// An ending is let go of at once, and so is found by the next collection. It has a pointer, for small things without one share what they lie in.
type ending struct{ _ *byte }

// heed tells of each collection, until ctx ends.
func heed(ctx context.Context, collected chan<- struct{}) {
	runtime.AddCleanup(&ending{}, func(collected chan<- struct{}) {
		if ctx.Err() != nil {
			return
		}
		select {
		case collected <- struct{}{}:
		default:
		}
		heed(ctx, collected)
	}, collected)
}

// A use is what the last collection found in use, in bytes: none before the first.
type use struct {
	heap  int64
	roots int64 // stacks and globals, which count where it is said by how much the heap grows
}

// percent is by how much a heap may grow, for it to have a size.
func percent(u use, size int64) int {
	least := 100 * size / leastHeap
	if u.heap+u.roots == 0 {
		return int(max(unasked, least))
	}
	return int(max(unasked, min(least, 100*(size-u.heap)/(u.heap+u.roots))))
}

func inUse() use {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}}
	metrics.Read(s)
	n := func(i int) int64 { return int64(s[i].Value.Uint64()) } //nolint:gosec // no more than there is memory
	return use{heap: n(0), roots: n(1) + n(2)}
}
