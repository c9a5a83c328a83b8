package devpg

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// run is another process that has started a server.
type run struct {
	url             string
	postgres, guard int
	process         *exec.Cmd
}

// runHere makes this process the other one, if the environment says so, and reports whether it was.
func runHere(t *testing.T) bool {
	dir := os.Getenv("VITRINE_TEST_RUN")
	if dir == "" {
		return false
	}
	s, err := Start(t.Context(), Config{Dir: dir, Throwaway: os.Getenv("VITRINE_TEST_THROWAWAY") != ""})
	if err != nil {
		t.Fatal(err)
	}
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM) // before it reports that it runs, because the signal to stop may follow at once
	fmt.Println("runs", s.URL(), s.post.process.Pid, s.post.guard.cmd.Process.Pid)
	<-term
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	return true
}

// startRun starts the calling test's program again, to run a server in dir until it is killed.
func startRun(t *testing.T, dir string, env ...string) *run {
	t.Helper()
	r := &run{process: exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")}
	r.process.Env = append(os.Environ(), append(env, "VITRINE_TEST_RUN="+dir)...)
	r.process.Stderr = os.Stderr
	out, err := r.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.process.Process.Kill()
		r.process.Wait()
	})
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, err := fmt.Sscanf(lines.Text(), "runs %s %d %d", &r.url, &r.postgres, &r.guard); err == nil {
			return r
		}
		fmt.Fprintln(&said, lines.Text())
	}
	t.Fatalf("the other process ended: %s", said.String())
	return nil
}

func (r *run) kill(t *testing.T, pids ...int) {
	t.Helper()
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	r.process.Wait()
}

func TestAKilledRunTakesItsServerAlong(t *testing.T) {
	if runHere(t) {
		return
	}
	t.Parallel()
	dir := dataDir(t)
	r := startRun(t, dir)
	execute(t, r.url, "CREATE TABLE kept AS SELECT 42 AS n")
	r.kill(t)
	await(t, "the server has ended", func() bool {
		_, err := URL(dir)
		return errors.Is(err, ErrNotRunning) && gone(r.postgres)
	})
	s := start(t, Config{Dir: dir})
	if got := ask[int](t, s.URL(), "SELECT n FROM kept"); got != 42 {
		t.Errorf("kept %d, want 42", got)
	}
}

func TestAStartRightAfterAKillGoesOn(t *testing.T) {
	if runHere(t) {
		return
	}
	t.Parallel()
	dir := dataDir(t)
	for round := range 3 {
		r := startRun(t, dir)
		execute(t, r.url, fmt.Sprintf("CREATE TABLE kept%d AS SELECT 42 AS n", round))
		r.kill(t)
	}
	s := start(t, Config{Dir: dir})
	if got := ask[int](t, s.URL(), "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'kept_'"); got != 3 {
		t.Errorf("kept %d, want 3", got)
	}
}

func TestAnOrphanIsStoppedByTheNextStart(t *testing.T) {
	if runHere(t) {
		return
	}
	t.Parallel()
	dir := dataDir(t)
	r := startRun(t, dir)
	execute(t, r.url, "CREATE TABLE kept AS SELECT 42 AS n")
	r.kill(t, r.guard)
	if got := ask[int](t, r.url, "SELECT n FROM kept"); got != 42 {
		t.Fatal("it is no orphan: it does not run")
	}
	if found, err := URL(dir); found != r.url {
		t.Errorf("the orphan is at %s, URL says %s, %v", r.url, found, err)
	}

	var told []string
	s := start(t, Config{Dir: dir, Progress: func(what string) { told = append(told, what) }})
	if !gone(r.postgres) {
		t.Error("the orphan still runs")
	}
	if got := ask[int](t, s.URL(), "SELECT n FROM kept"); got != 42 {
		t.Errorf("kept %d, want 42", got)
	}
	if !strings.Contains(strings.Join(told, "\n"), "an earlier run left behind") {
		t.Errorf("the program printed %q", told)
	}
}

func TestEverythingKilledIsRecovered(t *testing.T) {
	if runHere(t) {
		return
	}
	t.Parallel()
	dir := dataDir(t)
	r := startRun(t, dir)
	execute(t, r.url, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")
	r.kill(t, r.guard, r.postgres)
	s := start(t, Config{Dir: dir})
	if got := ask[int](t, s.URL(), "SELECT count(*) FROM kept"); got != 1000 {
		t.Errorf("kept %d, want 1000", got)
	}
}

func TestAKilledRunTakesItsThrowawayFolderAlong(t *testing.T) {
	if runHere(t) {
		return
	}
	t.Parallel()
	dir := dataDir(t)
	r := startRun(t, dir, "VITRINE_TEST_THROWAWAY=1")
	r.kill(t)
	await(t, "the folder has gone", func() bool {
		_, err := os.Stat(dir)
		return errors.Is(err, os.ErrNotExist) && gone(r.postgres)
	})
}

func TestAnotherProcessIsNamedInTheRefusal(t *testing.T) {
	if runHere(t) {
		return
	}
	t.Parallel()
	dir := dataDir(t)
	r := startRun(t, dir)
	_, err := Start(t.Context(), Config{Dir: dir})
	if want := fmt.Sprintf("already served by process %d:", r.process.Process.Pid); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	if err := r.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := r.process.Wait(); err != nil {
		t.Error(err)
	}
	start(t, Config{Dir: dir})
}

// After a power cut postmaster.pid is still there, and its pid may be that of any process.
func TestAForeignProcessInThePidFileIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	pl := s.place
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	bystander := pl.account.command(t.Context(), "/", "sleep", "60")
	if err := bystander.Start(); err != nil {
		t.Fatal(err)
	}
	defer bystander.Wait()
	defer bystander.Process.Kill()

	pidFile := filepath.Join(pl.data(), "postmaster.pid")
	for _, content := range []string{
		fmt.Sprintf("%d\n%s\n1700000000\n%d\n\n127.0.0.1\n  1 1\nready   \n", bystander.Process.Pid, pl.data(), 1),
		"", "nonsense", "-1\n",
	} {
		if err := pl.write("pid", content); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(pl.home, "pid"), pidFile); err != nil {
			t.Fatal(err)
		}
		if _, err := URL(dir); err == nil {
			t.Errorf("%q: takes a stranger for the server", content)
		}
		s, err := Start(t.Context(), Config{Dir: dir})
		if err != nil {
			t.Fatalf("%q: %v", content, err)
		}
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if gone(bystander.Process.Pid) {
		t.Error("the bystander was hit")
	}
}

// gone reports whether a process has ended. One that nobody has waited for has.
func gone(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err == nil {
		_, state, _ := strings.Cut(string(stat), ") ")
		return strings.HasPrefix(state, "Z")
	}
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for !done() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited in vain until %s", what)
		}
	}
}
