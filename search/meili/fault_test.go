package meili_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest"
	"vitrine/ingest/index"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/meili"
)

// ownServer is a Meilisearch that a test stops, kills and starts again.
type ownServer struct {
	t    *testing.T
	addr string
	dir  string
	cmd  *exec.Cmd
}

func newOwnServer(t *testing.T) *ownServer {
	t.Helper()
	binary, err := exec.LookPath("meilisearch")
	if err != nil {
		t.Skip("SKIPPED for want of Meilisearch 1.14 or newer: put `meilisearch` on PATH")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &ownServer{t: t, addr: l.Addr().String(), dir: t.TempDir()}
	l.Close()
	s.start(binary, "db")
	t.Cleanup(func() {
		s.signal(syscall.SIGCONT)
		s.kill()
	})
	return s
}

// start starts the server on a folder. A new folder is an empty server.
func (s *ownServer) start(binary, folder string) {
	s.t.Helper()
	s.cmd = exec.Command(binary, "--http-addr", s.addr, "--db-path", filepath.Join(s.dir, folder), "--no-analytics",
		"--dump-dir", filepath.Join(s.dir, "dumps"), "--snapshot-dir", filepath.Join(s.dir, "snapshots"),
		"--log-level", "ERROR", "--max-indexing-threads", "1", "--max-indexing-memory", "256MiB")
	s.cmd.Dir = s.dir
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	testkit.Until(s.t, "Meilisearch answers", func() bool {
		rs, err := http.Get("http://" + s.addr + "/health")
		if err == nil {
			rs.Body.Close()
		}
		return err == nil
	})
}

func (s *ownServer) signal(sig syscall.Signal) { _ = s.cmd.Process.Signal(sig) }

func (s *ownServer) kill() {
	s.signal(syscall.SIGKILL)
	_ = s.cmd.Wait()
}

// call changes the server behind Vitrine's back.
func (s *ownServer) call(method, path, body string) {
	s.t.Helper()
	send(s.t, method, "http://"+s.addr+path, "", body)
}

// send sends a request to a server of Meilisearch.
func send(t *testing.T, method, url, key, body string) {
	t.Helper()
	rq, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("Content-Type", "application/json")
	if key != "" {
		rq.Header.Set("Authorization", "Bearer "+key)
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	rs.Body.Close()
	if rs.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, url, rs.Status)
	}
}

// A healing is a tenant whose index the worker keeps, on a server of its own.
type healing struct {
	t      *testing.T
	ctx    context.Context
	db     *schematest.DB
	server *ownServer
	engine *meili.Engine
	kind   meili.Kind
	edits  int
}

func newHealing(t *testing.T) *healing {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	h := &healing{t: t, ctx: ctx, db: schematest.Open(t), server: newOwnServer(t), kind: products()}
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Log, cfg.Kinds = "http://"+h.server.addr, slog.New(slog.DiscardHandler), []meili.Kind{h.kind}
	cfg.Timeout, cfg.Pause = time.Second, 100*time.Millisecond
	cfg.Lost = func(ctx context.Context) error { return index.Reindex(ctx, h.db.Pool, meili.Name, "") }
	h.engine = newEngine(t, cfg)
	h.exec("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')")
	h.exec(`INSERT INTO product (tenant_id, slug, name, status, amount)
SELECT 'acme', 'p' || i, 'Lantern number ' || i, CASE WHEN i % 10 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END, i
FROM generate_series(1, 100) i`)
	worker, err := ingest.New(ingest.Config{Pool: h.db.Pool, NATS: bus(t), Engine: h.engine, Log: cfg.Log,
		Documents: map[string]index.Documents{"product": {Words: []string{"name", "title"},
			Live: "t.status NOT IN ('DRAFT', 'ARCHIVED')", Kind: &h.kind.Kind,
			Joined: []index.Joined{{Kind: "brand", Key: "brand_id"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.Stop)
	return h
}

func (h *healing) exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.db.Pool.Exec(h.ctx, sql, args...); err != nil {
		h.t.Fatalf("%s: %v", sql, err)
	}
}

// right checks an answer: the visible lanterns, the cheapest first.
func (h *healing) right() search.Result {
	h.t.Helper()
	var res search.Result
	var want int
	var first string
	err := pgx.BeginTxFunc(h.ctx, h.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) (err error) {
		q := search.Query{Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: h.kind.From,
			Where: h.kind.Where, Match: h.kind.Words, Text: "lantern", Limit: 3,
			Related: []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}}}
		q.Sorted, q.Order = true, h.kind.Order
		if err := tx.QueryRow(h.ctx, "SELECT epoch::text, n FROM tenant_seq").Scan(&q.Epoch, &q.Seq); err != nil {
			return err
		}
		if err := tx.QueryRow(h.ctx, `SELECT count(*), (array_agg(id ORDER BY position, id))[1] FROM product
WHERE status = 'PUBLISHED'`).Scan(&want, &first); err != nil {
			return err
		}
		res, err = h.engine.Search(h.ctx, tx, q)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if res.Total != want || len(res.IDs) != 3 || res.IDs[0] != first {
		h.t.Errorf("%s found %d from %v on, want %d from %s on", res.Engine, res.Total, res.IDs, want, first)
	}
	return res
}

// edit unpublishes a lantern and inserts another. Both are seen at once.
func (h *healing) edit() {
	h.t.Helper()
	h.edits++
	h.exec("UPDATE product SET status = 'DRAFT' WHERE slug = $1", fmt.Sprint("p", 11+h.edits))
	h.exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('acme', $1, 'Lantern', 'PUBLISHED')",
		fmt.Sprint("new", h.edits))
	h.right()
}

// whole waits until Meilisearch answers again, alone. All answers until then are right.
func (h *healing) whole(what string) {
	h.t.Helper()
	began := time.Now()
	testkit.Until(h.t, what+": Meilisearch answers again", func() bool {
		if h.right().Engine != "meilisearch" {
			return false
		}
		var current bool
		if err := h.db.Pool.QueryRow(h.ctx, `SELECT EXISTS (SELECT FROM search_cursor c JOIN tenant_seq s
ON s.tenant_id = c.tenant_id AND s.n = c.n)`).Scan(&current); err != nil {
			h.t.Fatal(err)
		}
		return current
	})
	h.t.Logf("%s: whole after %v", what, time.Since(began).Round(time.Millisecond))
}

// Whatever happens to the server, answers stay right, and the index becomes whole again without an edit.
func TestTheIndexHealsByItself(t *testing.T) {
	t.Parallel()
	h := newHealing(t)
	h.whole("at the start")
	uid := "/indexes/vitrine_product"
	for _, fault := range []struct {
		name string
		do   func()
	}{
		{"documents deleted", func() { h.server.call(http.MethodDelete, uid+"/documents", "") }},
		{"index deleted", func() { h.server.call(http.MethodDelete, uid, "") }},
		{"settings reset", func() { h.server.call(http.MethodDelete, uid+"/settings", "") }},
		{"other settings", func() {
			h.server.call(http.MethodPatch, uid+"/settings", `{"stopWords":["lantern"],"pagination":{"maxTotalHits":5}}`)
		}},
		{"killed and emptied", func() {
			h.server.kill()
			h.right()
			h.edit()
			h.server.start(h.server.cmd.Path, "empty")
		}},
		{"stopped", func() {
			h.server.signal(syscall.SIGSTOP)
			for range 3 {
				h.edit()
			}
			h.server.signal(syscall.SIGCONT)
		}},
	} {
		fault.do()
		h.whole(fault.name)
		h.edit()
		h.whole(fault.name + ", then an edit")
	}
}
