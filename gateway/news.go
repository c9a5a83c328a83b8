package gateway

import (
	"encoding/json"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache/replica"
	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// news is what the gateway hears beside changes: what was signalled, what became searchable, and the roster. All of it may get lost: streams look into
// Postgres anyway, the rest is for people.
type news struct {
	applied, searchable, signalled prometheus.Histogram // seconds from the seal of a change, inside its COMMIT

	roster atomic.Pointer[heardRoster]
	subs   []*nats.Subscription
}

type heardRoster struct {
	wire.Members
	at time.Time
}

func (n *news) begin() {
	histogram := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help,
			Buckets: []float64{.0005, .001, .002, .003, .005, .0075, .01, .015, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}})
	}
	n.applied = histogram("vitrine_commit_to_applied_seconds", "From the seal of a change, inside its COMMIT, to its being applied on this gateway.")
	n.searchable = histogram("vitrine_commit_to_searchable_seconds", "The same to its being found by search: with an engine outside Postgres, once that has indexed it.")
	n.signalled = histogram("vitrine_commit_to_signalled_seconds", "The same to its being announced to those outside: applied on every gateway, and written down.")
}

// hear subscribes.
func (s *Server) hear() error {
	heard := func(msg *nats.Msg) {
		var all []wire.News
		if json.Unmarshal(msg.Data, &all) != nil {
			return
		}
		for _, n := range all {
			s.heardOf(n)
		}
	}
	listed := func(msg *nats.Msg) {
		r := heardRoster{at: time.Now()}
		if json.Unmarshal(msg.Data, &r.Members) == nil {
			s.news.roster.Store(&r)
		}
	}
	for subject, f := range map[string]nats.MsgHandler{wire.NewsSubject: heard, wire.MembersSubject: listed} {
		sub, err := s.cfg.NATS.Subscribe(subject, f)
		if err != nil {
			s.hearNoMore()
			return err
		}
		s.news.subs = append(s.news.subs, sub)
	}
	return nil
}

func (s *Server) heardOf(n wire.News) {
	switch took := max(0, n.Since.Sub(n.At)).Seconds(); n.What {
	case wire.Announced:
		s.news.signalled.Observe(took)
		s.streams.Wake(n.Tenant)
	case wire.Searchable:
		s.news.searchable.Observe(took)
	}
}

func (s *Server) hearNoMore() {
	for _, sub := range s.news.subs {
		_ = sub.Unsubscribe() // the connection may be gone already
	}
	s.news.subs = nil
}

// applied is told of every change that was applied here.
func (s *Server) applied(_ *replica.Tenant, took time.Duration) {
	s.refresher.Wake()
	s.news.applied.Observe(max(0, took).Seconds())
	if !s.searchedOutside() {
		s.news.searchable.Observe(max(0, took).Seconds()) // search reads the same snapshot as any list
	}
}

// searchedOutside reports whether an engine has an index of its own.
func (s *Server) searchedOutside() bool { return s.cfg.Outside }

// changed handles a change before it counts as applied. A change of the tenant itself reloads the tenant, so that
// disabling it or giving it a host takes effect as fast as any edit. t is nil if the tenant has not joined the cache.
func (s *Server) changed(t *replica.Tenant, m wire.Message) {
	if t == nil || ofTenant(m) {
		s.lookup.Reload(m.Tenant)
	}
}

// ofTenant reports whether a change is of the tenant itself.
func ofTenant(m wire.Message) bool {
	own := catalog.RecordTag("tenant", m.Tenant)
	return slices.ContainsFunc(m.Tags, func(tag string) bool {
		return tag == own || tag == catalog.TenantTag ||
			tag == catalog.KindTag("tenant") || tag == catalog.KindTag("tenant_host")
	})
}

// inlined keeps the record that arrived with a change.
func (s *Server) inlined(t *replica.Tenant, m wire.Message) { s.reader.Inline(t, m) }
