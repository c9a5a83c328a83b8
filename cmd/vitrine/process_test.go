package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/devpg"
	"vitrine/internal/testkit"
)

// binary builds the program once for all tests, in a folder where any user may run it.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "vitrine-binary-*")
	if err != nil {
		return "", err
	}
	built = dir
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // other users run it
		return "", err
	}
	path := filepath.Join(dir, "vitrine")
	return path, testkit.Build(path)
})

var built string // the folder of the binary; empty before it is built

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		if err := os.RemoveAll(built); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// A process is one run of the binary, with its output.
type process struct {
	t    testing.TB
	cmd  *exec.Cmd
	out  output
	done chan struct{} // closed when the process has ended
	err  error         // its result
}

// output is the output of a process so far.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *output) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *output) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// launch starts the binary with a data folder, as another user if one is given. Arguments such as VITRINE_LOG=debug
// before the command are settings.
func launch(t testing.TB, dir string, as *syscall.Credential, args ...string) *process {
	t.Helper()
	var more []string
	for strings.Contains(args[0], "=") {
		more, args = append(more, args[0]), args[1:]
	}
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, done: make(chan struct{})}
	p.cmd = exec.Command(path, args...) //nolint:gosec // the binary under test
	p.cmd.Dir = dir
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "VITRINE_DATA_DIR=" + filepath.Join(dir, "data"),
		"VITRINE_ADDR=127.0.0.1:0", "VITRINE_LOG=info"}
	p.cmd.Env = append(p.cmd.Env, more...)
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return p
}

// home returns a folder for a process, outside the temporary folder of the test, so that other users can enter it.
func home(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-home-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres may run as another user
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// Under root, Postgres may not have access to the temporary folder of another user; its cluster is elsewhere then.
		if err := errors.Join(devpg.Remove(context.Background(), filepath.Join(dir, "data")), os.RemoveAll(dir)); err != nil {
			t.Errorf("remove the folder: %v", err)
		}
	})
	return dir
}

// A server is a running vitrine serve.
type server struct {
	*process
	base string // of its URLs
}

var apiRE = regexp.MustCompile(`API +(http://[0-9.]+:\d+)/v1`)

// serveIn starts vitrine serve and waits until it is ready. The end of the test kills it if it still runs.
func serveIn(t testing.TB, dir string, as *syscall.Credential, settings ...string) *server {
	t.Helper()
	if _, err := exec.LookPath("ps"); err != nil && os.Getenv("CI") != "true" {
		t.Skip("SKIPPED for want of ps: apt install procps")
	}
	h := &server{process: launch(t, dir, as, append(settings, "serve")...)}
	began := time.Now()
	t.Cleanup(func() {
		if h.alive() {
			h.killAll()
		}
	})
	h.until("serve is ready", func() bool {
		m := apiRE.FindStringSubmatch(h.out.String())
		if m == nil {
			return false
		}
		h.base = m[1]
		status, _, err := h.get("", "/readyz")
		return err == nil && status == http.StatusOK
	})
	t.Logf("ready after %s", time.Since(began).Round(time.Millisecond))
	return h
}

func (p *process) alive() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// until polls a condition until it holds. It fails the test if the process ends before.
func (p *process) until(what string, holds func() bool) {
	p.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(testkit.Patience)
	for !holds() {
		select {
		case <-p.done:
			if !holds() {
				p.t.Fatalf("the process ended (%v) before: %s\n%s", p.err, what, p.out.String())
			}
			return
		case <-deadline:
			p.t.Fatalf("not after %s: %s\n%s", testkit.Patience, what, p.out.String())
		case <-tick.C:
		}
	}
}

// wait waits for the end and returns the exit code, -1 after a signal.
func (p *process) wait() int {
	p.t.Helper()
	return p.waitFor(testkit.Patience)
}

// waitFor is wait, for a process that works for a while.
func (p *process) waitFor(most time.Duration) int {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(most):
		p.t.Fatalf("the process does not end\n%s", p.out.String())
	}
	return p.cmd.ProcessState.ExitCode()
}

func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Fatal(err)
	}
}

// family returns the process ids of the process, first, and of its descendants.
func (p *process) family() []int {
	p.t.Helper()
	out, err := exec.Command("ps", "-e", "-o", "pid=,ppid=").Output()
	if err != nil {
		p.t.Fatal(err)
	}
	children := map[int][]int{}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) != 2 {
			continue
		}
		pid, _ := strconv.Atoi(f[0])
		parent, _ := strconv.Atoi(f[1])
		children[parent] = append(children[parent], pid)
	}
	all := []int{p.cmd.Process.Pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// killAll kills the process and all its descendants, as a power failure would.
func (p *process) killAll() {
	p.t.Helper()
	for _, pid := range p.family() {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			p.t.Error(err)
		}
	}
	p.wait()
}

// gone waits until all processes have ended.
func gone(t testing.TB, pids []int) {
	t.Helper()
	deadline := time.Now().Add(testkit.Patience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		left := slices.DeleteFunc(slices.Clone(pids), func(pid int) bool {
			return errors.Is(syscall.Kill(pid, 0),
				syscall.ESRCH) || zombie(pid)
		})
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("processes %v still run", left)
		}
		<-tick.C
	}
}

// zombie reports whether a process has ended but has not been reaped, as orphans without an init process.
func zombie(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output() //nolint:gosec // a number
	return err != nil || strings.HasPrefix(strings.TrimSpace(string(out)), "Z")
}

// get requests a path for a tenant.
func (h *server) get(tenant, path string) (status int, body string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base+path, nil)
	if err != nil {
		return 0, "", err
	}
	if tenant != "" {
		rq.Header.Set("x-service-client", tenant)
	}
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return res.StatusCode, string(b), err
}

// dsn returns the output of vitrine dsn.
func dsnOf(t testing.TB, dir string) string {
	t.Helper()
	p := launch(t, dir, nil, "dsn")
	if code := p.wait(); code != 0 {
		t.Fatalf("vitrine dsn: %d %s", code, p.out.String())
	}
	return strings.TrimSpace(p.out.String())
}

// psql connects with the simple protocol, as psql does.
func psql(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx) // the server may have been killed
	})
	return conn
}

// oneText runs a query that returns one text.
func oneText(t testing.TB, conn *pgx.Conn, sql string, args ...any) (s string) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&s); err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	return s
}
