package respond

import (
	"bytes"
	"crypto/rand"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"vitrine/cache"
)

// loose is an entry that is not in a cache.
func loose(body []byte) *cache.Entry {
	return &cache.Entry{Key: []byte("t\x00/page"), Body: body, Digest: Digest(body)}
}

// A form is a body and its tag.
type form struct{ Body, ETag []byte }

// formOf is an entry in a coding; its body is nil if nothing has made it yet. It reports false if the entry is not sent
// in that coding.
func formOf(e *cache.Entry, c int) (form, bool) {
	if c == identity {
		return form{e.Body, tag(e, c)}, true
	}
	body, ok := packed(e, c)
	return form{body, tag(e, c)}, ok
}

func tag(e *cache.Entry, c int) []byte { return appendTag(nil, e.Digest, c) }

// read returns the answer to a client with these headers.
func read(encodings, known [][]byte, e *cache.Entry) (f form, c int, knows, ok bool) {
	got, ok := choose(Preferred(encodings), known, e)
	return form{got.Body, tag(e, max(0, got.Coding))}, got.Coding, got.Known, ok
}

func TestAcceptEncodingByQuality(t *testing.T) {
	t.Parallel()
	big, small := loose(bytes.Repeat([]byte(`{"name":"lamp"}`), 100)), loose([]byte(`{}`))
	for c := identity; c < codings; c++ {
		if _, ok := formOf(big, c); !ok {
			t.Fatalf("1,500 bytes are not sent as %q", coding[c])
		}
		if _, ok := formOf(small, c); ok != (c == identity) {
			t.Errorf("two bytes are sent as %q: %v", coding[c], ok)
		}
	}
	f := func(header, ofBig, ofSmall string) {
		t.Helper()
		var lines [][]byte
		for line := range strings.SplitSeq(header, "|") {
			lines = append(lines, []byte(line))
		}
		for _, want := range []struct {
			entry  *cache.Entry
			coding string
		}{{big, ofBig}, {small, ofSmall}} {
			form, c, _, ok := read(lines, nil, want.entry)
			got := "nothing"
			if ok {
				got = string(coding[c])
			}
			if got != want.coding || ok && (len(form.Body) == 0 || len(form.ETag) == 0) {
				t.Errorf("%q: sent as %q with tag %s, want %q", header, got, form.ETag, want.coding)
			}
		}
	}
	f("", "", "")
	f("gzip", "gzip", "")
	f("gzip, deflate, br", "br", "")
	f("gzip|br", "br", "") // two lines are one list
	f("br;q=0.9, gzip;q=0.91", "gzip", "")
	f("gzip;q=0", "", "")
	f("GZIP;q=0.5", "gzip", "")
	f("gzip ; q=0.5", "gzip", "")
	f("gzip;q=0.5, identity", "", "")
	f("identity;q=0", "nothing", "nothing")
	f("identity;q=0, gzip", "gzip", "gzip")
	f("*", "br", "")
	f("*, br;q=0", "gzip", "")
	f("*;q=0", "nothing", "nothing")
	f("*;q=0, gzip", "gzip", "gzip")
	f("br;q=nonsense, gzip;q=1.0", "gzip", "")
	f("zstd", "", "")
	f(",,;q=1,gzip", "gzip", "")
}

func TestEveryCodingHasItsOwnTag(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for c := range codings {
		tag := appendTag(nil, Digest(bytes.Repeat([]byte("lamp "), 200)), c)
		if seen[string(tag)] || len(tag) < 10 {
			t.Errorf("two codings have the tag %s", tag)
		}
		seen[string(tag)] = true
	}
}

func TestIfNoneMatchIsAListAndWeak(t *testing.T) {
	t.Parallel()
	f := func(header string, want bool) {
		t.Helper()
		var lines [][]byte
		for line := range strings.SplitSeq(header, "|") {
			lines = append(lines, []byte(line))
		}
		if got := matches(lines, []byte("a"), identity); got != want {
			t.Errorf("%s: %v", header, got)
		}
	}
	f(`"a"`, true)
	f(`W/"a"`, true)
	f(`"b", "a"`, true)
	f(`"b"|"a"`, true)
	f(`*`, true)
	f(`"b"`, false)
	f(``, false)
	f(`a`, false)
	f(`"a`, false)
}

// A tag is derived from the uncompressed body, so 304 needs no compression.
func TestAFormIsMadeForAReaderThatNeedsIt(t *testing.T) {
	t.Parallel()
	lines := func(s string) [][]byte { return [][]byte{[]byte(s)} }
	e := loose(bytes.Repeat([]byte(`{"name":"lamp"}`), 100))
	made := func(c int) bool { f, _ := formOf(e, c); return f.Body != nil }
	if _, c, _, ok := read(nil, nil, e); !ok || c != identity || made(gzipped) || made(brotlied) {
		t.Fatal("a body is compressed for a reader that accepts identity only")
	}
	form, c, knows, ok := read(lines("gzip"), lines(`"other", W/`+string(tag(e, gzipped))), e)
	if !ok || !knows || c != gzipped || !bytes.Equal(form.ETag, tag(e, gzipped)) || made(gzipped) {
		t.Errorf("a reader that has the form: known %v, made %v", knows, made(gzipped))
	}
	if _, c, knows, _ := read(lines("gzip"), lines(string(tag(e, identity))), e); knows || c != gzipped || !made(gzipped) {
		t.Error("the tag of the uncompressed body matches the compressed form")
	}
	if _, c, knows, _ := read(lines("br"), lines("*"), e); !knows || c != brotlied || !made(brotlied) {
		t.Error("If-None-Match: * needs the tag of the form that would be sent")
	}

	noise := make([]byte, 1000)
	if _, err := rand.Read(noise); err != nil {
		t.Fatal(err)
	}
	e = loose(noise)
	for range 2 {
		if form, c, knows, ok := read(lines("gzip"), lines("*"), e); !ok || !knows || c != identity ||
			!bytes.Equal(form.ETag, tag(e, identity)) {
			t.Errorf("an incompressible body is sent as %q under %s", coding[c], form.ETag)
		}
	}
	if _, ok := formOf(e, gzipped); ok {
		t.Error("an incompressible body would be compressed again")
	}
	if form, c, knows, ok := read(lines("gzip"), lines(string(tag(e, gzipped))), e); !ok || knows || c != identity ||
		form.Body == nil {
		t.Error("the tag of a form that is not sent matches")
	}
	form, c, _, ok = read(lines("gzip, identity;q=0"), nil, e)
	if !ok || c != gzipped || !bytes.Equal(form.ETag, tag(e, gzipped)) || !bytes.Equal(unpack(t, c, form.Body), noise) {
		t.Error("a reader that accepts gzip only receives another coding")
	}
}

// unpack decodes a body.
func unpack(t *testing.T, c int, body []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch c {
	case gzipped:
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Error(err)
			return nil
		}
		r = z
	case brotlied:
		r = brotli.NewReader(r)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return plain
}
