package gateway

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
)

// check compares what is served with what Postgres says, while it is served: one hit in Config.SampleEach, and in turn some of the hottest answers of each tenant
// and kind. It is a witness: nothing relies on it, and StaleHits must stay 0.
type check struct {
	queue chan *cache.Entry // sampled hits; one more than fit are not compared

	compared, overtaken, unread, dropped atomic.Uint64 // comparisons; those a change made pointless; those Postgres did not answer; samples without room
	stale                                atomic.Uint64 // hits that were not what Postgres said
	rounds, drift, mended                atomic.Uint64 // kinds of a tenant that were compared in turn; answers of them that differed; tenants forgotten for it
	jumps                                atomic.Uint64 // times the database's clock jumped

	turns map[turn]uint64 // when each kind of a tenant had its turn; of the checking goroutine
	turn  uint64
}

// A turn is all that a tenant has of a kind.
type turn struct{ tenant, kind string }

const (
	checkQueue   = 64
	checkEach    = time.Second            // pause between turns
	checkEntries = 3                      // answers that are compared in one turn
	checkShare   = 50                     // a comparison is followed by so many times its own time without one
	clockJump    = 250 * time.Millisecond // the database's clock and the machine's do not drift so far apart between two looks
)

// sample is called on the path of a hit: it neither waits nor allocates.
func (s *Server) sample(e *cache.Entry) {
	select {
	case s.check.queue <- e:
	default:
		s.check.dropped.Add(1)
	}
}

// keepChecking compares until ctx ends: one answer at a time.
func (s *Server) keepChecking(ctx context.Context) {
	tick := time.NewTicker(checkEach)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-s.check.queue:
			began := time.Now()
			if s.differs(ctx, e) {
				s.check.stale.Add(1)
			}
			select { // a witness must not cost what it watches over
			case <-ctx.Done():
				return
			case <-time.After(min(checkShare*time.Since(began), checkEach)):
			}
		case <-tick.C:
			s.takeTurn(ctx)
		}
	}
}

// takeTurn compares some of the hottest answers of the tenant's kind that has waited longest.
func (s *Server) takeTurn(ctx context.Context) {
	c := &s.check
	found := map[turn][]*cache.Entry{}
	s.cache.Hottest(func(e *cache.Entry) {
		kind, _, _ := strings.Cut(strings.TrimPrefix(e.Location, "/"), "/")
		kind, _, _ = strings.Cut(kind, "?")
		t := turn{e.Tenant().ID, kind}
		if len(found[t]) < checkEntries {
			found[t] = append(found[t], e)
		}
	})
	var next turn
	for t := range found {
		if next == (turn{}) || c.turns[t] < c.turns[next] {
			next = t
		}
	}
	for t := range c.turns {
		if found[t] == nil {
			delete(c.turns, t) // it comes again, as one that never had its turn
		}
	}
	if next == (turn{}) {
		return
	}
	c.turn++
	c.turns[next] = c.turn
	c.rounds.Add(1)
	for _, e := range found[next] {
		if s.differs(ctx, e) {
			c.drift.Add(1)
		}
	}
}

// differs reads an answer from Postgres, and reports whether the one that is served is another though it counts as true. Both are judged as of the same change: what
// Postgres showed is applied here first, and if that touched the answer, or its time came meanwhile, there is nothing to compare. A tenant of which an answer
// differs is forgotten whole: what else of it is wrong nobody knows.
func (s *Server) differs(ctx context.Context, e *cache.Entry) bool {
	c := &s.check
	if s.cfg.Outside && (strings.Contains(e.Location, "search=") || strings.Contains(e.Location, "q=")) {
		return false // how such an engine ranks equals may change without a change
	}
	if e.Location == "" || e.Fickle || !e.Fresh(s.clock.Now()) {
		c.overtaken.Add(1)
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.FillTimeout)
	defer cancel()
	id := e.Tenant().ID
	member := s.replica.Tenant(id)
	r, err := s.Render(ctx, id, "/v1"+e.Location)
	if err == nil {
		err = member.CatchUp(ctx, r.Read.Epoch, r.Read.Seq)
	}
	if err != nil || r.Read.Epoch == "" {
		c.unread.Add(1)
		return false
	}
	if !e.Fresh(s.clock.Now()) {
		c.overtaken.Add(1)
		return false
	}
	c.compared.Add(1)
	if r.Status == e.Status && (e.Status != 200 || bytes.Equal(r.Body, e.Body)) {
		return false
	}
	tags := e.Carries()
	s.log.Error("an answer is not what Postgres says, and no change touched it; the tenant's answers are forgotten", "tenant", id, "url", "/v1"+e.Location,
		"stamp", e.Stamp, "read", r.Read.Seq, "status", e.Status, "want", r.Status, "tags", tags[:min(len(tags), 50)])
	member.InvalidateAll()
	c.mended.Add(1)
	return true
}

// jumped is told by how much the database's clock went forward or back against the machine's. What should have ended in between and was served until now was late.
func (s *Server) jumped(by time.Duration) {
	if by.Abs() < clockJump {
		return
	}
	s.check.jumps.Add(1)
	s.log.Warn("the database's clock jumped", "by", by)
	now := s.clock.Now()
	s.cache.Hottest(func(e *cache.Entry) {
		if !e.ValidUntil.IsZero() && e.ValidUntil.Before(now) && e.ValidUntil.After(now.Add(-by)) {
			s.lookup.Late.Add(1)
		}
	})
}

// metrics registers what the checks found.
func (c *check) metrics(reg *prometheus.Registry) {
	for _, m := range []struct {
		name, help string
		value      *atomic.Uint64
	}{
		{"vitrine_stale_hits_total", "Sampled hits that were not what Postgres said. It must stay 0.", &c.stale},
		{"vitrine_checks_total", "Served answers that were compared with Postgres.", &c.compared},
		{"vitrine_checks_overtaken_total", "Comparisons that a change made pointless.", &c.overtaken},
		{"vitrine_checks_unread_total", "Comparisons for which Postgres could not be read.", &c.unread},
		{"vitrine_checks_dropped_total", "Sampled hits that were not compared for want of room.", &c.dropped},
		{"vitrine_entropy_rounds_total", "Kinds of a tenant whose hottest answers were compared with Postgres in turn.", &c.rounds},
		{"vitrine_entropy_drift_total", "Answers that differed then. It must stay 0.", &c.drift},
		{"vitrine_entropy_mended_total", "Times that all answers of a tenant were forgotten because one differed.", &c.mended},
		{"vitrine_clock_jumps_total", "Times that the database's clock jumped.", &c.jumps},
	} {
		reg.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: m.name, Help: m.help},
			func() float64 { return float64(m.value.Load()) }))
	}
}
