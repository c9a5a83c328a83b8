package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// A gateway in a process of its own is stopped. Announcements wait until its lease has expired. When it goes on, it
// shows nothing older than the announcements, although its cache is from before and no message has arrived.
func TestKillPausedGatewayVerifiesWhenItGoesOn(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED without VITRINE_PROVE: it starts a server and a gateway beside it; make prove runs it")
	}
	dir := home(t)
	h := serveIn(t, dir, nil)
	dsn := dsnOf(t, dir)
	conn := psql(t, dsn)
	g := launchGateway(t, dir, dsn)
	told := announcements(t, h, streamKeyOf(t, dir))
	const page = "/v1/product/mavi-keten-gomlek"
	for round := range proving.Rounds(2, 20) {
		for range 3 { // the answer is cached
			if status, body, err := g.get("demo", page); err != nil || status != http.StatusOK {
				t.Fatal(err, status, body)
			}
		}
		g.signal(syscall.SIGSTOP)
		want := oneText(t, conn, "UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = "+
			"'mavi-keten-gomlek' RETURNING stock::text")
		seq := oneText(t, conn, "SELECT n::text FROM tenant_seq WHERE tenant_id = 'demo'")
		n, _ := strconv.ParseUint(seq, 10, 64)
		for last := uint64(0); last < n; {
			var ok bool
			if last, ok = <-told; !ok {
				t.Fatalf("the stream ended before change %d", n)
			}
		}
		g.signal(syscall.SIGCONT)
		if status, body, err := g.get("demo", page); err != nil || !strings.Contains(body, `"amount":`+want+`,`) {
			t.Fatalf("round %d: expected stock %s after the announcement: %v %d %s", round, want, err, status, body)
		}
	}
}

// announcements returns the change numbers of the demo tenant that a stream announces. The channel is closed when the
// stream ends.
func announcements(t *testing.T, h *server, key string) <-chan uint64 {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.base+"/v1/changes", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("x-service-client", "demo")
	rq.Header.Set("Authorization", "Bearer "+key)
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rs.Body.Close() })
	if rs.StatusCode != http.StatusOK {
		t.Fatal(rs.Status)
	}
	told := make(chan uint64, 1000)
	go func() {
		defer close(told)
		for lines := bufio.NewScanner(rs.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: demo:"); ok {
				n, _, _ := strings.Cut(id, ":")
				if seq, err := strconv.ParseUint(n, 10, 64); err == nil {
					told <- seq
				}
			}
		}
	}()
	return told
}

// launchGateway starts a gateway beside a server, with the same Postgres and bus.
func launchGateway(t *testing.T, dir, dsn string) *server {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	bus, err := boot.NATSURL(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	addr := testkit.FreeAddr(t)
	p := &process{t: t, done: make(chan struct{})}
	p.cmd = exec.Command(path, "gateway") //nolint:gosec // the binary under test
	p.cmd.Dir = dir
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "VITRINE_DATA_DIR=" + filepath.Join(dir, "gateway"),
		"VITRINE_ADDR=" + addr, "VITRINE_LOG=info",
		"VITRINE_DATABASE_URL=" + dsn, "VITRINE_NATS_URL=" + bus}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Signal(syscall.SIGCONT) // it may be stopped or have ended
		if p.alive() {
			p.killAll()
		}
	})
	g := &server{process: p, base: "http://" + addr}
	g.until("the gateway is ready", func() bool {
		status, _, err := g.get("", "/readyz")
		return err == nil && status == http.StatusOK
	})
	return g
}

// streamKeyOf creates the stream key of the demo tenant with the command.
func streamKeyOf(t *testing.T, dir string) string {
	t.Helper()
	p := launch(t, dir, nil, "tenant", "stream-key", "demo")
	if code := p.wait(); code != 0 {
		t.Fatalf("vitrine tenant stream-key: %d %s", code, p.out.String())
	}
	words := strings.Fields(p.out.String())
	return words[len(words)-1]
}
