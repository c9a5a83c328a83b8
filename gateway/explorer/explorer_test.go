package explorer

import (
	"bytes"
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"
)

// loads are the addresses that a page or a script of ours asks for.
var loads = regexp.MustCompile(`(?:href|src)="([^"]*)"|fetch\("([^"]*)"`)

func TestThePageLoadsOnlyWhatIsEmbedded(t *testing.T) {
	t.Parallel()
	var asked int
	for _, path := range []string{"/docs", "/docs/start.js"} {
		for _, m := range loads.FindAllStringSubmatch(string(Find(path).Body), -1) {
			at := m[1] + m[2]
			if strings.HasPrefix(at, "data:") {
				continue
			}
			asked++
			if Find(at) == nil {
				t.Errorf("%s asks for %s, which is not embedded", path, at)
			}
		}
	}
	if asked < 5 {
		t.Errorf("the page asks for %d addresses: the test no longer sees them", asked)
	}
}

func TestFilesAreCompressedWhole(t *testing.T) {
	t.Parallel()
	for path, f := range all() {
		r, err := gzip.NewReader(bytes.NewReader(f.Gzip))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		plain, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(plain, f.Body) {
			t.Errorf("%s: unpacked it is another file (%v)", path, err)
		}
		if f.ETag == "" || f.ContentType == "" {
			t.Errorf("%s has no tag or no type", path)
		}
	}
}

func TestThereIsNothingElse(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/docs/index.html", "/docs/../openapi.json", "/docs/swagger-ui", "/docs/LICENSE", "", "/"} {
		if Find(path) != nil {
			t.Errorf("%q is found", path)
		}
	}
}
