package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzLine checks that a line is either read without loss or refused with a readable reason.
func FuzzLine(f *testing.F) {
	for _, s := range []string{
		`{"a":1}`, `{"a":[1,{"b":null}],"c":"\u0000\ud800"}`, `{"a":1e999,"b":-0.0}`, `{"a":1,"a":2}`, `{}`, `[]`, `{"a":`,
		"{\"a\":\"\xff\"}", `{"a":1}{`,
		strings.Repeat(`{"a":`, 70), `{"":""}`, `{"a":"<>&\u2028"}`,
	} {
		f.Add([]byte(s))
	}
	files, _ := filepath.Glob("../testdata/*.jsonl")
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.SplitSeq(b, []byte("\n")) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		fields, err := ParseJSON(line)
		if err != nil {
			if !utf8.ValidString(err.Error()) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 500+len(line) {
				t.Fatalf("%q: unreadable reason: %q", line, err)
			}
			return
		}
		if !json.Valid(line) {
			t.Fatalf("%q is not JSON but was accepted", line)
		}
		again, err := ParseJSON(AppendJSON(nil, Object(fields), false))
		if err != nil || !reflect.DeepEqual(again, fields) {
			t.Fatalf("%q: written and read again: %v, %v", line, again, err)
		}
		turned := make(Object, 0, len(fields))
		for _, f := range fields {
			turned = append(Object{f}, turned...)
		}
		if Fingerprint(turned) != Fingerprint(fields) {
			t.Fatalf("%q: the fingerprint depends on the order of fields", line)
		}
	})
}

// FuzzSource checks that every file ends, that line numbers increase, and that a valid row is read whatever precedes
// it. Several values of JSON may stand in one line.
func FuzzSource(f *testing.F) {
	for _, s := range []string{
		"a,b\n1,2\n", "a,b\n\"x\n", "a\n\"\"\"\n\"\n", "{\"a\":1}\n{", "a;b\n\"1;2\n\";3", "\x1f\x8b", "a,b\n1\"2,3\n\"4",
		"\xef\xbb\xbfa\n1", "a\n\n\n",
		"a,b\r\n\"1\r\n2\",3\r\n", "{\"\":0}A000 ,", "\xff\xfe0",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := Open("-", bytes.NewReader(content), Options{MaxLine: 64, Encoding: "utf-8"})
		if err != nil {
			return
		}
		last := 0
		for n := 0; ; n++ {
			if n > len(content)+1 {
				t.Fatalf("%d records in %d bytes", n, len(content))
			}
			rec, err := s.Next()
			var why RowError
			if err == io.EOF {
				break
			}
			if err != nil && !errors.As(err, &why) {
				return // an error of the whole file
			}
			repeated := rec.Line == last && s.Format == "CSV"
			beyond := rec.Line > bytes.Count(content, []byte("\n"))+1 && !s.Gzip
			if rec.Line < last || repeated || beyond {
				t.Fatalf("line %d after line %d", rec.Line, last)
			}
			last = rec.Line
			if err == nil && s.Columns != nil && len(rec.Fields) != len(s.Columns) {
				t.Fatalf("line %d has %d fields, the header %d", rec.Line, len(rec.Fields), len(s.Columns))
			}
		}
		if s.Gzip || s.Format != "CSV" || len(s.Columns) != 1 {
			return
		}
		if bytes.HasPrefix(content, []byte("\xff\xfe")) || bytes.HasPrefix(content, []byte("\xfe\xff")) {
			return // UTF-16 by its byte order mark: the row below is text of one byte a character
		}
		more, err := Open("-", io.MultiReader(bytes.NewReader(content), strings.NewReader("\nsound\n")),
			Options{MaxLine: 64, Encoding: "utf-8"})
		if err != nil {
			return
		}
		found := bytes.Count(content, []byte(`"`))%2 == 1 // the last row may be inside a quoted cell
		for !found {
			rec, err := more.Next()
			if err == io.EOF {
				t.Fatal("the last row was lost")
			}
			found = err == nil && rec.Fields[0].Value == "sound"
		}
	})
}
