package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// Writers of every habit: short and long transactions, of one tenant and of several, that roll back, that change nothing.
func TestNothingIsLostAndOrderIsKept(t *testing.T) {
	t.Parallel()
	const tenants, writers, transactions = 12, 8, 60
	w := newWorld(t)
	products := map[string][]string{}
	var names []string
	for i := range tenants {
		name := fmt.Sprintf("t%02d", i)
		names = append(names, name)
		w.tenant(name)
		for j := range 5 {
			products[name] = append(products[name], w.product(name, fmt.Sprintf("p%d", j)))
		}
	}
	wk := w.start(nil)

	ctx := t.Context()
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(i), 7))
			for k := range transactions {
				err := pgx.BeginFunc(ctx, w.Pool, func(tx pgx.Tx) error {
					for range 1 + rnd.IntN(4) {
						tenant := names[rnd.IntN(len(names))]
						var err error
						switch rnd.IntN(6) {
						case 0:
							_, err = tx.Exec(ctx, "INSERT INTO product (tenant_id, slug, name) VALUES ($1, $2, 'n')", tenant, fmt.Sprintf("w%d-%d-%d", i, k, rnd.Int()))
						case 1:
							_, err = tx.Exec(ctx, "UPDATE product SET stock = stock WHERE tenant_id = $1", tenant) // changes nothing
						case 2:
							_, err = tx.Exec(ctx, "DELETE FROM product WHERE tenant_id = $1 AND slug LIKE 'w%' AND id = (SELECT min(id) FROM product WHERE tenant_id = $1 AND slug LIKE 'w%')", tenant)
						default:
							id := products[tenant][rnd.IntN(len(products[tenant]))]
							_, err = tx.Exec(ctx, "UPDATE product SET stock = stock + 1 WHERE tenant_id = $1 AND id = $2", tenant, id)
						}
						if err != nil {
							return err
						}
						if rnd.IntN(10) == 0 {
							pause(ctx, time.Duration(rnd.IntN(40))*time.Millisecond)
						}
					}
					if rnd.IntN(5) == 0 {
						return errRollBack
					}
					return nil
				})
				if err != nil && err != errRollBack && !deadlock(err) {
					t.Errorf("writer %d: %v", i, err)
					return
				}
			}
		})
	}
	wg.Wait()
	w.settle()
	w.compare()
	if n := wk.Stats.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
	if wk.Stats.Changes.Load() == 0 || wk.Stats.Changes.Load() < wk.Stats.Messages.Load() {
		t.Errorf("%d changes in %d messages", wk.Stats.Changes.Load(), wk.Stats.Messages.Load())
	}
	if _, p50, p99 := wk.Stats.Lag.Quantiles(); p50 < 0 || p99 == 0 || p99 < p50 || p50 > 5*time.Second {
		t.Errorf("half of the changes took %v to the bus, nearly all at most %v", p50, p99)
	}
	if errs := w.log.errors(); len(errs) > 0 {
		t.Errorf("logged: %v", errs)
	}
}

var errRollBack = fmt.Errorf("roll back")

// deadlock reports whether two writers of the test locked the same rows the other way round.
func deadlock(err error) bool {
	pg, ok := err.(*pgconn.PgError)
	return ok && pg.Code == "40P01"
}

func TestChangesMadeWhileNobodyLedArePublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	for i := range 20 {
		w.product("acme", fmt.Sprint("p", i))
	}
	w.start(nil)
	w.settle()
	w.compare()
}

func TestCrashBeforeCheckpointPublishesAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	first := w.start(func(c *Config) { c.Checkpoint, c.Standby = time.Hour, time.Hour })
	w.settle()
	saved := func() (n uint64) {
		if err := w.Pool.QueryRow(t.Context(), "SELECT coalesce(max(n), 0) FROM drain_cursor WHERE tenant_id = 'acme'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	w.eventually("the cursor is saved the first time", func() bool { return saved() == w.head("acme") })
	before := saved()
	for i := range 5 {
		w.product("acme", fmt.Sprint("p", i))
	}
	w.settle()
	if n := saved(); n != before {
		t.Fatalf("the cursor was saved at %d; this test needs it unsaved", n)
	}
	second := w.start(nil)
	w.leader(first)
	w.kill()
	w.leader(second)
	w.product("acme", "last")
	w.settle()
	w.compare()
	w.gw.until("changes are published twice", func() bool { return w.gw.again > 0 })
}

func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	a, b := w.start(nil), w.start(nil)
	first := w.leader(a, b)
	second := a
	if first == a {
		second = b
	}
	if second.Stats.Leading.Load() {
		t.Fatal("both lead")
	}
	w.product("acme", "one")
	w.settle()

	stopped := time.Now()
	first.Stop()
	w.leader(second)
	if d := time.Since(stopped); d > 5*time.Second {
		t.Errorf("nobody led for %v", d)
	}
	w.product("acme", "two")
	w.settle()
	w.compare()

	// And back: the session of the new leader dies.
	if err := first.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.kill()
	w.product("acme", "three")
	w.settle()
	w.compare()
	if first.Stats.Leading.Load() && second.Stats.Leading.Load() {
		t.Error("both lead")
	}
}

func TestBusComesBack(t *testing.T) {
	t.Parallel()
	for _, lose := range []bool{false, true} {
		t.Run(fmt.Sprintf("disk lost %v", lose), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.tenant("acme")
			wk := w.start(nil)
			w.product("acme", "one")
			w.settle()

			w.deaf()
			known := w.head("acme")
			w.bus.stop()
			if lose {
				w.bus.dir = t.TempDir()
			}
			for i := range 300 {
				w.product("acme", fmt.Sprint("p", i))
			}
			w.eventually("the worker knows that it is behind", func() bool { return wk.Stats.Behind.Load() == 1 })
			w.bus.start()
			w.hears("acme")
			w.compare()
			w.eventually("the worker is not behind", func() bool { return wk.Stats.Behind.Load() == 0 })

			// And the bus itself was told everything, whoever was listening.
			if !lose {
				known = 0
			}
			at := known
			for _, m := range w.stream() {
				if m.Prev > at {
					t.Errorf("the stream has nothing between %d and %d", at, m.Prev)
				}
				at = max(at, m.Seq)
			}
			if at != w.head("acme") {
				t.Errorf("the stream ends at %d of %d", at, w.head("acme"))
			}
		})
	}
}

func TestStreamIsMadeAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	w.start(nil)
	w.product("acme", "one")
	w.settle()
	js, err := newBus(w.bus.connect(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := js.js.DeleteStream(t.Context(), wire.Stream); err != nil {
		t.Fatal(err)
	}
	w.product("acme", "two")
	w.settle()
	w.compare()
	w.eventually("the stream has the one change since it was made", func() bool {
		stream, err := js.js.Stream(t.Context(), wire.Stream)
		return err == nil && stream.CachedInfo().State.Msgs == 1
	})
}

// A gateway that hears the heartbeat relies on having heard everything.
func TestHeartbeatStopsWhileSomethingIsUnpublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	js, err := newBus(w.bus.connect(), 1)
	if err != nil {
		t.Fatal(err)
	}
	wk := w.start(nil)
	w.settle()
	w.gw.until("the heart beats", func() bool { return w.gw.beats > 2 })

	// The server works, but the stream cannot be made: its subjects are another's.
	if err := js.js.DeleteStream(t.Context(), wire.Stream); err != nil {
		t.Fatal(err)
	}
	if _, err := js.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "OTHER", Subjects: []string{wire.AllChanges}}); err != nil {
		t.Fatal(err)
	}
	w.product("acme", "one")
	w.eventually("heartbeats are held back", func() bool { return wk.Stats.BeatsHeld.Load() > 2 })
	held, sent := wk.Stats.BeatsHeld.Load(), wk.Stats.Beats.Load()
	w.eventually("more are", func() bool { return wk.Stats.BeatsHeld.Load() > held+2 })
	if n := wk.Stats.Beats.Load(); n != sent {
		t.Errorf("%d heartbeats were sent while a change was not published", n-sent)
	}
	if err := js.js.DeleteStream(t.Context(), "OTHER"); err != nil {
		t.Fatal(err)
	}
	w.eventually("the heart beats again", func() bool { return wk.Stats.Beats.Load() > sent+2 })
	if n := wk.Stats.Behind.Load(); n != 0 {
		t.Errorf("it beats, and %d tenants are behind", n)
	}
	w.settle()
	w.compare()
}

func TestTruncateFiresTheKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	w.tenant("zeta")
	w.product("acme", "one")
	w.product("zeta", "one")
	w.start(nil)
	w.settle()
	w.exec("TRUNCATE product CASCADE")
	w.settle()
	w.gw.mu.Lock()
	defer w.gw.mu.Unlock()
	for _, tenant := range []string{"acme", "zeta"} {
		if tags := w.gw.firedLocked(tenant, w.gw.seqLocked(tenant)); !slices.Contains(tags, catalog.KindTag("product")) {
			t.Errorf("%s: TRUNCATE fired %v, want product|*", tenant, tags)
		}
	}
}

func TestBulkIsPlannedByKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	w.tenant("small")
	wk := w.start(nil)
	w.settle()
	w.exec(`
WITH b AS (INSERT INTO brand (tenant_id, slug, name) VALUES ('acme', 'b', 'B') RETURNING id)
INSERT INTO brand_location (tenant_id, brand_id, name) SELECT 'acme', b.id, 'Store ' || i FROM b, generate_series(1, 66000) i`)
	w.product("small", "one")
	w.settle()
	w.gw.mu.Lock()
	tags := w.gw.firedLocked("acme", w.gw.seqLocked("acme"))
	w.gw.mu.Unlock()
	if !slices.Contains(tags, "brand_location|*") || !slices.Contains(tags, "brand|*") || len(tags) > 10 {
		t.Errorf("66,000 stores and their brand fired %d tags: %.10v", len(tags), tags)
	}
	w.compare()
	if n := wk.Stats.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
}

func TestTenantsComeAndGo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wk := w.start(nil)
	w.leader(wk)
	w.tenant("acme")
	w.product("acme", "one")
	w.settle()
	w.compare()

	last := func() []string {
		t.Helper()
		w.settle()
		w.gw.mu.Lock()
		defer w.gw.mu.Unlock()
		return w.gw.firedLocked("acme", w.gw.seqLocked("acme"))
	}
	for _, sql := range []string{
		"UPDATE tenant SET status = 'DISABLED' WHERE id = 'acme'",
		"INSERT INTO tenant_host (tenant_id, host) VALUES ('acme', 'acme.example')",
		"DELETE FROM tenant WHERE id = 'acme'", // and its product and host with it
		"INSERT INTO tenant (id, name) VALUES ('acme', 'Acme again')",
	} {
		before := w.head("acme")
		w.exec(sql)
		if tags := last(); !slices.Contains(tags, "tenant:acme") {
			t.Errorf("%s: fired %v", sql, tags)
		}
		if n := w.head("acme"); n != before+1 {
			t.Errorf("%s: numbers went from %d to %d", sql, before, n)
		}
	}
	w.product("acme", "one")
	w.settle()
	w.compare()
}

// Ringing makes writers queue for one another: while they are many, the drain asks for silence.
func TestFastWritersNeedNotRing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var ids []string
	for i := range 8 {
		w.tenant(fmt.Sprint("t", i))
		ids = append(ids, w.product(fmt.Sprint("t", i), "one"))
	}
	wk := w.start(nil)
	w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					if _, err := w.Pool.Exec(context.Background(), "UPDATE product SET stock = stock + 1 WHERE id = $1", id); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	w.eventually("the drain is awake", func() bool { return !wk.Stats.Asleep.Load() })
	close(done)
	wg.Wait()
	w.eventually("the drain sleeps again", wk.Stats.Asleep.Load)
	w.settle()
	w.compare()
}

// A change_tx that somebody deleted: freshness is kept, and the loss is told.
func TestHoleRefreshesTheTenant(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	for i := range 4 {
		w.product("acme", fmt.Sprint("p", i))
	}
	missing := w.head("acme") - 1
	w.exec("DELETE FROM change_tx WHERE tenant_id = 'acme' AND seq = $1", int64(missing))
	wk := w.start(nil)
	w.settle()
	w.gw.mu.Lock()
	tags, gaps := w.gw.firedLocked("acme", missing), w.gw.gaps
	w.gw.mu.Unlock()
	if !slices.Contains(tags, "*") {
		t.Errorf("the missing change fired %v, want *", tags)
	}
	if gaps > 0 {
		t.Errorf("%d gaps", gaps)
	}
	if n := wk.Stats.Holes.Load(); n != 1 {
		t.Errorf("%d holes are counted, want 1", n)
	}
	if errs := w.log.errors(); len(errs) != 1 || !strings.Contains(errs[0], "missing") {
		t.Errorf("logged: %v", errs)
	}
}

// Nothing may depend on the doorbell alone.
func TestLostDoorbell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	wk := w.start(nil)
	w.settle()
	for i := range 5 {
		w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
		w.exec("UPDATE drain_state SET asleep = false") // writers will not ring
		w.product("acme", fmt.Sprint("p", i))
		w.settle()
	}
	w.compare()
	if n := wk.Stats.Terms.Load(); n != 1 {
		t.Errorf("the session was given up for silence: %d terms", n)
	}
}

// A writer that sealed before the drain fell asleep, and commits after, does not ring.
func TestSealedBeforeSleepCommittedAfter(t *testing.T) { // alone: an open transaction of any database keeps an eye open
	w := newWorld(t)
	w.tenant("acme")
	id := w.product("acme", "one")
	ctx := context.Background()
	tx, err := w.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	for _, sql := range []string{"UPDATE product SET stock = 7 WHERE id = '" + id + "'", "SET CONSTRAINTS ALL IMMEDIATE"} {
		if _, err := tx.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	wk := w.start(func(c *Config) { c.Asleep = 5 * time.Second }) // only the open eye sees it before
	w.eventually("the drain sleeps, and has looked since", func() (looked bool) {
		err := w.Pool.QueryRow(ctx, `
SELECT EXISTS (SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'vitrine ingest' AND state = 'idle' AND query LIKE '%pg_snapshot_xip%')`).Scan(&looked)
		if err != nil {
			t.Fatal(err)
		}
		return looked && wk.Stats.Asleep.Load()
	})
	committed := time.Now()
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	w.settle()
	w.compare()
	if d := time.Since(committed); d > 4*time.Second {
		t.Errorf("it was found after %v", d)
	}
}

// A change that comes between the last look and the moment at which writers can see the drain asleep does not ring either.
func TestCommittedWhileFallingAsleep(t *testing.T) { // alone, as above
	w := newWorld(t)
	w.tenant("acme")
	ctx := context.Background()
	tx, err := w.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	wk := w.worker(func(c *Config) { c.Asleep, c.Checkpoint = 5*time.Second, time.Hour })
	// The drain begins, looks, and waits for this lock before it can say that it sleeps.
	if _, err := tx.Exec(ctx, "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.asleep THEN PERFORM pg_advisory_xact_lock(7); END IF; RETURN new; END $$"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE TRIGGER wait BEFORE UPDATE ON drain_state FOR EACH ROW EXECUTE FUNCTION wait()", "COMMIT", "BEGIN", "SELECT pg_advisory_xact_lock(7)"} {
		if _, err := tx.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := wk.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(wk.Stop)
	w.eventually("the drain wants to sleep", func() (waits bool) {
		if err := w.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory')").Scan(&waits); err != nil {
			t.Fatal(err)
		}
		return waits
	})
	w.product("acme", "one")
	woken := time.Now()
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	w.settle()
	w.compare()
	if d := time.Since(woken); d > 4*time.Second {
		t.Errorf("it was found after %v", d)
	}
}

func TestDrainStateIsMadeAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("DELETE FROM drain_state") // as the recovery of an unlogged table does
	wk := w.start(nil)
	w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
	var n int
	if err := w.Pool.QueryRow(t.Context(), "SELECT count(*) FROM drain_state WHERE asleep").Scan(&n); err != nil || n != 1 {
		t.Errorf("drain_state has %d rows asleep, want 1 (%v)", n, err)
	}
}

func TestStopLeavesWritersInPeace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	wk := w.start(nil)
	w.settle()
	w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
	wk.Stop()
	wk.Stop()
	var asleep bool
	if err := w.Pool.QueryRow(t.Context(), "SELECT asleep FROM drain_state").Scan(&asleep); err != nil || asleep {
		t.Errorf("writers still ring a bell nobody hears (%v)", err)
	}
	var n uint64
	if err := w.Pool.QueryRow(t.Context(), "SELECT n FROM drain_cursor WHERE tenant_id = 'acme'").Scan(&n); err != nil || n != w.head("acme") {
		t.Errorf("the cursor was left at %d, want %d (%v)", n, w.head("acme"), err)
	}
}
