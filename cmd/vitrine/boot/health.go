package boot

import (
	"context"
	"net/http"
	"time"

	"vitrine/internal/health"
)

const pingTimeout = time.Second // of Postgres, for /readyz

// health reports whether the parts of this process accept work. As on the public address, a process stays ready while
// Postgres or NATS is away: a restart or a removal from the balancer would not bring them back.
func (a *App) health(rq *http.Request) health.Report {
	var reasons, degraded []health.Reason
	if a.draining.Load() {
		reasons = append(reasons, health.Reason{Part: a.part(), Message: "It stops."})
	} else if a.Gateway != nil {
		reasons = a.Gateway.NotReady()
	}
	if a.Gateway != nil {
		degraded = a.Gateway.Degraded()
	}
	ctx, cancel := context.WithTimeout(rq.Context(), pingTimeout)
	defer cancel()
	if err := a.Pool.Ping(ctx); err != nil { // the error may name the host and the user
		degraded = append(degraded, health.Reason{Part: "postgres", Message: "Postgres does not answer."})
	}
	if a.NATS != nil && !a.NATS.IsConnected() {
		degraded = append(degraded, health.Reason{Part: "nats", Message: "NATS is not connected."})
	}
	return health.New(reasons, degraded)
}

// Drain makes /readyz answer 503 and lets streams end, and then waits, so that balancers notice before the process
// stops. The end of ctx ends the wait.
func (a *App) Drain(ctx context.Context, wait time.Duration) {
	a.draining.Store(true)
	if a.Gateway != nil {
		a.Gateway.Drain()
	}
	if wait <= 0 {
		return
	}
	a.cfg.Step("stopping in %v; /readyz answers 503", wait)
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}
