package meili_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/meilisearch/meilisearch-go"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"vitrine/ingest"
	"vitrine/ingest/index"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/meili"
	"vitrine/search/meili/meilitest"
)

// From an edit to the index by the worker, searches always see the current rows, even if the index is lost.
func TestSearchesSeeEveryEditWhileTheWorkerIndexes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	db := schematest.Open(t)
	cfg := config(t)
	cfg.Log = slog.New(slog.DiscardHandler)
	cfg.Lost = func(ctx context.Context) error { return index.Reindex(ctx, db.Pool, meili.Name, "") }
	e := newEngine(t, cfg)
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Pool.Exec(ctx, sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')")
	exec(`INSERT INTO product (tenant_id, slug, name, status)
SELECT 'acme', 'p' || i, 'Lantern number ' || i, CASE WHEN i % 10 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END
FROM generate_series(1, 100) i`)

	worker, err := ingest.New(ingest.Config{
		Pool: db.Pool, NATS: bus(t), Engine: e, Log: cfg.Log,
		Documents: map[string]index.Documents{"product": {Words: []string{"name", "title"},
			Live: "t.status NOT IN ('DRAFT', 'ARCHIVED')"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.Stop)

	finds := func(text string, want int) {
		t.Helper()
		res, err := e.Search(ctx, db.Pool, search.Query{
			Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: "product p",
			Where: "p.tenant_id = $1 AND p.status = 'PUBLISHED'", Match: []string{"p.search"}, Text: text, Limit: 10,
		})
		if err != nil || res.Total != want {
			t.Fatalf("%q finds %d, %v; want %d", text, res.Total, err, want)
		}
	}
	indexed := func() {
		t.Helper()
		var head uint64
		if err := db.Pool.QueryRow(ctx, "SELECT n FROM tenant_seq WHERE tenant_id = 'acme'").Scan(&head); err != nil {
			t.Fatal(err)
		}
		for {
			if _, n, err := e.Indexed(ctx, db.Pool, "acme"); err != nil {
				t.Fatal(err)
			} else if n >= head {
				break
			}
			select {
			case <-ctx.Done():
				t.Fatalf("not indexed up to %d in time", head)
			case <-time.After(5 * time.Millisecond):
			}
		}
		// After a failure Postgres answers, until the server answers a probe.
		testkit.Until(t, "Meilisearch answers", func() bool {
			before := e.Stats()
			finds("lantern", 90)
			return fmt.Sprint(e.Stats().Fallbacks) == fmt.Sprint(before.Fallbacks)
		})
	}
	renames := func(word string) { // too short for spelling correction
		t.Helper()
		for i := 1; i <= 9; i++ { // lanterns 1 to 9 are published, 10 is not
			exec("UPDATE product SET name = $2 WHERE slug = $1", fmt.Sprint("p", i), fmt.Sprintf("Lantern %s%d", word, i))
			finds(fmt.Sprint(word, i), 1)
			finds("lantern", 90)
			exec("UPDATE product SET status = 'DRAFT' WHERE slug = $1", fmt.Sprint("p", i))
			finds(fmt.Sprint(word, i), 0)
			finds("lantern", 89)
			exec("UPDATE product SET status = 'PUBLISHED' WHERE slug = $1", fmt.Sprint("p", i))
			finds("lantern", 90)
		}
	}
	indexed()
	renames("zx")
	indexed()

	client := meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key))
	if _, err := client.DeleteIndexWithContext(ctx, cfg.Prefix+"product"); err != nil {
		t.Fatal(err)
	}
	renames("qu")
	finds("zx", 0)
	indexed()
	finds("qu", 9)
}

// Documents of an earlier release may lack texts. Its index has other settings, so all are indexed again before one
// that changed is, and searches do without them until then.
func TestAnIndexOfAnEarlierReleaseIsFilledAgain(t *testing.T) {
	t.Parallel()
	db, kind := schematest.Open(t), products()
	cfg := config(t)
	cfg.Log, cfg.Kinds, cfg.Pool = slog.New(slog.DiscardHandler), []meili.Kind{kind}, db.Pool
	cfg.Lost = func(ctx context.Context) error { return index.Reindex(ctx, db.Pool, meili.Name, "") }
	documents := index.CatalogDocuments()
	of := documents["product"]
	of.Kind = &kind.Kind
	documents["product"] = of
	exec := func(sql string) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')")
	exec("INSERT INTO category (tenant_id, slug, name) VALUES ('acme', 'lights', 'Lights')")
	exec("INSERT INTO product (tenant_id, slug, name, status) " +
		"SELECT 'acme', 'p' || i, 'Lantern ' || i, 'PUBLISHED' FROM generate_series(1, 50) i")
	exec("INSERT INTO product_category (tenant_id, product_id, category_id) " +
		"SELECT 'acme', p.id, c.id FROM product p, category c")
	work := func(e *meili.Engine) *ingest.Worker {
		t.Helper()
		w, err := ingest.New(ingest.Config{Pool: db.Pool, NATS: bus(t), Engine: e, Log: cfg.Log, Documents: documents})
		if err == nil {
			err = w.Start(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Stop)
		return w
	}
	// found waits until Meilisearch answers. Whatever it answers before counts.
	found := func(e *meili.Engine) {
		t.Helper()
		testkit.Until(t, "Meilisearch finds the category", func() bool {
			var res search.Result
			if err := pgx.BeginTxFunc(t.Context(), db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead},
				func(tx pgx.Tx) (err error) {
					q := search.Query{Tenant: "acme", Now: time.Now(), Kind: "product", ID: "p.id", From: kind.From,
						Where: kind.Where, Match: kind.Words, Order: kind.Order, Text: "lights", Limit: 10}
					res, err = e.Search(t.Context(), tx, q)
					return err
				}); err != nil {
				t.Fatal(err)
			}
			if res.Engine == "meilisearch" && res.Total != 50 {
				t.Fatalf("Meilisearch finds %d of 50 products", res.Total)
			}
			return res.Engine == "meilisearch"
		})
	}
	e := newEngine(t, cfg)
	w := work(e)
	found(e)
	w.Stop()

	client := meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key))
	uid := client.Index(cfg.Prefix + "product")
	var docs []map[string]any
	rows, err := db.Pool.Query(t.Context(), "SELECT id FROM product")
	if err != nil {
		t.Fatal(err)
	}
	var id string
	if _, err := pgx.ForEachRow(rows, []any{&id}, func() error {
		docs = append(docs, map[string]any{"id": id, "w0": nil})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	old := []string{"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"}
	for _, enqueue := range []func() (*meilisearch.TaskInfo, error){
		func() (*meilisearch.TaskInfo, error) { return uid.UpdateDocuments(docs, nil) },
		func() (*meilisearch.TaskInfo, error) { return uid.UpdateSearchableAttributes(&old) },
	} {
		queued, err := enqueue()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.WaitForTask(queued.TaskUID, 5*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	exec("UPDATE product SET name = 'Lantern, edited' WHERE slug = 'p1'")
	e = newEngine(t, cfg)
	work(e)
	found(e)
}

// bus starts a NATS server in this process.
func bus(t *testing.T) *nats.Conn {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true,
		StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(func() {
		srv.Shutdown()
		srv.WaitForShutdown()
	})
	if !srv.ReadyForConnections(meilitest.StartLimit) {
		t.Fatal("NATS does not start")
	}
	nc, err := nats.Connect(srv.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}
