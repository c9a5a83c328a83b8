package devpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// status is the content of postmaster.pid.
type status struct {
	pid, port int
	data      string
	ready     bool
}

func readStatus(home string) (status, error) {
	data := filepath.Join(home, "data")
	b, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return status{}, err
	}
	// The lines are: pid, data folder, start time, port, socket folder, address, shared memory, status.
	lines := strings.Split(string(b), "\n")
	st := status{data: data}
	if st.pid, err = strconv.Atoi(strings.TrimSpace(lines[0])); err != nil || st.pid <= 1 {
		return status{}, fmt.Errorf("%s/postmaster.pid: unreadable", data)
	}
	if len(lines) > 3 {
		st.port, _ = strconv.Atoi(strings.TrimSpace(lines[3])) // 0 if not written yet
	}
	st.ready = len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready"
	return st, nil
}

// alive reports whether the process runs and is the server of this cluster. The file survives a power failure, and its
// pid may then belong to another process.
func (st status) alive() bool {
	if err := syscall.Kill(st.pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	// The working directory of a server is its data folder.
	if there, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", st.pid)); err == nil {
		here, err := os.Stat(st.data)
		return err == nil && os.SameFile(here, there)
	} else if errors.Is(err, fs.ErrPermission) {
		// The process belongs to another user, so its working directory cannot be read.
		return tcpAnswers(st.port)
	}
	ps := exec.Command("ps", "-ww", "-o", "args=", "-p", strconv.Itoa(st.pid)) //nolint:gosec // the id is a number
	out, err := ps.Output()
	if err != nil {
		return tcpAnswers(st.port)
	}
	return bytes.Contains(out, []byte(st.data))
}

func tcpAnswers(port int) bool {
	c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), time.Second)
	if err == nil {
		_ = c.Close()
	}
	return err == nil
}

// stopOrphan stops the server of a run that died together with its guard. The lock of the place ensures that no other
// process manages the server.
func stopOrphan(ctx context.Context, pl *place, cfg Config) error {
	st, err := readStatus(pl.home)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	pidFile := filepath.Join(pl.data(), "postmaster.pid")
	if err != nil { // truncated by a crash
		return os.Remove(pidFile)
	}
	if !st.alive() {
		return st.disown(ctx, pidFile)
	}

	cfg.Progress("stopping the database server that an earlier run left behind")
	cfg.Log.Warn("stopping an orphaned postgres", "pid", st.pid, "cluster", pl.home)
	orphan, err := os.FindProcess(st.pid)
	if err != nil {
		return err
	}
	defer func() { _ = orphan.Release() }()
	if err := end(ctx, orphan, gently, func(ctx context.Context) bool {
		for st.alive() {
			if wait(ctx, 10*time.Millisecond, nil) != nil {
				return false
			}
		}
		return true
	}); err != nil {
		return err
	}
	return st.disown(ctx, pidFile)
}

// disown removes the file of a server that is not alive if its pid exists: it belongs to another process, or to the
// dead server as a zombie. Postgres would take either for a running server and refuse to start.
func (st status) disown(ctx context.Context, pidFile string) error {
	// With the file in place, Postgres checks that no backend has outlived the server. So the zombie gets time to be
	// reaped, and backends get time to end, before the file is removed.
	for end := time.Now().Add(burial); st.unburied() && time.Now().Before(end); {
		if err := wait(ctx, 10*time.Millisecond, nil); err != nil {
			return err
		}
	}
	if !anybody(st.pid) {
		return nil
	}
	if err := os.Remove(pidFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// anybody reports whether a process with the pid exists, zombie or not, that this process may signal.
func anybody(pid int) bool { return syscall.Kill(pid, 0) == nil }

// burial is the time limit for a zombie to be reaped by its parent.
const burial = 5 * time.Second

// unburied reports whether the process is ending or a zombie: it exists, but has no working directory.
func (st status) unburied() bool {
	_, there := os.Stat(fmt.Sprintf("/proc/%d", st.pid))
	_, works := os.Stat(fmt.Sprintf("/proc/%d/cwd", st.pid))
	return there == nil && errors.Is(works, fs.ErrNotExist)
}
