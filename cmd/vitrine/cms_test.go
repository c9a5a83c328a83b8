package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

// A cmsDesk runs cms commands for two tenants of its own. Roles belong to the cluster, and so have their names.
type cmsDesk struct {
	*testing.T
	db         *schematest.DB
	one, other string
}

func openCMS(t *testing.T) *cmsDesk {
	t.Helper()
	d := &cmsDesk{T: t, db: schematest.Open(t)}
	var super string
	if err := d.db.Pool.QueryRow(t.Context(), "SHOW is_superuser").Scan(&super); err != nil || super != "on" {
		t.Skip("SKIPPED: the user of VITRINE_TEST_DATABASE_URL is no superuser. Unset it to test on a private server.")
	}
	d.one, d.other = "t"+strings.ToLower(rand.Text()[:10]), "t"+strings.ToLower(rand.Text()[:10])
	for _, tenant := range []string{d.one, d.other} {
		d.exec("INSERT INTO tenant (id, name) VALUES ($1, $1)", tenant)
		d.exec("INSERT INTO brand (tenant_id, slug, name) VALUES ($1, 'acme', 'Acme')", tenant)
	}
	t.Cleanup(func() {
		for _, tenant := range []string{d.one, d.other} {
			for _, kind := range []string{"directus_", "cms_"} {
				_, err := d.db.Pool.Exec(context.Background(), "DROP OWNED BY "+kind+tenant+" CASCADE")
				if err == nil {
					_, err = d.db.Pool.Exec(context.Background(), "DROP ROLE "+kind+tenant)
				}
				if err != nil && !strings.Contains(err.Error(), "does not exist") {
					t.Error(err)
				}
			}
		}
	})
	return d
}

func (d *cmsDesk) exec(sql string, args ...any) {
	d.Helper()
	if _, err := d.db.Pool.Exec(d.Context(), sql, args...); err != nil {
		d.Fatalf("%v\n%s", err, sql)
	}
}

// run runs a command. out is what it printed on both outputs.
func (d *cmsDesk) run(args ...string) (stdout, out string, err error) {
	var text, notes bytes.Buffer
	err = runWith(d.Context(), args, &text, &notes, env.Map(map[string]string{"VITRINE_DATABASE_URL": d.db.URL}))
	return text.String(), text.String() + notes.String(), err
}

func (d *cmsDesk) ok(args ...string) string {
	d.Helper()
	text, out, err := d.run(args...)
	if err != nil {
		d.Fatalf("vitrine %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return text
}

func (d *cmsDesk) refused(want string, args ...string) {
	d.Helper()
	if _, out, err := d.run(args...); err == nil || !strings.Contains(err.Error(), want) {
		d.Errorf("vitrine %s: %v, want %q\n%s", strings.Join(args, " "), err, want, out)
	}
}

var setting = regexp.MustCompile(`(?m)^([A-Z_]+)="(.*)"$`)

// dotenv reads a file .env.
func dotenv(text string) map[string]string {
	all := map[string]string{}
	for _, m := range setting.FindAllStringSubmatch(text, -1) {
		all[m[1]] = m[2]
	}
	return all
}

// login connects with the settings of Directus.
func (d *cmsDesk) login(s map[string]string) *pgx.Conn {
	d.Helper()
	u := url.URL{Scheme: "postgres", User: url.UserPassword(s["DB_USER"], s["DB_PASSWORD"]),
		Host: s["DB_HOST"] + ":" + s["DB_PORT"], Path: s["DB_DATABASE"], RawQuery: "sslmode=disable"}
	conn, err := pgx.Connect(d.Context(), u.String())
	if err != nil {
		d.Fatalf("log in as %s: %v", s["DB_USER"], err)
	}
	d.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func (d *cmsDesk) tenants(c *pgx.Conn) (all []string) {
	d.Helper()
	if err := c.QueryRow(d.Context(), "SELECT array_agg(DISTINCT tenant_id) FROM brand").Scan(&all); err != nil {
		d.Fatal(err)
	}
	return all
}

func TestDirectusIsSetUpForOneTenant(t *testing.T) {
	t.Parallel()
	d := openCMS(t)
	dir := t.TempDir()
	file := filepath.Join(dir, ".env")
	d.ok("cms", "directus", "--tenant", d.one, "--dir", dir)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v, want a file that only its user reads", info, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := dotenv(string(text))
	c := d.login(s)
	if got := d.tenants(c); len(got) != 1 || got[0] != d.one {
		t.Errorf("tenants %v, want %s", got, d.one)
	}
	for _, sql := range []string{
		"CREATE TABLE " + s["DB_USER"] + ".mine ()",
		"INSERT INTO brand (slug, name) VALUES ('new', 'x'), ('other', 'Other')",
	} {
		if _, err := c.Exec(t.Context(), sql); err != nil && !strings.Contains(err.Error(), "slug_valid") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"CREATE TABLE public.mine ()", "SELECT FROM payment", "SELECT FROM tenant_editor"} {
		if _, err := c.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was allowed", sql)
		}
	}
	for _, hidden := range []string{"tenant", "payment", "token_key", "tenant_editor"} {
		if !strings.Contains(","+s["DB_EXCLUDE_TABLES"]+",", ","+hidden+",") {
			t.Errorf("DB_EXCLUDE_TABLES lacks %s", hidden)
		}
	}
	if strings.Contains(s["DB_EXCLUDE_TABLES"], "product") {
		t.Error("DB_EXCLUDE_TABLES has a table of content")
	}

	// Again: nothing changes, and the password stays.
	d.ok("cms", "directus", "--tenant", d.one, "--dir", dir)
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, text) {
		t.Errorf("the file changed: %v\n%s", err, again)
	}
	d.login(s)
	printed := d.ok("cms", "directus", "--tenant", d.one, "--print")
	if strings.Contains(printed, "DB_PASSWORD=") {
		t.Error("the password was printed again")
	}

	d.refused("copy the file, or use --new-password", "cms", "directus", "--tenant", d.one, "--dir", t.TempDir())
	d.refused("is not for the role", "cms", "directus", "--tenant", d.other, "--dir", dir)
	d.refused("move it away first", "cms", "directus", "--tenant", d.one, "--dir", dir, "--new-password")
	d.refused("belongs to tenant", "cms", "directus", "--tenant", d.other, "--role", s["DB_USER"], "--print")
	d.refused("was not made for this database", "cms", "directus", "--tenant", d.other, "--role", "vitrine_editor",
		"--print")
	d.refused("unknown tenant", "cms", "directus", "--tenant", "nobody", "--print")
	d.refused("--tenant is missing", "cms", "directus")
	d.refused("--role", "cms", "directus", "--tenant", d.one, "--role", "a b", "--print")
	d.refused("no such file", "cms", "directus", "--tenant", d.other, "--dir", filepath.Join(dir, "no", "such"))
	var left bool
	if err := d.db.Pool.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)",
		"directus_"+d.other).Scan(&left); err != nil || left {
		t.Errorf("a command that failed left a role: %v", err)
	}
}

func TestDirectusSettingsArePrinted(t *testing.T) {
	t.Parallel()
	d := openCMS(t)
	first := dotenv(d.ok("cms", "directus", "--tenant", d.one, "--print", "--port", "9055", "--email", "a@b.example"))
	if first["PORT"] != "9055" || first["ADMIN_EMAIL"] != "a@b.example" || len(first["SECRET"]) < 32 {
		t.Errorf("settings: %v", first)
	}
	d.login(first)
	second := dotenv(d.ok("cms", "directus", "--tenant", d.one, "--print", "--new-password"))
	d.login(second)
	if second["DB_PASSWORD"] == first["DB_PASSWORD"] {
		t.Error("the password stayed the same")
	}
	theirs := d.login(dotenv(d.ok("cms", "directus", "--tenant", d.other, "--print")))
	if got := d.tenants(theirs); len(got) != 1 || got[0] != d.other {
		t.Errorf("tenants %v, want %s", got, d.other)
	}
	// What Postgres may log has no password.
	for _, password := range []string{first["DB_PASSWORD"], second["DB_PASSWORD"]} {
		var stored string
		err := d.db.Pool.QueryRow(t.Context(), "SELECT rolpassword FROM pg_authid WHERE rolname = $1",
			first["DB_USER"]).Scan(&stored)
		if err != nil || !strings.HasPrefix(stored, "SCRAM-SHA-256$") || strings.Contains(stored, password) {
			t.Errorf("stored: %.20s, %v", stored, err)
		}
	}
}

func TestARoleForAnotherCMSIsLimitedToItsTenant(t *testing.T) {
	t.Parallel()
	d := openCMS(t)
	at := strings.TrimSpace(d.ok("cms", "role", "--tenant", d.one))
	c, err := pgx.Connect(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if got := d.tenants(c); len(got) != 1 || got[0] != d.one {
		t.Errorf("tenants %v, want %s", got, d.one)
	}
	if again := d.ok("cms", "role", "--tenant", d.one); again != "" {
		t.Errorf("printed again: %s", again)
	}
	d.refused("unknown tenant", "cms", "role", "--tenant", "nobody")
}

// A superuser in a CMS, and the tables of a CMS beside those of Vitrine, are warnings.
func TestDoctorReportsACMSWithTooManyRights(t *testing.T) {
	t.Parallel()
	d := openCMS(t)
	const session, table = "a superuser reads payments", "move the tables of the CMS"
	d.ok("cms", "role", "--tenant", d.one)
	if _, out, _ := d.run("doctor"); strings.Contains(out, table) || !strings.Contains(out,
		"row-level security limits editors only") {
		t.Errorf("doctor:\n%s", out)
	}
	cfg, err := pgx.ParseConfig(d.db.URL)
	if err != nil {
		t.Fatal(err)
	}
	cfg.RuntimeParams["application_name"] = "" // as Directus
	c, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	d.exec("CREATE TABLE directus_collections ()")
	if _, out, _ := d.run("doctor"); !strings.Contains(out, session) || !strings.Contains(out, table) {
		t.Errorf("doctor:\n%s", out)
	}
}

// The role owns the tables of Directus. Its triggers on them must not run with the rights of the operator.
func TestDirectusIsDescribedInASessionOfTheRole(t *testing.T) {
	t.Parallel()
	d := openCMS(t)
	dir := t.TempDir()
	d.ok("cms", "directus", "--tenant", d.one, "--dir", dir)
	text, err := os.ReadFile(filepath.Join(dir, ".env"))
	if err != nil {
		t.Fatal(err)
	}
	s := dotenv(string(text))
	c := d.login(s)
	role := s["DB_USER"]
	tables, err := os.ReadFile(filepath.Join("cms", "testdata", "directus.sql"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Exec(t.Context(), "SET search_path = "+role+", public; "+string(tables)+`
CREATE TABLE noted (session text, executor text);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO `+role+`.noted VALUES (session_user, current_user); RETURN NULL; END $$;
CREATE TRIGGER note AFTER INSERT OR DELETE ON directus_fields FOR EACH STATEMENT EXECUTE FUNCTION note();
CREATE TRIGGER note AFTER INSERT OR UPDATE ON directus_settings FOR EACH STATEMENT EXECUTE FUNCTION note();`)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, out, err := d.run("cms", "directus", "--tenant", d.one, "--dir", dir)
		if err != nil || !strings.Contains(out, "is described") || strings.Contains(out, s["DB_PASSWORD"]) {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	var who []string
	err = c.QueryRow(t.Context(), "SELECT array_agg(DISTINCT session || ' ' || executor) FROM noted").Scan(&who)
	if err != nil || len(who) != 1 || who[0] != role+" "+role {
		t.Errorf("the triggers ran as %v, %v, want %s", who, err, role)
	}
	for what, sql := range map[string]string{
		"a field twice": `SELECT count(*) FROM (
			SELECT FROM directus_fields GROUP BY collection, field HAVING count(*) > 1) f`,
		"a field in no group": `SELECT count(*) FROM directus_fields f WHERE NOT hidden AND NOT EXISTS (SELECT FROM
			directus_fields g WHERE g.collection = f.collection AND g.field = f."group") AND "group" <> ''`,
		"a list with an unknown column": `SELECT count(*) FROM directus_presets p,
			json_array_elements_text(p.layout_query -> 'tabular' -> 'fields') l(field) WHERE NOT EXISTS (
			SELECT FROM directus_fields f WHERE f.collection = p.collection AND f.field = l.field AND NOT f.hidden)`,
		"a shown column for machines": `SELECT count(*) FROM directus_fields WHERE NOT hidden AND field IN ('id', 'tenant_id',
			'search', 'search_words', 'search_prose')`,
		"a reference without a picker": `SELECT count(*) FROM directus_fields WHERE special = 'm2o'
			AND interface <> 'select-dropdown-m2o'`,
	} {
		var n int
		if err := c.QueryRow(t.Context(), sql).Scan(&n); err != nil || n > 0 {
			t.Errorf("%s: %d, %v", what, n, err)
		}
	}
	var fields, lists, permissions int
	err = c.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM directus_fields WHERE collection = 'product'),
(SELECT count(*) FROM directus_presets), (SELECT count(*) FROM directus_permissions)`).Scan(
		&fields, &lists, &permissions)
	if err != nil || fields < 50 || lists != 17 || permissions < 150 {
		t.Errorf("%d fields of products, %d lists, %d permissions, %v", fields, lists, permissions, err)
	}

	// Without the password of the role, nothing is described.
	wrong := strings.Replace(string(text), "DB_PASSWORD=", "DB_PASSWORT=", 1)
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	d.refused("has no DB_PASSWORD", "cms", "directus", "--tenant", d.one, "--dir", dir)
}
