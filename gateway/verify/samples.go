package verify

import (
	"context"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"time"
)

// A sample is what /status draws of one second. Counts are those of that second.
type sample struct {
	lag                   float64 // milliseconds from the seal of the last change until it was applied; 0 without a change
	hits, misses, changes float64
}

const samplesKept = 170 // seconds

// Samples are the last seconds, oldest first.
type samples struct {
	mu   sync.Mutex
	all  []sample
	last status // the counts of the second before
}

// Run takes a sample a second until ctx ends.
func (s *Status) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.samples.take(s.collect())
		}
	}
}

func (x *samples) take(now *status) {
	x.mu.Lock()
	defer x.mu.Unlock()
	next := sample{hits: float64(now.Hits - x.last.Hits), misses: float64(now.Misses - x.last.Misses),
		changes: float64(now.Applied) - float64(x.last.Applied)}
	if next.changes > 0 {
		next.lag = now.Lag * 1000
	}
	first := x.last.Up == ""
	x.last = *now
	if first {
		return // counts since the start are of no second
	}
	if len(x.all) == samplesKept {
		x.all = x.all[1:]
	}
	x.all = append(x.all, next)
}

// A Chart is one small drawing of /status. Its axis begins at 0 and says where it ends.
type chart struct {
	Title, Now, Top, From string
	Label                 string // what it shows, in words
	Line, Second          template.HTMLAttr
	DotX, DotY            float64
}

const (
	chartWidth  = 340.0
	chartHeight = 72.0
)

// charts draws the samples.
func (x *samples) charts() []chart {
	x.mu.Lock()
	defer x.mu.Unlock()
	pick := func(of func(sample) float64) []float64 {
		values := make([]float64, len(x.all))
		for i, s := range x.all {
			values[i] = of(s)
		}
		return values
	}
	ratio := pick(func(s sample) float64 {
		if s.hits+s.misses == 0 {
			return -1 // nothing was read: no value
		}
		return 100 * s.hits / (s.hits + s.misses)
	})
	reads := pick(func(s sample) float64 { return s.hits + s.misses })
	return []chart{
		draw("Lag, COMMIT to applied", " ms", 0, pick(func(s sample) float64 { return s.lag }), nil),
		draw("Answered from memory", " %", 100, ratio, nil),
		draw("Reads, and misses", " a second", 0, reads, pick(func(s sample) float64 { return s.misses })),
		draw("Changes", " a second", 0, pick(func(s sample) float64 { return s.changes }), nil),
	}
}

// draw makes a chart. top is where its axis ends; with 0, a round number above all values. Negative values are gaps.
func draw(title, unit string, top float64, values, second []float64) chart {
	if top == 0 {
		top = roundUp(values)
	}
	c := chart{Title: title, Top: trim(top) + unit, From: fmt.Sprintf("−%d s", len(values)), Now: "no value yet"}
	c.Line = template.HTMLAttr("d=\"" + path(values, top) + "\"") //nolint:gosec // digits that path writes
	if second != nil {
		c.Second = template.HTMLAttr("d=\"" + path(second, top) + "\"") //nolint:gosec // as above
	}
	for i := len(values) - 1; i >= 0; i-- {
		if values[i] >= 0 {
			c.Now = trim(values[i]) + unit
			c.DotX, c.DotY = at(samplesKept-len(values)+i, values[i], top)
			break
		}
	}
	c.Label = title + ": now " + c.Now
	return c
}

// path is an SVG path through the values.
func path(values []float64, top float64) string {
	var b strings.Builder
	move := true
	for i, v := range values {
		if v < 0 {
			move = true
			continue
		}
		x, y := at(samplesKept-len(values)+i, v, top)
		command := "L"
		if move {
			command = "M"
		}
		move = false
		fmt.Fprintf(&b, "%s%.1f %.1f", command, x, y)
		if command == "M" {
			b.WriteString("h0") // a value between gaps is a point
		}
	}
	return b.String()
}

func at(i int, v, top float64) (x, y float64) {
	return float64(i) * chartWidth / (samplesKept - 1), chartHeight * (1 - min(v, top)/top)
}

// roundUp returns 1, 2.5 or 5 times a power of ten that no value exceeds, at least 5.
func roundUp(values []float64) float64 {
	most := 5.0
	for _, v := range values {
		most = max(most, v)
	}
	for scale := 1.0; ; scale *= 10 {
		for _, step := range []float64{1, 2.5, 5} {
			if scale*step >= most {
				return scale * step
			}
		}
	}
}

func trim(v float64) string {
	if v >= 100 || v == float64(int(v)) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}

// A Webhook is the state of one webhook, for operators.
type Webhook struct {
	Tenant, Host, State string
	Behind              int64 // announcements that it has not received
	Attempts            int   // failed ones since the last success
	Said                string
}

// Wrong reports whether deliveries fail.
func (w Webhook) Wrong() bool { return w.State != "delivering" }
