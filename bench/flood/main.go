// Command flood measures what a flood of sign-ins leaves to readers.
//
//	make bench-flood
//
// It starts Vitrine with its demo shops, makes some accounts, and opens a thousand connections that sign in without a pause, half of them to
// accounts that exist, half to addresses that do not, with passwords that are wrong three times out of four. Meanwhile a reader asks for a
// cached list at a fixed rate; the time of each read counts from when it was due, so that a server which stalls cannot hide it. Before
// the flood the same is measured without it. All on loopback, for a bounded time.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type options struct {
	vitrine     string
	connections int
	rate        int // reads a second
	span        time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	f := flag.NewFlagSet("flood", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "the binary to measure")
	f.IntVar(&o.connections, "connections", 1000, "that sign in at once")
	f.IntVar(&o.rate, "rate", 2000, "reads a second")
	f.DurationVar(&o.span, "span", 20*time.Second, "how long the flood lasts")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "vitrine-flood-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres enters it as another user
		return err
	}
	s, err := start(ctx, o.vitrine, dir)
	if err != nil {
		return err
	}
	defer s.stop()
	emails, err := s.signUp(ctx, 20)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%-22s %9s %9s %9s %9s %12s\n", "", "reads", "p50, ms", "p99, ms", "max, ms", "memory, MB")
	s.report(out, "without a flood", s.read(ctx, o))
	var tries flood
	stopFlood := s.flood(ctx, o, emails, &tries)
	time.Sleep(time.Second) // until all of them are connected
	s.report(out, "in the flood", s.read(ctx, o))
	stopFlood()
	fmt.Fprintf(out, "\nof %d connections: %d signed in, %d refused (401), %d sent away (429), %d others\n", o.connections, tries.in.Load(), tries.refused.Load(), tries.sent.Load(), tries.others.Load())
	if tries.in.Load()+tries.refused.Load()+tries.sent.Load() == 0 {
		return errors.New("nobody was answered: this was no flood")
	}
	return nil
}

// A server is the Vitrine that is measured.
type server struct {
	base string
	cmd  *exec.Cmd
	log  *os.File
}

func start(ctx context.Context, binary, dir string) (*server, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := ln.Addr().String()
	if err := ln.Close(); err != nil {
		return nil, err
	}
	s := &server{base: "http://" + addr}
	if s.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		return nil, err
	}
	s.cmd = exec.CommandContext(ctx, binary, "serve") //nolint:gosec // our own option
	s.cmd.Env = append(os.Environ(), "VITRINE_ADDR="+addr, "VITRINE_DATA_DIR="+filepath.Join(dir, "data"))
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	if err := s.cmd.Start(); err != nil {
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
			s.stop()
			return nil, errors.New("it does not become ready")
		}
	}
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
	_ = s.log.Close()
}

const password = "a horse that is correct"

func post(ctx context.Context, c *http.Client, url string, body any) (int, error) {
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
	res, err := c.Do(rq)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// signUp makes accounts.
func (s *server) signUp(ctx context.Context, n int) (emails []string, err error) {
	for i := range n {
		email := fmt.Sprintf("somebody%d@example.com", i)
		status, err := post(ctx, http.DefaultClient, s.base+"/v1/auth/signup", map[string]any{
			"email": email, "password": password, "name": map[string]string{"first": "Some", "last": "Body"}, "contact": map[string]any{"mobileNumber": []any{}},
		})
		if err != nil || status != http.StatusCreated {
			return nil, fmt.Errorf("sign up: %d %w", status, err)
		}
		emails = append(emails, email)
	}
	return emails, nil
}

// flood counts what those who sign in were told.
type flood struct{ in, refused, sent, others atomic.Int64 }

// flood begins to sign in, and returns what ends it.
func (s *server) flood(ctx context.Context, o options, emails []string, count *flood) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: o.connections, MaxConnsPerHost: o.connections}}
	var wg sync.WaitGroup
	for range o.connections {
		wg.Go(func() {
			for ctx.Err() == nil {
				body := map[string]string{"email": emails[rand.IntN(len(emails))], "password": password}
				if rand.IntN(2) == 0 {
					body["email"] = fmt.Sprintf("nobody%d@example.com", rand.IntN(100_000))
				}
				if rand.IntN(4) > 0 {
					body["password"] = "another horse"
				}
				status, err := post(ctx, client, s.base+"/v1/auth/login", body)
				switch {
				case ctx.Err() != nil:
				case err != nil:
					count.others.Add(1)
				case status == http.StatusOK:
					count.in.Add(1)
				case status == http.StatusUnauthorized:
					count.refused.Add(1)
				case status == http.StatusTooManyRequests:
					count.sent.Add(1)
				default:
					count.others.Add(1)
				}
			}
		})
	}
	return func() {
		cancel()
		wg.Wait()
		client.CloseIdleConnections()
	}
}

// reads is what a reader met.
type reads struct {
	took   []time.Duration
	memory int // MB, the most
	failed int
}

// read asks for a cached list at a fixed rate.
func (s *server) read(ctx context.Context, o options) reads {
	var mu sync.Mutex
	var out reads
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256}}
	defer client.CloseIdleConnections()
	begin, step := time.Now(), time.Second/time.Duration(o.rate)
	const readers = 64
	due := make(chan time.Time, o.rate)
	var wg sync.WaitGroup
	for range readers {
		wg.Go(func() {
			var took []time.Duration
			failed := 0
			for at := range due {
				rq, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/t/demo/v1/product?limit=10", nil)
				if err != nil {
					failed++
					continue
				}
				res, err := client.Do(rq)
				if err != nil {
					failed++
					continue
				}
				_, err = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				if err != nil || res.StatusCode != http.StatusOK {
					failed++
					continue
				}
				took = append(took, time.Since(at))
			}
			mu.Lock()
			defer mu.Unlock()
			out.took, out.failed = append(out.took, took...), out.failed+failed
		})
	}
	var last time.Time
	for i := 0; ctx.Err() == nil; i++ {
		at := begin.Add(time.Duration(i) * step)
		if at.Sub(begin) > o.span {
			break
		}
		if wait := time.Until(at); wait > time.Millisecond {
			time.Sleep(wait)
		}
		due <- at
		if time.Since(last) > 200*time.Millisecond {
			last = time.Now()
			out.memory = max(out.memory, s.memory())
		}
	}
	close(due)
	wg.Wait()
	return out
}

// memory is what the process has resident, in MB.
func (s *server) memory() int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0]) // the kernel writes digits
			return kb >> 10
		}
	}
	return 0
}

func (s *server) report(out io.Writer, what string, r reads) {
	slices.Sort(r.took)
	at := func(p int) float64 {
		if len(r.took) == 0 {
			return 0
		}
		return float64(r.took[min(len(r.took)-1, len(r.took)*p/100)].Microseconds()) / 1000
	}
	fmt.Fprintf(out, "%-22s %9d %9.2f %9.2f %9.2f %12d", what, len(r.took), at(50), at(99), at(100), r.memory)
	if r.failed > 0 {
		fmt.Fprintf(out, "  %d failed", r.failed)
	}
	fmt.Fprintln(out)
}
