package edge

import (
	"bufio"
	"encoding/json"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/ingest/announce"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// openWorker opens a shop behind the Worker of deploy/edge/worker, by workerd. The stream and the leases of its Durable
// Objects go through the link.
func openWorker(t *testing.T) (*shop, *link) {
	t.Helper()
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it installs workerd, of 150 MB")
	}
	a := newApp(t, "worker", "changes")
	copyTree(t, filepath.Join("..", "..", "..", "..", "deploy", "edge", "worker", "src"), filepath.Join(a.dir, "src"))

	s := openShop(t)
	s.mu.Lock()
	s.history = history.New()
	s.mu.Unlock()
	s.declare("cells", "lifetime=1h")
	s.lives("Surrogate-Control", 60)
	keys := map[string]string{}
	for _, tenant := range boot.DemoTenants {
		key, err := announce.MakeStreamKey(t.Context(), s.Pool, tenant)
		if err != nil {
			t.Fatal(err)
		}
		keys[tenant] = key
	}
	secret, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	l := newLink(t, s.Gateway.Addr())
	cmd := exec.Command("node", "serve.mjs", "http://"+l.addr(), string(secret)) //nolint:gosec,noctx // ended below
	cmd.Dir, cmd.Stderr = a.dir, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // it is stopped
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	at, err := neturl.Parse(line[:max(0, len(line)-1)])
	if err != nil || at.Host == "" {
		t.Fatalf("workerd says %q, %v", line, err)
	}
	s.edge, s.mayFail = at.Host, true
	return s, l
}

// Behind the Worker nothing is older than announced, and no answer reaches another tenant. The link is cut and stalled.
func TestNoReadIsStaleBehindAWorkerWithCells(t *testing.T) {
	t.Parallel()
	s, l := openWorker(t)
	serves := func(when string) {
		t.Helper()
		testkit.Until(t, "a hit "+when, func() bool {
			_, hit, err := s.read(t.Context(), "demo", s.slugs["demo"][0])
			if err != nil {
				t.Fatal(err)
			}
			return hit
		})
	}
	serves("at first")
	edits := int64(proving.Rounds(150, 1000))
	s.leastEdits = edits
	s.onEdit = func(n int64) {
		switch n {
		case edits / 4:
			l.cut()
		case edits / 2:
			l.setStalled(true)
		case edits * 3 / 4:
			l.setStalled(false)
		}
	}
	s.run(int64(proving.Rounds(2000, 20_000)))
	serves("after all faults")
	// All connections were cut once. A request whose connection was lost is sent again.
	if n := s.failed.Load(); n > 16 {
		t.Errorf("%d reads failed", n)
	}
	if err := s.history.Check(); err != nil {
		t.Error(err)
	}
	s.report("the Worker")
	s.checkForms()
}
