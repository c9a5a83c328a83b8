package source

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

// A Source reads the records of one file.
type Source struct {
	Format  string   // "JSON Lines" or "CSV"
	Gzip    bool     // the file is compressed
	Columns []string // the header of a CSV file
	Size    int64    // size of the file on disk in bytes; 0 if unknown

	file  io.ReadCloser
	taken atomic.Int64 // bytes of the file read so far
	lines *lineReader
	csv   *csvReader
}

// Open opens a file, or standard input for "-". A line longer than maxLine bytes becomes a rejected record.
func Open(name string, stdin io.Reader, maxLine int) (*Source, error) {
	s := &Source{}
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
func (s *Source) Close() error { return s.file.Close() }

// Taken returns how many bytes of the file have been read. It may be called while another goroutine reads.
func (s *Source) Taken() int64 { return s.taken.Load() }

func (s *Source) open(maxLine int) error {
	in := bufio.NewReaderSize(&counter{s.file, &s.taken}, 256<<10)
	head, err := peek(in)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("not a valid gzip file: %w", err)
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
	if text := unsupported(head); text != "" {
		return errors.New(text)
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

// peek returns the beginning of the file. An empty file is an error, because nobody imports one on purpose.
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

// unsupported recognises formats that are neither JSON Lines nor CSV, and says how to convert them.
func unsupported(head []byte) string {
	trimmed := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "the file is a zip archive or a spreadsheet; unpack it, or save it as CSV"
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return "the file is compressed with zstd; decompress it (zstd -d), or use gzip"
	case bytes.HasPrefix(head, []byte("BZh")):
		return "the file is compressed with bzip2; decompress it (bunzip2), or use gzip"
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return "the file is UTF-16; convert it first (iconv -f UTF-16 -t UTF-8)"
	case bytes.HasPrefix(trimmed, []byte("[")):
		return "the file is one JSON array; convert it to JSON Lines first (jq -c '.[]')"
	case bytes.HasPrefix(trimmed, []byte("<")):
		return "the file looks like HTML or XML; expected JSON Lines or CSV"
	case bytes.Count(head, []byte{0})*10 > len(head):
		return "the file is binary; expected JSON Lines or CSV, gzip or not"
	}
	return ""
}

// An Item is a record, or the reason why it could not be read.
type Item struct {
	Record Record
	Err    error
}

// Sample reads up to n records and returns the names of their fields in the order of their first appearance. Members of
// an object are named with a dot, as in "location.lat". An error is the file's; the records before it are returned.
func (s *Source) Sample(n int) (items []Item, fields []string, err error) {
	seen := map[string]bool{}
	note := func(name string) {
		if !seen[name] {
			seen[name] = true
			fields = append(fields, name)
		}
	}
	for _, c := range s.Columns {
		note(c)
	}
	for len(items) < n {
		rec, err := s.Next()
		var r RowError
		if err != nil && !errors.As(err, &r) {
			if errors.Is(err, io.EOF) && (len(items) > 0 || s.Columns != nil) {
				return items, fields, nil
			}
			return items, fields, err
		}
		for _, f := range rec.Fields {
			note(f.Name)
			if o, ok := f.Value.(Object); ok {
				for _, inner := range o {
					note(f.Name + "." + inner.Name)
				}
			}
		}
		items = append(items, Item{rec, err})
	}
	return items, fields, nil
}

// Next returns the next record. For a row that cannot be read, the error is a RowError, and the next call returns the
// row after it. io.EOF ends the file. Any other error concerns the whole file and ends it too.
func (s *Source) Next() (Record, error) {
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
		if r.Fields, err = ParseJSON(line); err != nil {
			return r, RowError(err.Error())
		}
		return r, nil
	}
}

// unreadable translates an error of a reader for the owner of the file.
func unreadable(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip stream is truncated; the file was not copied completely")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return fmt.Errorf("the gzip stream is corrupt (%w)", err)
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
