package schema_test

import (
	"bytes"
	"fmt"
	"os"
	command "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/devpg"
	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

// tool finds a client program of Postgres of the server's major version, or skips. In CI it skips only where we brought
// the Postgres ourselves, for that one comes without: who installs one, or gives us the URL of one, installs its client
// too.
func tool(t testing.TB, db *schematest.DB, name string) string {
	t.Helper()
	server := get[string](t, db.Pool, "SELECT current_setting('server_version_num')::int / 10000 || ''")
	candidates := []string{name}
	if bin, err := devpg.Find(t.Context(), devpg.Config{}); err == nil {
		candidates = append(candidates, filepath.Join(bin.Dir, name))
	}
	for _, path := range candidates {
		if out, err := command.Command(path, "--version").Output(); err == nil &&
			strings.Contains(string(out), " "+server+".") {
			return path
		}
	}
	lack := fmt.Sprintf("for want of %s %s. Install Postgres's client programs (apt install postgresql-client-%[2]s).",
		name, server)
	_, err := devpg.Find(t.Context(), devpg.Config{Bin: devpg.BinInstalled})
	if installed := err == nil || os.Getenv("VITRINE_TEST_DATABASE_URL") != ""; installed && os.Getenv("CI") == "true" {
		t.Fatal("FAILED " + lack)
	}
	t.Skip("SKIPPED " + lack)
	return ""
}

func run(t testing.TB, path string, args ...string) {
	t.Helper()
	cmd := command.CommandContext(t.Context(), path, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(path), strings.Join(args, " "), err, out.String())
	}
}

// A dump with everything in it, change_* too, comes to life in another database.
func TestRestoredDatabaseBeginsANewLife(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	dump, restore := tool(t, db, "pg_dump"), tool(t, db, "pg_restore")
	settle(t, db)
	exec(t, db.Pool, "UPDATE product SET stock = 1")
	file := filepath.Join(t.TempDir(), "dump")
	run(t, dump, "--format=custom", "--file="+file, "--dbname="+db.URL)

	dsn := fresh(t, db, "restored", "")
	run(t, restore, "--exit-on-error", "--dbname="+dsn, file)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())

	// A CMS may be there before us. Nothing it does is lost, whatever the leftovers are.
	wantChanges(t, conn, "a", 3, "1 U product stock")
	exec(t, conn, "BEGIN")
	xid := get[string](t, conn, "SELECT pg_current_xact_id()::text")
	exec(t, conn, addBrand, "a", "early")
	exec(t, conn, "COMMIT")
	wantChanges(t, conn, "a", 4, "1 I brand")
	if n := get[int](t, conn, "SELECT count(*) FROM change_tx WHERE xid = $1::text::xid8", xid); n != 1 {
		t.Errorf("the first write after the restore has %d numbers, want 1", n)
	}

	// Then we are.
	if err := schema.Migrate(t.Context(), dsn,
		func(name string) { t.Errorf("%s ran in a restored database", name) }); err != nil {
		t.Fatal(err)
	}
	for _, tenant := range []string{"a", "b"} {
		if epoch(t, conn, tenant) == epoch(t, db.Pool, tenant) {
			t.Errorf("tenant %s counts in the epoch of the original", tenant)
		}
		wantChanges(t, conn, tenant, 0)
	}
	if faults := names(t, conn, "SELECT capture_faults()"); len(faults) > 0 {
		t.Errorf("faults after the restore: %v", faults)
	}
	exec(t, conn, "UPDATE product SET stock = 2")
	wantChanges(t, conn, "a", 6, "1 U product stock")
	wantChanges(t, conn, "b", 5, "1 U product stock")
	if folded := get[string](t, conn, "SELECT search_words FROM product WHERE tenant_id = 'a'"); folded != "lamp" {
		t.Errorf("search_words after the restore: %q", folded)
	}
}

// The dump goes back over the database it came from, whose numbers have gone on meanwhile.
func TestDatabaseRestoredInPlaceBeginsANewLife(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	dump, restore := tool(t, db, "pg_dump"), tool(t, db, "pg_restore")
	settle(t, db)
	file := filepath.Join(t.TempDir(), "dump")
	run(t, dump, "--format=custom", "--exclude-table-data=change_*", "--file="+file, "--dbname="+db.URL)
	was := epoch(t, db.Pool, "a")
	for i := range 5 {
		exec(t, db.Pool, addBrand, "a", fmt.Sprintf("lost-%d", i))
	}
	db.Pool.Reset()
	run(t, restore, "--clean", "--if-exists", "--exit-on-error", "--dbname="+db.URL, file)
	db.Pool.Reset()
	if n := head(t, db.Pool, "a"); n != 3 {
		t.Fatalf("n = %d after the restore: this test proves nothing", n)
	}
	if err := schema.Migrate(t.Context(), db.URL, nil); err != nil {
		t.Fatal(err)
	}
	if epoch(t, db.Pool, "a") == was {
		t.Error("numbers went back and the epoch is the same")
	}
	exec(t, db.Pool, "UPDATE product SET stock = 1")
	wantChanges(t, db.Pool, "a", 4, "1 U product stock")
}

// Data alone, into a database that is migrated and empty. The triggers run, or, with --disable-triggers, are found
// wanting.
func TestDataRestoredAloneIsCaptured(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	superuser(t, db.Pool)
	dump, restore := tool(t, db, "pg_dump"), tool(t, db, "pg_restore")
	file := filepath.Join(t.TempDir(), "dump")
	run(t, dump, "--format=custom", "--data-only", "--table=tenant", "--table=brand", "--table=change_row",
		"--table=product", "--file="+file, "--dbname="+db.URL)

	target := schematest.Open(t)
	run(t, restore, "--data-only", "--exit-on-error", "--dbname="+target.URL, file)
	all := changes(t, target.Pool, "a")
	kinds := map[string]int{}
	for _, c := range all {
		kinds[c.Op+" "+c.Kind]++
	}
	if kinds["I tenant"] != 1 || kinds["I brand"] != 1 || kinds["I product"] != 1 {
		t.Errorf("captured: %v, want one tenant, brand and product", kinds)
	}
	if n := head(t, target.Pool, "a"); n != 3 {
		t.Errorf("n = %d, want 3: one a table, none for the rows copied into change_row", n)
	}

	second := schematest.Open(t)
	run(t, restore, "--data-only", "--disable-triggers", "--exit-on-error", "--dbname="+second.URL, file)
	if faults := names(t, second.Pool, "SELECT capture_faults()"); len(faults) == 0 {
		t.Error("--disable-triggers leaves triggers that are not ENABLE ALWAYS, without a warning")
	}
}
