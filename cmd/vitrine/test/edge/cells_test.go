package edge

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/ingest/announce"
	"vitrine/internal/cells"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// followAsProcess is what vitrine edge follow does, as a process of its own that the test may kill.
func followAsProcess(args string) {
	fields := strings.Fields(args)
	o := cells.Options{File: fields[0], URL: fields[1], Cells: 1 << 14, Keys: map[string]func() (string, error){},
		Out: os.Stdout, Log: testkit.NoLog}
	for _, field := range fields[2:] {
		tenant, key, _ := strings.Cut(field, "=")
		o.Tenants = append(o.Tenants, tenant)
		o.Keys[tenant] = func() (string, error) { return key, nil }
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := cells.Follow(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A cellEdge is a shop behind an edge with cells, and the process that follows for it.
type cellEdge struct {
	*shop
	file string
	link *link // between the follower and Vitrine
	args string
	keys map[string]string // the stream key of each tenant

	process *exec.Cmd
	ended   chan error
}

// openCells opens a shop with a follower. Its announcements are checked: each waits for the follower, unless its lease
// is over.
func openCells(t *testing.T) *cellEdge {
	t.Helper()
	c := &cellEdge{shop: openShop(t), file: filepath.Join(t.TempDir(), "cells"), keys: map[string]string{}}
	if err := os.Chmod(filepath.Dir(c.file), 0o755); err != nil { //nolint:gosec // the edge runs as another user
		t.Fatal(err)
	}
	c.link = newLink(t, c.Gateway.Addr())
	c.args = c.file + " http://" + c.link.addr()
	for _, tenant := range boot.DemoTenants {
		key, err := announce.MakeStreamKey(t.Context(), c.Pool, tenant)
		if err != nil {
			t.Fatal(err)
		}
		c.args += " " + tenant + "=" + key
		c.keys[tenant] = key
	}
	c.startFollower()
	t.Cleanup(c.kill)
	m, err := cells.Map(c.file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.history = history.New()
	c.onNews = func(tenant string, seq uint64) {
		for _, st := range m.Tenants() {
			if st.Tenant == tenant && st.Leased && st.Applied < seq {
				t.Errorf("change %d of %s was announced, and the edge has applied %d and has a lease", seq, tenant, st.Applied)
			}
		}
	}
	c.declare("cells", "lifetime=1h")
	c.lives("Surrogate-Control", 60)
	return c
}

// startFollower starts the process, and waits until it has opened the file.
func (c *cellEdge) startFollower() {
	c.Helper()
	self, err := os.Executable()
	if err != nil {
		c.Fatal(err)
	}
	cmd := exec.Command(self) //nolint:noctx // ended by kill
	cmd.Env = append(os.Environ(), "VITRINE_TEST_FOLLOW="+c.args)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		c.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "following ") {
		c.Fatalf("the follower says %q, %v", line, err)
	}
	c.process, c.ended = cmd, make(chan error, 1)
	go func() { c.ended <- cmd.Wait() }()
}

// signal sends a signal to the follower.
func (c *cellEdge) signal(sig syscall.Signal) {
	c.Helper()
	if err := c.process.Process.Signal(sig); err != nil {
		c.Fatal(err)
	}
}

// kill kills the follower, if it runs.
func (c *cellEdge) kill() {
	if c.process != nil {
		_ = c.process.Process.Kill() // it may have ended
		<-c.ended
		c.process = nil
	}
}

// hits waits until the edge serves each product of the tenants without Vitrine.
func (c *cellEdge) serves(when string) {
	c.Helper()
	testkit.Until(c.T, "hits "+when, func() bool {
		for _, tenant := range boot.DemoTenants {
			for _, slug := range c.slugs[tenant] {
				_, hit, err := c.read(c.Context(), tenant, slug)
				if err != nil {
					c.Fatal(err)
				}
				if !hit {
					return false
				}
			}
		}
		return true
	})
}

// passes waits until the edge serves nothing by itself.
func (c *cellEdge) passes(when string) {
	c.Helper()
	testkit.Until(c.T, "no hits "+when, func() bool {
		for _, slug := range c.slugs["demo"] {
			if _, hit, err := c.read(c.Context(), "demo", slug); err != nil || hit {
				return false
			}
		}
		return true
	})
}

// faults lets things fail and work again, one after every so many edits.
func (c *cellEdge) faults(every int64) {
	e := c.NewEditor(c.T)
	var mu sync.Mutex
	all := []func(){
		c.kill, c.startFollower,
		func() { c.signal(syscall.SIGSTOP) }, func() { c.signal(syscall.SIGCONT) },
		c.link.cut, func() {},
		func() { c.link.setStalled(true) }, func() { c.link.setStalled(false) },
		func() { e.Exec("SELECT new_epoch()") }, func() {},
		func() { c.signal(syscall.SIGTERM); <-c.ended; c.process = nil }, c.startFollower,
	}
	c.onEdit = func(n int64) {
		if n%every != 0 {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if len(all) > 0 {
			all[0]()
			all = all[1:]
		}
	}
}

// judge checks the history of all reads.
func (c *cellEdge) judge(what string) {
	c.Helper()
	if err := c.history.Check(); err != nil {
		c.Error(err)
	}
	writes, announcements, reads := c.history.Counts()
	c.Logf("%s: %d writes, %d announcements, %d reads in the history", what, writes, announcements, reads)
	if c.stale.Load() > 0 {
		c.Error("a read was older than announced")
	}
}

// prove runs traffic with purging switched off: without faults, then with faults.
func (c *cellEdge) prove(what string) {
	c.Helper()
	c.serves("at first")
	c.leastEdits = int64(proving.Rounds(200, 1000))
	c.run(reads())
	c.checkNewest()
	c.judge(what)
	c.report(what)
	before, edits := c.reads.Load(), c.edits.Load()

	more := int64(proving.Rounds(600, 3000))
	c.leastEdits = edits + more
	c.faults(more / 16)
	c.run(before + reads())
	c.onEdit = nil
	c.serves("after all faults")
	c.checkNewest()
	c.judge(what + ", with faults")
	c.report(what + ", with faults")

	c.signal(syscall.SIGSTOP)
	c.passes("while the follower stands still")
	c.signal(syscall.SIGCONT)
	c.serves("once it goes on")
	c.kill()
	c.passes("after the follower was killed")
	c.startFollower()
	c.serves("after it was started again")
	c.hidden()
	if purges := c.One("SELECT count(*)::text FROM edge WHERE kind <> 'cells'"); purges != "0" {
		c.Errorf("%s edges are purged", purges)
	}
}

// hidden checks what clients see.
func (c *cellEdge) hidden() {
	c.Helper()
	at := url("demo", c.slugs["demo"][0])
	r := c.viaEdge(at)
	for _, name := range []string{"Vitrine-Stamp", "Vitrine-Tags", "Surrogate-Control", "X-Accel-Expires"} {
		if r.Header.Get(name) != "" {
			c.Errorf("%s reaches the client", name)
		}
	}
	if known := c.viaEdge(at, "If-None-Match", r.Header.Get("ETag")); known.Status != http.StatusNotModified {
		c.Errorf("a client that has the answer: %d %v", known.Status, known.Header)
	}
	for range 3 {
		if r := c.viaEdge("/t/demo/v1/product/none-such"); r.Status != http.StatusNotFound {
			c.Errorf("a record that does not exist: %d", r.Status)
		}
		if r := c.viaEdge("/v1/product", "x-service-client", "demo"); r.Status == http.StatusOK {
			c.Errorf("a header names the tenant: %d", r.Status)
		}
	}
	// A reader with a token gets an answer at least that new, and a bad token is refused.
	e := c.NewEditor(c.T)
	for range 5 {
		token := ""
		for _, st := range c.status() {
			if st.Tenant == "demo" {
				token = fmt.Sprintf("demo:%d:%s", e.Head("demo"), st.Epoch)
			}
		}
		if r := c.viaEdge(at, "x-consistency", token); r.Status != http.StatusOK {
			c.Errorf("a reader with the token %s: %d", token, r.Status)
		}
		if r := c.viaEdge(at, "x-consistency", "nonsense"); r.Status != http.StatusBadRequest {
			c.Errorf("a bad token: %d", r.Status)
		}
	}
}

func (c *cellEdge) status() []cells.Status {
	c.Helper()
	m, err := cells.Map(c.file)
	if err != nil {
		c.Fatal(err)
	}
	defer func() { _ = m.Close() }() // read
	return m.Tenants()
}

// vmod builds the module for the Varnish that is installed.
func vmod(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"gcc", "make", "pkg-config", "python3"} {
		program(t, name, name)
	}
	if err := exec.CommandContext(t.Context(), "pkg-config", "--exists", "varnishapi").Run(); err != nil {
		t.Skip("SKIPPED for want of Varnish's headers: apt install libvarnishapi-dev")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Varnish runs as another user
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "make", "-C",
		filepath.Join("..", "..", "..", "..", "deploy", "edge", "varnish", "vmod"), "BUILD="+dir,
		"CFLAGS=-O2 -Wall -Wextra -Werror")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "libvmod_vitrine.so")
}

// varnishWithCells starts Varnish in front of a gateway.
func varnishWithCells(t *testing.T, gateway, file string) string {
	t.Helper()
	path, module := program(t, "varnishd", "varnish"), vmod(t)
	host, port, _ := net.SplitHostPort(gateway)
	vcl := config(t, "varnish/cells.vcl", `.host = "127.0.0.1"`, `.host = "`+host+`"`, `.port = "8080"`,
		`.port = "`+port+`"`, "import vitrine;", `import vitrine from "`+module+`";`, "/run/vitrine/cells", file)
	dir, addr := t.TempDir(), testkit.FreeAddr(t)
	conf := filepath.Join(dir, "cells.vcl")
	if err := os.WriteFile(conf, []byte(vcl), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, addr, exec.Command(path, "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-a", addr, "-f", conf,
		"-s", "malloc,64m")) //nolint:gosec // Varnish
	return addr
}

// Varnish with cells and without purges: whatever happens to the follower, nothing is older than announced, and no
// answer reaches another tenant.
func TestNoReadIsStaleBehindVarnishWithCells(t *testing.T) {
	t.Parallel()
	c := openCells(t)
	c.edge = varnishWithCells(t, c.Gateway.Addr(), c.file)
	c.prove("Varnish with cells")
}

// nginxWithCells starts nginx in front of a gateway.
func nginxWithCells(t *testing.T, gateway, file string) string {
	t.Helper()
	const modules = "/usr/lib/nginx/modules/"
	for _, name := range []string{"ndk_http_module.so", "ngx_http_lua_module.so"} {
		if _, err := os.Stat(modules + name); err != nil {
			t.Skip("SKIPPED for want of nginx's Lua module: apt install libnginx-mod-http-lua")
		}
	}
	lua, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "deploy", "edge", "nginx"))
	if err != nil {
		t.Fatal(err)
	}
	return startNginx(t, gateway, "nginx/cells.conf", "load_module "+modules+"ndk_http_module.so;\n"+
		"load_module "+modules+"ngx_http_lua_module.so;\n", "/etc/nginx/lua", lua, "/run/vitrine/cells", file)
}

// nginx with cells: as Varnish.
func TestNoReadIsStaleBehindNginxWithCells(t *testing.T) {
	t.Parallel()
	c := openCells(t)
	c.edge = nginxWithCells(t, c.Gateway.Addr(), c.file)
	c.prove("nginx with cells")
}

// Both keep lists with hundreds of tags, and answers about records that do not exist.
func TestNoReadOfManyBrandsOrOfNoRecordFailsBehindCells(t *testing.T) {
	t.Parallel()
	c := openCells(t)
	c.addManyBrands()
	for name, open := range map[string]func(t *testing.T, gateway, file string) string{
		"Varnish": varnishWithCells, "nginx": nginxWithCells} {
		t.Run(name, func(t *testing.T) {
			s := &shop{T: t, App: c.App, edge: open(t, c.Gateway.Addr(), c.file)}
			s.checkWide("Vitrine-Tags")
			s.checkForms()
		})
	}
}
