package ingest

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
)

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	good := Config{Pool: w.Pool, NATS: w.bus.connect()}
	for what, edit := range map[string]func(*Config){
		"no pool":           func(c *Config) { c.Pool = nil },
		"no bus":            func(c *Config) { c.NATS = nil },
		"six replicas":      func(c *Config) { c.Replicas = 6 },
		"a negative pause":  func(c *Config) { c.Poll = -1 },
		"negative KeepRows": func(c *Config) { c.KeepRows = -1 },
	} {
		bad := good
		edit(&bad)
		if _, err := New(bad); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	if _, err := New(good); err != nil {
		t.Error(err)
	}
}

func TestStartSaysThatPostgresIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cfg, err := pgxpool.ParseConfig("postgres://nobody@127.0.0.1:1/none?connect_timeout=1")
	if err != nil {
		t.Fatal(err)
	}
	nowhere, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer nowhere.Close()
	wk := w.worker(func(c *Config) { c.Pool = nowhere })
	if err := wk.Start(t.Context()); err == nil {
		t.Error("started")
	}
	wk.Stop()
}

func TestStartAndStopMayBeRepeated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	wk := w.worker(nil)
	for i := range 3 {
		for range 2 {
			if err := wk.Start(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		w.product("acme", fmt.Sprint("p", i))
		w.settle()
		for range 2 {
			wk.Stop()
		}
		if wk.Stats.Leading.Load() {
			t.Error("stopped, and leads")
		}
	}
	w.compare()
}

func TestStopsWithItsContext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wk := w.worker(nil)
	ctx, cancel := context.WithCancel(context.Background())
	if err := wk.Start(ctx); err != nil {
		t.Fatal(err)
	}
	w.leader(wk)
	cancel()
	w.eventually("it leads no more", func() bool { return !wk.Stats.Leading.Load() })
	w.eventually("it starts again", func() bool {
		if err := wk.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		return wk.Stats.Leading.Load()
	})
	wk.Stop()
}

func TestLagIsOfTheRecentChanges(t *testing.T) {
	t.Parallel()
	var l Lag
	if last, p50, p99 := l.Quantiles(); last != 0 || p50 != 0 || p99 != 0 {
		t.Errorf("nothing took %v, %v, %v", last, p50, p99)
	}
	for range 500 {
		l.add(time.Hour) // long ago: the ring has forgotten them below
	}
	for i := range len(l.ring) {
		l.add(time.Duration(i+1) * time.Millisecond)
	}
	if last, p50, p99 := l.Quantiles(); last != 1024*time.Millisecond || p50 != 513*time.Millisecond || p99 != 1014*time.Millisecond {
		t.Errorf("1 to 1024 ms are %v, %v, %v", last, p50, p99)
	}
}

func TestNewEpochIsAnnounced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	w.tenant("zeta")
	id := w.product("acme", "one")
	wk := w.start(func(c *Config) { c.compare = 50 * time.Millisecond })
	w.settle()

	f := func(what string, epochs int, renew func()) {
		t.Helper()
		renew()
		w.gw.until(what+": every tenant hears of its new epoch", func() bool {
			for _, tenant := range []string{"acme", "zeta"} {
				seen := map[string]bool{}
				for _, m := range w.gw.heard[tenant] {
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
		w.exec("UPDATE product SET stock = stock + 1 WHERE id = $1", id)
		w.settle()
	}
	f("by hand", 2, func() { w.exec("SELECT new_epoch()") })
	f("a restored dump", 3, func() {
		w.exec("UPDATE cluster_mark SET system_identifier = 1")
		w.kill()
	})
	f("a disk put back", 4, func() {
		w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
		w.exec("UPDATE tenant_seq SET n = 1 WHERE tenant_id = 'acme'")
	})
	if n := wk.Stats.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
}

func TestOldChangesAreDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	for i := range 50 {
		w.product("acme", fmt.Sprint("p", i))
	}
	count := func() (tx, rows int) {
		if err := w.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM change_tx), (SELECT count(*) FROM change_row)").Scan(&tx, &rows); err != nil {
			t.Fatal(err)
		}
		return tx, rows
	}
	wk := w.start(func(c *Config) { c.Keep = time.Hour })
	w.settle()
	w.eventually("the cursor is saved", func() bool { return wk.Stats.Checkpoints.Load() > 0 })
	if err := wk.prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tx, rows := count(); tx != 51 || rows != 51 {
		t.Errorf("%d and %d rows are left of 51 young ones", tx, rows)
	}
	w.exec("UPDATE change_tx SET at = at - interval '2 hours' WHERE seq <= 30")
	// The horizon is that of the whole cluster: a test beside this one may hold it for a moment.
	w.eventually("the old ones go", func() bool {
		if err := wk.prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		tx, rows := count()
		return tx == 21 && rows == 21
	})
	if _, err := Read(t.Context(), w.Pool, "acme", 10, 100); !errors.Is(err, ErrPruned) {
		t.Errorf("a gateway that needs them hears %v, want ErrPruned", err)
	}
	if _, err := Read(t.Context(), w.Pool, "acme", 30, 100); err != nil {
		t.Errorf("a gateway that does not hears %v", err)
	}

	strict := w.worker(func(c *Config) { c.KeepRows = 10 })
	w.eventually("the young ones go too, being too many", func() bool {
		if err := strict.prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, rows := count()
		return rows <= 10
	})
	w.product("acme", "last")
	w.settle()
	if n := wk.Stats.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
	if n := wk.Stats.Pruned.Load(); n == 0 {
		t.Error("nothing is counted as dropped")
	}
}

func TestUnpublishedChangesAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	w.product("acme", "one")
	w.exec("UPDATE change_tx SET at = at - interval '1 day'")
	if err := w.worker(func(c *Config) { c.KeepRows = 1 }).prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.start(nil)
	w.settle()
	w.compare()
}

// Everything breaks again and again, while editors write. Nothing may be lost.
func TestNemesis(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var ids []string
	for i := range 5 {
		w.tenant(fmt.Sprint("t", i))
		ids = append(ids, w.product(fmt.Sprint("t", i), "one"))
	}
	a, b := w.start(nil), w.start(nil)
	w.settle()
	w.deaf()
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
					if _, err := w.Pool.Exec(context.Background(), "UPDATE product SET stock = stock + 1 WHERE id = ANY ($1)", []string{ids[i], ids[(i+k)%5]}); err != nil && !deadlock(err) {
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
			w.bus.stop()
			if rnd.IntN(2) == 0 {
				w.bus.dir = t.TempDir()
			}
			pause(t.Context(), time.Duration(rnd.IntN(200))*time.Millisecond)
			w.bus.start()
		case 1:
			w.leader(a, b).Stop()
		default:
			w.leader(a, b)
			_, _ = w.Pool.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine ingest' AND datname = current_database()")
		}
		pause(t.Context(), time.Duration(rnd.IntN(200))*time.Millisecond)
		for _, wk := range []*Worker{a, b} {
			if err := wk.Start(t.Context()); err != nil {
				t.Errorf("round %d: %v", i, err)
			}
		}
	}
	close(stop)
	wg.Wait()
	w.hears("t0", "t1", "t2", "t3", "t4")
	w.compare()
	if n := a.Stats.Holes.Load() + b.Stats.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
}
