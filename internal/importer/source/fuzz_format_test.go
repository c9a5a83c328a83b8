package source

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// exercise reads a text in one format to its end. The records must be valid, and few for a short text.
func exercise(t *testing.T, format string, content []byte, o Options) {
	t.Helper()
	o.Format, o.MaxLine = format, 1000
	s, err := Open("-", bytes.NewReader(content), o)
	if err != nil {
		if !utf8.ValidString(err.Error()) || len(err.Error()) > 2000 {
			t.Fatalf("unreadable reason: %q", err)
		}
		return
	}
	defer s.Close()
	for n := 0; ; n++ {
		rec, err := s.Next()
		var why RowError
		if err != nil && !errors.As(err, &why) {
			if !errors.Is(err, io.EOF) && !utf8.ValidString(err.Error()) {
				t.Fatalf("unreadable reason: %q", err)
			}
			return
		}
		if n > len(content)+1 {
			t.Fatalf("more records than bytes")
		}
		if err == nil && s.Encoding == "" && format != "csv" {
			if b := AppendJSON(nil, Object(rec.Fields), false); !utf8.Valid(b) {
				t.Fatalf("invalid UTF-8 in %q", b)
			}
		}
	}
}

// FuzzJSONDocument checks that every JSON document ends, and that the elements of a sound array are all read.
func FuzzJSONDocument(f *testing.F) {
	for _, s := range []string{
		`[{"a":1},{"b":"]"}]`, "{\n\"a\":[{\"b\":1}]\n}", `[{"a":`, `{"a":{"b":[{}]}}`, "[[[[", `{"a"`,
		`[1,"x",null]`, "[]]", "{}{}",
	} {
		f.Add([]byte(s), "")
		f.Add([]byte(s), "a.b")
	}
	f.Fuzz(func(t *testing.T, content []byte, records string) {
		exercise(t, "json", content, Options{Records: records, Encoding: "utf-8"})
		if fields, err := ParseJSON(content); err != nil || len(content) > 900 || len(fields) == 0 {
			return
		}
		whole := "[" + strings.Repeat(string(content)+",", 2) + string(content) + "]"
		s, err := Open("-", strings.NewReader(whole), Options{Format: "json", MaxLine: 1000, Encoding: "utf-8"})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := s.Next(); err != nil {
				t.Fatalf("%q: %v", whole, err)
			}
		}
		if _, err := s.Next(); !errors.Is(err, io.EOF) {
			t.Fatalf("%q: %v after three records", whole, err)
		}
	})
}

// FuzzYAML checks that every YAML file is read or refused in bounded time.
func FuzzYAML(f *testing.F) {
	for _, s := range []string{
		"- a: 1\n", "a: &x [1]\nb: *x\n", "<<: {a: 1}\n", "--- \n...\n---\n", "- &a\n  b: *a\n",
		"a: !!binary x\n", "? [a]\n: b\n",
		"- a: .inf\n  b: 1_000\n  c: 2026-03-01\n", "a:\n  - b: 1\n", "- a\n- |\n  - b\n- [\n", "a: 1\n--- # b\n...\nc: 2\n",
	} {
		f.Add([]byte(s), "")
	}
	f.Fuzz(func(t *testing.T, content []byte, records string) {
		exercise(t, "yaml", content, Options{Records: records, Encoding: "utf-8"})
	})
}

// FuzzDocument checks that the text of a document without front matter is kept to the byte.
func FuzzDocument(f *testing.F) {
	for _, s := range []string{
		"---\ntitle: x\n---\nbody", "# T\n\nbody", "---\n", "+++\n", "---\n---\n", "---\n- a\n---\n",
		"text\n---\nmore", "\xef\xbb\xbf---\na: 1\n...\n", "+++\na.b = [1, {c = 2026-03-01}]\n[[d]]\n+++\nbody",
	} {
		f.Add("a/b.md", []byte(s))
	}
	f.Add("2026-03-01-x.html", []byte("<p>x</p>"))
	f.Fuzz(func(t *testing.T, file string, content []byte) {
		r, err := newSpellings().parse(file, content)
		if err != nil {
			if !errors.As(err, new(RowError)) || strings.Count(err.Error(), "\n") > strings.Count(file, "\n")+1 {
				t.Fatalf("%q: unreadable reason: %q", content, err)
			}
			return
		}
		body := r.Fields[len(r.Fields)-1].Value.(string)
		if !bytes.Contains(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")), []byte(body)) {
			t.Fatalf("%q became %q", content, body)
		}
	})
}

// FuzzEncoding checks that a guessed encoding is one that decodes, and that a text in UTF-8 is not decoded.
func FuzzEncoding(f *testing.F) {
	for _, s := range []string{
		"a\nCr\xe8me\n", "a\n\xdd\xfeik\n", "\xff\xfea\x00\n\x00", "a\x00b\x00", "\xd7\xe0\xe9\xed\xe8\xea", "é\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s := &Source{file: io.NopCloser(strings.NewReader(""))}
		name := wide(content)
		if name == "" {
			name = s.guess(content)
		}
		if name == "" {
			return
		}
		if _, err := lookUp(name); err != nil {
			t.Fatal(err)
		}
		if utf8.Valid(content) && !bytes.Contains(content, []byte{0}) {
			t.Fatalf("%q is UTF-8 but was taken for %s", content, name)
		}
	})
}
