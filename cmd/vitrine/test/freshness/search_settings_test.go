package freshness

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

// Search settings take effect like any edit: cached lists and searches over all modules that depend on them are
// dropped, on every kind of engine. They do not affect other tenants, and the verifier agrees with what is served.
func TestSearchSettingsAreSeenLikeAnyEdit(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*boot.Config){
		"in Postgres": func(c *boot.Config) { c.ListingRows, c.SampleEach = 1<<30, 1 },
		"in memory":   func(c *boot.Config) { c.ListingRows, c.SampleEach, c.Now = 1, 1, time.Now },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settingsAreSeen(t, change, name == "in memory")
		})
	}
}

func settingsAreSeen(t *testing.T, change func(*boot.Config), memory bool) {
	t.Helper()
	p := prove(t, change)
	id := func(slug string) string {
		return p.e.One("SELECT id FROM product WHERE tenant_id = 'demo' AND slug = $1", slug)
	}
	p.e.Exec(`INSERT INTO product (tenant_id, slug, name, description, status) VALUES
  ('demo', 'lap', 'Zebranthos computer', 'A quorvexil thing', 'PUBLISHED'),
  ('demo', 'note', 'Kwalitorium computer', NULL, 'PUBLISHED'), ('demo', 'draft', 'Kwalitorium draft', NULL, 'DRAFT'),
  ('demo', 'long', 'A thing', 'Kwalitorium kwalitorium kwalitorium', 'PUBLISHED')`)
	p.h.WaitApplied(t, p.e, "demo")
	write := func(settings string) string {
		return `INSERT INTO tenant_search (tenant_id, settings) VALUES ('demo', '` + settings + `')
  ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings`
	}
	has := func(slug string) func(*kit.Answer) bool {
		return func(r *kit.Answer) bool {
			return r.Status == http.StatusOK && bytes.Contains(r.Body, []byte(`"slug":"`+slug+`"`))
		}
	}
	all := func(url, slug string) []expectation {
		return []expectation{see("/v1/product?search="+url, has(slug)),
			see("/v1/search?modules=product&q="+url, kit.Contains(id(slug)))}
	}
	p.edit("a synonym", write(`{"synonyms": [{"words": ["zebranthos", "kwalitorium"]}]}`),
		append(all("zebranthos", "note"),
			see("/v1/product?search=zebranthos&highlight=name", kit.Contains("<mark>Kwalitorium</mark> computer")),
			see("/v1/search?modules=product&q=zebranthos&limit=9", kit.Contains("<mark>Kwalitorium</mark> computer")))...)
	engine := "postgres"
	if memory {
		engine = "memory"
	}
	explained := p.h.Get(t, "demo", "/v1/product?search=zebranthos&explain=true&limit=2")
	if !kit.Contains(`"_explain":{"engine":"` + engine + `"`)(explained) {
		t.Errorf("the search is not explained: %d %s", explained.Status, kit.Excerpt(explained.Body))
	}
	p.never("the synonym to another tenant", expectation{"atelier", "/v1/product?search=zebranthos", has("note")})
	p.edit("a stop word", write(`{"stopWords": ["mirqualand"]}`), see("/v1/product?search=zebranthos+mirqualand",
		func(r *kit.Answer) bool { return has("lap")(r) && !bytes.Contains(r.Body, []byte("relaxed")) }))
	first := func(slug string) func(*kit.Answer) bool { return kit.First(slug) }
	p.edit("a pin", write(`{"pins": [{"query": "kwalitorium", "kind": "product", "ids": ["`+id("draft")+`", "`+id("lap")+
		`"]}]}`), see("/v1/product?search=kwalitorium", first("lap")))
	p.never("a pinned draft", see("/v1/product?search=kwalitorium", has("draft")))
	p.edit("the pinned draft is published", "UPDATE product SET status = 'PUBLISHED' WHERE id = '"+id("draft")+"'",
		see("/v1/product?search=kwalitorium", first("draft")))
	p.edit("invalid settings do not count", write(`{"pins": 1}`),
		see("/v1/product?search=kwalitorium", func(r *kit.Answer) bool { return has("draft")(r) && !has("lap")(r) }))
	if memory { // Postgres answers until the words were read again
		none := kit.Has("0", "pagination", "totalRecords")
		p.edit("a weight", write(`{"weights": {"description": 0}}`), see("/v1/product?search=quorvexil",
			func(r *kit.Answer) bool { return none(r) || interim(r.Header.Get("X-Search-Engine")) }))
	}
	p.edit("none", "DELETE FROM tenant_search WHERE tenant_id = 'demo'; UPDATE product SET description = "+
		"'A quorvexil lamp' WHERE slug = 'note' AND tenant_id = 'demo'", see("/v1/product?search=quorvexil", has("note")))

	// What is served equals what Postgres gives, and the verifier that compared every hit above agrees.
	p.e.Exec(write(`{"synonyms": [{"from": "zebranthos", "to": ["kwalitorium"]}]}`))
	p.h.WaitApplied(t, p.e, "demo")
	const url = "/v1/product?search=zebranthos"
	want, err := p.h.Gateway.Render(t.Context(), "demo", url)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.h.Get(t, "demo", url).Body; !bytes.Equal(got, want.Body) || !bytes.Contains(got, []byte(`"note"`)) {
		t.Errorf("served %s\nwant %s", kit.Excerpt(got), kit.Excerpt(want.Body))
	}
	metrics := p.h.Get(t, "", "/metrics").Body
	for _, line := range []string{"\nvitrine_stale_hits_total 0\n", "\nvitrine_antientropy_drift_total 0\n"} {
		if !bytes.Contains(metrics, []byte(line)) {
			t.Errorf("no %q in the metrics", line)
		}
	}
}
