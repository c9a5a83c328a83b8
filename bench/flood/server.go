package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"vitrine/bench/rig"
	"vitrine/internal/devpg"
)

// A server is the measured Vitrine.
type server struct {
	base string
	dir  string
	cmd  *exec.Cmd
	log  *os.File
}

// start runs vitrine serve in a folder of its own and waits until it is ready.
func start(ctx context.Context, binary string) (_ *server, err error) {
	s := &server{}
	if s.dir, err = os.MkdirTemp("", "vitrine-flood-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.stop()
		}
	}()
	if err = os.Chmod(s.dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user
		return nil, err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := ln.Addr().String()
	if err = ln.Close(); err != nil {
		return nil, err
	}
	s.base = "http://" + addr
	if s.log, err = os.Create(filepath.Join(s.dir, "log")); err != nil {
		return nil, err
	}
	s.cmd = exec.CommandContext(ctx, binary, "serve") //nolint:gosec // from a flag
	s.cmd.Env = append(os.Environ(), "VITRINE_ADDR="+addr, "VITRINE_DATA_DIR="+s.data(),
		"VITRINE_TRUSTED_PROXIES=127.0.0.0/8")
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	if err = s.cmd.Start(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if res, err := http.Get(s.base + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return s, nil
			}
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return nil, errors.New("the server does not become ready")
		}
	}
}

func (s *server) data() string { return filepath.Join(s.dir, "data") }

// stop stops the server and removes its files, including a database in another place.
func (s *server) stop() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
		_ = s.cmd.Wait()
	}
	if s.log != nil {
		_ = s.log.Close()
	}
	if err := errors.Join(devpg.Remove(context.Background(), s.data()), os.RemoveAll(s.dir)); err != nil {
		fmt.Fprintln(os.Stderr, "flood: clean up:", err)
	}
}

const password = "a horse that is correct"

// A customer is an account and a device token of it.
type customer struct{ email, device string }

// newcomer returns the body of a sign-up.
func newcomer(email string) map[string]any {
	return map[string]any{"email": email, "password": password, "name": map[string]string{"first": "Some",
		"last": "Body"}, "contact": map[string]any{"mobileNumber": []any{}}}
}

// signUp creates accounts.
func (s *server) signUp(ctx context.Context, n int) (all []customer, err error) {
	for i := range n {
		c := customer{email: fmt.Sprintf("somebody%d@example.com", i)}
		var out struct {
			Data struct{ Device struct{ Token string } }
		}
		status, err := exchange(ctx, http.DefaultClient, s.base+"/v1/auth/signup", newcomer(c.email), &out)
		if err != nil || status != http.StatusCreated {
			return nil, fmt.Errorf("sign up: %d %w", status, err)
		}
		c.device = out.Data.Device.Token
		all = append(all, c)
	}
	return all, nil
}

// post sends a body, with headers given as name, value, and returns the status.
func post(ctx context.Context, c *http.Client, url string, body any, headers ...string) (int, error) {
	return exchange(ctx, c, url, body, nil, headers...)
}

func exchange(ctx context.Context, c *http.Client, url string, body, answer any, headers ...string) (int, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(b))
	if err != nil {
		return 0, err
	}
	rq.Header.Set("Content-Type", "application/json")
	rq.Header.Set("x-service-client", "demo")
	for i := 0; i+1 < len(headers); i += 2 {
		rq.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.Do(rq)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err == nil && answer != nil {
		err = json.Unmarshal(text, answer)
	}
	return res.StatusCode, err
}

// memory returns the resident memory of the process in MB.
func (s *server) memory() int {
	return int(rig.Resident(s.cmd.Process.Pid) >> 20)
}

// usage is processor time in hundredths of a second: the server's, and the whole machine's.
type usage struct {
	at            time.Time
	server, whole float64
}

const hertz = 100 // the kernel's unit of processor time, on every Linux

func (s *server) usage() usage {
	u := usage{at: time.Now()}
	if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid)); err == nil {
		_, rest, _ := strings.Cut(string(b), ") ")
		if f := strings.Fields(rest); len(f) > 12 {
			u.server = number(f[11]) + number(f[12])
		}
	}
	if b, err := os.ReadFile("/proc/stat"); err == nil {
		line, _, _ := strings.Cut(string(b), "\n")
		for i, f := range strings.Fields(line) {
			if i > 0 && i != 4 && i != 5 && i < 8 { // neither idle nor waiting for a disk
				u.whole += number(f)
			}
		}
	}
	return u
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64) // the kernel writes digits
	return f
}

// since returns the number of busy cores: by the server, and by everything else, including its database and this
// program.
func (u usage) since(before usage) (cores [2]float64) {
	if span := u.at.Sub(before.at).Seconds(); span > 0 {
		cores[0] = (u.server - before.server) / hertz / span
		cores[1] = (u.whole-before.whole)/hertz/span - cores[0]
	}
	return cores
}
