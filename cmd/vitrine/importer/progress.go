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

// A meter shows how far an import is: a bar on a terminal, a line every few seconds elsewhere. What is done within a second
// shows nothing.
type meter struct {
	out   io.Writer
	src   *source
	begun time.Time
	done  atomic.Int64 // records

	stop chan struct{}
	over sync.WaitGroup
}

const (
	patience = time.Second     // before anything is shown
	interval = 3 * time.Second // between lines
)

func newMeter(out io.Writer, src *source) *meter {
	return &meter{out: out, src: src, begun: time.Now(), stop: make(chan struct{})}
}

// Start begins to show; without a writer there is nothing to do.
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

// Stop ends it and waits.
func (m *meter) Stop() {
	close(m.stop)
	m.over.Wait()
}

func (m *meter) bar() {
	if !m.wait(patience) {
		return
	}
	size := m.src.Size
	if size == 0 {
		size = -1 // a spinner
	}
	bar := progressbar.NewOptions64(size, progressbar.OptionSetWriter(m.out), progressbar.OptionShowBytes(true),
		progressbar.OptionSetWidth(30), progressbar.OptionSetSpinnerChangeInterval(0), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	for {
		bar.Describe(m.rate())
		_ = bar.Set64(m.src.taken.Load()) // a terminal that is gone shows nothing
		if !m.wait(200 * time.Millisecond) {
			_ = bar.Finish()
			return
		}
	}
}

func (m *meter) lines() {
	for pause := patience; m.wait(pause); pause = interval {
		share := ""
		if m.src.Size > 0 {
			share = fmt.Sprintf("%d %% read, ", m.src.taken.Load()*100/m.src.Size)
		}
		fmt.Fprintf(m.out, "%s%s\n", share, m.rate())
	}
}

func (m *meter) rate() string {
	n := m.done.Load()
	return fmt.Sprintf("%s rows, %s rows per second", comma(int(n)), comma(int(float64(n)/time.Since(m.begun).Seconds())))
}

// wait reports false when the import is over.
func (m *meter) wait(d time.Duration) bool {
	select {
	case <-m.stop:
		return false
	case <-time.After(d):
		return true
	}
}
