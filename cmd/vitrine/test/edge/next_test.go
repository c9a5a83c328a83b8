package edge

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/ingest/announce"
	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

const (
	clients = "../../../../deploy/clients"
	nextCLI = "node_modules/next/dist/bin/next"

	// What docs/edge/nextjs.md recommends: Node.js rarely collects all objects, and each collection is short.
	youngSpace, rarely = "--max-semi-space-size=32", "--heap-growing-percent=400"
)

// The line of the guide is not run, because it starts a reader's app.
func TestTheGuideStartsNextWithTheFlagsOfTheTests(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../../docs/edge/nextjs.md")
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Join([]string{"\nnode", youngSpace, rarely, nextCLI, "start\n"}, " ")
	if !strings.Contains(string(guide), line) {
		t.Errorf("docs/edge/nextjs.md lacks the line %q", line)
	}
}

// installing lets one test at a time install what npm gets.
var installing sync.Mutex

// unreachable matches npm's message for a missing network.
var unreachable = regexp.MustCompile(`ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH`)

// A nextApp is the app in the folder next, with the packages @vitrine/changes and @vitrine/next of this repository.
type nextApp struct {
	t   *testing.T
	dir string
	env []string // of its processes, besides that of shop.env

	vitrine string // the address by which its processes reach Vitrine; "": the gateway's
}

// newNextApp installs the app's packages and compiles ours. What npm installs is kept for later runs.
func newNextApp(t *testing.T) *nextApp {
	t.Helper()
	return newApp(t, "next", "changes", "next")
}

// newApp installs the packages of a folder of this one, and compiles some of ours.
func newApp(t *testing.T, folder string, ours ...string) *nextApp {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		program(t, tool, "nodejs npm")
	}
	a := &nextApp{t: t, dir: t.TempDir()}
	a.install(folder, ours...)
	return a
}

// install installs the packages of a folder of this one, and compiles some of ours.
func (a *nextApp) install(folder string, ours ...string) {
	t := a.t
	t.Helper()
	copyTree(t, folder, a.dir)
	copyTree(t, installed(t, a, folder), filepath.Join(a.dir, "node_modules"))
	for _, name := range ours {
		from := filepath.Join(a.dir, "packages", name)
		copyTree(t, filepath.Join(clients, name), from)
		a.must(nil, "node", "node_modules/typescript/bin/tsc", "-p", from)
		to := filepath.Join(a.dir, "node_modules", "@vitrine", name)
		copyTree(t, filepath.Join(from, "dist"), filepath.Join(to, "dist"))
		copyTree(t, filepath.Join(from, "package.json"), filepath.Join(to, "package.json"))
	}
}

// installed returns the folder of the installed packages.
func installed(t *testing.T, a *nextApp, folder string) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	lock, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	to := filepath.Join(cache, "vitrine", fmt.Sprintf("%s-%.8x", folder, sha256.Sum256(lock)))
	if _, err := os.Stat(to); err == nil {
		return to
	}
	ci := []string{"ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1"}
	out, err := a.try(nil, "npm", append(ci, "--prefer-offline")...)
	if err != nil && strings.Contains(out, "ETARGET") { // npm's cache knows no version that is as new as the lock's
		out, err = a.try(nil, "npm", ci...)
	}
	switch {
	case err == nil:
	case unreachable.MatchString(out):
		t.Skipf("SKIPPED: no package registry can be reached, so %s is not installed:\n%s", folder, out)
	default:
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	// Another run may do the same at this moment: a folder appears whole, and the first one stays.
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	part, err := os.MkdirTemp(filepath.Dir(to), "part-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(a.dir, "node_modules")
	copyTree(t, from, part)
	if err := os.Rename(part, to); err != nil {
		if err := os.RemoveAll(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(from); err != nil {
		t.Fatal(err)
	}
	return to
}

// copyTree copies a file or a folder, by hard links where the file system has them, without what npm and the compiler
// wrote beside sources.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir() && path != from && strings.HasPrefix(from, clients) && (rel == "node_modules" || rel == "dist"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			text, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(text, target)
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if os.Link(path, target) == nil {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// try runs a program in the app's folder, and returns its output. Builds take long beside other tests.
func (a *nextApp) try(env []string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(a.t.Context(), 15*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = a.dir, append(os.Environ(), env...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// node is the program that serves the app: that of its packages, or else the one on PATH.
func (a *nextApp) node() string {
	arch := strings.Replace(runtime.GOARCH, "amd64", "x64", 1)
	node := filepath.Join(a.dir, "node_modules", "node-linux-"+arch, "bin", "node")
	if _, err := os.Stat(node); err != nil {
		return "node"
	}
	return node
}

// must runs a program that has to succeed.
func (a *nextApp) must(env []string, name string, args ...string) {
	a.t.Helper()
	if out, err := a.try(env, name, args...); err != nil {
		a.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// The handlers of @vitrine/next against a stream that is cut, stalls, sends events twice and begins a new epoch.
func TestTheHandlersOfNextFollowAStreamThatFails(t *testing.T) {
	t.Parallel()
	a := newNextApp(t)
	dir := filepath.Join(a.dir, "packages", "next")
	copyTree(t, filepath.Join(a.dir, "node_modules", "@vitrine"), filepath.Join(dir, "node_modules", "@vitrine"))
	a.must(nil, "node", "--test", "packages/next/test/")
}

// A nextPod is a process that serves the app.
type nextPod struct {
	name, url string
	process   *os.Process
	link      *link // between it and Vitrine
	stopped   bool
}

// env is the environment of the app.
func (s *shop) env(address, key, fresh string) []string {
	return []string{"VITRINE_URL=http://" + address, "VITRINE_TENANT=demo", "VITRINE_STREAM_KEY=" + key,
		"VITRINE_TEST_FRESH=" + fresh, "NEXT_TELEMETRY_DISABLED=1", "CI=1"}
}

// startPod starts a process of the app until the end of the test, and waits until it follows. Without a value of fresh
// it follows nothing.
func (s *shop) startPod(a *nextApp, name, key, fresh string) *nextPod {
	s.Helper()
	p := &nextPod{name: name, link: newLink(s.T, cmp.Or(a.vitrine, s.Gateway.Addr()))}
	flags := []string{youngSpace, rarely, nextCLI, "start", "-H", "127.0.0.1", "-p", "0"}
	cmd := exec.Command(a.node(), flags...) //nolint:noctx // ended below
	cmd.Dir, cmd.Env, cmd.Stderr = a.dir, append(os.Environ(), s.env(p.link.addr(), key, fresh)...), os.Stderr
	cmd.Env = append(cmd.Env, a.env...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.Fatal(err)
	}
	p.process = cmd.Process
	lines, read := bufio.NewScanner(out), make(chan struct{})
	s.Cleanup(func() {
		_ = p.process.Kill()
		<-read
		_ = cmd.Wait() // it is killed
	})
	found := make(chan string, 1)
	go func() {
		defer close(read)
		defer close(found)
		for sent := false; lines.Scan(); {
			if m := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); m != "" && !sent {
				found <- m
				sent = true
			}
		}
	}()
	if p.url = <-found; p.url == "" {
		s.Fatalf("%s ended", name)
	}
	if fresh == "" {
		return p
	}
	testkit.Until(s.T, name+" follows", func() bool {
		state, err := p.stats(s.Context())
		return err == nil && (state.Follower.Trusted || fresh == "strict" && state.Follower.Connected)
	})
	return p
}

// podStats are the figures of a pod that the test reads.
type podStats struct {
	Hits, Misses, Stale, Refused, Slow, Impatient int
	Follower                                      struct {
		Trusted, Connected      bool
		Events, Connects, Asked int
	}
}

func (p *nextPod) stats(ctx context.Context) (s podStats, err error) {
	body, err := p.get(ctx, "/stats")
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(body, &s)
}

// get reads a page of a pod. A stopped pod answers once it continues.
func (p *nextPod) get(ctx context.Context, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*testkit.Patience) // pages are rendered, and a pod may be stopped
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }() // it was read
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%d %.300s", res.StatusCode, body)
	}
	return body, err
}

// shown is a product on a page, with its stock.
var shown = regexp.MustCompile(`([a-z0-9-]+)=(\d+);`)

// readPage reads a page of a pod, and judges every product on it.
func (s *shop) readPage(ctx context.Context, p *nextPod, path string) error {
	due := map[string]int{}
	for _, slug := range s.slugs["demo"] {
		due[slug] = s.due("demo", slug)
	}
	var start history.Time
	if s.history != nil {
		start = s.history.Now()
	}
	body, err := p.get(ctx, path)
	if err != nil {
		return fmt.Errorf("%s of %s: %w", path, p.name, err)
	}
	all := shown.FindAllSubmatch(body, -1)
	if len(all) == 0 {
		return fmt.Errorf("%s of %s shows no product: %.300s", path, p.name, body)
	}
	n := s.reads.Add(1)
	for _, m := range all {
		slug := string(m[1])
		amount, err := strconv.Atoi(string(m[2]))
		if err != nil {
			return err
		}
		s.saw(fmt.Sprintf("%s of %s, read %d", path, p.name, n), start, slug, amount)
		if amount > firstWritten && amount%2 != 0 {
			s.mixed.Add(1)
		}
		if amount < due[slug] {
			s.stale.Add(1)
			return fmt.Errorf("%s of %s shows %d of %s, and %d was announced", path, p.name, amount, slug, due[slug])
		}
	}
	return nil
}

// saw records what a read of the tenant demo showed, if there is a history. Reads of one name must not go back.
func (s *shop) saw(by string, start history.Time, slug string, amount int) {
	if s.history == nil {
		return
	}
	r := history.Read{Gateway: by, Tenant: "demo", Key: slug, Of: "demo/" + slug, Start: start, End: s.history.Now()}
	if amount > firstWritten {
		r.Version = uint64(amount)
	}
	s.history.Saw(r)
}

// Three processes of an app show nothing older than announced: pages, functions with 'use cache' and cached fetches.
// One asks for each request. The others have leases; the stream of one is cut and stalls, the other one is stopped and
// continued. Every page is read in every process after every announcement, and other readers never stop.
func TestNoReadOfANextAppIsOlderThanAnnounced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in the short form: it builds an app of Next.js")
	}
	seed := proving.Seed(t, 20260314)
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Outside, Seed: seed,
		Title: "Three processes of an app with Next.js 16",
		Done:  []string{"a stream is cut", "a stream stalls", "a process is stopped and continued"},
		Judge: "Each page in each process after each announcement, and pages that others read meanwhile, with what was " +
			"announced before."})
	a := newNextApp(t)
	s := openShop(t)
	key, err := announce.MakeStreamKey(t.Context(), s.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	e := s.NewEditor(t)
	s.WaitApplied(t, e, "demo")
	a.must(s.env(s.Gateway.Addr(), key, "lease"), "node", nextCLI, "build")
	pods := []*nextPod{s.startPod(a, "cut", key, "lease"), s.startPod(a, "stopped", key, "lease"),
		s.startPod(a, "strict", key, "strict")}
	tab := s.openTab(pods[0])

	ctx, stop := context.WithCancel(t.Context())
	var others sync.WaitGroup
	for i := range 3 {
		others.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 3))
			for ctx.Err() == nil {
				if err := s.readPage(ctx, pods[i], s.page(r)); err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
					return
				}
				if proving.Long() { // most of the time belongs to the pages that are read after an edit
					time.Sleep(200 * time.Millisecond)
				}
			}
		})
	}
	r := rand.New(rand.NewPCG(seed, 4))
	edits := editsOfPods(t, 60, 1000)
	faultsEvery := 30 // edits
	if proving.Long() {
		faultsEvery = 300 // an edit takes a second while a process is stopped or a stream stalls
	}
	done := 0
	for ; done < edits && !t.Failed(); done++ {
		s.fail(pods, done%faultsEvery)
		slug, written := s.write(e, "demo", r)
		testkit.Until(t, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
		var all sync.WaitGroup
		for _, p := range pods {
			if p.stopped {
				continue
			}
			for _, path := range []string{"/page/" + slug, "/function/" + slug, "/list"} {
				all.Go(func() {
					if err := s.readPage(t.Context(), p, path); err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
	}
	for i := range pods {
		s.fail(pods, 20+i) // everything continues
	}
	stop()
	others.Wait()
	found.Count("edits", int64(done))
	found.Count("pages read", s.reads.Load())
	found.Faults = int(s.stale.Load() + s.mixed.Load())
	if t.Failed() {
		return
	}
	tab.wait("an event for an open tab")
	for _, p := range pods {
		st, err := p.stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v", p.name, st)
		if st.Hits == 0 || st.Stale == 0 || st.Follower.Events == 0 {
			t.Errorf("this proves nothing: %s kept nothing, or was told nothing", p.name)
		}
	}
	if st, _ := pods[0].stats(t.Context()); st.Follower.Connects < 2 {
		t.Error("this proves nothing: no stream was cut")
	}
	t.Logf("%d edits, %d pages read, %d older than announced", done, s.reads.Load(), s.stale.Load())
	if s.mixed.Load() > 0 {
		t.Error("a page shows another tenant")
	}
	missing, err := http.Get(pods[0].url + "/page/none-such") //nolint:noctx // of the test's own process
	if err != nil || missing.StatusCode != http.StatusNotFound {
		t.Errorf("a record that does not exist: %v, %v", missing, err)
	}
	_ = missing.Body.Close()
}

// editsOfPods is how many edits a test makes before processes of an app: VITRINE_TEST_POD_EDITS, or as many as its form
// makes otherwise.
func editsOfPods(t *testing.T, few, many int) int {
	t.Helper()
	text := os.Getenv("VITRINE_TEST_POD_EDITS")
	if text == "" {
		return proving.Rounds(few, many)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("VITRINE_TEST_POD_EDITS=%q is no number of edits", text)
	}
	return n
}

// make prove gives one test its number of edits, in a run of its own.
func TestProveGivesANumberOfEdits(t *testing.T) {
	t.Setenv("VITRINE_TEST_POD_EDITS", "10000")
	if n := editsOfPods(t, 60, 1000); n != 10_000 {
		t.Errorf("VITRINE_TEST_POD_EDITS=10000 are %d edits", n)
	}
	t.Setenv("VITRINE_TEST_POD_EDITS", "")
	if n := editsOfPods(t, 60, 1000); n != proving.Rounds(60, 1000) {
		t.Errorf("%d edits without a number", n)
	}
	makefile, err := os.ReadFile("../../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"prove-edits prove-pods prove-chain", "VITRINE_TEST_POD_EDITS=$(POD_EDITS)",
		"'^TestNoReadOfANextAppIsOlderThanAnnounced$$'"} {
		if !strings.Contains(string(makefile), text) {
			t.Errorf("the Makefile does not contain %q", text)
		}
	}
}

// page is the path of a random page.
func (s *shop) page(r *rand.Rand) string {
	slug := s.slugs["demo"][r.IntN(productsEach)]
	return []string{"/page/" + slug, "/function/" + slug, "/list"}[r.IntN(3)]
}

// fail makes something fail, or work again, at some steps.
func (s *shop) fail(pods []*nextPod, step int) {
	s.Helper()
	switch step {
	case 5:
		pods[0].link.cut()
	case 10:
		pods[0].link.setStalled(true)
	case 13:
		pods[0].link.setStalled(false)
	case 16, 20:
		pods[1].stopped = step == 16
		sig := map[int]syscall.Signal{16: syscall.SIGSTOP, 20: syscall.SIGCONT}[step]
		if err := pods[1].process.Signal(sig); err != nil {
			s.Fatal(err)
		}
	}
}

// A tab follows a pod, as the component Live does.
type tab struct {
	t      *testing.T
	events chan struct{}
}

func (s *shop) openTab(p *nextPod) *tab {
	s.Helper()
	rq, err := http.NewRequestWithContext(s.Context(), http.MethodGet, p.url+"/vitrine", nil)
	if err != nil {
		s.Fatal(err)
	}
	res, err := http.DefaultClient.Do(rq) //nolint:bodyclose // closed at the end
	if err != nil || res.Header.Get("Content-Type") != "text/event-stream" {
		s.Fatalf("the relay: %v, %v", res, err)
	}
	s.Cleanup(func() { _ = res.Body.Close() })
	b := &tab{s.T, make(chan struct{}, 1)}
	go func() {
		lines := bufio.NewScanner(res.Body)
		for lines.Scan() {
			if lines.Text() == "event: change" {
				select {
				case b.events <- struct{}{}:
				default:
				}
			}
		}
	}()
	return b
}

func (b *tab) wait(what string) {
	b.t.Helper()
	select {
	case <-b.events:
	case <-time.After(testkit.Patience):
		b.t.Errorf("no %s", what)
	}
}
