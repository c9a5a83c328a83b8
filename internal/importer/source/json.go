package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of a JSON value. No catalogue needs more; a file that exceeds them is an attack or a mistake.
const (
	MaxDepth = 64   // levels of nesting
	MaxMany  = 1000 // members of an object, values of an attribute, rows of a list
)

// jsonLines reads JSON Lines: one object on each line.
type jsonLines struct{ lines *lineReader }

func (j *jsonLines) next() (Record, error) {
	for {
		line, number, err := j.lines.next()
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

// A rejectReader reads the reject file of an earlier import: the rows in it, without the reasons.
type rejectReader struct{ in reader }

// isRejected reports whether the first line of a file is one of a reject file: {"line": 3, "reason": "…", "row": {…}}.
func isRejected(head []byte) bool {
	line, _, ended := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	if !ended && len(head) >= window/2 { // the line is longer than the window
		return rejectedStart.Match(line)
	}
	fields, err := ParseJSON(line)
	if err != nil {
		return false
	}
	_, _, ok := rejectedRow(fields)
	return ok
}

// fromFolder reports whether the first row of a reject file is a document of a folder.
func fromFolder(head []byte) bool { return rejectedDocument.Match(bytes.TrimLeft(head, " \t\r\n")) }

// The file is the first field of a document.
var rejectedDocument = regexp.MustCompile(`^\{"line":\s*\d+,\s*"reason":\s*"(?:[^"\\]|\\.)*",\s*"row":\s*\{"` +
	FileField + `":\s*"[^"]+\.(?i:md|markdown|html?)"`)

var rejectedStart = regexp.MustCompile(`^\{"line":\s*\d+,\s*"reason":\s*"`)

// rejectedRow returns the row in a record of a reject file. It is text if it could not be read.
func rejectedRow(fields Object) (row Object, text string, ok bool) {
	line, _ := own(fields, "line")
	reason, _ := own(fields, "reason")
	_, isNumber := line.(json.Number)
	_, isText := reason.(string)
	if v, _ := own(fields, "row"); len(fields) == 3 && isNumber && isText {
		switch v := v.(type) {
		case Object:
			return v, "", true
		case string:
			return nil, v, true
		}
	}
	return nil, "", false
}

func (r *rejectReader) next() (Record, error) {
	rec, err := r.in.next()
	if err != nil {
		return rec, err
	}
	row, text, ok := rejectedRow(rec.Fields)
	switch {
	case !ok: // a row that was added by hand
		return rec, nil
	case row == nil:
		rec.Fields, rec.Raw = nil, []byte(text)
		return rec, RowError("the row is the text that could not be read; write its fields as an object")
	}
	rec.Fields = row
	return rec, nil
}

// ParseJSON reads one line of JSON Lines. Its errors are phrases for the reject file.
func ParseJSON(line []byte) ([]Field, error) {
	if !utf8.Valid(line) {
		return nil, fmt.Errorf("invalid UTF-8 at byte %d", invalidAt(line)+1)
	}
	dec := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	t, err := dec.ReadToken()
	if err != nil {
		return nil, invalidJSON(err, line)
	}
	switch t.Kind() {
	case jsontext.KindBeginObject:
	case jsontext.KindBeginArray:
		return nil, errors.New("expected a JSON object { … } on each line, got an array")
	default:
		return nil, fmt.Errorf("expected a JSON object { … } on each line, got %s", Describe(plainValue(t)))
	}
	fields, err := parseObject(dec, 1)
	if err != nil {
		return nil, invalidJSON(err, line)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("unexpected text after the JSON object")
	}
	return fields, nil
}

func parseObject(dec *jsontext.Decoder, depth int) (Object, error) {
	o := Object{}
	for dec.PeekKind() != jsontext.KindEndObject {
		t, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := t.String()
		if len(o) == MaxMany {
			return nil, rowErrorf("an object has more than %d fields", MaxMany)
		}
		if _, ok := own(o, name); ok {
			return nil, rowErrorf("duplicate field %q in an object", Clip(name, 60))
		}
		v, err := parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		o = append(o, Field{name, v})
	}
	_, err := dec.ReadToken() // the brace
	return o, err
}

func parseValue(dec *jsontext.Decoder, depth int) (any, error) {
	t, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	kind := t.Kind()
	if kind != jsontext.KindBeginObject && kind != jsontext.KindBeginArray {
		return plainValue(t), nil
	}
	if depth >= MaxDepth {
		return nil, rowErrorf("nested deeper than %d levels", MaxDepth)
	}
	if kind == jsontext.KindBeginObject {
		return parseObject(dec, depth+1)
	}
	list := []any{}
	for dec.PeekKind() != jsontext.KindEndArray {
		v, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err = dec.ReadToken() // the bracket
	return list, err
}

// plainValue returns the value of a token that is no list and no object.
func plainValue(t jsontext.Token) any {
	switch t.Kind() {
	case jsontext.KindNull:
		return nil
	case jsontext.KindTrue, jsontext.KindFalse:
		return t.Bool()
	case jsontext.KindNumber:
		return json.Number(t.String())
	default:
		return t.String()
	}
}

// invalidJSON explains what is wrong with a line. It parses the line again, because the decoder counts bytes from the
// last value.
func invalidJSON(err error, line []byte) error {
	var r RowError
	if errors.As(err, &r) {
		return r
	}
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(line, new(any)), &syntax) {
		if syntax.Error() == "unexpected end of JSON input" {
			return errors.New("invalid JSON: the line ends in the middle of a value")
		}
		return fmt.Errorf("invalid JSON: %w at byte %d", syntax, syntax.Offset)
	}
	return fmt.Errorf("invalid JSON: %w", err)
}

// invalidAt returns the offset of the first byte that is not UTF-8.
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

// Embedded returns the list or object that a text holds as JSON, as a CSV cell may. It returns any other value
// unchanged.
func Embedded(v any) any {
	s, _ := v.(string)
	if s = strings.TrimSpace(s); s == "" || s[0] != '[' && s[0] != '{' {
		return v
	}
	if fields, err := ParseJSON([]byte(`{"v":` + s + `}`)); err == nil && len(fields) == 1 {
		return fields[0].Value
	}
	return v
}

// LooksLikeJSON reports whether a text begins as a list or an object of JSON does, whether or not it can be read.
func LooksLikeJSON(s string) bool { return jsonStart.MatchString(s) }

var jsonStart = regexp.MustCompile(`^\s*(?:\[\s*["\[{]|\{\s*")`)

// AppendJSON appends a value as JSON. Members keep their order, or are sorted by name if sorted is set.
func AppendJSON(dst []byte, v any, sorted bool) []byte {
	switch v := v.(type) {
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendJSON(dst, e, sorted)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, f := range ordered(v, sorted) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendJSON(dst, f.Name, sorted)
			dst = append(dst, ':')
			dst = AppendJSON(dst, f.Value, sorted)
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

// ordered returns the members, sorted by name if sorted is set.
func ordered(o Object, sorted bool) Object {
	if !sorted || slices.IsSortedFunc(o, byName) {
		return o
	}
	o = slices.Clone(o)
	slices.SortFunc(o, byName)
	return o
}

func byName(a, b Field) int { return strings.Compare(a.Name, b.Name) }
