package edge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/purge"
	"vitrine/internal/testkit"
)

// explained are the notes of REDbot and httplint that are meant to be: with the value of Cache-Control, or the status,
// that they are about. All others fail the test.
var explained = map[string][]string{
	// Several shared caches ignore no-store, and some know no-cache only as max-age=0 (gateway/respond/fields.go).
	"CC_CONFLICTING": {"private, no-store", "no-cache, max-age=0"},
	// A declared edge may keep the answer to a request with Authorization.
	"STORE_PUBLIC_UNNECESSARY": {"public, max-age=0, s-maxage="},
	// A record that does not exist has no ETag, and an edge may keep that answer for its own header's time.
	"FRESHNESS_NO_CACHE_NO_VALIDATOR": {"no-cache, max-age=0"},
	// The request was bad.
	"STATUS_BAD_REQUEST": {"400"},
}

// REDbot (PyPI) requests each address several times: with conditions, ranges and codings. It compares the answers, and
// lints their fields by httplint.
func TestREDbotFindsNothing(t *testing.T) {
	t.Parallel()
	redbot, err := exec.LookPath("redbot")
	if err != nil {
		t.Skip("SKIPPED: redbot is not installed; make setup installs it, and make test finds it")
	}
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.EdgeNetworks, c.Shop = "127.0.0.1", "demo" })
	base := "http://" + h.Gateway.Addr()
	product, _ := h.Get(t, "demo", "/v1/product?limit=1").At("data", 0).(map[string]any)
	slug, _ := product["slug"].(string)
	image, _ := product["thumbnail"].(string)
	home := string(h.Send(t, http.MethodGet, "/").Body)
	_, script, _ := strings.Cut(home, `src="/assets/`)
	script, _, _ = strings.Cut(script, `"`)
	if slug == "" || image == "" || script == "" {
		t.Fatalf("no product, image or script: %q %q %q", slug, image, script)
	}
	for _, path := range []string{"/", "/assets/" + script, image, "/docs", "/openapi.json", "/status", "/healthz",
		"/v1/product?limit=2", "/v1/product/" + slug, "/v1/product/nothing", "/v1/product?limit=x",
		"/v1/product?search=keten", "/v1/product/filters", "/v1/category/tree", "/v1/brand", "/v1/blog", "/v1/faq",
		"/v1/event", "/v1/page", "/v1/dictionary", "/v1/place", "/v1/campaign", "/v1/collection", "/v1/organization",
		"/v1/project", "/v1/route", "/v1/search?q=keten", "/v1/suggest?q=ket", "/v1/time", "/v1/basket", "/v1/unknown",
		"/v2/product", "/t/nobody/v1/product"} {
		if strings.HasPrefix(path, "/v1/") {
			path = "/t/demo" + path
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			lintByREDbot(t, redbot, base+path)
		})
	}
	// One edge after the other is declared, and all of them remain.
	for _, edge := range []struct{ kind, header string }{
		{"nginx", "X-Accel-Expires"}, {"varnish", "Xkey"}, {"cells", "Vitrine-Tags"}, {"groups", "Cache-Groups"}} {
		t.Run("behind "+edge.kind, func(t *testing.T) {
			var settings []string
			if edge.kind == "varnish" {
				settings = []string{"url=http://" + testkit.FreeAddr(t)}
			}
			d, err := purge.Parse("atelier", edge.kind, edge.kind, settings)
			if err == nil {
				err = purge.Add(t.Context(), h.Pool, d)
			}
			if err != nil {
				t.Fatal(err)
			}
			testkit.Until(t, "answers are for the edge", func() bool {
				return h.Send(t, http.MethodGet, "/t/atelier/v1/product?limit=2").Header.Get(edge.header) != ""
			})
			lintByREDbot(t, redbot, base+"/t/atelier/v1/product?limit=2")
			lintByREDbot(t, redbot, base+"/t/atelier/v1/product/nothing")
		})
	}
}

// A note is what REDbot says about an answer.
type note struct {
	ID      string `json:"note_id"`
	Level   string `json:"level"`
	Summary string `json:"summary"`
}

// lintByREDbot fails the test for each warning that is not explained.
func lintByREDbot(t *testing.T, redbot, address string) {
	t.Helper()
	//nolint:gosec // as installed
	out, err := exec.CommandContext(t.Context(), redbot, "-o", "har", address).CombinedOutput()
	var har struct {
		Log struct {
			Entries []struct {
				Response struct {
					Status  int `json:"status"`
					Headers []struct{ Name, Value string }
				} `json:"response"`
				Notes []note `json:"_red_messages"`
			} `json:"entries"`
		} `json:"log"`
	}
	if err == nil {
		err = json.Unmarshal(out, &har)
	}
	if err != nil || len(har.Log.Entries) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	entry := har.Log.Entries[0]
	said := []string{strconv.Itoa(entry.Response.Status)}
	for _, f := range entry.Response.Headers {
		if http.CanonicalHeaderKey(f.Name) == "Cache-Control" {
			said = append(said, strings.TrimSpace(f.Value))
		}
	}
	if len(entry.Notes) < 3 {
		t.Errorf("only %d notes: was the answer read?", len(entry.Notes))
	}
	for _, n := range entry.Notes {
		if n.Level == "GOOD" || n.Level == "INFO" || about(said, explained[n.ID]) {
			continue
		}
		t.Errorf("%s %s: %s (%q)", n.Level, n.ID, n.Summary, said)
	}
}

// about reports whether something that was said begins with one of the explained values.
func about(said, values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool {
		return slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, v) })
	})
}

// summaries are the notes of httplint, which prints no identifiers, that are explained.
var summaries = map[string]string{
	"The no-store cache directive overrides other directives.": "CC_CONFLICTING",
	"The server didn't understand the request.":                "STATUS_BAD_REQUEST",
}

// httplint (PyPI) also lints answers that REDbot does not ask for.
func TestHTTPLintFindsNothing(t *testing.T) {
	t.Parallel()
	httplint, err := exec.LookPath("httplint")
	if err != nil {
		t.Skip("SKIPPED: httplint is not installed; make setup installs it, and make test finds it")
	}
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.EdgeNetworks = "127.0.0.1" })
	tag := h.Send(t, http.MethodGet, "/t/demo/v1/product").Header.Get("ETag")
	for name, request := range map[string]string{
		"304":             "GET /t/demo/v1/product HTTP/1.1\r\nIf-None-Match: " + tag + "\r\n",
		"412 or 200":      "GET /t/demo/v1/product HTTP/1.1\r\nIf-Match: \"other\"\r\n",
		"gzip":            "GET /t/demo/v1/product HTTP/1.1\r\nAccept-Encoding: gzip\r\n",
		"zstd":            "GET /t/demo/v1/product HTTP/1.1\r\nAccept-Encoding: zstd\r\n",
		"problem":         "GET /t/demo/v1/unknown HTTP/1.1\r\nAccept: application/problem+json\r\n",
		"wrong method":    "DELETE /t/demo/v1/product HTTP/1.1\r\n",
		"widget":          "POST /t/demo/multi-search HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n",
		"account":         "POST /t/demo/v1/auth/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n",
		"stream":          "GET /t/demo/v1/changes HTTP/1.1\r\nAccept: text/event-stream\r\n",
		"not HTTP at all": "NONSENSE\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := exchange(t, h.Gateway.Addr(), request)
			cmd := exec.CommandContext(t.Context(), httplint, "-n") //nolint:gosec // as installed
			cmd.Stdin = bytes.NewReader(answer)
			out, err := cmd.CombinedOutput()
			if err != nil || !bytes.Contains(out, []byte("* [")) {
				t.Fatalf("%v: %s\n%s", err, out, answer)
			}
			rs, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), nil)
			if err != nil {
				t.Fatalf("%v: %s", err, answer)
			}
			_ = rs.Body.Close() // it is in memory
			said := append(rs.Header.Values("Cache-Control"), strconv.Itoa(rs.StatusCode))
			for line := range strings.Lines(string(out)) {
				level, summary, found := strings.Cut(strings.TrimSpace(line), "] ")
				if !found || level == "* [GOOD" || level == "* [INFO" || about(said, explained[summaries[summary]]) {
					continue
				}
				t.Errorf("%s] %s\n%s", level, summary, answer)
			}
		})
	}
}

// exchange sends a request, as it is, and returns the answer as it came: of a stream, its first second.
func exchange(t *testing.T, addr, request string) []byte {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }() // it was read
	body := ""
	if strings.Contains(request, "Content-Length: 2") {
		body = "{}"
	}
	if _, err := fmt.Fprintf(conn, "%sHost: %s\r\nConnection: close\r\n\r\n%s", request, addr, body); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(request, "event-stream") {
		_ = conn.SetReadDeadline(time.Now().Add(time.Second)) // TCP has deadlines
	}
	var answer bytes.Buffer
	if _, err := bufio.NewReader(conn).WriteTo(&answer); err != nil && answer.Len() == 0 {
		t.Fatal(err)
	}
	return answer.Bytes()
}
