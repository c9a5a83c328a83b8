package source

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A csvReader reads CSV with a header row. It collects the lines of each record itself, so that a stray quote costs
// only its own row. With encoding/csv alone it would cost the rest of the file.
type csvReader struct {
	lines   *lineReader
	comma   rune
	columns []string
	unnamed []string // the names made for columns without one
}

func newCSVReader(lines *lineReader) (*csvReader, error) {
	c := &csvReader{lines: lines, comma: ','}
	for c.columns == nil {
		raw, number, err := c.row()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the file is empty")
		}
		if err != nil {
			return nil, fmt.Errorf("the header, line %d: %w", number, err)
		}
		if len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		if sep, ok := bytes.CutPrefix(bytes.TrimSpace(raw), []byte("sep=")); ok && len(sep) == 1 && number == 1 {
			continue // a hint for Excel; the header shows the separator
		}
		c.comma = separator(raw)
		if c.columns, err = c.parse(raw); err != nil {
			return nil, fmt.Errorf("the header, line %d: %w", number, err)
		}
	}
	var err error
	c.unnamed, err = nameColumns(c.columns)
	return c, err
}

// nameColumns trims the names of a header and names the columns that have none by their place, such as "column 1".
func nameColumns(columns []string) (unnamed []string, err error) {
	if len(columns) > MaxMany {
		return nil, fmt.Errorf("the header has %d columns; at most %d are read", len(columns), MaxMany)
	}
	seen := map[string]bool{}
	for i, name := range columns {
		name = strings.TrimSpace(strings.ReplaceAll(name, "\ufeff", "")) // programs write the mark into cells too
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
			unnamed = append(unnamed, name)
		}
		if seen[name] {
			return nil, fmt.Errorf("duplicate column %q in the header; give each column a name of its own",
				Clip(name, 60))
		}
		columns[i], seen[name] = name, true
	}
	return unnamed, nil
}

// noteUnnamed notes the columns without a name. They are left out unless the command line maps them.
func (s *Source) noteUnnamed(names []string) {
	if len(names) == 0 {
		return
	}
	s.Made = map[string]bool{}
	for _, name := range names {
		s.Made[name] = true
	}
	s.Notes = append(s.Notes, fmt.Sprintf("The header has no name for %s; --map \"%s=COLUMN\" uses one.",
		strings.Join(names, ", "), names[0]))
}

// separator finds the separator of a header: a comma, or one of those that spreadsheets write instead.
func separator(header []byte) rune {
	best, most := ',', bytes.Count(header, []byte(","))
	for _, r := range ";\t|" {
		if n := bytes.Count(header, []byte(string(r))); n > most {
			best, most = r, n
		}
	}
	return best
}

func (c *csvReader) next() (Record, error) {
	for {
		raw, number, err := c.row()
		r := Record{Line: number, Raw: raw}
		if err != nil {
			return r, err
		}
		if len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		return c.record(r)
	}
}

// record reads the cells of a row.
func (c *csvReader) record(r Record) (Record, error) {
	if !utf8.Valid(r.Raw) {
		return r, rowErrorf("invalid UTF-8 at byte %d", invalidAt(r.Raw)+1)
	}
	cells, err := c.parse(r.Raw)
	if err != nil {
		return r, RowError(err.Error())
	}
	if len(cells) != len(c.columns) {
		return r, rowErrorf("the row has %d cells, the header has %d", len(cells), len(c.columns))
	}
	r.Fields = make([]Field, len(cells))
	for i, cell := range cells {
		r.Fields[i].Name = c.columns[i]
		if cell != "" {
			r.Fields[i].Value = cell
		}
	}
	return r, nil
}

// row reads the lines of one record, up to the one that closes its quotes. If none does, it gives up only the first
// line and puts the others back.
func (c *csvReader) row() (raw []byte, number int, err error) {
	line, number, err := c.lines.next()
	raw = bytes.Clone(line)
	if err != nil {
		return raw, number, err
	}
	open := oddQuotes(raw)
	if open && c.stray(raw) {
		return raw, number, errBareQuote
	}
	for first, more := len(raw), 0; open; more++ {
		line, _, err := c.lines.next()
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return raw[:first], number, err
		}
		if end || len(raw)+len(line) > c.lines.max {
			if !end {
				c.lines.putBack(line, 1)
			}
			if more > 0 {
				c.lines.putBack(raw[first+1:], more)
			}
			return raw[:first], number, rowErrorf("unterminated quoted cell")
		}
		raw = append(append(raw, '\n'), line...)
		open = open != oddQuotes(line)
	}
	return raw, number, nil
}

func oddQuotes(line []byte) bool { return bytes.Count(line, []byte{'"'})%2 == 1 }

// stray reports that a line cannot begin a record, whatever follows.
func (c *csvReader) stray(line []byte) bool {
	_, err := c.parse(line)
	return errors.Is(err, errBareQuote)
}

const errBareQuote = RowError(`quote (") in a cell that is not quoted`)

// parse reads the cells of a row. Spaces around a quoted cell, as in files with aligned columns, are no part of it.
func (c *csvReader) parse(raw []byte) ([]string, error) {
	cells, err := c.cells(raw)
	if err != nil {
		if bare := unpadded(raw, c.comma); bare != nil {
			return c.cells(bare)
		}
	}
	return cells, err
}

// unpadded returns a row without the spaces around its quoted cells. It returns nil if there are none, or if something
// else stands beside the quotes.
func unpadded(raw []byte, comma rune) []byte {
	bare := make([]byte, 0, len(raw))
	for rest := raw; ; {
		cell := bytes.TrimLeft(rest, " ")
		if len(cell) == 0 || cell[0] != '"' {
			cell, after, more := bytes.Cut(rest, []byte(string(comma)))
			if bare = append(bare, cell...); !more {
				break
			}
			bare, rest = append(bare, string(comma)...), after
			continue
		}
		end := quoteEnd(cell)
		bare = append(bare, cell[:end]...)
		rest = bytes.TrimLeft(cell[end:], " ")
		if len(bytes.TrimRight(rest, "\r\n")) == 0 {
			break
		}
		if !bytes.HasPrefix(rest, []byte(string(comma))) {
			return nil
		}
		bare, rest = append(bare, string(comma)...), rest[len(string(comma)):]
	}
	if len(bare) == len(raw) {
		return nil
	}
	return bare
}

// quoteEnd returns the length of the quoted cell at the beginning of a text.
func quoteEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		if i++; i == len(text) || text[i] != '"' {
			return i
		}
	}
	return len(text)
}

func (c *csvReader) cells(raw []byte) ([]string, error) {
	r := csv.NewReader(bytes.NewReader(raw))
	r.Comma = c.comma
	r.FieldsPerRecord = -1
	cells, err := r.Read()
	switch {
	case err == nil:
		return cells, nil
	case errors.Is(err, csv.ErrBareQuote):
		return nil, errBareQuote
	case errors.Is(err, csv.ErrQuote):
		return nil, errors.New(`quote (") in a quoted cell, neither doubled nor at its end`)
	}
	return nil, fmt.Errorf("invalid CSV: %w", err)
}

// A sectionReader takes the rows of a table that have a value in one column only as headings. They are no records; the
// rows below have the heading in a field of their own.
type sectionReader struct {
	in    reader
	field string
	text  any // the last heading
}

// divide makes the headings of a table a field of its rows: the category, unless a column has that name.
func (s *Source) divide() {
	field := "category"
	for slices.ContainsFunc(s.Columns, func(c string) bool { return strings.EqualFold(c, field) }) {
		field = "section"
	}
	s.in = &sectionReader{in: s.in, field: field}
}

func (r *sectionReader) next() (Record, error) {
	for {
		rec, err := r.in.next()
		if err != nil {
			return rec, err
		}
		if text, ok := rec.Heading(); ok {
			r.text = text
			continue
		}
		rec.Fields = append(rec.Fields, Field{r.field, r.text})
		return rec, nil
	}
}

// Heading returns the only value of a row, if it looks like a heading between the rows of a table with at least three
// columns.
func (r *Record) Heading() (text string, ok bool) {
	for _, f := range r.Fields {
		s, is := f.Value.(string)
		if strings.TrimSpace(s) == "" && (is || f.Value == nil) {
			continue
		}
		if text != "" || !is {
			return "", false
		}
		text = strings.TrimSpace(s)
	}
	return text, text != "" && len(r.Fields) >= 3
}

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
