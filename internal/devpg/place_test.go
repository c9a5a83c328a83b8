package devpg

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func onlyRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED: only root hands the cluster to another user; run as root, as in a container")
	}
}

func TestRootHandsTheClusterToAnUnprivilegedUser(t *testing.T) {
	onlyRoot(t)
	t.Parallel()
	s := start(t, Config{Dir: dataDir(t)})
	if s.place.account.uid == 0 {
		t.Fatal("the account is root")
	}
	info, err := os.Stat(filepath.Join(s.Home(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	if uid := int(info.Sys().(*syscall.Stat_t).Uid); uid != s.place.account.uid {
		t.Errorf("the data belongs to %d, want %d", uid, s.place.account.uid)
	}
}

// A clone in root's home is an example: only root may enter it.
func TestAFolderThatOnlyRootCanEnterHasItsClusterElsewhere(t *testing.T) {
	onlyRoot(t)
	t.Parallel()
	top := t.TempDir()
	if err := os.Chmod(top, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "data")
	s := start(t, Config{Dir: dir})
	execute(t, s.URL(), "CREATE TABLE kept AS SELECT 42 AS n")
	if strings.HasPrefix(s.Home(), top) {
		t.Errorf("the cluster is in %s", s.Home())
	}
	if got, err := URL(dir); got != s.URL() {
		t.Errorf("URL says %s, %v", got, err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	home := s.Home()

	moved := filepath.Join(top, "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	s = start(t, Config{Dir: moved})
	if got := ask[int](t, s.URL(), "SELECT n FROM kept"); got != 42 {
		t.Errorf("a moved folder kept %d, want 42", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}

	twin := filepath.Join(top, "twin")
	if err := os.CopyFS(twin, os.DirFS(moved)); err != nil {
		t.Fatal(err)
	}
	if s, err := Start(t.Context(), Config{Dir: twin}); err == nil {
		s.Stop()
		t.Error("a copied folder shares its original's cluster")
	} else if !strings.Contains(err.Error(), "is a copy of") {
		t.Error(err)
	}

	if err := Remove(t.Context(), moved); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", home, err)
	}
}

func TestADeletedFolderGetsANewCluster(t *testing.T) {
	onlyRoot(t)
	t.Parallel()
	top := t.TempDir()
	if err := os.Chmod(top, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "data")
	s := start(t, Config{Dir: dir})
	home := s.Home()
	t.Cleanup(func() {
		if err := errors.Join(os.RemoveAll(home), os.RemoveAll(home+".old")); err != nil {
			t.Error(err)
		}
	})
	execute(t, s.URL(), "CREATE TABLE kept AS SELECT 42 AS n")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if again, err := Start(t.Context(), Config{Dir: dir}); err == nil {
		again.Stop()
		t.Error("took the home of a server that runs")
	} else if !errors.Is(err, errServed) {
		t.Error(err)
	}
	if err := errors.Join(s.Stop(), os.RemoveAll(dir)); err != nil {
		t.Fatal(err)
	}

	s = start(t, Config{Dir: dir})
	if got := ask[bool](t, s.URL(), "SELECT to_regclass('kept') IS NULL"); !got {
		t.Error("the deleted folder's table is back")
	}
	if _, err := os.Stat(filepath.Join(home+".old", "data", "PG_VERSION")); err != nil {
		t.Errorf("the former cluster was not set aside: %v", err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
}

// The tests that touch owners and processes, once more, as an ordinary user.
func TestAnOrdinaryUserNeedsNothingMore(t *testing.T) {
	onlyRoot(t)
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in short mode: runs the package's tests again as another user")
	}
	a, err := currentAccount()
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Dir(dataDir(t))
	if err := a.own(home); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "devpg.test") // Where go test builds it, only root can.
	if err := copyProgram(program); err != nil {
		t.Fatal(err)
	}
	cmd := a.command(t.Context(), home, program,
		"-test.run=^Test(AFresh|AThrowaway|AKilledRun|AnOrphan|AForeign|AnotherUsers)", "-test.v")
	cmd.Env = append(cmd.Env, "TMPDIR="+home, "CI="+os.Getenv("CI"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as user %s: %v\n%s", a.name, err, out)
	}
	if n := strings.Count(string(out), "--- PASS"); n < 7 {
		t.Errorf("%d tests passed as user %s, want 7 or more:\n%s", n, a.name, out)
	}
}

func TestAnotherUsersClusterIsRefused(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("SKIPPED: root may use anybody's cluster; run as an ordinary user too")
	}
	dir := dataDir(t)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pointer(dir), []byte("/usr\n"), 0o644); err != nil { // Root's.
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), Config{Dir: dir}); err == nil ||
		!strings.Contains(err.Error(), "belongs to user root") {
		t.Errorf("got %v", err)
	}
}

// The account owns its folder, so it could lay a link there for root to follow.
func TestRootFollowsNoLinkOfTheAccounts(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	treasure := filepath.Join(filepath.Dir(dir), "treasure")
	if err := os.WriteFile(treasure, []byte("gold"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"of", "port", "postgresql.conf"} {
		link := filepath.Join(s.Home(), name)
		if err := errors.Join(os.Remove(link), os.Symlink(treasure, link)); err != nil {
			t.Fatal(err)
		}
	}
	s = start(t, Config{Dir: dir})
	for _, name := range []string{"lock", "postgres.log"} {
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
		link := filepath.Join(s.Home(), name)
		if err := errors.Join(os.Remove(link), os.Symlink(treasure, link)); err != nil {
			t.Fatal(err)
		}
		if s, err := Start(t.Context(), Config{Dir: dir}); err == nil {
			s.Stop()
			t.Errorf("follows %s", link)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(treasure)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(treasure); err != nil || string(got) != "gold" ||
		int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
		t.Errorf("the file behind the link was changed: %q, %v", got, err)
	}
}

func copyProgram(to string) error {
	from, err := os.Open(os.Args[0])
	if err != nil {
		return err
	}
	defer from.Close()
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
