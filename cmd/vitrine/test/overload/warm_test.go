package overload

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// lists is how many of the addresses of hot are lists of products.
const lists = 40

// hot are addresses that readers request again and again: lists, filters and records.
func hot() (paths []string) {
	for i := range lists {
		paths = append(paths, fmt.Sprintf("/v1/product?limit=%d", 11+i))
	}
	return append(paths, "/v1/brand?limit=3", "/v1/category/tree?type=product", "/v1/product/mavi-keten-gomlek",
		"/v1/blog?limit=2", "/v1/product/filters")
}

// request reads addresses until each is a hit.
func request(t *testing.T, h *kit.App, tenant string, paths []string) {
	t.Helper()
	for _, path := range paths {
		testkit.Until(t, path+" is a hit", func() bool { return h.Get(t, tenant, path).CacheStatus() == "hit" })
	}
}

// missed returns the addresses whose first answer is no hit.
func missed(t *testing.T, h *kit.App, tenant string, paths []string) (all []string) {
	t.Helper()
	for _, path := range paths {
		r := h.Get(t, tenant, path)
		if !r.Proper() {
			t.Errorf("%s: %d %v", path, r.Status, r.Header)
		}
		if r.CacheStatus() != "hit" {
			all = append(all, path)
		}
	}
	return all
}

// A gateway that starts asks one that is ready which answers are requested most, and reads them before it is ready
// itself. After all have stopped, it reads the list that it saved.
func TestAGatewayThatStartsHasWhatIsRequestedMost(t *testing.T) {
	t.Parallel()
	first := kit.Open(t)
	paths := hot()
	request(t, first, "demo", paths)
	request(t, first, "atelier", paths[:3])

	second := func(without ...string) *kit.App {
		return kit.Open(t, func(c *boot.Config) {
			c.DatabaseURL, c.Ingest, c.Demo, c.Without = first.Config.DatabaseURL, false, false, without
			c.NATSURL, _ = boot.NATSURL(first.Config.DataDir)
		})
	}
	h := second()
	if all := missed(t, h, "demo", paths); len(all) > 0 {
		t.Errorf("not in the cache of the second gateway: %v", all)
	}
	if all := missed(t, h, "atelier", paths[:3]); len(all) > 0 {
		t.Errorf("not in the cache of the second gateway, of the other tenant: %v", all)
	}
	if all := missed(t, second("warm-start"), "demo", paths); len(all) < len(paths)/2 {
		t.Errorf("switched off, only %d of %d answers were missing", len(all), len(paths))
	}

	// What was requested and then read anew after a change is still known.
	e := first.NewEditor(t)
	e.Exec("UPDATE product SET name = name || '.' WHERE tenant_id = 'demo'")
	first.WaitApplied(t, e, "demo")
	testkit.Until(t, "the lists are read ahead", func() bool {
		return !slices.ContainsFunc(paths[:lists], func(path string) bool {
			kept := first.Gateway.Cache().Peek(cache.AppendKey(nil, "demo", []byte(strings.TrimPrefix(path, "/v1"))))
			return kept == nil || kept.Stale(kit.Now)
		})
	})

	// An edit between the stop and the start: the answers are read anew, so none is old.
	e.Exec("UPDATE product SET name = 'Renamed' WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'")
	h.Stop()
	first.Stop()
	again := kit.Open(t, func(c *boot.Config) {
		c.DatabaseURL, c.DataDir = first.Config.DatabaseURL, first.Config.DataDir
	})
	if all := missed(t, again, "demo", paths); len(all) > 0 {
		t.Errorf("not in the cache after a restart: %v", all)
	}
	if name := again.Get(t, "demo", "/v1/product/mavi-keten-gomlek").At("data", "name"); name != "Renamed" {
		t.Errorf("the product is named %v", name)
	}
	again.Stop()

	// A list that cannot be read does no harm.
	list := filepath.Join(first.Config.DataDir, "gateway", "hottest.json")
	if err := os.WriteFile(list, []byte(`{"answers": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	last := kit.Open(t, func(c *boot.Config) {
		c.DatabaseURL, c.DataDir = first.Config.DatabaseURL, first.Config.DataDir
	})
	if r := last.Get(t, "demo", paths[0]); r.Status != http.StatusOK || r.CacheStatus() == "hit" {
		t.Errorf("after an unreadable list: %d %v", r.Status, r.Header)
	}
}

// A gateway is not ready before what it was given to do first has ended, such as returning memory to the system.
func TestAGatewayIsReadyOnceItIsLoaded(t *testing.T) {
	t.Parallel()
	ready, called := make(chan struct{}), false
	kit.Open(t, func(c *boot.Config) {
		c.Loaded = func() {
			called = true
			select {
			case <-ready:
				t.Error("the gateway was ready before")
			case <-time.After(time.Second): // it would be ready by now
			}
		}
	})
	close(ready)
	if !called {
		t.Error("nothing was done before the gateway was ready")
	}
}
