// Package metric registers counters and gauges that are kept as plain numbers and read only when they are collected.
package metric

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// Counter registers a counter.
func Counter(reg prometheus.Registerer, name, help string, n *atomic.Uint64) {
	reg.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
		func() float64 { return float64(n.Load()) }))
}

// Gauge registers a gauge.
func Gauge(reg prometheus.Registerer, name, help string, value func() float64) {
	reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}
