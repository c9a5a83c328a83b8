package rig

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// A Sheet prints figures with their bounds. It is for one goroutine.
type Sheet struct {
	Out    io.Writer
	missed int
}

// Say prints a line without a verdict.
func (s *Sheet) Say(format string, args ...any) { fmt.Fprintf(s.Out, format+"\n", args...) }

// Most prints a figure that must be at most a bound.
func (s *Sheet) Most(what string, got, most float64, unit string) {
	s.judge(what, got, "at most", most, unit, got <= most)
}

// Least prints a figure that must be at least a bound.
func (s *Sheet) Least(what string, got, least float64, unit string) {
	s.judge(what, got, "at least", least, unit, got >= least)
}

func (s *Sheet) judge(what string, got float64, word string, bound float64, unit string, holds bool) {
	verdict := "holds"
	if !holds {
		verdict = "MISSED"
		s.missed++
	}
	fmt.Fprintf(s.Out, "  %-64s %10.3g %-6s %s %g: %s\n", what, got, unit, word, bound, verdict)
}

// Err returns an error if a bound was missed.
func (s *Sheet) Err() error {
	switch s.missed {
	case 0:
		return nil
	case 1:
		return errors.New("a bound was missed")
	}
	return fmt.Errorf("%d bounds were missed", s.missed)
}

// Times are durations.
type Times []time.Duration

// At returns a quantile in milliseconds; 0 without durations. It does not change their order.
func (t Times) At(part float64) float64 {
	if len(t) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t))
	return float64(sorted[min(len(t)-1, int(part*float64(len(t))))]) / float64(time.Millisecond)
}

// String returns the number of durations and their quantiles.
func (t Times) String() string {
	return fmt.Sprintf("n %d, p50 %.2f, p90 %.2f, p99 %.2f, max %.2f ms",
		len(t), t.At(0.5), t.At(0.9), t.At(0.99), t.At(1))
}

// Median returns the median, 0 without figures.
func Median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
