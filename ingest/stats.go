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
	Leading atomic.Bool   // this process's worker publishes; the others stand by
	Terms   atomic.Uint64 // times this worker began to lead
	Pruned  atomic.Uint64 // rows of change_tx and change_row that were dropped

	Relay    capture.Stats
	Index    index.Stats
	Announce announce.Stats
}

// members is the part of them that gateways show to people.
func (s *Stats) members() wire.Members {
	_, _, late := s.Relay.Lag.Quantiles()
	return wire.Members{Behind: s.Relay.Behind.Load(), LagP99: late.Seconds(), Retried: s.Relay.Retried.Load(), Holes: s.Relay.Holes.Load(), HeldBeats: s.Relay.BeatsHeld.Load(),
		PostErrors: s.Announce.PostErrors.Load(), Compared: s.Index.Compared.Load(), Drift: s.Index.Drift.Load(), IndexErrors: s.Index.IndexErrors.Load()}
}
