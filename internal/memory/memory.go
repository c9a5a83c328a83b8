// Package memory says what a process may hold, and when what it let go of is collected.
package memory

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

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

// unasked is by how much of what is in use a heap grows before it is collected, in percent, where nobody says otherwise.
const unasked = 100

// Roomy lets the heap grow to a size before it is collected, until ctx ends. Above, it is collected as it would be anyway: when it has doubled. Collecting
// takes processors from whoever else wants them, for as long as it takes to go through everything that is kept, so a process whose heap is much smaller than it
// may be gains by collecting seldom. It does nothing where GOGC is set: whoever set it has his reasons.
func Roomy(ctx context.Context, size int64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	defer debug.SetGCPercent(unasked)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for now := unasked; ; {
		if next := percent(live(), size); 10*max(now-next, next-now) > now { // each change stops the process for a moment
			debug.SetGCPercent(next)
			now = next
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// percent is by how much a heap may grow of which so many bytes are in use, for it to have a size.
func percent(live, size int64) int {
	live = max(live, 1<<20)
	return int(max(unasked, 100*(size-live)/live))
}

// live is how many bytes the last collection found in use.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64()) //nolint:gosec // as many as there is memory
}
