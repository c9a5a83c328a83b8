package lograte

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A flood leaves a burst of lines, then one a second. The next line has the number of those left out.
func TestAFloodLeavesFewLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		var l Limit
		log := slog.New(slog.NewTextHandler(&b, nil))
		flood := func() (lines []string) {
			b.Reset()
			for range 1000 {
				l.Log(log, slog.LevelWarn, "refused", "id", "7")
			}
			return strings.Split(strings.TrimSpace(b.String()), "\n")
		}
		if lines := flood(); len(lines) != Burst || strings.Contains(b.String(), LeftOut) {
			t.Errorf("%d lines at once, want %d without a count:\n%s", len(lines), Burst, b.String())
		}
		time.Sleep(Interval)
		if lines := flood(); len(lines) != 1 || !strings.Contains(lines[0], LeftOut+"=980") {
			t.Errorf("after a second: %q", lines)
		}
		time.Sleep(time.Hour)
		if lines := flood(); len(lines) != Burst || !strings.Contains(lines[0], LeftOut+"=999") ||
			strings.Contains(lines[1], LeftOut) {
			t.Errorf("after an hour: %q", lines)
		}
	})
}

// A line below the level of the log counts for nothing.
func TestALevelThatIsOffCostsNoLine(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	var l Limit
	log := slog.New(slog.NewTextHandler(&b, nil))
	for range 100 {
		l.Log(log, slog.LevelDebug, "detail")
	}
	l.Log(log, slog.LevelWarn, "refused")
	if text := b.String(); strings.Count(text, "\n") != 1 || strings.Contains(text, LeftOut) {
		t.Errorf("%q", text)
	}
}

func TestALimitMayBeUsedConcurrently(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	var l Limit
	log := slog.New(slog.NewTextHandler(&b, nil))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				l.Log(log, slog.LevelWarn, "refused")
			}
		})
	}
	wg.Wait()
	if n := strings.Count(b.String(), "\n"); n < Burst || n > 2*Burst {
		t.Errorf("%d lines", n)
	}
}

// The attributes of a line that is left out are not made.
func TestAttributesAreMadeForWrittenLinesOnly(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var limit Limit
	made := 0
	for range 10 * Burst {
		limit.LogFunc(slog.New(slog.NewTextHandler(&log, nil)), slog.LevelWarn, "refused", func() []any {
			made++
			return []any{"n", made}
		})
	}
	if lines := strings.Count(log.String(), "n="); made != lines || lines < Burst {
		t.Errorf("attributes were made %d times, for %d lines", made, lines)
	}
}
