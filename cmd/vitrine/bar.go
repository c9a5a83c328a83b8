package main

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A bar shows progress on a terminal.
type bar struct {
	w    io.Writer
	name string
	b    *progressbar.ProgressBar
}

func newBar(w io.Writer, name string) *bar { return &bar{w: w, name: name} }

// set shows how many of the total are done.
func (b *bar) set(done, total int) {
	f, ok := b.w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return
	}
	if b.b == nil {
		b.b = progressbar.NewOptions(total, progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription(b.name),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
	}
	_ = b.b.Set(done) // a bar that cannot be drawn does not stop the work
}

func (b *bar) done() {
	if b.b != nil {
		_ = b.b.Finish()
	}
}
