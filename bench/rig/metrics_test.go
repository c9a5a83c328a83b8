package rig

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMetricsAreReadOrMissed(t *testing.T) {
	t.Parallel()
	f := func(status int, body string, want map[string]float64) {
		t.Helper()
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}))
		defer s.Close()
		p := &Process{Name: "gateway", Addr: strings.TrimPrefix(s.URL, "http://")}
		got, err := p.Metrics(t.Context())
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want != nil) {
			t.Errorf("%d %q: %v (-want +got):\n%s", status, body, err, diff)
		}
	}
	f(200, "# HELP a what it is\na 1\nb{le=\"+Inf\"} 2.5\n", map[string]float64{"a": 1, `b{le="+Inf"}`: 2.5})
	f(200, "<html>not here</html>", nil)
	f(200, "", nil)
	f(503, "retry 5\n", nil)
}

// A metric that does not exist would count as zero.
func TestMetricsThatBenchmarksReadExist(t *testing.T) {
	t.Parallel()
	named := func(pattern string, roots ...string) map[string]string {
		found, re := map[string]string{}, regexp.MustCompile(pattern)
		for _, root := range roots {
			err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
					return err
				}
				text, err := os.ReadFile(path)
				for _, m := range re.FindAllStringSubmatch(string(text), -1) {
					found[m[1]] = path
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return found
	}
	exist := named(`"(vitrine_[a-z_]+)"`, "../../cmd", "../../gateway", "../../ingest", "../../internal", "../../writesvc")
	read := named(`"(vitrine_[a-z_]+?)(?:_bucket|_sum|_count)?["{]`, "..")
	if len(read) < 5 {
		t.Errorf("found %d metrics in the benchmarks", len(read))
	}
	for name, path := range read {
		if exist[name] == "" {
			t.Errorf("%s reads the metric %s, which does not exist", path, name)
		}
	}
}
