package meili_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/internal/schema/schematest"
	"vitrine/search"
	"vitrine/search/meili"
	"vitrine/search/pg"
)

// A store is a tenant with products of all sorts, indexed in Meilisearch.
type store struct {
	t      *testing.T
	ctx    context.Context
	db     *schematest.DB
	cfg    meili.Config
	engine *meili.Engine
	kind   meili.Kind
	rng    *rand.Rand
	brands []string
	nodes  []string
	slugs  []string

	indexed map[search.Ref]bool
}

// words are found by the same rows in both engines: none is a beginning or a misspelling of another.
var words = []string{"lantern", "copper", "umbrella", "bicycle", "zither"}

func newStore(t *testing.T, n int) *store {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cfg := config(t)
	s := &store{t: t, ctx: ctx, db: schematest.Open(t), kind: products(), rng: rand.New(rand.NewPCG(7, 11))}
	cfg.Kinds, cfg.Pool = []meili.Kind{s.kind}, s.db.Pool
	s.cfg, s.engine = cfg, newEngine(t, cfg)
	s.exec("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme'), ('other', 'Other')")
	for i := range 6 {
		s.exec("INSERT INTO brand (tenant_id, id, slug, name, status) VALUES ('acme', $1, 'b' || $1, $2, $3)",
			oid(1000+i), []string{"Alder", "Birch", "Cedar", "Alder", "Élan", "Ghost"}[i],
			[]string{"PUBLISHED", "DRAFT"}[i/5])
		s.brands = append(s.brands, oid(1000+i))
	}
	for i := range 8 {
		var parent any
		if i >= 3 {
			parent = oid(2000 + i/2 - 1)
		}
		s.exec("INSERT INTO category (tenant_id, id, slug, name, parent_id, status) VALUES ('acme', $1, $2, $3, $4, $5)",
			oid(2000+i), fmt.Sprintf("node-%d", i), fmt.Sprintf("Heading %d", i%5), parent,
			[]string{"PUBLISHED", "DRAFT"}[i/7])
		s.nodes, s.slugs = append(s.nodes, oid(2000+i)), append(s.slugs, fmt.Sprintf("node-%d", i))
	}
	for i := range n {
		s.insert(oid(i))
	}
	s.exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('other', 'x', 'Lantern copper', 'PUBLISHED')")
	s.index()
	return s
}

func (s *store) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.db.Pool.Exec(s.ctx, sql, args...); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
}

// oid returns an object id.
func oid(n int) string { return fmt.Sprintf("%024x", n*0x9e3779b1) }

func pick[T any](s *store, of ...T) T { return of[s.rng.IntN(len(of))] }

// insert inserts a product with random values.
func (s *store) insert(id string) {
	s.t.Helper()
	r := s.rng
	s.exec(`
INSERT INTO product (tenant_id, id, slug, name, description, status, brand_id, amount, year, position, language,
  publish_at, unpublish_at, created_at)
VALUES ('acme', $1, lower(md5($1)), $2, $3, $4, $5, $6::text::numeric, $7, $8, $9, $10, $11,
  '2024-01-01'::timestamptz + $12 * interval '1 hour')`,
		id, pick(s, words...)+" "+pick(s, "Édition", "edition", "EDITION", "zoo", "_", "Z")+" "+pick(s, words...),
		pick(s, "", pick(s, words...)), pick(s, "PUBLISHED", "PUBLISHED", "PUBLISHED", "OUT_OF_STOCK", "DRAFT", "ARCHIVED"),
		pick[any](s, nil, pick(s, s.brands...)), pick[any](s, nil, "9999999", "0", "7.88", "7.88", "19.99", "1000000.01"),
		pick[any](s, nil, 2023, 2024), r.IntN(9), pick[any](s, nil, "tr", "en"),
		pick[any](s, nil, nil, time.Now().Add(time.Hour), time.Now().Add(-time.Hour)),
		pick[any](s, nil, nil, time.Now().Add(2*time.Hour)), r.IntN(5))
	for range r.IntN(3) {
		s.exec(`INSERT INTO product_category (tenant_id, product_id, category_id) VALUES ('acme', $1, $2)
ON CONFLICT DO NOTHING`, id, pick(s, s.nodes...))
	}
	for range r.IntN(4) {
		value := pick(s, "red", "Red", "réd", "10 kg", " ^L\"\\'")
		kind := "TEXT"
		if value == "red" {
			kind = "COLOR"
		}
		s.exec(`INSERT INTO product_attribute (tenant_id, product_id, name, value, type) VALUES ('acme', $1, $2, $3, $4)
ON CONFLICT DO NOTHING`, id, pick(s, "Colour", "size"), value, kind)
	}
}

// edit changes a random product: a few columns, its links or its existence.
func (s *store) edit(n int) {
	s.t.Helper()
	var id string
	if err := s.db.Pool.QueryRow(s.ctx, "SELECT id FROM product WHERE tenant_id = 'acme' ORDER BY md5(id || $1) LIMIT 1",
		fmt.Sprint(s.rng.Int64())).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	for _, sql := range [][]string{
		{"UPDATE product SET amount = 5.01, year = 2025 WHERE id = $1"},
		{"UPDATE product SET status = 'DRAFT' WHERE id = $1"},
		{"UPDATE product SET status = 'PUBLISHED', publish_at = NULL, unpublish_at = NULL WHERE id = $1"},
		{"UPDATE product SET name = 'lantern ' || name, position = 3 WHERE id = $1"},
		{"UPDATE product SET brand_id = '" + oid(1001) + "' WHERE id = $1"},
		{"DELETE FROM product_category WHERE product_id = $1"},
		{"UPDATE product_attribute SET value = 'Blue' WHERE product_id = $1"},
		{"DELETE FROM product WHERE id = $1"},
	}[n%8] {
		s.exec(sql, id)
	}
	s.insert(oid(s.rng.IntN(1 << 28)))
}

// index indexes all rows, as the worker does.
func (s *store) index() {
	s.t.Helper()
	var docs []search.Doc
	var gone []search.Ref
	err := pgx.BeginTxFunc(s.ctx, s.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		rows, err := tx.Query(s.ctx, `
SELECT p.tenant_id, p.id, s.n, ARRAY[p.name, '', '', coalesce(p.description, ''), coalesce(b.name, '')]
FROM product p JOIN tenant_seq s ON s.tenant_id = p.tenant_id
LEFT JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id AND b.status <> 'DRAFT'
WHERE p.status NOT IN ('DRAFT', 'ARCHIVED')`)
		if err != nil {
			return err
		}
		var d search.Doc
		if _, err := pgx.ForEachRow(rows, []any{&d.Tenant, &d.ID, &d.Seq, &d.Text}, func() error {
			docs = append(docs, d)
			d.Text = nil
			return nil
		}); err != nil {
			return err
		}
		for _, tenant := range []string{"acme", "other"} {
			fields, err := s.kind.Fields(s.ctx, tx, tenant, nil)
			if err != nil {
				return err
			}
			for i := range docs {
				if f := fields[docs[i].ID]; f != nil && docs[i].Tenant == tenant {
					docs[i].Fields = f
				}
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	live := map[search.Ref]bool{}
	for _, d := range docs {
		live[search.Ref{Tenant: d.Tenant, ID: d.ID}] = true
	}
	for ref := range s.indexed {
		if !live[ref] {
			gone = append(gone, ref)
		}
	}
	s.indexed = live
	if err := s.engine.Index(s.ctx, "product", docs, gone); err != nil {
		s.t.Fatal(err)
	}
	s.exec(`INSERT INTO search_cursor SELECT 'meili', tenant_id, epoch, n FROM tenant_seq
ON CONFLICT (engine, tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`)
}

// query makes a random query.
func (s *store) query() search.Query {
	r := s.rng
	k := &s.kind
	q := search.Query{Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: k.From, Where: k.Where,
		Match:   k.Words,
		Related: []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}},
		Order:   k.Order, Limit: 1 + r.IntN(20), Offset: r.IntN(30)}
	q.Text = pick(s, words...) + pick(s, "", " "+pick(s, words...))
	if r.IntN(3) > 0 {
		q.Sorted = true
		q.Order = pick(s,
			filter.Order{filter.Asc("p.amount").Last(), filter.Asc("p.id")},
			filter.Order{filter.Desc("p.amount").Last(), filter.Asc("p.id")},
			filter.Order{filter.Asc("p.name").Last(), filter.Asc("p.id")},
			filter.Order{filter.Desc("p.name"), filter.Asc("p.id")},
			filter.Order{filter.Desc("p.year").Last(), filter.Asc("p.position")},
			filter.Order{filter.Desc("p.created_at"), filter.Asc("p.id")},
			filter.Order{filter.Desc("p.year"), filter.Asc("p.id")})
	}
	add := func(name string, c filter.Cond, args ...any) {
		if r.IntN(3) == 0 {
			q.Conds = append(q.Conds, search.Cond{Name: name, Cond: &c, Args: args})
		}
	}
	amount := filter.Column{As: "p", Name: "amount", Cast: "numeric"}
	year := filter.Column{As: "p", Name: "year", Cast: "int"}
	mixed := []string{pick(s, s.nodes...), pick(s, s.slugs...)}
	add("brand", filter.Cond{Op: filter.In, Column: filter.Col("p.brand_id")}, []string{pick(s, s.brands...), oid(1000)})
	add("price", filter.Cond{Op: filter.AtLeast, Column: amount}, pick(s, "7.88", "7.881", "0", "-3"))
	add("price", filter.Cond{Op: filter.AtMost, Column: amount}, pick(s, "7.88", "7.879", "999999999"))
	add("year", filter.Cond{Op: filter.Eq, Column: year}, pick(s, "2023", "2024"))
	add("language", filter.Cond{Op: filter.EqOrNull, Column: filter.Col("p.language")}, pick(s, "tr", "en", "TR"))
	add("category", filter.Cond{Op: filter.InTree, Column: filter.Col("p.id"),
		Link: filter.Link{Table: "product_category", Owner: "product_id"}}, mixed, mixed)
	add("attributes:size", filter.Cond{Op: filter.HasPair, Column: filter.Col("p.id"),
		Link: filter.Link{Table: "product_attribute", Owner: "product_id"}},
		"size", []string{pick(s, "red", "Red", "^L\"\\'")})
	add("discard", filter.Cond{Op: filter.NotIn, Column: filter.Col("p.id")}, []string{oid(0), oid(1), "nosuch"})
	if r.IntN(2) == 0 {
		q.Facets = []search.Facet{k.Codes[0].Facet, k.Tree.Facet, k.Pairs.Facet, catalog.AttributeFacet("size"),
			{Name: "price", Value: "p.amount", Range: true}, {Name: "year", Value: "p.year"}}
		if r.IntN(3) == 0 { // filters without a page
			q.Limit, q.Offset = 0, 0
		}
	}
	return q
}

// same compares the engine's answer with that of Postgres.
func (s *store) same(what string, q *search.Query) {
	s.t.Helper()
	err := pgx.BeginTxFunc(s.ctx, s.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		var n int64
		if err := tx.QueryRow(s.ctx, "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = 'acme'").
			Scan(&q.Epoch, &n); err != nil {
			return err
		}
		q.Seq = uint64(n)
		got, err := s.engine.Search(s.ctx, tx, *q)
		if err != nil {
			return err
		}
		want, err := pg.New().Search(s.ctx, tx, *q)
		if err != nil {
			return err
		}
		if !q.Sorted { // each engine ranks in its own way, so only whole lists can be compared
			got.IDs, want.IDs = s.whole(tx, s.engine, *q), s.whole(tx, pg.New(), *q)
			slices.Sort(got.IDs)
			slices.Sort(want.IDs)
		}
		others := cmpopts.IgnoreFields(search.Result{}, "Engine", "Stamp")
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), others); diff != "" {
			s.t.Errorf("%s: %q, sorted %v by %s, %d from %d, with %+v (-postgres +meilisearch):\n%s",
				what, q.Text, q.Sorted, q.Order.SQL(), q.Limit, q.Offset, conds(q), diff)
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func conds(q *search.Query) (all []string) {
	for _, c := range q.Conds {
		all = append(all, fmt.Sprint(c.Cond.SQL(), c.Args))
	}
	return all
}

// whole reads a list page by page.
func (s *store) whole(tx pgx.Tx, e search.Engine, q search.Query) (ids []string) {
	s.t.Helper()
	q.Facets, q.Limit = nil, 7
	for q.Offset = 0; ; q.Offset += q.Limit {
		res, err := e.Search(s.ctx, tx, q)
		if err != nil {
			s.t.Fatal(err)
		}
		if ids = append(ids, res.IDs...); len(res.IDs) < q.Limit {
			return ids
		}
	}
}

// Totals, sorted pages, facets and ranges equal those of Postgres, also while the index lags behind.
func TestFiltersSortsAndFacetsAreThoseOfPostgres(t *testing.T) {
	t.Parallel()
	s := newStore(t, 120)
	for i := range 40 {
		q := s.query()
		s.same(fmt.Sprint("indexed, query ", i), &q)
	}
	for i := range 32 {
		if i%16 == 15 {
			s.index()
		}
		s.edit(i)
		q := s.query()
		s.same(fmt.Sprint("edited, query ", i), &q)
	}
	n := s.engine.Stats()
	t.Logf("%+v", n)
	if own := n.Searches - n.Fallbacks[meili.Unfound] - n.Fallbacks[meili.Inexact]; own*2 < n.Searches {
		t.Errorf("Meilisearch answered only %d of %d searches: %v", own, n.Searches, n.Fallbacks)
	}
	for _, why := range []string{meili.Unreachable, meili.Refused, meili.Slow, meili.Busy, meili.Unindexed} {
		if n.Fallbacks[why] > 0 {
			t.Errorf("%s: %d", why, n.Fallbacks[why])
		}
	}
}

// recorder remembers the last query that Meilisearch passed on.
type recorder struct {
	search.Engine
	last search.Query
}

func (r *recorder) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	r.last = q
	return r.Engine.Search(ctx, db, q)
}

// A text without a match is not corrected again, unless a changed row may match, or the index is empty. It is never
// corrected if the caller does not want it.
func TestATextWithoutAMatchIsCorrectedOnce(t *testing.T) {
	t.Parallel()
	s := newStore(t, 3)
	next := &recorder{Engine: pg.New()}
	e := s.engine.Before(next)
	corrected := false
	passed := func(want bool) {
		t.Helper()
		q := search.Query{Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: s.kind.From,
			Where: s.kind.Where, Match: s.kind.Words, Order: s.kind.Order, Text: "qwertzuiop asdfghjkl", Limit: 5,
			Corrected: corrected,
			Related:   []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}}}
		next.last = search.Query{}
		if res, err := e.Search(s.ctx, s.db.Pool, q); err != nil || res.Total != 0 || res.Engine != "postgres" {
			t.Errorf("%+v, %v", res, err)
		}
		if next.last.Text != q.Text || next.last.Corrected != want {
			t.Errorf("passed on %q, corrected %v; want %v", next.last.Text, next.last.Corrected, want)
		}
	}
	passed(true)
	s.exec("UPDATE product SET name = 'Other' WHERE id = $1", oid(0))
	passed(false)
	s.index()
	passed(true)
	if err := s.engine.Sweep(s.ctx, "product", "acme", 1, 0); err != nil {
		t.Fatal(err)
	}
	passed(false)
	corrected = true
	passed(true)
	s.exec("UPDATE product SET name = 'Another' WHERE id = $1", oid(0))
	passed(true)
}
