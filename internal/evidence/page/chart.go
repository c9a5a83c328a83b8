package main

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"vitrine/internal/evidence"
)

// Measures of a picture, in its own units.
const (
	wide, high         = 960, 240
	left, right        = 64, 16
	top, bottom        = 28, 32
	plotWide, plotHigh = wide - left - right, high - top - bottom
	leastBetween       = 16 // units between the numbers of two events
)

// style makes a picture readable on light and dark ground, by itself and inside the page.
const style = `<style>.vp{font:12px Inter,system-ui,sans-serif;` +
	`--i:#181713;--s:#6f6a60;--l:#e4e0d7;--w:#f3f0e9;--c:#e6400a}` +
	`@media(prefers-color-scheme:dark){.vp{--i:#f1eee6;--s:#979185;--l:#2e2c28;--w:#1f1e1b;--c:#ff6a3a}}` +
	`.vp text{fill:var(--s)}.vp .g{stroke:var(--l);fill:none}.vp .e{fill:var(--w)}.vp path{fill:none;stroke-width:1.5}` +
	`.vp .a{stroke:var(--i)}.vp .b{stroke:var(--c)}.vp .c{stroke:var(--s);stroke-dasharray:3 3}` +
	`.vp .t{fill:var(--i)}</style>`

// lines are the classes of the lines of a picture, in the order of the series.
var lines = []string{"a", "b", "c"}

// A drawing is a picture in the making.
type drawing struct{ strings.Builder }

func newDrawing(label string) *drawing {
	d := &drawing{}
	fmt.Fprintf(d, `<svg class="vp" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">%s`,
		wide, high, html.EscapeString(label), style)
	return d
}

func (d *drawing) text(x, y float64, anchor, class, text string) {
	fmt.Fprintf(d, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, class, x, y, anchor,
		html.EscapeString(text))
}

func (d *drawing) rule(x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<path class="g" d="M%.1f %.1fL%.1f %.1f"/>`, x1, y1, x2, y2)
}

func (d *drawing) end() template.HTML {
	d.WriteString("</svg>\n")
	return template.HTML(d.String()) //nolint:gosec // every text in it is escaped
}

// drawCourse draws the growth of counters as rates, or gauges as shares, over bands for what was done meanwhile. A band
// has the number that its name has in the list of what was done.
func drawCourse(c evidence.Course, done []string) template.HTML {
	label, of := "requests a second over time", rate
	if c.Gauges {
		label, of = "amounts over time, as shares of the largest", share
	}
	d := newDrawing(label)
	rates, end, most := make([][]dot, len(c.Series)), time.Second, 1.0
	for i, s := range c.Series {
		rates[i] = of(s.Points)
		for _, p := range rates[i] {
			end, most = max(end, p.at), max(most, p.value)
		}
	}
	most = nice(most)
	x := func(at time.Duration) float64 { return left + plotWide*min(1, at.Seconds()/end.Seconds()) }
	y := func(v float64) float64 { return top + plotHigh*(1-v/most) }
	last := -math.MaxFloat64
	for _, e := range c.Events {
		from, to := x(e.From), x(e.To)
		fmt.Fprintf(d, `<rect class="e" x="%.1f" y="%d" width="%.1f" height="%d"><title>%s</title></rect>`, from, top,
			max(1, to-from-1.5), plotHigh, html.EscapeString(e.Name))
		if middle := (from + to) / 2; middle-last >= leastBetween {
			d.text(middle, top-6, "middle", "n", fmt.Sprint(slices.Index(done, e.Name)+1))
			last = middle
		}
	}
	for _, share := range []float64{0, 0.5, 1} {
		d.rule(left, y(most*share), wide-right, y(most*share))
		d.text(left-8, y(most*share)+4, "end", "n", short(most*share))
	}
	d.text(left, high-10, "start", "n", "0 s")
	d.text(wide-right, high-10, "end", "n", end.Round(time.Second).String())
	names := float64(left) + 90
	for i, s := range c.Series {
		class := lines[min(i, len(lines)-1)]
		var path strings.Builder
		for k, p := range rates[i] {
			fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(k, 1)], x(p.at), y(p.value))
		}
		fmt.Fprintf(d, `<path class="%s" d="%s"/>`, class, path.String())
		fmt.Fprintf(d, `<path class="%s" d="M%.1f %dh18"/>`, class, names, high-14)
		name := s.Name
		if c.Gauges {
			name += " (1 = " + grouped(largest(s.Points)) + ")"
		}
		d.text(names+24, high-10, "start", "t", name)
		names += 50 + 6.6*float64(len(name))
	}
	return d.end()
}

type dot struct {
	at    time.Duration
	value float64 // a second, or a share
}

// share is a gauge as shares of its largest value: gauges of one picture have different units.
func share(points []evidence.Point) (out []dot) {
	for _, p := range points {
		out = append(out, dot{p.At, float64(p.Value) / float64(max(1, largest(points)))})
	}
	return out
}

func largest(points []evidence.Point) (most int64) {
	for _, p := range points {
		most = max(most, p.Value)
	}
	return most
}

// rate is the growth of a counter, over half a second at least.
func rate(points []evidence.Point) (out []dot) {
	from := 0
	for i, p := range points {
		if took := p.At - points[from].At; took >= 500*time.Millisecond {
			out = append(out, dot{p.At, float64(p.Value-points[from].Value) / took.Seconds()})
			from = i
		}
	}
	return out
}

// nice rounds up to one of 1, 2, 5 times a power of ten.
func nice(v float64) float64 {
	base := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if v <= m*base {
			return m * base
		}
	}
	return 10 * base
}

func short(v float64) string {
	if v >= 1000 {
		return fmt.Sprintf("%gk", math.Round(v/100)/10)
	}
	return fmt.Sprintf("%g", v)
}

// drawSpread draws what share of the times is at most so long, from 0 to 1, over time on a logarithmic scale.
func drawSpread(s evidence.Spread) template.HTML {
	times := slices.Clone(s.Times)
	slices.Sort(times)
	at := func(share float64) time.Duration { return times[int(share*float64(len(times)-1))] }
	d := newDrawing(s.Name + ": share of " + grouped(int64(len(times))) + " that took at most so long")
	least := math.Floor(math.Log10(max(1e-6, at(0).Seconds())))
	most := max(least+1, math.Ceil(math.Log10(max(1e-6, at(1).Seconds()))))
	x := func(t time.Duration) float64 {
		return left + plotWide*(math.Log10(max(1e-6, t.Seconds()))-least)/(most-least)
	}
	y := func(share float64) float64 { return top + plotHigh*(1-share) }
	for _, share := range []float64{0, 0.5, 1} {
		d.rule(left, y(share), wide-right, y(share))
		d.text(left-8, y(share)+4, "end", "n", fmt.Sprintf("%g %%", share*100))
	}
	for p := least; p <= most; p++ {
		unit := time.Duration(math.Round(math.Pow(10, p) * 1e9))
		d.rule(x(unit), top, x(unit), high-bottom)
		d.text(x(unit), high-10, "middle", "n", unit.String())
	}
	var path strings.Builder
	step := max(1, len(times)/400)
	for i := 0; i < len(times); i += step {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], x(times[i]), y(float64(i+1)/float64(len(times))))
	}
	fmt.Fprintf(&path, "L%.1f %.1f", x(at(1)), y(1))
	fmt.Fprintf(d, `<path class="a" d="%s"/>`, path.String())
	for i, mark := range []struct {
		name  string
		share float64
	}{{"p50", 0.5}, {"p99", 0.99}} {
		t := at(mark.share)
		fmt.Fprintf(d, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="var(--c)"/>`, x(t), y(mark.share))
		d.text(x(t)+8, y(mark.share)+16-float64(i)*2, "start", "t", mark.name+" "+rounded(t))
	}
	return d.end()
}

// rounded writes a time with three digits.
func rounded(t time.Duration) string {
	for unit := time.Second; unit >= time.Microsecond; unit /= 10 {
		if t >= unit {
			return t.Round(unit / 100).String()
		}
	}
	return t.String()
}
