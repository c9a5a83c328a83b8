package importer

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// A source reads the records of a file, whatever it is: JSON Lines or CSV, gzip or not, told apart by content.
type source struct {
	Format  string // "JSON Lines" or "CSV"
	Gzip    bool
	Columns []string // the header of a CSV file
	Size    int64    // bytes of the file as it lies; 0 where that is not known

	file  io.ReadCloser
	taken atomic.Int64 // bytes of the file read so far
	lines *lineReader
	csv   *csvReader
}

// openSource opens a file, or standard input for "-". A line longer than maxLine bytes becomes a rejected record.
func openSource(name string, stdin io.Reader, maxLine int) (*source, error) {
	s := &source{}
	if name == "-" {
		s.file = io.NopCloser(stdin)
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = fmt.Errorf("%s is a folder", name)
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		s.file, s.Size = f, info.Size()
	}
	if err := s.open(maxLine); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), s.Close())
	}
	return s, nil
}

// Close closes the file.
func (s *source) Close() error { return s.file.Close() }

func (s *source) open(maxLine int) error {
	in := bufio.NewReaderSize(&counter{s.file, &s.taken}, 256<<10)
	head, err := peek(in)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("begins like gzip and is not: %w", err)
		}
		s.Gzip = true
		in = bufio.NewReaderSize(z, 256<<10)
		if head, err = peek(in); err != nil {
			return err
		}
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) { // a byte order mark, as spreadsheets write it
		_, _ = in.Discard(3) // they were peeked
		head = head[3:]
	}
	if what := stranger(head); what != "" {
		return errors.New(what)
	}
	s.lines = &lineReader{in: in, max: maxLine}
	if first := bytes.TrimLeft(head, " \t\r\n"); len(first) > 0 && first[0] == '{' {
		s.Format = "JSON Lines"
		return nil
	}
	s.Format = "CSV"
	s.csv, err = newCSVReader(s.lines)
	if err == nil {
		s.Columns = s.csv.columns
	}
	return err
}

// peek looks at the beginning. An empty file is an error here: whoever imports one meant another.
func peek(in *bufio.Reader) ([]byte, error) {
	head, err := in.Peek(4096)
	if len(bytes.TrimSpace(head)) > 0 {
		return head, nil
	}
	if err == nil || err == io.EOF {
		return nil, errors.New("the file is empty")
	}
	return nil, unreadable(err)
}

// stranger recognises what is neither JSON Lines nor CSV, and says how to make it one.
func stranger(head []byte) string {
	trimmed := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "this is a zip archive or a spreadsheet: unpack it, or save it as CSV"
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return "this is compressed with zstd: decompress it (zstd -d), or use gzip"
	case bytes.HasPrefix(head, []byte("BZh")):
		return "this is compressed with bzip2: decompress it (bunzip2), or use gzip"
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return "this is UTF-16: convert it first (iconv -f UTF-16 -t UTF-8)"
	case bytes.HasPrefix(trimmed, []byte("[")):
		return "this is one JSON array: make JSON Lines of it first (jq -c '.[]')"
	case bytes.HasPrefix(trimmed, []byte("<")):
		return "this looks like HTML or XML; want JSON Lines or CSV"
	case bytes.Count(head, []byte{0})*10 > len(head):
		return "this is binary; want JSON Lines or CSV, gzip or not"
	}
	return ""
}

// Next returns the next record. A row that cannot be read comes with a reason as error, and the one after it can be asked
// for; io.EOF ends the file; any other error is the file's and ends it too.
func (s *source) Next() (Record, error) {
	if s.csv != nil {
		return s.csv.next()
	}
	for {
		line, number, err := s.lines.next()
		if err != nil {
			return Record{Line: number, Raw: bytes.Clone(line)}, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		r := Record{Line: number, Raw: bytes.Clone(line)}
		if r.Fields, err = parseJSON(line); err != nil {
			return r, reason(err.Error())
		}
		return r, nil
	}
}

// A lineReader reads lines and survives huge ones.
type lineReader struct {
	in     *bufio.Reader
	max    int
	number int
	buf    []byte
	back   []byte // lines put back, to be read again
}

// next returns the next line without its end, valid until the following call.
func (l *lineReader) next() (line []byte, number int, err error) {
	if len(l.back) > 0 {
		line, l.back, _ = bytes.Cut(l.back, []byte("\n"))
		l.number++
		return line, l.number, nil
	}
	l.buf = l.buf[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		if len(l.buf) <= l.max+1 { // one more than can stand, to know it by; the line's end is the second
			l.buf = append(l.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(l.buf) == 0:
			return nil, l.number, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, l.number, unreadable(err) // what was read of the last line is no line
		}
		l.number++
		line := bytes.TrimSuffix(bytes.TrimSuffix(l.buf, []byte("\n")), []byte("\r"))
		if len(line) > l.max {
			return line[:min(200, l.max)], l.number, plain("the line is longer than %s", bytesText(l.max))
		}
		return line, l.number, nil
	}
}

// putBack returns lines, n of them joined by newlines, to be read again before what follows.
func (l *lineReader) putBack(lines []byte, n int) {
	l.back = append(append(bytes.Clone(lines), '\n'), l.back...)
	l.number -= n
}

// unreadable says what a reader's error means to whoever has the file.
func unreadable(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip stream is cut off: the file was not copied to its end")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return fmt.Errorf("the gzip stream is damaged (%w)", err)
	}
	return fmt.Errorf("read: %w", err)
}

type counter struct {
	in io.Reader
	n  *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func bytesText(n int) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
