package enginetest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/filter"
	"vitrine/internal/schema/schematest"
	"vitrine/search"
)

// limit is the time limit of one case.
const limit = 2 * time.Minute

// FieldsOf reads the fields of documents, for an engine that filters, sorts or counts outside Postgres.
type FieldsOf func(ctx context.Context, db search.DB, tenant string, ids []string) (map[string]*search.Fields, error)

// Exercise runs the suite. It calls newEngine once. All cases share the engine and the database, each with its own
// tenants. fields, if given, fills the Fields of the documents to index.
func Exercise(t *testing.T, newEngine func(t testing.TB) search.Engine, fields ...FieldsOf) {
	t.Helper()
	db := schematest.Open(t)
	e := newEngine(t)
	for name, test := range map[string]func(*testing.T, *catalogue){
		"tenants are kept apart":                         tenantsAreKeptApart,
		"drafts are never found":                         draftsAreNeverFound,
		"the last word is a beginning":                   lastWordIsABeginning,
		"typos are forgiven":                             typosAreForgiven,
		"corrections name nothing hidden":                correctionsNameNothingHidden,
		"letters fold as readers type":                   lettersFold,
		"words may lie in the name and the brand":        wordsMayLieInNameAndBrand,
		"names come before prose":                        namesComeBeforeProse,
		"names can be searched alone":                    namesAreSearchedAlone,
		"prose is found, its markup is not":              proseIsFound,
		"an empty text is a plain list":                  emptyTextIsAPlainList,
		"a hostile text finds nothing and breaks none":   hostileTexts,
		"any text is harmless":                           anyTextIsHarmless,
		"a long text is cut":                             longTexts,
		"filters narrow the total":                       filtersNarrowTheTotal,
		"a filter does not bring typos in":               filtersDoNotBringTyposIn,
		"facets are disjunctive":                         facetsAreDisjunctive,
		"facets have a limit":                            facetsHaveALimit,
		"a value counts a row once":                      valuesCountRowsOnce,
		"a sort has its ties decided":                    sortsHaveTheirTiesDecided,
		"pages have neither doubles nor holes":           pagesHaveNeitherDoublesNorHoles,
		"a thousand and more are counted or said so":     thousandAndMore,
		"nothing is asked, nothing is answered":          nothingAsked,
		"time decides what is live":                      timeDecides,
		"unpublished after indexing":                     unpublishedAfterIndexing,
		"renamed after indexing":                         renamedAfterIndexing,
		"published after indexing":                       publishedAfterIndexing,
		"deleted after indexing":                         deletedAfterIndexing,
		"its brand renamed after indexing":               brandRenamedAfterIndexing,
		"a snapshot does not see what came later":        snapshotsStay,
		"a stamp is never ahead of the snapshot":         stampsAreNeverAhead,
		"a program's mistakes are errors":                mistakesAreErrors,
		"an index that never was, or of another epoch":   otherEpoch,
		"synonyms of the tenant are found":               synonymsAreFound,
		"stop words of the tenant need not occur":        stopWordsNeedNotOccur,
		"pinned rows come first":                         pinnedRowsComeFirst,
		"hostile settings break nothing":                 hostileSettings,
		"rows are explained":                             rowsAreExplained,
		"many changes after indexing, or forgotten ones": manyChanges,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			t.Cleanup(cancel)
			test(t, newShop(ctx, t, db, e, fields))
		})
	}
}

// catalogue is one tenant with products, and an engine whose index the test updates.
type catalogue struct {
	t      *testing.T
	ctx    context.Context
	db     *schematest.DB
	engine search.Engine
	fields []FieldsOf
	tenant string
	brands map[string]string // ids by name
}

func newShop(ctx context.Context, t *testing.T, db *schematest.DB, e search.Engine, fields []FieldsOf) *catalogue {
	t.Helper()
	s := &catalogue{t: t, ctx: ctx, db: db, engine: e, fields: fields, brands: map[string]string{}}
	if err := db.Pool.QueryRow(ctx, "SELECT 'shop-' || object_id()").Scan(&s.tenant); err != nil {
		t.Fatal(err)
	}
	s.exec("INSERT INTO tenant (id, name) VALUES ($1, 'A shop')", s.tenant)
	return s
}

// neighbour returns another tenant of the same database and engine.
func (s *catalogue) neighbour() *catalogue {
	s.t.Helper()
	return newShop(s.ctx, s.t, s.db, s.engine, s.fields)
}

// product is a row of the test. Empty fields get defaults. The slug identifies the product in the test.
type product struct {
	slug, name, brand, status, description, sku string
	amount                                      float64 // 0: no price
	position                                    int
}

// add inserts products and indexes them.
func (s *catalogue) add(products ...product) {
	s.t.Helper()
	for _, p := range products {
		s.insert(p)
	}
	s.index()
}

// insert inserts a product without indexing it.
func (s *catalogue) insert(p product) {
	s.t.Helper()
	if p.status == "" {
		p.status = "PUBLISHED"
	}
	var brand, amount any
	if p.brand != "" {
		brand = s.brand(p.brand)
	}
	if p.amount != 0 {
		amount = p.amount
	}
	s.exec(`
INSERT INTO product (tenant_id, slug, name, brand_id, status, description, sku, amount, position)
VALUES ($1, $2, $3, $4, $5, nullif($6, ''), nullif($7, ''), $8, $9)`,
		s.tenant, p.slug, p.name, brand, p.status, p.description, p.sku, amount, p.position)
}

func (s *catalogue) brand(name string) (id string) {
	s.t.Helper()
	if id, ok := s.brands[name]; ok {
		return id
	}
	err := s.db.Pool.QueryRow(s.ctx,
		"INSERT INTO brand (tenant_id, slug, name) VALUES ($1, 'brand-' || object_id(), $2) RETURNING id",
		s.tenant, name).Scan(&id)
	if err != nil {
		s.t.Fatalf("brand %q: %v", name, err)
	}
	s.brands[name] = id
	return id
}

func (s *catalogue) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.db.Pool.Exec(s.ctx, sql, args...); err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
}

// index updates the engine's index as an ingest worker does: it adds visible rows, removes others and then moves the
// cursor.
func (s *catalogue) index() {
	s.t.Helper()
	var docs []search.Doc
	var gone []search.Ref
	var epoch string
	var n int64
	err := pgx.BeginTxFunc(s.ctx, s.db.Pool, snapshot, func(tx pgx.Tx) error {
		if err := tx.QueryRow(s.ctx, "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = $1", s.tenant).
			Scan(&epoch, &n); err != nil {
			return err
		}
		rows, err := tx.Query(s.ctx, `
SELECT id, status NOT IN ('DRAFT', 'ARCHIVED'),
  ARRAY[name, coalesce(title, ''), coalesce(sku, ''), coalesce(description, ''),
    coalesce((SELECT b.name FROM brand b WHERE b.tenant_id = $1 AND b.id = brand_id AND b.status <> 'DRAFT'), '')]
FROM product WHERE tenant_id = $1
UNION ALL
SELECT DISTINCT r.id, false, '{}'::text[]
FROM change_row r
WHERE r.tenant_id = $1 AND r.kind = 'product' AND r.id <> ''
  AND NOT EXISTS (SELECT FROM product p WHERE p.id = r.id)`, s.tenant)
		if err != nil {
			return err
		}
		doc, live := search.Doc{Tenant: s.tenant, Seq: uint64(n)}, false
		_, err = pgx.ForEachRow(rows, []any{&doc.ID, &live, &doc.Text}, func() error {
			if live {
				docs = append(docs, doc)
			} else {
				gone = append(gone, search.Ref{Tenant: s.tenant, ID: doc.ID})
			}
			doc.Text = nil
			return nil
		})
		if err == nil {
			err = s.readFields(tx, docs)
		}
		return err
	})
	if err != nil {
		s.t.Fatalf("read the rows to index: %v", err)
	}
	if err := s.engine.Index(s.ctx, "product", docs, gone); err != nil {
		s.t.Fatalf("index: %v", err)
	}
	s.exec(`
INSERT INTO search_cursor (engine, tenant_id, epoch, n) VALUES ($1, $2, $3::text::uuid, $4)
ON CONFLICT (engine, tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`,
		s.engine.Name(), s.tenant, epoch, n)
}

func (s *catalogue) readFields(tx pgx.Tx, docs []search.Doc) error {
	for _, read := range s.fields {
		ids := make([]string, len(docs))
		for i := range docs {
			ids[i] = docs[i].ID
		}
		all, err := read(s.ctx, tx, s.tenant, ids)
		if err != nil {
			return err
		}
		for i := range docs {
			docs[i].Fields = all[docs[i].ID]
		}
	}
	return nil
}

var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// query returns a query for the first page of the tenant's products that text finds.
func (s *catalogue) query(text string) search.Query {
	return search.Query{
		Tenant: s.tenant, Now: time.Now(),
		Kind: "product", ID: "p.id",
		From: "product p LEFT JOIN brand b ON b.tenant_id = $1 AND b.id = p.brand_id AND b.status <> 'DRAFT'",
		Where: "p.tenant_id = $1 AND p.status IN ('PUBLISHED', 'OUT_OF_STOCK')" +
			" AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2)",
		Text: text, Match: []string{"p.search", "b.search"},
		Related: []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}},
		Order:   filter.Order{filter.Asc("p.position")}, Limit: 20,
	}
}

// search answers q in a snapshot of its own.
func (s *catalogue) search(q search.Query) search.Result {
	s.t.Helper()
	var res search.Result
	err := pgx.BeginTxFunc(s.ctx, s.db.Pool, snapshot, func(tx pgx.Tx) (err error) {
		res, err = s.engine.Search(s.ctx, tx, q)
		return err
	})
	if err != nil {
		s.t.Fatalf("search %q: %v", q.Text, err)
	}
	return res
}

// slugs returns the slugs of ids.
func (s *catalogue) slugs(ids []string) []string {
	s.t.Helper()
	rows, err := s.db.Pool.Query(s.ctx,
		"SELECT slug FROM unnest($1::text[]) WITH ORDINALITY AS w (id, n) JOIN product USING (id) ORDER BY n", ids)
	if err != nil {
		s.t.Fatal(err)
	}
	slugs, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.t.Fatal(err)
	}
	if len(slugs) != len(ids) {
		s.t.Fatalf("%d ids have %d products", len(ids), len(slugs))
	}
	return slugs
}

// finds checks the matches of a text, in order. want are slugs, separated by spaces. An engine may add rows that lack
// some of the words, if it says so.
func (s *catalogue) finds(text, want string) {
	s.t.Helper()
	q := s.query(text)
	res := s.search(q)
	got := s.slugs(res.IDs)
	if len(res.Relaxed) > 0 && res.Total == len(got) {
		got = got[:min(len(got), len(strings.Fields(want)))]
		res.Total = len(got)
	}
	if diff := cmp.Diff(strings.Fields(want), got, cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("%q finds (-want +got):\n%s", text, diff)
	}
	if res.Total != len(got) {
		s.t.Errorf("%q: a total of %d for %d", text, res.Total, len(got))
	}
}

// findsAll checks the matches of a text, in any order.
func (s *catalogue) findsAll(text, want string) {
	s.t.Helper()
	res := s.search(s.query(text))
	got, all := s.slugs(res.IDs), strings.Fields(want)
	slices.Sort(got)
	slices.Sort(all)
	if diff := cmp.Diff(all, got, cmpopts.EquateEmpty()); diff != "" || res.Total != len(got) {
		s.t.Errorf("%q finds %d (-want +got):\n%s", text, res.Total, diff)
	}
}

// holds checks that text finds all slugs, possibly among others, and none of those with a ! in front.
func (s *catalogue) holds(text string, slugs ...string) {
	s.t.Helper()
	found := map[string]bool{}
	for _, slug := range s.slugs(s.search(s.query(text)).IDs) {
		found[slug] = true
	}
	for _, slug := range slugs {
		slug, not := strings.CutPrefix(slug, "!")
		if found[slug] == not {
			s.t.Errorf("%q finds %v, which is wrong for %s", text, found, slug)
		}
	}
}

// many inserts and indexes n products. format turns a number into a name. Slugs are many-1, many-2 and so on; five
// products share a position.
func (s *catalogue) many(n int, format string) {
	s.t.Helper()
	s.exec(`
INSERT INTO product (tenant_id, slug, name, status, amount, position)
SELECT $1, 'many-' || i, format($2, i), 'PUBLISHED', (i * 7 % 50) + 1, i / 5
FROM generate_series(1, $3::int) i`, s.tenant, format, n)
	s.index()
}

// A pool is a DB, for queries that need no snapshot.
var _ search.DB = (*pgxpool.Pool)(nil)

func brandCond(ids ...string) search.Cond {
	return search.Cond{Name: "brand", Cond: &filter.Cond{Op: filter.In, Column: filter.Col("p.brand_id")},
		Args: []any{ids}}
}

func priceCond(op filter.Op, amount string) search.Cond {
	amounts := filter.Column{As: "p", Name: "amount", Cast: "numeric"}
	return search.Cond{Name: "price", Cond: &filter.Cond{Op: op, Column: amounts}, Args: []any{amount}}
}
