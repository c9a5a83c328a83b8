package edge

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/ingest/purge"
	"vitrine/internal/catalog"
	"vitrine/internal/edge"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// manyBrands is a list with a hundred products, each of a brand and a merchant of its own.
const manyBrands = "/t/demo/v1/product?limit=100"

// addManyBrands adds the records of that list.
func (s *shop) addManyBrands() {
	s.Helper()
	e := s.NewEditor(s.T)
	for _, table := range []string{"brand", "merchant"} {
		e.Exec(`INSERT INTO ` + table + ` (tenant_id, slug, name, status)
SELECT 'demo', 'wide-' || n, 'Wide ' || n, 'PUBLISHED' FROM generate_series(1, 100) n`)
	}
	e.Exec(`INSERT INTO product (tenant_id, slug, name, status, amount, brand_id, merchant_id)
SELECT 'demo', 'wide-' || n, 'Wide ' || n, 'PUBLISHED', n, b.id, m.id
FROM generate_series(1, 100) n
  JOIN brand b ON b.tenant_id = 'demo' AND b.slug = 'wide-' || n
  JOIN merchant m ON m.tenant_id = 'demo' AND m.slug = 'wide-' || n`)
	s.WaitApplied(s.T, e, "demo")
}

// checkWide reads the list through the edge until the edge keeps it. The gateway must send the tags of all its records.
func (s *shop) checkWide(header string) {
	s.Helper()
	origin := s.Send(s.T, http.MethodGet, manyBrands)
	if n := len(strings.Fields(origin.Header.Get(header))); n < 300 {
		s.Errorf("the gateway answers %d with %d tags in %s: this proves nothing", origin.Status, n, header)
	}
	testkit.Until(s.T, "the edge keeps a list of many brands", func() bool {
		r := s.viaEdge(manyBrands)
		if r.Status != http.StatusOK || !bytes.Equal(r.Body, origin.Body) {
			s.Fatalf("a list of many brands, through the edge: %d %.200s", r.Status, r.Body)
		}
		return r.Header.Get("X-Cache-Status") == "HIT" || strings.Contains(r.Header.Get("X-Varnish"), " ")
	})
}

// nginx gets no tags itself. Those of another edge pass through it.
func TestNginxPassesTheTagsOfAnotherEdge(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.edge = nginx(t, s.Gateway.Addr())
	s.declare("cells", "lifetime=1h")
	for _, tenant := range boot.DemoTenants {
		d, err := purge.Parse(tenant, "beside", "nginx", nil)
		if err == nil {
			err = purge.Add(t.Context(), s.Pool, d)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.addManyBrands()
	s.lives("X-Accel-Expires", 1)
	s.checkWide("Vitrine-Tags")
}

// Whatever edges are declared, no proxy of deploy/edge or of docs/edge/cdn.md refuses an answer for its headers.
func TestNoProxyRefusesTheHeadersOfAnyEdge(t *testing.T) {
	t.Parallel()
	tags := make([]string, 1200)
	for i := range tags {
		tags[i] = catalog.RecordTag("product", fmt.Sprint(i))
	}
	var all []string
	for _, k := range edge.Kinds {
		all = append(all, k.Name)
	}
	for name, c := range map[string]struct {
		open func(t *testing.T, gateway string) string
		kind string // what is declared for the proxy; "": nothing
	}{
		"Varnish":             {varnish, "varnish"},
		"nginx":               {nginx, "nginx"},
		"nginx that forwards": {forwardingNginx, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var lines []byte
			origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for line := range strings.SplitSeq(strings.TrimSuffix(string(lines), "\r\n"), "\r\n") {
					name, value, _ := strings.Cut(line, ": ")
					w.Header().Set(name, value)
				}
				_, _ = w.Write([]byte("{}")) // the proxy may be gone
			}))
			t.Cleanup(origin.Close)
			addr := c.open(t, strings.TrimPrefix(origin.URL, "http://"))
			for i := range len(all) + 1 {
				kinds := all // all of them, then each alone
				if i > 0 {
					kinds = all[i-1 : i]
				}
				if c.kind != "" && !slices.Contains(kinds, c.kind) {
					kinds = append([]string{c.kind}, kinds...)
				}
				var edges []wire.Edge
				for _, kind := range kinds {
					edges = append(edges, wire.Edge{Name: kind, Kind: kind, Healthy: true, Lifetime: 60, Short: 5})
				}
				for n := 100; n <= len(tags); n += 50 { // more tags than a limit permits become few
					var ok bool
					lines, _, ok = edge.NewPolicy(edges).AppendFields(nil,
						edge.Answer{Tenant: "demo", Tags: slices.Values(tags[:n])})
					if !ok {
						t.Fatalf("%v: not kept", kinds)
					}
					//nolint:noctx // a test
					rs, err := http.Get(fmt.Sprintf("http://%s/t/demo/v1/product?n=%d-%d", addr, i, n))
					if err != nil {
						t.Fatal(err)
					}
					if _ = rs.Body.Close(); rs.StatusCode != http.StatusOK {
						t.Errorf("%v are declared, with %d bytes of headers: %d", kinds, len(lines), rs.StatusCode)
					}
				}
			}
		})
	}
}

// forwardingNginx starts nginx with the configuration of docs/edge/cdn.md that keeps nothing.
func forwardingNginx(t *testing.T, gateway string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "edge", "cdn.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```nginx\n")
	conf, _, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("the document has no configuration")
	}
	dir, addr := t.TempDir(), testkit.FreeAddr(t)
	runNginx(t, dir, addr, "", replaced(t, conf, forHere(gateway, addr)...))
	return addr
}
