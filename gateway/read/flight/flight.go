// Package flight makes one call for a key at a time, whose result all who ask for the key share.
//
// It differs from golang.org/x/sync/singleflight in two ways: a wait ends with its context, and a panic becomes the
// error of the call. There a panic in a call with a channel ends the process.
package flight

import (
	"context"
	"errors"
	"sync"

	"vitrine/internal/run"
)

// A Group makes calls. The zero Group is ready.
type Group[T any] struct {
	mu    sync.Mutex
	calls map[string]*call[T] // in progress
}

// A call is one call for a key. Its result may be read once done is closed.
type call[T any] struct {
	done  chan struct{}
	value T
	err   error
}

// Do returns the result of the call that is in progress for a key. If there is none, it calls f in a goroutine of its
// own. It returns the error of ctx once ctx is done; the call then goes on without it. If f panics, the error has the
// value of the panic and the stack.
func (g *Group[T]) Do(ctx context.Context, key string, f func() (T, error)) (T, error) {
	c := g.join(key, f)
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err() //nolint:wrapcheck // documented
	}
}

// join returns the call for a key, and begins it if there is none.
func (g *Group[T]) join(key string, f func() (T, error)) *call[T] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c := g.calls[key]; c != nil {
		return c
	}
	c := &call[T]{done: make(chan struct{}), err: errEnded}
	if g.calls == nil {
		g.calls = map[string]*call[T]{}
	}
	g.calls[key] = c
	go g.run(key, c, f)
	return c
}

// errEnded is the error of a call that ended its goroutine.
var errEnded = errors.New("flight: the call has ended its goroutine")

// run calls f. The call leaves the group before its result can be read, so a later request begins another one.
func (g *Group[T]) run(key string, c *call[T], f func() (T, error)) {
	defer func() {
		g.mu.Lock()
		delete(g.calls, key)
		g.mu.Unlock()
		close(c.done)
	}()
	growStack(0)
	c.err = run.Safely(func() (err error) {
		c.value, err = f()
		return err
	})
}

// stackSize is more than half of what fills need of a stack, in bytes: the runtime rounds it up to a power of two.
const stackSize = 10 << 10

// growStack has the runtime grow the stack of a new goroutine at once. Otherwise it doubles the stack three times while
// a fill descends, and copies what is on it each time.
//
//go:noinline
func growStack(i int) byte {
	var room [stackSize]byte
	return room[i]
}
