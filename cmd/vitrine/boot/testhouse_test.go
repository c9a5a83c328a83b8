package boot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema/schematest"
)

// houseNow is the instant at which the clock of a test's house stands, and around which its demo tenants lie.
var houseNow = time.Date(2026, time.March, 14, 9, 26, 53, 0, time.UTC)

// openHouse starts a whole process for one test, over a database of its own: gateway, ingest and NATS, the demo tenants written, the
// clock at houseNow. Each change may alter what it is started with. It is stopped when the test is over.
func openHouse(t testing.TB, changes ...func(*Config)) *House {
	t.Helper()
	cfg := Config{
		Gateway: true, Ingest: true, Demo: true, Addr: "127.0.0.1:0", DataDir: houseDir(t), Log: quiet,
		Now: func() time.Time { return houseNow },
	}
	for _, change := range changes {
		change(&cfg)
	}
	if cfg.DatabaseURL == "" {
		cfg.DatabaseURL = schematest.Open(t).URL
	}
	h, err := Start(t.Context(), cfg)
	if err != nil {
		t.Fatalf("start the house: %v", err)
	}
	t.Cleanup(h.Stop)
	return h
}

// houseDir is a data folder that goes when t does.
func houseDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-house-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("remove the data folder: %v", err)
		}
	})
	return dir
}

// sharedHouse is one house for all tests that only read: it is started by the first that asks and stopped after the last. Whoever edits
// content opens a house of their own. Beside the demo tenants it has those of odd_test.go.
func sharedHouse(t testing.TB) *House {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.house == nil {
		db := schematest.Open(lasting{t})
		writeOddTenants(t, db.Pool)
		shared.house = openHouse(lasting{t}, func(c *Config) { c.DatabaseURL = db.URL })
	}
	return shared.house
}

var shared struct {
	sync.Mutex
	house  *House
	closes []func()
}

// lasting is a test whose cleanups wait until all tests are over.
type lasting struct{ testing.TB }

// Cleanup keeps f for TestMain. It is called with shared locked.
func (lasting) Cleanup(f func()) { shared.closes = append(shared.closes, f) }

// Context does not end with the test that happened to be the first.
func (lasting) Context() context.Context { return context.Background() }

func TestMain(m *testing.M) {
	if spec := os.Getenv(childEnv); spec != "" {
		if err := childMain(spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	for i := len(shared.closes) - 1; i >= 0; i-- {
		shared.closes[i]()
	}
	os.Exit(code)
}

// A reply is what a house answered.
type reply struct {
	Status int
	Header http.Header
	Body   []byte
	JSON   any // the body decoded, its numbers json.Number; nil where the body is no JSON
}

// get reads a path such as "/v1/product?limit=2" as a tenant's reader; with tenant "" no tenant is named.
func get(t testing.TB, h *House, tenant, path string) *reply {
	t.Helper()
	headers := []string{}
	if tenant != "" {
		headers = append(headers, "x-service-client", tenant)
	}
	return send(t, h, http.MethodGet, path, headers...)
}

// send makes a request with headers given as name, value, name, value. A name may be repeated; "Host" sets the host.
func send(t testing.TB, h *House, method, path string, headers ...string) *reply {
	t.Helper()
	r, err := roundTrip(t.Context(), h, method, path, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// roundTrip is send for goroutines that are not the test's own.
func roundTrip(ctx context.Context, h *House, method, path string, headers ...string) (*reply, error) {
	rq, err := http.NewRequestWithContext(ctx, method, "http://"+h.address()+path, nil)
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
	res, err := client.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", method, path, err)
	}
	return &reply{Status: res.StatusCode, Header: res.Header, Body: body, JSON: decode(body)}, nil
}

// address is where the gateway listens. A house without one is a Vitrine that runs elsewhere.
func (h *House) address() string {
	if h.Gateway == nil {
		return h.cfg.Addr
	}
	return h.Gateway.Addr()
}

// client takes answers as they are: neither unpacked nor followed elsewhere.
var client = &http.Client{
	Timeout:       2 * time.Minute,
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// decode reads one JSON value, nil where there is none or more than one.
func decode(body []byte) any {
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

// at follows a path of member names (string) and indexes (int) into a decoded body, nil where it leads nowhere.
func (r *reply) at(path ...any) any {
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

func TestAHouseStartsAndAnswers(t *testing.T) {
	t.Parallel()
	h := sharedHouse(t)
	if r := get(t, h, "", "/readyz"); r.Status != http.StatusOK {
		t.Errorf("/readyz: %d %s", r.Status, r.Body)
	}
	for _, tenant := range DemoTenants {
		if r := get(t, h, tenant, "/v1/product/mavi-keten-gomlek"); r.Status != http.StatusOK || r.at("data", "slug") != "mavi-keten-gomlek" {
			t.Errorf("%s: %d %s", tenant, r.Status, r.Body)
		}
	}
}
