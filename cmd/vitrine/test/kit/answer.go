package kit

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// An Answer is an HTTP response with its body.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	JSON   any // the decoded body, numbers as json.Number; nil if the body is no JSON
}

// At follows a path of member names (string) and indexes (int) into the decoded body. It returns nil if the path does
// not exist.
func (r *Answer) At(path ...any) any {
	v := r.JSON
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			list, _ := v.([]any)
			if p < 0 || p >= len(list) {
				return nil
			}
			v = list[p]
		}
	}
	return v
}

// Get requests a path such as "/v1/product?limit=2" for a tenant. The tenant "" omits the header.
func (h *App) Get(t testing.TB, tenant, path string) *Answer {
	t.Helper()
	headers := []string{}
	if tenant != "" {
		headers = append(headers, "x-service-client", tenant)
	}
	return h.Send(t, http.MethodGet, path, headers...)
}

// Send sends a request with headers given as name, value. A name may be repeated; "Host" sets the host.
func (h *App) Send(t testing.TB, method, path string, headers ...string) *Answer {
	t.Helper()
	r, err := h.RoundTrip(t.Context(), method, path, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Operate requests a path of the admin listener with its token. Headers are those of Send; an Authorization among them
// replaces the token.
func Operate(t testing.TB, h *App, path string, headers ...string) *Answer {
	t.Helper()
	if !slices.Contains(headers, "Authorization") {
		headers = append(headers, "Authorization", "Bearer "+h.AdminToken)
	}
	r, err := roundTrip(t.Context(), h.Admin.URL(), http.MethodGet, path, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// RoundTrip is like Send, for goroutines other than the test's own.
func (h *App) RoundTrip(ctx context.Context, method, path string, headers ...string) (*Answer, error) {
	return roundTrip(ctx, "http://"+h.Address(), method, path, headers...)
}

func roundTrip(ctx context.Context, base, method, path string, headers ...string) (*Answer, error) {
	rq, err := http.NewRequestWithContext(ctx, method, base+path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			rq.Host = headers[i+1]
			continue
		}
		rq.Header[http.CanonicalHeaderKey(headers[i])] = append(rq.Header[http.CanonicalHeaderKey(headers[i])], headers[i+1])
	}
	res, err := Client.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", method, path, err)
	}
	return &Answer{Status: res.StatusCode, Header: res.Header, Body: body, JSON: Decode(body)}, nil
}

// Client neither decompresses answers nor follows redirects.
var Client = &http.Client{
	Timeout:       2 * time.Minute,
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Decode decodes one JSON value. It returns nil if there is none or more than one.
func Decode(body []byte) any {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil
	}
	return v
}

// Read is like Get, from any goroutine.
func (h *App) Read(ctx context.Context, tenant, path string) (*Answer, error) {
	r, err := h.Fetch(ctx, tenant, path)
	if err == nil {
		r.JSON = Decode(r.Body)
	}
	return r, err
}

// Fetch is like Read without decoding the body, which costs ten times as much as the gateway needs.
func (h *App) Fetch(ctx context.Context, tenant, path string) (*Answer, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+h.Gateway.Addr()+path, nil)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("x-service-client", tenant)
	return Do(rq)
}

// Do sends a request.
func Do(rq *http.Request) (*Answer, error) {
	res, err := Client.Do(rq) //nolint:gosec // the server is the test's own
	if err != nil {
		return nil, err
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	return &Answer{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}

// Excerpt returns the beginning of a body.
func Excerpt(body []byte) string {
	const most = 600
	if len(body) > most {
		return string(body[:most]) + "…"
	}
	return string(body)
}

// Find returns the record of a list that has a member with a value, or nil.
func (r *Answer) Find(member string, value any) map[string]any {
	list, _ := r.At("data").([]any)
	for _, v := range list {
		if rec, ok := v.(map[string]any); ok && fmt.Sprint(rec[member]) == fmt.Sprint(value) {
			return rec
		}
	}
	return nil
}

// Predicates for the answer that a test waits for. All but Status hold for a current answer only: neither for an error
// nor for a stale answer during an outage of Postgres.

// CacheStatus returns the header Cache-Status without the name of the gateway: "hit", "hit; detail=assembled" or
// "fwd=miss". It is empty if the header does not begin with a gateway's name.
func (r *Answer) CacheStatus() string {
	name, status, _ := strings.Cut(r.Header.Get("Cache-Status"), "; ")
	if !strings.HasPrefix(name, "vitrine-") {
		return ""
	}
	return status
}

// Proper reports whether the answer has status 200 and is not marked stale.
func (r *Answer) Proper() bool { return r.Status == http.StatusOK && r.Header.Get("X-Stale") == "" }

// Want fails the test unless the answer has a status and, for errors, a code.
func (r *Answer) Want(t testing.TB, what string, status int, code string) *Answer {
	t.Helper()
	if got, _ := r.At("code").(string); r.Status != status || got != code {
		t.Errorf("%s: %d %.400s; want %d %s", what, r.Status, r.Body, status, code)
	}
	if r.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s: Cache-Control: %q", what, r.Header.Get("Cache-Control"))
	}
	return r
}

// Text returns a string of the decoded body, "" if there is none.
func (r *Answer) Text(path ...any) string {
	s, _ := r.At(path...).(string)
	return s
}

// Lists holds for a list with a record of that slug.
func Lists(slug string) func(*Answer) bool {
	return func(r *Answer) bool { return r.Proper() && r.Find("slug", slug) != nil }
}

// Lacks holds for a list without a record of that slug.
func Lacks(slug string) func(*Answer) bool {
	return func(r *Answer) bool { return r.Proper() && r.Find("slug", slug) == nil }
}

// First holds for a list whose first record has that slug.
func First(slug string) func(*Answer) bool {
	return func(r *Answer) bool { return r.Proper() && r.At("data", 0, "slug") == slug }
}

// Contains holds for a body that contains a text.
func Contains(text string) func(*Answer) bool {
	return func(r *Answer) bool { return r.Proper() && strings.Contains(string(r.Body), text) }
}

// Omits holds for a body that does not contain a text.
func Omits(text string) func(*Answer) bool {
	return func(r *Answer) bool { return r.Proper() && !strings.Contains(string(r.Body), text) }
}

// Has holds for a member with a value, written as in JSON.
func Has(value string, path ...any) func(*Answer) bool {
	return func(r *Answer) bool { return r.Proper() && fmt.Sprint(r.At(path...)) == value }
}

// Status holds for a status code.
func Status(code int) func(*Answer) bool { return func(r *Answer) bool { return r.Status == code } }

func Unzip(t testing.TB, body []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("the answer says gzip and is not: %v", err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("the answer says gzip and is not: %v", err)
	}
	return plain
}

// StatusLine sends bytes and returns the first line of the response, "" if the connection is closed without one.
func (h *App) StatusLine(t *testing.T, request string) string {
	t.Helper()
	c := h.Dial(t)
	if _, err := io.WriteString(c, request); err != nil {
		return ""
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil && line == "" {
		return ""
	}
	return strings.TrimRight(line, "\r\n")
}

// Dial connects to an app's gateway, for at most 20 s.
func (h *App) Dial(t *testing.T) net.Conn {
	t.Helper()
	c, err := net.DialTimeout("tcp", h.Gateway.Addr(), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return c
}
