package schema_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
)

// confined logs in as a new role that is limited to a tenant, as vitrine cms makes it. Roles belong to the cluster, so
// each test has its own.
func confined(t *testing.T, db *schematest.DB, tenant string) *pgx.Conn {
	t.Helper()
	superuser(t, db.Pool)
	role := "confined_" + strings.ToLower(rand.Text()[:12])
	exec(t, db.Pool, "CREATE ROLE "+role+" LOGIN PASSWORD 'p' IN ROLE vitrine_tenant_editor")
	t.Cleanup(func() {
		if _, err := db.Pool.Exec(context.Background(), "DROP OWNED BY "+role+"; DROP ROLE "+role); err != nil {
			t.Error(err)
		}
	})
	var name string
	if err := db.Pool.QueryRow(t.Context(), "SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	exec(t, db.Pool, fmt.Sprintf("ALTER ROLE %s IN DATABASE %s SET vitrine.tenant = '%s'", role, name, tenant))
	exec(t, db.Pool, "INSERT INTO tenant_editor (role, tenant_id) VALUES ($1, $2)", role, tenant)
	exec(t, db.Pool, "SELECT confine_editors()")
	u, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(role, "p")
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// contentTables are the tables with a tenant_id that a confined role may read, from the catalogue of Postgres.
func contentTables(t *testing.T, q querier) []string {
	t.Helper()
	all := names(t, q, `
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
AND has_any_column_privilege('vitrine_tenant_editor', c.oid, 'SELECT, INSERT, UPDATE')
ORDER BY c.relname`)
	if len(all) < 29 {
		t.Fatalf("%d tables, want all content: %v", len(all), all)
	}
	return all
}

// values are the columns of content tables that cannot be empty and have no default.
var values = map[string]string{
	"slug": "'s-' || object_id()", "host": "object_id() || '.example'", "name": "'N'", "title": "'T'", "term": "'W'",
	"label": "'L'", "value": "'V'", "question": "'Q'", "answer": "'A'", "definition": "'D'", "type": "'product'",
	"starts_at": "now()",
}

// fill writes rows into every content table of a tenant, in the order of the foreign keys, and returns their ids:
// two for a table that refers to no other.
func fill(t *testing.T, q querier, tenant string) map[string][]string {
	t.Helper()
	ids := map[string][]string{}
	waiting := slices.DeleteFunc(contentTables(t, q), func(kind string) bool { return kind == "tenant" })
	for len(waiting) > 0 {
		before := len(waiting)
		waiting = slices.DeleteFunc(waiting, func(kind string) bool {
			sql, refers, ready := insertion(t, q, kind, ids)
			if !ready {
				return false
			}
			ids[kind] = append(ids[kind], get[string](t, q, sql, tenant))
			if !refers {
				ids[kind] = append(ids[kind], get[string](t, q, sql, tenant))
			}
			return true
		})
		if len(waiting) == before {
			t.Fatalf("no row could be made for %v", waiting)
		}
	}
	return ids
}

// insertion returns a statement that inserts a row for the tenant $1. refers reports that the row needs others, and
// ready that they exist.
func insertion(t *testing.T, q querier, kind string, ids map[string][]string) (sql string, refers, ready bool) {
	t.Helper()
	columns, row := []string{"tenant_id"}, []string{"$1"}
	used := map[string]int{}
	for _, pair := range names(t, q, `
SELECT a.attname || ' ' || k.confrelid::regclass FROM pg_constraint k
JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[2] AND a.attnotnull
WHERE k.conrelid = $1::text::regclass AND k.contype = 'f' AND cardinality(k.conkey) = 2 ORDER BY a.attnum`, kind) {
		column, table, _ := strings.Cut(pair, " ")
		if used[table] >= len(ids[table]) {
			return "", true, false
		}
		columns, row = append(columns, column), append(row, "'"+ids[table][used[table]]+"'")
		used[table]++
	}
	for _, column := range names(t, q, `
SELECT attname FROM pg_attribute WHERE attrelid = $1::text::regclass AND attnum > 0 AND attnotnull AND NOT atthasdef
AND NOT attisdropped ORDER BY attnum`, kind) {
		if slices.Contains(columns, column) {
			continue
		}
		value, ok := values[column]
		if !ok {
			t.Fatalf("values has no %s, which %s requires", column, kind)
		}
		columns, row = append(columns, column), append(row, value)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s) RETURNING id", kind, strings.Join(columns, ", "),
		strings.Join(row, ", ")), len(used) > 0, true
}

// A confined role reads and changes its own tenant in every content table, and no other.
func TestAConfinedEditorSeesAndWritesOneTenant(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, tenant := range []string{"a", "b"} {
		exec(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ($1, $1)", tenant)
	}
	theirs := fill(t, db.Pool, "b")
	fill(t, db.Pool, "a")
	s := confined(t, db, "a")
	for _, kind := range contentTables(t, db.Pool) {
		own := get[int](t, db.Pool, "SELECT count(*) FROM "+kind+" WHERE tenant_id = 'a'")
		if n := get[int](t, s, "SELECT count(tenant_id) FROM "+kind); n != own || n == 0 {
			t.Errorf("%s: %d rows, want the %d of its tenant", kind, n, own)
		}
		if kind == "tenant" {
			refused(t, s, denied, "UPDATE tenant SET name = 'x'")
			refused(t, s, denied, "DELETE FROM tenant")
			continue
		}
		for what, sql := range map[string]string{
			"update": "UPDATE " + kind + " SET updated_at = now() WHERE id = $1",
			"take":   "UPDATE " + kind + " SET tenant_id = 'a' WHERE id = $1",
			"delete": "DELETE FROM " + kind + " WHERE id = $1",
		} {
			tag, err := s.Exec(t.Context(), sql, theirs[kind][0])
			if err != nil || tag.RowsAffected() != 0 {
				t.Errorf("%s: %s of another tenant's row: %v, %v", kind, what, tag, err)
			}
		}
		refused(t, s, denied, "UPDATE "+kind+" SET tenant_id = 'b'")
		refused(t, s, denied, "TRUNCATE "+kind+" CASCADE")
		sql, _, _ := insertion(t, db.Pool, kind, theirs)
		refused(t, s, denied, sql, "b")
	}
	for kind, all := range theirs {
		if n := get[int](t, db.Pool, "SELECT count(*) FROM "+kind+" WHERE tenant_id = 'b' AND id = ANY ($1)", all); n !=
			len(all) {
			t.Errorf("%s: %d rows of the other tenant are left, want %d", kind, n, len(all))
		}
	}

	// A session cannot change the tenant that it is limited to.
	exec(t, s, "SET vitrine.tenant = 'b'")
	refused(t, s, denied, "INSERT INTO brand (slug, name) VALUES ('x', 'X')")
	exec(t, s, "SET ROLE vitrine_tenant_editor")
	if n := get[int](t, s, "SELECT count(DISTINCT tenant_id) FROM brand"); n != 1 {
		t.Errorf("brands of %d tenants after SET ROLE, want 1", n)
	}
	refused(t, s, denied, "SELECT settings FROM tenant")
	for _, table := range []string{"tenant_editor", "tenant_host", "tenant_search", "payment", "account",
		"token_key", "change_row"} {
		refused(t, s, denied, "SELECT FROM "+table)
	}
}

// A confined role may call no function that runs with the owner's rights but the one that names its tenant.
func TestAConfinedEditorHasNoWayRoundThePolicies(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	got := names(t, db.Pool, `
SELECT proname FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
AND has_function_privilege('vitrine_tenant_editor', oid, 'EXECUTE') ORDER BY 1`)
	if !slices.Equal(got, []string{"editor_tenant"}) {
		t.Errorf("functions with the owner's rights: %v, want editor_tenant", got)
	}
	got = names(t, db.Pool, `
SELECT relname FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
AND has_any_column_privilege('vitrine_tenant_editor', oid, 'SELECT, INSERT, UPDATE')`)
	if len(got) > 0 {
		t.Errorf("views, which read with the owner's rights: %v", got)
	}
}

// A role that logs in without a row in tenant_editor sees nothing.
func TestAConfinedEditorOfNoTenantSeesNothing(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := confined(t, db, "a")
	exec(t, db.Pool, "DELETE FROM tenant_editor")
	if n := get[int](t, s, "SELECT count(*) FROM product"); n != 0 {
		t.Errorf("%d products, want none", n)
	}
	refused(t, s, denied, "INSERT INTO brand (slug, name) VALUES ('x', 'X')")
}

// An editor sends no tenant: rows get that of the role, and parts that of their record.
func TestRowsOfAnEditorGetTheirTenant(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := confined(t, db, "a")
	product := get[string](t, s, "INSERT INTO product (slug, name) VALUES ('chair', 'Chair') RETURNING id")
	category := get[string](t, s, "INSERT INTO category (slug, name) VALUES ('seats', 'Seats') RETURNING id")
	exec(t, s, "INSERT INTO product_category (product_id, category_id) VALUES ($1, $2)", product, category)
	wantChanges(t, db.Pool, "a", 2, "1 I product", "2 I category", "3 I product_category")

	// A role of several tenants has no such setting. Its parts still get the tenant of their record.
	theirs := get[string](t, db.Pool, "SELECT id FROM product WHERE tenant_id = 'b'")
	if got := get[string](t, db.Pool, "INSERT INTO product_attribute (product_id, name, value) VALUES ($1, 'c', 'red') "+
		"RETURNING tenant_id", theirs); got != "b" {
		t.Errorf("the attribute belongs to %s, want b", got)
	}
	refused(t, db.Pool, "23502", "INSERT INTO product (slug, name) VALUES ('chair', 'Chair')")
	refused(t, db.Pool, "23502", "INSERT INTO product_attribute (product_id, name, value) VALUES ('no', 'c', 'red')")
}

// Row-level security costs nothing before the first confined role, and the roles of Vitrine nothing after it.
func TestOnlyConfinedEditorsPayForPolicies(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	const enabled = "SELECT count(*) FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace"
	if n := get[int](t, db.Pool, enabled); n != 0 {
		t.Errorf("%d tables with row-level security before the first role, want none", n)
	}
	confined(t, db, "a")
	if n, want := get[int](t, db.Pool, enabled), get[int](t, db.Pool, "SELECT count(*) FROM watched"); n != want {
		t.Errorf("%d tables with row-level security, want %d", n, want)
	}
	for _, role := range []string{"vitrine_gateway", "vitrine_writer"} {
		s := as(t, db, role)
		if get[bool](t, s, "SELECT bool_or(row_security_active(oid)) FROM pg_class WHERE relrowsecurity") {
			t.Errorf("policies apply to %s", role)
		}
	}
	s := as(t, db, "vitrine_editor")
	if n := get[int](t, s, "SELECT count(DISTINCT tenant_id) FROM product"); n != 2 {
		t.Errorf("an editor of all tenants sees %d, want 2", n)
	}

	// It changes only what is missing.
	const versions = "SELECT string_agg(relname || ' ' || xmin, ',' ORDER BY relname) FROM pg_class WHERE relrowsecurity"
	before := get[string](t, db.Pool, versions)
	exec(t, db.Pool, "SELECT confine_editors()")
	if after := get[string](t, db.Pool, versions); after != before {
		t.Errorf("a second call altered tables: %s, then %s", before, after)
	}
}

// A content table that a later migration adds is limited too.
func TestANewContentTableIsConfined(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := confined(t, db, "a")
	exec(t, db.Pool, `CREATE TABLE note (id text PRIMARY KEY DEFAULT object_id(), tenant_id text NOT NULL,
		updated_at timestamptz NOT NULL DEFAULT now())`)
	exec(t, db.Pool, "SELECT watch('note')")
	exec(t, db.Pool, "SELECT grant_roles()")
	exec(t, db.Pool, "INSERT INTO note (tenant_id) VALUES ('a'), ('b')")
	if n := get[int](t, s, "SELECT count(*) FROM note"); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}
