package metric

import (
	"maps"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// Pools collects the state of pools of connections to Postgres, by the name of their use.
type Pools struct {
	mu    sync.Mutex
	pools map[string]*pgxpool.Pool
}

// Add adds a pool. Another one of the same name replaces it.
func (p *Pools) Add(name string, pool *pgxpool.Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pools == nil {
		p.pools = map[string]*pgxpool.Pool{}
	}
	p.pools[name] = pool
}

var (
	poolBusy = prometheus.NewDesc("vitrine_postgres_connections_busy", "Connections to Postgres that are in use.",
		[]string{"pool"}, nil)
	poolMost = prometheus.NewDesc("vitrine_postgres_connections_max", "Connections to Postgres that a pool may open.",
		[]string{"pool"}, nil)
	poolWaits = prometheus.NewDesc("vitrine_postgres_waits_total",
		"Times that work waited because every connection of a pool was in use.", []string{"pool"}, nil)
	poolWaited = prometheus.NewDesc("vitrine_postgres_wait_seconds_total",
		"Time that work waited for a connection of a pool, in seconds.", []string{"pool"}, nil)
)

// Describe implements prometheus.Collector.
func (p *Pools) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{poolBusy, poolMost, poolWaits, poolWaited} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (p *Pools) Collect(to chan<- prometheus.Metric) {
	p.mu.Lock()
	pools := maps.Clone(p.pools)
	p.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(pools)) {
		s := pools[name].Stat()
		gauge, counter := prometheus.GaugeValue, prometheus.CounterValue
		to <- prometheus.MustNewConstMetric(poolBusy, gauge, float64(s.AcquiredConns()), name)
		to <- prometheus.MustNewConstMetric(poolMost, gauge, float64(s.MaxConns()), name)
		to <- prometheus.MustNewConstMetric(poolWaits, counter, float64(s.EmptyAcquireCount()), name)
		to <- prometheus.MustNewConstMetric(poolWaited, counter, s.EmptyAcquireWaitTime().Seconds(), name)
	}
}
