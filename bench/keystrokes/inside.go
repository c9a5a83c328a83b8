package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A histogram is the times of the gateway: how many answers took at most a time.
type histogram struct {
	n    float64
	most map[float64]float64 // by milliseconds, with those of smaller buckets
}

// searches reads the times of searches from metrics. Metrics that did not grow are missing.
func searches(counts map[string]float64) (histogram, error) {
	const name, answered = "vitrine_miss_duration_seconds", `{kind="search",result="answered"`
	h := histogram{n: counts[name+"_count"+answered+"}"], most: map[float64]float64{}}
	for key, n := range counts {
		le, ok := strings.CutPrefix(key, name+"_bucket"+answered+`,le="`)
		if !ok || strings.HasPrefix(le, "+Inf") {
			continue
		}
		seconds, err := strconv.ParseFloat(strings.TrimSuffix(le, `"}`), 64)
		if err != nil {
			return h, fmt.Errorf("read the metric %s: %w", key, err)
		}
		h.most[1000*seconds] = n
	}
	return h, nil
}

// at returns a quantile in milliseconds, as Prometheus does: times lie evenly in their bucket.
func (h *histogram) at(part float64) float64 {
	wanted, below, before := part*h.n, 0.0, 0.0
	for _, bound := range slices.Sorted(maps.Keys(h.most)) {
		if n := h.most[bound]; n >= wanted {
			if n == before {
				return bound
			}
			return below + (bound-below)*(wanted-before)/(n-before)
		}
		below, before = bound, h.most[bound]
	}
	return below
}
