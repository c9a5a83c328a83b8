package writesvc

import (
	"context"
	"time"
)

// each calls do at intervals until ctx ends.
func each(ctx context.Context, interval time.Duration, do func(context.Context)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do(ctx)
		}
	}
}

// sweep deletes expired rows: ended sessions, expired limits, sent messages, closed baskets.
func (s *Server) sweep(ctx context.Context) {
	for _, part := range []struct {
		name  string
		sweep func(context.Context) error
	}{{"auth", s.auth.Sweep}, {"outbox", s.outbox.Sweep}, {"basket", s.basket.Sweep},
		{"payment", s.payment.Sweep}} {
		if err := part.sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("expired rows not deleted", "part", part.name, "err", err)
		}
	}
}
