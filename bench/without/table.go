package main

import (
	"fmt"
	"io"
	"slices"

	"vitrine/bench/rig"
)

// columns are the figures of the table, by name.
var columns = []struct {
	name string
	of   func(*figures) float64
}{
	{"miss, µs", func(f *figures) float64 { return f.coldCost }},
	{"misses/s", func(f *figures) float64 { return f.coldRate }},
	{"read beside edits, µs", func(f *figures) float64 { return f.mixedCost }},
	{"hits, %", func(f *figures) float64 { return f.mixedHits }},
	{"read p50, ms", func(f *figures) float64 { return f.mixedP50 }},
	{"read p99, ms", func(f *figures) float64 { return f.mixedP99 }},
	{"visible p50, ms", func(f *figures) float64 { return f.visible }},
	{"visible p99, ms", func(f *figures) float64 { return f.visible99 }},
	{"edit, µs", func(f *figures) float64 { return f.burstCost }},
	{"hit, µs", func(f *figures) float64 { return f.hitCost }},
	{"hit p99, ms", func(f *figures) float64 { return f.hitP99 }},
	{"first hits, %", func(f *figures) float64 { return f.startHits }},
	{"first p99, ms", func(f *figures) float64 { return f.startP99 }},
	{"connection, KB", func(f *figures) float64 { return f.idleConn }},
}

func (f figures) String() string {
	s := ""
	for _, c := range columns {
		s += fmt.Sprintf("  %s %.3g", c.name, c.of(&f))
	}
	return s
}

// A table keeps every run, by what was off.
type table struct {
	names []string
	lines map[string]int // of code, by name
	runs  map[string][]figures
}

// newTable makes a table, and counts the lines of code in the repository at root.
func newTable(root string, names []string) (*table, error) {
	t := &table{names: names, lines: map[string]int{}, runs: map[string][]figures{}}
	for _, name := range names {
		var err error
		if t.lines[name], err = linesOf(root, name); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *table) add(name string, f figures) { t.runs[name] = append(t.runs[name], f) }

// write writes a Markdown table: the figures with everything on, then each optimisation's ratio to them when it is off.
func (t *table) write(out io.Writer) {
	fmt.Fprintf(out, "\n| without | lines | ")
	for _, c := range columns {
		fmt.Fprintf(out, "%s | ", c.name)
	}
	fmt.Fprintf(out, "\n|---|---|")
	for range columns {
		fmt.Fprint(out, "---|")
	}
	fmt.Fprintf(out, "\n| nothing | | ")
	for _, c := range columns {
		var all []float64
		for i := range t.runs[""] {
			all = append(all, c.of(&t.runs[""][i]))
		}
		fmt.Fprintf(out, "%.3g | ", rig.Median(all))
	}
	for _, name := range t.names {
		fmt.Fprintf(out, "\n| %s | %d | ", name, t.lines[name])
		for _, c := range columns {
			var ratios []float64
			for i := range t.runs[name] {
				ratios = append(ratios, c.of(&t.runs[name][i])/c.of(&t.runs[""][i]))
			}
			fmt.Fprintf(out, "%.2f (%.2f to %.2f) | ", rig.Median(ratios), slices.Min(ratios), slices.Max(ratios))
		}
	}
	fmt.Fprintln(out)
}
