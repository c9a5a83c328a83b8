package importer

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// screen is a writer that may be read concurrently.
type screen struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestShortImportsShowNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out screen
		m := newMeter(&out, 1000, func() int64 { return 0 })
		m.Start()
		time.Sleep(900 * time.Millisecond)
		m.Stop()
		same(t, "shown", out.String(), "")
		quiet := newMeter(nil, 0, nil)
		quiet.Start()
		quiet.Stop()
	})
}

func TestLongImportsPrintLinesWithoutATerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out screen
		var taken atomic.Int64
		m := newMeter(&out, 1000, taken.Load)
		taken.Add(100)
		m.Start()
		time.Sleep(4100 * time.Millisecond) // no row is in yet
		same(t, "shown", out.String(), "")
		m.Stop()
		taken.Store(0)
		m = newMeter(&out, 1000, taken.Load)
		m.Start()
		for range 5 {
			taken.Add(100)
			m.done.Add(4000)
			time.Sleep(1100 * time.Millisecond)
		}
		m.Stop()
		same(t, "shown", out.String(), "10 % read, 4,000 rows, 4,000 rows per second\n40 % read, 16,000 rows, 4,000 rows "+
			"per second\n")
	})
}

func TestTerminalsGetABar(t *testing.T) {
	for _, size := range []int64{1000, 0} { // a file, and standard input
		synctest.Test(t, func(t *testing.T) {
			var out screen
			var taken atomic.Int64
			m := newMeter(&out, size, taken.Load)
			m.over.Go(m.bar)
			for range 5 {
				taken.Add(100)
				m.done.Add(4000)
				time.Sleep(1100 * time.Millisecond)
			}
			m.Stop()
			rate := regexp.MustCompile(`16,000 rows, [\d,]+ rows per second`)
			if !rate.MatchString(out.String()) || !strings.Contains(out.String(), "\r") {
				t.Errorf("shown: %q", out.String())
			}
		})
	}
}
