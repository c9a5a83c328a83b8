package rig

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Zipf draws ranks, 0 being the most frequent: the k-th comes in proportion to 1/k^s. Unlike the one of math/rand it takes an s of 1.
type Zipf struct{ upTo []float64 }

// NewZipf makes one of n ranks.
func NewZipf(n int, s float64) *Zipf {
	z := &Zipf{make([]float64, n)}
	sum := 0.0
	for k := range n {
		sum += math.Pow(float64(k+1), -s)
		z.upTo[k] = sum
	}
	return z
}

// Draw draws a rank.
func (z *Zipf) Draw(r *rand.Rand) int {
	k, _ := slices.BinarySearch(z.upTo, r.Float64()*z.upTo[len(z.upTo)-1])
	return min(k, len(z.upTo)-1)
}
