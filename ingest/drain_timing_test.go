package ingest

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkCommitToGateway measures from the return of an editor's COMMIT to a gateway's having the message, one edit at a time.
func BenchmarkCommitToGateway(b *testing.B) {
	w := newWorld(b)
	w.tenant("acme")
	id := w.product("acme", "one")
	wk := w.start(nil)
	w.settle()
	w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
	var took []time.Duration
	for b.Loop() {
		w.exec("UPDATE product SET stock = stock + 1 WHERE id = $1", id)
		committed := time.Now()
		seq := w.head("acme")
		w.gw.until("the edit is heard", func() bool { return w.gw.seqLocked("acme") >= seq })
		took = append(took, time.Since(committed))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkPoll is what one look costs when nothing happened.
func BenchmarkPoll(b *testing.B) {
	w := newWorld(b)
	conn, err := w.worker(nil).connect(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	snapshot, _, _, err := poll(b.Context(), conn, pollSQL, "1:1:")
	if err != nil {
		b.Fatal(err)
	}
	for name, sql := range map[string]string{"any": pollSQL, "few": pollFewSQL[""], "few products": pollFewSQL["product"]} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, _, err := poll(b.Context(), conn, sql, snapshot); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMissing is what a gateway that verifies pays when nothing is missing, with a thousand tenants.
func BenchmarkMissing(b *testing.B) {
	w := newWorld(b)
	w.exec("INSERT INTO tenant (id, name) SELECT 't' || i, 'T' FROM generate_series(1, 1000) i")
	heads, err := Source{w.Pool}.Heads(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if msgs, err := (Source{w.Pool}).Missing(b.Context(), heads); len(msgs) > 0 || err != nil {
			b.Fatal(msgs, err)
		}
	}
}
