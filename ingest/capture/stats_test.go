package capture

import (
	"testing"
	"time"
)

func TestLagCoversRecentChanges(t *testing.T) {
	t.Parallel()
	var l Lag
	if last, p50, p99 := l.Quantiles(); last != 0 || p50 != 0 || p99 != 0 {
		t.Errorf("without a change, the lags are %v, %v, %v", last, p50, p99)
	}
	for range 500 {
		l.add(time.Hour) // overwritten below
	}
	for i := range len(l.ring) {
		l.add(time.Duration(i+1) * time.Millisecond)
	}
	if last, p50, p99 := l.Quantiles(); last != 1024*time.Millisecond || p50 != 513*time.Millisecond ||
		p99 != 1014*time.Millisecond {
		t.Errorf("the lags of 1 to 1024 ms are %v, %v, %v", last, p50, p99)
	}
}
