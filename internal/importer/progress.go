package importer

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A meter shows the progress of an import: a bar on a terminal, or else a line every 3 s once the first rows are in. An
// import that finishes within one second shows nothing.
type meter struct {
	out   io.Writer
	size  int64        // bytes of the file; 0 if unknown
	taken func() int64 // bytes read so far
	begun time.Time
	done  atomic.Int64 // records

	stop chan struct{}
	over sync.WaitGroup
}

const (
	patience = time.Second     // before anything is shown
	interval = 3 * time.Second // between lines
)

func newMeter(out io.Writer, size int64, taken func() int64) *meter {
	return &meter{out: out, size: size, taken: taken, begun: time.Now(), stop: make(chan struct{})}
}

// Start begins to show progress. Without a writer it does nothing.
func (m *meter) Start() {
	if m.out == nil {
		return
	}
	m.over.Go(func() {
		if f, ok := m.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			m.bar()
		} else {
			m.lines()
		}
	})
}

// Stop stops the meter and waits for it.
func (m *meter) Stop() {
	close(m.stop)
	m.over.Wait()
}

func (m *meter) bar() {
	if !m.wait(patience) {
		return
	}
	size := m.size
	if size == 0 {
		size = -1 // a spinner
	}
	bar := progressbar.NewOptions64(size, progressbar.OptionSetWriter(m.out), progressbar.OptionShowBytes(true),
		progressbar.OptionSetWidth(30), progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	for {
		bar.Describe(m.rate())
		_ = bar.Set64(m.taken()) // the terminal may be gone
		if !m.wait(200 * time.Millisecond) {
			_ = bar.Finish()
			return
		}
	}
}

func (m *meter) lines() {
	for pause := patience; m.wait(pause); pause = interval {
		if m.done.Load() == 0 {
			continue // nothing is in yet: the file is being read or checked
		}
		share := ""
		if m.size > 0 {
			share = fmt.Sprintf("%d %% read, ", m.taken()*100/m.size)
		}
		fmt.Fprintf(m.out, "%s%s\n", share, m.rate())
	}
}

func (m *meter) rate() string {
	n := m.done.Load()
	return fmt.Sprintf("%s rows, %s rows per second", comma(int(n)), comma(int(float64(n)/time.Since(m.begun).Seconds())))
}

// wait waits for a time. It returns false if the import finishes before.
func (m *meter) wait(d time.Duration) bool {
	select {
	case <-m.stop:
		return false
	case <-time.After(d):
		return true
	}
}
