package ticket

import (
	"testing"
)

func BenchmarkDrawQR(b *testing.B) {
	code, _ := sample(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := drawQR(code); err != nil {
			b.Fatal(err)
		}
	}
}
