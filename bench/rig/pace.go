package rig

import (
	"crypto/sha256"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Pace begins to measure how fast the processors are. What it returns ends that, and says how long the same little work took of a processor, in microseconds, at
// the median. On a virtual machine that is another figure from one minute to the next, twice as much where a neighbour has the other half of a core, and no other
// figure tells: what is measured at one pace is not to be compared with what is measured at another.
func Pace() func() float64 {
	stop, done := make(chan struct{}), make(chan struct{})
	var took []float64
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		tick := time.NewTicker(paceEach)
		defer tick.Stop()
		work := make([]byte, paceWork)
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			was := ownTime()
			sum := sha256.Sum256(work)
			work[0] = sum[0] // so that it is done
			took = append(took, float64(ownTime()-was)/float64(time.Microsecond))
		}
	}()
	return func() float64 {
		close(stop)
		<-done
		return Median(took)
	}
}

const (
	paceEach = 50 * time.Millisecond
	paceWork = 64 << 10 // bytes
)

// ownTime is the processor time of this thread.
func ownTime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
