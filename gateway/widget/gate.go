package widget

import (
	"context"
	"errors"
	"sync"
	"time"

	"vitrine/internal/api"
)

// GateConfig bounds the searches of widgets that are not answered from the cache.
type GateConfig struct {
	Running   int           // at once; default half of the concurrent reads, so that a flood leaves the rest to others
	Waiting   int           // for their turn; default 64
	PerTenant int           // running and waiting for one tenant; default 32
	Wait      time.Duration // the longest wait; default 1 s, before which no client gives up
}

// DefaultGateConfig holds the defaults of the settings. reads is how many reads may run at once.
func DefaultGateConfig(reads int) GateConfig {
	return GateConfig{Running: max(1, reads/2), Waiting: 64, PerTenant: 32, Wait: time.Second}
}

// Validate reports what is wrong with a configuration.
func (c GateConfig) Validate() error {
	if c.Running < 1 || c.Waiting < 0 || c.PerTenant < 1 || c.Wait <= 0 {
		return errors.New("widget: Running, PerTenant and Wait must be positive, and Waiting must not be negative")
	}
	return nil
}

// A Gate bounds how many searches run and wait. A flood of different searches is refused with 429 before it delays
// other reads.
type Gate struct {
	cfg     GateConfig
	running chan struct{}

	mu       sync.Mutex
	in       int // running or waiting
	byTenant map[string]int
}

// NewGate makes a gate.
func NewGate(cfg GateConfig) (*Gate, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Gate{cfg: cfg, running: make(chan struct{}, cfg.Running), byTenant: map[string]int{}}, nil
}

// Enter waits for the turn of a search of a tenant. The caller calls leave afterwards, unless there is an error.
func (g *Gate) Enter(tenant string) (leave func(), err error) {
	if !g.join(tenant) {
		return nil, errFull
	}
	timeout := time.NewTimer(g.cfg.Wait)
	defer timeout.Stop()
	select {
	case g.running <- struct{}{}:
		return func() {
			<-g.running
			g.leave(tenant)
		}, nil
	case <-timeout.C:
		g.leave(tenant)
		return nil, errFull
	}
}

var errFull = &api.Error{Status: 429, Code: api.TooManyRequests, RetryAfter: 1, Cause: context.DeadlineExceeded,
	Message: "Too many searches at once. Try again in a moment."}

func (g *Gate) join(tenant string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in >= g.cfg.Running+g.cfg.Waiting || g.byTenant[tenant] >= g.cfg.PerTenant {
		return false
	}
	g.in++
	g.byTenant[tenant]++
	return true
}

func (g *Gate) leave(tenant string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.in--
	if g.byTenant[tenant]--; g.byTenant[tenant] == 0 {
		delete(g.byTenant, tenant)
	}
}
