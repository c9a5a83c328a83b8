package edges

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/cache"
	"vitrine/internal/catalog"
)

// The URLs that a purge would drop are those of answers that carry a tag of it. Fragments are no answers.
func TestURLsAreThoseOfTheAnswersThatCarryATag(t *testing.T) {
	t.Parallel()
	c, err := cache.New(cache.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	at := cache.Snapshot{Epoch: "e1"}
	demo := c.NewTenant("demo", at)
	for name, e := range map[string]*cache.Entry{
		"/product/a":    {Digest: []byte("d"), Body: []byte("{}"), Tags: []string{"product:1"}},
		"/product":      {Digest: []byte("d"), Body: []byte("{}"), Tags: []string{"product:1", "product:2"}},
		"/product/b":    {Digest: []byte("d"), Body: []byte("{}"), Tags: []string{"product:2"}},
		"/product/none": {Tags: []string{"product:1"}}, // there is no such record
		"fragment":      {Body: []byte("{}"), Tags: []string{"product:1"}},
	} {
		if e.Key = cache.AppendKey(nil, "demo", []byte(name)); !c.Keep(demo, at, e) {
			t.Fatalf("%s is not kept", name)
		}
	}
	c.Wait()
	u := &URLs{Cached: func(tenant string) *cache.Tenant {
		if tenant == "demo" {
			return demo
		}
		return nil
	}}
	tag := func(tag string) string { return catalog.PublicTag("demo", tag) }
	for query, want := range map[string]string{
		"tenant=demo&tags=" + tag("product:1"): `{"urls":["/v1/product","/v1/product/a","/v1/product/none"],` +
			`"found":3,"all":4}`,
		"tenant=demo&tags=x," + tag("*"): `{"urls":["/v1/product","/v1/product/a","/v1/product/b","/v1/product/none"],` +
			`"found":4,"all":4}`,
		"tenant=demo&tags=" + tag("brand:1"):   `{"urls":[],"found":0,"all":4}`,
		"tenant=none&tags=" + tag("product:1"): `{"message":"There is no such tenant."}`,
	} {
		w := httptest.NewRecorder()
		u.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/?"+query, nil))
		if got := strings.TrimSpace(w.Body.String()); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", query, got, want)
		}
	}
}
