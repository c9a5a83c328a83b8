package gateway

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttpadaptor"

	"vitrine/search"
)

// newMetrics exposes the cache's counters. They are read when asked for: counting costs a request one atomic add.
func (s *Server) newMetrics() fasthttp.RequestHandler {
	reg := prometheus.NewRegistry()
	st, rs := &s.cache.Stats, &s.replica.Stats
	for _, m := range []struct {
		name, help string
		value      *atomic.Uint64
	}{
		{"vitrine_cache_hits_total", "Look-ups that found a fresh answer.", &st.Hits},
		{"vitrine_cache_misses_total", "Look-ups that found none.", &st.Misses},
		{"vitrine_cache_moved_total", "Answers found that a change had overtaken.", &st.Stale},
		{"vitrine_cache_stored_total", "Answers, and parts of answers, taken by the store.", &st.Stored},
		{"vitrine_cache_refused_total", "Answers, and parts of answers, that the store or a tenant's share declined.", &st.Refused},
		{"vitrine_changes_applied_total", "Change messages applied.", &rs.Applied},
		{"vitrine_change_gaps_total", "Messages that showed that something was missed.", &rs.Gaps},
		{"vitrine_change_pulls_total", "Reads of missed changes from Postgres.", &rs.Pulls},
		{"vitrine_epochs_total", "Times that a tenant's numbers began anew.", &rs.Epochs},
		{"vitrine_verified_requests_total", "Requests verified against Postgres while the bus was silent.", &rs.Verified},
		{"vitrine_blind_requests_total", "Requests that could not be verified.", &rs.Unverified},
	} {
		reg.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: m.name, Help: m.help},
			func() float64 { return float64(m.value.Load()) }))
	}
	reg.MustRegister(s.news.applied, s.news.searchable, s.news.signalled, leading{&s.news})
	if engine, ok := s.cfg.Engine.(search.Counted); ok {
		reg.MustRegister(searching{engine})
	}
	s.check.metrics(reg)
	gauge := func(name, help string, value func() float64) {
		reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	gauge("vitrine_change_lag_seconds", "From the seal of the last change to its being applied here.",
		func() float64 { return time.Duration(rs.Lag.Load()).Seconds() })
	s.lookup.Register(reg)
	s.reader.Register(reg)
	s.refresher.Register(reg)
	gauge("vitrine_verify_mode", "1 while the bus is silent and hits are verified against Postgres.", func() float64 {
		if s.replica.Disconnected() {
			return 1
		}
		return 0
	})
	return fasthttpadaptor.NewFastHTTPHandler(promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
}
