package freshness

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/devpg"
	"vitrine/internal/testkit"
)

// A standby is promoted that has not received the last commits. The change numbers of those are then given again, to
// other edits, before an ingest worker has reached the new primary. A gateway must take them for other changes.
func TestNoReadIsOlderThanAnEditOnAPromotedStandby(t *testing.T) {
	t.Parallel()
	db := newOwnPostgres(t)
	first := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.DatabaseURL = db.srv.URL() })
	first.Stop()
	following := newRoad(t, db.srv.URL())
	second := followOwnPostgres(t, db, following)

	toGateway, toWorker := newRoad(t, db.srv.URL()), newRoad(t, db.srv.URL())
	w := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.DatabaseURL, c.Gateway, c.Demo = toWorker.url, false, false })
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.DatabaseURL, c.Ingest, c.Demo = toGateway.url, false, false
		c.NATSURL, _ = boot.NATSURL(w.Config.DataDir)
	})
	e := editorOf(t, db.srv.URL())
	other := e.One("SELECT min(slug) FROM product WHERE tenant_id = 'demo' AND status = 'PUBLISHED' AND slug <> $1", shirt)
	otherPage := "/v1/product/" + other
	for _, page := range []string{shirtPage, otherPage} {
		testkit.Until(t, page+" is a hit", func() bool { return h.Get(t, "demo", page).CacheStatus() == "hit" })
	}

	// Edits that the standby does not receive.
	at := e.One("SELECT pg_current_wal_lsn()::text")
	f := editorOf(t, second)
	testkit.Until(t, "the standby has followed", func() bool {
		return f.One("SELECT (pg_last_wal_replay_lsn() >= $1::pg_lsn)::text", at) == "true"
	})
	following.cut()
	kept := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
	for range 3 {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	}
	h.WaitApplied(t, e, "demo")
	if r := h.Get(t, "demo", shirtPage); kit.Has(kept, "data", "stock", "amount")(r) {
		t.Fatalf("the gateway does not show the edit: %s", kit.Excerpt(r.Body))
	}

	db.stop()
	f.One("SELECT pg_promote()::text")
	toGateway.lead(second)
	began := time.Now()
	for i := range 5 {
		name := fmt.Sprint("Edited after the promotion ", i)
		f.Exec("UPDATE product SET name = '" + name + "' WHERE tenant_id = 'demo' AND slug = '" + other + "'")
		token := f.One("SELECT 'demo:' || n || ':' || left(epoch::text, 8) FROM tenant_seq WHERE tenant_id = 'demo'")
		var r *kit.Answer
		testkit.Until(t, "the gateway reads the new primary", func() bool {
			r = h.Send(t, http.MethodGet, otherPage, "x-service-client", "demo", "x-consistency", token)
			return r.Proper() // until then, it refuses or marks its answers
		})
		if !kit.Has(name, "data", "name")(r) {
			t.Fatalf("with the token %s of the edit: %d %v %s", token, r.Status, r.Header, kit.Excerpt(r.Body))
		}
		if r := h.Get(t, "demo", shirtPage); r.Proper() && !kit.Has(kept, "data", "stock", "amount")(r) {
			t.Fatalf("after a read of the new primary, a lost edit is shown: %v %s", r.Header, kit.Excerpt(r.Body))
		}
	}
	t.Logf("5 edits and their reads took %s", time.Since(began).Round(time.Millisecond))

	toWorker.lead(second)
	testkit.Until(t, "a worker leads", func() bool { return !h.Gateway.Replica().Disconnected() })
	testkit.Until(t, "pages are hits again", func() bool { return h.Get(t, "demo", shirtPage).CacheStatus() == "hit" })
	t.Logf("a worker leads, and pages are hits, %s after the promotion", time.Since(began).Round(time.Millisecond))
	f.Exec("UPDATE product SET stock = 77 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	h.WaitApplied(t, f, "demo")
	if r := h.Get(t, "demo", shirtPage); !kit.Has("77", "data", "stock", "amount")(r) {
		t.Errorf("an edit with a leading worker: %s", kit.Excerpt(r.Body))
	}
}

// editorOf connects an editor to a server.
func editorOf(t *testing.T, url string) *kit.Editor {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // its server may be stopped
	return &kit.Editor{T: t, Conn: conn}
}

// followOwnPostgres starts a standby that follows a server through a road, and returns its URL. The server is stopped
// and started for a copy of its files.
func followOwnPostgres(t *testing.T, db *ownPostgres, through *road) string {
	t.Helper()
	db.stop()
	dir := kit.TempDir(t)
	data := filepath.Join(dir, "data")
	//nolint:gosec // the folders of this test
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", filepath.Join(db.srv.Home(), "data"),
		data).CombinedOutput(); err != nil {
		t.Fatalf("copy the cluster: %v %s", err, out)
	}
	db.start()
	info, err := os.Stat(data)
	if err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	signal := filepath.Join(data, "standby.signal")
	if err := os.WriteFile(signal, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // Postgres does not run as root
		for path, mode := range map[string]os.FileMode{dir: 0o755, signal: 0o600} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chown(signal, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	bin, err := devpg.Find(t.Context(), devpg.Config{})
	if err != nil {
		t.Fatal(err)
	}
	addr := testkit.FreeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	//nolint:gosec,noctx // Postgres, ended below
	cmd := exec.Command(filepath.Join(bin.Dir, "postgres"), "-D", data, "-c", "port="+port, "-c",
		"listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=500", "-c", "fsync=off", "-c",
		"primary_conninfo="+through.url)
	cmd.Dir = data
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	log, err := os.Create(filepath.Join(dir, "log")) //nolint:gosec // the folder of this test
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGQUIT) // at once; its files go too
		_ = cmd.Wait()
		_ = log.Close()
	})
	at := withAddr(t, db.srv.URL(), addr)
	t.Cleanup(func() {
		if text, err := os.ReadFile(log.Name()); err == nil && t.Failed() {
			t.Logf("the standby says:\n%.3000s", text)
		}
	})
	awaitPostgres(t, at)
	return at
}

// awaitPostgres waits until a server accepts connections.
func awaitPostgres(t *testing.T, url string) {
	t.Helper()
	testkit.Until(t, "Postgres accepts connections", func() bool {
		conn, err := pgx.Connect(t.Context(), url)
		if err == nil {
			_ = conn.Close(t.Context())
		}
		return err == nil
	})
}
