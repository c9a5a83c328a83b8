package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A result is the nDCG@10 of one ranking for each query.
type result struct {
	name             string
	plain, condensed []float64
}

const barWidth = 40 // characters of a bar of 1.0

func bar(v float64) string {
	n := int(v*barWidth*2 + 0.5)
	return strings.Repeat("█", n/2) + strings.Repeat("▌", n%2)
}

// table prints a line for each ranking, with the 95 % interval, over some of the queries.
func table(title string, queries []judged, all []result, some func(*judged) bool) {
	of := func(values []float64) (out []float64) {
		for i := range queries {
			if some(&queries[i]) {
				out = append(out, values[i])
			}
		}
		return out
	}
	fmt.Printf("\n%s: nDCG@10 of %d queries\n", title, len(of(all[0].plain)))
	for _, r := range all {
		for _, m := range []struct {
			name   string
			values []float64
		}{{"plain", r.plain}, {"condensed", r.condensed}} {
			values := of(m.values)
			low, high := interval(values)
			fmt.Printf("  %-9s %-9s %.3f [%.3f, %.3f] %s\n", r.name, m.name, mean(values), low, high, bar(mean(values)))
		}
	}
}

// lost prints the queries that another ranking ranks better than the first one by the condensed figure. The greatest
// loss comes first.
func lost(queries []judged, all []result, other result, count int) {
	own := &all[0]
	var order []int
	for i := range queries {
		if own.condensed[i] < other.condensed[i]-0.005 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(own.condensed[a]-other.condensed[a], own.condensed[b]-other.condensed[b]), a-b)
	})
	fmt.Printf("\n%d of %d queries lost against %s\n", len(order), len(queries), other.name)
	for _, i := range order[:min(count, len(order))] {
		fmt.Printf("  %-24s", queries[i].text)
		for _, r := range all {
			fmt.Printf("  %s %.2f / %.2f", r.name, r.plain[i], r.condensed[i])
		}
		fmt.Println()
	}
}
