package freshness

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// A pod is a process with a cache of its own, kept true by the package @vitrine/changes.
type pod struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	url  string
	hits int
}

// A podPage is what a pod serves.
type podPage struct {
	Version uint64
	Hit     bool
}

// get reads from a pod. ctx bounds it: a pod may be stopped.
func (p *pod) get(path string, into any) error {
	ctx, cancel := context.WithTimeout(p.t.Context(), 20*time.Second)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s of %s: %d %s, %w", path, p.name, res.StatusCode, body, err)
	}
	return json.Unmarshal(body, into)
}

func (p *pod) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

var noRegistry = regexp.MustCompile(`ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ECONNRESET|network request`)

// changesPackage copies the package @vitrine/changes, compiles it and runs its own tests.
func changesPackage(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s, so @vitrine/changes is not run. Install Node.js 20 or newer.", tool)
		}
	}
	dir := t.TempDir()
	const from = "../../../../deploy/clients/changes"
	for _, pattern := range []string{"*.json", ".npmrc", "src/*.ts", "test/*.mjs"} {
		names, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(dir, strings.TrimPrefix(name, from))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	tag := "VITRINE_TEST_TAG=" + catalog.PublicTag("demo", catalog.TenantTag)
	for _, args := range [][]string{
		{"npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1"},
		{"node", "node_modules/typescript/bin/tsc", "-p", "."},
		{"node", "--test", "test/core.test.mjs"},
	} {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...) //nolint:gosec // programs of the test
		cmd.Dir, cmd.Env = dir, append(os.Environ(), tag)
		if out, err := cmd.CombinedOutput(); err != nil {
			if args[0] == "npm" && noRegistry.Match(out) {
				t.Skipf("SKIPPED: no package registry can be reached, so @vitrine/changes is not compiled:\n%s", out)
			}
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	return dir
}

// startPod starts a pod in a mode of the package.
func startPod(t *testing.T, dir, name, fresh string, h *kit.App, key string) *pod {
	t.Helper()
	p := &pod{t: t, name: name, cmd: exec.Command("node", "test/pod.mjs")} //nolint:noctx // stopped at the end
	p.cmd.Dir, p.cmd.Stderr = dir, os.Stderr
	p.cmd.Env = append(os.Environ(), "VITRINE_TEST_URL=http://"+h.Address(), "VITRINE_TEST_TENANT=demo",
		"VITRINE_TEST_STREAM_KEY="+key,
		"PAGE=/product/"+shirt, "FRESH="+fresh)
	in, err := p.cmd.StdinPipe() // the pod ends with the test
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	port, ok := strings.CutPrefix(strings.TrimSpace(line), "listening ")
	if err != nil || !ok {
		t.Fatalf("pod %s said %q, %v", name, line, err)
	}
	p.url = "http://127.0.0.1:" + port
	return p
}

// No pod serves what was announced as changed, with its stream stalled, stopped and continued, or with every check
// asking first.
func TestHistoryOfPodsThatFollow(t *testing.T) {
	t.Parallel()
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Outside,
		Title: "Three Node.js processes with caches of their own",
		Done:  []string{"a stream stalls", "a process is stopped and continued", "one process asks before each answer"},
		Judge: "Each read with every announcement before it."})
	dir := changesPackage(t)
	h := kit.Open(t)
	e := h.NewEditor(t)
	key := streamKey(t, h, "demo")
	l := listenFrom(t, h, e, "demo", key)
	pods := []*pod{
		startPod(t, dir, "stalled", "lease", h, key), startPod(t, dir, "stopped", "lease", h, key),
		startPod(t, dir, "strict", "strict", h, key),
	}
	for _, p := range pods {
		testkit.Until(t, p.name+" follows", func() bool {
			var s struct{ Trusted, Connected bool }
			return p.get("/state", &s) == nil && (s.Trusted || p.name == "strict" && s.Connected)
		})
	}
	hist, edits := history.New(), proving.Rounds(30, 2000)
	stopped := false
	for i := range edits {
		version := uint64(10_000 + i) //nolint:gosec // small
		w := history.Write{Tenant: "demo", Key: shirt, Version: version, Sent: hist.Now()}
		e.Exec(fmt.Sprintf("UPDATE product SET stock = %d WHERE tenant_id = 'demo' AND slug = '%s'", version, shirt))
		w.Seq = e.Head("demo")
		hist.Wrote(w)
		l.waitFor(w.Seq, "")
		hist.Announce("demo", w.Seq)
		switch i % 30 {
		case 8:
			if err := pods[0].get("/stall", &struct{}{}); err != nil {
				t.Fatal(err)
			}
		case 14:
			pods[1].signal(syscall.SIGSTOP)
			stopped = true
		case 20:
			pods[1].signal(syscall.SIGCONT)
			stopped = false
		}
		var all sync.WaitGroup
		for k, p := range pods {
			if k == 1 && stopped {
				continue
			}
			all.Go(func() {
				for range 3 {
					read := history.Read{Gateway: p.name, Tenant: "demo", Key: shirt, Start: hist.Now()}
					var page podPage
					if err := p.get("/", &page); err != nil {
						t.Error(err)
						return
					}
					read.End, read.Version = hist.Now(), page.Version
					hist.Saw(read)
					if page.Hit {
						p.hits++
					}
				}
			})
		}
		if all.Wait(); t.Failed() {
			return
		}
	}
	err := hist.Check()
	if err != nil {
		t.Error(err)
	}
	for _, p := range pods {
		if p.hits == 0 {
			t.Errorf("%s answered none of %d reads from its cache", p.name, 3*edits)
		}
	}
	writes, announcements, reads := hist.Counts()
	t.Logf("%d writes, %d announcements, %d reads; from the caches: %d, %d, %d", writes, announcements, reads,
		pods[0].hits, pods[1].hits, pods[2].hits)
	found.Faults = history.Count(err)
	found.Count("edits", int64(writes))
	found.Count("reads judged", int64(reads))
	found.Count("from the caches", int64(pods[0].hits+pods[1].hits+pods[2].hits))
}
