package explorer

import (
	"bytes"
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"
)

// loads matches the URLs that the page and its script load.
var loads = regexp.MustCompile(`(?:href|src)="([^"]*)"|fetch\("([^"]*)"`)

func TestThePageLoadsOnlyEmbeddedFiles(t *testing.T) {
	t.Parallel()
	var loaded int
	for _, path := range []string{"/docs", "/docs/start.js"} {
		for _, m := range loads.FindAllStringSubmatch(string(Find(path).Body), -1) {
			at := m[1] + m[2]
			if strings.HasPrefix(at, "data:") {
				continue
			}
			loaded++
			if Find(at) == nil {
				t.Errorf("%s loads %s, which is not embedded", path, at)
			}
		}
	}
	if loaded < 5 {
		t.Errorf("found %d URLs in the page, want 5 or more: the regular expression no longer matches them", loaded)
	}
}

func TestCompressedFilesAreComplete(t *testing.T) {
	t.Parallel()
	for path, f := range all() {
		r, err := gzip.NewReader(bytes.NewReader(f.Gzip))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		plain, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(plain, f.Body) {
			t.Errorf("%s: decompressed, the file differs (%v)", path, err)
		}
		if f.ETag == "" || f.ContentType == "" {
			t.Errorf("%s has no ETag or no content type", path)
		}
	}
}

func TestOtherPathsAreNotFound(t *testing.T) {
	t.Parallel()
	paths := []string{"/docs/index.html", "/docs/../openapi.json", "/docs/swagger-ui", "/docs/LICENSE", "", "/"}
	for _, path := range paths {
		if Find(path) != nil {
			t.Errorf("Find(%q) returned a file, want nil", path)
		}
	}
}
