package lograte

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Burst is how many lines a Limit writes at once. After them it writes one line each Interval.
const (
	Burst    = 20
	Interval = time.Second
)

// LeftOut is the key of an attribute: how many lines of the limit were left out before this one.
const LeftOut = "not_logged_before"

// A Limit bounds log lines of one kind. Lines of different causes should have limits of their own, so that a flood of
// one hides none of the other. The zero value is ready. It may be used concurrently.
type Limit struct {
	mu   sync.Mutex
	full time.Time // when Burst lines may be written again
	left int       // lines left out since the last one
}

// Log writes a line with attributes, as slog does, unless too many were written before. The next line that is written
// has the number of those left out.
func (l *Limit) Log(to *slog.Logger, level slog.Level, message string, attributes ...any) {
	l.LogFunc(to, level, message, func() []any { return attributes })
}

// LogFunc is Log with attributes that are made only for a line that is written.
func (l *Limit) LogFunc(to *slog.Logger, level slog.Level, message string, made func() []any) {
	ctx := context.Background()
	if !to.Enabled(ctx, level) {
		return
	}
	left, ok := l.take(time.Now())
	if !ok {
		return
	}
	attributes := made()
	if left > 0 {
		attributes = append(slices.Clip(attributes), LeftOut, left)
	}
	to.Log(ctx, level, message, attributes...)
}

// take reports whether a line may be written now, and how many were left out before it.
func (l *Limit) take(now time.Time) (left int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.full.Before(now) {
		l.full = now
	}
	if l.full.Sub(now) > (Burst-1)*Interval {
		l.left++
		return 0, false
	}
	l.full = l.full.Add(Interval)
	left, l.left = l.left, 0
	return left, true
}
