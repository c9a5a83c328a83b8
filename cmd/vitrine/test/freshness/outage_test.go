package freshness

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/devpg"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// ownPostgres is a server that a test may stop and start, at a constant address.
type ownPostgres struct {
	t        *testing.T
	dir      string
	settings map[string]string
	srv      *devpg.Server
}

func newOwnPostgres(t *testing.T) *ownPostgres {
	t.Helper()
	// Nothing here survives the machine; the test is about restarts.
	return newOwnPostgresIn(t, kit.TempDir(t), map[string]string{"fsync": "off", "synchronous_commit": "off",
		"shared_buffers": "64MB"})
}

// newOwnPostgresIn starts a server with its data in a folder.
func newOwnPostgresIn(t *testing.T, dir string, settings map[string]string) *ownPostgres {
	t.Helper()
	p := &ownPostgres{t: t, dir: dir, settings: settings}
	if err := os.Chmod(p.dir, 0o755); err != nil { //nolint:gosec // Postgres may be another user's
		t.Fatal(err)
	}
	p.start()
	t.Cleanup(func() { p.stop() })
	return p
}

func (p *ownPostgres) start() {
	p.t.Helper()
	was := ""
	if p.srv != nil {
		was = p.srv.URL()
	}
	srv, err := devpg.Start(p.t.Context(), devpg.Config{Dir: p.dir, Settings: p.settings})
	if errors.Is(err, devpg.ErrNoPostgres) && os.Getenv("CI") != "true" {
		p.t.Skipf("SKIPPED for want of Postgres. Install it (apt install postgresql, brew install postgresql@17).\n%v", err)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	if p.srv = srv; was != "" && srv.URL() != was {
		p.t.Fatalf("Postgres came back elsewhere: %s, was %s", srv.URL(), was)
	}
}

func (p *ownPostgres) stop() {
	if err := p.srv.Stop(); err != nil {
		p.t.Error(err)
	}
}

// During an outage of Postgres, no answer can be verified. A tenant that allows it receives its last known answers,
// marked stale; another receives errors. After the outage, answers not marked stale are fresh from the first on.
func TestProveAnOutageOfPostgresIsMarkedOrRefused(t *testing.T) {
	t.Parallel()
	db := newOwnPostgres(t)
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.DatabaseURL = db.srv.URL() })
	e := h.NewEditor(t)
	e.Exec("UPDATE tenant SET stale_policy = 'refuse' WHERE id = 'atelier'")
	h.WaitApplied(t, e, boot.DemoTenants...)
	const list, gone = "/v1/product?limit=3", "/v1/product/nothing-of-that-name"
	for round := range proving.Rounds(2, 20) {
		stock := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
		known := map[string][]byte{}
		for _, url := range []string{shirtPage, list, gone} {
			for _, tenant := range boot.DemoTenants {
				testkit.Until(t, "it is cached", func() bool {
					r := h.Get(t, tenant, url)
					known[tenant+url] = r.Body
					return r.CacheStatus() == "hit" || r.Status == http.StatusNotFound
				})
			}
		}
		db.stop()
		testkit.Until(t, "the gateway notices", func() bool { return h.Gateway.Replica().Disconnected() })

		for range 3 {
			for _, url := range []string{shirtPage, list} {
				r := h.Get(t, "demo", url)
				if r.Status != http.StatusOK || string(r.Body) != string(known["demo"+url]) {
					t.Fatalf("served, not what was last known: %d %s", r.Status, kit.Excerpt(r.Body))
				}
				if r.Header.Get("X-Stale") != "1" || r.Header.Get("Age") == "" ||
					!strings.HasPrefix(r.CacheStatus(), "hit; detail=") ||
					r.Header.Get("Cache-Control") != "private, no-store" {
					t.Fatalf("served without a word: %v", r.Header)
				}
				if r := h.Get(t, "atelier", url); r.Status != http.StatusServiceUnavailable || r.At("code") != "UNAVAILABLE" ||
					r.Header.Get("Retry-After") == "" {
					t.Fatalf("not refused: %d %v %s", r.Status, r.Header, kit.Excerpt(r.Body))
				}
			}
			if r := h.Get(t, "demo", gone); r.Status != http.StatusNotFound || r.Header.Get("X-Stale") != "1" {
				t.Fatalf("a missing record: %d %v %s", r.Status, r.Header, kit.Excerpt(r.Body))
			}
			if r := h.Get(t, "demo", "/v1/brand?limit=7&page=3"); r.Status != http.StatusServiceUnavailable ||
				r.Header.Get("Retry-After") == "" {
				t.Fatalf("unknown: %d %s", r.Status, kit.Excerpt(r.Body))
			}
			// A list that is held in memory is as of what was last known.
			if r := h.Get(t, "demo", "/v1/product?limit=7&page=3"); r.Status != http.StatusServiceUnavailable &&
				(r.Status != http.StatusOK || r.Header.Get("X-Stale") != "1") {
				t.Fatalf("unknown, in memory: %d %v %s", r.Status, r.Header, kit.Excerpt(r.Body))
			}
		}
		if r := h.Get(t, "", "/healthz"); r.Status != http.StatusOK {
			t.Errorf("/healthz: %d", r.Status)
		}

		db.start()
		e = h.NewEditor(t)
		e.Exec("UPDATE product SET stock = stock + 1 WHERE slug = '" + shirt + "'")
		now := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
		fresh := kit.Has(now, "data", "stock", "amount")
		began := time.Now()
		testkit.Until(t, "fresh again", func() bool {
			r := h.Get(t, "demo", shirtPage)
			// While disconnected, hits are verified, so an old answer must be marked stale.
			if r.Proper() && !fresh(r) && h.Gateway.Replica().Disconnected() {
				t.Fatalf("round %d: stock %v instead of %s, without a word", round, r.At("data", "stock", "amount"), now)
			}
			return fresh(r)
		})
		t.Logf("round %d: stock %s, then %s; fresh %s after Postgres was back", round, stock, now,
			time.Since(began).Round(time.Millisecond))
		if err := holdsOn(t.Context(), h, "demo", shirtPage, fresh); err != nil {
			t.Error(err)
		}
		for _, tenant := range boot.DemoTenants {
			testkit.Until(t, "the gateway is as before", func() bool {
				r := h.Get(t, tenant, list)
				return r.Proper() && !h.Gateway.Replica().Disconnected()
			})
		}
		h.WaitApplied(t, e, boot.DemoTenants...)
		agreed(t, h, e, "with Postgres back")
	}
}
