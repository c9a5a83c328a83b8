package rig

import (
	"crypto/sha256"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Pace begins to measure the speed of the processors. The returned function ends the measurement and returns the median
// processor time of a small unit of work, in microseconds. On a virtual machine it changes from minute to minute, and
// may double if a neighbour uses the other half of a core. Figures of different pace must not be compared.
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
			work[0] = sum[0] // keeps the work from being optimised away
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

// ownTime returns the processor time of this thread.
func ownTime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
