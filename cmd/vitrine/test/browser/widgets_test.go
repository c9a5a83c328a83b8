package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/announce"
	"vitrine/internal/tenant"
	"vitrine/internal/testkit"
)

// widgetFiles are the sources of the pages, and the helper that refreshes them.
var widgetFiles = []string{"../widgets/npm/.npmrc", "../widgets/npm/package.json", "../widgets/npm/package-lock.json",
	"../widgets/npm/react.mjs", "../widgets/npm/vue.mjs", "../widgets/npm/autocomplete.mjs",
	"../../../../deploy/clients/instantsearch/refresh.js"}

// bundles builds the pages with the real packages, and returns the folder of the scripts.
func bundles(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s, so no page with widgets can be built. Install Node.js 20 or newer.", tool)
		}
	}
	dir := t.TempDir()
	for _, name := range widgetFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := runIn(t, dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline",
		"--fetch-retries=1"); err != nil {
		if unreachable.MatchString(out) {
			t.Skipf("SKIPPED: no package registry can be reached, so no page with widgets can be built:\n%s", out)
		}
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	if out, err := runIn(t, dir, filepath.Join(dir, "node_modules", ".bin", "esbuild"), "react.mjs", "vue.mjs",
		"autocomplete.mjs", "--bundle", "--format=iife", "--outdir=out", "--log-level=warning",
		`--define:process.env.NODE_ENV="production"`); err != nil {
		t.Fatalf("esbuild: %v\n%s", err, out)
	}
	return filepath.Join(dir, "out")
}

// Pages of another origin search as they search Algolia: a customer types, refines and clears, and an edit arrives in
// the open page.
func TestPagesWithWidgetsSearchAndShowEdits(t *testing.T) {
	t.Parallel()
	browserPath(t)
	dir := bundles(t)
	h := kit.Open(t, kit.LiveClock)
	e := h.NewEditor(t)
	key, err := tenant.MakeSearchKey(t.Context(), h.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	streamKey, err := announce.MakeStreamKey(t.Context(), h.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	h.WaitApplied(t, e, "demo")
	given := h.Send(t, http.MethodPost, "/t/demo/v1/changes/token", "Authorization", "Bearer "+streamKey)
	config, err := json.Marshal(map[string]any{"tenant": "demo", "key": key, "host": h.Address() + "/t/demo",
		"url": "http://" + h.Address() + "/t/demo", "token": given.At("data", "token")})
	if err != nil || given.Status != http.StatusOK {
		t.Fatalf("%v, %d %s", err, given.Status, given.Body)
	}
	n := 0
	testkit.Until(t, "the lists are in memory", func() bool {
		n++ // another URL each time, because an answer of Postgres is cached
		r := h.Get(t, "demo", fmt.Sprintf("/v1/product?search=keten&limit=%d", n%100+1))
		return r.Header.Get("X-Search-Engine") == "memory"
	})
	files := http.FileServer(http.Dir(dir))
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		name := rq.URL.Query().Get("page")
		if name == "" {
			files.ServeHTTP(w, rq)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!doctype html><link rel=icon href="data:,"><div id=page></div>`+
			`<script>window.config = %s</script><script src="/%s.js"></script>`, config, name)
	}))
	t.Cleanup(pages.Close)
	const velturna = `[...document.querySelectorAll(".ais-RefinementList-labelText, .ais-RefinementList-label")]` +
		`.find(e => e.textContent.includes("Velturna"))`
	names := func(what string) string {
		return `(() => { const all = [...document.querySelectorAll("p.name")].map(e => e.textContent);
return all.length > 0 && ` + what + ` })()`
	}
	for _, name := range []string{"react", "vue"} {
		p := openPage(t, pages.URL+"/?page="+name, 1000, 900, false)
		p.waitFor(name+" to show products", names("true"))
		p.fill("input.ais-SearchBox-input", "keten gomlek")
		p.waitFor("what was typed", names(`/keten|gömlek/i.test(all[0])`))
		p.eval(velturna + `.click() === undefined`)
		p.waitFor("the chosen brand", `document.querySelectorAll(".ais-RefinementList-item--selected").length === 1`)
		p.waitFor("its products", names(`all.includes("Mavi Keten Gömlek")`))
		e.Exec(`UPDATE product SET name = 'Mavi Keten Gömlek, ` + name + `' WHERE tenant_id = 'demo'
AND slug = 'mavi-keten-gomlek'`)
		p.waitFor("the edit", names(`all.includes("Mavi Keten Gömlek, `+name+`")`))
		e.Exec(`UPDATE product SET name = 'Mavi Keten Gömlek' WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'`)
		p.waitFor("the second edit", names(`all.includes("Mavi Keten Gömlek")`))
		p.click("button.ais-ClearRefinements-button")
		p.waitFor("no chosen brand", `document.querySelectorAll(".ais-RefinementList-item--selected").length === 0`)
		p.checkErrors()
	}
	p := openPage(t, pages.URL+"/?page=autocomplete", 1000, 900, false)
	p.fill("input.aa-Input", "keten gom")
	p.waitFor("completions with their matches", `document.querySelectorAll("p.name mark").length > 0`)
	p.checkErrors()
}

// checkErrors fails the test if the page logged an error.
func (p *page) checkErrors() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		p.t.Errorf("the page logged an error: %s", problem)
	}
}
