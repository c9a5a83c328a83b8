package flight_test

import (
	"context"
	"testing"

	"vitrine/gateway/read/flight"
)

// BenchmarkDeepCall makes calls that use as much of a stack as a fill does.
func BenchmarkDeepCall(b *testing.B) {
	var g flight.Group[int]
	for b.Loop() {
		if _, err := g.Do(context.Background(), "a", func() (int, error) { return descend(40, &[4]int{}), nil }); err != nil {
			b.Fatal(err)
		}
	}
}

//go:noinline
func descend(n int, above *[4]int) int {
	here := [24]int{n}
	if n == 0 {
		return above[0]
	}
	return descend(n-1, &[4]int{here[n%24]}) + here[(n+1)%24]
}
