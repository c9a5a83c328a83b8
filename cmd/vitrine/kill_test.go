package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/proving"
)

// killings are the two ways of killing a server.
var killings = []struct {
	name string
	kill func(*server)
}{
	{"the process", func(h *server) { h.signal(syscall.SIGKILL); h.wait() }},
	{"the process and its Postgres", func(h *server) { h.killAll() }},
}

// goods writes a file of products for an import.
func goods(t testing.TB, dir string, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"slug":"goods-%06d","name":"Kuvrix %06d Zoltan","amount":%d.50,"brand":"Maker %d",`+
			`"category":"Shelf %d","description":"Made for a proof, number %d."}`+"\n",
			i, i, 1+i%500, i%40, i%12, i)
	}
	file := filepath.Join(dir, "goods.jsonl")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// content returns the numbers and hashes of the rows that an import wrote for a tenant, without ids and times.
func content(t testing.TB, conn *pgx.Conn, tenant string) string {
	t.Helper()
	return oneText(t, conn, `
SELECT (SELECT count(*) || ' ' || md5(string_agg(concat_ws('|', p.slug, p.name, p.amount, p.status, p.description,
b.name), E'\n' ORDER BY p.slug))
    FROM product p LEFT JOIN brand b ON b.id = p.brand_id WHERE p.tenant_id = $1)
  || ' ' || (SELECT count(*) || ' ' || md5(string_agg(p.slug || '|' || c.name, E'\n' ORDER BY p.slug, c.name))
    FROM product_category pc JOIN product p ON p.id = pc.product_id JOIN category c ON c.id = pc.category_id
    WHERE pc.tenant_id = $1)
  || ' ' || (SELECT count(*) || ' ' || md5(string_agg(slug || '|' || name, E'\n' ORDER BY slug)) FROM brand
  WHERE tenant_id = $1)
  || ' ' || (SELECT count(*) || ' ' || md5(string_agg(slug || '|' || name, E'\n' ORDER BY slug)) FROM category
  WHERE tenant_id = $1)`, tenant)
}

// An editor commits numbers to its own product, one after the other, and records the last acknowledged one.
type editor struct {
	slug  string
	acked atomic.Int64
}

func (e *editor) edit(ctx context.Context, conn *pgx.Conn) {
	for n := e.acked.Load() + 1; ; n++ {
		if _, err := conn.Exec(ctx, fmt.Sprintf("UPDATE product SET stock = %d WHERE tenant_id = 'demo' AND slug = '%s'", n,
			e.slug)); err != nil {
			return // the server was killed
		}
		e.acked.Store(n)
	}
}

// The server is killed repeatedly during an import and edits. Acknowledged edits survive, the repeated import has the
// result of an undisturbed one, and every gateway answers as Postgres does.
func TestKillLosesNoAcknowledgedEdit(t *testing.T) {
	t.Parallel()
	outer := t
	dir := home(t)
	rows := max(1500, proving.Rounds(4000, 20_000)) // enough for a kill in the middle
	file := goods(t, dir, rows)
	h := serveIn(t, dir, nil)
	conn := psql(t, dsnOf(t, dir))
	imported := func(tenant string) *process {
		return launch(t, dir, nil, "import", "product", file, "--tenant", tenant, "--create-tenant", "--batch", "100")
	}
	const importing = 10 * time.Minute // the most that an import takes beside other tests
	if p := imported("whole"); p.waitFor(importing) != 0 {
		t.Fatal(p.out.String())
	}
	whole := content(t, conn, "whole")
	if !strings.HasPrefix(whole, strconv.Itoa(rows)+" ") {
		t.Fatalf("undisturbed import: %s", whole)
	}
	var editors []*editor
	for _, slug := range strings.Fields(oneText(t, conn,
		"SELECT string_agg(slug, ' ') FROM (SELECT slug FROM product WHERE tenant_id = 'demo' AND status = 'PUBLISHED' "+
			"AND publish_at IS NULL AND unpublish_at IS NULL ORDER BY id LIMIT 4) few")) {
		e := &editor{slug: slug}
		if _, err := conn.Exec(t.Context(), "UPDATE product SET stock = 0 WHERE tenant_id = 'demo' AND slug = "+
			"'"+slug+"'"); err != nil {
			t.Fatal(err)
		}
		editors = append(editors, e)
	}

	for round := range proving.Rounds(2, 8) {
		way := killings[round%len(killings)]
		t.Run(fmt.Sprintf("round %d, %s", round, way.name), func(t *testing.T) {
			h.t = t
			tenant := fmt.Sprint("cut-", round)
			dsn := dsnOf(t, dir)
			var writing sync.WaitGroup
			for _, e := range editors {
				c := psql(t, dsn)
				writing.Go(func() { e.edit(t.Context(), c) })
			}
			cut := imported(tenant)
			watch := psql(t, dsn)
			h.until("the import and the edits are under way", func() bool {
				n, err := strconv.Atoi(oneText(t, watch, "SELECT count(*)::text FROM product WHERE tenant_id = $1", tenant))
				return err == nil && n > rows/5 && editors[0].acked.Load() > 0 || !cut.alive()
			})
			way.kill(h)
			writing.Wait()
			if cut.wait() == 0 {
				t.Fatal("the import ended before the kill")
			}

			h = serveIn(outer, dir, nil)
			h.t = t
			conn := psql(t, dsnOf(t, dir))
			for _, e := range editors {
				got, err := strconv.ParseInt(oneText(t, conn, "SELECT stock::text FROM product WHERE tenant_id = 'demo' AND "+
					"slug = $1", e.slug), 10, 64)
				// One more edit may have been committed without an acknowledgement.
				if want := e.acked.Load(); err != nil || got < want || got > want+1 {
					t.Errorf("%s: %d in Postgres, %d acknowledged", e.slug, got, want)
				}
				e.acked.Store(got)
			}
			part, err := strconv.Atoi(oneText(t, conn, "SELECT count(*)::text FROM product WHERE tenant_id = $1", tenant))
			if err != nil || part == 0 || part >= rows {
				t.Fatalf("%d rows of %d were imported before the kill", part, rows)
			}
			if p := imported(tenant); p.waitFor(importing) != 0 {
				t.Fatal(p.out.String())
			}
			if got := content(t, conn, tenant); got != whole {
				t.Errorf("imported in two runs (%d rows before the kill): %s, in one run: %s", part, got, whole)
			}
			published(t, h, conn)
			answersAsPostgres(t, h, dir, tenant, editors)
			finds(t, h, tenant, rows)
			t.Logf("%d of %d rows were in at the kill; %d edits acknowledged so far", part, rows, editors[0].acked.Load())
		})
		if t.Failed() {
			return
		}
	}
	h.t = t
	family := h.family()
	if len(family) < 4 {
		t.Errorf("%d processes: Postgres is missing", len(family))
	}
	h.signal(os.Interrupt)
	if code := h.wait(); code != 0 || !strings.Contains(h.out.String(), "stopped") {
		t.Errorf("SIGINT: exit code %d\n%s", code, h.out.String())
	}
	gone(t, family)
}

// published waits until every change is published.
func published(t *testing.T, h *server, conn *pgx.Conn) {
	t.Helper()
	h.until("the drain has caught up", func() bool {
		return oneText(t, conn, `SELECT count(*)::text FROM tenant_seq s LEFT JOIN drain_cursor d USING (tenant_id) WHERE `+
			`(s.n, s.epoch) IS DISTINCT FROM (d.n, d.epoch)`) == "0"
	})
}

// answersAsPostgres compares the answers of the restarted server with those of a second gateway over the same database.
func answersAsPostgres(t *testing.T, h *server, dir, tenant string, editors []*editor) {
	t.Helper()
	nats, err := boot.NATSURL(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := boot.Start(t.Context(), boot.Config{Gateway: true, Addr: "127.0.0.1:0", DataDir: t.TempDir(),
		DatabaseURL: dsnOf(t, dir), NATSURL: nats,
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Stop()
	urls := map[string][]string{
		"demo": {"/v1/product", "/v1/product?sort=price&limit=20", "/v1/product/popular", "/v1/product/new",
			"/v1/product/filters", "/v1/category/tree", "/v1/brand",
			"/v1/merchant", "/v1/brand/location", "/v1/event/upcoming", "/v1/campaign/active", "/v1/blog",
			"/v1/product?search=keten"},
		"atelier": {"/v1/product", "/v1/product/mavi-keten-gomlek", "/v1/category/tree"},
		"whole":   {"/v1/product", "/v1/product/goods-000017", "/v1/product?search=zoltan&limit=20"},
		tenant:    {"/v1/product?limit=100", "/v1/product/filters", "/v1/brand?limit=50", "/v1/category/list"},
	}
	for _, e := range editors {
		urls["demo"] = append(urls["demo"], "/v1/product/"+e.slug)
	}
	for i := range 40 {
		urls[tenant] = append(urls[tenant], fmt.Sprintf("/v1/product/goods-%06d", i*37))
	}
	for tenant, urls := range urls {
		for _, u := range urls {
			for range 2 {
				status, body, err := h.get(tenant, u)
				if err != nil {
					t.Fatal(err)
				}
				want, err := second.Gateway.Render(t.Context(), tenant, u)
				if err != nil {
					t.Fatal(err)
				}
				if status != want.Status || status == http.StatusOK && body != string(want.Body) {
					t.Errorf("%s %s: the server answers %d %.300s\nPostgres answers %d %.300s", tenant, u, status, body, want.Status,
						want.Body)
				}
			}
		}
	}
}

// finds searches for products by the words of their names.
func finds(t *testing.T, h *server, tenant string, rows int) {
	t.Helper()
	step := max(1, rows/proving.Rounds(60, 2000))
	for i := 0; i < rows; i += step {
		slug := fmt.Sprintf("goods-%06d", i)
		status, body, err := h.get(tenant, "/v1/product?search="+url.QueryEscape(fmt.Sprintf("zoltan %06d kuvrix", i)))
		if err != nil {
			t.Fatal(err)
		}
		var found struct {
			Data []struct {
				Slug string `json:"slug"`
			} `json:"data"`
		}
		if err := json.Unmarshal([]byte(body), &found); err != nil || status != http.StatusOK || len(found.Data) != 1 ||
			found.Data[0].Slug != slug {
			t.Errorf("search does not find %s by its name: %d %.300s", slug, status, body)
		}
	}
}

// The process is stopped for longer than its lease while Postgres goes on. Its first answer afterwards is fresh.
func TestKillStoppedProcessAnswersFresh(t *testing.T) {
	t.Parallel()
	dir := home(t)
	h := serveIn(t, dir, nil)
	conn := psql(t, dsnOf(t, dir))
	const page = "/v1/product/mavi-keten-gomlek"
	for round := range proving.Rounds(3, 30) {
		if status, body, err := h.get("demo", page); err != nil || status != http.StatusOK {
			t.Fatal(err, status, body)
		}
		h.signal(syscall.SIGSTOP)
		want := oneText(t, conn, "UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = "+
			"'mavi-keten-gomlek' RETURNING stock::text")
		// The time must pass while the process is stopped, so Postgres sleeps.
		if _, err := conn.Exec(t.Context(), "SELECT pg_sleep(1)"); err != nil {
			t.Fatal(err)
		}
		h.signal(syscall.SIGCONT)
		if status, body, err := h.get("demo", page); err != nil || !strings.Contains(body, `"amount":`+want+`,`) {
			t.Fatalf("round %d: expected stock %s: %v %d %s", round, want, err, status, body)
		}
	}
	h.signal(os.Interrupt)
	if code := h.wait(); code != 0 {
		t.Errorf("SIGINT: exit code %d\n%s", code, h.out.String())
	}
}

// Two servers run side by side, one of them as an ordinary user if the test runs as root. A second start in a folder in
// use fails with an explanation.
func TestKillTwoServersAreIndependent(t *testing.T) {
	t.Parallel()
	dirs := []string{home(t), home(t)}
	as := ordinary(t, dirs[1])
	servers := []*server{serveIn(t, dirs[0], nil), serveIn(t, dirs[1], as)}
	if servers[0].base == servers[1].base {
		t.Fatal("both have the same address")
	}
	conn := psql(t, dsnOf(t, dirs[0]))
	if _, err := conn.Exec(t.Context(), "UPDATE product SET name = 'In The First House' WHERE slug = "+
		"'mavi-keten-gomlek'"); err != nil {
		t.Fatal(err)
	}
	const page = "/v1/product/mavi-keten-gomlek"
	servers[0].until("the edit is seen", func() bool {
		_, body, err := servers[0].get("demo", page)
		return err == nil && strings.Contains(body, "In The First House")
	})
	if status, body, err := servers[1].get("demo", page); err != nil || status != http.StatusOK || strings.Contains(body,
		"In The First House") {
		t.Errorf("the second server: %v %d %.200s", err, status, body)
	}

	again := launch(t, dirs[0], nil, "serve")
	if code := again.wait(); code != 1 || !strings.Contains(again.out.String(),
		"already served by process "+strconv.Itoa(servers[0].cmd.Process.Pid)) {
		t.Errorf("a second start in the same folder: exit code %d\n%s", code, again.out.String())
	}
	if status, _, err := servers[0].get("demo", page); err != nil || status != http.StatusOK {
		t.Errorf("the first server did not survive the second start: %v %d", err, status)
	}
	for _, h := range servers {
		family := h.family()
		h.signal(os.Interrupt)
		if code := h.wait(); code != 0 {
			t.Errorf("SIGINT: exit code %d\n%s", code, h.out.String())
		}
		gone(t, family)
	}
}

// ordinary returns a user without privileges and makes it the owner of the folder. It returns nil if the test does not
// run as root.
func ordinary(t *testing.T, dir string) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Skipf("SKIPPED: there is no user nobody: create one (useradd nobody), or run as an ordinary user. %v",
			err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}
