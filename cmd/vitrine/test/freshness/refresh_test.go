package freshness

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"vitrine/cache"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/proving"
)

// Every column of every table is edited at random, one transaction at a time, with a few dozen answers of every kind in
// the cache. After each edit they are read from Postgres again. A changed answer that was not dropped is an error. An
// unchanged one that was dropped costs a read; the test prints how often, and by which tags. A changed answer must also
// carry a tag of the announcement in the headers of every kind of edge, so that a purge reaches it there.
func TestPropertyEveryEditDropsWhatItChangesAndLittleElse(t *testing.T) {
	t.Parallel()
	seed, total := proving.Seed(t, 20260314), proving.Rounds(200, 5000)
	if n, err := strconv.Atoi(os.Getenv("VITRINE_EDITS")); err == nil {
		total = n
	}
	edits := min(total, worldEdits)
	worlds := total / edits
	var mu sync.Mutex
	all, related, began := newTally(), &relations{seen: map[[2]string]bool{}}, time.Now()
	var g errgroup.Group
	g.SetLimit(2)
	for i := range worlds {
		g.Go(func() error {
			if t.Failed() {
				return nil
			}
			t.Run(fmt.Sprint("world ", i), func(t *testing.T) {
				w := newEditedApp(t, seed+uint64(i), related)
				w.live(edits, max(learning-i*edits, learning/10))
				mu.Lock()
				defer mu.Unlock()
				if all.add(w.tally); worlds > 1 {
					t.Logf("after %s: %s", time.Since(began).Round(time.Second), all.line())
				}
			})
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if t.Failed() {
		t.Fatalf("run a world again with VITRINE_EDITS=%d and as VITRINE_SEED the seed above and the world's number added",
			edits)
	}
	t.Log(all)
	if all.outside == 0 || all.coarse == 0 {
		t.Error("this proves nothing about edges: no changed answer carried tags, or none carried coarse ones")
	}
	if all.changed == 0 || all.needless+all.changed != all.dropped {
		t.Errorf("this proves nothing: of %d answers that were dropped, %d changed and %d did not", all.dropped, all.changed,
			all.needless)
	}
}

// The same for edits of prices and what depends on them: lists sorted by price, in both directions and on all pages,
// lists with bounds, filters.
func TestPropertyEveryPriceDropsTheListsItChangesAndFewOthers(t *testing.T) {
	t.Parallel()
	edits := proving.Rounds(40, 2000)
	if n, err := strconv.Atoi(os.Getenv("VITRINE_EDITS")); err == nil {
		edits = n
	}
	w := newEditedApp(t, proving.Seed(t, 20261122), &relations{seen: map[[2]string]bool{}})
	// so that pages show where prices end
	w.e.Exec(`UPDATE product SET amount = NULL, list_price = NULL, sale_price = NULL, discount = NULL
		WHERE md5(id || 'priceless') < '5'`)
	w.apply()
	w.urls, w.prices = func(s *tenantContent) []string { return s.byPrice(100) }, true
	w.live(edits, edits)
	t.Log(w.tally)
	if w.tally.changed == 0 || w.tally.needless+w.tally.changed != w.tally.dropped {
		t.Errorf("this proves nothing: of %d answers that were dropped, %d changed and %d did not", w.tally.dropped,
			w.tally.changed, w.tally.needless)
	}
}

// A editedApp is an app that random edits make larger. It is replaced before it is too large to be compared whole.
type editedApp struct {
	t testing.TB
	h *kit.App
	e *kit.Editor
	*randomEditor
	tenant string                        // the tenant whose answers are cached now
	urls   func(*tenantContent) []string // some of which are cached
	kept   []*keptAnswer
	heads  map[string]uint64 // change numbers of the tenants after the last edit
	tally  *tally

	related *relations
}

// keptAnswer is a cached answer with its URL.
type keptAnswer struct {
	tenant, url, view string
	entry             *cache.Entry
}

const (
	keptAnswers = 16 // cached at a time
	worldEdits  = 1250
	keptEdits   = 40  // after which other answers are cached
	learning    = 400 // first edits, with every answer compared after each; in each later world a tenth
	looks       = 6
)

// newEditedApp opens an app without change capture. It applies edits by reading them from Postgres, one transaction at
// a time, planned as capture plans them.
func newEditedApp(t *testing.T, seed uint64, related *relations) *editedApp {
	t.Helper()
	w := &editedApp{t: t, tally: newTally(), heads: map[string]uint64{}, related: related,
		urls: func(s *tenantContent) []string { return s.addresses(100) }}
	w.h = kit.Open(t, func(c *boot.Config) { c.Ingest, c.Without = false, []string{"refresh-ahead"} })
	w.e = w.h.NewEditor(t)
	w.e.Exec("DELETE FROM product WHERE md5(id) > '2'; ANALYZE") // few, so that edits affect visible rows
	w.randomEditor = newRandomEditor(t, w.e, rand.New(rand.NewPCG(seed, 3)), func() time.Time { return kit.Now })
	w.apply()
	return w
}

// live makes n edits. After the first of them, every answer is compared.
func (w *editedApp) live(n, first int) {
	for i := range n {
		if i%keptEdits == 0 {
			w.compare(w.kept, "all edits until others took their place")
			w.choose(boot.DemoTenants[w.IntN(len(boot.DemoTenants))])
		}
		tenant := w.tenant
		if w.IntN(8) == 0 {
			tenant = boot.DemoTenants[w.IntN(len(boot.DemoTenants))]
		}
		w.look(w.edit(tenant), i < first)
		if w.t.Failed() {
			return
		}
	}
	w.compare(w.kept, "all edits")
}

// choose replaces the cached answers.
func (w *editedApp) choose(tenant string) {
	w.tenant, w.kept, w.asked, w.words = tenant, nil, w.asked[:0], w.words[:0]
	for _, url := range w.urls(readContent(w.t, w.e, w.Rand, tenant)) {
		w.kept = append(w.kept, &keptAnswer{tenant: tenant, url: url, view: viewOf(url)})
	}
	w.Shuffle(len(w.kept), func(i, j int) { w.kept[i], w.kept[j] = w.kept[j], w.kept[i] })
	w.kept = w.kept[:keptAnswers]
	w.fill(w.kept)
	w.kept = slices.DeleteFunc(w.kept, func(k *keptAnswer) bool { return k.entry == nil }) // a rejected parameter
	hot := map[string]bool{}
	for _, k := range w.kept {
		w.asked = append(w.asked, slugsIn(k.url)...)
		if m := searchRE.FindStringSubmatch(k.url); m != nil {
			w.words = append(w.words, m[1])
		}
		for _, id := range idRE.FindAllString(string(k.entry.Body), 5) {
			hot[id] = true
		}
	}
	w.hot = slices.Sorted(maps.Keys(hot))
}

// fill requests the answers until the cache holds them. The doorkeeper may keep a new query only at its second request.
func (w *editedApp) fill(some []*keptAnswer) {
	w.t.Helper()
	for _, k := range some {
		k.entry = nil
	}
	for range 3 {
		for _, k := range some {
			if k.entry != nil {
				continue
			}
			w.h.Gateway.Replica().RenewLease() // the test is the bus
			r, err := w.h.Fetch(w.t.Context(), k.tenant, k.url)
			if err != nil {
				w.t.Fatal(err)
			}
			if r.Status >= http.StatusInternalServerError {
				w.t.Fatalf("%s %s: %d %s", k.tenant, k.url, r.Status, kit.Excerpt(r.Body))
			}
			if at := r.Header.Get("Content-Location"); at != "" {
				k.url = at
			}
		}
		w.h.Gateway.Cache().Wait()
		missing := false
		for _, k := range some {
			key := k.tenant + "\x00" + strings.TrimPrefix(k.url, "/v1")
			if e := w.h.Gateway.Cache().Peek([]byte(key)); e != nil && e.Fresh(kit.Now) {
				k.entry = e
			} else {
				missing = true
			}
		}
		if !missing {
			return
		}
	}
}

// apply makes the gateway apply what was committed.
func (w *editedApp) apply() {
	w.t.Helper()
	if err := w.h.Gateway.Replica().Compare(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	for _, tenant := range boot.DemoTenants {
		w.heads[tenant] = w.h.Gateway.Replica().Tenant(tenant).Applied()
	}
}

// look applies an edit and checks what became of every cached answer.
func (w *editedApp) look(edit string, all bool) {
	w.t.Helper()
	before := maps.Clone(w.heads)
	kinds := w.edited()
	var dropped, left []*keptAnswer
	for _, k := range w.kept {
		w.tally.answers++
		if kinds[k.tenant]["tenant"] || slices.ContainsFunc(k.entry.Tags, func(tag string) bool {
			kind, wide := strings.CutSuffix(tag, "|*")
			return wide && kinds[k.tenant][kind]
		}) {
			w.tally.wide++
		}
		switch {
		case !k.entry.Fresh(kit.Now):
			dropped = append(dropped, k)
		case all || w.IntN(looks) == 0 || w.related.has(kinds[k.tenant], k.view):
			left = append(left, k)
		}
	}
	w.tally.looks += len(left) + len(dropped)
	w.compare(left, edit)
	was, why := make([]*cache.Entry, len(dropped)), make([]string, len(dropped))
	outside := make([]map[string][]string, len(dropped))
	for i, k := range dropped {
		was[i], why[i], outside[i] = k.entry, classes(k.entry.Invalidations()), outsideTags(k)
	}
	announced := w.announcements(before)
	w.fill(dropped)
	for i, k := range dropped {
		if k.entry == nil {
			continue // no longer cacheable, such as a filter by a deleted record
		}
		same := statusOf(was[i]) == statusOf(k.entry) && bytes.Equal(was[i].Body, k.entry.Body)
		w.tally.note(kinds[k.tenant], why[i], same)
		if !same {
			w.related.note(kinds[k.tenant], k.view)
			w.checkOutside(k, outside[i], announced[k.tenant], edit)
		}
	}
	w.kept = slices.DeleteFunc(w.kept, func(k *keptAnswer) bool { return k.entry == nil })
	w.tally.edits++
}

// edited applies what was committed and lists the affected tables, by tenant.
func (w *editedApp) edited() map[string]map[string]bool {
	w.t.Helper()
	before := maps.Clone(w.heads)
	w.apply()
	kinds := map[string]map[string]bool{}
	for tenant, n := range before {
		rows, err := w.e.Conn.Query(w.t.Context(), `SELECT DISTINCT r.kind FROM change_tx x
			JOIN change_row r USING (xid, tenant_id)
			WHERE x.tenant_id = $1 AND x.seq > $2`, tenant, int64(n))
		if err != nil {
			w.t.Fatal(err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			w.t.Fatal(err)
		}
		kinds[tenant] = map[string]bool{}
		for _, kind := range all {
			kinds[tenant][kind] = true
		}
	}
	return kinds
}

// compare compares the answers that no edit has dropped with Postgres.
func (w *editedApp) compare(left []*keptAnswer, edit string) {
	w.t.Helper()
	g, ctx := errgroup.WithContext(w.t.Context())
	g.SetLimit(4)
	for _, k := range left {
		g.Go(func() error { return w.compareOne(ctx, k, edit) })
	}
	if err := g.Wait(); err != nil {
		w.t.Fatal(err)
	}
}

// statusOf returns the HTTP status of an entry.
func statusOf(e *cache.Entry) int {
	if e.Body == nil {
		return http.StatusNotFound
	}
	return http.StatusOK
}

func (w *editedApp) compareOne(ctx context.Context, k *keptAnswer, edit string) error {
	if interim(k.entry.Engine) {
		return nil
	}
	now, err := w.h.Gateway.Render(ctx, k.tenant, k.url)
	for err == nil && interim(now.Engine) {
		now, err = w.h.Gateway.Render(ctx, k.tenant, k.url)
	}
	if err != nil {
		return err
	}
	if what := whatDiffers(&kit.Answer{Status: statusOf(k.entry), Body: k.entry.Body}, now.Status, now.Body); what != "" {
		w.t.Errorf("missed: %s %s (change %d, applied %d): %s\nits tags: %s\nafter\n%s", k.tenant, k.url, k.entry.Stamp,
			now.Read.Seq, what, k.entry.Tags, edit)
	}
	return nil
}
