package schema_test

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

// fresh makes an empty database beside that of the test and returns its URL.
func fresh(t testing.TB, db *schematest.DB, suffix, options string) string {
	t.Helper()
	name := get[string](t, db.Pool, "SELECT current_database()") + "_" + suffix
	exec(t, db.Pool, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8' "+options)
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), db.URL)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return beside(t, db.URL, name)
}

func beside(t testing.TB, dsn, name string) string {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		t.Skip("SKIPPED: VITRINE_TEST_DATABASE_URL is no URL: write it as postgres://…")
	}
	u.Path = "/" + name
	return u.String()
}

func migrations(t testing.TB) []string {
	t.Helper()
	names, err := fs.Glob(schema.Migrations, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal("no migrations", err)
	}
	return names
}

// migration reads the one migration whose name ends with this.
func migration(t testing.TB, end string) string {
	t.Helper()
	names, err := fs.Glob(schema.Migrations, "*"+end)
	if err != nil || len(names) != 1 {
		t.Fatalf("migrations: %q, %v", names, err)
	}
	text, err := fs.ReadFile(schema.Migrations, names[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Several processes over several databases of one cluster: each migration runs once a database, and the roles, which
// all share, are made once.
func TestMigrateMayRunInManyProcessesAtOnce(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	one, two := fresh(t, db, "one", ""), fresh(t, db, "two", "")
	var mu sync.Mutex
	ran := map[string][]string{}
	var wg sync.WaitGroup
	for _, dsn := range []string{one, two, one, two, one} {
		wg.Go(func() {
			err := schema.Migrate(t.Context(), dsn, func(name string) {
				mu.Lock()
				defer mu.Unlock()
				ran[dsn] = append(ran[dsn], name)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, dsn := range []string{one, two} {
		if diff := cmp.Diff(migrations(t), ran[dsn]); diff != "" {
			t.Errorf("migrations that ran (-want +got):\n%s", diff)
		}
	}
}

func TestMigrateTwiceDoesNothing(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	settle(t, db)
	was := epoch(t, db.Pool, "a")
	if err := schema.Migrate(t.Context(), db.URL, func(name string) { t.Errorf("%s ran again", name) }); err != nil {
		t.Fatal(err)
	}
	if epoch(t, db.Pool, "a") != was {
		t.Error("a new epoch without a reason")
	}
}

// During a rolling upgrade, a process of the release before may start again.
func TestABinaryOfTheReleaseBeforeStarts(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, "UPDATE schema_version SET version = version + 2")
	was := get[int](t, db.Pool, "SELECT version FROM schema_version")
	var told []string
	err := schema.Migrate(t.Context(), db.URL, func(name string) { t.Errorf("%s ran", name) },
		func(text string, _ bool) { told = append(told, text) })
	if err != nil || len(told) != 1 || !strings.Contains(told[0], "2 migrations newer") {
		t.Errorf("error %v, notices %q", err, told)
	}
	if now := get[int](t, db.Pool, "SELECT version FROM schema_version"); now != was {
		t.Errorf("the version was %d and is %d", was, now)
	}
}

func TestMigrateLeavesANewerDatabaseAlone(t *testing.T) {
	t.Parallel()
	for _, least := range []string{"UPDATE schema_compatible SET least = 999", "DELETE FROM schema_compatible"} {
		db := schematest.Open(t)
		exec(t, db.Pool, "UPDATE schema_version SET version = version + 1")
		exec(t, db.Pool, least)
		if err := schema.Migrate(t.Context(), db.URL, nil); !errors.Is(err, schema.ErrNewer) {
			t.Errorf("%s: error %v, want ErrNewer", least, err)
		}
	}
}

// The least number never falls: an older binary that migrates nothing leaves it as it is.
func TestTheOldestBinaryNeverBecomesOlder(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if least := get[int](t, db.Pool, "SELECT least FROM schema_compatible"); least > len(migrations(t)) {
		t.Fatalf("%d is more than the migrations there are: this binary would not start again", least)
	}
	exec(t, db.Pool, "UPDATE schema_compatible SET least = 999")
	if err := schema.Migrate(t.Context(), db.URL, nil); err != nil {
		t.Fatal(err)
	}
	if least := get[int](t, db.Pool, "SELECT least FROM schema_compatible"); least != 999 {
		t.Errorf("%d instead of 999", least)
	}
}

func TestMigrateSaysWhatIsWrongWithTheDatabase(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := get[string](t, db.Pool, "SELECT current_database()") + "_latin"
	exec(t, db.Pool, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
	err := schema.Migrate(t.Context(), beside(t, db.URL, name), nil)
	exec(t, db.Pool, "DROP DATABASE "+name+" WITH (FORCE)")
	if err == nil || !strings.Contains(err.Error(), "UTF8") {
		t.Errorf("error %v, want one about UTF8", err)
	}
}

// In a database of locale C, Postgres itself treats only a to z as letters.
func TestLettersFoldInAnyLocale(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	dsn := fresh(t, db, "c", "LOCALE 'C'")
	if err := schema.Migrate(t.Context(), dsn, nil); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, q := range []querier{conn, db.Pool} {
		if got, want := get[string](t, q, "SELECT words('ЖУК, ÉCLAIR; İSTANBUL 日本')"), "жук eclair istanbul 日本"; got != want {
			t.Errorf("words: %q, want %q", got, want)
		}
		if got := get[string](t, q,
			"SELECT first_letter('Жук') || first_letter('ŞİŞ') || first_letter('İzmir')"); got != "жşi" {
			t.Errorf("first letters: %q, want жşi", got)
		}
	}
}

// A managed Postgres has no superuser for its customers.
func TestMigrateNeedsNoSuperuser(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	superuser(t, db.Pool)
	role := get[string](t, db.Pool, "SELECT current_database()") + "_owner"
	exec(t, db.Pool, "CREATE ROLE "+role)
	dsn := fresh(t, db, "owned", "OWNER "+role)
	t.Cleanup(func() {
		// Runs before the database is dropped: the role's objects live there.
		conn, err := pgx.Connect(context.Background(), dsn)
		if err == nil {
			_, err = conn.Exec(context.Background(),
				"REASSIGN OWNED BY "+role+" TO CURRENT_USER; DROP OWNED BY "+role+"; DROP ROLE "+role)
			conn.Close(context.Background())
		}
		if err != nil {
			t.Error(err)
		}
	})

	u, _ := url.Parse(dsn)
	u.RawQuery += "&role=" + role
	if err := schema.Migrate(t.Context(), u.String(), nil); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if is := get[string](t, conn, "SHOW is_superuser"); is != "off" {
		t.Fatalf("is_superuser is %s", is)
	}
	exec(t, conn, "INSERT INTO tenant (id, name) VALUES ('a', 'A')")
	exec(t, conn, addBrand, "a", "acme")
	wantChanges(t, conn, "a", 0, "1 I tenant", "2 I brand")
	if get[bool](t, conn, "SELECT renew_epoch()") {
		t.Error("the mark of the migration was not kept")
	}
	if known := get[bool](t, conn, "SELECT system_identifier <> 0 AND timeline <> 0 FROM cluster_mark"); !known {
		t.Error("a plain user does not learn which cluster it is")
	}
}
