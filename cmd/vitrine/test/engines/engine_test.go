package engines

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/search/meili/meilitest"
)

// An engine is a way in which searches are answered.
type engine struct {
	name    string
	answers string // X-Search-Engine
	rows    int    // boot.Config.ListingRows

	// holds is nil without Meilisearch. Otherwise Meilisearch indexes what there is at first, and then these requests do
	// not reach it.
	holds func(*http.Request) bool

	follows bool // Meilisearch indexes every change
}

var engines = []engine{
	{name: "Postgres", answers: "postgres", rows: 1 << 30},
	{name: "memory", answers: "memory", rows: 1},
	{name: "Meilisearch", answers: "meilisearch", rows: 1, holds: func(*http.Request) bool { return false },
		follows: true},
	{name: "Meilisearch with an index that is behind", answers: "meilisearch", rows: 1, holds: meilitest.Writes},
	{name: "Meilisearch that does not answer", answers: "memory", rows: 1, holds: meilitest.All},
}

// Whichever engine answers, searches show what was announced.
func TestSearchesShowWhatWasAnnounced(t *testing.T) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			a := e.open(t)
			a.run(t, "a new record is found", aNewRecordIsFound)
			a.run(t, "popularity decides between equals", popularityDecidesBetweenEquals)
			a.run(t, "an unpublished record is found nowhere", anUnpublishedRecordIsFoundNowhere)
			a.run(t, "a product is found by what describes it", aProductIsFoundByWhatDescribesIt)
		})
	}
}

// An app is a Vitrine whose searches one engine answers.
type app struct {
	*kit.App
	t       *testing.T
	engine  engine
	editor  *kit.Editor
	changes *stream
	proxy   *meilitest.Proxy // before Meilisearch
}

var prefixes atomic.Int64

// open starts an app with the products of all tests.
func (e engine) open(t *testing.T) *app {
	t.Helper()
	a := &app{t: t, engine: e}
	a.App = kit.Open(t, func(c *boot.Config) {
		c.ListingRows, c.Now = e.rows, time.Now // what Postgres answers meanwhile ends with its second
		if e.holds == nil {
			return
		}
		url, key := meilitest.Open(t)
		a.proxy = meilitest.NewProxy(t, url)
		c.MeiliURL, c.MeiliKey = a.proxy.URL, key
		c.MeiliPrefix = fmt.Sprintf("engines_%d_%d_", time.Now().UnixNano(), prefixes.Add(1))
		c.MeiliTimeout = 20 * time.Second // a loaded machine must not cause other answers
		if e.answers != "meilisearch" {
			c.MeiliTimeout = 300 * time.Millisecond
		}
	})
	a.editor = a.NewEditor(t)
	a.editor.Exec(first + equals + described + shelf())
	a.WaitApplied(t, a.editor, "demo")
	a.changes = listen(t, a.App, a.editor, "demo")
	if e.rows == 1 {
		if err := a.Listing.Build(t.Context(), "demo", "product"); err != nil {
			t.Fatal(err)
		}
	}
	if e.holds != nil {
		a.indexed()
		a.proxy.Hold(e.holds)
	}
	return a
}

// run runs a test of the app. Tests follow each other, and use different products.
func (a *app) run(t *testing.T, name string, test func(*app)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		was := a.t
		a.t, a.editor.T, a.changes.t = t, t, t
		defer func() { a.t, a.editor.T, a.changes.t = was, was, was }()
		test(a)
	})
}

// indexed waits until Meilisearch has indexed everything, and answers.
func (a *app) indexed() {
	a.t.Helper()
	asked := 0
	testkit.Until(a.t, "Meilisearch answers", func() bool {
		if a.editor.One(`SELECT count(*)::text FROM search_cursor c JOIN tenant_seq s USING (tenant_id, epoch, n)
WHERE tenant_id = 'demo'`) == "0" {
			return false
		}
		asked++ // so that the answer is not in the cache
		r := a.Get(a.t, "demo", fmt.Sprintf("/v1/product?search=keten&maxPrice=%d", 1_000_000+asked))
		return r.Header.Get("X-Search-Engine") == "meilisearch"
	})
}

// edit runs statements, and returns when the stream of changes announces them.
func (a *app) edit(sql string) {
	a.t.Helper()
	a.editor.Exec(sql)
	a.changes.announces(a.editor.Head("demo"))
}

// get reads an answer. A machine that is too busy refuses some requests; they are repeated.
func (a *app) get(path string) (r *kit.Answer) {
	a.t.Helper()
	testkit.Until(a.t, path+" is answered", func() bool {
		r = a.Get(a.t, "demo", path)
		return r.Status != http.StatusServiceUnavailable
	})
	if r.Status != http.StatusOK || r.JSON == nil {
		a.t.Errorf("%s: %d %s", path, r.Status, kit.Excerpt(r.Body))
	}
	return r
}

// finds checks the slugs of the records of a list, in order, and which engine found them.
func (a *app) finds(when, path, want string) {
	a.t.Helper()
	for range 3 { // the second answer is cached
		r := a.get(path)
		all := slugs(r)
		by := r.Header.Get("X-Search-Engine")
		if got := strings.Join(all, " "); got != want || by != a.engine.answers || len(all) != integer(r.At("pagination",
			"totalRecords")) {
			a.t.Errorf("%s, %s: %q of %v by %q, want %q by %s", when, path, got, r.At("pagination", "totalRecords"), by, want,
				a.engine.answers)
		}
	}
}

// slugs are those of the records of a list, in order.
func slugs(r *kit.Answer) (all []string) {
	list, _ := r.At("data").([]any)
	for _, rec := range list {
		all = append(all, rec.(map[string]any)["slug"].(string))
	}
	return all
}

func integer(v any) int {
	number, _ := v.(json.Number)
	n, _ := number.Int64()
	return int(n)
}
