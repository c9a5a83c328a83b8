package edge

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/purge"
	"vitrine/internal/catalog"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// reads is the number of reads of a run.
func reads() int64 { return int64(proving.Rounds(6000, 100_000)) }

// viaEdge reads a path through the edge.
func (s *shop) viaEdge(path string, headers ...string) *kit.Answer {
	s.Helper()
	rq, err := http.NewRequestWithContext(s.Context(), http.MethodGet, "http://"+s.edge+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		rq.Header.Set(headers[i], headers[i+1])
	}
	r, err := kit.Do(rq)
	if err != nil {
		s.Fatal(err)
	}
	return r
}

// lives waits until answers carry a lifetime for the edge. It may be shorter than the declared one, because a scheduled
// record ends an answer.
func (s *shop) lives(header string, least int) {
	s.Helper()
	testkit.Until(s.T, "a lifetime in "+header, func() bool {
		for tenant, slugs := range s.slugs {
			value := s.Send(s.T, http.MethodGet, url(tenant, slugs[0])).Header.Get(header)
			if n, err := strconv.Atoi(strings.TrimPrefix(value, "max-age=")); err != nil || n < least {
				return false
			}
		}
		return true
	})
}

// Varnish, purged by tags: two tenants, edits meanwhile. No answer reaches the wrong tenant. Once every announcement
// was purged twice, nothing is older than announced.
func TestNoReadIsStaleOnceVarnishIsPurged(t *testing.T) {
	t.Parallel()
	for method, settings := range map[string][]string{"xkey": nil, "ban": {"method=ban"}} {
		t.Run(method, func(t *testing.T) {
			s := openShop(t)
			s.edge = varnish(t, s.Gateway.Addr())

			// Nothing is kept until the edge is declared.
			at := url("demo", s.slugs["demo"][0])
			for range 3 {
				if r := s.viaEdge(at); r.Header.Get("Age") != "0" || r.Header.Get("Cache-Control") != "private, no-cache" {
					t.Fatalf("kept before it is declared: %v", r.Header)
				}
			}
			s.declare("varnish", append(settings, "url=http://"+s.edge+"/", "lifetime=1h", "settle=2s")...)
			s.lives("Surrogate-Control", 60)
			s.run(reads())
			s.settle()
			s.checkNewest()
			s.report("Varnish with " + method)
			s.addManyBrands()
			s.checkWide("xkey")
			s.checkForms()

			r := s.viaEdge(at)
			for _, hidden := range []string{"xkey", "Surrogate-Control"} {
				if r.Header.Get(hidden) != "" {
					t.Errorf("%s reaches the client", hidden)
				}
			}
			if known := s.viaEdge(at, "If-None-Match", r.Header.Get("ETag")); known.Status != http.StatusNotModified ||
				known.Header.Get("Cache-Control") != "no-cache, max-age=0" {
				t.Errorf("a client that has the answer: %d %v", known.Status, known.Header)
			}
			if r := s.viaEdge("/t/demo/v1/product/none-such"); r.Status != http.StatusNotFound {
				t.Errorf("a record that does not exist: %d", r.Status)
			}
			if r := s.viaEdge("/t/demo/v1/product/none-such"); r.Status != http.StatusNotFound ||
				len(strings.Fields(r.Header.Get("X-Varnish"))) != 2 {
				t.Errorf("the answer about it is not kept: %d, X-Varnish %s", r.Status, r.Header.Get("X-Varnish"))
			}
			e := s.NewEditor(t)
			e.Exec(`INSERT INTO product (tenant_id, slug, name, status, merchant_id, brand_id, amount)
SELECT tenant_id, 'none-such', 'Here now', status, merchant_id, brand_id, amount FROM product
WHERE tenant_id = 'demo' AND slug = '` + s.slugs["demo"][0] + `'`)
			testkit.Until(t, "the new record is shown", func() bool {
				return s.viaEdge("/t/demo/v1/product/none-such").Status == http.StatusOK
			})
		})
	}
}

// The hit ratio of the same traffic if each change purges all answers of its tenant, for comparison: as with tags that
// name the tenant only.
func TestProveTenantTagsPurgeMoreThanRecordTags(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it compares two long runs")
	}
	ratio := map[string]float64{}
	for _, tags := range []string{"record", "tenant"} {
		t.Run(tags, func(t *testing.T) {
			s := openShop(t)
			var changes []string
			if tags == "tenant" {
				all := ""
				for _, tenant := range boot.DemoTenants {
					all += ` if (req.url == "/` + tenant + `") { set req.http.Vitrine-Purge = "` +
						catalog.PublicTag(tenant, catalog.TenantTag) + `"; }`
				}
				const purge = "set req.http.Vitrine-Purged = xkey"
				changes = []string{purge, all + " " + purge}
			}
			s.edge = varnishWith(t, s.Gateway.Addr(), changes...)
			for _, tenant := range boot.DemoTenants {
				d, err := purge.Parse(tenant, "test", "varnish", []string{"url=http://" + s.edge + "/" + tenant, "lifetime=1h",
					"settle=2s"})
				if err == nil {
					err = purge.Add(t.Context(), s.Pool, d)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			s.lives("Surrogate-Control", 60)
			began := time.Now()
			s.run(reads())
			took := time.Since(began).Seconds()
			s.settle()
			s.checkNewest()
			ratio[tags] = float64(s.hits.Load()) / float64(s.reads.Load())
			s.report("Varnish with xkey and " + tags + " tags")
			t.Logf("%.0f reads and %.0f edits a second", float64(s.reads.Load())/took, float64(s.edits.Load())/took)
		})
	}
	if ratio["record"] <= ratio["tenant"] {
		t.Errorf("the hit ratio is %.3f with record tags, and %.3f with tenant tags", ratio["record"], ratio["tenant"])
	}
}

// A removed edge gets nothing to keep, and holds nothing.
func TestARemovedVarnishIsEmptied(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.edge = varnish(t, s.Gateway.Addr())
	s.declare("varnish", "url=http://"+s.edge+"/", "lifetime=1h", "settle=1s")
	s.lives("Surrogate-Control", 60)
	at := url("demo", s.slugs["demo"][0])
	testkit.Until(t, "Varnish keeps an answer", func() bool {
		return len(strings.Fields(s.viaEdge(at).Header.Get("X-Varnish"))) == 2
	})
	if err := purge.Remove(t.Context(), s.Pool, "demo", "test", false); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the edge is deleted", func() bool {
		return s.One("SELECT count(*)::text FROM edge WHERE tenant_id = 'demo'") == "0"
	})
	for range 2 {
		if r := s.viaEdge(at); len(strings.Fields(r.Header.Get("X-Varnish"))) != 1 {
			t.Error("Varnish still keeps an answer")
		}
	}
}
