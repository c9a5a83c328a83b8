package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// lag is the longest that a gateway says the last change took from its seal until it was applied there.
func (b *bench) lag(ctx context.Context) (time.Duration, error) {
	var most float64
	for _, g := range b.gates {
		m, err := g.Metrics(ctx)
		if err != nil {
			return 0, err
		}
		most = max(most, m["vitrine_change_lag_seconds"])
	}
	return time.Duration(most * float64(time.Second)), nil
}

// A histogram counts what was at most each of its bounds, in seconds.
type histogram map[float64]float64

// applied is what the gateways together say of how long changes took from their seal until they were applied.
func (b *bench) applied(ctx context.Context) (histogram, error) {
	h := histogram{}
	for _, g := range b.gates {
		m, err := g.Metrics(ctx)
		if err != nil {
			return nil, err
		}
		for name, n := range m {
			rest, ok := strings.CutPrefix(name, `vitrine_commit_to_applied_seconds_bucket{le="`)
			if !ok {
				continue
			}
			bound, err := strconv.ParseFloat(strings.TrimSuffix(rest, `"}`), 64) // "+Inf" is a number to it
			if err != nil {
				return nil, fmt.Errorf("a bucket of %q", name)
			}
			h[bound] += n
		}
	}
	return h, nil
}

func (h histogram) since(before histogram) histogram {
	d := histogram{}
	for bound, n := range h {
		d[bound] = n - before[bound]
	}
	return d
}

// at is the least bound that a part of what was counted did not exceed, in seconds.
func (h histogram) at(part float64) float64 {
	least := math.Inf(1)
	for bound, n := range h {
		if n >= part*h[math.Inf(1)] {
			least = min(least, bound)
		}
	}
	return least
}
