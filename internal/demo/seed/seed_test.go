package seed

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/demo/content"
	"vitrine/internal/schema/schematest"
)

// noon is the moment around which the tests seed.
var noon = time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)

// seeded returns a database with both tenants.
func seeded(t *testing.T, o Options) (*pgxpool.Pool, Report) {
	t.Helper()
	db := schematest.Open(t)
	report, err := Run(t.Context(), db.Pool, o)
	if err != nil {
		t.Fatal(err)
	}
	return db.Pool, report
}

// number queries one number.
func number(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// TestBothTenants seeds once and checks the rows in every respect.
func TestBothTenants(t *testing.T) {
	t.Parallel()
	var steps [][2]int
	pool, report := seeded(t,
		Options{Now: noon, Progress: func(done, total int) { steps = append(steps, [2]int{done, total}) }})
	for name, test := range map[string]func(*testing.T, *pgxpool.Pool){
		"every module is filled":          testModules,
		"the shared product differs":      testSharedProduct,
		"prices are consistent":           testPrices,
		"states are there":                testStates,
		"trees are three deep":            testTrees,
		"attributes are offered":          testAttributes,
		"the dictionary has every letter": testLetters,
		"the report says what there is":   func(t *testing.T, pool *pgxpool.Pool) { testReport(t, pool, report, steps) },
		"every column is used":            func(t *testing.T, pool *pgxpool.Pool) { testColumns(t, pool, report) },
	} {
		t.Run(name, func(t *testing.T) { test(t, pool) })
	}
}

func testReport(t *testing.T, pool *pgxpool.Pool, report Report, steps [][2]int) {

	// All references resolve: each is a foreign key that includes the tenant.
	for kind, want := range report.Rows {
		if got := number(t, pool, "SELECT count(*) FROM "+kind); got != want {
			t.Errorf("%s has %d rows, want the %d that were reported", kind, got, want)
		}
	}
	if report.Written != report.Total() {
		t.Errorf("%d rows written into an empty database, want all %d", report.Written, report.Total())
	}
	for i, s := range steps {
		if s[1] != report.Total() || i > 0 && s[0] < steps[i-1][0] {
			t.Errorf("progress %v after %v, want it to grow to %d", s, steps[max(i-1, 0)], report.Total())
		}
	}
	if last := steps[len(steps)-1]; last[0] != report.Total() {
		t.Errorf("progress ended at %v, want %d", last, report.Total())
	}
}

func testModules(t *testing.T, pool *pgxpool.Pool) {
	least := map[string][2]int{ // in demo, in atelier
		"product": {2000, 200}, "brand": {40, 8}, "merchant": {30, 6}, "place": {20, 4}, "organization": {15, 4},
		"campaign": {20, 6}, "category": {200, 50},
		"page": {20, 8}, "blog_post": {30, 6}, "attribute": {10, 6}, "attribute_option": {100, 20}, "route": {12, 4},
		"route_stop": {40, 4}, "faq_group": {20, 6}, "faq": {40, 6},
		"collection": {16, 4}, "collection_product": {150, 30}, "event": {100, 20}, "event_session": {60, 10},
		"dictionary_term": {120, 20}, "dictionary_term_related": {100, 15},
		"project": {16, 4}, "brand_location": {60, 5}, "product_category": {2000, 200}, "product_attribute": {5000, 300},
		"merchant_category": {30, 6}, "event_category": {100, 20},
		"page_category": {20, 8}, "blog_post_category": {30, 6}, "project_category": {16, 4}, "tenant_host": {1, 1},
	}
	for kind, want := range least {
		for i, tenant := range []string{"demo", "atelier"} {
			if got := number(t, pool, "SELECT count(*) FROM "+kind+" WHERE tenant_id = $1", tenant); got < want[i] {
				t.Errorf("%s has %d rows in %s, want at least %d", kind, got, tenant, want[i])
			}
		}
	}
	// Each module with a language column has rows in Turkish, in English and in no language.
	for _, kind := range []string{"product", "category", "brand", "merchant", "place", "organization", "page", "event",
		"dictionary_term", "faq_group", "blog_post", "campaign", "collection", "route", "project", "faq", "attribute"} {
		got := number(t, pool, "SELECT count(DISTINCT coalesce(language, '-')) FROM "+kind+" WHERE tenant_id = 'demo'")
		if bad := number(t, pool, "SELECT count(*) FROM "+kind+" WHERE language NOT IN ('tr', 'en')"); got != 3 || bad > 0 {
			t.Errorf("%s has %d languages, want tr, en and none; %d rows are in another", kind, got, bad)
		}
	}
}

// No column of a content table is empty in all rows. No nullable column is set in all rows.
func testColumns(t *testing.T, pool *pgxpool.Pool, report Report) {
	always := []string{"sale_type", "techniques", "published_at", "search", "search_words", "search_prose", "popularity",
		"over_at", "year", "letter", "base_letter", "timezone",
		"brief", "description", "content", "title", "cover_image", "banner", "image", "client", "abstract", "capacity_min",
		"capacity_max", "cancelation", "rating_count", "duration_days",
		"distance_km", "difficulty", "city", "country", "address", "phone", "position", "meta_image", "thumbnail", "slug",
		"date", "organization_id"}
	rows, err := pool.Query(t.Context(),
		`SELECT table_name::text, column_name::text, data_type::text, is_nullable = 'YES' FROM information_schema.columns
		WHERE table_schema = 'public' AND is_generated = 'NEVER' ORDER BY 1, ordinal_position`)
	if err != nil {
		t.Fatal(err)
	}
	type column struct {
		table, name, kind string
		nullable          bool
	}
	var columns []column
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.table, &c.name, &c.kind, &c.nullable); err != nil {
			t.Fatal(err)
		}
		if report.Rows[c.table] > 0 && c.table != "tenant" {
			columns = append(columns, c)
		}
	}
	if err := rows.Err(); err != nil || len(columns) < 200 {
		t.Fatalf("%d columns to look at: %v", len(columns), err)
	}
	for _, c := range columns {
		used := c.name + " IS NOT NULL"
		switch c.kind {
		case "jsonb":
			used = c.name + " NOT IN ('[]', '{}')"
		case "ARRAY":
			used = c.name + " <> '{}'"
		case "integer":
			used = c.name + " <> 0"
		}
		if number(t, pool, "SELECT count(*) FROM "+c.table+" WHERE "+used) == 0 {
			if c.name == "position" { // the only link of a row has no order
				continue
			}
			t.Errorf("%s.%s is empty in every row", c.table, c.name)
		}
		if c.nullable && !slices.Contains(always, c.name) &&
			number(t, pool, "SELECT count(*) FROM "+c.table+" WHERE "+c.name+" IS NULL") == 0 {
			t.Errorf("%s.%s may be empty, and never is", c.table, c.name)
		}
	}
}

func TestASecondRunChangesNothing(t *testing.T) {
	t.Parallel()
	pool, first := seeded(t, Options{Now: noon, Products: 400})
	before := snapshot(t, pool, first)
	numbers := sequences(t, pool)
	for name, o := range map[string]Options{
		"again":             {Now: noon, Products: 400},
		"a year later":      {Now: noon.AddDate(1, 0, 0), Products: 400},
		"one tenant, reset": {Tenant: "demo", Now: noon, Products: 400, Reset: true},
	} {
		again, err := Run(t.Context(), pool, o)
		if err != nil || again.Written != 0 {
			t.Errorf("%s: %d rows written, %v; want none", name, again.Written, err)
		}
		if diff := cmp.Diff(before, snapshot(t, pool, first)); diff != "" {
			t.Errorf("%s: rows were touched (-before +after):\n%s", name, diff)
		}
		if diff := cmp.Diff(numbers, sequences(t, pool)); diff != "" {
			t.Errorf("%s: a tenant's number moved: %s", name, diff)
		}
	}
}

// snapshot returns, for each kind, its rows and the transactions that wrote them.
func snapshot(t *testing.T, pool *pgxpool.Pool, of Report) map[string]string {
	t.Helper()
	got := map[string]string{}
	for kind := range of.Rows {
		var s string
		if err := pool.QueryRow(t.Context(), "SELECT md5(string_agg(x::text || x.xmin::text, '' ORDER BY x.id)) FROM "+kind+
			" x").Scan(&s); err != nil {
			t.Fatal(err)
		}
		got[kind] = s
	}
	return got
}

// sequences returns the change numbers of the tenants.
func sequences(t *testing.T, pool *pgxpool.Pool) map[string]int {
	t.Helper()
	got := map[string]int{}
	for _, tenant := range []string{"demo", "atelier"} {
		got[tenant] = number(t, pool, "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant)
	}
	return got
}

func TestEditsStayUntilReset(t *testing.T) {
	t.Parallel()
	pool, _ := seeded(t, Options{Tenant: "atelier", Now: noon})
	edit := func(sql string) {
		t.Helper()
		if tag, err := pool.Exec(t.Context(), sql); err != nil || tag.RowsAffected() == 0 {
			t.Fatalf("%s: %v, %v", sql, tag, err)
		}
	}
	edit("UPDATE product SET name = 'Edited' WHERE slug = 'mavi-keten-gomlek'")
	edit("DELETE FROM campaign WHERE position = 0")
	edit("INSERT INTO brand (tenant_id, slug, name) VALUES ('atelier', 'ours', 'Ours')")
	edited := func() int { return number(t, pool, "SELECT count(*) FROM product WHERE name = 'Edited'") }

	report, err := Run(t.Context(), pool, Options{Tenant: "atelier", Now: noon})
	if err != nil || report.Written != 1 || edited() != 1 {
		t.Errorf("plain run: %d rows written, %d edited left, %v; want the deleted campaign back and the edit kept",
			report.Written, edited(), err)
	}
	report, err = Run(t.Context(), pool, Options{Tenant: "atelier", Now: noon, Reset: true})
	if err != nil || report.Written != 1 || edited() != 0 {
		t.Errorf("reset: %d rows written, %d edited left, %v; want the product back", report.Written, edited(), err)
	}
	if number(t, pool, "SELECT count(*) FROM brand WHERE slug = 'ours'") != 1 {
		t.Error("reset took away a row that is not the seed's")
	}
}

func TestTheSameOptionsGiveTheSameRows(t *testing.T) {
	t.Parallel()
	hash := func(now time.Time) uint64 {
		builders, err := plan(Options{Now: now, Products: 400})
		if err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		for _, w := range builders {
			for _, table := range w.tables {
				fmt.Fprintln(h, table.name, table.columns)
				for _, row := range table.rows {
					fmt.Fprintln(h, row...)
				}
			}
		}
		return h.Sum64()
	}
	first := hash(noon)
	if again := hash(noon.In(time.FixedZone("", 3*3600)).Add(3 * time.Millisecond)); again != first {
		t.Errorf("the same moment gave other rows: %x, then %x", first, again)
	}
	if hash(noon.AddDate(0, 0, 1)) == first {
		t.Error("another day gave the same rows: dates do not follow Now")
	}
}

// More products only add rows: existing rows stay the same.
func TestMoreProductsChangeNoOthers(t *testing.T) {
	t.Parallel()
	few, many := build(content.Tenants[0], 300, noon).byName["product"],
		build(content.Tenants[0], 900, noon).byName["product"]
	if diff := cmp.Diff(few.rows, many.rows[:len(few.rows)],
		cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
		t.Errorf("the first 300 of 900 products differ from 300 products:\n%.2000s", diff)
	}
}

func TestTheTenantsShareOneProductAndOneBrand(t *testing.T) {
	t.Parallel()
	for _, products := range []int{200, 3000} {
		builders, err := plan(Options{Products: products, Now: noon})
		if err != nil {
			t.Fatal(err)
		}
		var shared []string
		for slug := range builders[0].slugs {
			if builders[1].slugs[slug] {
				shared = append(shared, slug)
			}
		}
		slices.Sort(shared)
		if diff := cmp.Diff([]string{"brand/velturna", "product/mavi-keten-gomlek"}, shared); diff != "" {
			t.Errorf("%d products: slugs in both tenants (-want +got):\n%s", products, diff)
		}
	}
}

func testSharedProduct(t *testing.T, pool *pgxpool.Pool) {
	for _, column := range []string{"id", "amount", "brief", "description", "currency"} {
		if number(t, pool, "SELECT count(DISTINCT "+column+") FROM product WHERE slug = 'mavi-keten-gomlek'") != 2 {
			t.Errorf("the shared product has the same %s in both tenants", column)
		}
	}
	if number(t, pool, "SELECT count(DISTINCT description) FROM brand WHERE slug = 'velturna'") != 2 {
		t.Error("the shared brand says the same in both tenants")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]Options{
		`no tenant "nobody": there are demo and atelier`: {Tenant: "nobody"},
		"must be at least 200":                           {Products: 5},
	} {
		if _, err := Run(t.Context(), nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Run(%+v) = %v, want an error with %q", o, err, want)
		}
	}
	builders, err := plan(Options{Products: 4800})
	if err != nil || builders[0].products != 4800 || builders[1].products != 480 {
		t.Errorf("4,800 products of demo make %+v of atelier, %v; want a tenth", builders, err)
	}
	if time.Since(builders[0].now) > time.Minute {
		t.Errorf("without Now, dates lie around %v", builders[0].now)
	}
	if keys := slices.Sorted(maps.Keys(builders[0].byName)); len(keys) < 30 {
		t.Errorf("only %d tables: %v", len(keys), keys)
	}
}
