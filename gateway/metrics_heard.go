package gateway

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/wire"
	"vitrine/search"
)

// searching shows what the search engine counts.
type searching struct{ engine search.Counted }

var searchTotal = prometheus.NewDesc("vitrine_search_total", "What became of searches and of what they are answered from.", []string{"what"}, nil)

// Describe implements prometheus.Collector.
func (searching) Describe(to chan<- *prometheus.Desc) { to <- searchTotal }

// Collect implements prometheus.Collector.
func (s searching) Collect(to chan<- prometheus.Metric) {
	for what, n := range s.engine.Counts() {
		to <- prometheus.MustNewConstMetric(searchTotal, prometheus.CounterValue, float64(n), what)
	}
}

// leading shows what the leading ingest worker told of itself last, unless it has fallen silent. Every gateway shows the same.
type leading struct{ news *news }

const leaderSilent = 10 * time.Second

// A figure is one of a roster.
type figure struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(*wire.Members) float64
}

func count(name, help string, value func(*wire.Members) uint64) figure {
	return figure{prometheus.NewDesc("vitrine_leader_"+name+"_total", help, nil, nil), prometheus.CounterValue, func(r *wire.Members) float64 { return float64(value(r)) }}
}

func level(name, help string, value func(*wire.Members) float64) figure {
	return figure{prometheus.NewDesc("vitrine_leader_"+name, help, nil, nil), prometheus.GaugeValue, value}
}

var figures = []figure{
	level("behind_tenants", "Tenants with changes that are known and not published.", func(r *wire.Members) float64 { return float64(r.Behind) }),
	level("waiting_tenants", "Tenants with changes that are not signalled.", func(r *wire.Members) float64 { return float64(r.Waiting) }),
	level("late_seconds", "99 of the last 100 changes were on the bus so soon after their seal.", func(r *wire.Members) float64 { return r.LagP99 }),
	count("retried", "Messages that the bus did not take at once.", func(r *wire.Members) uint64 { return r.Retried }),
	count("holes", "Change numbers that were missing. It must stay 0.", func(r *wire.Members) uint64 { return r.Holes }),
	count("held_beats", "Heartbeats held back: gateways asked Postgres.", func(r *wire.Members) uint64 { return r.HeldBeats }),
	count("post_errors", "Attempts to post to webhooks that failed.", func(r *wire.Members) uint64 { return r.PostErrors }),
	count("index_drift", "Search indexes that differed from Postgres. It must stay 0.", func(r *wire.Members) uint64 { return r.Drift }),
	count("index_errors", "Attempts to index that an engine outside Postgres refused.", func(r *wire.Members) uint64 { return r.IndexErrors }),
}

// Describe implements prometheus.Collector.
func (leading) Describe(to chan<- *prometheus.Desc) {
	for _, t := range figures {
		to <- t.desc
	}
}

// Collect implements prometheus.Collector.
func (l leading) Collect(to chan<- prometheus.Metric) {
	r := l.news.roster.Load()
	if r == nil || time.Since(r.at) > leaderSilent {
		return
	}
	for _, t := range figures {
		to <- prometheus.MustNewConstMetric(t.desc, t.kind, t.value(&r.Members))
	}
}
