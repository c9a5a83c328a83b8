package devpg

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestAFreshFolderGetsAServerThatKeepsItsData(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	execute(t, s.URL(), "CREATE TABLE kept AS SELECT 42 AS n")
	first := s.URL()
	for range 2 {
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
	}

	s = start(t, Config{Dir: dir})
	if s.URL() != first {
		t.Errorf("the address changed from %s to %s", first, s.URL())
	}
	if got := ask[int](t, s.URL(), "SELECT n FROM kept"); got != 42 {
		t.Errorf("kept %d, want 42", got)
	}
	for setting, want := range map[string]string{
		"fsync": "on", "synchronous_commit": "on", "shared_buffers": "256MB", "max_connections": "200",
		"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "server_encoding": "UTF8", "lc_collate": "C",
	} {
		if got := ask[string](t, s.URL(), "SHOW "+setting); got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
}

// With LC_CTYPE C there would be no letters but those of ASCII.
func TestLettersOfEveryScriptAreLetters(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Dir: dataDir(t)})
	execute(t, s.URL(), "CREATE EXTENSION pg_trgm")
	if got := ask[string](t, s.URL(), "SELECT lower('ЖÜ') || (similarity('жуки', 'жука') > 0.3)::text"); got != "жütrue" {
		t.Errorf("got %q", got)
	}
}

func TestTheServerRefusesConnectionsWithoutThePassword(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Dir: dataDir(t)})
	cfg, err := pgx.ParseConfig(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	cfg.Password = "guess"
	if db, err := pgx.ConnectConfig(t.Context(), cfg); err == nil {
		db.Close(t.Context())
		t.Error("connected with a wrong password")
	}
	info, err := os.Stat(filepath.Join(s.Home(), "password"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the file with the password has mode %v", info.Mode())
	}
}

func TestURLFindsTheServerWhileItRuns(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	if _, err := URL(dir); !errors.Is(err, ErrNotRunning) {
		t.Errorf("before: %v", err)
	}
	s := start(t, Config{Dir: dir})
	if got, err := URL(dir); got != s.URL() {
		t.Errorf("running: %s, %v; want %s", got, err, s.URL())
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := URL(dir); !errors.Is(err, ErrNotRunning) {
		t.Errorf("after: %v", err)
	}
	select {
	case <-s.Done():
	default:
		t.Error("stopped, and not done")
	}
}

func TestASecondStartOnAFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	_, err := Start(t.Context(), Config{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "already served by process "+strconv.Itoa(os.Getpid())) {
		t.Errorf("got %v", err)
	}
	if got := ask[int](t, s.URL(), "SELECT 1"); got != 1 {
		t.Error("the first one suffered")
	}
}

func TestTwoFoldersDoNotMeet(t *testing.T) {
	t.Parallel()
	one, two := start(t, Config{Dir: dataDir(t)}), start(t, Config{Dir: dataDir(t)})
	execute(t, one.URL(), "CREATE TABLE mine AS SELECT 1")
	if got := ask[bool](t, two.URL(), "SELECT to_regclass('mine') IS NULL"); !got {
		t.Error("a table of one folder is seen in the other")
	}
	a, _ := url.Parse(one.URL())
	b, _ := url.Parse(two.URL())
	if a.Host == b.Host || a.User.String() == b.User.String() {
		t.Errorf("%s and %s share a port or a password", a, b)
	}
}

func TestATakenPortIsLeftToItsHolder(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	holder, err := net.Listen("tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	s = start(t, Config{Dir: dir})
	if strings.Contains(s.URL(), u.Host) {
		t.Errorf("says that it is at %s", u.Host)
	}
	if got := ask[int](t, s.URL(), "SELECT 1"); got != 1 {
		t.Error("does not answer")
	}
}

func TestAnInterruptedStartIsBegunAgain(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	for _, word := range []string{"creating", "starting"} {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := Start(ctx, Config{Dir: dir, Progress: func(what string) {
			if strings.HasPrefix(what, word) {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			s.Stop()
			t.Fatalf("%s: not interrupted", word)
		}
		if _, err := URL(dir); !errors.Is(err, ErrNotRunning) {
			t.Errorf("%s: something runs: %v", word, err)
		}
	}
	s := start(t, Config{Dir: dir})
	if got := ask[int](t, s.URL(), "SELECT 1"); got != 1 {
		t.Error("does not answer")
	}
}

func TestAThrowawayServerLeavesNothing(t *testing.T) {
	t.Parallel()
	seed := start(t, Config{Dir: dataDir(t)})
	execute(t, seed.URL(), "CREATE TABLE sown AS SELECT 7 AS n")
	if err := seed.Stop(); err != nil {
		t.Fatal(err)
	}
	dir := dataDir(t)
	s := start(t, Config{Dir: dir, Seed: seed.Home(), Throwaway: true})
	if got := ask[int](t, s.URL(), "SELECT n FROM sown"); got != 7 {
		t.Errorf("got %d of the seed, want 7", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
}

func TestRemoveTakesTheClusterAndNothingElse(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Remove(t.Context(), dir); err == nil {
		t.Error("removed under a running server")
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Remove(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(s.Home()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the cluster is still there: %v", err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

func start(t *testing.T, cfg Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), cfg)
	if err != nil {
		if errors.Is(err, ErrNoPostgres) && os.Getenv("CI") != "true" {
			t.Skipf("SKIPPED for want of Postgres: %v", err)
		}
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// dataDir names a folder, not there yet, that any account can enter: below t.TempDir, only root can.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-devpg-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return filepath.Join(dir, "data")
}

func execute(t *testing.T, url, sql string) {
	t.Helper()
	db := connect(t, url)
	defer db.Close(t.Context())
	if _, err := db.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func ask[T any](t *testing.T, url, sql string) (v T) {
	t.Helper()
	db := connect(t, url)
	defer db.Close(t.Context())
	if err := db.QueryRow(t.Context(), sql).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return db
}
