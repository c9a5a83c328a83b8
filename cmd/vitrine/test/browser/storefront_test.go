package browser

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc"
	"vitrine/writesvc/auth/password"
)

// deployDir holds the storefront and the client whose types it uses.
const deployDir = "../../../../deploy"

// TestTheStorefrontInABrowser checks the types of the storefront with tsc. Then it uses the storefront as a visitor
// does, with deploy/storefront/test/shop.mjs, and looks at the landing page of a gateway without one.
func TestTheStorefrontInABrowser(t *testing.T) {
	t.Parallel()
	browserPath(t)
	dir := storefrontPackage(t, "storefront")
	if out, err := runIn(t, dir, "npx", "--no-install", "tsc", "-p", "."); err != nil {
		t.Errorf("tsc: %v\n%s", err, out)
	}
	runNode(t, dir, "test/landing.mjs", "http://"+kit.Shared(t).Gateway.Addr())
	runNode(t, dir, "test/shop.mjs", serveShop(t))
}

// TestNoPageStaysOlderThanAnAnnouncedChange delays reads and the stream, and edits meanwhile. Then it shows the shop
// records, answers and baskets that are unusual.
func TestNoPageStaysOlderThanAnAnnouncedChange(t *testing.T) {
	t.Parallel()
	browserPath(t)
	dir := storefrontPackage(t, "storefront")
	db := kit.DemoDatabase(t, time.Time{})
	base := serveShop(t, func(c *boot.Config) { c.DatabaseURL = db.URL })
	sql := "SQL=" + serveSQL(t, db)
	runNode(t, dir, "test/stale.mjs", base, sql)
	runNode(t, dir, "test/faults.mjs", base, sql)
}

// serveSQL executes the statements that scripts send to the URL that it returns, as the owner of the tables.
func serveSQL(t *testing.T, db *schematest.DB) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		text, err := io.ReadAll(rq.Body)
		if err == nil {
			_, err = db.Pool.Exec(rq.Context(), string(text))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestLinksReturnsAndOtherTenantsWorkInABrowser opens the links of emails, the return of a payment without a session,
// and the shop of a tenant that is not of the demo.
func TestLinksReturnsAndOtherTenantsWorkInABrowser(t *testing.T) {
	t.Parallel()
	browserPath(t)
	dir := storefrontPackage(t, "storefront")
	db := kit.DemoDatabase(t, time.Time{})
	app := openShop(t, func(c *boot.Config) { c.DatabaseURL = db.URL })
	mail := httptest.NewServer(http.HandlerFunc(app.Kept.ServeJSON))
	t.Cleanup(mail.Close)
	runNode(t, dir, "test/links.mjs", "http://"+app.Gateway.Addr(), "SQL="+serveSQL(t, db), "MAIL="+mail.URL)
}

// TestAnEditInOneTabIsPaintedInAnother edits a product on the page /live beside an open tab, and reads the stopwatch.
func TestAnEditInOneTabIsPaintedInAnother(t *testing.T) {
	t.Parallel()
	browserPath(t)
	runNode(t, storefrontPackage(t, "storefront"), "test/live.mjs", serveAnnounced(t))
}

// TestTheStopwatchMeasuresEdits makes edits on the page /live and reads the stopwatch. With VITRINE_TEST_FIGURES it
// makes 200 edits, and judges the times from COMMIT to the repaint, and from applied to announced.
func TestTheStopwatchMeasuresEdits(t *testing.T) {
	var env []string
	if testkit.Figures() {
		env = []string{"EDITS=200", "FIGURES=1"}
	} else {
		t.Parallel()
	}
	browserPath(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: no node, so the stopwatch is not tested in a browser. Install Node.js 20 or newer.")
	}
	runNode(t, filepath.Join(deployDir, "storefront"), "test/stopwatch.mjs", serveAnnounced(t), env...)
}

// TestLighthousePassesEachKindOfPage runs Lighthouse with the settings of a telephone. It judges accessibility, best
// practices, layout shift and bytes; with VITRINE_TEST_FIGURES also performance.
func TestLighthousePassesEachKindOfPage(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the short form of the tests does not run Lighthouse")
	}
	if !testkit.Figures() {
		t.Parallel()
	}
	browserPath(t)
	dir := storefrontPackage(t, "storefront/lighthouse")
	var env []string
	if testkit.Figures() {
		env = []string{"FIGURES=1"}
	}
	runNode(t, dir, "pages.mjs", serveShop(t), env...)
}

// storefrontPackage copies the storefront into a folder of its own and installs the npm packages of name in it.
func storefrontPackage(t *testing.T, name string) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s, so the storefront is not tested in a browser. Install Node.js 20 or newer.", tool)
		}
	}
	root := t.TempDir()
	for _, folder := range []string{"storefront", "clients/typescript/src"} {
		copyFolder(t, filepath.Join(deployDir, folder), filepath.Join(root, folder))
	}
	dir := filepath.Join(root, name)
	if out, err := runIn(t, dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline",
		"--fetch-retries=1"); err != nil {
		if unreachable.MatchString(out) {
			t.Skipf("SKIPPED: no package registry can be reached, so the storefront is not tested in a browser:\n%s", out)
		}
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	return dir
}

// copyFolder copies a folder without the npm packages that a developer may have installed there.
func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == "node_modules":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		}
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// serveShop starts Vitrine with its demo tenants and the storefront at "/", and returns its base URL.
func serveShop(t *testing.T, changes ...func(*boot.Config)) string {
	t.Helper()
	return "http://" + openShop(t, changes...).Gateway.Addr()
}

// serveAnnounced serves as serveShop does, and waits until the records of the demo are announced. An edit before that
// may be shown by a read before it is announced.
func serveAnnounced(t *testing.T) string {
	t.Helper()
	db := kit.DemoDatabase(t, time.Time{})
	base := serveShop(t, func(c *boot.Config) { c.DatabaseURL = db.URL })
	kit.WaitAnnounced(t, db.Pool, "demo")
	return base
}

func openShop(t *testing.T, changes ...func(*boot.Config)) *boot.App {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-storefront-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	cfg := boot.Config{
		Gateway: true, Ingest: true, Write: true, Demo: true, Shop: "demo", Addr: "127.0.0.1:0", Tarpit: -1,
		DatabaseURL: kit.DemoDatabase(t, time.Time{}).URL, DataDir: dir, Log: slog.New(slog.DiscardHandler),
		AdjustWrite: func(c *writesvc.Config) { c.Auth.Hash = password.Cost{Memory: 64, Time: 1, Threads: 1} },
	}
	for _, change := range changes {
		change(&cfg)
	}
	app, err := boot.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Stop)
	return app
}

const scriptLimit = 10 * time.Minute // several tests share the processors

// runNode runs a script of the storefront's tests against a running Vitrine. It reports failures by FAILED.
func runNode(t *testing.T, dir, script, base string, env ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), scriptLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", script, base, t.ArtifactDir())
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "FAILED") {
			t.Error(strings.TrimSpace(line))
		} else {
			t.Log(strings.TrimSpace(line))
		}
	}
	if err != nil {
		t.Errorf("node %s: %v", script, err)
	}
}
