package docs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/devpg"
	"vitrine/internal/testkit"
)

const (
	startLimit    = 2 * time.Minute // to write the demo tenants on a busy machine
	documentLimit = 5 * time.Minute
)

// A shell runs the commands of one document against a server of its own.
type shell struct {
	t     *testing.T
	dir   string // the working directory: bin/vitrine, tmp, .vitrine
	addr  string // of the gateway
	admin string // of the admin listener
	env   []string
	addrs map[string]string // the free addresses, by the address in the document
}

// tools are the programs that documents use, in the Debian packages that contain them.
var tools = map[string]string{"bash": "bash", "curl": "curl", "jq": "jq", "psql": "postgresql-client"}

// program builds Vitrine once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "vitrine-docs-program-*")
	if err != nil {
		return "", err
	}
	programDir = dir
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres may run as another user
		return "", err
	}
	path := filepath.Join(dir, "vitrine")
	return path, testkit.Build(path)
})

var programDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if programDir != "" {
		_ = os.RemoveAll(programDir)
	}
	os.Exit(code)
}

// openShell starts `vitrine serve` in a new folder and waits until it answers.
func openShell(t *testing.T) *shell {
	t.Helper()
	for tool, pack := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: %s is not installed, so the commands of the documents are not run: apt-get install %s", tool, pack)
		}
	}
	binary, err := program()
	if err != nil {
		t.Fatal(err)
	}
	bin, err := devpg.Find(t.Context(), devpg.Config{})
	if errors.Is(err, devpg.ErrNoPostgres) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "vitrine-docs-*")
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{t: t, dir: dir, addrs: map[string]string{}}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		data := filepath.Join(dir, ".vitrine")
		if err := errors.Join(devpg.Remove(ctx, data), os.RemoveAll(dir)); err != nil {
			t.Errorf("remove the folder: %v", err)
		}
	})
	if err := s.layOut(binary); err != nil {
		t.Fatal(err)
	}
	s.env = []string{
		"PATH=" + strings.Join([]string{filepath.Join(dir, "shims"), bin.Dir, os.Getenv("PATH")}, ":"),
		"HOME=" + dir, "TMPDIR=" + filepath.Join(dir, "tmp"), "LANG=C.UTF-8", "PAGER=cat",
	}
	s.serve()
	s.env = append(s.env, "VITRINE_ADDR="+s.addr)
	return s
}

// layOut makes the folders, the program, and the stricter curl and jq.
func (s *shell) layOut(binary string) error {
	for _, name := range []string{"", "bin", "tmp", "shims"} {
		path := filepath.Join(s.dir, name)
		if err := errors.Join(os.MkdirAll(path, 0o755), os.Chmod(path, 0o755)); err != nil { //nolint:gosec // as above
			return err
		}
	}
	for name, option := range map[string]string{"curl": "--fail-with-body", "jq": "--exit-status"} {
		path, err := exec.LookPath(name)
		if err != nil {
			return err
		}
		// curl takes one of --fail and --fail-with-body.
		text := fmt.Sprintf(`#!/bin/bash
option=%[2]s
for arg in "$@"; do [[ $arg == --fail* || $arg =~ ^-[a-zA-Z]*f[a-zA-Z]*$ && %[1]s == */curl ]] && option=; done
[ -n "$ERRORS_EXPECTED" ] && option=
exec %[1]s $option "$@"
`, path, option)
		if err := os.WriteFile(filepath.Join(s.dir, "shims", name), []byte(text), 0o755); err != nil { //nolint:gosec // run
			return err
		}
	}
	return os.Symlink(binary, filepath.Join(s.dir, "bin", "vitrine"))
}

var served = regexp.MustCompile(`API +http://(127\.0\.0\.1:\d+)/v1`)

// serve starts the server and ends it with the test.
func (s *shell) serve() {
	t := s.t
	t.Helper()
	var out testkit.Buffer
	cmd := exec.Command("bin/vitrine", "serve")
	cmd.Dir, cmd.Env = s.dir, append([]string{"VITRINE_ADDR=127.0.0.1:0"}, s.env...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(time.Minute):
			_ = cmd.Process.Kill()
			t.Errorf("vitrine serve did not stop:\n%s", out.String())
		}
	})
	for deadline := time.Now().Add(startLimit); ; time.Sleep(20 * time.Millisecond) {
		if m := served.FindStringSubmatch(out.String()); m != nil {
			s.addr = m[1]
			if url, err := os.ReadFile(filepath.Join(s.dir, ".vitrine", "admin", "serve")); err == nil {
				s.admin = strings.TrimPrefix(strings.TrimSpace(string(url)), "http://")
			}
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("vitrine serve ended: %v\n%s", err, out.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("vitrine serve is not ready after %v:\n%s", startLimit, out.String())
		}
	}
}

// A result is what became of a document.
type result struct {
	outputs []string // of each block that ran; the last one may have failed
	failed  string   // the command that failed, "" if none did
}

// run runs the blocks in one shell.
func (s *shell) run(ctx context.Context, blocks []block) (*result, error) {
	const mark, failure = "@@ block", "@@ failed: "
	var script strings.Builder
	script.WriteString("set -eE -o pipefail\ntrap 'echo \"" + failure + "$BASH_COMMAND\"' ERR\n")
	for _, b := range blocks {
		fmt.Fprintf(&script, "echo; echo '%s'\nexport ERRORS_EXPECTED=%s\n%s\n", mark, map[bool]string{true: "yes"}[b.errors],
			s.place(b.commands))
	}
	path := filepath.Join(s.dir, "document.sh")
	if err := os.WriteFile(path, []byte(script.String()), 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, documentLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", path)
	cmd.Dir, cmd.Env = s.dir, s.env
	var out testkit.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that its background processes end with it
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	text := out.String()
	res := &result{outputs: strings.Split(text, "\n"+mark+"\n")[1:]}
	if err != nil {
		_, res.failed, _ = strings.Cut(text, failure)
		if res.failed, _, _ = strings.Cut(res.failed, "\n"); res.failed == "" {
			res.failed = err.Error()
		}
	}
	return res, nil
}

var loopback = regexp.MustCompile(`(?:127\.0\.0\.1|localhost):(\d{4,5})`)

// place replaces addresses and folders: 8080 is the server, 8079 its admin listener, each other port a free one, the
// same throughout.
func (s *shell) place(commands string) string {
	commands = loopback.ReplaceAllStringFunc(commands, func(found string) string {
		if strings.HasSuffix(found, ":8080") {
			return s.addr
		}
		if strings.HasSuffix(found, ":8079") && s.admin != "" {
			return s.admin
		}
		return s.freeAddr(found)
	})
	return strings.ReplaceAll(commands, "/tmp/", filepath.Join(s.dir, "tmp")+"/")
}

// freeAddr returns a free address, the same for the same address in the document.
func (s *shell) freeAddr(found string) string {
	if s.addrs[found] == "" {
		s.addrs[found] = testkit.FreeAddr(s.t)
	}
	return s.addrs[found]
}
