package meili_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/meili"
	"vitrine/search/memory"
	"vitrine/search/pg"
)

// A heldStore is a store with the products in memory besides.
type heldStore struct {
	*store
	memory *memory.Engine
	both   *meili.Engine
}

func newHeldStore(t *testing.T, n int) *heldStore {
	t.Helper()
	s := &heldStore{store: newStore(t, n)}
	cfg := memory.DefaultConfig()
	kind := s.kind.Kind
	kind.Order, kind.Texts = s.kind.Order, memory.Texts{Title: "p.name", Prose: "p.description"}
	cfg.Kinds, cfg.Next, cfg.Pool, cfg.Log = []memory.Kind{kind}, pg.New(), s.db.Pool, slog.New(slog.DiscardHandler)
	var err error
	if s.memory, err = memory.New(cfg); err != nil {
		t.Fatal(err)
	}
	s.both = s.engine.Before(s.memory)
	if err := s.memory.Build(s.ctx, "acme", "product"); err != nil {
		t.Fatal(err)
	}
	return s
}

// plain is a search for a text.
func (s *heldStore) plain(text string) search.Query {
	return search.Query{Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: s.kind.From,
		Where: s.kind.Where, Match: s.kind.Words, Order: s.kind.Order, Text: text, Limit: 20,
		Related: []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}}}
}

// read calls f in a snapshot with the query as of it.
func (s *heldStore) read(q *search.Query, f func(tx pgx.Tx)) {
	s.t.Helper()
	if err := pgx.BeginTxFunc(s.ctx, s.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		var n int64
		err := tx.QueryRow(s.ctx, "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = 'acme'").Scan(&q.Epoch, &n)
		if q.Seq = uint64(n); err == nil {
			f(tx)
		}
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
}

// follow brings the table in memory up to date, or builds it again.
func (s *heldStore) follow() {
	s.t.Helper()
	q := s.plain("")
	s.read(&q, func(tx pgx.Tx) {
		res, err := s.memory.Search(s.ctx, tx, q)
		if err == nil && res.Engine != "memory" {
			err = s.memory.Build(s.ctx, "acme", "product")
		}
		if err != nil {
			s.t.Fatal(err)
		}
	})
}

// known waits until the engine has read the present cursor.
func (s *heldStore) known() {
	s.t.Helper()
	q := s.plain("lantern")
	s.read(&q, func(pgx.Tx) {})
	testkit.Until(s.t, "the cursor is read", func() bool { return s.both.KnowsCursor("acme", q.Epoch) })
}

// held searches without Postgres.
func (s *heldStore) held(q search.Query) (search.Result, error) {
	q.CanRetry = true
	return s.both.Search(s.ctx, search.Held{}, q)
}

// Without Postgres, totals, sorted pages, facets and ranges are those of a snapshot, also while the index lags behind.
func TestSearchesWithoutPostgresAreThoseOfASnapshot(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 120)
	compared, refused, passed := 0, 0, 0
	for round := range 64 {
		if round%16 == 15 {
			s.index()
			s.reread() // pages of one list are of one cursor
		}
		if round >= 16 {
			s.edit(round)
			s.follow()
		}
		s.known()
		for n := range 3 {
			q := s.query()
			what := fmt.Sprint("round ", round, ", query ", n)
			s.read(&q, func(tx pgx.Tx) {
				q.Now = time.Now().Truncate(time.Microsecond)
				got, err := s.held(q)
				switch {
				case errors.Is(err, search.ErrNotHeld):
					refused++
					return
				case err != nil:
					t.Fatalf("%s: %v", what, err)
				case got.Engine != "meilisearch": // search/memory has a test of its own
					passed++
					return
				}
				compared++
				want, err := pg.New().Search(s.ctx, tx, q)
				if err != nil {
					t.Fatal(err)
				}
				if !q.Sorted { // each engine ranks in its own way
					got.IDs, want.IDs = s.pages(q), s.whole(tx, pg.New(), q)
					slices.Sort(got.IDs)
					slices.Sort(want.IDs)
				}
				others := cmpopts.IgnoreFields(search.Result{}, "Engine", "Stamp", "Until")
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), others); diff != "" {
					t.Errorf("%s: %q, sorted %v by %s, %d from %d, with %+v (-postgres +meilisearch):\n%s",
						what, q.Text, q.Sorted, q.Order.SQL(), q.Limit, q.Offset, conds(&q), diff)
				}
				if got.Stamp != nil && *got.Stamp > q.Seq {
					t.Errorf("%s: stamp %d of change %d", what, *got.Stamp, q.Seq)
				}
				if until := s.next(tx, q.Now); !until.Equal(got.Until) {
					t.Errorf("%s: holds until %v, but a row changes at %v", what, got.Until, until)
				}
			})
		}
	}
	t.Logf("%d compared, %d refused, %d passed on, %v", compared, refused, passed, s.both.Stats())
	if compared < 50 {
		t.Errorf("%d answers compared, %d refused, %d passed on", compared, refused, passed)
	}
}

// pages reads a list page by page, without Postgres.
func (s *heldStore) pages(q search.Query) (ids []string) {
	s.t.Helper()
	q.Facets, q.Limit = nil, 7
	for q.Offset = 0; ; q.Offset += q.Limit {
		res, err := s.held(q)
		if err != nil {
			s.t.Fatal(err)
		}
		if ids = append(ids, res.IDs...); len(res.IDs) < q.Limit {
			return ids
		}
	}
}

// next reads the next time at which a product appears or disappears.
func (s *heldStore) next(tx pgx.Tx, now time.Time) (at time.Time) {
	var next *time.Time
	if err := tx.QueryRow(s.ctx, "SELECT min(at) FROM product p, LATERAL (VALUES (publish_at), (unpublish_at)) v (at) "+
		"WHERE tenant_id = 'acme' AND "+s.kind.Shown+" AND at > $1", now).Scan(&next); err != nil {
		s.t.Fatal(err)
	}
	if next != nil {
		at = *next
	}
	return at
}

// finds checks what a search without Postgres finds; "" for a search that needs a snapshot.
func (s *heldStore) finds(text, want string) (res search.Result) {
	s.t.Helper()
	q := s.plain(text)
	s.read(&q, func(tx pgx.Tx) {
		var err error
		got := "needs a snapshot"
		if res, err = s.held(q); err == nil {
			slugs := []string{res.Engine + ":"}
			for _, id := range res.IDs {
				var slug string
				if err := tx.QueryRow(s.ctx, "SELECT slug FROM product WHERE id = $1", id).Scan(&slug); err != nil {
					s.t.Fatal(err)
				}
				slugs = append(slugs, slug)
			}
			got = strings.Join(slugs, " ")
		} else if !errors.Is(err, search.ErrNotHeld) && !errors.Is(err, search.ErrStaleSnapshot) {
			s.t.Fatal(err)
		}
		if got != want {
			s.t.Errorf("%q finds %q, want %q", text, got, want)
		}
	})
	return res
}

// What was unpublished is not found without Postgres, and what was published is, before Meilisearch has indexed it.
// Such an answer has the stamp of the index. A table that is behind, or not held, answers nothing.
func TestSearchesWithoutPostgresShowWhatChanged(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 0)
	position := 0
	product := func(slug, name, status string) {
		position++
		s.exec("INSERT INTO product (tenant_id, slug, name, status, position) VALUES ('acme', $1, $2, $3, $4)", slug, name,
			status, position)
	}
	product("stays", "Velvet curtain", "PUBLISHED")
	product("goes", "Velvet cushion", "PUBLISHED")
	product("draft", "Velvet chair", "DRAFT")
	const snapshot = "needs a snapshot"
	s.index()
	s.finds("velvet", snapshot) // the cursor is not known
	s.known()
	s.finds("velvet", snapshot) // the table is behind
	s.follow()
	s.reread()
	if res := s.finds("velvet curtain", "meilisearch: stays"); res.Stamp != nil {
		t.Errorf("the answer of a complete index has the stamp %d", *res.Stamp)
	}
	indexed := s.seq()
	s.exec("UPDATE product SET status = 'DRAFT' WHERE slug = 'goes'")
	s.exec("UPDATE product SET status = 'PUBLISHED' WHERE slug = 'draft'")
	product("fresh", "Velvet", "PUBLISHED")
	s.finds("velvet", snapshot)
	s.follow()
	s.reread()
	if res := s.finds("velvet", "meilisearch: fresh stays draft"); res.Stamp == nil || *res.Stamp != indexed {
		t.Errorf("stamp %v of an index of change %d", res.Stamp, indexed)
	}
	s.finds("chair", "memory: draft") // Meilisearch finds nothing, and is not asked for corrections
	s.finds("cushion", "memory:")
	s.index() // the index is ahead of the cursor that is known
	s.reread()
	s.finds("velvet", "meilisearch: fresh stays draft")

	// The index is ahead of the table: it shows what the table does not.
	was := s.plain("velvet")
	s.read(&was, func(pgx.Tx) {})
	product("later", "Velvet carpet", "PUBLISHED")
	s.exec("DELETE FROM product WHERE slug = 'stays'")
	s.indexOnly()
	if res, err := s.held(was); err != nil || res.Engine != "memory" || res.Total != 3 {
		t.Errorf("an index that is ahead of the table answers %+v, %v", res, err)
	}
	s.follow()
	s.reread()
	if res, err := s.held(was); !errors.Is(err, search.ErrStaleSnapshot) {
		t.Errorf("a table that is ahead of the query answers %+v, %v", res, err)
	}
	// A document that is lost is noticed, and memory answers.
	s.index()
	s.follow()
	s.reread()
	time.Sleep(meili.TrustFor + 10*time.Millisecond) // until the documents are counted again
	s.finds("velvet", "meilisearch: fresh draft later")
	if err := s.engine.Index(s.ctx, "product", nil, []search.Ref{{Tenant: "acme", ID: s.id("later")}}); err != nil {
		t.Fatal(err)
	}
	s.finds("velvet", "memory: fresh draft later")

	// Without a table, and without a cursor.
	without := *s
	without.both = s.engine.Before(pg.New())
	without.finds("velvet", snapshot)
	s.exec("DELETE FROM search_cursor")
	s.reread()
	s.finds("velvet", snapshot)
}

// seq is the present change number.
func (s *heldStore) seq() uint64 {
	q := s.plain("")
	s.read(&q, func(pgx.Tx) {})
	return q.Seq
}

func (s *heldStore) id(slug string) (id string) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(s.ctx, "SELECT id FROM product WHERE slug = $1", slug).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	return id
}

// indexOnly indexes all rows, but the cursor stays.
func (s *heldStore) indexOnly() {
	s.t.Helper()
	s.exec("CREATE TABLE cursors AS TABLE search_cursor")
	s.index()
	s.exec("UPDATE search_cursor c SET n = o.n FROM cursors o WHERE o.tenant_id = c.tenant_id AND o.engine = c.engine")
	s.exec("DROP TABLE cursors")
}

// reread has the engine read the cursors now.
func (s *heldStore) reread() {
	s.t.Helper()
	if err := s.both.ReadCursors(s.ctx); err != nil {
		s.t.Fatal(err)
	}
}

// A table remembers which rows changed, as long as they are not many, and not those of other tables.
func TestSearchesWithoutPostgresNeedTheChanges(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 30)
	s.known()
	engine := func() string {
		t.Helper()
		q := s.plain("lantern")
		s.read(&q, func(pgx.Tx) {})
		res, err := s.held(q)
		if errors.Is(err, search.ErrNotHeld) {
			return "none"
		}
		if err != nil {
			t.Fatal(err)
		}
		return res.Engine
	}
	after := func(sql, want string) {
		t.Helper()
		s.exec(sql)
		s.follow()
		s.reread()
		if got := engine(); got != want {
			t.Errorf("after %s: %s answers, want %s", sql, got, want)
		}
		s.index()
		s.reread()
		if got := engine(); got != "meilisearch" {
			t.Errorf("after %s, indexed: %s answers", sql, got)
		}
	}
	after("UPDATE product SET stock = 7 WHERE tenant_id = 'acme'", "meilisearch")
	after("UPDATE product SET amount = 7 WHERE tenant_id = 'acme'", "meilisearch")
	after("UPDATE brand SET name = name || 'x' WHERE id = '"+oid(1000)+"'", "none")
	after("UPDATE category SET slug = slug || 'x' WHERE id = '"+oid(2000)+"'", "none")
	after("UPDATE category SET name = name || 'x' WHERE id = '"+oid(2000)+"'", "none")
	after("INSERT INTO product (tenant_id, slug, name, status) SELECT 'acme', 'n' || n, 'Nut ' || n, 'PUBLISHED' "+
		"FROM generate_series(1, 501) n", "none")
}

// A product is found by the path of its categories and by its attributes, and no longer by those that it had. So it is
// before Meilisearch has indexed them and afterwards, with Postgres and without.
func TestProductsAreFoundByWhatDescribesThem(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 0)
	category := func(id int, name, status string, parent any) {
		s.exec("INSERT INTO category (tenant_id, id, slug, name, status, parent_id) VALUES ('acme', $1, $2, $3, $4, $5)",
			oid(id), fmt.Sprint("c-", id), name, status, parent)
	}
	category(3000, "Lighting", "PUBLISHED", nil)
	category(3001, "Table & desk", "PUBLISHED", oid(3000))
	category(3002, "Garden", "PUBLISHED", nil)
	category(3003, "Secret", "DRAFT", oid(3000))
	for i, name := range []string{"Arc", "Bow"} {
		s.exec("INSERT INTO product (tenant_id, slug, name, status, position) VALUES ('acme', $1, $2, 'PUBLISHED', $3)",
			strings.ToLower(name), name+" lamp", i)
	}
	s.exec("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', id, unnest($1::text[]) "+
		"FROM product WHERE slug = 'arc'", []string{oid(3001), oid(3003)})
	s.exec("INSERT INTO product_attribute (tenant_id, product_id, name, value, type) " +
		"SELECT 'acme', id, 'Finish', 'Brushed brass', 'TEXT' FROM product WHERE slug = 'bow'")
	s.index()
	// found checks what Meilisearch finds, with Postgres and without, as the slugs of products or as the engine that
	// answers instead: "lighting: arc".
	found := func(all ...string) {
		t.Helper()
		s.follow()
		s.known()
		s.reread()
		for _, one := range all {
			text, want, _ := strings.Cut(one, ":")
			q := s.plain(text)
			s.read(&q, func(tx pgx.Tx) {
				slugs := func(res search.Result) (all string) {
					if res.Engine != "meilisearch" {
						return " " + res.Engine
					}
					if err := tx.QueryRow(s.ctx, "SELECT coalesce(string_agg(slug, ' ' ORDER BY slug), '') FROM product "+
						"WHERE id = ANY($1)", res.IDs).Scan(&all); err != nil {
						t.Fatal(err)
					}
					return " " + all
				}
				res, err := s.engine.Before(pg.New()).Search(s.ctx, tx, q)
				if err != nil {
					t.Fatal(err)
				}
				if got := slugs(res); got != strings.ReplaceAll(want, "memory", "postgres") {
					t.Errorf("with Postgres, %q finds%s, want%s", text, got, want)
				}
				if res, err = s.held(q); errors.Is(err, search.ErrNotHeld) && strings.HasSuffix(want, "memory") {
					return
				} else if err != nil {
					t.Fatal(err)
				}
				if got := slugs(res); got != want {
					t.Errorf("without Postgres, %q finds%s, want%s", text, got, want)
				}
			})
		}
	}
	found("lighting: arc", "desk lamp: arc", "lamp light: arc", "brass: bow", "lamp brush: bow", "finish: bow",
		"garden: memory", "secret: memory")

	// Links and pairs change. Meilisearch has the old ones still.
	s.exec("UPDATE product_category SET category_id = $1 WHERE category_id = $2", oid(3002), oid(3001))
	s.exec("UPDATE product_attribute SET value = 'Pewter'")
	s.exec("INSERT INTO product (tenant_id, slug, name, status, position) VALUES ('acme', 'third', 'Garden brass Pewter " +
		"lighting', 'PUBLISHED', 9)")
	s.index()
	s.follow()
	s.exec("UPDATE product_category SET category_id = $1 WHERE category_id = $2", oid(3001), oid(3002))
	s.exec("UPDATE product_attribute SET value = 'Brass'")
	found("garden: third", "pewter: third", "lighting: arc third", "brass: bow third", "lamp light: memory")
	s.index()
	found("garden: third", "pewter: third", "lighting: arc third", "brass: bow third", "lamp light: arc")

	// A renamed category may be that of any product. Until they are indexed, the next engine answers.
	s.exec("UPDATE category SET name = 'Luminaires' WHERE id = $1", oid(3000))
	found("lighting: memory", "luminaires: memory", "lamp: memory")
	s.index()
	found("lighting: third", "luminaires: arc")
	s.exec("UPDATE category SET description = 'Of all kinds' WHERE id = $1", oid(3000))
	s.index()
	s.exec("UPDATE category SET status = 'DRAFT' WHERE id = $1", oid(3000))
	found("luminaires: memory")
	s.index()
	found("luminaires: memory", "desk: arc") // nothing above a draft counts
}

// The texts that are tried in place of one that finds nothing are counted in memory, if that is current.
func TestSuggestionsAreCountedInMemory(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 30)
	q := s.plain("lantern")
	q.Suggests = true
	s.read(&q, func(pgx.Tx) {})
	if res, err := s.both.Search(s.ctx, s.db.Pool, q); err != nil || res.Engine != "memory" || res.Total == 0 {
		t.Errorf("%q counts %d: %v", res.Engine, res.Total, err)
	}
	s.exec("UPDATE product SET stock = 1 WHERE id = (SELECT id FROM product WHERE tenant_id = 'acme' LIMIT 1)")
	s.index()
	s.read(&q, func(pgx.Tx) {})
	if res, err := s.both.Search(s.ctx, s.db.Pool, q); err != nil || res.Engine != "meilisearch" || res.Total == 0 {
		t.Errorf("of a table that is behind, %q counts %d: %v", res.Engine, res.Total, err)
	}
}

// Without Postgres either, a text that the caller wants as it is typed is not corrected, also while the index lags.
func TestSearchesWithoutPostgresLeaveATextAsTyped(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 3)
	s.known()
	s.exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('acme', 'cupboard', 'Cupboard', 'PUBLISHED')")
	s.follow()
	s.reread()
	for _, asTyped := range []bool{false, true} {
		q := s.plain("cupbord")
		q.Corrected = asTyped
		s.read(&q, func(pgx.Tx) {})
		if res, err := s.held(q); err != nil || (res.Total == 0) != asTyped {
			t.Errorf("as typed %v: %+v, %v", asTyped, res, err)
		}
	}
}

// A row whose text has changed is found without Postgres as with it: also one that memory finds by rules of its own.
func TestSearchesWithoutPostgresFindChangedTextsAlike(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 0)
	product := func(slug, name, description string) {
		s.exec("INSERT INTO product (tenant_id, slug, name, description, status) VALUES ('acme', $1, $2, $3, 'PUBLISHED')",
			slug, name, description)
	}
	product("old", "The crimson velvet curtain shirts", "")
	product("else", "Velvet headings", "")
	s.index()
	s.follow()
	s.known()
	product("attribute", "Velvet cushion", "")
	s.exec("INSERT INTO product_attribute (tenant_id, product_id, name, value, type) " +
		"SELECT 'acme', id, 'Colour', 'Crimson of the sun', 'TEXT' FROM product WHERE slug = 'attribute'")
	product("single", "Velvet shirt", "curtain")
	s.exec("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', id, $1 FROM product "+
		"WHERE slug = 'single'", oid(2003))
	s.follow()
	s.reread()
	held := 0
	for _, text := range []string{"velvet", "velvet s", "velvet cush", "crimson", "shirts", "shirts velvet", "the velvet",
		"curtain", "velvet cu", "crimson vel", "heading", "velvet head", "shirts heading 3", "velvet heading 0",
		"the", "th", "velvet the", "velvet o", "velvet ½"} {
		q := s.plain(text)
		s.read(&q, func(tx pgx.Tx) {
			got, err := s.held(q)
			if errors.Is(err, search.ErrNotHeld) {
				return
			}
			want, wrong := s.engine.Before(pg.New()).Search(s.ctx, tx, q)
			if err != nil || wrong != nil {
				t.Fatal(err, wrong)
			}
			if got.Engine != "meilisearch" || want.Engine != "meilisearch" {
				return
			}
			if held++; got.Total != want.Total {
				t.Errorf("%q: %d found without Postgres, %d with it", text, got.Total, want.Total)
			}
		})
	}
	if held < 5 {
		t.Errorf("%d searches without Postgres", held)
	}
}
