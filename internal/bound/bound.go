// Package bound describes rate limits and bounded queues for docs/operations/rate-limits.md, which is generated. A
// package that has such bounds returns them from a function Bounds.
package bound

import (
	"fmt"
	"strings"
	"time"
)

// A Bound is a limit on what clients may do or occupy.
type Bound struct {
	Part   string // the component
	Name   string
	Key    string // what is counted
	Size   string // with its unit
	Window string // how it recovers
	Hurts  string // whom others can hurt by using it up
	Past   string // how the rightful owner gets past it
}

// Table returns a Markdown table of bounds.
func Table(all []Bound) string {
	var b strings.Builder
	b.WriteString("| name | counts | size | window | can hurt | how the rightful owner gets past it |\n")
	b.WriteString("|---|---|---|---|---|---|\n")
	for _, r := range all {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.Name, r.Key, r.Size, r.Window, r.Hurts, r.Past)
	}
	return b.String()
}

// Duration returns a duration as documents write it: "50 ms", "90 s", "144 min".
func Duration(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d%time.Second == 0:
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}
