package rig

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Zipf draws ranks, 0 being the most frequent: the k-th with a probability proportional to 1/k^s. Unlike math/rand's it
// accepts s = 1.
type Zipf struct{ upTo []float64 }

// NewZipf returns a Zipf of n ranks.
func NewZipf(n int, s float64) *Zipf {
	z := &Zipf{make([]float64, n)}
	sum := 0.0
	for k := range n {
		sum += math.Pow(float64(k+1), -s)
		z.upTo[k] = sum
	}
	return z
}

// Draw returns a random rank.
func (z *Zipf) Draw(r *rand.Rand) int {
	k, _ := slices.BinarySearch(z.upTo, r.Float64()*z.upTo[len(z.upTo)-1])
	return min(k, len(z.upTo)-1)
}
