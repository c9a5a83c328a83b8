package verify

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/internal/metric"
	"vitrine/internal/wire"
	"vitrine/search"
)

// RegisterCache registers the metrics of a cache and its replica.
func RegisterCache(reg prometheus.Registerer, c *cache.Cache, r *replica.Replica) {
	st, rs := &c.Stats, &r.Stats
	metric.Counter(reg, "vitrine_cache_hits_total", "Lookups that found a valid answer.", &st.Hits)
	metric.Counter(reg, "vitrine_cache_misses_total", "Lookups that found no valid answer.", &st.Misses)
	metric.Counter(reg, "vitrine_cache_stale_total", "Lookups that found a stale answer.", &st.Stale)
	metric.Counter(reg, "vitrine_cache_stored_total", "Answers and fragments that the cache kept.", &st.Stored)
	metric.Counter(reg, "vitrine_cache_refused_total",
		"Answers and fragments that the cache, or the budget of a tenant, had no room for.", &st.Refused)
	metric.Counter(reg, "vitrine_changes_applied_total", "Change messages applied.", &rs.Applied)
	metric.Counter(reg, "vitrine_change_gaps_total", "Change messages that revealed a missed one.", &rs.Gaps)
	metric.Counter(reg, "vitrine_change_pulls_total", "Reads of missed changes from Postgres.", &rs.Pulls)
	metric.Counter(reg, "vitrine_epochs_total",
		"Epochs begun: times that a tenant's change numbers restarted.", &rs.Epochs)
	metric.Counter(reg, "vitrine_verified_requests_total",
		"Requests verified in Postgres while the gateway was disconnected.", &rs.Verified)
	metric.Counter(reg, "vitrine_unverified_requests_total", "Requests that could not be verified.", &rs.Unverified)
	metric.Gauge(reg, "vitrine_change_lag_seconds", "Time from the seal of the last change until it was applied here.",
		func() float64 { return time.Duration(rs.Lag.Load()).Seconds() })
	metric.Gauge(reg, "vitrine_verify_mode", "1 while the gateway is disconnected and verifies hits in Postgres.",
		func() float64 {
			if r.Disconnected() {
				return 1
			}
			return 0
		})
}

// RegisterEngine registers the counters of a search engine, if it has any.
func RegisterEngine(reg prometheus.Registerer, e search.Engine) {
	if counted, ok := e.(search.Counted); ok {
		reg.MustRegister(searches{counted})
	}
}

// searches collects the counters of a search engine.
type searches struct{ engine search.Counted }

var searchTotal = prometheus.NewDesc("vitrine_search_total",
	"Events of the search engine, by what happened.", []string{"what"}, nil)

// Describe implements prometheus.Collector.
func (searches) Describe(to chan<- *prometheus.Desc) { to <- searchTotal }

// Collect implements prometheus.Collector.
func (s searches) Collect(to chan<- prometheus.Metric) {
	for what, n := range s.engine.Counts() {
		to <- prometheus.MustNewConstMetric(searchTotal, prometheus.CounterValue, float64(n), what)
	}
}

// Register registers the metrics of freshness and of the leading worker.
func (f *Freshness) Register(reg prometheus.Registerer) {
	reg.MustRegister(f.applied, f.searchable, f.announced, leader{f})
}

// leader collects the last report of the leading worker, unless it is too old. Every gateway shows the same.
type leader struct{ f *Freshness }

const maxReportAge = 10 * time.Second

// A figure is one metric of the leading worker.
type figure struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(*wire.Members) float64
}

func count(name, help string, value func(*wire.Members) uint64) figure {
	return figure{prometheus.NewDesc("vitrine_leader_"+name+"_total", help, nil, nil), prometheus.CounterValue,
		func(m *wire.Members) float64 { return float64(value(m)) }}
}

func level(name, help string, value func(*wire.Members) float64) figure {
	return figure{prometheus.NewDesc("vitrine_leader_"+name, help, nil, nil), prometheus.GaugeValue, value}
}

var figures = []figure{
	level("behind_tenants", "Tenants with changes that are not published yet.",
		func(m *wire.Members) float64 { return float64(m.Behind) }),
	level("waiting_tenants", "Tenants with changes that are not announced yet.",
		func(m *wire.Members) float64 { return float64(m.Waiting) }),
	level("stuck_gateways", "Gateways that report and apply no changes. Announcements do not wait for them.",
		func(m *wire.Members) (n float64) {
			for _, g := range m.Gateways {
				if g.Stuck {
					n++
				}
			}
			return n
		}),
	level("late_seconds", "99th percentile of the time from seal to publication, over the last 1,024 messages. "+
		"Changes sealed before the worker started are not counted.",
		func(m *wire.Members) float64 { return m.LagP99 }),
	count("retried", "Messages that the bus did not accept at once.",
		func(m *wire.Members) uint64 { return m.Retried }),
	count("holes", "Missing change numbers. Must stay 0.", func(m *wire.Members) uint64 { return m.Holes }),
	count("held_beats", "Suppressed heartbeats: gateways verified in Postgres meanwhile.",
		func(m *wire.Members) uint64 { return m.HeldBeats }),
	count("post_errors", "Failed webhook deliveries.", func(m *wire.Members) uint64 { return m.PostErrors }),
	count("index_drift", "Search indexes that differed from Postgres. Must stay 0.",
		func(m *wire.Members) uint64 { return m.Drift }),
	count("index_errors", "Indexing requests that an engine outside Postgres rejected.",
		func(m *wire.Members) uint64 { return m.IndexErrors }),
}

// Describe implements prometheus.Collector.
func (leader) Describe(to chan<- *prometheus.Desc) {
	for _, f := range figures {
		to <- f.desc
	}
}

// Collect implements prometheus.Collector.
func (l leader) Collect(to chan<- prometheus.Metric) {
	m := l.f.members.Load()
	if m == nil || time.Since(m.at) > maxReportAge {
		return
	}
	for _, f := range figures {
		to <- prometheus.MustNewConstMetric(f.desc, f.kind, f.value(&m.Members))
	}
}
