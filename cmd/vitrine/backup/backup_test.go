package backup

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
)

var at = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// filled returns a database with two tenants, and a backup of it.
func filled(t *testing.T) (db *schematest.DB, dump string, m *Manifest) {
	t.Helper()
	db = schematest.Open(t)
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('a', 'A'), ('b', 'B')",
		"INSERT INTO brand (tenant_id, slug, name) SELECT 'a', 'brand-' || i, 'Brand ' || i FROM generate_series(1, 50) i",
		"UPDATE brand SET name = 'Other' WHERE slug = 'brand-7'",
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('b', 'only', 'İçel')",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	dump, m, err := Write(t.Context(), db.URL, t.TempDir(), at)
	if err != nil {
		t.Fatal(err)
	}
	return db, dump, m
}

// empty creates a database on the server of another one.
func empty(t *testing.T, db *schematest.DB) string {
	t.Helper()
	name := "restored_" + strings.ToLower(strings.NewReplacer("/", "_", " ", "_").Replace(t.Name()))
	quoted := pgx.Identifier{name}.Sanitize()
	if _, err := db.Pool.Exec(t.Context(), "CREATE DATABASE "+quoted+" TEMPLATE template0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // before the pool of the other one is closed
		_, _ = db.Pool.Exec(context.Background(), "DROP DATABASE IF EXISTS "+quoted+" WITH (FORCE)")
	})
	url, err := database(db.URL, name)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func TestARestoredBackupHasEverythingAndNewEpochs(t *testing.T) {
	t.Parallel()
	db, dump, m := filled(t)
	if m.Tables["brand"].Rows != 51 || m.Tenants["a"].Change != 3 || m.Tenants["b"].Change != 2 {
		t.Errorf("the manifest has %+v and %+v", m.Tables["brand"], m.Tenants)
	}
	if info, err := os.Stat(dump); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the dump: %v, %v", info.Mode(), err)
	}
	// What is written after the backup is not in it.
	_, err := db.Pool.Exec(t.Context(), "INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'late', 'Late')")
	if err != nil {
		t.Fatal(err)
	}
	url := empty(t, db)
	if _, err := Restore(t.Context(), url, dump); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	// The next edit is captured, under the next number and in the new epoch.
	if _, err := conn.Exec(t.Context(), "UPDATE brand SET name = 'Next' WHERE tenant_id = 'b'"); err != nil {
		t.Fatal(err)
	}
	c, err := read(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Tenants["b"]; got.Change <= m.Tenants["b"].Change || got.Epoch == m.Tenants["b"].Epoch {
		t.Errorf("after an edit the tenant is at %+v, the backup at %+v", got, m.Tenants["b"])
	}
	if c.Tables["brand"].Rows != 51 {
		t.Errorf("%d brands, want 51", c.Tables["brand"].Rows)
	}
	_, err = Restore(t.Context(), url, dump)
	if err == nil || !strings.Contains(err.Error(), "restore into an empty one") {
		t.Errorf("a second restore into the same database: %v", err)
	}
}

func TestVerifyLeavesNothing(t *testing.T) {
	t.Parallel()
	db, dump, m := filled(t)
	r, err := Verify(t.Context(), db.URL, dump)
	if err != nil {
		t.Fatal(err)
	}
	var left int
	err = db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_database WHERE datname = $1", r.Database).Scan(&left)
	if err != nil || left != 0 || !strings.HasPrefix(r.Database, "vitrine_verify_") {
		t.Errorf("database %s: %d left, %v", r.Database, left, err)
	}
	// A manifest that says otherwise is noticed, and the temporary database is dropped then, too.
	text, err := os.ReadFile(manifestOf(dump))
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{
		`"rows": 51`:               "table brand has 51 rows, the backup 52",
		`"change": 3`:              "tenant a is at change 3, the backup at 4",
		m.Tables["brand"].Checksum: "table brand has 51 rows, and some differ from the backup",
	} {
		to := map[string]string{`"rows": 51`: `"rows": 52`, `"change": 3`: `"change": 4`}[from]
		if to == "" {
			to = "1"
		}
		changed := strings.Replace(string(text), from, to, 1)
		if changed == string(text) {
			t.Fatalf("the manifest has no %s", from)
		}
		if err := os.WriteFile(manifestOf(dump), []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(t.Context(), db.URL, dump); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %s in place of %s: %v, want %s", to, from, err, want)
		}
	}
}

func TestDamagedBackupsAreRefused(t *testing.T) {
	t.Parallel()
	db, dump, _ := filled(t)
	f, err := os.OpenFile(dump, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := Verify(t.Context(), db.URL, dump); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("a dump with a further byte: %v", err)
	}
	_, _, err = Write(t.Context(), db.URL, filepath.Dir(dump), at)
	if err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a second backup of the same second: %v", err)
	}
	if err := os.Remove(manifestOf(dump)); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), db.URL, dump); err == nil || !strings.Contains(err.Error(), "manifest") {
		t.Errorf("without a manifest: %v", err)
	}
}

func TestKeepDeletesOnlyOldBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"vitrine-20260101T000000Z", "vitrine-20260102T000000Z", "vitrine-20260103T000000Z",
		"mine"} {
		for _, ext := range []string{".dump", ".json"} {
			if err := os.WriteFile(filepath.Join(dir, name+ext), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := Keep(dir, 2); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := "mine.dump mine.json vitrine-20260102T000000Z.dump vitrine-20260102T000000Z.json " +
		"vitrine-20260103T000000Z.dump vitrine-20260103T000000Z.json"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("left: %s", got)
	}
}

func TestThePasswordStaysOutOfTheArguments(t *testing.T) {
	t.Parallel()
	for url, want := range map[string][2]string{
		"postgres://u:p%40ss@h:5432/d?sslmode=disable&pool_max_conns=3": {"postgres://u@h:5432/d?sslmode=disable", "p@ss"},
		"postgres:///d?host=/run&user=u&password=x":                     {"postgres:///d?host=%2Frun&user=u", "x"},
		"postgresql://h/d": {"postgresql://h/d", ""},
	} {
		without, password, err := split(url)
		if err != nil || without != want[0] || password != want[1] {
			t.Errorf("%s: %s, %s, %v", url, without, password, err)
		}
	}
	if _, _, err := split("host=h password=secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("no URL: %v", err)
	}
}
