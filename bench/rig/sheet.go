package rig

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// A Sheet takes figures. It is used by one goroutine.
type Sheet struct {
	Out    io.Writer
	missed int
}

// Say writes a line that is no verdict.
func (s *Sheet) Say(format string, args ...any) { fmt.Fprintf(s.Out, format+"\n", args...) }

// Most writes a figure that is to be at most a bound.
func (s *Sheet) Most(what string, got, most float64, unit string) {
	s.judge(what, got, "at most", most, unit, got <= most)
}

// Least writes a figure that is to be at least a bound.
func (s *Sheet) Least(what string, got, least float64, unit string) {
	s.judge(what, got, "at least", least, unit, got >= least)
}

func (s *Sheet) judge(what string, got float64, word string, bound float64, unit string, holds bool) {
	verdict := "holds"
	if !holds {
		verdict = "DOES NOT HOLD"
		s.missed++
	}
	fmt.Fprintf(s.Out, "  %-64s %10.3g %-6s %s %g: %s\n", what, got, unit, word, bound, verdict)
}

// Err is an error if a bound did not hold.
func (s *Sheet) Err() error {
	switch s.missed {
	case 0:
		return nil
	case 1:
		return errors.New("a bound does not hold")
	}
	return fmt.Errorf("%d bounds do not hold", s.missed)
}

// Times are how long things took.
type Times []time.Duration

// At is the time that a part of them did not exceed, in milliseconds; 0 of none. They stay in their order.
func (t Times) At(part float64) float64 {
	if len(t) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t))
	return float64(sorted[min(len(t)-1, int(part*float64(len(t))))]) / float64(time.Millisecond)
}

// String says how many there are, and their quantiles.
func (t Times) String() string {
	return fmt.Sprintf("n %d, p50 %.2f, p90 %.2f, p99 %.2f, max %.2f ms", len(t), t.At(0.5), t.At(0.9), t.At(0.99), t.At(1))
}

// Median is the middle of some figures, 0 of none.
func Median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
