package cache

import (
	"strings"
	"testing"
)

func BenchmarkBands(b *testing.B) {
	vs := newVersions()
	of := "product/category=" + strings.Repeat("x", 24) + "|amount"
	held := vs.acquire("^40:" + of)
	b.ReportAllocs()
	for b.Loop() {
		vs.raiseBands("^12-111", of, 7)
	}
	if held.seq.Load() != 7 {
		b.Error("the range invalidates nothing")
	}
}
