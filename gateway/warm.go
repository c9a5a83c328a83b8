package gateway

import (
	"context"
	"time"

	"vitrine/internal/catalog"
)

// warmShare is the part of the cache that records may take which no request has asked for.
const warmShare = 4

// warm reads the records that the engine's tables list, once the gateway is ready. Searches then find them in memory.
// All tables together fill at most a quarter of the cache. They are read one after the other, and requests come first.
func (s *Server) warm(ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-s.ready:
	}
	if s.holder == nil {
		return
	}
	began, before := time.Now(), s.cache.Bytes()
	most := s.cfg.Cache.Bytes / warmShare
	for _, part := range s.holder.Parts() {
		left := before + most - s.cache.Bytes()
		t := s.replica.Tenant(part.Tenant)
		if left <= 0 || t == nil {
			continue
		}
		if err := s.reader.Warm(ctx, t, &catalog.Named(part.Kind).Views[0], t.Bytes()+left); err != nil {
			if ctx.Err() == nil {
				s.log.Warn("records not read in advance; searches read them", "tenant", part.Tenant, "kind", part.Kind,
					"err", err)
			}
			return
		}
	}
	s.log.Info("records of searches are in memory", "mb", (s.cache.Bytes()-before)>>20, "took", time.Since(began))
}
