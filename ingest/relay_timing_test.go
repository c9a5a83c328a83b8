package ingest_test

import (
	"slices"
	"testing"
	"time"

	"vitrine/ingest/capture"
	"vitrine/ingest/ingesttest"
)

// BenchmarkCommitToGateway measures the time from the return of a COMMIT to the arrival of its message at a gateway,
// one change at a time.
func BenchmarkCommitToGateway(b *testing.B) {
	w := ingesttest.New(b)
	w.Tenant("acme")
	id := w.Product("acme", "one")
	wk := w.Start(nil)
	w.Settle()
	w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
	var took []time.Duration
	for b.Loop() {
		w.Exec("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = $1", id)
		committed := time.Now()
		seq := w.Head("acme")
		w.Gateway.Until("the change arrives", func() bool { return w.Gateway.SeqLocked("acme") >= seq })
		took = append(took, time.Since(committed))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkMissing is the cost of Missing for a gateway with 1,000 tenants and no missing change.
func BenchmarkMissing(b *testing.B) {
	w := ingesttest.New(b)
	w.Exec("INSERT INTO tenant (id, name) SELECT 't' || i, 'T' FROM generate_series(1, 1000) i")
	heads, err := capture.Source{DB: w.Pool}.Heads(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if msgs, err := (capture.Source{DB: w.Pool}).Missing(b.Context(), heads); len(msgs) > 0 || err != nil {
			b.Fatal(msgs, err)
		}
	}
}
