package rig

import (
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Apart gives the clients of a benchmark processors of their own, a quarter and at least one, so that they take nothing
// from the servers. With one processor, both have it.
type Apart struct{ servers, clients unix.CPUSet }

// NewApart divides the processors that this process may use.
func NewApart() (*Apart, error) {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return nil, fmt.Errorf("read the processors of this process: %w", err)
	}
	a := &Apart{}
	if all.Count() < 2 {
		a.servers, a.clients = all, all
		return a, nil
	}
	clients := max(1, all.Count()/4)
	for cpu := 0; a.servers.Count()+a.clients.Count() < all.Count(); cpu++ {
		switch {
		case !all.IsSet(cpu):
		case a.clients.Count() < clients:
			a.clients.Set(cpu)
		default:
			a.servers.Set(cpu)
		}
	}
	return a, nil
}

// Servers moves this process to the processors of the servers, which its children inherit.
func (a *Apart) Servers() error { return move(&a.servers) }

// Clients moves this process, but not the children that it has, to the processors of the clients.
func (a *Apart) Clients() error { return move(&a.clients) }

// String says how many processors each side has.
func (a *Apart) String() string {
	return fmt.Sprintf("processors: %d of the servers, %d of the clients", a.servers.Count(), a.clients.Count())
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
