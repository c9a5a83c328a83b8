package devpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	portTries = 5
	logLimit  = 16 << 20 // bytes; a longer log is rotated at the next start
)

// postmaster is the server process.
type postmaster struct {
	process *os.Process
	port    int
	done    chan struct{} // closed when the process has ended
	guard   *guard
}

// startPostmaster starts the server and waits until it accepts connections.
func startPostmaster(ctx context.Context, pl *place, bin Binaries, cfg Config) (*postmaster, error) {
	port := lastPort(pl)
	var err error
	for range portTries {
		if port, err = freePort(port); err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		var pm *postmaster
		pm, err = runPostmaster(ctx, pl, bin, cfg, port)
		switch {
		case err == nil:
			return pm, pl.write("port", strconv.Itoa(port)+"\n")
		case strings.Contains(err.Error(), "could not bind"):
			port = 0 // another process took the port meanwhile
		case strings.Contains(err.Error(), "pre-existing shared memory block"):
			// Backends of a killed server are still ending.
			cfg.Progress("waiting for a killed server's last processes")
			if err := wait(ctx, time.Second, nil); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
	return nil, err
}

func runPostmaster(ctx context.Context, pl *place, bin Binaries, cfg Config, port int) (*postmaster, error) {
	cfg.Progress("starting Postgres " + bin.Version)
	log, err := openLog(pl)
	if err != nil {
		return nil, fmt.Errorf("open the database's log: %w", err)
	}
	defer func() { _ = log.Close() }()
	begin, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}

	// Not ctx, because the server outlives Start.
	cmd := pl.account.command(context.Background(), pl.home, filepath.Join(bin.Dir, "postgres"),
		"-D", pl.data(),
		"-c", "config_file="+filepath.Join(pl.home, "postgresql.conf"),
		"-c", "port="+strconv.Itoa(port),
		"-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=") // socket paths are limited to 107 bytes
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		if errors.Is(err, syscall.EPERM) && pl.account.drop {
			err = fmt.Errorf("%w (this root may not become user %s: start vitrine as an ordinary user)", err, pl.account.name)
		}
		return nil, fmt.Errorf("start postgres: %w", err)
	}
	pm := &postmaster{process: cmd.Process, port: port, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // the log has the cause
		close(pm.done)
	}()
	if pm.guard, err = startGuard(pl, pm.process.Pid, cfg.Throwaway); err != nil {
		return nil, errors.Join(err, pm.stop(cfg.Throwaway))
	}

	slow := time.Now().Add(2 * time.Second)
	for {
		if st, err := readStatus(pl.home); err == nil && st.pid == pm.process.Pid && st.ready {
			return pm, nil
		}
		if time.Now().After(slow) {
			cfg.Progress("waiting for Postgres, which may be recovering from a crash")
			slow = time.Now().Add(10 * time.Second)
		}
		err := wait(ctx, 5*time.Millisecond, pm.done)
		if err != nil {
			return nil, errors.Join(err, pm.stop(cfg.Throwaway))
		}
		select {
		case <-pm.done:
			pm.guard.dismiss()
			return nil, fmt.Errorf("postgres ended at once%s", said(tail(log, begin)))
		default:
		}
	}
}

// stop shuts the server down, by force if necessary, and waits for its end.
func (pm *postmaster) stop(throwaway bool) error {
	defer pm.guard.dismiss()
	how := gently
	if throwaway {
		how = gently[1:]
	}
	return end(context.Background(), pm.process, how, func(ctx context.Context) bool {
		select {
		case <-pm.done:
			return true
		case <-ctx.Done():
			return false
		}
	})
}

// gently is the sequence that ends a server: a shutdown with a checkpoint, one without (the next start recovers), and a
// kill.
var gently = []step{{syscall.SIGINT, 30 * time.Second}, {syscall.SIGQUIT, 10 * time.Second},
	{syscall.SIGKILL, 10 * time.Second}}

type step struct {
	signal   syscall.Signal
	patience time.Duration
}

// end sends the signals of the steps until the process has ended. gone waits for that until its context ends.
func end(ctx context.Context, p *os.Process, steps []step, gone func(context.Context) bool) error {
	for _, step := range steps {
		if err := p.Signal(step.signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("stop postgres (process %d): %w", p.Pid, err)
		}
		patience, cancel := context.WithTimeout(ctx, step.patience)
		ended := gone(patience)
		cancel()
		if ended {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("stop postgres (process %d): %w", p.Pid, context.Cause(ctx))
		}
	}
	return fmt.Errorf("postgres (process %d) does not end: kill it", p.Pid)
}

// lastPort returns the port of the last run, so that a saved URL stays valid; 0 for a new cluster.
func lastPort(pl *place) int {
	b, err := os.ReadFile(filepath.Join(pl.home, "port"))
	if err != nil {
		return 0
	}
	port, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || port < 1024 || port > 65535 {
		return 0
	}
	return port
}

// freePort returns the wanted port, or another one if it is taken or 0.
func freePort(want int) (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(want)))
	if err != nil && want != 0 {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func openLog(pl *place) (*os.File, error) {
	name := pl.logFile()
	if info, err := os.Lstat(name); err == nil && info.Size() > logLimit {
		if err := os.Rename(name, name+".1"); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := pl.account.own(name); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// tail returns the end of the log written since begin.
func tail(log *os.File, begin int64) []byte {
	const most = 2000
	b, err := io.ReadAll(io.NewSectionReader(log, begin, logLimit))
	if err != nil || len(b) == 0 {
		return nil
	}
	return b[max(0, len(b)-most):]
}

// wait returns nil after d or when done is closed, and the context's error if that ends first.
func wait(ctx context.Context, d time.Duration, done <-chan struct{}) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for postgres: %w", context.Cause(ctx))
	}
}
