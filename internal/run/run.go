// Package run holds what goroutines that run in the background share: a wake-up, an interruptible pause, and a call
// whose panic does not end the process.
package run

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// Safely calls f. If f panics, the error has the value of the panic and the stack. So f must not handle secrets.
func Safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p, debug.Stack()}
		}
	}()
	return f()
}

type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// Panicked reports whether an error of Safely is a panic.
func Panicked(err error) bool {
	var p *panicked
	return errors.As(err, &p)
}

// A Wake wakes one goroutine. Any number of calls to Notify before the goroutine receives count as one.
type Wake chan struct{}

// NewWake makes a wake-up that nothing has triggered yet.
func NewWake() Wake { return make(chan struct{}, 1) }

// Notify triggers the wake-up. It never blocks.
func (w Wake) Notify() {
	select {
	case w <- struct{}{}:
	default:
	}
}

// Pause waits for d, or until ctx is done. It returns at once if d is not positive.
func Pause(ctx context.Context, d time.Duration) {
	if d <= 0 { // a timer that is due at once can crash the race detector of Go 1.26 in testing/synctest
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
