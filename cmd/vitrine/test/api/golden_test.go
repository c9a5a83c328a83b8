package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/test/kit"
)

// Golden files hold the answers over the demo tenants: one file for each view, and one for each subject that all views
// share. `make golden` (VITRINE_GOLDEN=write) rewrites them: review the diff like code.
//
// A request is a line "METHOD tenant path | Header: value | …"; GET may be left out, and - names no tenant.

// goldens are the requests of each file: those of every view, from the module's case, and those that all views share.
var goldens = func() []golden {
	var all []golden
	for _, c := range moduleCases {
		for _, v := range c.views {
			if len(v.golden) > 0 {
				all = append(all, golden{goldenName(v.path), v.golden})
			}
		}
	}
	return append(all, commonGoldens...)
}()

var commonGoldens = []golden{
	{"_addresses", addressGolden},
	{"_tenants", tenantGolden},
	{"_methods", methodGolden},
	{"_errors", errorGolden},
}

type golden struct {
	file     string
	requests []string
}

// goldenHeaders are the headers in a golden file. X-Version and ETag are not among them, because they change with every
// edit.
var goldenHeaders = []string{
	"Content-Type", "Content-Encoding", "Content-Location", "Cache-Control", "CDN-Cache-Control", "Vary", "Allow",
	"Retry-After",
	"Access-Control-Allow-Methods", "Access-Control-Allow-Headers", "Access-Control-Max-Age",
}

func TestGolden(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	needGoldenOrder(t, h)
	for _, g := range goldens {
		t.Run(g.file, func(t *testing.T) {
			t.Parallel()
			var got []exchange
			for _, line := range g.requests {
				got = append(got, record(t, h, line))
			}
			compareGolden(t, g.file, got)
		})
	}
}

func TestNoGoldenFileIsLeftOver(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if !slices.ContainsFunc(goldens, func(g golden) bool { return g.file == name }) {
			t.Errorf("%s belongs to no test: remove it", file)
		}
	}
}

// needGoldenOrder skips the test if the database sorts names by a language's rules. The golden files, and the tests'
// own server, sort by code point.
func needGoldenOrder(t *testing.T, h *kit.App) {
	t.Helper()
	var asciiFirst bool
	if err := h.Pool.QueryRow(t.Context(), `SELECT 'Z' < 'a' AND 'z' < 'Ç'`).Scan(&asciiFirst); err != nil {
		t.Fatal(err)
	}
	if !asciiFirst {
		t.Skip("SKIPPED: this database sorts names by a language's rules, the golden files by code point." +
			" Unset VITRINE_TEST_DATABASE_URL, or give it a cluster made with --locale=C.")
	}
}

// An exchange is a request and its answer in a golden file.
type exchange struct {
	Request string            `json:"request"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body,omitempty"`
}

// requestID matches the request id of an error, which differs every time.
var requestID = regexp.MustCompile(`"requestId":"[0-9a-f]+-[0-9]+"`)

func record(t *testing.T, h *kit.App, line string) exchange {
	t.Helper()
	r := sendLine(t, h, line)
	e := exchange{Request: line, Status: r.Status, Headers: map[string]string{}}
	for _, name := range goldenHeaders {
		if v := r.Header.Values(name); v != nil {
			e.Headers[name] = strings.Join(v, " && ")
		}
	}
	body := r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		body = kit.Unzip(t, body)
	}
	if len(body) > 0 {
		if e.Body = requestID.ReplaceAll(body, []byte(`"requestId":"<its own>"`)); !json.Valid(e.Body) {
			t.Fatalf("%s: the answer is no JSON: %s", line, body)
		}
	}
	return e
}

// sendLine sends the request of a line in a golden file.
func sendLine(t testing.TB, h *kit.App, line string) *kit.Answer {
	t.Helper()
	rq, err := parseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	return h.Send(t, rq.method, rq.path, rq.headers...)
}

type requestLine struct {
	method, tenant, path string
	headers              []string // name, value, …, the tenant's among them
}

func parseLine(line string) (requestLine, error) {
	parts := strings.Split(line, " | ")
	words := strings.Fields(parts[0])
	if len(words) == 2 {
		words = slices.Insert(words, 0, http.MethodGet)
	}
	if len(words) != 3 {
		return requestLine{}, fmt.Errorf("%q is no request: want METHOD tenant path", line)
	}
	rq := requestLine{method: words[0], tenant: words[1], path: words[2]}
	if rq.tenant != "-" {
		rq.headers = append(rq.headers, "x-service-client", rq.tenant)
	}
	for _, header := range parts[1:] {
		name, value, ok := strings.Cut(header, ":")
		if !ok {
			return requestLine{}, fmt.Errorf("%q is no header: want Name: value", header)
		}
		rq.headers = append(rq.headers, name, strings.TrimSpace(value))
	}
	return rq, nil
}

func compareGolden(t *testing.T, name string, got []exchange) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name+".json")
	text := encodeGolden(t, got)
	if os.Getenv("VITRINE_GOLDEN") == "write" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	stored, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("no golden file: run `make golden` and review what it writes: %v", err)
	}
	if bytes.Equal(stored, text) {
		return
	}
	var want []exchange
	if err := json.Unmarshal(stored, &want); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for i := range max(len(want), len(got)) {
		var w, g []exchange
		if i < len(want) {
			w = want[i : i+1]
		}
		if i < len(got) {
			g = got[i : i+1]
		}
		if diff := cmp.Diff(string(encodeGolden(t, w)), string(encodeGolden(t, g))); diff != "" {
			t.Errorf("%s, exchange %d (-want +got); if it is as it should be, run `make golden`:\n%s", file, i, diff)
		}
	}
}

// encodeGolden writes exchanges indented, with the members of each body in the order in which they were sent.
func encodeGolden(t *testing.T, exchanges []exchange) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(exchanges); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
