package edges

import (
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/metric"
	"vitrine/internal/wire"
)

// A Summary describes all declared edges, without naming a tenant.
type Summary struct {
	Edges      int     `json:"edges"`
	Behind     int     `json:"behind"`     // edges whose purges are late or fail
	Backlog    int64   `json:"backlog"`    // announcements that wait for an edge
	LagSeconds float64 `json:"lagSeconds"` // age of the oldest of them
	Tags       uint64  `json:"tags"`       // purged in the term of the leading worker
	Escalated  uint64  `json:"escalated"`  // purges of kinds or of a whole tenant in place of finer tags
	Failed     uint64  `json:"failed"`     // calls that failed
}

// Summary describes the edges as the leading worker last did. Without a recent message, all of them are behind.
func (f *Follower) Summary() Summary {
	var s Summary
	f.each(func(e wire.EdgeState) {
		s.Edges++
		if !e.Healthy {
			s.Behind++
		}
		s.Backlog += e.Backlog
		s.LagSeconds = max(s.LagSeconds, e.LagSeconds)
		s.Tags += e.Tags
		s.Escalated += e.ToKinds + e.ToTenant
		s.Failed += e.Failed
	})
	return s
}

// each calls fn with the state of each edge.
func (f *Follower) each(fn func(e wire.EdgeState)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range f.tenants {
		late := f.now().Sub(t.at) > lease
		for _, e := range t.state {
			e.Healthy = e.Healthy && !late
			fn(e)
		}
	}
}

// Register registers the metrics of declared edges. They name no tenant, because /metrics may be public.
func (f *Follower) Register(reg prometheus.Registerer) {
	for _, m := range []struct {
		name, help string
		value      func(Summary) float64
	}{
		{"vitrine_edges", "Declared edges.", func(s Summary) float64 { return float64(s.Edges) }},
		{"vitrine_edges_behind", "Declared edges whose purges are late or fail.",
			func(s Summary) float64 { return float64(s.Behind) }},
		{"vitrine_edge_backlog", "Announcements that wait to be purged, over all edges.",
			func(s Summary) float64 { return float64(s.Backlog) }},
		{"vitrine_edge_lag_seconds", "Age of the oldest announcement that waits to be purged from an edge.",
			func(s Summary) float64 { return s.LagSeconds }},
		{"vitrine_edge_purged_tags", "Tags purged from edges in the term of the leading worker.",
			func(s Summary) float64 { return float64(s.Tags) }},
		{"vitrine_edge_escalations", "Purges of kinds or tenants in place of finer tags, in the term of the leading worker.",
			func(s Summary) float64 { return float64(s.Escalated) }},
		{"vitrine_edge_failed_calls", "Failed calls to providers in the term of the leading worker.",
			func(s Summary) float64 { return float64(s.Failed) }},
	} {
		metric.Gauge(reg, m.name, m.help, func() float64 { return m.value(f.Summary()) })
	}
}
