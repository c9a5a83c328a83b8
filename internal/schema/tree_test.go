package schema_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

// modules are the tables of the catalogue's modules, parts the tables of their rows, scheduled the modules with a
// publication window.
var modules, parts, scheduled = tables()

func tables() (modules, parts, scheduled []string) {
	parts = []string{"tenant_host", "tenant_search"}
	for _, r := range catalog.All {
		for _, p := range r.Parts {
			parts = append(parts, p.Table)
		}
	}
	for _, r := range catalog.All {
		if !slices.Contains(parts, r.Name) {
			modules = append(modules, r.Name)
		}
		if r.Scheduled {
			scheduled = append(scheduled, r.Name)
		}
	}
	return modules, parts, scheduled
}

// long tables have no keys but those that something reads by.
var long = []string{"product_category", "product_attribute"}

// names runs a query of one text column.
func names(t testing.TB, q querier, sql string, args ...any) []string {
	t.Helper()
	rows, err := q.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryTableOfAModuleIsWatched(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	want := slices.Concat(modules, parts, []string{"tenant"})
	slices.Sort(want)
	if got := names(t, db.Pool, `SELECT kind FROM watched ORDER BY kind COLLATE "C"`); !slices.Equal(got, want) {
		t.Errorf("watched: %v\nwant: %v", got, want)
	}
}

// The changes of a content table without triggers would not reach the caches.
func TestContentTablesAreMadeAlike(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, kind := range names(t, db.Pool, "SELECT kind FROM watched ORDER BY 1") {
		for what, sql := range map[string]string{
			"id is its only key column": `
SELECT count(*) = 1 AND bool_and(conkey = (
  SELECT array_agg(attnum) FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = 'id'))
FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype = 'p'`,
			"tenant_id is not null": `
SELECT bool_and(attnotnull) FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = 'tenant_id'`,
			"created_at and updated_at": `
SELECT count(*) = 2 FROM pg_attribute
WHERE attrelid = $1::text::regclass AND attname IN ('created_at', 'updated_at')
AND attnotnull AND atthasdef AND atttypid = 'timestamptz'::regtype`,
			"two capture triggers, always on": `
SELECT count(*) = 2 FROM pg_trigger WHERE tgrelid = $1::text::regclass AND tgenabled = 'A'
AND (tgname = 'capture' AND tgfoid = ('capture_' || $1)::regproc
  OR tgname = 'capture_truncate' AND tgfoid = 'note_truncate'::regproc)`,
			"a trigger for updated_at": `
SELECT count(*) = 1 FROM pg_trigger
WHERE tgrelid = $1::text::regclass AND (tgname = 'keep' AND tgenabled = 'A' OR tgname = 'touch')`,
			"a comment for the CMS": `
SELECT length(obj_description($1::text::regclass, 'pg_class')) > 10`,
			"slugs and languages in one form": `
SELECT $1::text = 'tenant' OR coalesce(bool_and(EXISTS (
  SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE t.tgrelid = a.attrelid AND t.tgname = 'tidy' AND t.tgenabled = 'A'
  AND p.prosrc LIKE '%new.' || a.attname || ' :=%')), true)
FROM pg_attribute a
WHERE attrelid = $1::text::regclass AND attname IN ('slug', 'language') AND NOT attisdropped`,
			"times with a zone": `
SELECT NOT EXISTS (
  SELECT FROM pg_attribute
  WHERE attrelid = $1::text::regclass AND atttypid IN ('timestamp'::regtype, 'date'::regtype))`,
			"no number that rounds money": `
SELECT NOT EXISTS (
  SELECT FROM pg_attribute
  WHERE attrelid = $1::text::regclass AND atttypid IN ('real'::regtype, 'money'::regtype))`,
			"constraints by name": `
SELECT NOT EXISTS (
  SELECT FROM pg_constraint
  WHERE conrelid = $1::text::regclass AND contype = 'c' AND conname ~ '_check[0-9]*$')`,
			"foreign keys that include the tenant": `
SELECT coalesce(bool_and(confrelid = 'tenant'::regclass OR conkey[1] = (
  SELECT attnum FROM pg_attribute WHERE attrelid = conrelid AND attname = 'tenant_id')), true)
FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype = 'f'`,
			"foreign keys that empty no tenant": `
SELECT coalesce(bool_and(confdeltype = 'c'
  OR confdeltype = 'n' AND cardinality(confdelsetcols) = 1 AND confdelsetcols[1] = conkey[2]), true)
FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype = 'f'`,
			"an index for each foreign key": `
SELECT coalesce(bool_and(EXISTS (
  SELECT FROM pg_index i
  WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)), true)
FROM pg_constraint c WHERE c.conrelid = $1::text::regclass AND c.contype = 'f'`,
			"every …_id points at a table": `
SELECT coalesce(bool_and(EXISTS (
  SELECT FROM pg_constraint c
  WHERE c.conrelid = a.attrelid AND c.contype = 'f' AND a.attnum = ANY (c.conkey))), true)
FROM pg_attribute a
WHERE attrelid = $1::text::regclass AND attnum > 0
AND attname LIKE '%\_id' AND attname NOT IN ('recurrence_group_id')
AND NOT (attname = 'tenant_id' AND $1 = 'tenant')`,
		} {
			var ok *bool
			if err := db.Pool.QueryRow(t.Context(), sql, kind).Scan(&ok); err != nil {
				t.Fatalf("%s: %s: %v", kind, what, err)
			}
			if ok == nil || !*ok {
				t.Errorf("%s lacks: %s", kind, what)
			}
		}
		if kind == "tenant" {
			continue
		}
		if !slices.Contains(long, kind) && !get[bool](t, db.Pool, `
SELECT EXISTS (
  SELECT FROM pg_constraint
  WHERE conrelid = $1::text::regclass AND contype = 'u' AND pg_get_constraintdef(oid) = 'UNIQUE (tenant_id, id)')`,
			kind) {
			t.Errorf("%s lacks: UNIQUE (tenant_id, id)", kind)
		}
		def := get[string](t, db.Pool, `
SELECT pg_get_expr(adbin, adrelid)
FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
WHERE adrelid = $1::text::regclass AND attname = 'id'`, kind)
		if def != "object_id()" {
			t.Errorf("the id of %s is %s by default", kind, def)
		}
	}
}

func TestScheduledModulesAreIndexedByTime(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	got := names(t, db.Pool, "SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid WHERE relkind = "+
		"'r' AND attname = 'publish_at' ORDER BY 1")
	want := slices.Sorted(slices.Values(scheduled))
	if !slices.Equal(got, want) {
		t.Errorf("scheduled: %v, want %v", got, want)
	}
	for _, kind := range scheduled {
		for _, column := range []string{"publish_at", "unpublish_at"} {
			if !get[bool](t, db.Pool,
				"SELECT EXISTS (SELECT FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '%(tenant_id, ' || $2 || ') WHERE "+
					"(' || $2 || ' IS NOT NULL)')", kind, column) {
				t.Errorf("%s has no index on (tenant_id, %s)", kind, column)
			}
		}
	}
}

func TestDraftsAreTheDefaultWhereTheyCanBeWritten(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, kind := range modules {
		def := get[string](t, db.Pool,
			"SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum "+
				"= d.adnum WHERE adrelid = $1::text::regclass AND attname = 'status'", kind)
		want := "'PUBLISHED'::text"
		if slices.Contains(scheduled, kind) || kind == "project" {
			want = "'DRAFT'::text"
		}
		if def != want {
			t.Errorf("the status of %s is %s by default, want %s", kind, def, want)
		}
	}
}

func TestSearchableTablesHaveTheirColumns(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, kind := range modules {
		want := 2
		switch {
		case len(catalog.Named(kind).Text) == 0:
			continue // not searched
		case kind == "product":
			want = 0 // no index on columns that are edited every day
		}
		n := get[int](t, db.Pool, `
SELECT count(*) FROM pg_indexes
WHERE tablename = $1 AND (
  indexdef LIKE '%USING gin (search)%' OR indexdef LIKE '%USING gin (search_words gin_trgm_ops)%')`, kind)
		if n != want {
			t.Errorf("%s has %d search indexes, want %d", kind, n, want)
		}
	}
	unknown := names(t, db.Pool,
		"SELECT attrelid::regclass || '.' || attname FROM pg_attribute WHERE atttypid = 'tsvector'::regtype AND attnum > 0 "+
			"AND attname <> ALL ($1) AND attrelid IN (SELECT kind::regclass FROM watched)", schema.Kept)
	if len(unknown) > 0 {
		t.Errorf("these are kept, and schema.Kept does not say so: %v", unknown)
	}
	for _, column := range schema.Kept {
		if heeds := names(t, db.Pool,
			"SELECT proname FROM pg_proc WHERE proname LIKE 'capture\\_%' AND strpos(prosrc, format('THEN %L END', $1::text)) "+
				"> 0", column); len(heeds) > 0 {
			t.Errorf("%v would report %s as a changed column", heeds, column)
		}
	}
}

// An update that changes no indexed column writes to no index (HOT). Index writes are a good part of its cost.
func TestEverydayEditsOfProductsAreWrittenIntoNoIndex(t *testing.T) {
	t.Parallel()
	tx := session(t, open(t, "a"))
	exec(t, tx, "BEGIN")
	edits := []string{"name = 'New'", "title = 'New'", "amount = 5", "list_price = 6", "sale_price = 4", "discount = 1",
		"stock = 7", "sold = 8", "visits = 9", "brief = 'New'", "description = 'New'"}
	for _, set := range edits {
		exec(t, tx, "UPDATE product SET "+set)
	}
	if got := get[int](t, tx,
		"SELECT n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relid = 'product'::regclass"); got != len(edits) {
		t.Errorf("%d of %d edits touched no index", got, len(edits))
	}
}

func TestObjectIDsAreRandomThroughout(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const n = 2000
	ids := names(t, db.Pool, "SELECT object_id() FROM generate_series(1, $1)", n)
	form := regexp.MustCompile(`^[0-9a-f]{24}$`)
	seen := map[string]bool{}
	var ones [96]int
	for _, id := range ids {
		if !form.MatchString(id) {
			t.Fatalf("%q is no object identifier", id)
		}
		seen[id] = true
		for bit := range ones {
			digit := strings.IndexByte("0123456789abcdef", id[bit/4])
			ones[bit] += digit >> (3 - bit%4) & 1
		}
	}
	if len(seen) != n {
		t.Errorf("%d of %d ids are different", len(seen), n)
	}
	for bit, k := range ones { // a fair bit strays this far from 1000 once in 10^18 trials
		if k < 800 || k > 1200 {
			t.Errorf("bit %d is one in %d of %d ids", bit, k, n)
		}
	}
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	try := func(table, slug string) string {
		_, err := db.Pool.Exec(t.Context(), "INSERT INTO "+table+" (tenant_id, slug, name) VALUES ('a', $1, 'X')", slug)
		return sqlState(err)
	}
	for _, slug := range []string{"a", "acme-2", "Acme", "şık-ürün", "日本", "a.b", "news", "id-1",
		"0123456789abcdef01234567", strings.Repeat("x", 200), "a&b=c"} {
		if got := try("place", slug); got != "" {
			t.Errorf("slug %q: %s, want it taken", slug, got)
		}
	}
	for _, slug := range []string{
		"", ".", "..", "a/b", `a\b`, "a?b", "a#b", "a%2fb", "a;b", "a b", "a\tb", "a\nb", "a\x7fb", "a\u00a0b", "a\u200bb",
		"a\u2028b", "\ufeffa", "a\u3000",
		strings.Repeat("x", 201), "new", "popular", "random", "filters", "id", "card", "short", "location", "tree", "list",
		"active", "tickets", "upcoming", "passed",
	} {
		if got := try("place", slug); got != "23514" {
			t.Errorf("slug %q: %q, want it refused by CHECK", slug, got)
		}
	}
	if got := try("category", "0123456789abcdef01234567"); got != "23514" {
		t.Errorf("a category's slug may look like an id: %q", got)
	}
	if got := try("brand", "acme"); got != "23505" {
		t.Errorf("a slug twice in one tenant: %q", got)
	}
}

func TestNoRowPointsAcrossTenants(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	refused(t, db.Pool, "23503",
		"UPDATE product SET brand_id = (SELECT id FROM brand WHERE tenant_id = 'b') WHERE tenant_id = 'a'")
	refused(t, db.Pool, "23503", "UPDATE product SET tenant_id = 'b', slug = 'moved' WHERE tenant_id = 'a'")
	refused(t, db.Pool, "23503",
		"INSERT INTO brand_location (tenant_id, brand_id, name) SELECT 'a', id, 'X' FROM brand WHERE tenant_id = 'b'")
}

func TestChecksRefuseNonsense(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	for _, sql := range []string{
		"UPDATE product SET amount = -1",
		"UPDATE product SET status = 'LIVE'",
		"UPDATE product SET name = '  '",
		"UPDATE product SET id = 'x'",
		"UPDATE product SET images = '{}'",
		"UPDATE product SET currency = 'usd'",
		"UPDATE product SET unpublish_at = publish_at",
		"INSERT INTO tenant (id, name) VALUES ('-x', 'X')",
		"INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'Shop.example')",
		"INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'shop.example:80')",
		"INSERT INTO place (tenant_id, slug, name, lat) VALUES ('a', 'x', 'X', 91)",
		"INSERT INTO merchant (tenant_id, slug, name, rating) VALUES ('a', 'x', 'X', 5.1)",
		"INSERT INTO event (tenant_id, slug, name, starts_at, ends_at) VALUES ('a', 'x', 'X', '2025-02-01', '2025-01-01')",
		"INSERT INTO campaign (tenant_id, title, starts_at, ends_at) VALUES ('a', 'X', '2025-01-01', '2025-01-01')",
	} {
		refused(t, db.Pool, "23514", sql)
	}
}

func TestSearchReadsWhatAReaderSees(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, `
UPDATE product SET name = 'İSTANBUL Lâmbası 3D', sku = 'AB-12',
  description = '<p class="hidden">G&uuml;zel <b>ışık</b></p><script>var secret</script>'`)
	vector := get[string](t, db.Pool, "SELECT search::text FROM product")
	for _, want := range []string{"'istanbul':1A", "'lambasi':2A", "'3d':3A", "'ab':4B", "'12':5B", "'isik'"} {
		if !strings.Contains(vector, want) {
			t.Errorf("search %s lacks %s", vector, want)
		}
	}
	for _, never := range []string{"hidden", "secret", "class", "uuml"} {
		if strings.Contains(vector, never) {
			t.Errorf("search %s shows %s", vector, never)
		}
	}
	if words := get[string](t, db.Pool, "SELECT search_words FROM product"); words != "istanbul lambasi 3d" {
		t.Errorf("search_words: %q", words)
	}
	// 2 MB.
	exec(t, db.Pool, "UPDATE product SET description = $1",
		strings.Repeat("<p>many different words "+strings.Repeat("x", 100)+"</p>", 20_000))
}

func TestDictionaryIsFiledUnderItsLetters(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	for term, want := range map[string]string{"Şapka": "ş s", "İzmir": "i i", "Irak": "i i", "éclair": "é e", "Жук": "ж ж",
		" 東京": "東 東", "42": "4 4"} {
		got := get[string](t, db.Pool,
			"INSERT INTO dictionary_term (tenant_id, slug, term) VALUES ('a', object_id(), $1) RETURNING letter || ' ' || "+
				"base_letter", term)
		if got != want {
			t.Errorf("%q is filed under %q, want %q", term, got, want)
		}
	}
}

func TestBoxesOnTheMap(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(box, point string, want bool) {
		t.Helper()
		if got := get[bool](t, db.Pool, "SELECT box_holds("+box+", "+point+")"); got != want {
			t.Errorf("box %s, point %s (longitude first): %v, want %v", box, point, got, want)
		}
	}
	f("28, 40, 30, 42", "29, 41", true)
	f("28, 40, 30, 42", "31, 41", false)
	f("28, 40, 30, 42", "29, 43", false)
	f("170, -20, -170, 0", "179, -10", true) // Fiji
	f("170, -20, -170, 0", "-175, -10", true)
	f("170, -20, -170, 0", "0, -10", false)
}
