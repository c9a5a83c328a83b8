package index_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/ingest"
	"vitrine/ingest/index"
	"vitrine/ingest/ingesttest"
	"vitrine/search"
)

// A world has an engine to keep up to date.
type world struct{ *ingesttest.World }

func newWorld(t *testing.T) world { return world{ingesttest.New(t)} }

// An engine indexes in memory, and may fail.
type engine struct {
	mu      sync.Mutex
	docs    map[string]map[search.Ref]search.Doc // by kind
	indexed int                                  // number of documents received
	broken  bool
}

var _ interface {
	search.Engine
	index.Sweeper
} = (*engine)(nil)

func newEngine() *engine { return &engine{docs: map[string]map[search.Ref]search.Doc{}} }

func (x *engine) Name() string { return "memory" }

func (x *engine) Ping(context.Context) error { return nil }

func (x *engine) Search(context.Context, search.DB, search.Query) (search.Result, error) {
	return search.Result{}, errors.New("this index is never asked")
}

func (x *engine) Index(_ context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.broken {
		return errors.New("the engine is down")
	}
	if x.docs[kind] == nil {
		x.docs[kind] = map[search.Ref]search.Doc{}
	}
	for _, d := range docs {
		x.docs[kind][search.Ref{Tenant: d.Tenant, ID: d.ID}] = d
	}
	for _, r := range gone {
		delete(x.docs[kind], r)
	}
	x.indexed += len(docs) + len(gone)
	return nil
}

func (x *engine) Sweep(_ context.Context, kind, tenant string, first, last uint64) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for r, d := range x.docs[kind] {
		if r.Tenant == tenant && (d.Seq < first || d.Seq > last) {
			delete(x.docs[kind], r)
		}
	}
	return nil
}

func (x *engine) breaks(broken bool) {
	x.mu.Lock()
	x.broken = broken
	x.mu.Unlock()
}

// names lists the first texts of a tenant's documents of a kind.
func (x *engine) names(kind, tenant string) []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var names []string
	for r, d := range x.docs[kind] {
		if r.Tenant == tenant {
			names = append(names, d.Text[0])
		}
	}
	slices.Sort(names)
	return names
}

// indexed waits until the search cursor of a tenant is at its head.
func (w world) indexed(tenant string) {
	w.T.Helper()
	w.Eventually("the index is at the head of "+tenant, func() bool {
		var ok bool
		err := w.Pool.QueryRow(context.Background(), `
SELECT count(*) = 1 FROM search_cursor c JOIN tenant_seq s ON s.tenant_id = c.tenant_id AND s.epoch = c.epoch
  AND s.n = c.n
WHERE c.tenant_id = $1 AND c.engine = 'memory'`, tenant).Scan(&ok)
		if err != nil {
			w.T.Fatal(err)
		}
		return ok
	})
}

func (w world) wantNames(x *engine, what, kind, tenant string, want ...string) {
	w.T.Helper()
	w.indexed(tenant)
	if got := x.names(kind, tenant); !slices.Equal(got, want) {
		w.T.Errorf("%s: %s of %s are %.20q, want %.20q", what, kind, tenant, got, want)
	}
}

func TestTheIndexFollowsChanges(t *testing.T) {
	t.Parallel()
	w, x := newWorld(t), newEngine()
	w.Tenant("acme")
	w.Tenant("zeta")
	one := w.Product("acme", "one")
	w.Exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('acme', 'draft', 'Draft', 'DRAFT')")
	w.Exec("INSERT INTO product (tenant_id, slug, name, status, publish_at) VALUES ('acme', 'soon', 'Soon', " +
		"'PUBLISHED', now() + interval '1 day')")
	w.Start(func(c *ingest.Config) { c.Engine = x })
	w.wantNames(x, "existing products", "product", "acme", "Soon", "one")
	w.wantNames(x, "no products", "product", "zeta")

	w.Product("acme", "two")
	w.Exec("UPDATE product SET name = 'Uno' WHERE id = $1", one)
	w.Product("zeta", "elsewhere")
	w.wantNames(x, "inserted and renamed", "product", "acme", "Soon", "Uno", "two")
	w.wantNames(x, "another tenant", "product", "zeta", "elsewhere")
	w.Exec("UPDATE product SET status = 'PUBLISHED' WHERE slug = 'draft'")
	w.Exec("UPDATE product SET status = 'ARCHIVED' WHERE slug = 'two'")
	w.Exec("DELETE FROM product WHERE slug = 'soon'")
	w.wantNames(x, "published, archived and deleted", "product", "acme", "Draft", "Uno")

	x.mu.Lock()
	before := x.indexed
	doc := x.docs["product"][search.Ref{Tenant: "acme", ID: one}]
	x.mu.Unlock()
	if doc.Seq == 0 || doc.Seq > w.Head("acme") {
		t.Errorf("the document has Seq %d", doc.Seq)
	}
	w.Exec("UPDATE product SET stock = coalesce(stock, 0) + 1")
	w.indexed("acme")
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.indexed != before {
		t.Errorf("a change of stock indexed %d documents", x.indexed-before)
	}
}

func TestABrokenEngineDelaysNothingElse(t *testing.T) {
	t.Parallel()
	w, x := newWorld(t), newEngine()
	w.Tenant("acme")
	wk := w.Start(func(c *ingest.Config) { c.Engine = x })
	w.indexed("acme")
	at := w.Head("acme")
	x.breaks(true)
	for i := range 30 {
		w.Product("acme", fmt.Sprintf("p%02d", i))
	}
	w.Settle()
	w.Compare()
	w.Eventually("the engine fails", func() bool { return wk.Stats.Index.IndexErrors.Load() > 0 })
	var n uint64
	if err := w.Pool.QueryRow(t.Context(),
		"SELECT n FROM search_cursor WHERE tenant_id = 'acme'").Scan(&n); err != nil || n != at {
		t.Errorf("the search cursor went from %d to %d although nothing was indexed (%v)", at, n, err)
	}
	x.breaks(false)
	w.indexed("acme")
	if n := len(x.names("product", "acme")); n != 30 {
		t.Errorf("%d products are indexed, want 30", n)
	}
}

func TestTheIndexIsRebuiltIfChangesAreInsufficient(t *testing.T) {
	t.Parallel()
	w, x := newWorld(t), newEngine()
	w.Tenant("acme")
	w.Tenant("zeta")
	wk := w.Start(func(c *ingest.Config) { c.Engine = x })

	w.Exec("INSERT INTO brand (tenant_id, slug, name) SELECT 'acme', 'b' || i, 'B' || i FROM generate_series(1, 2500) i")
	w.indexed("acme")
	if n := len(x.names("brand", "acme")); n != 2500 {
		t.Errorf("%d of 2500 brands are indexed", n)
	}
	w.Exec("DELETE FROM brand WHERE tenant_id = 'acme' AND slug <> 'b7'")
	w.wantNames(x, "a bulk deletion", "brand", "acme", "B7")
	w.Exec("TRUNCATE brand CASCADE")
	w.wantNames(x, "TRUNCATE", "brand", "acme")
	w.Product("zeta", "keeps") // TRUNCATE has deleted the products too

	// Changes are pruned while the engine is down.
	w.Product("acme", "old")
	w.indexed("acme")
	x.breaks(true)
	w.Exec("UPDATE product SET name = 'New' WHERE slug = 'old'")
	w.Settle()
	w.Eventually("the change is read", func() bool { return wk.Stats.Index.IndexErrors.Load() > 0 })
	w.Exec("DELETE FROM change_row")
	w.Exec("DELETE FROM change_tx")
	x.breaks(false)
	w.wantNames(x, "pruned", "product", "acme", "New")

	// The index is lost, and rebuilt on request.
	w.indexed("zeta")
	x.mu.Lock()
	clear(x.docs)
	x.mu.Unlock()
	if err := index.Reindex(t.Context(), w.Pool, "memory", ""); err != nil {
		t.Fatal(err)
	}
	w.wantNames(x, "reindex", "product", "acme", "New")
	w.wantNames(x, "reindex", "product", "zeta", "keeps")
	if n := wk.Stats.Index.Rebuilt.Load(); n == 0 {
		t.Error("no rebuilds are counted")
	}
}

func TestTheIndexOfADeletedTenantIsEmptied(t *testing.T) {
	t.Parallel()
	w, x := newWorld(t), newEngine()
	w.Tenant("acme")
	w.Product("acme", "one")
	w.Start(func(c *ingest.Config) { c.Engine = x })
	w.wantNames(x, "before", "product", "acme", "one")
	w.Exec("DELETE FROM tenant WHERE id = 'acme'")
	w.wantNames(x, "after", "product", "acme")
}

func TestTheIndexFollowsWritersAndFailingLeaders(t *testing.T) {
	t.Parallel()
	w, x := newWorld(t), newEngine()
	for i := range 3 {
		w.Tenant(fmt.Sprint("t", i))
	}
	edit := func(c *ingest.Config) { c.Engine = x }
	a, b := w.Start(edit), w.Start(edit)
	for i := range 60 {
		tenant := fmt.Sprint("t", i%3)
		id := w.Product(tenant, fmt.Sprint("p", i))
		switch i % 6 {
		case 1:
			w.Exec("UPDATE product SET name = upper(name) WHERE id = $1", id)
		case 2:
			w.Exec("DELETE FROM product WHERE id = $1", id)
		}
		if i%20 == 10 {
			w.Leader(a, b)
			_, _ = w.Pool.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name "+
				"= 'vitrine ingest' AND datname = current_database()")
		}
	}
	for i := range 3 {
		tenant := fmt.Sprint("t", i)
		var want string
		err := w.Pool.QueryRow(t.Context(),
			`SELECT coalesce(string_agg(name, ' ' ORDER BY name COLLATE "C"), '') FROM product
WHERE tenant_id = $1`, tenant).Scan(&want)
		if err != nil {
			t.Fatal(err)
		}
		w.wantNames(x, "at the end", "product", tenant, strings.Fields(want)...)
	}
}
