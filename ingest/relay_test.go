package ingest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/ingest"
	"vitrine/ingest/ingesttest"
	"vitrine/internal/catalog"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// The transactions are short and long, of one tenant and of several. Some roll back, and some change nothing.
func TestEveryChangeIsPublishedInOrder(t *testing.T) {
	t.Parallel()
	const tenants, writers, transactions = 12, 8, 60
	w := ingesttest.New(t)
	products := map[string][]string{}
	var names []string
	for i := range tenants {
		name := fmt.Sprintf("t%02d", i)
		names = append(names, name)
		w.Tenant(name)
		for j := range 5 {
			products[name] = append(products[name], w.Product(name, fmt.Sprintf("p%d", j)))
		}
	}
	wk := w.Start(nil)

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
							_, err = tx.Exec(ctx, "INSERT INTO product (tenant_id, slug, name) VALUES ($1, $2, 'n')", tenant,
								fmt.Sprintf("w%d-%d-%d", i, k, rnd.Int()))
						case 1:
							_, err = tx.Exec(ctx, "UPDATE product SET stock = stock WHERE tenant_id = $1", tenant) // changes nothing
						case 2:
							_, err = tx.Exec(ctx, "DELETE FROM product WHERE tenant_id = $1 AND slug LIKE 'w%' AND id = (SELECT "+
								"min(id) FROM product WHERE tenant_id = $1 AND slug LIKE 'w%')", tenant)
						default:
							id := products[tenant][rnd.IntN(len(products[tenant]))]
							_, err = tx.Exec(ctx, "UPDATE product SET stock = coalesce(stock, 0) + 1 "+
								"WHERE tenant_id = $1 AND id = $2", tenant, id)
						}
						if err != nil {
							return err
						}
						if rnd.IntN(10) == 0 {
							run.Pause(ctx, time.Duration(rnd.IntN(40))*time.Millisecond)
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
	w.Settle()
	w.Compare()
	if n := wk.Stats.Relay.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
	if wk.Stats.Relay.Changes.Load() == 0 || wk.Stats.Relay.Changes.Load() < wk.Stats.Relay.Messages.Load() {
		t.Errorf("%d changes in %d messages", wk.Stats.Relay.Changes.Load(), wk.Stats.Relay.Messages.Load())
	}
	if _, p50, p99 := wk.Stats.Relay.Lag.Quantiles(); p50 < 0 || p99 == 0 || p99 < p50 || p50 > 5*time.Second {
		t.Errorf("the median lag is %v, and the 99th percentile %v", p50, p99)
	}
	if errs := w.Log.Errors(); len(errs) > 0 {
		t.Errorf("logged: %v", errs)
	}
}

var errRollBack = fmt.Errorf("roll back")

// deadlock reports whether two writers of the test have locked the same rows in opposite order.
func deadlock(err error) bool {
	pg, ok := err.(*pgconn.PgError)
	return ok && pg.Code == "40P01"
}

func TestChangesWithoutALeaderArePublishedLater(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	for i := range 20 {
		w.Product("acme", fmt.Sprint("p", i))
	}
	wk := w.Start(nil)
	w.Settle()
	w.Compare()
	if _, _, p99 := wk.Stats.Relay.Lag.Quantiles(); p99 != 0 {
		t.Errorf("changes before the worker was made count as published after %v", p99)
	}
	w.Product("acme", "later")
	w.Settle()
	w.Eventually("the change is measured", func() bool {
		_, _, p99 := wk.Stats.Relay.Lag.Quantiles()
		return p99 > 0
	})
}

func TestACrashBeforeACheckpointPublishesAgain(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	first := w.Start(func(c *ingest.Config) { c.Checkpoint, c.Standby = time.Hour, time.Hour })
	w.Settle()
	saved := func() (n uint64) {
		if err := w.Pool.QueryRow(t.Context(),
			"SELECT coalesce(max(n), 0) FROM drain_cursor WHERE tenant_id = 'acme'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	w.Eventually("the cursor is saved", func() bool { return saved() == w.Head("acme") })
	before := saved()
	for i := range 5 {
		w.Product("acme", fmt.Sprint("p", i))
	}
	w.Settle()
	if n := saved(); n != before {
		t.Fatalf("the cursor was saved at %d; the test needs an unsaved one", n)
	}
	second := w.Start(nil)
	w.Leader(first)
	w.Kill()
	w.Leader(second)
	w.Product("acme", "last")
	w.Settle()
	w.Compare()
	w.Gateway.Until("changes are published twice", func() bool { return w.Gateway.Repeated > 0 })
}

func TestAStandbyTakesOver(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	a, b := w.Start(nil), w.Start(nil)
	first := w.Leader(a, b)
	second := a
	if first == a {
		second = b
	}
	if second.Stats.Leading.Load() {
		t.Fatal("both lead")
	}
	w.Product("acme", "one")
	w.Settle()

	stopped := time.Now()
	first.Stop()
	w.Leader(second)
	if d := time.Since(stopped); d > 5*time.Second {
		t.Errorf("there was no leader for %v", d)
	}
	w.Product("acme", "two")
	w.Settle()
	w.Compare()

	// The session of the new leader ends, and the first worker leads again.
	if err := first.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Kill()
	w.Product("acme", "three")
	w.Settle()
	w.Compare()
	if first.Stats.Leading.Load() && second.Stats.Leading.Load() {
		t.Error("both lead")
	}
}

func TestChangesArePublishedAfterTheBusRestarts(t *testing.T) {
	t.Parallel()
	for _, lose := range []bool{false, true} {
		t.Run(fmt.Sprintf("disk lost %v", lose), func(t *testing.T) {
			t.Parallel()
			w := ingesttest.New(t)
			w.Tenant("acme")
			wk := w.Start(nil)
			w.Product("acme", "one")
			w.Settle()

			w.PullMissing()
			known := w.Head("acme")
			w.Bus.Stop()
			if lose {
				w.Bus.Dir = t.TempDir()
			}
			for i := range 300 {
				w.Product("acme", fmt.Sprint("p", i))
			}
			w.Eventually("the worker is behind", func() bool { return wk.Stats.Relay.Behind.Load() == 1 })
			w.Bus.Start()
			w.Reconnect("acme")
			w.Compare()
			w.Eventually("the worker has caught up", func() bool { return wk.Stats.Relay.Behind.Load() == 0 })

			// The stream contains every change, whether a gateway received it or not.
			if !lose {
				known = 0
			}
			at := known
			for _, m := range w.Stream() {
				if m.Prev > at {
					t.Errorf("the stream has no message between %d and %d", at, m.Prev)
				}
				at = max(at, m.Seq)
			}
			if at != w.Head("acme") {
				t.Errorf("the stream ends at %d of %d", at, w.Head("acme"))
			}
		})
	}
}

func TestADeletedStreamIsRecreated(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Start(nil)
	w.Product("acme", "one")
	w.Settle()
	js, err := jetstream.New(w.Bus.Connect())
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), wire.Stream); err != nil {
		t.Fatal(err)
	}
	w.Product("acme", "two")
	w.Settle()
	w.Compare()
	w.Eventually("the stream has the one change since it was recreated", func() bool {
		stream, err := js.Stream(t.Context(), wire.Stream)
		return err == nil && stream.CachedInfo().State.Msgs == 1
	})
}

// A gateway that receives the heartbeat relies on having received every change.
func TestHeartbeatsStopWhileAChangeIsUnpublished(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	js, err := jetstream.New(w.Bus.Connect())
	if err != nil {
		t.Fatal(err)
	}
	wk := w.Start(nil)
	w.Settle()
	w.Gateway.Until("heartbeats arrive", func() bool { return w.Gateway.Beats > 2 })

	// The server works, but the stream cannot be created, because another stream has its subjects.
	if err := js.DeleteStream(t.Context(), wire.Stream); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "OTHER",
		Subjects: []string{wire.AllChanges}}); err != nil {
		t.Fatal(err)
	}
	w.Product("acme", "one")
	w.Eventually("heartbeats are suppressed", func() bool { return wk.Stats.Relay.BeatsHeld.Load() > 2 })
	held, sent := wk.Stats.Relay.BeatsHeld.Load(), wk.Stats.Relay.Beats.Load()
	w.Eventually("more are suppressed", func() bool { return wk.Stats.Relay.BeatsHeld.Load() > held+2 })
	if n := wk.Stats.Relay.Beats.Load(); n != sent {
		t.Errorf("%d heartbeats were sent while a change was unpublished", n-sent)
	}
	if err := js.DeleteStream(t.Context(), "OTHER"); err != nil {
		t.Fatal(err)
	}
	w.Eventually("heartbeats are sent again", func() bool { return wk.Stats.Relay.Beats.Load() > sent+2 })
	if n := wk.Stats.Relay.Behind.Load(); n != 0 {
		t.Errorf("heartbeats are sent, and %d tenants are behind", n)
	}
	w.Settle()
	w.Compare()
}

func TestTruncateInvalidatesTheKind(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Tenant("zeta")
	w.Product("acme", "one")
	w.Product("zeta", "one")
	w.Start(nil)
	w.Settle()
	w.Exec("TRUNCATE product CASCADE")
	w.Settle()
	w.Gateway.Mu.Lock()
	defer w.Gateway.Mu.Unlock()
	for _, tenant := range []string{"acme", "zeta"} {
		if tags := w.Gateway.TagsLocked(tenant, w.Gateway.SeqLocked(tenant)); !slices.Contains(tags,
			catalog.KindTag("product")) {
			t.Errorf("%s: TRUNCATE invalidates %v, want product|*", tenant, tags)
		}
	}
}

func TestABulkChangeIsPlannedByKind(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Tenant("small")
	wk := w.Start(nil)
	w.Settle()
	w.Exec(`
WITH b AS (INSERT INTO brand (tenant_id, slug, name) VALUES ('acme', 'b', 'B') RETURNING id)
INSERT INTO brand_location (tenant_id, brand_id, name) SELECT 'acme', b.id, 'Store ' || i
  FROM b, generate_series(1, 66000) i`)
	w.Product("small", "one")
	w.Settle()
	w.Gateway.Mu.Lock()
	tags := w.Gateway.TagsLocked("acme", w.Gateway.SeqLocked("acme"))
	w.Gateway.Mu.Unlock()
	if !slices.Contains(tags, "brand_location|*") || !slices.Contains(tags, "brand|*") || len(tags) > 10 {
		t.Errorf("66,000 stores and their brand have %d tags: %.10v", len(tags), tags)
	}
	w.Compare()
	if n := wk.Stats.Relay.Holes.Load(); n > 0 {
		t.Errorf("%d holes", n)
	}
}

func TestTenantsAreCreatedDisabledAndDeleted(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	wk := w.Start(nil)
	w.Leader(wk)
	w.Tenant("acme")
	w.Product("acme", "one")
	w.Settle()
	w.Compare()

	last := func() []string {
		t.Helper()
		w.Settle()
		w.Gateway.Mu.Lock()
		defer w.Gateway.Mu.Unlock()
		return w.Gateway.TagsLocked("acme", w.Gateway.SeqLocked("acme"))
	}
	for _, sql := range []string{
		"UPDATE tenant SET status = 'DISABLED' WHERE id = 'acme'",
		"INSERT INTO tenant_host (tenant_id, host) VALUES ('acme', 'acme.example')",
		"DELETE FROM tenant WHERE id = 'acme'", // with its product and host
		"INSERT INTO tenant (id, name) VALUES ('acme', 'Acme again')",
	} {
		before := w.Head("acme")
		w.Exec(sql)
		if tags := last(); !slices.Contains(tags, "tenant:acme") {
			t.Errorf("%s: invalidates %v", sql, tags)
		}
		if n := w.Head("acme"); n != before+1 {
			t.Errorf("%s: the head went from %d to %d, want one more", sql, before, n)
		}
	}
	w.Product("acme", "one")
	w.Settle()
	w.Compare()
}

// Wake-ups make writers wait for one another. Under load, the relay polls instead.
func TestWritersSendNoWakeupsUnderLoad(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	var ids []string
	for i := range 8 {
		w.Tenant(fmt.Sprint("t", i))
		ids = append(ids, w.Product(fmt.Sprint("t", i), "one"))
	}
	wk := w.Start(nil)
	w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					if _, err := w.Pool.Exec(context.Background(), "UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = $1",
						id); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	w.Eventually("the relay is awake", func() bool { return !wk.Stats.Relay.Asleep.Load() })
	close(done)
	wg.Wait()
	w.Eventually("the relay sleeps again", wk.Stats.Relay.Asleep.Load)
	w.Settle()
	w.Compare()
}

// A row of change_tx was deleted.
func TestAMissingChangeInvalidatesTheTenant(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	for i := range 4 {
		w.Product("acme", fmt.Sprint("p", i))
	}
	missing := w.Head("acme") - 1
	w.Exec("DELETE FROM change_tx WHERE tenant_id = 'acme' AND seq = $1", int64(missing))
	wk := w.Start(nil)
	w.Settle()
	w.Gateway.Mu.Lock()
	tags, gaps := w.Gateway.TagsLocked("acme", missing), w.Gateway.Gaps
	w.Gateway.Mu.Unlock()
	if !slices.Contains(tags, "*") {
		t.Errorf("the missing change invalidates %v, want *", tags)
	}
	if gaps > 0 {
		t.Errorf("%d gaps", gaps)
	}
	if n := wk.Stats.Relay.Holes.Load(); n != 1 {
		t.Errorf("%d holes are counted, want 1", n)
	}
	if errs := w.Log.Errors(); len(errs) != 1 || !strings.Contains(errs[0], "missing") {
		t.Errorf("logged: %v", errs)
	}
}

func TestChangesWithoutAWakeupArePublished(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	wk := w.Start(nil)
	w.Settle()
	for i := range 5 {
		w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
		w.Exec("UPDATE drain_state SET asleep = false") // writers send no wake-up
		w.Product("acme", fmt.Sprint("p", i))
		w.Settle()
	}
	w.Compare()
	if n := wk.Stats.Terms.Load(); n != 1 {
		t.Errorf("the session was given up: %d terms", n)
	}
}

// A writer that sealed its transaction before the relay fell asleep sends no wake-up. The test does not run in
// parallel, because an open transaction of any database keeps the relay polling.
func TestSealedBeforeSleepCommittedAfter(t *testing.T) {
	w := ingesttest.New(t)
	w.Tenant("acme")
	id := w.Product("acme", "one")
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
	// Until then, only polling for open transactions finds it.
	wk := w.Start(func(c *ingest.Config) { c.Asleep = 5 * time.Second })
	w.Eventually("the relay sleeps and has polled", func() (looked bool) {
		err := w.Pool.QueryRow(ctx, `
SELECT EXISTS (SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'vitrine ingest' AND state = 'idle'
    AND query LIKE '%pg_snapshot_xip%')`).Scan(&looked)
		if err != nil {
			t.Fatal(err)
		}
		return looked && wk.Stats.Relay.Asleep.Load()
	})
	committed := time.Now()
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	w.Settle()
	w.Compare()
	if d := time.Since(committed); d > 4*time.Second {
		t.Errorf("the change was published after %v", d)
	}
}

// A change between the last poll and the moment when writers see that the relay sleeps has no wake-up either. The test
// does not run in parallel, for the same reason.
func TestCommittedWhileFallingAsleep(t *testing.T) {
	w := ingesttest.New(t)
	w.Tenant("acme")
	ctx := context.Background()
	tx, err := w.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	wk := w.Worker(func(c *ingest.Config) { c.Asleep, c.Checkpoint = 5*time.Second, time.Hour })
	// The relay polls, and then waits for this lock before it can set that it sleeps.
	if _, err := tx.Exec(ctx, "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.asleep "+
		"THEN PERFORM pg_advisory_xact_lock(7); END IF; RETURN new; END $$"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE TRIGGER wait BEFORE UPDATE ON drain_state FOR EACH ROW EXECUTE FUNCTION wait()",
		"COMMIT", "BEGIN", "SELECT pg_advisory_xact_lock(7)"} {
		if _, err := tx.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := wk.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(wk.Stop)
	w.Eventually("the relay is about to sleep", func() (waits bool) {
		if err := w.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() "+
			"AND wait_event = 'advisory')").Scan(&waits); err != nil {
			t.Fatal(err)
		}
		return waits
	})
	w.Product("acme", "one")
	woken := time.Now()
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	w.Settle()
	w.Compare()
	if d := time.Since(woken); d > 4*time.Second {
		t.Errorf("the change was published after %v", d)
	}
}

func TestDrainStateIsRecreated(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Exec("DELETE FROM drain_state") // as the recovery of an unlogged table does
	wk := w.Start(nil)
	w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
	var n int
	if err := w.Pool.QueryRow(t.Context(), "SELECT count(*) FROM drain_state WHERE asleep").Scan(&n); err != nil ||
		n != 1 {
		t.Errorf("drain_state has %d rows asleep, want 1 (%v)", n, err)
	}
}

func TestStopEndsWakeups(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	wk := w.Start(nil)
	w.Settle()
	w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
	wk.Stop()
	wk.Stop()
	var asleep bool
	if err := w.Pool.QueryRow(t.Context(), "SELECT asleep FROM drain_state").Scan(&asleep); err != nil || asleep {
		t.Errorf("writers still send wake-ups (%v)", err)
	}
	var n uint64
	if err := w.Pool.QueryRow(t.Context(), "SELECT n FROM drain_cursor WHERE tenant_id = 'acme'").Scan(&n); err != nil ||
		n != w.Head("acme") {
		t.Errorf("the cursor was left at %d, want %d (%v)", n, w.Head("acme"), err)
	}
}

// A change that wakes the relay carries its record, unless it changes several records. The text of a notification
// alone does not add a record.
func TestAChangeCarriesItsRecord(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Product("acme", "lamp")
	w.Product("acme", "vase")
	wk := w.Start(func(cfg *ingest.Config) { cfg.Records = w.Pool })
	w.Settle()
	edit := func(sql string) wire.Message {
		t.Helper()
		w.Eventually("the relay sleeps", wk.Stats.Relay.Asleep.Load)
		w.Exec(sql)
		w.Settle()
		w.Gateway.Mu.Lock()
		defer w.Gateway.Mu.Unlock()
		received := w.Gateway.Received["acme"]
		return received[len(received)-1]
	}
	var inlined *wire.Inlined
	for deadline := time.Now().Add(30 * time.Second); inlined == nil; { // a record that is read too slowly is left out
		if time.Now().After(deadline) {
			t.Fatal("no change carries its record")
		}
		inlined = edit("UPDATE product SET name = 'Lamp', stock = coalesce(stock, 0) + 1 WHERE slug = 'lamp'").Inlined
	}
	v := catalog.BySlug("product")
	rows, err := w.Pool.Query(t.Context(), v.Headed(catalog.ByPath), catalog.Args("acme", inlined.Now,
		[]string{"lamp"})...)
	if err != nil {
		t.Fatal(err)
	}
	want, err := v.ScanHeaded(rows)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want.Records[0].JSON), string(inlined.JSON)); diff != "" {
		t.Errorf("the record differs from Postgres (-want +got):\n%s", diff)
	}
	if inlined.Kind != "product" || inlined.Slug != "lamp" || inlined.Form != v.Form() || !cmp.Equal(want.Records[0].Tags,
		inlined.Tags) {
		t.Errorf("the record is %+v", inlined)
	}
	for _, sql := range []string{
		"UPDATE product SET stock = coalesce(stock, 0) + 1",
		"UPDATE product SET status = 'DRAFT' WHERE slug = 'lamp'",
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('acme', 'b', 'B')",
		"WITH said AS (SELECT pg_notify('vitrine', 'product/acme/vase')) INSERT INTO brand (tenant_id, slug, name) " +
			"SELECT 'acme', 'c', 'C' FROM said",
	} {
		if m := edit(sql); m.Inlined != nil {
			t.Errorf("%s: carries %s", sql, m.Inlined.JSON)
		}
	}
	w.Compare()
}
