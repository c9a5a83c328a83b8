package schematest

import "testing"

func BenchmarkOpen(b *testing.B) {
	Open(b)
	b.ReportAllocs()
	for b.Loop() {
		Open(b)
	}
}
