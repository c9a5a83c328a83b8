package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// Options say how to read a file. The zero value reads any file whose content shows its format.
type Options struct {
	MaxLine  int    // length limit of a record in bytes; 0: DefaultMaxLine
	Format   string // one of Formats; empty: decided by the content and the name of the file
	Encoding string // an IANA name such as windows-1254; empty: guessed if the text is not UTF-8
	Sheet    string // the sheet of a workbook; empty: the first visible one
	Records  string // the member of a JSON or YAML document that lists the records; "." for the document itself
	Sections bool   // a row of a table with one value is a heading: a field of the rows below it
	Pages    bool   // the records become pages: the section pages of a folder (_index.md) with a text are documents
}

// DefaultMaxLine is the length limit of a record in bytes.
const DefaultMaxLine = 1 << 20

// A Source reads the records of one file, or of the files of a folder.
type Source struct {
	Format   string            // what the report calls the format, such as "JSON Lines" or "CSV"
	Gzip     bool              // the file is compressed
	Columns  []string          // the header of a table
	Size     int64             // size of the file on disk in bytes; 0 if unknown
	Key      []string          // the fields that identify a record of this source; nil if it has none of its own
	Markup   map[string]string // the format of the text in a field: "markdown" or "html"
	Made     map[string]bool   // fields that the source adds to those of the file
	Notes    []string          // what was guessed or left out, as sentences for the owner of the file
	Encoding string            // the name of the text's encoding; empty for UTF-8

	file  io.ReadCloser
	taken atomic.Int64 // bytes of the file read so far
	in    reader
}

// A reader reads the records of one format.
type reader interface {
	// next returns the next record. A RowError costs only that record; io.EOF ends the file.
	next() (Record, error)
}

// Open opens a file or a folder, or standard input for "-". A record longer than the limit becomes a rejected record.
func Open(name string, stdin io.Reader, o Options) (*Source, error) {
	if o.MaxLine == 0 {
		o.MaxLine = DefaultMaxLine
	}
	s := &Source{}
	if name == "-" {
		s.file = io.NopCloser(stdin)
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		s.file = f
		if info.IsDir() {
			if err := s.openFolder(name, o); err != nil {
				return nil, errors.Join(fmt.Errorf("%s: %w", name, err), s.Close())
			}
			return s, nil
		}
		s.Size = info.Size()
	}
	if err := s.open(name, o); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), s.Close())
	}
	return s, nil
}

// Close closes the file.
func (s *Source) Close() error { return s.file.Close() }

// Taken returns how many bytes of the file have been read. It may be called while another goroutine reads.
func (s *Source) Taken() int64 { return s.taken.Load() }

const window = 256 << 10 // bytes at the beginning of a file that decide about its format and encoding

func (s *Source) open(name string, o Options) error {
	in := bufio.NewReaderSize(&counter{s.file, &s.taken}, window)
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
		name = strings.TrimSuffix(name, ".gz")
		in = bufio.NewReaderSize(z, window)
		if head, err = peek(in); err != nil {
			return err
		}
	}
	if o.Format == "xlsx" || o.Format == "" && isWorkbook(head) {
		s.Format = "xlsx"
		if s.in, err = s.newSheet(in, o); err == nil && o.Sections {
			s.divide()
		}
		return err
	}
	if text := unsupported(head); text != "" {
		return errors.New(text)
	}
	if in, err = s.decode(in, o.Encoding); err != nil {
		return err
	}
	if head, err = peek(in); err != nil {
		return err
	}
	return s.openText(name, in, head, o)
}

// openText opens a text, decoded to UTF-8, in the format that its name and its beginning show.
func (s *Source) openText(name string, in *bufio.Reader, head []byte, o Options) error {
	format := o.Format
	switch {
	case format == "":
		if format = formatOf(name, head); format == "jsonl" && o.Records != "" {
			format = "json"
		}
	case format == "jsonl" && o.Records != "":
		return errors.New("--records is for JSON and YAML; a file of JSON Lines has one record on each line")
	}
	if o.Sections && format != "csv" {
		return errors.New("--sections is for tables: CSV and xlsx")
	}
	var err error
	switch format {
	case "jsonl":
		s.Format = "JSON Lines"
		if s.in = reader(&jsonLines{&lineReader{in: in, max: o.MaxLine}}); isRejected(head) {
			s.in = &rejectReader{s.in}
			if fromFolder(head) {
				s.documents()
			}
			s.Notes = append(s.Notes, "The file is the reject file of an earlier import; its rows are read.")
		}
	case "json":
		s.Format = "JSON"
		s.in, err = s.newJSONStream(in, head, o)
	case "yaml":
		s.Format = "YAML"
		s.in, err = s.newYAML(in, o)
	case "markdown":
		s.Format = "Markdown"
		s.in, err = s.newDocument(name, in, o)
	case "csv":
		s.Format = "CSV"
		table, err := newCSVReader(&lineReader{in: in, max: o.MaxLine})
		if err != nil {
			return err
		}
		s.Columns, s.in = table.columns, table
		s.noteUnnamed(table.unnamed)
		if s.joinShop(table); o.Sections {
			s.divide()
		}
	default:
		return fmt.Errorf("unknown format %q; the formats are: %s", format, strings.Join(Formats, ", "))
	}
	return err
}

// Formats are the names that Options.Format accepts.
var Formats = []string{"jsonl", "json", "csv", "yaml", "xlsx", "markdown"}

// formatOf returns the format of a text. The ending of its name shows YAML and Markdown, its beginning shows JSON. Any
// other text is CSV.
func formatOf(name string, head []byte) string {
	first := bytes.TrimLeft(head, " \t\r\n")
	switch ending := strings.ToLower(filepath.Ext(name)); {
	case ending == ".yaml", ending == ".yml":
		return "yaml"
	case markupOf(name) == "markdown":
		return "markdown"
	case first[0] == '[':
		return "json"
	case first[0] == '{' && (!oneLine(first) || onlyLine(first) && wrapped(first) != ""):
		return "json"
	case first[0] == '{':
		return "jsonl"
	}
	return "csv"
}

// oneLine reports whether the first line holds a whole object, as in JSON Lines. A line that is longer than the window
// counts as one.
func oneLine(head []byte) bool {
	line, rest, ended := bytes.Cut(head, []byte("\n"))
	if !ended && len(head) >= window/2 {
		return true
	}
	line = bytes.TrimSpace(line)
	if len(line) == 1 {
		return false
	}
	// A first line that is not valid JSON is a broken row of JSON Lines, unless it ends where a pretty-printed object
	// breaks its lines and no whole object follows.
	last := line[len(line)-1]
	if second, _, _ := bytes.Cut(rest, []byte("\n")); last != '[' && len(second) > 0 && second[0] == '{' &&
		json.Valid(second) {
		return true
	}
	return strings.IndexByte(",:[{", last) < 0
}

// onlyLine reports whether there is one line.
func onlyLine(head []byte) bool {
	_, after, _ := bytes.Cut(head, []byte("\n"))
	return len(bytes.TrimSpace(after)) == 0
}

// peek returns the beginning of the file. An empty file is an error, because nobody imports one on purpose.
func peek(in *bufio.Reader) ([]byte, error) {
	head, err := in.Peek(window)
	if len(bytes.TrimSpace(head)) > 0 {
		return head, nil
	}
	if err == nil || err == io.EOF {
		return nil, errors.New("the file is empty")
	}
	return nil, unreadable(err)
}

// unsupported recognises formats that are not read, and says how to convert them.
func unsupported(head []byte) string {
	trimmed := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "the file is a zip archive; unpack it and import the files inside"
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")):
		return "the file is a workbook of Excel 97 to 2003 (.xls); save it as .xlsx or as CSV"
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return "the file is compressed with zstd; decompress it (zstd -d), or use gzip"
	case bytes.HasPrefix(head, []byte("BZh")):
		return "the file is compressed with bzip2; decompress it (bunzip2), or use gzip"
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
		return "the file is compressed with xz; decompress it (unxz), or use gzip"
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return "the file is a PDF; expected " + understood
	case bytes.HasPrefix(head, []byte("PAR1")):
		return "the file is Parquet; convert it to CSV or JSON Lines first"
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return "the file is an SQLite database; export the table as CSV first (sqlite3 -csv -header)"
	case bytes.HasPrefix(trimmed, []byte("<")):
		return "the file looks like HTML or XML; expected " + understood
	case isPicture(head):
		return "the file is a picture; expected " + understood
	case len(head) > 262 && bytes.HasPrefix(head[257:], []byte("ustar")):
		return "the file is a tar archive; unpack it and import the files inside"
	case wide(head) == "" && bytes.Count(head, []byte{0})*10 > len(head):
		return "the file is binary; expected " + understood
	}
	return ""
}

// isPicture reports whether a file begins as a PNG, a JPEG, a GIF or a WebP.
func isPicture(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x89PNG\r\n")) || bytes.HasPrefix(head, []byte("\xff\xd8\xff")) ||
		bytes.HasPrefix(head, []byte("GIF8")) ||
		bytes.HasPrefix(head, []byte("RIFF")) && bytes.Contains(head[:min(len(head), 16)], []byte("WEBP"))
}

const understood = "JSON, JSON Lines, CSV, YAML, Markdown or xlsx"

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
			switch {
			case errors.Is(err, io.EOF) && len(items) == 0 && s.Columns == nil:
				return nil, nil, errors.New("the file has no records")
			case errors.Is(err, io.EOF):
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
	r, err := s.in.next()
	if err == nil && s.Encoding != "" && hasReplacement(r.Fields) {
		err = rowErrorf("a byte that %s does not define; --encoding names another encoding", s.Encoding)
	}
	return r, err
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
