package gateway

import (
	"bytes"
	"strings"
	"testing"

	"vitrine/cache"
)

func TestAcceptEncodingByQuality(t *testing.T) {
	t.Parallel()
	big, small := forms(bytes.Repeat([]byte(`{"name":"lamp"}`), 100)), forms([]byte(`{}`))
	for c, form := range big {
		if form.Body == nil {
			t.Fatalf("1,500 bytes are not kept as %q", coding[c])
		}
	}
	if small[cache.Gzip].Body != nil || small[cache.Brotli].Body != nil {
		t.Error("two bytes are kept compressed")
	}
	f := func(header, ofBig, ofSmall string) {
		t.Helper()
		var lines [][]byte
		for line := range strings.SplitSeq(header, "|") {
			lines = append(lines, []byte(line))
		}
		for _, want := range []struct {
			all    *[cache.Codings]cache.Form
			coding string
		}{{&big, ofBig}, {&small, ofSmall}} {
			form, c, ok := pick(lines, want.all)
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
	for _, form := range forms(bytes.Repeat([]byte("lamp "), 200)) {
		if seen[string(form.ETag)] || len(form.ETag) < 10 {
			t.Errorf("the tag %s is another coding's too", form.ETag)
		}
		seen[string(form.ETag)] = true
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
		if got := matches(lines, []byte(`"a"`)); got != want {
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
