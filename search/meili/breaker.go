package meili

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// longestPause is the longest pause that Retry-After may ask for.
const longestPause = 30 * time.Second

// probeLimit is the time limit of a probe. A server that needs longer is out of service.
const probeLimit = 250 * time.Millisecond

// A breaker keeps searches away from a Meilisearch that fails. While it is open, the next engine answers, and one
// goroutine probes the server. So a failure costs the searches that were under way, and no search waits for a probe.
// However many searches fail together, they open it once.
//
// A search that is only slow does not open it: it starts a probe, and a probe that fails opens it.
type breaker struct {
	open  atomic.Bool
	probe func(ctx context.Context) error
	pause time.Duration
	note  func(open bool, err error) // logs a change of state
	ctx   context.Context            //nolint:containedctx // ends with the engine
	stop  context.CancelFunc

	mu      sync.Mutex
	probing bool
	until   time.Time // the server asked for no requests until then
	done    sync.WaitGroup
}

func newBreaker(pause time.Duration, probe func(context.Context) error, note func(bool, error)) *breaker {
	b := &breaker{probe: probe, pause: pause, note: note}
	b.ctx, b.stop = context.WithCancel(context.Background())
	return b
}

// fail notes a failed search and starts a probe, unless one runs.
func (b *breaker) fail(err error) {
	var answer *apiError
	slow := errors.Is(err, context.DeadlineExceeded)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return
	}
	if errors.As(err, &answer) && answer.After > 0 {
		b.until = time.Now().Add(answer.After)
	}
	if !slow && !b.open.Swap(true) {
		b.note(true, err)
	}
	if b.probing {
		return
	}
	b.probing = true
	b.done.Add(1)
	go b.run(slow)
}

// run probes until the server answers.
func (b *breaker) run(now bool) {
	defer b.done.Done()
	for {
		if !now && !b.wait() {
			return
		}
		now = false
		ctx, cancel := context.WithTimeout(b.ctx, probeLimit)
		err := b.probe(ctx)
		cancel()
		b.mu.Lock()
		if b.ctx.Err() != nil {
			b.mu.Unlock()
			return
		}
		if err == nil {
			b.probing = false
			if b.open.Swap(false) {
				b.note(false, nil)
			}
			b.mu.Unlock()
			return
		}
		if !b.open.Swap(true) {
			b.note(true, err)
		}
		b.mu.Unlock()
	}
}

// wait waits for the pause, and for the time that the server asked for. It returns false if the engine is stopped.
func (b *breaker) wait() bool {
	b.mu.Lock()
	pause := max(b.pause, time.Until(b.until))
	b.mu.Unlock()
	select {
	case <-b.ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// close ends the probing.
func (b *breaker) close() {
	b.stop()
	b.done.Wait()
}

// why returns the reason to count for a failed search.
func why(err error) string {
	var answer *apiError
	switch {
	case code(err) == "index_not_found":
		return Unindexed // no index of this kind yet; other kinds may have one
	case errors.As(err, &answer) && answer.Status == http.StatusServiceUnavailable:
		return Busy
	case errors.As(err, &answer):
		return Refused
	case errors.Is(err, context.DeadlineExceeded):
		return Slow
	default:
		return Unreachable
	}
}
