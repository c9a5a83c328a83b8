package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"vitrine/bench/rig"
)

// lag returns the largest delay, over the gateways, from the seal of the last change until it was applied.
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

// A histogram counts values by upper bounds in seconds.
type histogram map[float64]float64

// applied adds up the gateways' histograms of the delay from the seal of a change until it was applied.
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
			bound, err := strconv.ParseFloat(strings.TrimSuffix(rest, `"}`), 64) // it accepts "+Inf"
			if err != nil {
				return nil, fmt.Errorf("invalid bucket %q", name)
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

// at returns the upper bound of a quantile in seconds.
func (h histogram) at(part float64) float64 {
	least := math.Inf(1)
	for bound, n := range h {
		if n >= part*h[math.Inf(1)] {
			least = min(least, bound)
		}
	}
	return least
}

// using begins to measure the processors that each part uses. The function that it returns describes them.
func (b *bench) using() func() string {
	now := func() (spent []float64) {
		for _, g := range b.gates {
			spent = append(spent, rig.Spent(g.Pid()))
		}
		return append(spent, rig.Spent(b.bus.Pid()), rig.SpentBelow(b.postmaster), rig.Spent(os.Getpid()))
	}
	began, was := time.Now(), now()
	return func() string {
		span, is := time.Since(began).Seconds(), now()
		text := "processors:"
		for i, name := range []string{"serve", "second gateway", "third gateway", "NATS", "Postgres", "this program"} {
			if is[i] < was[i] { // it was restarted
				was[i] = 0
			}
			text += fmt.Sprintf(" %s %.2f,", name, (is[i]-was[i])/span)
		}
		return strings.TrimSuffix(text, ",")
	}
}
