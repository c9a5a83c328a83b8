package source

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// same fails with the difference.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// readAll reads a source. It returns each record as "line: name=value …" or "line! reason", then the error that ended
// it.
func readAll(t testing.TB, content string, maxLine int) []string {
	t.Helper()
	s, err := Open("-", strings.NewReader(content), Options{MaxLine: maxLine})
	if err != nil {
		return []string{err.Error()}
	}
	defer s.Close()
	return drain(s)
}

// drain returns the records of a source, and the error that ended it.
func drain(s *Source) (got []string) {
	for {
		rec, err := s.Next()
		var why RowError
		switch {
		case err == io.EOF:
			return got
		case errors.As(err, &why):
			got = append(got, fmt.Sprintf("%d! %s", rec.Line, why))
			continue
		case err != nil:
			return append(got, err.Error())
		}
		line := fmt.Sprintf("%d:", rec.Line)
		for _, f := range rec.Fields {
			line += " " + f.Name + "=" + string(AppendJSON(nil, f.Value, false))
		}
		got = append(got, line)
	}
}

func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

func TestContentDecidesTheFormat(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		same(t, fmt.Sprintf("%.40q", content), readAll(t, content, 1<<20), want)
	}
	f("{\"a\":1}\n{\"a\":2}", "1: a=1", "2: a=2")
	f(zipped("{\"a\":1}\n{\"a\":2}\n"), "1: a=1", "2: a=2")
	f("\xef\xbb\xbf{\"a\":\"é\"}\r\n\r\n{\"a\":2}\r\n", `1: a="é"`, "3: a=2")
	f("a,b\n1,\n\"x, \"\"y\"\"\",\"two\nlines\"\nlast,z\n", `2: a="1" b=null`, `3: a="x, \"y\"" b="two\nlines"`,
		`5: a="last" b="z"`)
	f(zipped("\xef\xbb\xbfa;b\r\n1,5;2\r\n"), `2: a="1,5" b="2"`)
	f("a\tb\n1\t2\n", `2: a="1" b="2"`)
	f("name\nonly\n", `2: name="only"`)
	f("a,b\n") // a header without rows is an empty table

	f("", "-: the file is empty")
	f(" \n\n", "-: the file is empty")
	f(zipped(""), "-: the file is empty")
	f("PK\x03\x04rest", "-: the file is a zip archive; unpack it and import the files inside")
	f("<html>", "-: the file looks like HTML or XML; expected JSON, JSON Lines, CSV, YAML, Markdown or xlsx")
	f("\x1f\x8bnonsense", "-: not a valid gzip file: gzip: invalid header")
	f("a,,b\n1,2,3\n", `2: a="1" column 2="2" b="3"`)
	f("sep=;\na;b\n1;2\n", `3: a="1" b="2"`)
	f("a,b,a\n1,2,3\n", `-: duplicate column "a" in the header; give each column a name of its own`)
}

func TestMalformedRowDoesNotAffectOthers(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		same(t, fmt.Sprintf("%.40q", content), readAll(t, content, 60), want)
	}
	long := strings.Repeat("x", 100)
	f("{\"a\":1}\n{\"a\":\""+long+"\"}\n{\"a\":3}\n", "1: a=1",
		"2! the line is longer than 60 bytes; --max-line raises the limit", "3: a=3")
	f("{\"a\":\n{\"a\":2}\n", "1! invalid JSON: the line ends in the middle of a value", "2: a=2")
	f("{\"a\":1}\n{\"a\":\xff}\n{\"a\":3}", "1: a=1", "2! invalid UTF-8 at byte 6", "3: a=3")
	f("{\"a\":1}\n{\"a\":1,\"a\":2}\n{\"a\":1} x\nnull\n{\"a\":tru}\n{\"a\":\"\x01\"}",
		"1: a=1", `2! duplicate field "a" in an object`, "3! unexpected text after the JSON object",
		"4! expected a JSON object { … } on each line, got null", "5! invalid JSON: invalid character '}' in literal true "+
			"(expecting 'e') at byte 9",
		"6! invalid JSON: invalid character '\\x01' in string literal at byte 7")
	f("a,b\n1\n1,2,3\n1,2\n", "2! the row has 1 cells, the header has 2", "3! the row has 3 cells, the header has 2",
		`4: a="1" b="2"`)
	f("a,b\n27\" wide,2\n1,2\n", `2! quote (") in a cell that is not quoted`, `3: a="1" b="2"`)
	f("a,b\n\"never closed,2\n1,2\n3,4\n", "2! unterminated quoted cell", `3: a="1" b="2"`, `4: a="3" b="4"`)
	f("a,b\n\"never closed,2\n1,2\n"+strings.Repeat("3,4\n", 20)[:76]+"5,6\n",
		append(append([]string{"2! unterminated quoted cell", `3: a="1" b="2"`}, repeated(4, 19, `a="3" b="4"`)...),
			`23: a="5" b="6"`)...)
	f("a,b\n\"x\"y,2\n1,2\n", `2! quote (") in a quoted cell, neither doubled nor at its end`, `3: a="1" b="2"`)
	f("a,b\n\xff,2\n1,2\n", "2! invalid UTF-8 at byte 1", `3: a="1" b="2"`)
	f("a,b\n"+long+",2\n1,2\n", "2! the line is longer than 60 bytes; --max-line raises the limit", `3: a="1" b="2"`)
}

func repeated(from, n int, rest string) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%d: %s", from+i, rest))
	}
	return list
}

func TestDepthAndWidthAreLimited(t *testing.T) {
	deep := `{"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}"
	same(t, "deep", readAll(t, deep, 1<<20), []string{"1! nested deeper than 64 levels"})
	var wide strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&wide, `,"f%d":1`, i)
	}
	same(t, "wide", readAll(t, "{"+wide.String()[1:]+"}", 1<<20), []string{"1! an object has more than 1000 fields"})
}

func TestTruncatedGzipReturnsTheRowsBefore(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "{\"n\":%d,\"x\":\"%x\"}\n", i, i*7919)
	}
	whole := zipped(b.String())
	got := readAll(t, whole[:len(whole)-2000], 1<<20)
	same(t, "end", got[len(got)-1], "the gzip stream is truncated; the file was not copied completely")
	if len(got) < 1000 || got[0] != `1: n=0 x="0"` {
		t.Errorf("%d rows were read, the first %s", len(got), got[0])
	}
	flipped := []byte(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	got = readAll(t, string(flipped), 1<<20)
	same(t, "rows of a corrupt file", len(got), 5001)
	same(t, "its end", got[5000], "the gzip stream is corrupt (gzip: invalid checksum)")
}

func TestFingerprintDependsOnContentOnly(t *testing.T) {
	f := func(a, b string, want bool) {
		t.Helper()
		fa, errA := ParseJSON([]byte(a))
		fb, errB := ParseJSON([]byte(b))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		same(t, a+" "+b, Fingerprint(fa) == Fingerprint(fb), want)
	}
	f(`{"a":1,"b":{"c":2,"d":3}}`, `{ "b": {"d":3, "c":2}, "a":1 }`, true)
	f(`{"a":1}`, `{"a":"1"}`, false)
	f(`{"a":[1,2]}`, `{"a":[2,1]}`, false)
	f(`{"a":null}`, `{}`, false)
	f(`{"a":"\u00e9"}`, `{"a":"é"}`, true)
	if !json.Valid(AppendJSON(nil, Object{{"a", "\"\\<"}}, true)) {
		t.Error("the hashed text is not JSON")
	}
}
