package freshness

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

// childEnv makes this test binary run an app instead of tests, so that it can be stopped and killed like a process.
const childEnv = "VITRINE_TEST_CHILD"

func TestMain(m *testing.M) {
	if spec := os.Getenv(childEnv); spec != "" {
		if err := childMain(spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	kit.Main(m)
}

// childSpec configures such an app, or a NATS server in its place.
type childSpec struct {
	Bus                           *busSpec
	Gateway, Ingest               bool
	DatabaseURL, NATSURL, DataDir string
	CacheBytes                    int64
	Jumped                        time.Duration // how far its clock is ahead
}

// childMain runs the app: it prints its address, and runs until its standard input closes, as happens when its parent
// dies.
func childMain(spec string) error {
	var s childSpec
	if err := json.Unmarshal([]byte(spec), &s); err != nil {
		return err
	}
	if s.Bus != nil {
		return s.Bus.run()
	}
	var ahead atomic.Int64
	ahead.Store(int64(s.Jumped))
	h, err := boot.Start(context.Background(), boot.Config{
		Gateway: s.Gateway, Ingest: s.Ingest, Addr: "127.0.0.1:0", DataDir: s.DataDir, DatabaseURL: s.DatabaseURL,
		NATSURL: s.NATSURL, CacheBytes: s.CacheBytes,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) },
	})
	if err != nil {
		return err
	}
	defer h.Stop()
	mux := http.NewServeMux()
	mux.HandleFunc("/applied", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(appliedBy(h))
	})
	mux.HandleFunc("/leads", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(h.Worker.Stats.Leading.Load())
	})
	mux.HandleFunc("/jump", func(_ http.ResponseWriter, rq *http.Request) {
		if d, err := time.ParseDuration(rq.URL.Query().Get("to")); err == nil {
			ahead.Store(int64(d))
		}
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer ln.Close()
	go func() { _ = http.Serve(ln, mux) }() //nolint:gosec // for the parent alone
	addr := "-"
	if s.Gateway {
		addr = h.Gateway.Addr()
	}
	fmt.Printf("child %s %s\n", addr, ln.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

// appliedBy returns the last applied change number of each tenant.
func appliedBy(h *boot.App) map[string]cache.Snapshot {
	all := map[string]cache.Snapshot{}
	for _, tenant := range boot.DemoTenants {
		if m := h.Gateway.Replica().Tenant(tenant); m != nil {
			all[tenant] = m.Snapshot()
		}
	}
	return all
}

// A child is an app in a process of its own.
type child struct {
	t             testing.TB
	cmd           *exec.Cmd
	stdin         io.Closer
	addr, control string
}

// startChild starts a child and waits until it serves. It is killed at the end of the test.
func startChild(t testing.TB, spec childSpec) *child {
	t.Helper()
	data, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, cmd: exec.Command(os.Args[0])} //nolint:gosec // this binary
	c.cmd.Env = append(os.Environ(), childEnv+"="+string(data))
	c.cmd.Stderr = os.Stderr
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) != 3 {
		t.Fatalf("the child does not start: %v %q", err, line)
	}
	c.addr, c.control = words[1], words[2]
	return c
}

// kill ends the child by SIGKILL. It may be called twice.
func (c *child) kill() {
	if c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	}
}

func (c *child) signal(s syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		c.t.Errorf("signal the child: %v", err)
	}
}

// ask sends a request to the child's control address, not to its gateway.
func (c *child) ask(path string, within time.Duration, v any) error {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.control+path, nil)
	if err != nil {
		return err
	}
	res, err := kit.Client.Do(rq)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if v == nil {
		return nil
	}
	return json.NewDecoder(res.Body).Decode(v)
}
