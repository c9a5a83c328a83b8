package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

func TestEveryWayToWriteIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	other := "INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'other', 'Other')"

	f := func(name, sql string, want ...string) {
		t.Helper()
		t.Run(name, func(t *testing.T) {
			exec(t, db.Pool, "TRUNCATE change_row, change_tx")
			exec(t, db.Pool, "UPDATE tenant_seq SET n = 0")
			exec(t, db.Pool, "BEGIN; "+sql+"; COMMIT")
			wantChanges(t, db.Pool, "a", 0, want...)
		})
	}
	f("insert", other, "1 I brand")
	f("upsert that inserts", "INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'new-one', 'New') ON CONFLICT "+
		"(tenant_id, slug) DO UPDATE SET name = 'Newer'", "1 I brand")
	f("upsert that updates", "INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'new-one', 'New') ON CONFLICT "+
		"(tenant_id, slug) DO UPDATE SET name = 'Newer'", "1 U brand name")
	f("upsert that does nothing",
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'new-one', 'New') ON CONFLICT DO NOTHING")
	f("merge", `
MERGE INTO brand b USING (VALUES ('new-one', 'Newest'), ('third', 'Third')) v(slug, name)
ON b.tenant_id = 'a' AND b.slug = v.slug
WHEN MATCHED THEN UPDATE SET name = v.name
WHEN NOT MATCHED THEN INSERT (tenant_id, slug, name) VALUES ('a', v.slug, v.name)`, "1 I brand", "1 U brand name")
	f("update", "UPDATE brand SET website = 'https://x', position = 3 WHERE slug = 'third'", "1 U brand position,website")
	f("update of many", "UPDATE brand SET position = 9 WHERE slug IN ('third', 'other')", "1 U brand position",
		"1 U brand position")
	f("update by a CTE beside an insert",
		"WITH u AS (UPDATE brand SET position = 1 WHERE slug = 'third') INSERT INTO place (tenant_id, slug, name) VALUES "+
			"('a', 'hall', 'Hall')", "1 U brand position", "1 I place")
	f("two updates of one row",
		"UPDATE brand SET position = 2 WHERE slug = 'third'; UPDATE brand SET phone = '1' WHERE slug = 'third'",
		"1 U brand position", "1 U brand phone")
	f("delete", "DELETE FROM brand WHERE slug = 'third'", "1 D brand")
	f("bulk insert", "INSERT INTO brand (tenant_id, slug, name) SELECT 'a', 'bulk-' || i, 'Bulk' FROM "+
		"generate_series(1, 3) i", "1 I brand", "1 I brand", "1 I brand")
	f("by a function", "DO $$ BEGIN DELETE FROM brand WHERE slug LIKE 'bulk-%'; END $$", "1 D brand", "1 D brand",
		"1 D brand")
	f("generated column", "UPDATE product SET sold = 1", "1 U product popularity,sold")
	f("join table", "INSERT INTO category (tenant_id, slug, name) VALUES ('a', 'lights', 'Lights'); INSERT INTO "+
		"product_category (tenant_id, product_id, category_id) SELECT 'a', p.id, c.id FROM product p, category c",
		"1 I category", "1 I product_category")
	f("tenant", "UPDATE tenant SET currency = 'EUR'", "1 U tenant currency")
	f("tenant's host", "INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'shop.example')", "1 I tenant_host")
}

func TestCopyIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	rows := [][]any{{"a", "one", "One"}, {"b", "two", "Two"}, {"a", "three", "Three"}}
	if _, err := db.Pool.CopyFrom(t.Context(), pgx.Identifier{"brand"}, []string{"tenant_id", "slug", "name"},
		pgx.CopyFromRows(rows)); err != nil {
		t.Fatal(err)
	}
	wantChanges(t, db.Pool, "a", 2, "1 I brand", "1 I brand")
	wantChanges(t, db.Pool, "b", 2, "1 I brand")
}

func TestBeforeAndAfterHoldTheDimensions(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	brand := get[string](t, db.Pool, "SELECT id FROM brand")
	product := get[string](t, db.Pool, "SELECT id FROM product")
	s := session(t, db)
	exec(t, s, "SET timezone = 'Asia/Tokyo'")
	exec(t, s, "SET datestyle = 'German'")
	exec(t, s, "UPDATE product SET amount = 12.5, publish_at = '2031-01-01 00:00+00', brief = 'x'")
	exec(t, s, "UPDATE product SET brief = 'y'")
	exec(t, s, "DELETE FROM product")

	was := map[string]*string{
		"tenant_id": text("a"), "slug": text("lamp"), "status": text("PUBLISHED"), "brand_id": &brand, "merchant_id": nil,
		"amount": text("10.00"),
		"year":   nil, "language": nil, "publish_at": text("2030-05-01 09:00:00+00"), "unpublish_at": nil,
	}
	is := map[string]*string{}
	for k, v := range was {
		is[k] = v
	}
	is["amount"], is["publish_at"] = text("12.50"), text("2031-01-01 00:00:00+00")
	want := []change{
		{Seq: 2, Kind: "product", ID: product, Op: "I", After: was},
		{Seq: 3, Kind: "product", ID: product, Op: "U", Changed: []string{"amount", "brief", "publish_at"}, Before: was,
			After: map[string]*string{"amount": is["amount"], "publish_at": is["publish_at"]}},
		{Seq: 4, Kind: "product", ID: product, Op: "U", Changed: []string{"brief"}, Before: is},
		{Seq: 5, Kind: "product", ID: product, Op: "D", Before: is},
	}
	all := changes(t, db.Pool, "a")[2:] // after the tenant and the brand
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUpdateThatChangesNothingTakesNoNumber(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	before := head(t, db.Pool, "a")
	at := get[string](t, db.Pool, "SELECT updated_at::text FROM product")
	for _, sql := range []string{
		"UPDATE product SET name = name, amount = 10.00, images = '[ ]'",
		"UPDATE product SET stock = 5 WHERE slug = 'nowhere'",
		"UPDATE tenant SET name = 'a'",
		"DELETE FROM product WHERE slug = 'nowhere'",
		"INSERT INTO brand (tenant_id, slug, name) SELECT 'a', 'x', 'X' WHERE false",
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'acme', 'Acme') ON CONFLICT DO NOTHING",
	} {
		exec(t, db.Pool, sql)
	}
	if now := get[string](t, db.Pool, "SELECT updated_at::text FROM product"); now != at {
		t.Errorf("updated_at moved from %s to %s without a change", at, now)
	}
	exec(t, db.Pool, "UPDATE product SET updated_at = now() + interval '1 day'") // what many a CMS does at every save
	if n := head(t, db.Pool, "a"); n != before {
		t.Errorf("n went from %d to %d without a change", before, n)
	}
	wantChanges(t, db.Pool, "a", before)
	if left := get[int](t, db.Pool,
		"SELECT count(*) FROM change_row r WHERE NOT EXISTS (SELECT FROM change_tx t WHERE t.xid = r.xid)"); left != 0 {
		t.Errorf("%d rows of change_row without a number", left)
	}
}

func TestTouchKeepsUpdatedAt(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "UPDATE product SET updated_at = '2020-01-01'")
	exec(t, db.Pool, "UPDATE product SET stock = 7")
	if fresh := get[bool](t, db.Pool, "SELECT updated_at > now() - interval '1 minute' FROM product"); !fresh {
		t.Error("an edit left updated_at where it was")
	}
	exec(t, db.Pool, "UPDATE product SET stock = 8, updated_at = '2021-01-01'")
	if kept := get[bool](t, db.Pool, "SELECT updated_at = '2021-01-01' FROM product"); !kept {
		t.Error("touch overwrote what the editor wrote")
	}
	for _, kind := range get[[]string](t, db.Pool,
		"SELECT array_agg(kind) FROM watched WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = kind::regclass AND "+
			"tgname = 'keep')") {
		columns := get[int](t, db.Pool,
			"SELECT count(*) FROM pg_attribute WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped AND "+
				"attgenerated = '' AND attname <> 'updated_at'", kind)
		heeded := get[int](t, db.Pool,
			"SELECT array_length(string_to_array(pg_get_triggerdef(oid), ' IS DISTINCT FROM '), 1) - 1 FROM pg_trigger WHERE "+
				"tgrelid = $1::text::regclass AND tgname = 'touch'", kind)
		if columns != heeded {
			t.Errorf("touch of %s heeds %d columns of %d: call watch again", kind, heeded, columns)
		}
	}
}

func TestCascadesAreCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "INSERT INTO category (tenant_id, slug, name) VALUES ('a', 'lights', 'Lights')")
	exec(t, db.Pool, "INSERT INTO category (tenant_id, slug, name, parent_id) SELECT 'a', 'lamps', 'Lamps', id FROM "+
		"category")
	exec(t, db.Pool, "INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'a', p.id, c.id FROM "+
		"product p, category c")
	exec(t, db.Pool, "INSERT INTO merchant (tenant_id, slug, name) VALUES ('a', 'shop', 'Shop')")
	exec(t, db.Pool, "UPDATE product SET merchant_id = (SELECT id FROM merchant)")
	n := head(t, db.Pool, "a")

	exec(t, db.Pool, "DELETE FROM category WHERE slug = 'lights'")
	wantChanges(t, db.Pool, "a", n, "1 D category", "1 U category parent_id", "1 D product_category")
	exec(t, db.Pool, "DELETE FROM product")
	wantChanges(t, db.Pool, "a", n+1, "1 D product", "1 D product_category")
}

// Two foreign keys of one row are emptied by one statement: the row changes twice under one trigger.
func TestTwoCascadesOntoOneRowLoseNeither(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "INSERT INTO merchant (tenant_id, slug, name) VALUES ('a', 'shop', 'Shop')")
	exec(t, db.Pool, "UPDATE product SET merchant_id = (SELECT id FROM merchant)")
	n := head(t, db.Pool, "a")
	exec(t, db.Pool, "WITH b AS (DELETE FROM brand) DELETE FROM merchant")
	lost := map[string]bool{"brand_id": true, "merchant_id": true}
	for _, c := range changes(t, db.Pool, "a") {
		if c.Seq > n && c.Kind == "product" {
			for _, column := range c.Changed {
				delete(lost, column)
			}
		}
	}
	if len(lost) > 0 {
		t.Errorf("not captured: %v", lost)
	}
}

func TestRowThatMovesToAnotherTenantGoesAndComes(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	exec(t, db.Pool, "UPDATE product SET brand_id = NULL, slug = 'lamp-' || tenant_id")
	exec(t, db.Pool, "UPDATE product SET tenant_id = 'b', stock = 1 WHERE tenant_id = 'a'")
	wantChanges(t, db.Pool, "a", 3, "1 D product")
	wantChanges(t, db.Pool, "b", 3, "1 I product")
}

func TestRowThatTakesAnotherIDGoesAndComes(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "UPDATE product SET id = '0123456789abcdef01234567'")
	wantChanges(t, db.Pool, "a", 2, "1 D product", "1 I product")
}

// With extra_float_digits below 1 two coordinates may read alike and differ.
func TestSmallChangeOfACoordinateIsOne(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := session(t, db)
	exec(t, s, "SET extra_float_digits = -10")
	exec(t, s, "INSERT INTO place (tenant_id, slug, name, lat, lng) VALUES ('a', 'hall', 'Hall', 41.0082376, 28.9783589)")
	exec(t, s, "UPDATE place SET lat = 41.0082377")
	wantChanges(t, db.Pool, "a", 2, "1 I place", "2 U place lat")
}

// Some values are equal to Postgres and read differently: a reader sees the difference.
func TestEqualValuesThatReadDifferentlyAreAChange(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, `UPDATE product SET properties = '[1.0]'`)
	exec(t, db.Pool, `UPDATE product SET properties = '[1.00]'`)
	exec(t, db.Pool, `UPDATE product SET properties = '[ 1.00 ]', amount = 10.0`) // as it is
	wantChanges(t, db.Pool, "a", 2, "1 U product properties", "2 U product properties")

	// Columns that a CMS adds.
	exec(t, db.Pool, `
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
ALTER TABLE brand
  ADD "it's 100%" text COLLATE caseless,
  ADD padded bpchar,
  ADD ratio numeric,
  ADD span interval,
  ADD related_id text[];
SELECT watch('brand')`)
	n := head(t, db.Pool, "a")
	exec(t, db.Pool, `
UPDATE brand SET "it's 100%" = 'Lamp', padded = 'a', ratio = 1.0, span = '1 day', related_id = '{x,y}'`)
	exec(t, db.Pool, `UPDATE brand SET "it's 100%" = 'lamp', padded = 'a  ', ratio = 1.00, span = '24:00'`)
	exec(t, db.Pool, `
UPDATE brand SET "it's 100%" = 'lamp', padded = 'a  ', ratio = 1.00, span = '24:00', related_id = '{x,y}'`)
	wantChanges(t, db.Pool, "a", n, "1 U brand it's 100%,padded,ratio,related_id,span",
		"2 U brand it's 100%,padded,ratio,span")
	exec(t, db.Pool, "DELETE FROM brand")
	wantChanges(t, db.Pool, "a", n+2, "1 D brand", "1 U product brand_id")
}

func TestOnlyContentIsWatched(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "CREATE SCHEMA cms; CREATE TABLE cms.brand (LIKE brand)")
	for _, table := range []string{"tenant_seq", "change_row", "cms.brand"} {
		refused(t, db.Pool, "P0001", "SELECT watch($1::text::regclass)", table)
	}
	exec(t, db.Pool, addBrand, "a", "other")
	wantChanges(t, db.Pool, "a", 2, "1 I brand")
}

func TestTruncateIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	exec(t, db.Pool, "TRUNCATE product CASCADE")
	want := []string{"1 T collection_product", "1 T product", "1 T product_attribute", "1 T product_category"}
	wantChanges(t, db.Pool, "a", 2, want...)
	wantChanges(t, db.Pool, "b", 2, want...)
	for _, c := range changes(t, db.Pool, "a") {
		if c.Op == "T" && c.ID != "" {
			t.Errorf("T of %s names the record %q", c.Kind, c.ID)
		}
	}
}

func TestTruncateOfTenantsIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	exec(t, db.Pool, "TRUNCATE tenant CASCADE")
	kinds := get[int](t, db.Pool, "SELECT count(*) FROM watched")
	for _, tenant := range []string{"a", "b"} {
		if n := get[int](t, db.Pool, "SELECT count(DISTINCT kind) FROM change_row WHERE op = 'T' AND tenant_id = $1",
			tenant); n != kinds {
			t.Errorf("tenant %s: %d kinds were emptied, the outbox says %d", tenant, kinds, n)
		}
	}
}

func TestReplicaRoleIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := session(t, db)
	superuser(t, s)
	exec(t, s, "SET session_replication_role = replica")
	exec(t, s, "INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'other', 'Other')")
	exec(t, s, "UPDATE brand SET phone = '1' WHERE slug = 'other'")
	exec(t, s, "DELETE FROM brand WHERE slug = 'other'")
	exec(t, s, "TRUNCATE place CASCADE")
	exec(t, s, "INSERT INTO tenant (id, name) VALUES ('b', 'B')")
	wantChanges(t, db.Pool, "a", 2, "1 I brand", "2 U brand phone", "3 D brand", "4 T event", "4 T event_category",
		"4 T event_session", "4 T place", "4 T route_stop")
	wantChanges(t, db.Pool, "b", 0, "1 I tenant")
}

// superuser skips where the tests were given a server on which they are none.
func superuser(t testing.TB, q querier) {
	t.Helper()
	if get[string](t, q, "SHOW is_superuser") != "on" {
		t.Skip("SKIPPED: the user of VITRINE_TEST_DATABASE_URL is no superuser. Unset it to test on a private server.")
	}
}
