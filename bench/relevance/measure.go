package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	places   = 10   // of a page that count
	resample = 2000 // bootstrap samples
)

// ndcg returns the nDCG@10 of a ranking, plain and condensed.
func ndcg(q *judged, ids []string) (plain, condensed float64) {
	var known []string
	for _, id := range ids {
		if _, ok := q.ratings[id]; ok {
			known = append(known, id)
		}
	}
	var best []float64
	for _, r := range q.ratings {
		best = append(best, gain(r))
	}
	slices.SortFunc(best, func(a, b float64) int { return cmp.Compare(b, a) })
	ideal := 0.0
	for i, g := range best[:min(places, len(best))] {
		ideal += g / math.Log2(float64(i)+2)
	}
	return dcg(q, ids) / ideal, dcg(q, known) / ideal
}

func dcg(q *judged, ids []string) (sum float64) {
	for i, id := range ids[:min(places, len(ids))] {
		sum += gain(q.ratings[id]) / math.Log2(float64(i)+2)
	}
	return sum
}

func gain(rating float64) float64 { return math.Exp2(rating) - 1 }

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(1, len(values)))
}

// interval returns the 95 % interval of a mean, by the same samples in every run.
func interval(values []float64) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 2))
	means := make([]float64, resample)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[r.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	return means[resample*25/1000], means[resample*975/1000]
}
