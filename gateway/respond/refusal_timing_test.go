package respond

import (
	"log/slog"
	"testing"

	"vitrine/internal/api"
)

// BenchmarkAppendError measures the answer to a request that is refused, as thousands are in a second.
func BenchmarkAppendError(b *testing.B) {
	r := New(slog.New(slog.DiscardHandler), "test")
	busy := &api.Error{Status: 503, Code: api.Unavailable, Message: "The server is busy.", RetryAfter: 2}
	var room [2 << 10]byte
	b.ReportAllocs()
	for b.Loop() {
		r.AppendError(room[:0], []byte("/v1/product"), busy)
	}
}
