package writesvc

import (
	"context"
	"time"
)

// sweep deletes expired rows at intervals: ended sessions, expired limits, sent messages.
func (s *Server) sweep(ctx context.Context) {
	tick := time.NewTicker(s.cfg.Sweep)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, part := range []struct {
			name  string
			sweep func(context.Context) error
		}{{"auth", s.auth.Sweep}, {"outbox", s.outbox.Sweep}, {"payment", s.payment.Sweep}} {
			if err := part.sweep(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("expired rows not deleted", "part", part.name, "err", err)
			}
		}
	}
}
