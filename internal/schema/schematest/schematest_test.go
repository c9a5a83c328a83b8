package schematest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/devpg"
)

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	for _, name := range []string{"one", "two", "three"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := Open(t)
			if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')"); err != nil {
				t.Fatal(err)
			}
			var n int
			if err := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM tenant").Scan(&n); err != nil {
				t.Fatal(err)
			}
			if n != 1 {
				t.Errorf("%d tenants, want my own one", n)
			}
		})
	}
}

func TestTheURLNamesTheClone(t *testing.T) {
	t.Parallel()
	db := Open(t)
	conn, err := pgx.Connect(t.Context(), db.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var same bool
	if err := conn.QueryRow(t.Context(), "SELECT current_database() = $1", db.Pool.Config().ConnConfig.Database).
		Scan(&same); err != nil || !same {
		t.Errorf("another database than the pool's, %v", err)
	}
}

func TestTheCloneIsGoneAfterTheTest(t *testing.T) {
	t.Parallel()
	var name string
	t.Run("inner", func(t *testing.T) { name = Open(t).Pool.Config().ConnConfig.Database })
	if name == "" {
		t.Skip("SKIPPED with the test inside, which says what to install")
	}
	srv, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	if databases(t, srv, name) != 0 {
		t.Errorf("%s is still there", name)
	}
}

// No cleanup runs in a killed process, so its server must end by itself.
func TestTheServerEndsWithItsProcess(t *testing.T) {
	if os.Getenv("VITRINE_TEST_RUN") != "" {
		fmt.Println("runs", Open(t).URL)
		<-t.Context().Done() // Never: we are killed.
	}
	if os.Getenv("VITRINE_TEST_DATABASE_URL") != "" {
		t.Skip("SKIPPED: the server is VITRINE_TEST_DATABASE_URL, which is not ours to end")
	}
	t.Parallel()
	Open(t) // Skips where there is no Postgres.
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), "VITRINE_TEST_RUN=1")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var address string
	for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
		fmt.Sscanf(lines.Text(), "runs %s", &address)
	}
	if answers(address) != nil {
		t.Fatalf("no server at %q", address)
	}
	child.Process.Kill()
	child.Wait()

	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for answers(address) == nil {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("the server still runs")
		}
	}
}

// Several processes at once, as go test runs packages, share a given server and its template.
func TestAGivenServerIsSharedAndLeftClean(t *testing.T) {
	if os.Getenv("VITRINE_TEST_RUN") != "" {
		Open(t)
		return
	}
	t.Parallel()
	Open(t) // Skips where there is no Postgres.
	dir, err := os.MkdirTemp("", "vitrine-schematest-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	given, err := devpg.Start(t.Context(), devpg.Config{Dir: dir, Settings: settings, Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	defer given.Stop()

	const children = 3
	failed := make(chan error, children)
	for range children {
		go func() {
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
			child.Env = append(os.Environ(), "VITRINE_TEST_RUN=1", "CI=true", "VITRINE_TEST_DATABASE_URL="+given.URL())
			out, err := child.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w\n%s", err, out)
			}
			failed <- err
		}()
	}
	for range children {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	srv, err := connect(t.Context(), given.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer srv.admin.Close()
	rows, err := srv.admin.Query(t.Context(), "SELECT datname FROM pg_database WHERE starts_with(datname, 'vitrine_')")
	if err != nil {
		t.Fatal(err)
	}
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(left) != 1 || !strings.HasPrefix(left[0], templatePrefix) {
		t.Errorf("left are %q, want one template; %v", left, err)
	}
}

func TestLeftoversOfKilledTestsAreRemoved(t *testing.T) {
	t.Parallel()
	Open(t)
	srv, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	old, young := clonePrefix+"1600000000_swept", fmt.Sprintf("%s%d_swept", clonePrefix, time.Now().Unix())
	for _, name := range []string{old, young} {
		if _, err := srv.admin.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
			t.Fatal(err)
		}
	}
	srv.sweep(t.Context())
	if databases(t, srv, old) != 0 {
		t.Error("the old one is still there")
	}
	if databases(t, srv, young) != 1 {
		t.Error("the young one, whose test may be running, is gone")
	}
	if databases(t, srv, srv.template) != 1 {
		t.Error("the template is gone")
	}
	if _, err := srv.admin.Exec(t.Context(), "DROP DATABASE "+young); err != nil {
		t.Error(err)
	}
}

func TestOnlyAMissingPostgresIsSkippedAndNeverInCI(t *testing.T) {
	t.Parallel()
	f := func(err error, ci bool, want string) {
		t.Helper()
		tb := &recorder{TB: t}
		func() {
			defer func() { recover() }()
			giveUp(tb, err, ci)
		}()
		if tb.did != want {
			t.Errorf("%v, CI=%v: %s, want %s", err, ci, tb.did, want)
		}
	}
	missing := fmt.Errorf("look: %w", devpg.ErrNoPostgres)
	f(missing, false, "skip")
	f(missing, true, "fatal")
	f(errors.New("a bad migration"), false, "fatal")
}

// recorder notes how a test was ended, and ends nothing.
type recorder struct {
	testing.TB
	did string
}

func (r *recorder) Helper() {}
func (r *recorder) Skipf(format string, args ...any) {
	r.did = "skip"
	panic(r)
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.did = "fatal"
	panic(r)
}

func TestWithDatabase(t *testing.T) {
	t.Parallel()
	f := func(conn, want string) {
		t.Helper()
		if got := withDatabase(conn, "x"); got != want {
			t.Errorf("%s: %s, want %s", conn, got, want)
		}
		cfg, err := pgx.ParseConfig(withDatabase(conn, "x"))
		if err != nil || cfg.Database != "x" {
			t.Errorf("%s: database %q, %v", conn, cfg.Database, err)
		}
	}
	f("postgres://u:p@h:1/a?sslmode=disable", "postgres://u:p@h:1/x?sslmode=disable")
	f("postgresql://h", "postgresql://h/x")
	f("host=h user=u dbname=a", "host=h user=u dbname=a dbname=x")
}

func databases(t *testing.T, srv *server, name string) (n int) {
	t.Helper()
	if err := srv.admin.QueryRow(t.Context(), "SELECT count(*) FROM pg_database WHERE datname = $1", name).
		Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func answers(address string) error {
	if !strings.HasPrefix(address, "postgres://") {
		return errors.New("no address")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err == nil {
		conn.Close(ctx)
	}
	return err
}
