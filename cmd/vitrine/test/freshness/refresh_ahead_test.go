package freshness

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/cache"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// After an edit, a list that readers request is in the cache before the next request, which is a hit and shows the
// edit. A list without readers is not read.
func TestARequestedListIsRefreshedBeforeTheNextRequest(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	soon(t, h, e, "as ever")
	brand := e.One("SELECT brand_id FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
	list := func(limit int) string { return fmt.Sprintf("/v1/product?brand=%s&limit=%d", brand, limit) }
	kept := func(path string) *cache.Entry {
		h.Gateway.Cache().Wait()
		return h.Gateway.Cache().Peek([]byte("demo\x00" + strings.TrimPrefix(path, "/v1")))
	}
	stale := func(path string) bool { e := kept(path); return e == nil || e.Stale(kit.Now) }
	hot, cold, limit := list(100), "", 100
	testkit.Until(t, "the list is found in the cache",
		func() bool { return h.Get(t, "demo", hot).CacheStatus() == "hit" })
	testkit.Until(t, "another is kept and was asked for once", func() bool {
		limit--
		cold = list(limit)
		h.Get(t, "demo", cold)
		return !stale(cold) && !kept(cold).Requested()
	})
	ahead := func() string {
		_, rest, _ := strings.Cut(string(h.Get(t, "", "/metrics").Body), "\nvitrine_answers_refreshed_ahead_total ")
		n, _, _ := strings.Cut(rest, "\n")
		return n
	}
	before := ahead()
	e.Exec("UPDATE product SET name = 'Read ahead' WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	testkit.Until(t, "the list is read ahead", func() bool { return ahead() != before })
	if stale(hot) || !stale(cold) {
		t.Errorf("the requested list is stale: %v, the other: %v", stale(hot), stale(cold))
	}
	r := h.Get(t, "demo", hot)
	if status := r.CacheStatus(); status != "hit" ||
		!strings.Contains(string(r.Body), "Read ahead") {
		t.Errorf("the next reader: %s, and it shows the edit: %v", status, strings.Contains(string(r.Body), "Read ahead"))
	}
}
