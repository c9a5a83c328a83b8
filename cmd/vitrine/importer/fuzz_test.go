package importer

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

// FuzzLine: whatever a line holds, it is an object in which nothing is lost, or a reason that people can read.
func FuzzLine(f *testing.F) {
	for _, s := range []string{
		`{"a":1}`, `{"a":[1,{"b":null}],"c":"\u0000\ud800"}`, `{"a":1e999,"b":-0.0}`, `{"a":1,"a":2}`, `{}`, `[]`, `{"a":`, "{\"a\":\"\xff\"}", `{"a":1}{`,
		strings.Repeat(`{"a":`, 70), `{"":""}`, `{"a":"<>&\u2028"}`,
	} {
		f.Add([]byte(s))
	}
	files, _ := filepath.Glob("testdata/*.jsonl")
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
		fields, err := parseJSON(line)
		if err != nil {
			if !utf8.ValidString(err.Error()) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 500+len(line) {
				t.Fatalf("%q: an unreadable reason: %q", line, err)
			}
			return
		}
		if !json.Valid(line) {
			t.Fatalf("%q is no JSON and was taken for it", line)
		}
		again, err := parseJSON(writeJSON(nil, Object(fields), false))
		if err != nil || !reflect.DeepEqual(again, fields) {
			t.Fatalf("%q: written and read again: %v, %v", line, again, err)
		}
		turned := make(Object, 0, len(fields))
		for _, f := range fields {
			turned = append(Object{f}, turned...)
		}
		if fingerprint(turned) != fingerprint(fields) {
			t.Fatalf("%q: the order of its fields makes another record of it", line)
		}
		for _, c := range everyType {
			for _, v := range fields {
				if text, _, err := c.text(v.Value); err == nil && (strings.ContainsRune(text, 0) || !utf8.ValidString(text)) {
					t.Fatalf("%q: %s takes %q", line, c.Type, text)
				}
			}
		}
	})
}

var everyType = []*Column{
	{Name: "text", Type: "text"}, {Name: "numeric", Type: "numeric", Digits: 12, Scale: 2, Positive: true}, {Name: "int", Type: "integer"},
	{Name: "float", Type: "double precision"}, {Name: "bool", Type: "boolean"}, {Name: "time", Type: "timestamp with time zone"},
	{Name: "json", Type: "jsonb", Default: "'[]'::jsonb"}, {Name: "list", Type: "text[]"}, {Name: "char", Type: "character"},
}

// FuzzSource: every file ends, lines count upwards, and a good row is read whatever stands before it.
func FuzzSource(f *testing.F) {
	for _, s := range []string{
		"a,b\n1,2\n", "a,b\n\"x\n", "a\n\"\"\"\n\"\n", "{\"a\":1}\n{", "a;b\n\"1;2\n\";3", "\x1f\x8b", "a,b\n1\"2,3\n\"4", "\xef\xbb\xbfa\n1", "a\n\n\n",
		"a,b\r\n\"1\r\n2\",3\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := openSource("-", bytes.NewReader(content), 64)
		if err != nil {
			return
		}
		last := 0
		for {
			rec, err := s.Next()
			var why reason
			if err == io.EOF {
				break
			}
			if err != nil && !errors.As(err, &why) {
				return // the file's own end
			}
			if rec.Line <= last || rec.Line > bytes.Count(content, []byte("\n"))+1 && !s.Gzip {
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
		more, err := openSource("-", io.MultiReader(bytes.NewReader(content), strings.NewReader("\nsound\n")), 64)
		if err != nil {
			return
		}
		found := bytes.Count(content, []byte(`"`))%2 == 1 // it may stand inside the quotes
		for !found {
			rec, err := more.Next()
			if err == io.EOF {
				t.Fatal("the last row was lost")
			}
			found = err == nil && rec.Fields[0].Value == "sound"
		}
	})
}
