package accept

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/clock"
)

// Limits of a connection. They bound what a slow or hostile client can hold.
const (
	ReadTimeout  = 5 * time.Second
	WriteTimeout = 10 * time.Second
	IdleTimeout  = 65 * time.Second // longer than a CDN keeps a connection idle
	ReadBuffer   = 16 << 10         // bytes; also the largest head of a request
	WriteBuffer  = 16 << 10         // bytes; an answer of ten products fits
	MaxBody      = 64 << 10         // bytes of a request's body
	// MaxConns is the number of connections. It is well above the number of requests that may wait at once, so that
	// there is room for reads (upstream.MaxWaiting).
	MaxConns = 16_384
)

// Config is what a listener needs.
type Config struct {
	Lookup  *lookup.Lookup
	Clock   *clock.Clock
	Status  *respond.Status
	Serving *atomic.Bool // while false, every request goes to fasthttp
	NoLoop  bool         // a goroutine reads each connection, as on other systems than Linux
	MaxIdle int          // connections that may wait for a request, or for the rest of one; default 2048
	Log     *slog.Logger

	// Refuse appends the whole answer to a request without a body that is refused because too many wait, and returns nil
	// for any other. It must not block. The arguments are the URL, the tenant in the header and the host. Default: none is
	// refused here.
	Refuse func(dst, url, tenant, host []byte) []byte

	// ManyWait reports whether many requests wait for their answers. It must not block. Default: never.
	ManyWait func() bool
}

// DefaultConfig holds the defaults of the settings. An idle connection costs less than 1 KB in the event loop, and tens
// of KB where fasthttp reads it (make bench-flood).
func DefaultConfig() Config { return Config{MaxIdle: 2048} }

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Lookup == nil, c.Clock == nil, c.Status == nil, c.Serving == nil, c.Log == nil:
		return errors.New("accept: a lookup, a clock, a Status, a serving flag and a log are required")
	case c.MaxIdle < 1:
		return errors.New("accept: MaxIdle must be positive")
	}
	return nil
}

// A Waiter is a listener that may still be sending answers after it was closed.
type Waiter interface {
	// Wait returns once all answers were sent, or ctx is done.
	Wait(ctx context.Context)
}
