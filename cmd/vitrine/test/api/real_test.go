package api

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/importer"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// realTenant is the tenant of the real data.
const realTenant = "real"

// realFiles lists all files of real data with their kinds, referenced ones before those that refer to them.
var realFiles = []struct{ kind, file string }{
	{"category", "categories_bestbuy"}, {"product", "products_bestbuy"}, {"merchant", "stores_bestbuy"},
	{"product", "products_goodbooks"},
	{"product", "products_pcparts"}, {"merchant", "merchants_breweries"}, {"place", "places_stadiums"},
	{"place", "places_airports"},
	{"place", "places_cities"}, {"event", "events_conferences"}, {"event", "events_motorsport"},
	{"dictionary_term", "dictionary_wordset"},
	{"dictionary_term", "dictionary_cncf_glossary"}, {"blog_post", "blog_go"}, {"page", "pages_go_doc"},
	{"page", "pages_logingov"},
	{"faq", "faq_go"}, {"faq", "faq_letsencrypt"}, {"organization", "orgs_projects_cncf"},
	{"project", "orgs_projects_cncf"},
}

// sampled lists the largest files, with the stride at which they are read.
var sampled = map[string]int{"products_pcparts": 16, "products_goodbooks": 5, "dictionary_wordset": 6,
	"places_airports": 3}

// TestEveryEndpointOnRealData imports every file of real data and requests every endpoint. `make demo-real` runs it
// whole, against the running Vitrine. Otherwise it starts an app of its own and imports a part of the largest files.
func TestEveryEndpointOnRealData(t *testing.T) {
	t.Parallel()
	dir := realData(t)
	if testing.Short() {
		t.Skip("SKIPPED by -short: it imports for a minute")
	}
	h, whole := realApp(t)
	fillReal(t, h, dir, whole)
	testkit.Until(t, "the shop is known",
		func() bool { return h.Get(t, realTenant, "/v1/category/list").Status == http.StatusOK })

	ask := &endpoints{crawl: newCrawl(t, h, realTenant), ref: kit.NewDocument(t)}
	for _, res := range catalog.All {
		for i := range res.Views {
			ask.view(&res.Views[i])
		}
	}
	for _, res := range catalog.All {
		for _, v := range res.Views {
			if ask.answers[v.Path] == 0 {
				t.Errorf("%s: no address was found to ask", v.Path)
			}
		}
	}
	if n := int(ask.busy.Load()); n*50 > ask.asked {
		t.Errorf("%d of %d paths were too busy at first", n, ask.asked)
	}
	t.Logf("%d answers of %d views: each judged by its table of fields and by the OpenAPI document", ask.asked,
		len(ask.answers))
}

// realApp returns the Vitrine at VITRINE_TEST_RUNNING_ADDR with the database VITRINE_TEST_RUNNING_DATABASE, or an app
// of the test's own.
func realApp(t *testing.T) (h *kit.App, running bool) {
	t.Helper()
	addr, dsn := os.Getenv("VITRINE_TEST_RUNNING_ADDR"), os.Getenv("VITRINE_TEST_RUNNING_DATABASE")
	if addr == "" && dsn == "" {
		db := schematest.Open(t)
		// A map of 10,000 merchants takes 0.25 s; under the race detector on a loaded machine, 20 times as long.
		return kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.Demo, c.FillTimeout = db.URL, false, time.Minute }), false
	}
	pool, err := boot.Connect(t.Context(), dsn, 8, "", nil)
	if err != nil {
		t.Fatalf("connect to the running Vitrine's database: %v", err)
	}
	t.Cleanup(pool.Close)
	h = &kit.App{App: &boot.App{DatabaseURL: dsn, Pool: pool}, Config: boot.Config{Addr: addr}}
	if r, err := h.RoundTrip(t.Context(), http.MethodGet, "/readyz"); err != nil || r.Status != http.StatusOK {
		t.Fatalf("no Vitrine is ready at %s: start it with make run. %v", addr, err)
	}
	return h, true
}

// fillReal imports every file, adds the rest, and prints the results.
func fillReal(t *testing.T, h *kit.App, dir string, whole bool) {
	t.Helper()
	say := t.Logf
	if whole { // it takes minutes, so print progress at once
		say = func(format string, values ...any) { fmt.Printf(format+"\n", values...) }
	}
	say("%-26s %-16s %9s %9s %9s %9s %9s %9s", "file", "kind", "records", "new", "changed", "same", "skipped", "rejected")
	for _, f := range realFiles {
		name := filepath.Join(dir, f.file+".jsonl.gz")
		o := importer.Options{Kind: f.kind, File: name, Tenant: realTenant,
			Rejects: filepath.Join(t.TempDir(), "rejects.jsonl")}
		if whole {
			o.Rejects = filepath.Join(os.TempDir(), f.kind+"-of-"+f.file+".rejects.jsonl")
		} else if n := sampled[f.file]; n > 0 {
			o.File, o.Stdin = "-", everyNth(t, name, n)
		}
		r, err := importer.Run(t.Context(), h.Pool, o)
		if err != nil {
			t.Fatalf("import %s: %v", f.file, err)
		}
		say("%-26s %-16s %9d %9d %9d %9d %9d %9d", f.file, f.kind, r.Read, r.Inserted, r.Updated, r.Unchanged, r.Skipped,
			r.Rejected)
		for _, reason := range slices.SortedFunc(maps.Keys(r.Reasons),
			func(a, b string) int { return cmp.Or(r.Reasons[b]-r.Reasons[a], strings.Compare(a, b)) }) {
			say("    %d × %s", r.Reasons[reason], reason)
		}
		if r.Rejected > 0 && whole {
			say("    each is in %s", o.Rejects)
		}
		if r.Read == 0 || r.Rejected*100 > r.Read {
			t.Errorf("%s: %d of %d records were rejected", f.file, r.Rejected, r.Read)
		}
	}
	fillRest(t, h)
	countReal(t, h, say)
	say("\nreading it at every address")
}

// fillRest adds the records that no file contains, twice: the second run must change nothing.
func fillRest(t *testing.T, h *kit.App) {
	t.Helper()
	heads := make([]int64, 2)
	for i := range heads {
		if err := writeRest(t.Context(), h.Pool, realTenant); err != nil {
			t.Fatal(err)
		}
		if err := h.Pool.QueryRow(t.Context(), "SELECT n FROM tenant_seq WHERE tenant_id = $1",
			realTenant).Scan(&heads[i]); err != nil {
			t.Fatal(err)
		}
	}
	if heads[0] != heads[1] {
		t.Errorf("the rest was made once more: the tenant's number went from %d to %d", heads[0], heads[1])
	}
}

// countReal prints the number of visible records of each module. Each must have some.
func countReal(t *testing.T, h *kit.App, say func(format string, values ...any)) {
	t.Helper()
	say("\nrecords that readers may see, by module:")
	for _, res := range catalog.All {
		sql := fmt.Sprintf("SELECT count(*), count(*) FILTER (WHERE %s) FROM %s WHERE %s.tenant_id = $1",
			cmp.Or(res.Live, "true"), res.From, res.As)
		var all, live int
		if err := h.Pool.QueryRow(t.Context(), strings.ReplaceAll(sql, "$2", "now()"), realTenant).Scan(&all,
			&live); err != nil {
			t.Fatalf("count %s: %v", res.Name, err)
		}
		drafts := ""
		if all > live {
			drafts = fmt.Sprintf("   and %d drafts", all-live)
		}
		say("%-26s %9d%s", res.Name, live, drafts)
		if live == 0 {
			t.Errorf("no %s can be seen", res.Name)
		}
	}
}

// endpoints requests the views of one tenant, with records of its lists.
type endpoints struct {
	*crawl
	ref     *kit.Document
	lists   map[string][]map[string]any // records, by the first segment of their path
	answers map[string]int              // by view
	busy    atomic.Int32                // answers after a retry
}

// details returns the number of records of a list whose own views are requested.
func (e *endpoints) details() int {
	if e.h.Gateway == nil {
		return 50 // time does not matter for a Vitrine that runs elsewhere
	}
	return 8
}

// view requests one view: a list in every order, with a search and at its end; a view below a list, for some of its
// records.
func (e *endpoints) view(v *catalog.View) {
	e.t.Helper()
	if e.answers == nil {
		e.answers, e.lists = map[string]int{}, map[string][]map[string]any{}
	}
	var paths []string
	switch {
	case strings.Contains(v.Path, "{amount}"):
		paths = []string{strings.Replace(v.Path, "{amount}", "7", 1)}
	case strings.Contains(v.Path, "{"):
		for _, rec := range some(e.records(v.Path), e.details()) {
			for name, value := range map[string]string{"{slug}": slugOf(rec), "{_id}": idOf(rec), "{id}": idOf(rec)} {
				if strings.Contains(v.Path, name) {
					paths = append(paths, strings.Replace(v.Path, name, value, 1))
				}
			}
		}
	default:
		paths = []string{v.Path}
	}
	e.each(len(paths), func(i int) { e.ask(v, paths[i], 1, 10) })
	if !v.Paged() {
		return
	}
	first := e.ask(v, v.Path+"?limit=100", 1, 100)
	if len(records(first)) == 0 {
		e.t.Errorf("%s is empty", v.Path)
	}
	pages := 0
	if at, ok := first.At(conforms[v.Path].envelope, "totalPages").(fmt.Stringer); ok {
		fmt.Sscan(at.String(), &pages)
	}
	for _, page := range []int{2, pages/2 + 1, pages, pages + 1} {
		e.ask(v, fmt.Sprintf("%s?limit=100&page=%d", v.Path, max(1, page)), max(1, page), 100)
	}
	for _, sort := range slices.Sorted(maps.Keys(v.Sorts)) {
		for _, order := range []string{"asc", "desc"} {
			e.ask(v, fmt.Sprintf("%s?limit=20&sort=%s&order=%s", v.Path, sort, order), 1, 20)
		}
	}
	if v.Search {
		for _, rec := range some(records(first), 3) {
			word, _, _ := strings.Cut(titleOf(rec), " ")
			found := e.ask(v, v.Path+"?search="+url.QueryEscape(word), 1, 10)
			if len(records(found)) == 0 {
				e.t.Errorf("%s?search=%s finds nothing, and %q is there", v.Path, word, titleOf(rec))
			}
		}
	}
}

// ask requests a path. The answer is checked twice: against the table of fields and against the OpenAPI document.
func (e *endpoints) ask(v *catalog.View, path string, page, limit int) *kit.Answer {
	e.t.Helper()
	e.patiently(path)
	r := e.page(v.Path, path, page, limit)
	op := e.ref.Doc.Paths.Value(v.Path).Get.OperationID
	q := kit.Question{Path: v.Path, Operation: op, URL: "/v1" + path, Headers: []string{"x-service-client", e.tenant},
		Want: http.StatusOK}
	if err := e.ref.Check(e.t.Context(), e.h, q); err != nil {
		e.fault(v.Path, "", path, err.Error())
	}
	e.mu.Lock()
	e.answers[v.Path]++
	e.mu.Unlock()
	return r
}

// patiently retries while the answer is 503 with Retry-After, at most three times: under the race detector on a loaded
// machine, a map of ten thousand places takes longer than the timeout. The checks then see the last answer.
func (e *endpoints) patiently(path string) {
	for range 3 {
		r, err := e.h.RoundTrip(e.t.Context(), http.MethodGet, "/v1"+path, "x-service-client", e.tenant)
		if err != nil || r.Status != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
			return
		}
		e.busy.Add(1)
		e.t.Logf("%s: busy at first", path)
	}
}

// records returns the records for a view below a list.
func (e *endpoints) records(path string) []map[string]any {
	e.t.Helper()
	list := "/" + strings.Split(path, "/")[1]
	if list == "/category" {
		list = "/category/list"
	}
	if path == "/faq/{slug}" { // a group, not a question
		list = "/faq/{slug}"
	}
	if recs, ok := e.lists[list]; ok {
		return recs
	}
	ask := list + "?limit=100"
	switch list {
	case "/category/list", "/attribute":
		ask = list
	case "/faq/{slug}":
		ask = "/faq?limit=100"
	}
	recs := records(e.h.Get(e.t, e.tenant, "/v1"+ask))
	if list == "/faq/{slug}" {
		groups := map[string]map[string]any{}
		for _, rec := range recs {
			if group, ok := rec["group"].(map[string]any); ok {
				groups[slugOf(group)] = group
			}
		}
		recs = slices.Collect(maps.Values(groups))
	}
	e.lists[list] = recs
	return recs
}

// titleOf returns the title of a record.
func titleOf(rec map[string]any) string {
	for _, name := range []string{"name", "title", "term", "question"} {
		if s, ok := rec[name].(string); ok {
			return s
		}
	}
	return ""
}
