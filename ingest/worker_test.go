package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest"
	"vitrine/ingest/capture"
	"vitrine/ingest/ingesttest"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

func TestNewChecksTheConfiguration(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	good := ingest.Config{Pool: w.Pool, NATS: w.Bus.Connect()}
	for what, edit := range map[string]func(*ingest.Config){
		"no pool":           func(c *ingest.Config) { c.Pool = nil },
		"no NATS":           func(c *ingest.Config) { c.NATS = nil },
		"six replicas":      func(c *ingest.Config) { c.Replicas = 6 },
		"a negative Poll":   func(c *ingest.Config) { c.Poll = -1 },
		"negative KeepRows": func(c *ingest.Config) { c.KeepRows = -1 },
	} {
		bad := good
		edit(&bad)
		if _, err := ingest.New(bad); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	if _, err := ingest.New(good); err != nil {
		t.Error(err)
	}
}

func TestStartFailsWithoutPostgres(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	cfg, err := pgxpool.ParseConfig("postgres://nobody@127.0.0.1:1/none?connect_timeout=1")
	if err != nil {
		t.Fatal(err)
	}
	nowhere, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer nowhere.Close()
	wk := w.Worker(func(c *ingest.Config) { c.Pool = nowhere })
	if err := wk.Start(t.Context()); err == nil {
		t.Error("Start succeeds")
	}
	wk.Stop()
}

func TestStartAndStopCanBeRepeated(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	wk := w.Worker(nil)
	for i := range 3 {
		for range 2 {
			if err := wk.Start(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		w.Product("acme", fmt.Sprint("p", i))
		w.Settle()
		for range 2 {
			wk.Stop()
		}
		if wk.Stats.Leading.Load() {
			t.Error("a stopped worker leads")
		}
	}
	w.Compare()
}

func TestAWorkerStopsWithItsContext(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	wk := w.Worker(nil)
	ctx, cancel := context.WithCancel(context.Background())
	if err := wk.Start(ctx); err != nil {
		t.Fatal(err)
	}
	w.Leader(wk)
	cancel()
	w.Eventually("it no longer leads", func() bool { return !wk.Stats.Leading.Load() })
	w.Eventually("it leads again", func() bool {
		if err := wk.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		return wk.Stats.Leading.Load()
	})
	wk.Stop()
}

func TestANewEpochIsPublished(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Tenant("zeta")
	id := w.Product("acme", "one")
	wk := w.Start(func(c *ingest.Config) { c.Compare = 50 * time.Millisecond })
	w.Settle()

	f := func(what string, epochs int, renew func()) {
		t.Helper()
		renew()
		w.Gateway.Until(what+": the new epoch of every tenant arrives", func() bool {
			for _, tenant := range []string{"acme", "zeta"} {
				seen := map[string]bool{}
				for _, m := range w.Gateway.Received[tenant] {
					if seen[m.Epoch] = true; len(seen) > 1 && !slices.Contains(m.Tags, "*") && m.Prev == 0 {
						t.Errorf("%s: a new epoch begins with %v", tenant, m.Tags)
					}
				}
				if len(seen) < epochs {
					return false
				}
			}
			return true
		})
		w.Exec("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = $1", id)
		w.Settle()
	}
	f("a manual epoch", 2, func() { w.Exec("SELECT new_epoch()") })
	f("a restored dump", 3, func() {
		w.Exec("UPDATE cluster_mark SET system_identifier = 1")
		w.Kill()
	})
	f("a restored disk", 4, func() {
		w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
		w.Exec("UPDATE tenant_seq SET n = 1 WHERE tenant_id = 'acme'")
	})
	if n := wk.Stats.Relay.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
}

func TestOldChangesAreDeleted(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	for i := range 50 {
		w.Product("acme", fmt.Sprint("p", i))
	}
	count := func() (tx, rows int) {
		if err := w.Pool.QueryRow(t.Context(),
			"SELECT (SELECT count(*) FROM change_tx), (SELECT count(*) FROM change_row)").Scan(&tx, &rows); err != nil {
			t.Fatal(err)
		}
		return tx, rows
	}
	wk := w.Start(func(c *ingest.Config) { c.Keep = time.Hour })
	w.Settle()
	w.Eventually("the cursor is saved", func() bool { return wk.Stats.Relay.Checkpoints.Load() > 0 })
	if err := wk.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tx, rows := count(); tx != 51 || rows != 51 {
		t.Errorf("%d and %d rows are left of 51 recent ones", tx, rows)
	}
	w.Exec("UPDATE change_tx SET at = at - interval '2 hours' WHERE seq <= 30")
	// The xmin horizon is that of the whole cluster: a parallel test may hold it back.
	w.Eventually("the old changes are deleted", func() bool {
		if err := wk.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		tx, rows := count()
		return tx == 21 && rows == 21
	})
	if _, err := capture.Read(t.Context(), w.Pool, "acme", 10, 100); !errors.Is(err, wire.ErrPruned) {
		t.Errorf("reading deleted changes returns %v, want wire.ErrPruned", err)
	}
	if _, err := capture.Read(t.Context(), w.Pool, "acme", 30, 100); err != nil {
		t.Errorf("reading kept changes returns %v", err)
	}

	strict := w.Worker(func(c *ingest.Config) { c.KeepRows = 10 })
	w.Eventually("recent changes are deleted too if there are too many", func() bool {
		if err := strict.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, rows := count()
		return rows <= 10
	})
	w.Product("acme", "last")
	w.Settle()
	if n := wk.Stats.Relay.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
	if n := wk.Stats.Pruned.Load(); n == 0 {
		t.Error("no deleted rows are counted")
	}
}

func TestUnpublishedChangesAreKept(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Product("acme", "one")
	w.Exec("UPDATE change_tx SET at = at - interval '1 day'")
	if err := w.Worker(func(c *ingest.Config) { c.KeepRows = 1 }).Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Start(nil)
	w.Settle()
	w.Compare()
}

// The bus, the leader and its session fail repeatedly while writers commit.
func TestNothingIsLostWhenEverythingFails(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	var ids []string
	for i := range 5 {
		w.Tenant(fmt.Sprint("t", i))
		ids = append(ids, w.Product(fmt.Sprint("t", i), "one"))
	}
	a, b := w.Start(nil), w.Start(nil)
	w.Settle()
	w.PullMissing()
	rnd := rand.New(rand.NewPCG(3, 5))
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for k := 0; ; k++ {
				select {
				case <-stop:
					return
				default:
					if _, err := w.Pool.Exec(context.Background(),
						"UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = ANY ($1)",
						[]string{ids[i], ids[(i+k)%5]}); err != nil && !deadlock(err) {
						t.Errorf("writer %d: %v", i, err)
						return
					}
				}
			}
		})
	}
	for i := range 12 {
		switch rnd.IntN(4) {
		case 0:
			w.Bus.Stop()
			if rnd.IntN(2) == 0 {
				w.Bus.Dir = t.TempDir()
			}
			run.Pause(t.Context(), time.Duration(rnd.IntN(200))*time.Millisecond)
			w.Bus.Start()
		case 1:
			w.Leader(a, b).Stop()
		default:
			w.Leader(a, b)
			_, _ = w.Pool.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name "+
				"= 'vitrine ingest' AND datname = current_database()")
		}
		run.Pause(t.Context(), time.Duration(rnd.IntN(200))*time.Millisecond)
		for _, wk := range []*ingest.Worker{a, b} {
			if err := wk.Start(t.Context()); err != nil {
				t.Errorf("round %d: %v", i, err)
			}
		}
	}
	close(stop)
	wg.Wait()
	w.Reconnect("t0", "t1", "t2", "t3", "t4")
	w.Compare()
	if n := a.Stats.Relay.Holes.Load() + b.Stats.Relay.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
}
