package rig

import (
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Apart divides the processors between one part of a benchmark and the others, so that neither takes time from the
// other. The part has a quarter, and at least one. With one processor, all share it.
type Apart struct {
	part        string
	own, others unix.CPUSet
}

// NewApart divides the processors that this process may use. part is the name of the part with processors of its own.
func NewApart(part string) (*Apart, error) {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return nil, fmt.Errorf("read the processors of this process: %w", err)
	}
	a := &Apart{part: part}
	if all.Count() < 2 {
		a.own, a.others = all, all
		return a, nil
	}
	own := max(1, all.Count()/4)
	for cpu := 0; a.own.Count()+a.others.Count() < all.Count(); cpu++ {
		switch {
		case !all.IsSet(cpu):
		case a.own.Count() < own:
			a.own.Set(cpu)
		default:
			a.others.Set(cpu)
		}
	}
	return a, nil
}

// Own moves this process to the processors of the part. The processes that it starts inherit them.
func (a *Apart) Own() error { return move(&a.own) }

// Others moves this process, but not the children that it has, to the processors of the others.
func (a *Apart) Others() error { return move(&a.others) }

// String says how many processors each side has.
func (a *Apart) String() string {
	return fmt.Sprintf("processors: %d of %s, %d of the others", a.own.Count(), a.part, a.others.Count())
}

// move moves all threads of this process. A thread that begins has the processors of the one that begins it. So threads
// are moved until two passes find as many.
func move(to *unix.CPUSet) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for seen := -1; ; {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return fmt.Errorf("list the threads of this process: %w", err)
		}
		for _, t := range threads {
			id, err := strconv.Atoi(t.Name())
			if err == nil {
				err = unix.SchedSetaffinity(id, to)
			}
			if err != nil && err != unix.ESRCH { //nolint:errorlint // an error number
				return fmt.Errorf("move thread %s: %w", t.Name(), err)
			}
		}
		if len(threads) == seen {
			return nil
		}
		seen = len(threads)
	}
}
