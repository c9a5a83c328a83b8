package main

import (
	"runtime/debug"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cmd/vitrine/boot"
)

// The alert VitrineMemory compares with go_gc_gomemlimit_bytes, which is 2^63-1 in a process without a limit.
func TestEveryPartReportsItsMemoryLimit(t *testing.T) { //nolint:paralleltest // it changes the whole process
	t.Setenv("GOMEMLIMIT", "")
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	for name, cfg := range map[string]boot.Config{"gateway": {Gateway: true}, "ingest": {Ingest: true},
		"writesvc": {Write: true}} {
		debug.SetMemoryLimit(before)
		sizeMemory(t.Context(), &cfg, func() (uint64, error) { return 8 << 30, nil })()
		families, err := prometheus.DefaultGatherer.Gather()
		if err != nil {
			t.Fatal(err)
		}
		limit := 0.0
		for _, f := range families {
			if f.GetName() == "go_gc_gomemlimit_bytes" {
				limit = f.GetMetric()[0].GetGauge().GetValue()
			}
		}
		if limit <= 0 || limit >= 1<<62 {
			t.Errorf("%s reports a memory limit of %g bytes", name, limit)
		}
	}
}
