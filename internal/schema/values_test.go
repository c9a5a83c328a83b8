package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/schema/schematest"
)

// The migrations that refuse unreadable values keep the rows that have them, and do not fail. Constraints that no row
// violates are validated.
func TestRowsWithUnreadableValuesOutliveTheMigration(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, `DROP FUNCTION is_date(timestamptz) CASCADE`)
	exec(t, db.Pool, `DROP FUNCTION is_list(text[]) CASCADE`)
	exec(t, db.Pool, `ALTER TABLE product DROP CONSTRAINT product_amount_positive,
		ADD CONSTRAINT product_amount_positive CHECK (amount >= 0)`)
	exec(t, db.Pool, `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`)
	exec(t, db.Pool, `INSERT INTO product (tenant_id, id, slug, name, amount, stock, techniques)
		VALUES ('shop', '0123456789abcdef01234567', 'cup', 'Cup', 'NaN', 3, '{a,NULL}')`)
	exec(t, db.Pool, `INSERT INTO faq (tenant_id, question, answer, date) VALUES ('shop', 'Q', 'A', 'infinity')`)
	exec(t, db.Pool, `INSERT INTO event (tenant_id, slug, name, starts_at, publish_at, unpublish_at)
		VALUES ('shop', 'fair', 'Fair', '2026-01-01', '-infinity', 'infinity')`)
	for _, end := range []string{"_readable_values.sql", "_validate_values.sql"} {
		exec(t, db.Pool, migration(t, end))
	}
	got := get[string](t, db.Pool, `SELECT string_agg(conname, ' ' ORDER BY conname)
		FROM pg_constraint WHERE NOT convalidated`)
	if want := "faq_dates_valid product_amount_positive product_lists_valid"; got != want {
		t.Errorf("not validated are %s; want %s", got, want)
	}
	// A sale of a product that violates a constraint waits, and does not hold up other sales.
	exec(t, db.Pool, `INSERT INTO product (tenant_id, id, slug, name, amount, stock)
		VALUES ('shop', '0123456789abcdef01234568', 'pot', 'Pot', 7, 3)`)
	for _, id := range []string{"0123456789abcdef01234567", "0123456789abcdef01234568"} {
		exec(t, db.Pool, `INSERT INTO inventory (tenant_id, kind, item_id, capacity, sold) 
			VALUES ('shop', 'product', $1, 5, 2)`, id)
	}
	exec(t, db.Pool, `INSERT INTO inventory_news (tenant_id, inventory_id) SELECT tenant_id, id FROM inventory
		WHERE NOT EXISTS (SELECT FROM inventory_news)`)
	if n := get[int](t, db.Pool, `SELECT project_inventory('shop')`); n != 1 {
		t.Errorf("%d sales are shown; want 1", n)
	}
	got = get[string](t, db.Pool, `SELECT string_agg(slug || ' ' || stock, ', ' ORDER BY slug) FROM product`)
	if want := "cup 3, pot 1"; got != want {
		t.Errorf("stock is %s; want %s", got, want)
	}
	// It is held, and tried again later and later.
	for tries, wait := range []string{"00:00:01", "00:00:02", "00:00:04", "00:00:08", "00:00:16", "00:00:32", "00:01:00",
		"00:01:00"} {
		got = get[string](t, db.Pool, `SELECT concat_ws(' ', violates, tries, date_trunc('second', retry_at - tried_at),
			(SELECT count(*) FROM inventory_news)) FROM inventory_held`)
		if want := fmt.Sprintf("product_amount_positive %d %s 0", tries+1, wait); got != want {
			t.Errorf("held is %s; want %s", got, want)
		}
		exec(t, db.Pool, `DELETE FROM inventory_round`)
		if n := get[int](t, db.Pool, `SELECT project_inventory('shop')`); n != 0 {
			t.Errorf("%d sales are shown before their time", n)
		}
		exec(t, db.Pool, `UPDATE inventory_held SET retry_at = now()`)
		exec(t, db.Pool, `SELECT project_inventory('shop')`)
	}
	// More sales of it wait with it, and those of others do not.
	exec(t, db.Pool, `UPDATE inventory SET sold = 3`)
	exec(t, db.Pool, `DELETE FROM inventory_round`)
	exec(t, db.Pool, `INSERT INTO inventory_news (tenant_id, inventory_id) SELECT tenant_id, id FROM inventory`)
	if n := get[int](t, db.Pool, `SELECT project_inventory('shop')`); n != 1 {
		t.Errorf("%d sales are shown beside a held one; want 1", n)
	}
	if n := get[int](t, db.Pool, `SELECT count(*) FROM inventory_news`); n != 0 {
		t.Errorf("%d changes of stock are left for the next run", n)
	}
	exec(t, db.Pool, `UPDATE product SET amount = 5, techniques = '{a}' WHERE slug = 'cup'`)
	exec(t, db.Pool, `DELETE FROM inventory_round`)
	exec(t, db.Pool, `UPDATE inventory_held SET retry_at = now()`)
	if n := get[int](t, db.Pool, `SELECT project_inventory('shop')`); n != 1 {
		t.Errorf("%d sales are shown after the correction; want 1", n)
	}
	got = get[string](t, db.Pool, `SELECT string_agg(slug || ' ' || stock, ', ' ORDER BY slug) FROM product`)
	if held := get[int](t, db.Pool, `SELECT count(*) FROM inventory_held`); got != "cup 0, pot 0" || held != 0 {
		t.Errorf("stock is %s, and %d sales are held; want cup 0, pot 0, and none", got, held)
	}
}

// Values that no reader can show are refused in every content table.
func TestUnreadableValuesAreRefused(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`)
	exec(t, db.Pool, `INSERT INTO product (tenant_id, slug, name) VALUES ('shop', 'cup', 'Cup')`)
	exec(t, db.Pool, `INSERT INTO event (tenant_id, slug, name, starts_at) VALUES ('shop', 'fair', 'Fair', now())`)
	exec(t, db.Pool, `INSERT INTO event_session (tenant_id, event_id, starts_at) SELECT 'shop', id, now() FROM event`)
	exec(t, db.Pool, `INSERT INTO route (tenant_id, slug, title) VALUES ('shop', 'road', 'Road')`)
	exec(t, db.Pool, `INSERT INTO campaign (tenant_id, title) VALUES ('shop', 'Sale')`)
	exec(t, db.Pool, `INSERT INTO project (tenant_id, slug, title) VALUES ('shop', 'house', 'House')`)
	exec(t, db.Pool, `INSERT INTO page (tenant_id, slug, title) VALUES ('shop', 'about', 'About')`)
	exec(t, db.Pool, `INSERT INTO blog_post (tenant_id, slug, title) VALUES ('shop', 'post', 'Post')`)
	exec(t, db.Pool, `INSERT INTO faq (tenant_id, question, answer) VALUES ('shop', 'Q', 'A')`)
	var accepted []string
	f := func(table string, columns []string, values ...string) {
		t.Helper()
		for _, c := range columns {
			for _, v := range values {
				if _, err := db.Pool.Exec(t.Context(), fmt.Sprintf("UPDATE %s SET %s = %s", table, c, v)); err == nil {
					accepted = append(accepted, fmt.Sprintf("%s.%s = %s", table, c, v))
				} else if strings.Contains(err.Error(), "does not exist") {
					t.Errorf("%s.%s: %v", table, c, err)
				}
			}
		}
	}
	prices := []string{"amount", "list_price", "sale_price", "discount", "lowest_price_30_days"}
	f("product", prices, "'NaN'", "'Infinity'", "-1")
	f("event", prices, "'NaN'", "'Infinity'", "-1")
	f("route", []string{"amount", "distance_km"}, "'NaN'", "'Infinity'", "-1")
	dates := []string{"'infinity'", "'-infinity'", "'0044-03-15 BC'", "'12000-01-01'"}
	f("event", []string{"starts_at", "ends_at"}, dates...)
	f("event_session", []string{"starts_at", "ends_at"}, dates...)
	f("campaign", []string{"starts_at", "ends_at"}, dates...)
	f("project", []string{"start_date", "completion_date"}, dates...)
	f("page", []string{"created_at"}, dates...)
	f("blog_post", []string{"published_at"}, dates...)
	f("faq", []string{"date"}, dates...)
	lists := []string{"'{NULL}'", "'{a,NULL}'", "'{{a},{b}}'"}
	f("product", []string{"techniques", "materials", "tools"}, lists...)
	f("event", []string{"notes", "rules"}, lists...)
	f("blog_post", []string{"tags"}, lists...)
	if diff := cmp.Diff([]string(nil), accepted); diff != "" {
		t.Errorf("accepted:\n%s", diff)
	}
}

// A function of another schema with the same name must not replace one that a CHECK relies on.
func TestAListIsTheSameWithAnySearchPath(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, `CREATE SCHEMA mine`)
	exec(t, db.Pool, `CREATE FUNCTION mine.array_position(text[], text) RETURNS int LANGUAGE sql RETURN NULL::int`)
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // it changes nothing
	var got []bool
	err = tx.QueryRow(t.Context(), `
SELECT array_agg(is_list(texts::text[]) ORDER BY texts)
FROM set_config('search_path', 'public, mine', true), unnest(ARRAY['{a,NULL}', '{a}', '{{a},{b}}', '{}']) AS texts`).
		Scan(&got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{false, true, false, true}, got); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
}

// The same holds for a session that searches a schema of its own before pg_catalog.
func TestIdentifiersAreTheSameWithAnySearchPath(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, sql := range []string{
		`CREATE SCHEMA mine`,
		`CREATE FUNCTION mine.length(text) RETURNS int LANGUAGE sql RETURN 24`,
		`CREATE FUNCTION mine.translate(text, text, text) RETURNS text LANGUAGE sql RETURN ''`,
		`CREATE FUNCTION mine.btrim(text) RETURNS text LANGUAGE sql RETURN 'a'`,
		`CREATE FUNCTION mine.differs(text, text) RETURNS boolean LANGUAGE sql RETURN true`,
		`CREATE OPERATOR mine.!~ (LEFTARG = text, RIGHTARG = text, FUNCTION = mine.differs)`,
		`CREATE OPERATOR mine.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = mine.differs)`,
	} {
		exec(t, db.Pool, sql)
	}
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // it changes nothing
	exec(t, tx, `SET LOCAL search_path = mine, pg_catalog, public`)
	got := get[string](t, tx, `SELECT concat_ws(' ', is_object_id('x'), is_slug('a/b'), is_slug('new'), is_name(' '),
  is_object_id('0123456789abcdef01234567'), is_slug('a'), is_name('a'))`)
	if want := "f f f f t t t"; got != want {
		t.Errorf("values are valid: %s; want %s", got, want)
	}
}
