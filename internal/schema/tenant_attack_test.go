package schema_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema/schematest"
)

// The values of tenant b that tenant a must not read. Both are in a product that is a draft.
const (
	theirName = "Zanzibar-Secret-Lamp"
	theirSlug = "zanzibar-secret-lamp"
)

// attacked returns a database with tenants a and b, a session of a role that is limited to a and owns a schema, and the
// id of b's product.
func attacked(t *testing.T) (db *schematest.DB, s *pgx.Conn, theirs string) {
	t.Helper()
	db = open(t, "a", "b")
	s = confined(t, db, "a")
	role := s.Config().User
	exec(t, db.Pool, "CREATE SCHEMA "+role+" AUTHORIZATION "+role)
	theirs = get[string](t, db.Pool, `INSERT INTO product (tenant_id, slug, name, amount) VALUES ('b', $1, $2, 4711)
RETURNING id`, theirSlug, theirName)
	exec(t, db.Pool, "INSERT INTO product (tenant_id, slug, name) SELECT 'b', 'zanzibar-' || i, $1 FROM "+
		"generate_series(1, 200) i", theirName)
	exec(t, db.Pool, "ANALYZE product")
	exec(t, s, "SET search_path = "+role+", public")
	return db, s, theirs
}

// untouched compares b's rows with what they were.
func untouched(t *testing.T, db *schematest.DB) {
	t.Helper()
	if n := get[int](t, db.Pool, "SELECT count(*) FROM product WHERE tenant_id = 'b' AND name = $1 AND status = 'DRAFT'",
		theirName); n != 201 {
		t.Errorf("%d products of the other tenant are as they were, want 201", n)
	}
	if n := get[int](t, db.Pool, "SELECT count(*) FROM product WHERE tenant_id = 'b'"); n != 202 {
		t.Errorf("the other tenant has %d products, want 202", n)
	}
}

// reads runs statements of a confined role, and looks for the other tenant's values in all rows, notices and errors.
func reads(t *testing.T, s *pgx.Conn, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		rows, err := s.Query(t.Context(), sql, pgx.QueryExecModeSimpleProtocol)
		var b strings.Builder
		if err == nil {
			for rows.Next() {
				values, err := rows.Values()
				fmt.Fprintln(&b, values, err)
			}
			err = rows.Err()
		}
		var pg *pgconn.PgError
		if errors.As(err, &pg) {
			fmt.Fprintln(&b, pg.Message, pg.Detail, pg.Where)
		}
		if found(b.String()) {
			t.Errorf("%s\nreads the other tenant: %.300s", sql, b.String())
		}
	}
}

func found(text string) bool {
	return strings.Contains(text, theirName) || strings.Contains(text, theirSlug) || strings.Contains(text, "4711")
}

// A confined role cannot become another one.
func TestAConfinedEditorTakesNoOtherRole(t *testing.T) {
	t.Parallel()
	db, s, _ := attacked(t)
	owner := get[string](t, db.Pool, "SELECT current_user")
	for _, sql := range []string{
		"SET ROLE " + owner, "SET ROLE vitrine_editor", "SET ROLE vitrine_gateway", "SET ROLE vitrine_writer",
		"SET SESSION AUTHORIZATION " + owner, "GRANT vitrine_editor TO CURRENT_USER", "GRANT " + owner + " TO CURRENT_USER",
		"ALTER ROLE CURRENT_USER BYPASSRLS", "ALTER ROLE CURRENT_USER SUPERUSER", "ALTER ROLE CURRENT_USER NOINHERIT",
		"CREATE ROLE another_of_a", "SET session_replication_role = replica",
		"ALTER TABLE product DISABLE ROW LEVEL SECURITY", "DROP POLICY own_tenant ON product",
		"CREATE POLICY mine ON product USING (true)", "ALTER TABLE product OWNER TO CURRENT_USER",
		"ALTER FUNCTION editor_tenant() OWNER TO CURRENT_USER", "CREATE FUNCTION public.f() RETURNS int RETURN 1",
		"UPDATE tenant_editor SET tenant_id = 'b'", "INSERT INTO tenant_editor (role, tenant_id) VALUES (current_user, 'b')",
	} {
		if _, err := s.Exec(t.Context(), sql); sqlState(err) != denied {
			t.Errorf("%s: %v, want it denied", sql, err)
		}
	}
	exec(t, s, "SET row_security = off")
	refused(t, s, denied, "SELECT name FROM product")
	exec(t, s, "RESET row_security")
	_, _ = s.Exec(t.Context(), "ALTER ROLE CURRENT_USER SET vitrine.tenant = 'b'") // Postgres may allow it
	exec(t, s, "SET vitrine.tenant = 'b'")
	exec(t, s, "SET ROLE vitrine_tenant_editor")
	reads(t, s, "SELECT * FROM product", "TABLE tenant_editor", "SELECT * FROM change_row")
	if got := get[string](t, s, "SELECT string_agg(DISTINCT tenant_id, ',') FROM product"); got != "a" {
		t.Errorf("products of %s, want a", got)
	}
}

// Whatever a statement is, it shows no value of another tenant.
func TestAConfinedEditorReadsNoOtherTenant(t *testing.T) {
	t.Parallel()
	db, s, theirs := attacked(t)
	for _, sql := range []string{
		// A function with a low cost would run before the policy, if Postgres let it.
		`CREATE FUNCTION leak(v text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS
			$$ BEGIN RAISE EXCEPTION '%', v; END $$`,
		"CREATE FUNCTION quiet(v text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS " +
			"$$ BEGIN IF v LIKE 'Zanzibar%' THEN RAISE EXCEPTION '%', v; END IF; RETURN true; END $$",
		"CREATE OPERATOR === (FUNCTION = texteq, LEFTARG = text, RIGHTARG = text)",
		"CREATE VIEW all_products AS SELECT * FROM public.product",
		"CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM public.product",
		"CREATE MATERIALIZED VIEW kept AS SELECT * FROM public.product",
		"CREATE FUNCTION definer() RETURNS SETOF public.product LANGUAGE sql SECURITY DEFINER AS 'TABLE public.product'",
		"CREATE TEMP TABLE tenant_editor AS SELECT current_user::text AS role, 'b'::text AS tenant_id",
		"CREATE FUNCTION editor_tenant() RETURNS text RETURN 'b'",
	} {
		exec(t, s, sql)
	}
	exec(t, db.Pool, "ANALYZE") // at any time, Postgres does so by itself
	exec(t, s, "SET search_path = pg_temp, "+s.Config().User+", public")
	reads(t, s,
		"SELECT * FROM public.product WHERE quiet(name)", "SELECT * FROM public.product WHERE quiet(slug)",
		"SELECT * FROM public.product WHERE id = '"+theirs+"'", "SELECT p FROM public.product p",
		"SELECT * FROM public.product WHERE name === '"+theirName[:3]+"'",
		"SELECT * FROM public.product WHERE 1 / (length(name) - 20) > 0",
		"SELECT * FROM public.product TABLESAMPLE SYSTEM (100)",
		"SELECT * FROM public.product WHERE ctid = '(0,1)' AND quiet(name)", "SELECT * FROM public.product FOR SHARE",
		"SELECT * FROM all_products WHERE quiet(name)", "SELECT * FROM barrier WHERE quiet(name)", "TABLE kept",
		"SELECT * FROM definer()", "SELECT query_to_xml('TABLE public.product', true, true, '')",
		"SELECT schema_to_xml('public', true, true, '')", "SELECT * FROM ts_stat('SELECT search FROM public.product')",
		"EXPLAIN ANALYZE SELECT * FROM public.product", "EXPLAIN (VERBOSE) SELECT * FROM public.product WHERE name > 'Z'",
		"SELECT * FROM pg_stats WHERE tablename <> 'pg_proc'", // which has the functions above
		"SELECT * FROM pg_stats_ext", "SELECT * FROM pg_statistic",
		"SELECT * FROM pg_stat_activity",
		"SELECT * FROM pg_prepared_xacts", "SELECT * FROM pg_sequences", "SELECT * FROM pg_cursors",
		"SELECT * FROM pg_authid",
		"SELECT * FROM pg_largeobject", "SELECT pg_read_file('postgresql.conf')", "SELECT * FROM pg_hba_file_rules",
		"SELECT lo_import('/etc/passwd')", "SELECT * FROM public.change_row", "SELECT * FROM public.search_cursor",
		"INSERT INTO public.product (id, slug, name) VALUES ('"+theirs+"', 'x', 'X') "+
			"ON CONFLICT (id) DO UPDATE SET status = 'ARCHIVED' RETURNING *",
		"INSERT INTO public.product (id, slug, name) VALUES ('"+theirs+"', 'x', 'X') RETURNING *",
		"UPDATE public.product SET sku = 'x' WHERE quiet(name) RETURNING *",
		"MERGE INTO public.product p USING (VALUES ('"+theirs+"')) v(id) ON p.id = v.id WHEN MATCHED THEN DELETE",
	)
	// No sequence of Vitrine can be read.
	for _, name := range names(t, db.Pool, "SELECT c.relname FROM pg_class c WHERE relkind = 'S' "+
		"AND relnamespace = 'public'::regnamespace") {
		refused(t, s, denied, fmt.Sprintf("SELECT last_value FROM public.%s", name))
	}
	if n := get[int](t, s, "SELECT count(*) FROM pg_stats WHERE schemaname = 'public' AND tablename = 'product'"); n != 0 {
		t.Errorf("pg_stats shows %d columns of products, want none", n)
	}
	var copied strings.Builder
	_, err := s.PgConn().CopyTo(t.Context(), &copied, "COPY public.product TO STDOUT")
	if err != nil || !strings.Contains(copied.String(), "lamp") || found(copied.String()) {
		t.Errorf("COPY: %v, %.200s", err, copied.String())
	}
	for _, sql := range []string{"COPY public.product TO '/tmp/products'", "COPY public.product TO PROGRAM 'cat'",
		"CREATE TABLE pointing (id text REFERENCES public.product (id))", "CREATE TABLE heir () INHERITS (public.product)",
		"CREATE STATISTICS guessed ON name, slug FROM public.product", "CREATE INDEX ON public.product (name)",
		"CREATE PUBLICATION everything FOR TABLE public.product", "CREATE EXTENSION dblink"} {
		if _, err := s.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was allowed", sql)
		}
	}
	untouched(t, db)
}

// No statement changes a row of another tenant, and no code of the role runs with the rights of somebody else.
func TestAConfinedEditorWritesNoOtherTenant(t *testing.T) {
	t.Parallel()
	db, s, theirs := attacked(t)
	exec(t, s, `CREATE FUNCTION grab() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN UPDATE public.product SET name = 'taken'; RETURN new; END $$`)
	for _, sql := range []string{
		"INSERT INTO product (tenant_id, slug, name) VALUES ('b', 'mine', 'Mine')",
		"UPDATE product SET tenant_id = 'b' WHERE slug = 'lamp'",
		"INSERT INTO product_category (tenant_id, product_id, category_id) VALUES ('b', '" + theirs + "', '" + theirs + "')",
		"COPY product (tenant_id, slug, name) FROM STDIN", "COPY product (slug, name) FROM PROGRAM 'echo'",
		"CREATE TRIGGER t BEFORE UPDATE ON product FOR EACH ROW EXECUTE FUNCTION grab()",
		"CREATE RULE r AS ON UPDATE TO product DO ALSO SELECT 1", "ALTER TABLE product DISABLE TRIGGER ALL",
		"CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION grab()", "TRUNCATE product CASCADE",
		"DROP TABLE product", "COMMENT ON TABLE product IS 'x'", "SELECT new_epoch()", "SELECT confine_editors()",
		"INSERT INTO change_row DEFAULT VALUES", "UPDATE tenant_seq SET n = 0", "UPDATE drain_state SET asleep = true",
		"INSERT INTO product_attribute (tenant_id, product_id, name, value) VALUES ('a', '" + theirs + "', 'n', 'v')",
		"INSERT INTO product_attribute (product_id, name, value) VALUES ('" + theirs + "', 'n', 'v')",
		"INSERT INTO product (slug, name, brand_id) SELECT 'y', 'Y', '" + get[string](t, db.Pool,
			"SELECT id FROM brand WHERE tenant_id = 'b'") + "'",
		"INSERT INTO product (id, slug, name) VALUES ('" + theirs + "', 'x', 'X') " +
			"ON CONFLICT (id) DO UPDATE SET name = 'taken', tenant_id = 'a'",
	} {
		if _, err := s.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was allowed", sql)
		}
	}
	for _, sql := range []string{
		"UPDATE product SET name = 'taken' WHERE id = '" + theirs + "'",
		"DELETE FROM product WHERE id = '" + theirs + "'",
		"WITH x AS (UPDATE product SET name = 'taken' WHERE tenant_id = 'b' RETURNING id) SELECT * FROM x",
		"MERGE INTO product p USING (VALUES ('" + theirs + "')) v(id) ON p.id = v.id WHEN MATCHED THEN " +
			"UPDATE SET name = 'taken'",
		"SELECT tenant_id FROM product WHERE tenant_id = 'b' FOR UPDATE",
	} {
		if tag, err := s.Exec(t.Context(), sql); err != nil || tag.RowsAffected() != 0 {
			t.Errorf("%s: %v, %v, want no row", sql, tag, err)
		}
	}
	// A view of the role and its trigger change what the role may change, and no more.
	exec(t, s, "CREATE VIEW every AS SELECT * FROM public.product")
	exec(t, s, "UPDATE every SET name = 'Mine'")
	untouched(t, db)

	// The policy depends on the role that logged in. So a view of the role shows nothing to others.
	exec(t, s, "GRANT USAGE ON SCHEMA "+s.Config().User+" TO PUBLIC")
	exec(t, s, "GRANT SELECT ON every TO PUBLIC")
	if n := get[int](t, db.Pool, "SELECT count(*) FROM "+s.Config().User+".every"); n != 0 {
		t.Errorf("a view of the role shows %d rows to another role, want none", n)
	}
	other := confined(t, db, "b")
	if got := get[int](t, other, "SELECT count(*) FROM "+s.Config().User+".every WHERE tenant_id <> 'b'"); got != 0 {
		t.Errorf("tenant b reads %d rows of another tenant through a view", got)
	}
	refused(t, other, denied, "CREATE TABLE "+s.Config().User+".mine ()")
}

// Every role may LISTEN, so wake-ups name no record once there is a confined role.
func TestAWakeUpNamesNoRecordToAConfinedEditor(t *testing.T) {
	t.Parallel()
	db, s, theirs := attacked(t)
	exec(t, s, "LISTEN vitrine")
	exec(t, db.Pool, "UPDATE drain_state SET asleep = true")
	exec(t, db.Pool, "UPDATE product SET stock = 7 WHERE id = $1", theirs)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	said, err := s.WaitForNotification(ctx)
	if err != nil || said.Payload != "" {
		t.Errorf("received %+v, %v, want an empty wake-up", said, err)
	}
}
