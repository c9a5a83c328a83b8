package widgets

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/tenant"
)

// post sends a body to a path of an app. Headers are given as name, value.
func post(t testing.TB, h *kit.App, path, body string, headers ...string) *kit.Answer {
	t.Helper()
	r, err := send(t.Context(), h, http.MethodPost, path, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func send(ctx context.Context, h *kit.App, method, path, body string, headers ...string) (*kit.Answer, error) {
	rq, err := http.NewRequestWithContext(ctx, method, "http://"+h.Address()+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			rq.Host = headers[i+1]
			continue
		}
		rq.Header.Set(headers[i], headers[i+1])
	}
	res, err := kit.Client.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	out, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", method, path, err)
	}
	return &kit.Answer{Status: res.StatusCode, Header: res.Header, Body: out, JSON: kit.Decode(out)}, nil
}

const queries = "/1/indexes/*/queries"

// open starts an app of its own, and returns the search key of demo.
func open(t *testing.T) (*kit.App, string) {
	t.Helper()
	h := kit.Open(t)
	key, err := tenant.MakeSearchKey(t.Context(), h.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	h.WaitApplied(t, h.NewEditor(t), "demo")
	return h, key
}

func algolia(tenant, key string) []string {
	return []string{"X-Algolia-Application-Id", tenant, "X-Algolia-API-Key", key, "Content-Type", "text/plain"}
}
