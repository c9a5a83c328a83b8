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

// A Process is a program that a bench runs, again and again if need be. What it says goes to a file.
type Process struct {
	Name string
	Addr string // where it listens, if it was told

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

// Start starts it.
func (p *Process) Start(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the log of %s: %w", p.Name, err)
	}
	defer log.Close() //nolint:errcheck // the process has it
	cmd := exec.CommandContext(ctx, p.path, p.args...)
	cmd.Env = append(os.Environ(), p.env...)
	cmd.Stdout, cmd.Stderr = log, log
	// A session of its own: Ctrl-C is ours to hear, and a kernel that shares processors between sessions (autogroup) counts it as one, as it does each of
	// Postgres's. As part of ours it would share with us, and with everything else that we start, what one backend gets.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopLimit
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.Name, err)
	}
	done := make(chan struct{})
	p.cmd, p.done = cmd, done
	go func() { _ = cmd.Wait(); close(done) }() // how it ended is in its log
	return nil
}

const (
	stopLimit  = 20 * time.Second
	readyLimit = 5 * time.Minute
)

// Pid is its process id, 0 while it does not run.
func (p *Process) Pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// Kill ends it as a power cut would, and returns once it is gone.
func (p *Process) Kill() { p.end(syscall.SIGKILL) }

// Stop ends it and waits. It may be called again.
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

// until tries until it works. It gives up with what the process said, once that has ended or too much time has passed.
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
		said, _ := os.ReadFile(p.log)
		return fmt.Errorf("%s is not ready: %w\n%s", p.Name, err, said)
	}
}

// Ready waits until the gateway in it is ready.
func (p *Process) Ready(ctx context.Context) error {
	return p.until(ctx, func() error {
		rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.Addr+"/readyz", nil)
		if err != nil {
			return fmt.Errorf("ask: %w", err)
		}
		res, err := http.DefaultClient.Do(rq)
		if err != nil {
			return fmt.Errorf("ask: %w", err)
		}
		if err := res.Body.Close(); err != nil {
			return fmt.Errorf("ask: %w", err)
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

// FreeAddr is an address of loopback that was free a moment ago.
func FreeAddr() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("look for a port: %w", err)
	}
	return ln.Addr().String(), ln.Close()
}
