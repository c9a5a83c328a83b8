package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/filter"
	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/enginetest"
	"vitrine/search/pg"
)

// notEngine compares answers without what depends on the engine that gave them.
var notEngine = cmpopts.IgnoreFields(search.Result{}, "Engine", "Until")

const (
	shownSQL = "p.status IN ('PUBLISHED', 'OUT_OF_STOCK')"
	fromSQL  = "product p LEFT JOIN brand b ON b.tenant_id = $1 AND b.id = p.brand_id AND b.status <> 'DRAFT'"
	whereSQL = "p.tenant_id = $1 AND " + shownSQL +
		" AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2)"
)

var (
	treeFacet = search.Facet{Name: "category", Value: "fk.id", Label: "fk.name", Slug: "fk.slug",
		Join: ` JOIN product_category fc ON fc.tenant_id = $1 AND fc.product_id = p.id
  JOIN (WITH RECURSIVE above AS (
      SELECT c.id AS leaf, c.id, c.parent_id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT'
      UNION SELECT above.leaf, u.id, u.parent_id FROM category u JOIN above ON u.id = above.parent_id
        WHERE u.tenant_id = $1 AND u.status <> 'DRAFT')
    SELECT leaf, id FROM above) fa ON fa.leaf = fc.category_id
  JOIN category fk ON fk.tenant_id = $1 AND fk.id = fa.id`}
	pairFacet = search.Facet{Name: "attributes",
		Join:  " JOIN product_attribute fa ON fa.tenant_id = $1 AND fa.product_id = p.id",
		Value: "fa.name || chr(31) || fa.value", Label: "fa.value", Slug: "fa.type"}
	brandFacet = search.Facet{Name: "brand", Value: "b.id", Label: "b.name"}
)

func oneFacet(name string) search.Facet {
	f := pairFacet
	f.Name, f.Join, f.Args = "attributes:"+name, f.Join+" AND fa.name = ?", []any{name}
	return f
}

func products() Kind {
	return Kind{
		Name: "product", As: "p", From: fromSQL, Where: whereSQL, Shown: shownSQL, Since: "p.publish_at",
		Until: "p.unpublish_at",
		Numbers: []Number{{"p.amount", "(p.amount * 100)::bigint", 100}, {"p.year", "p.year::bigint", 1},
			{"p.position", "p.position::bigint", 1},
			{"p.popularity", "p.popularity", 1}, {"p.created_at", Micros("p.created_at"), 1}},
		Names: []string{"p.name"},
		Codes: []Code{{Column: "p.brand_id", Kind: "brand", Facet: brandFacet}, {Column: "p.language"}},
		Tree:  Tree{"product_category", "product_id", "category_id", "category", treeFacet},
		Pairs: Pairs{"product_attribute", "product_id", pairFacet, oneFacet("any")},
		Words: []string{"p.search", "b.search"},
		Texts: Texts{Title: "p.name", Model: "concat_ws(' | ', p.title, p.sku, p.model_no)",
			Prose: "concat_ws(' | ', p.brief, p.description)", Language: "p.language"},
	}
}

// eager builds a table in the snapshot of the first query, so that tests do not wait.
type eager struct{ *Engine }

func newEager(t testing.TB) eager {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Next, cfg.Kinds, cfg.Log = pg.New(), []Kind{products()}, slog.New(slog.DiscardHandler)
	e := &Engine{cfg: cfg, kinds: map[string]*Kind{"product": &cfg.Kinds[0]}, slots: map[slotKey]*slot{}}
	return eager{e}
}

func (e eager) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	key := slotKey{q.Tenant, "product"}
	if q.Tenant != "" && e.table(key, true) == nil {
		t, err := load(ctx, db, e.kinds["product"], q.Tenant, true)
		if errors.Is(err, pgx.ErrNoRows) { // no such tenant
			return e.cfg.Next.Search(ctx, db, q)
		}
		if err != nil {
			return search.Result{}, err
		}
		e.install(key, t, false, 0)
	}
	return e.Engine.Search(ctx, db, q)
}

func TestEngine(t *testing.T) {
	t.Parallel()
	var e eager
	enginetest.Exercise(t, func(t testing.TB) search.Engine {
		e = newEager(t)
		return e
	})
	t.Cleanup(func() {
		if e.Stats.Answered.Load() < 100 {
			t.Errorf("only %d queries were answered from memory, %d by Postgres", e.Stats.Answered.Load(), e.Stats.Passed.Load())
		}
	})
}

// Random queries between random edits get the same answer from memory as from Postgres in the same snapshot, including
// the order of ids.
func TestPropertyAnswersAreThoseOfPostgres(t *testing.T) {
	t.Parallel()
	seed, rounds := proving.Seed(t, 11), 60
	if proving.Long() {
		rounds = 600
	}
	w := newWorld(t, seed)
	e := newEager(t)
	compared := 0
	for round := range rounds {
		for range w.r.IntN(4) {
			w.edit()
		}
		err := pgx.BeginTxFunc(t.Context(), w.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
			func(tx pgx.Tx) error {
				for range 8 {
					q := w.query()
					passed := e.Stats.Passed.Load()
					got, err := e.Search(t.Context(), tx, q)
					if err != nil {
						return err
					}
					if e.Stats.Passed.Load() > passed { // a price beyond all numbers
						continue
					}
					want, err := answerOfPostgres(t.Context(), tx, e, q)
					if err != nil {
						return err
					}
					compared++
					got.Relaxed, got.Corrected = nil, nil // the oracle of texts checks them
					if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), notEngine); diff != "" {
						q.From, q.Where = "", ""
						return fmt.Errorf("seed %d, round %d: %+v (-Postgres +memory):\n%s", seed, round, q, diff)
					}
				}
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	s := &e.Stats
	t.Logf("seed %d: %d answers compared, %d from memory, %d passed on, brought forward %d times, read %d times: no "+
		"difference",
		seed, compared, s.Answered.Load(), s.Passed.Load(), s.Followed.Load(), s.Built.Load())
	if s.Answered.Load() < uint64(compared)*2/3 || s.Followed.Load() < uint64(rounds)/3 {
		t.Error("too few answers came from memory, or too few changes were applied")
	}
}

// answerOfPostgres answers a query from Postgres. For a text, the rows that memory finds become a condition: engines
// rank differently, but pages, totals, facets and orders must be those of the same rows.
func answerOfPostgres(ctx context.Context, tx pgx.Tx, e eager, q search.Query) (search.Result, error) {
	exact := pg.New()
	if q.Text == "" {
		return exact.Search(ctx, tx, q)
	}
	text := q
	text.Conds, text.Facets, text.Offset, text.Limit = nil, nil, 0, 100_000
	if q.Sorted { // other rows are found than without an order, but in any order the same
		text.Order = filter.Order{filter.Desc("p.created_at")}
	}
	found, err := e.Search(ctx, tx, text)
	if err != nil {
		return found, err
	}
	q.Text = ""
	q.Conds = append(slices.Clone(q.Conds), search.Cond{Name: "text",
		Cond: &filter.Cond{Op: filter.Raw, Text: "p.id = ANY(?)"}, Args: []any{found.IDs}})
	want, err := exact.Search(ctx, tx, q)
	if err != nil || q.Sorted || q.Limit == 0 {
		return want, err
	}
	all := q
	all.Offset, all.Limit, all.Facets = 0, 100_000, nil
	kept, err := exact.Search(ctx, tx, all)
	want.IDs = slices.DeleteFunc(found.IDs, func(id string) bool { return !slices.Contains(kept.IDs, id) })
	want.IDs = want.IDs[min(len(want.IDs), q.Offset):min(len(want.IDs), q.Offset+q.Limit)]
	return want, err
}

func TestATableDoesNotAnswerAnOlderSnapshot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	e := newEager(t)
	tx, err := w.db.Pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	q := w.plain()
	before, err := e.Search(t.Context(), tx, q)
	if err != nil {
		t.Fatal(err)
	}
	w.exec("DELETE FROM product WHERE id = $1", before.IDs[0])
	after, err := e.Search(t.Context(), w.db.Pool, q)
	if err != nil || after.Total != before.Total-1 {
		t.Fatalf("after: %d, %v; before: %d", after.Total, err, before.Total)
	}
	again, err := e.Search(t.Context(), tx, q)
	if diff := cmp.Diff(before, again, notEngine); err != nil || diff != "" {
		t.Errorf("%v: the answer of the old snapshot has changed:\n%s", err, diff)
	}
	text := q
	text.Text = "lamp"
	if res, err := e.Search(t.Context(), tx, text); err != nil || !res.Interim {
		t.Errorf("a text in the old snapshot: interim %v, %v", res.Interim, err)
	}
	q.CanRetry = true
	if _, err := e.Search(t.Context(), tx, q); !errors.Is(err, search.ErrStaleSnapshot) {
		t.Errorf("a query with CanRetry gets %v", err)
	}
	if e.Stats.Stale.Load() != 3 {
		t.Errorf("%d stale snapshots, want 3", e.Stats.Stale.Load())
	}
}

// A table whose changes were pruned is dropped.
func TestPrunedChangesAndTruncationDropATable(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(*world){
		"forgotten": func(w *world) {
			w.exec("UPDATE product SET name = 'Other' WHERE tenant_id = 'w' AND position = 1")
			w.exec("DELETE FROM change_row")
			w.exec("DELETE FROM change_tx")
		},
		"truncated": func(w *world) { w.exec("TRUNCATE product_attribute") },
		"epoch":     func(w *world) { w.exec("SELECT new_epoch()") },
		"language":  func(w *world) { w.exec("UPDATE tenant SET language = 'tr' WHERE id = 'w'") },
		"weights": func(w *world) {
			w.exec(`INSERT INTO tenant_search (tenant_id, settings) VALUES ('w', '{"weights": {"title": 2}}')`)
		},
		"many": func(w *world) { w.exec("UPDATE product_attribute SET value = value || 'x' WHERE tenant_id = 'w'") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 5)
			if name == "many" {
				w.exec(fmt.Sprintf("INSERT INTO product_attribute (tenant_id, product_id, name, value) "+
					"SELECT 'w', id, 'n' || i, i::text FROM product, generate_series(1, %d) i", mostChanged/200+1))
			}
			e := newEager(t)
			q := w.plain()
			q.Facets = []search.Facet{pairFacet}
			if _, err := e.Search(t.Context(), w.db.Pool, q); err != nil {
				t.Fatal(err)
			}
			do(w)
			want, err := pg.New().Search(t.Context(), w.db.Pool, q)
			if err != nil {
				t.Fatal(err)
			}
			passed := e.Stats.Passed.Load()
			got, err := e.Search(t.Context(), w.db.Pool, q)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), notEngine); err != nil || diff != "" {
				t.Errorf("%v (-Postgres +memory):\n%s", err, diff)
			}
			if e.Stats.Passed.Load() != passed+1 {
				t.Error("the table answered")
			}
		})
	}
}

// A change of the tenant's row that does not change its language, or of settings other than weights, leaves the table.
func TestATenantsNameLeavesItsTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 12)
	e := newEager(t)
	for _, sql := range []string{"", "UPDATE tenant SET name = 'Other' WHERE id = 'w'",
		`INSERT INTO tenant_search (tenant_id, settings) VALUES ('w', '{"stopWords": ["cheap"]}')`,
		`UPDATE tenant_search SET settings = '{"weights": "invalid"}'`} {
		if sql != "" {
			w.exec(sql)
		}
		passed := e.Stats.Passed.Load()
		if _, err := e.Search(t.Context(), w.db.Pool, w.plain()); err != nil || e.Stats.Passed.Load() != passed {
			t.Errorf("%q: %v, the table did not answer", sql, err)
		}
	}
	if e.Stats.Followed.Load() != 3 {
		t.Errorf("followed %d times", e.Stats.Followed.Load())
	}
}

func TestTablesAreBuiltInTheBackgroundWithinTheLimits(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 9)
	cfg := w.config()
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	e.Start()
	e.Start()
	t.Cleanup(e.Stop)
	ask := func(e *Engine) {
		t.Helper()
		q := w.plain()
		q.Text = "lamp" // the tenant is too small for lists alone
		if _, err := e.Search(t.Context(), w.db.Pool, q); err != nil {
			t.Fatal(err)
		}
	}
	for limit := time.Now().Add(time.Minute); e.Stats.Answered.Load() == 0; ask(e) {
		if time.Now().After(limit) {
			t.Fatal("no table after a minute")
		}
	}
	if e.bytes <= 0 || e.Stats.Built.Load() != 1 {
		t.Errorf("%d bytes, read %d times", e.bytes, e.Stats.Built.Load())
	}
	// With room for one table, another tenant's table evicts this one.
	w.exec("INSERT INTO tenant (id, name) VALUES ('v', 'V')")
	w.exec("INSERT INTO product (tenant_id, slug, name, status) SELECT 'v', slug, name, status FROM product WHERE " +
		"tenant_id = 'w'")
	e.cfg.MaxBytes = e.bytes
	if err := e.Build(t.Context(), "v", "product"); err != nil {
		t.Fatal(err)
	}
	if e.slots[slotKey{"w", "product"}].table != nil || e.slots[slotKey{"v", "product"}].table == nil ||
		e.bytes > e.cfg.MaxBytes {
		t.Errorf("%d of %d bytes", e.bytes, e.cfg.MaxBytes)
	}
	// A tenant with too few or too many rows has no table.
	for _, change := range []func(*Config){func(c *Config) { c.MinRows = 100_000 },
		func(c *Config) { c.MaxBytes = 1000 }} {
		c := cfg
		change(&c)
		none, err := New(c)
		if err == nil {
			err = none.Build(t.Context(), "w", "product")
		}
		if err != nil || none.Stats.Built.Load() != 0 {
			t.Errorf("%v, read %d times", err, none.Stats.Built.Load())
		}
		ask(none)
	}
	e.Stop()
	e.Stop()
}

// While a table is missing that is built soon, what the next engine answers to a text is marked.
func TestAnswersWhileATableIsBuiltAreInterim(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 11)
	cfg := w.config()
	cfg.Wait = time.Millisecond
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	key := slotKey{"w", "product"}
	check := func(when, text string, engine string, interim bool) {
		t.Helper()
		q := w.plain()
		if q.Text = text; text != "" {
			q.Match = cfg.Kinds[0].Words
		}
		if res, err := e.Search(t.Context(), w.db.Pool, q); err != nil || res.Engine != engine || res.Interim != interim {
			t.Errorf("%s: %q answered by %q, interim %v: %v", when, text, res.Engine, res.Interim, err)
		}
	}
	check("without a table", "lamp", "postgres", false)
	e.slots[key].queued, e.slots[key].built = true, make(chan struct{}) // as if the builder had not come to it
	check("before the build", "lamp", "postgres", true)
	check("before the build", "", "postgres", false)
	if err := e.Build(t.Context(), "w", "product"); err != nil {
		t.Fatal(err)
	}
	check("built", "lamp", "memory", false)
	e.drop(key, e.slots[key].table)
	check("dropped", "lamp", "postgres", true)
	e.cfg.MinRows = 1 << 20
	if err := e.Build(t.Context(), "w", "product"); err != nil {
		t.Fatal(err)
	}
	check("too small", "lamp", "postgres", false)
}

// Before the first query, all tenants have a table, as far as the limit of bytes allows. Very many small tables are
// left to the first texts.
func TestLoadBuildsTheSmallestTablesFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 10)
	w.exec("INSERT INTO tenant (id, name) VALUES ('few', 'Few'), ('many', 'Many')")
	for tenant, rows := range map[string]int{"few": 9, "many": 2000} {
		w.exec(fmt.Sprintf("INSERT INTO product (tenant_id, slug, name, status) SELECT '%s', 'p' || n, 'P' || n, "+
			"'PUBLISHED' FROM generate_series(1, %d) n", tenant, rows))
	}
	loaded := func(bytes int64) (tenants []string) {
		t.Helper()
		cfg := w.config()
		cfg.MaxBytes = bytes
		e, err := New(cfg)
		if err == nil {
			err = e.Load(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		for key, s := range e.slots {
			if s.table != nil {
				tenants = append(tenants, key.tenant)
			}
		}
		slices.Sort(tenants)
		return tenants
	}
	if got := loaded(256 << 20); !slices.Equal(got, []string{"many", "w"}) {
		t.Errorf("loaded %q", got)
	}
	if got := loaded(leastBytes * 2000); !slices.Equal(got, []string{"w"}) {
		t.Errorf("within room for one: loaded %q", got)
	}
	w.exec(fmt.Sprintf("INSERT INTO tenant (id, name) SELECT 'small' || n, 'Small' FROM generate_series(1, %d) n",
		mostFew))
	w.exec("INSERT INTO product (tenant_id, slug, name, status) SELECT t.id, 'p' || n, 'P' || n, 'PUBLISHED' " +
		"FROM tenant t, generate_series(1, 10) n WHERE t.id LIKE 'small%'")
	if got := loaded(256 << 20); !slices.Equal(got, []string{"many"}) {
		t.Errorf("beside very many small tenants: loaded %q", got)
	}
}

// The first text builds the table of a tenant with few rows and waits for it, so that one row is ranked like many. A
// list alone does not: Postgres lists few rows as fast, and many small tenants would fill the memory.
func TestTheFirstTextBuildsASmallTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 12)
	w.exec("INSERT INTO tenant (id, name) VALUES ('one', 'One'), ('none', 'None')")
	w.exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('one', 'lamp', 'Desk lamps', 'PUBLISHED')")
	cfg := w.config()
	cfg.MinRows, cfg.Wait, cfg.Recheck = 1, time.Minute, time.Hour
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	e.Start()
	t.Cleanup(e.Stop)
	ask := func(tenant, text string) search.Result {
		t.Helper()
		q := w.plain()
		q.Tenant, q.Text = tenant, text
		res, err := e.Search(t.Context(), w.db.Pool, q)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	idle := func(tenant string) {
		t.Helper()
		testkit.Until(t, "the builder is idle", func() bool {
			e.mu.Lock()
			defer e.mu.Unlock()
			return !e.slots[slotKey{tenant, "product"}].queued
		})
	}
	for range 2 {
		if res := ask("one", ""); res.Engine != "postgres" || res.Total != 1 {
			t.Errorf("a list: %q, %d rows", res.Engine, res.Total)
		}
		idle("one")
	}
	if e.Stats.Built.Load() != 0 {
		t.Error("a list built a table of one row")
	}
	if res := ask("one", "lamp"); res.Engine != "memory" || res.Total != 1 { // Postgres does not find lamps
		t.Errorf("the first text: %q, %d rows", res.Engine, res.Total)
	}
	if res := ask("one", ""); res.Engine != "memory" || e.Bytes() < tableBytes {
		t.Errorf("a list afterwards: %q, %d bytes", res.Engine, e.Bytes())
	}
	if res := ask("none", "lamp"); res.Engine != "postgres" || res.Interim {
		t.Errorf("a tenant without products: %q, interim %v", res.Engine, res.Interim)
	}
}

// A kind that is held for texts alone answers them as one that is held whole does, in every order, and no list.
func TestAKindForTextsAnswersTextsAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 13)
	ties := filter.Order{filter.Desc("p.popularity"), filter.Asc("p.position"), filter.Asc("p.id")}
	open := func(textOnly bool) *Engine {
		cfg := w.config()
		k := &cfg.Kinds[0]
		k.TextOnly, k.Order, k.Tree = textOnly, ties, Tree{} // whose names would not be searched
		e, err := New(cfg)
		if err == nil {
			err = e.Build(t.Context(), "w", "product")
		}
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	whole, texts := open(false), open(true)
	for i := range 200 {
		if i%10 == 0 {
			w.edit()
		}
		q := w.query()
		if q.Text == "" {
			q.Text = w.words(1)
		}
		if !q.Sorted && i%2 == 0 {
			q.Order = ties
		}
		if i%5 == 0 {
			q.Facets = append(q.Facets, search.Facet{Name: "tongue", Value: "p.language"})
		}
		want, err := whole.Search(t.Context(), w.db.Pool, q)
		got, too := texts.Search(t.Context(), w.db.Pool, q)
		if err != nil || too != nil {
			t.Fatal(err, too)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q %s (-whole +texts):\n%s", q.Text, q.Order.SQL(), diff)
		}
	}
	if n := texts.Stats.Answered.Load(); n < 100 || n != whole.Stats.Answered.Load() {
		t.Errorf("%d texts answered from memory, %d by the whole kind", n, whole.Stats.Answered.Load())
	}
	if res, err := texts.Search(t.Context(), w.db.Pool, w.plain()); err != nil || res.Engine != "postgres" {
		t.Errorf("a list was answered by %q: %v", res.Engine, err)
	}
	if len(texts.Parts()) != 0 || len(whole.Parts()) != 1 {
		t.Errorf("held: %v, %v", texts.Parts(), whole.Parts())
	}
}

// A world is a tenant with rows of all kinds, and random edits and queries.
type world struct {
	t  testing.TB
	db *schematest.DB
	r  *rand.Rand
}

var (
	worldWords = strings.Fields("red green blue steel mug lamp chair table desk kırmızı şişe çanta İznik rtx3080 " +
		"25e6457a 12 34gb x-ray café straße ab abc abcd")
	worldLangs = []any{nil, "tr", "en", ""}
)

func newWorld(t testing.TB, seed uint64) *world {
	t.Helper()
	w := &world{t: t, db: schematest.Open(t), r: rand.New(rand.NewPCG(seed, 2))}
	w.exec("INSERT INTO tenant (id, name) VALUES ('w', 'W')")
	for i := range 6 {
		w.exec("INSERT INTO brand (tenant_id, slug, name, description, status) VALUES ('w', $1, $2, $3, $4)",
			fmt.Sprint("b", i), w.words(2), w.words(4), w.of("PUBLISHED", "PUBLISHED", "DRAFT"))
	}
	for i := range 12 {
		w.exec("INSERT INTO category (tenant_id, slug, name, status, parent_id) VALUES ('w', $1, $2, $3, "+w.any("category",
			2)+")",
			fmt.Sprint("c", i), w.words(1), w.of("PUBLISHED", "PUBLISHED", "PUBLISHED", "DRAFT"))
	}
	for range 200 {
		w.insert()
	}
	return w
}

func (w *world) insert() {
	w.exec("INSERT INTO product (tenant_id, slug, name, title, sku, description, status, amount, year, language, "+
		"position, sold, created_at, publish_at, unpublish_at, brand_id) "+
		"VALUES ('w', 's' || object_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "+w.any("brand", 3)+")",
		w.words(1+w.r.IntN(3)), w.words(w.r.IntN(2)), w.words(w.r.IntN(2)), w.words(w.r.IntN(12)),
		w.of("PUBLISHED", "PUBLISHED", "PUBLISHED", "OUT_OF_STOCK", "DRAFT", "ARCHIVED"),
		w.amount(), w.of(nil, 2024, 2025), w.of(worldLangs...), w.r.IntN(4), w.r.IntN(5),
		worldNow.Add(time.Duration(w.r.IntN(5))*time.Hour), w.moment(-1), w.moment(1))
	for range w.r.IntN(3) {
		w.exec("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'w', " + w.any("product", 0) + ", " +
			w.any("category", 0) + " ON CONFLICT DO NOTHING")
	}
	for range w.r.IntN(5) {
		w.exec("INSERT INTO product_attribute (tenant_id, product_id, name, value, type) SELECT 'w', "+w.any("product",
			0)+", $1, $2, $3",
			w.of("color", "size"), w.of("red", "blue", "XL", "S"), w.of("TEXT", "COLOR"))
	}
}

var worldNow = time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)

// moment returns a time before (-1) or after (1) now, sometimes the reverse, mostly nil.
func (w *world) moment(side int) any {
	switch w.r.IntN(12) {
	case 0:
		return worldNow.Add(time.Duration(side) * time.Hour)
	case 1:
		return worldNow.Add(time.Duration(side) * time.Microsecond)
	case 2:
		if side > 0 {
			return worldNow
		}
		return "-infinity"
	}
	return nil
}

func (w *world) amount() any {
	return w.of(nil, "0", "9.99", "10", "10.01", fmt.Sprintf("%d.%02d", w.r.IntN(30), w.r.IntN(100)))
}

// any returns SQL for the id of a random row of a table, or NULL one time in oneIn.
func (w *world) any(table string, oneIn int) string {
	if oneIn > 0 && w.r.IntN(oneIn) == 0 {
		return "NULL"
	}
	return fmt.Sprintf("(SELECT id FROM %s WHERE tenant_id = 'w' ORDER BY md5(id || '%d') LIMIT 1)", table, w.r.IntN(1000))
}

func (w *world) of(all ...any) any { return all[w.r.IntN(len(all))] }

func (w *world) words(n int) string {
	var all []string
	for range n {
		all = append(all, worldWords[w.r.IntN(len(worldWords))])
	}
	return strings.Join(all, " ")
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Pool.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s %v: %v", sql, args, err)
	}
}

func (w *world) edit() {
	one := " WHERE id = " + w.any("product", 0)
	switch w.r.IntN(17) {
	case 0:
		w.exec("UPDATE product SET amount = $1"+one, w.amount())
	case 1:
		w.exec("UPDATE product SET name = $1, description = $2"+one, w.words(2), w.words(5))
	case 2:
		w.exec("UPDATE product SET status = $1"+one, w.of("DRAFT", "PUBLISHED"))
	case 3:
		w.exec("UPDATE product SET brand_id = " + w.any("brand", 3) + one)
	case 4:
		w.exec("UPDATE product SET publish_at = $1, unpublish_at = $2, language = $3"+one, w.moment(-1), w.moment(1),
			w.of(worldLangs...))
	case 5:
		w.exec("DELETE FROM product" + one)
	case 6, 7:
		w.insert()
	case 8:
		// This may create a cycle.
		w.exec("UPDATE category SET parent_id = " + w.any("category", 3) + " WHERE id = " + w.any("category", 0))
	case 9:
		w.exec("UPDATE category SET status = $1, slug = slug || 'x', name = $2 WHERE id = "+w.any("category", 0),
			w.of("DRAFT", "PUBLISHED"), w.words(1))
	case 10:
		w.exec("UPDATE brand SET name = $1, status = $2 WHERE id = "+w.any("brand", 0), w.words(2),
			w.of("DRAFT", "PUBLISHED"))
	case 11:
		w.exec("UPDATE product_attribute SET product_id = "+w.any("product",
			0)+", value = $1 WHERE id = "+w.any("product_attribute", 0), w.of("red", "green"))
	case 12:
		w.exec("DELETE FROM product_category WHERE id = " + w.any("product_category", 0))
	case 13:
		if w.r.IntN(5) == 0 {
			w.exec("DELETE FROM brand WHERE id = " + w.any("brand", 0))
			w.exec("INSERT INTO brand (tenant_id, slug, name) VALUES ('w', 's' || object_id(), $1)", w.words(2))
		}
	case 14:
		w.exec("UPDATE product SET position = position + 1, sold = $1 WHERE tenant_id = 'w' AND position < 2", w.r.IntN(5))
	case 15:
		w.exec("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'w', " + w.any("product", 0) + ", " +
			w.any("category", 0) + " ON CONFLICT DO NOTHING")
	case 16:
		w.editMany()
	}
}

// editMany changes a random share of all products in one statement.
func (w *world) editMany() {
	some := func(id string) string {
		return fmt.Sprintf(" WHERE tenant_id = 'w' AND abs(hashtext(%s || '%d')) %% 100 < %d", id, w.r.IntN(1000),
			w.of(5, 20, 50, 100))
	}
	switch w.r.IntN(9) {
	case 0: // the same price for many
		w.exec("UPDATE product SET amount = $1"+some("id"), w.amount())
	case 1:
		w.exec("UPDATE product SET amount = nullif(abs(hashtext(id || $1::text)) % 1000, 0)"+some("id"), w.words(1))
	case 2:
		w.exec("UPDATE product SET name = $1 || name, year = $2"+some("id")+" AND length(name) < 40", w.words(1)+" ",
			w.of(nil, 2024))
	case 3:
		w.exec("UPDATE product SET brand_id = "+w.any("brand", 3)+", language = $1, publish_at = $2, unpublish_at = $3"+
			some("id"), w.of(worldLangs...), w.moment(-1), w.moment(1))
	case 4:
		w.exec("UPDATE product_attribute SET value = $1"+some("id"), w.of("red", "green", "XL"))
	case 5:
		w.exec("DELETE FROM product_category" + some("id"))
	case 6:
		w.exec("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'w', id, " +
			w.any("category", 0) + " FROM product" + some("id") + " ON CONFLICT DO NOTHING")
	case 7:
		w.exec("UPDATE product SET status = $1"+some("id")+" AND hashtext(id) % 2 = 0", w.of("DRAFT", "PUBLISHED"))
	case 8: // new rows get the numbers of these
		w.exec("WITH gone AS (DELETE FROM product"+some("id")+" RETURNING *) "+
			"INSERT INTO product (tenant_id, slug, name, description, status, amount, position, created_at, publish_at, "+
			"brand_id) SELECT 'w', 's' || object_id(), $1 || name, description, 'PUBLISHED', amount, position, created_at, "+
			"publish_at, brand_id FROM gone WHERE length(name) < 60", w.of("", "new "))
	}
}

// config is the configuration of an engine that loads the products of tenants with ten rows or more.
func (w *world) config() Config {
	cfg := DefaultConfig()
	cfg.Next, cfg.Kinds, cfg.Log, cfg.Pool, cfg.MinRows = pg.New(), []Kind{products()}, slog.New(slog.DiscardHandler),
		w.db.Pool, 10
	return cfg
}

func (w *world) plain() search.Query {
	return search.Query{Tenant: "w", Now: worldNow, Kind: "product", ID: "p.id", From: fromSQL, Where: whereSQL,
		Match:   []string{"p.search", "b.search"},
		Related: []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}},
		Order:   filter.Order{filter.Asc("p.position"), filter.Asc("p.id")}, Limit: 1000}
}

func where(op filter.Op, column, cast string) *filter.Cond {
	c := filter.Cond{Op: op, Column: filter.Col(column)}
	c.Column.Cast = cast
	return &c
}

var (
	below = filter.Cond{Op: filter.InTree, Column: filter.Col("p.id"),
		Link: filter.Link{Table: "product_category", Owner: "product_id"}}
	paired = filter.Cond{Op: filter.HasPair, Column: filter.Col("p.id"),
		Link: filter.Link{Table: "product_attribute", Owner: "product_id"}}
)

// query returns a random query.
func (w *world) query() search.Query {
	q := w.plain()
	if w.r.IntN(2) == 0 {
		column := w.of("p.amount", "p.name", "p.year", "p.created_at", "p.popularity").(string)
		key := filter.Key{Column: filter.Col(column), Desc: w.of(false, true).(bool), Nulls: filter.NullsLast}
		q.Order, q.Sorted = filter.Order{key, filter.Asc("p.id")}, true
	}
	if w.r.IntN(6) == 0 {
		q.Order = filter.Order{filter.Desc("p.created_at"), filter.Asc("p.id")}
	}
	if w.r.IntN(2) == 0 {
		q.Offset, q.Limit = w.r.IntN(30), 1+w.r.IntN(20)
	}
	if w.r.IntN(3) == 0 {
		q.Text = w.words(1 + w.r.IntN(2))
		if cut := []rune(q.Text); w.r.IntN(2) == 0 {
			q.Text = string(cut[:1+w.r.IntN(len(cut))])
		}
	}
	ids := func(table string, column string, n int) []string {
		rows, err := w.db.Pool.Query(context.Background(),
			"SELECT "+column+" FROM "+table+" WHERE tenant_id = 'w' ORDER BY md5(id || $1) LIMIT $2",
			fmt.Sprint(w.r.IntN(1000)), n)
		if err != nil {
			w.t.Fatal(err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			w.t.Fatal(err)
		}
		return all
	}
	for range w.r.IntN(4) {
		var c search.Cond
		switch w.r.IntN(8) {
		case 0:
			c = search.Cond{Name: "brand", Cond: where(filter.In, "p.brand_id", ""),
				Args: []any{ids("brand", "id", 1+w.r.IntN(3))}}
		case 1:
			some := ids("category", w.of("id", "slug").(string), 1+w.r.IntN(2))
			c = search.Cond{Name: "category", Cond: &below, Args: []any{some, some}}
		case 2:
			c = search.Cond{Name: "price", Cond: where(w.of(filter.AtLeast, filter.AtMost).(filter.Op), "p.amount", "numeric"),
				Args: []any{w.of("5", "9.985", "10", "10.001", "-1", "99999999999999999999")}}
		case 3:
			c = search.Cond{Name: "year", Cond: where(filter.Eq, "p.year", "int"), Args: []any{w.of("2024", "2025", "-7")}}
		case 4:
			l := w.of("tr", "en", "xx")
			c = search.Cond{Name: "language", Cond: where(filter.EqOrNull, "p.language", ""), Args: []any{l}}
		case 5:
			name := w.of("color", "size").(string)
			c = search.Cond{Name: "attributes:" + name, Cond: &paired,
				Args: []any{name, slices.Clone([]string{"red", "XL", "nothing"}[w.r.IntN(3):])}}
		case 6:
			c = search.Cond{Name: "discard", Cond: where(filter.NotIn, "p.id", ""), Args: []any{ids("product", "id", 20)}}
		case 7:
			continue
		}
		if slices.ContainsFunc(q.Conds, func(o search.Cond) bool { return o.Name == c.Name && c.Name != "price" }) {
			continue
		}
		q.Conds = append(q.Conds, c)
	}
	switch w.r.IntN(6) {
	case 0:
		q.Limit, q.NoTotal, q.Offset = 0, true, 0
		fallthrough
	case 1:
		limited := pairFacet
		limited.Name, limited.Limit = "few", 3
		q.Facets = []search.Facet{{Name: "price", Value: "p.amount", Range: true}, brandFacet, treeFacet,
			{Name: "year", Value: "p.year"}, pairFacet, limited, oneFacet("color")}
	case 2:
		q.NoTotal = true
	}
	return q
}

// A table grows as changes are applied: by new rows, and by words and pairs that no row has any more. Its size is
// measured.
func TestAGrowingTableIsMeasured(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5)
	e := newEager(t)
	ask := func() {
		t.Helper()
		if _, err := e.Search(t.Context(), w.db.Pool, w.plain()); err != nil {
			t.Fatal(err)
		}
	}
	ask()
	for i := range 60 {
		w.exec("DELETE FROM product_attribute WHERE tenant_id = 'w' AND name = 'at'")
		w.exec("INSERT INTO product_attribute (tenant_id, product_id, name, value, type) SELECT 'w', id, 'at', id || "+
			"$1::text, 'TEXT' FROM product WHERE tenant_id = 'w' LIMIT 100", fmt.Sprint(i))
		ask()
	}
	var table *table
	testkit.Until(t, "the table is built", func() bool {
		ask() // a table whose last change took too long was dropped
		e.mu.Lock()
		defer e.mu.Unlock()
		table = e.slots[slotKey{"w", "product"}].table
		return table != nil
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.Stats.Built.Load() < 2 {
		t.Error("the table was not built again after 6,000 values came and went")
	}
	if real := table.size(); e.bytes < real/2 || e.bytes > 2*real {
		t.Errorf("the accounted size is %d bytes of %d", e.bytes, real)
	}
}
