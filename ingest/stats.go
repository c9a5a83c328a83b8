package ingest

import (
	"sync/atomic"

	"vitrine/ingest/announce"
	"vitrine/ingest/capture"
	"vitrine/ingest/index"
	"vitrine/internal/wire"
)

// Stats count what the worker of this process did since it was made. They may be read at any time.
type Stats struct {
	Leading atomic.Bool   // this worker leads
	Terms   atomic.Uint64 // terms of this worker
	Pruned  atomic.Uint64 // deleted rows of change_tx and change_row

	Relay    capture.Stats
	Index    index.Stats
	Announce announce.Stats
}

// members is the part of the statistics that is published with the gateways.
func (s *Stats) members() wire.Members {
	_, _, late := s.Relay.Lag.Quantiles()
	return wire.Members{
		Behind: s.Relay.Behind.Load(), LagP99: late.Seconds(), Retried: s.Relay.Retried.Load(),
		Holes: s.Relay.Holes.Load(), HeldBeats: s.Relay.BeatsHeld.Load(), PostErrors: s.Announce.PostErrors.Load(),
		Compared: s.Index.Compared.Load(), Drift: s.Index.Drift.Load(), IndexErrors: s.Index.IndexErrors.Load(),
	}
}
