package source

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A jsonStream reads the objects of a JSON array, or objects that follow one another, on any number of lines. It finds
// the end of each object itself, so that a wrong one costs only itself and the file need not fit into memory.
type jsonStream struct {
	in    *bufio.Reader
	max   int // bytes of a record
	line  int // of the next byte, from 1
	array bool
	over  bool // the array has ended
	outer bool // the array is a member of an object, whose rest is not read
	buf   []byte
}

// newJSONStream opens a JSON document. If it is an object that holds the records in one of its members, as in
// {"products": […], "total": 2}, the member is found by name or, without a name, by its form.
func (s *Source) newJSONStream(in *bufio.Reader, head []byte, o Options) (reader, error) {
	j := &jsonStream{in: in, max: o.MaxLine, line: 1}
	at := o.Records
	if at == "" && bytes.TrimLeft(head, " \t\r\n")[0] == '{' {
		if at = wrapped(head); at != "" {
			s.noteMember(at)
		}
	}
	if at != "" && at != "." {
		j.outer = true
		for member := range strings.SplitSeq(at, ".") {
			if err := j.enter(member); err != nil {
				return nil, err
			}
		}
	}
	c, err := j.peek()
	if err != nil {
		return nil, unreadable(err)
	}
	if j.array = c == '['; j.array {
		j.take()
	} else if j.outer {
		return nil, notList(at)
	}
	return j, nil
}

// noteMember notes the member that was found to list the records.
func (s *Source) noteMember(name string) {
	s.Notes = append(s.Notes, fmt.Sprintf("The records are the elements of the member %q; --records names another "+
		"member, or . for the document itself.", Clip(name, 60)))
}

func noMember(name string) error {
	return fmt.Errorf("the document has no member %q; --records names the member that lists the records", Clip(name, 60))
}

func notList(name string) error {
	return fmt.Errorf("the member %q is not a list of records", Clip(name, 60))
}

// wrapped returns the name of the member that holds the records of a document, "" if the document is a record itself,
// or the first of several. A record has a name or an id; a document that holds records has counts at most.
func wrapped(head []byte) (member string) {
	j := &jsonStream{in: bufio.NewReader(bytes.NewReader(head)), max: len(head), line: 1}
	_ = j.each(func(name string) error {
		if names(name) {
			member = ""
			return io.EOF
		}
		c, err := j.peek()
		if err != nil {
			return err
		}
		if c != '[' || member != "" {
			return j.skip()
		}
		j.take()
		if c, err = j.peek(); err != nil {
			return err
		}
		if c == '{' {
			member = name
		}
		return j.rest()
	})
	return member
}

// names reports whether a field names the record that has it.
func names(field string) bool {
	switch strings.ToLower(field) {
	case "id", "_id", "sku", "slug", "name", "title", "term", "question", "handle":
		return true
	}
	return false
}

// enter moves to the value of a member of the object that follows.
func (j *jsonStream) enter(member string) error {
	err := j.each(func(name string) error {
		if name == member {
			return errFound
		}
		return j.skip()
	})
	switch {
	case errors.Is(err, errFound):
		return nil
	case err == nil, errors.Is(err, io.EOF):
		return noMember(member)
	}
	return err
}

var errFound = errors.New("found")

// each calls f before the value of each member of the object that follows. f must read the value.
func (j *jsonStream) each(f func(name string) error) error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	if c != '{' {
		return errors.New("expected a JSON object")
	}
	j.take()
	for {
		c, err := j.peek()
		switch {
		case err != nil:
			return err
		case c == '}':
			j.take()
			return nil
		case c == ',':
			j.take()
			continue
		case c != '"':
			return fmt.Errorf("invalid JSON in line %d: expected the name of a member", j.line)
		}
		j.buf = j.buf[:0]
		if err := j.value(1 << 10); err != nil {
			return err
		}
		var name string
		if err := json.Unmarshal(j.buf, &name); err != nil {
			return fmt.Errorf("invalid JSON in line %d: %w", j.line, err)
		}
		if c, err = j.peek(); err != nil {
			return err
		}
		if c != ':' {
			return fmt.Errorf("invalid JSON in line %d: expected a colon after %q", j.line, Clip(name, 60))
		}
		j.take()
		if _, err := j.peek(); err != nil {
			return err
		}
		if err := f(name); err != nil {
			return err
		}
	}
}

func (j *jsonStream) next() (Record, error) {
	for !j.over {
		c, err := j.peek()
		switch {
		case errors.Is(err, io.EOF) && j.array:
			return Record{Line: j.line}, errors.New("the JSON array does not end; the file was not copied completely")
		case errors.Is(err, io.EOF):
			return Record{Line: j.line}, io.EOF
		case err != nil:
			return Record{Line: j.line}, unreadable(err)
		case c == ',':
			j.take()
			continue
		case c == ']' && j.array:
			j.take()
			j.over = true
			if c, err := j.peek(); err == nil && !j.outer {
				return Record{Line: j.line}, fmt.Errorf("line %d: unexpected %q after the JSON array", j.line, c)
			}
			continue
		}
		return j.record()
	}
	return Record{Line: j.line}, io.EOF
}

// record reads the value that follows as a record.
func (j *jsonStream) record() (Record, error) {
	r := Record{Line: j.line}
	j.buf = j.buf[:0]
	err := j.value(j.max)
	r.Raw = bytes.Clone(j.buf)
	switch {
	case errors.Is(err, io.EOF):
		return r, fmt.Errorf("the record that begins in line %d does not end; a quote or bracket is missing, or the "+
			"file was not copied completely", r.Line)
	case errors.As(err, new(RowError)):
		r.Raw = r.Raw[:min(200, len(r.Raw))]
		return r, err
	case err != nil:
		return r, unreadable(err)
	}
	if r.Fields, err = ParseJSON(r.Raw); err != nil {
		return r, RowError(err.Error())
	}
	return r, nil
}

// skip reads the value that follows and keeps nothing.
func (j *jsonStream) skip() error {
	j.buf = j.buf[:0]
	if err := j.value(0); err != nil && !errors.As(err, new(RowError)) {
		return err
	}
	return nil
}

// value appends the value that follows to buf, up to limit bytes. A longer one is read to its end and is a RowError.
func (j *jsonStream) value(limit int) error {
	depth, quoted, escaped, long := 0, false, false, false
	for first := true; ; first = false {
		c, err := j.in.ReadByte()
		if err != nil {
			if errors.Is(err, io.EOF) && depth == 0 && !quoted && !first {
				break // a bare word ends with the file
			}
			return err
		}
		if depth == 0 && !quoted && !first && strings.IndexByte(",]}: \t\r\n", c) >= 0 {
			_ = j.in.UnreadByte() // it was just read
			break
		}
		if c == '\n' {
			j.line++
		}
		if long = long || len(j.buf) >= limit; !long {
			j.buf = append(j.buf, c)
		}
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
		if depth <= 0 && !quoted && (c == '"' || c == '}' || c == ']') {
			break
		}
	}
	if long {
		return tooLong("record", limit)
	}
	return nil
}

// rest reads to the end of the list whose opening bracket has been read.
func (j *jsonStream) rest() error {
	for {
		c, err := j.peek()
		switch {
		case err != nil:
			return err
		case c == ']':
			j.take()
			return nil
		case c == ',', c == ':':
			j.take()
		default:
			if err := j.skip(); err != nil {
				return err
			}
		}
	}
}

// peek returns the next byte that is not white space, without taking it.
func (j *jsonStream) peek() (byte, error) {
	for {
		c, err := j.in.ReadByte()
		if err != nil {
			return 0, err
		}
		switch c {
		case '\n':
			j.line++
		case ' ', '\t', '\r':
		default:
			return c, j.in.UnreadByte()
		}
	}
}

// take takes the byte that peek returned.
func (j *jsonStream) take() { _, _ = j.in.ReadByte() } // peek has read it
