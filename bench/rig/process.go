package rig

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// A Process is a program that a benchmark runs, repeatedly if needed. Its output goes to a file.
type Process struct {
	Name string
	Addr string // its listening address, if it has one

	path, log string
	args, env []string

	mu   sync.Mutex
	cmd  *exec.Cmd
	done chan struct{}
}

func (p *Place) newProcess(name, path string, env []string, args ...string) *Process {
	pr := &Process{Name: name, path: path, args: args, env: env, log: p.Path(name + ".log")}
	p.onClose(pr.Stop)
	return pr
}

// Program makes a process of any program. Its output goes to a file in the place.
func (p *Place) Program(name, path string, env []string, args ...string) *Process {
	return p.newProcess(name, path, env, args...)
}

// Start starts the process.
func (p *Process) Start(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the log of %s: %w", p.Name, err)
	}
	defer log.Close() //nolint:errcheck // the process has its own descriptor
	cmd := exec.CommandContext(ctx, p.path, p.args...)
	cmd.Env = append(os.Environ(), p.env...)
	cmd.Stdout, cmd.Stderr = log, log
	// A session of its own, so that Ctrl-C reaches only the benchmark. A kernel that divides processor time by sessions
	// (autogroup) also gives it its own share, as it does for each backend of Postgres.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopLimit
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.Name, err)
	}
	done := make(chan struct{})
	p.cmd, p.done = cmd, done
	go func() { _ = cmd.Wait(); close(done) }() // its log holds the reason
	return nil
}

const (
	stopLimit  = 20 * time.Second
	readyLimit = 5 * time.Minute
)

// Pid returns the process id, 0 while the process does not run.
func (p *Process) Pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// Kill kills the process, as a power failure would, and waits for its end.
func (p *Process) Kill() { p.end(syscall.SIGKILL) }

// Stop terminates the process and waits for its end. It may be called again.
func (p *Process) Stop() { p.end(syscall.SIGTERM) }

func (p *Process) end(how syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(how) // it may have ended
	select {
	case <-p.done:
	case <-time.After(stopLimit):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
	p.cmd = nil
}

// until repeats a function until it succeeds. If the process ends, or after readyLimit, it returns an error with the
// output.
func (p *Process) until(ctx context.Context, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
			continue
		case <-p.done:
		case <-ctx.Done():
		}
		output, _ := os.ReadFile(p.log)
		return fmt.Errorf("%s is not ready: %w\n%s", p.Name, err, output)
	}
}

// Ready waits until the gateway of the process is ready.
func (p *Process) Ready(ctx context.Context) error {
	return p.until(ctx, func() error {
		rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.Addr+"/readyz", nil)
		if err != nil {
			return fmt.Errorf("request /readyz: %w", err)
		}
		res, err := http.DefaultClient.Do(rq)
		if err != nil {
			return fmt.Errorf("request /readyz: %w", err)
		}
		if err := res.Body.Close(); err != nil {
			return fmt.Errorf("request /readyz: %w", err)
		}
		if res.StatusCode != http.StatusOK {
			return fmt.Errorf("/readyz: %s", res.Status)
		}
		return nil
	})
}

// Printed waits until the process has printed a text.
func (p *Process) Printed(ctx context.Context, text string) error {
	return p.until(ctx, func() error {
		log, err := os.ReadFile(p.log)
		if err != nil {
			return fmt.Errorf("read the log of %s: %w", p.Name, err)
		}
		if !bytes.Contains(log, []byte(text)) {
			return fmt.Errorf("%q has not been printed yet", text)
		}
		return nil
	})
}

// FreeAddr returns a free address on loopback. Another process may take it before it is used.
func FreeAddr() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return ln.Addr().String(), ln.Close()
}
