package main

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/evidence"
)

// A gauge that does not change is a line at its value. As a rate it would be one at 0.
func TestAConstantGaugeIsNotDrawnAtZero(t *testing.T) {
	t.Parallel()
	steady := evidence.Series{Name: "goroutines"}
	for at := time.Duration(0); at < 5*time.Second; at += time.Second {
		steady.Points = append(steady.Points, evidence.Point{At: at, Value: 1500})
	}
	const atZero, atOne = `d="M64.0 208.0L`, `d="M64.0 28.0L`
	svg := string(drawCourse(evidence.Course{Gauges: true, Series: []evidence.Series{steady}}, nil))
	_, line, _ := strings.Cut(svg, `class="a"`)
	if !strings.HasPrefix(line, " "+atOne) || !strings.Contains(svg, "goroutines (1 = 1,500)") ||
		strings.Contains(svg, "a second") {
		t.Errorf("the gauge is drawn as %s", svg)
	}
	counter := string(drawCourse(evidence.Course{Series: []evidence.Series{steady}}, nil))
	_, line, _ = strings.Cut(counter, `class="a"`)
	if strings.Contains(line, atOne) || !strings.Contains(line, " 208.0L") {
		t.Errorf("a counter that does not grow is drawn as %s, not at %s", counter, atZero)
	}
}
