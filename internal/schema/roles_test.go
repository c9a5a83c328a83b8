package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema/schematest"
)

const denied = "42501"

// as opens a session that is one of the roles.
func as(t testing.TB, db *schematest.DB, role string) *pgx.Conn {
	t.Helper()
	s := session(t, db)
	if !get[bool](t, s, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role) {
		t.Skipf("SKIPPED: there is no role %s, and the user of VITRINE_TEST_DATABASE_URL may not create it. Unset it to "+
			"test on a private server.", role)
	}
	exec(t, s, "SET ROLE "+role)
	return s
}

func TestEditorEditsAndIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := as(t, db, "vitrine_editor")
	exec(t, s, addBrand, "a", "other")
	exec(t, s, "UPDATE product SET stock = 1")
	exec(t, s, "DELETE FROM brand WHERE slug = 'acme'")
	wantChanges(t, db.Pool, "a", 2, "1 I brand", "2 U product stock", "3 D brand", "3 U product brand_id")
}

func TestEditorRoleCannotTouchTheOutbox(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := as(t, db, "vitrine_editor")
	for _, table := range []string{"change_row", "change_tx", "tenant_seq", "drain_state", "drain_cursor", "search_cursor",
		"cluster_mark", "watched", "schema_version", "schema_compatible"} {
		refused(t, s, denied, "SELECT FROM "+table)
		refused(t, s, denied, "DELETE FROM "+table)
		refused(t, s, denied, "TRUNCATE "+table)
	}
	refused(t, s, denied, "UPDATE tenant_seq SET n = 0")
	refused(t, s, denied, "INSERT INTO change_row (xid, tenant_id, kind, id, op) VALUES ('1', 'a', 'brand', 'x', 'I')")
	for _, call := range []string{"new_epoch()", "renew_epoch()", "prune_changes()", "grant_roles()", "watch('product')",
		"note_change('product', 'a', 'x', 'U', NULL, NULL, NULL)", "lead_of('1', 'a')"} {
		refused(t, s, denied, "SELECT "+call)
	}

	// Tenants are the operator's.
	refused(t, s, denied, "DELETE FROM tenant")
	refused(t, s, denied, "UPDATE tenant SET status = 'DISABLED'")
	refused(t, s, denied, "INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'evil.example')")
	refused(t, s, denied, "INSERT INTO tenant_search (tenant_id, settings) VALUES ('a', '{}')")

	// Nor is there a way round the triggers, or a way to fire them for what never happened.
	refused(t, s, denied, "SET session_replication_role = replica")
	refused(t, s, denied, "ALTER TABLE product DISABLE TRIGGER ALL")
	refused(t, s, denied, "TRUNCATE product CASCADE")
	refused(t, s, denied, "CREATE TABLE public.mine ()")
	exec(t, s, "CREATE TEMP TABLE product (tenant_id text, id text)")
	for _, function := range []string{"capture_product", "note_truncate", "seal", "number_tenant"} {
		refused(t, s, denied,
			"CREATE TRIGGER forged AFTER INSERT ON pg_temp.product FOR EACH ROW EXECUTE FUNCTION "+function+"()")
	}
	wantChanges(t, db.Pool, "a", 2)
	wantChanges(t, db.Pool, "b", 2)
}

// Settings of an editor's session, and temporary tables named like those of the outbox, do not affect its functions.
func TestEditorsSessionDoesNotMisleadTheOutbox(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := as(t, db, "vitrine_editor")
	for _, sql := range []string{
		"CREATE TEMP TABLE change_row (LIKE public.product)",
		"CREATE TEMP TABLE change_tx (x int)",
		"CREATE TEMP TABLE tenant_seq (x int)",
		"CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql RETURN '2020-01-01'::timestamptz",
		"SET search_path = pg_temp, public",
		"SET statement_timeout = '20s'",
		"SET datestyle = 'SQL, DMY'",
	} {
		exec(t, s, sql)
	}
	exec(t, s, addBrand, "a", "other")
	exec(t, s, "UPDATE public.product SET stock = 1")
	wantChanges(t, db.Pool, "a", 2, "1 I brand", "2 U product stock")
}

func TestGatewayRoleReadsAndNothingElse(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := as(t, db, "vitrine_gateway")
	for _, kind := range append(get[[]string](t, db.Pool, "SELECT array_agg(kind) FROM watched"), "tenant_seq",
		"change_row", "change_tx", "search_cursor") {
		exec(t, s, "SELECT FROM "+kind)
		refused(t, s, denied, "DELETE FROM "+kind)
	}
	refused(t, s, denied, addBrand, "a", "other")
	refused(t, s, denied, "UPDATE tenant_seq SET n = 0")
	refused(t, s, denied, "SELECT FROM cluster_mark")
}

func TestWriterRoleReadsContent(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := as(t, db, "vitrine_writer")
	exec(t, s, "SELECT FROM product")
	refused(t, s, denied, "UPDATE product SET stock = 1")
	refused(t, s, denied, "SELECT FROM change_row")
}

// Roles belong to the cluster. Where the user who migrates may not create them, the rest is done and a NOTICE says what
// is missing.
func TestRolesAreSkippedWhereTheyMayNotBeCreated(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	var notices []string
	cfg, err := pgx.ParseConfig(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { notices = append(notices, n.Message) }
	s, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(t.Context())
	superuser(t, s)

	exec(t, s, "BEGIN") // and never committed: other tests use the roles
	for _, role := range []string{"editor", "tenant_editor", "gateway", "writer"} {
		exec(t, s, fmt.Sprintf("ALTER ROLE vitrine_%[1]s RENAME TO vitrine_%[1]s_hidden", role))
	}
	exec(t, s, "CREATE ROLE vitrine_nobody")
	exec(t, s, "GRANT EXECUTE ON FUNCTION grant_roles() TO vitrine_nobody")
	exec(t, s, "GRANT EXECUTE ON FUNCTION confine_editors() TO vitrine_nobody")
	exec(t, s, "GRANT SELECT ON watched, tenant_editor TO vitrine_nobody")
	exec(t, s, "SET ROLE vitrine_nobody")
	exec(t, s, "SELECT grant_roles()")
	exec(t, s, "ROLLBACK")
	if len(notices) != 4 || !strings.Contains(notices[0], "vitrine_editor") {
		t.Errorf("notices: %q, want one a role", notices)
	}
}
