package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Record is one row of a source as it was read: a line of JSON Lines, or a row of CSV under its header.
type Record struct {
	Line   int     // where it begins in the file, from 1
	Raw    []byte  // as it stood, for the reject file; cut short when it was too long to keep
	Fields []Field // in the order of the source
}

// A Field is a named value of a Record or of an Object.
//
// Value is nil, bool, json.Number, string, []any or Object; a CSV cell is a string, or nil when it is empty.
type Field struct {
	Name  string
	Value any
}

// An Object is a JSON object that kept the order of its members.
type Object []Field

// Get finds a member by name, or by a path with dots ("location.lat") where no member has that name.
func (o Object) Get(name string) (any, bool) {
	for _, f := range o {
		if f.Name == name {
			return f.Value, true
		}
	}
	if head, rest, ok := strings.Cut(name, "."); ok {
		if inner, ok := o.Get(head); ok {
			if inner, ok := inner.(Object); ok {
				return inner.Get(rest)
			}
		}
	}
	return nil, false
}

// How deep a JSON value may nest, and how many members an object, and how many values an attribute may have. More is an
// attack or a mistake, never a catalogue.
const (
	maxDepth = 64
	maxMany  = 1000
)

// parseJSON reads one line of JSON Lines. The errors are for people: they end up beside the row in the reject file.
func parseJSON(line []byte) ([]Field, error) {
	if !utf8.Valid(line) {
		return nil, fmt.Errorf("not UTF-8: byte %d begins no character", invalidAt(line)+1)
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	t, err := dec.Token()
	if err != nil {
		return nil, notJSON(err, line)
	}
	if t != json.Delim('{') {
		return nil, fmt.Errorf("want a JSON object { … } on each line, got %s", describeToken(t))
	}
	fields, err := parseObject(dec, 1)
	if err != nil {
		return nil, notJSON(err, line)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON object on its line")
	}
	return fields, nil
}

func parseObject(dec *json.Decoder, depth int) (Object, error) {
	o := Object{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		if len(o) == maxMany {
			return nil, plain("an object has more than %d fields", maxMany)
		}
		for _, f := range o {
			if f.Name == name {
				return nil, plain("the field %q stands twice in the object", clip(name, 60))
			}
		}
		v, err := parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		o = append(o, Field{name, v})
	}
	_, err := dec.Token() // the brace
	return o, err
}

func parseValue(dec *json.Decoder, depth int) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	d, ok := t.(json.Delim)
	if !ok {
		return t, nil
	}
	if depth >= maxDepth {
		return nil, plain("nested deeper than %d levels", maxDepth)
	}
	if d == '{' {
		return parseObject(dec, depth+1)
	}
	list := []any{}
	for dec.More() {
		v, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err = dec.Token() // the bracket
	return list, err
}

// A reason is an error that is already a sentence for the reject file.
type reason string

func (r reason) Error() string { return string(r) }

func plain(format string, args ...any) error { return reason(fmt.Sprintf(format, args...)) }

// notJSON says what is wrong with a line. The decoder counts its bytes from the last value, so the line is parsed once more.
func notJSON(err error, line []byte) error {
	var r reason
	if errors.As(err, &r) {
		return r
	}
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(line, new(any)), &syntax) {
		if syntax.Error() == "unexpected end of JSON input" {
			return errors.New("not JSON: the line ends in the middle of a value")
		}
		return fmt.Errorf("not JSON: %w at byte %d", syntax, syntax.Offset)
	}
	return fmt.Errorf("not JSON: %w", err)
}

func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(b)
}

func describeToken(t json.Token) string {
	if t == json.Delim('[') {
		return "an array"
	}
	return describe(t)
}

// describe names a value in a sentence, short enough for a message.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return clip(v.String(), 40)
	case string:
		return fmt.Sprintf("%q", clip(v, 40))
	case []any:
		return "an array"
	}
	return "an object"
}

// clip shortens a text to n characters.
func clip(s string, n int) string {
	i := 0
	for at := range s {
		if i == n {
			return s[:at] + "…"
		}
		i++
	}
	return s
}

// writeJSON appends a value as JSON, members in the order they came, or sorted by name where sorted is set.
func writeJSON(dst []byte, v any, sorted bool) []byte {
	switch v := v.(type) {
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = writeJSON(dst, e, sorted)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, f := range ordered(v, sorted) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = writeJSON(dst, f.Name, sorted)
			dst = append(dst, ':')
			dst = writeJSON(dst, f.Value, sorted)
		}
		return append(dst, '}')
	case json.Number:
		return append(dst, v...)
	}
	b, err := json.Marshal(v) // nil, bool, string: cannot fail
	if err != nil {
		panic(err)
	}
	return append(dst, b...)
}
