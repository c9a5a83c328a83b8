package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A lineReader reads lines and skips over those that are too long to keep.
type lineReader struct {
	in     *bufio.Reader
	max    int // bytes of a line
	number int // of the last line, from 1
	buf    []byte
	back   []byte // lines put back, to be read again
}

// next returns the next line without its end. It is valid until the following call.
func (l *lineReader) next() (line []byte, number int, err error) {
	if len(l.back) > 0 {
		line, l.back, _ = bytes.Cut(l.back, []byte("\n"))
		l.number++
		return line, l.number, nil
	}
	l.buf = l.buf[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		if len(l.buf) <= l.max+1 { // two bytes more than the limit: "\r\n" may end a line of the full length
			l.buf = append(l.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(l.buf) == 0:
			return nil, l.number, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, l.number, unreadable(err) // the last line is incomplete
		}
		l.number++
		line := bytes.TrimSuffix(bytes.TrimSuffix(l.buf, []byte("\n")), []byte("\r"))
		if len(line) > l.max {
			return line[:min(200, l.max)], l.number, tooLong("line", l.max)
		}
		return line, l.number, nil
	}
}

// putBack returns lines, n of them joined by newlines, to be read again before the rest of the file.
func (l *lineReader) putBack(lines []byte, n int) {
	l.back = append(append(bytes.Clone(lines), '\n'), l.back...)
	l.number -= n
}

// tooLong is the reason for a record that is longer than the limit.
func tooLong(what string, limit int) error {
	return rowErrorf("the %s is longer than %s; --max-line raises the limit", what, formatBytes(limit))
}

func formatBytes(n int) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
