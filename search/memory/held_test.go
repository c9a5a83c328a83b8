package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/proving"
	"vitrine/internal/testkit"
	"vitrine/search"
)

// Between random edits, a query without Postgres is answered as in a snapshot, or not at all. The time until which the
// answer holds is that of the next row that appears or disappears by the clock.
func TestPropertyAnswersWithoutPostgresAreThoseOfASnapshot(t *testing.T) {
	t.Parallel()
	seed, rounds := proving.Seed(t, 29), 40
	if proving.Long() {
		rounds = 400
	}
	w := newWorld(t, seed)
	e := newEager(t)
	compared, refused := 0, 0
	for round := range rounds {
		w.edit()
		err := pgx.BeginTxFunc(t.Context(), w.db.Pool, snapshot, func(tx pgx.Tx) error {
			current := false // a query of this snapshot has brought the table up to date
			for n := range 6 {
				q := w.query()
				var err error
				if q.Epoch, q.Seq, err = head(t.Context(), tx, q.Tenant); err != nil {
					return err
				}
				q.Now = worldNow.Add(time.Duration(w.r.IntN(7)-3) * time.Hour)
				got, without := e.Engine.Search(t.Context(), search.Held{}, q)
				want, err := e.Search(t.Context(), tx, q)
				switch {
				case err != nil:
					return err
				case errors.Is(without, search.ErrNotHeld) && (!current || want.Engine == "postgres"):
					refused++
				case without != nil:
					t.Errorf("seed %d, round %d, query %d: %v, but a snapshot is answered by %s", seed, round, n, without, want.Engine)
				default:
					compared++
					if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("seed %d, round %d (-snapshot +held):\n%s", seed, round, diff)
					}
					if until := w.next(tx, q.Now); !until.Equal(got.Until) {
						t.Errorf("seed %d, round %d: holds until %v, but a row changes at %v", seed, round, got.Until, until)
					}
				}
				current = current || want.Engine == "memory"
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if compared < 2*rounds || refused < rounds/2 {
		t.Errorf("seed %d: %d answers compared, %d refused", seed, compared, refused)
	}
}

// next reads the next time at which a product that is not a draft appears or disappears.
func (w *world) next(tx pgx.Tx, now time.Time) time.Time {
	var next *time.Time
	const sql = "SELECT min(at) FROM product p, LATERAL (VALUES (publish_at), (unpublish_at)) v (at) " +
		"WHERE p.tenant_id = $1 AND " + shownSQL + " AND at > $2 AND at < 'infinity'"
	err := tx.QueryRow(w.t.Context(), sql, "w", now).Scan(&next)
	if err != nil {
		w.t.Fatal(err)
	}
	if next == nil {
		return time.Time{}
	}
	return *next
}

// A table that is asked is brought up to date in the background when its tenant changes. One that nobody asks is not.
func TestAskedTablesFollowInTheBackground(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 12)
	cfg := w.config()
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Build(t.Context(), "w", "product"); err != nil {
		t.Fatal(err)
	}
	held := func() (total int, err error) {
		t.Helper()
		q := w.plain()
		q.CanRetry = true
		if q.Epoch, q.Seq, err = head(t.Context(), w.db.Pool, "w"); err != nil {
			t.Fatal(err)
		}
		res, err := e.Search(t.Context(), search.Held{}, q)
		return res.Total, err
	}
	before, err := held()
	if err != nil {
		t.Fatal(err)
	}
	remove := func() {
		w.exec("DELETE FROM product WHERE id = (SELECT id FROM product WHERE status = 'PUBLISHED' AND publish_at IS NULL " +
			"AND unpublish_at IS NULL LIMIT 1)")
	}
	remove()
	if _, err := held(); !errors.Is(err, search.ErrNotHeld) {
		t.Fatalf("a table that is behind answers with %v", err)
	}
	e.Start()
	defer e.Stop()
	s := e.slots[slotKey{"w", "product"}]
	waits := func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return s.behind
	}
	e.Follow("w")
	e.Follow("nobody")
	testkit.Until(t, "the table has followed", func() bool { return e.Stats.Followed.Load() == 1 })
	if after, err := held(); err != nil || after != before-1 {
		t.Fatalf("%d products, %v; want %d", after, err, before-1)
	}
	e.Follow("w") // takes note of the query above
	testkit.Until(t, "the table was looked at", func() bool { return !waits() })
	remove()
	if e.Follow("w"); waits() {
		t.Error("a table that no query uses is brought up to date")
	}
}

// While Postgres is away, a table that is behind is not read for each query, no query waits for it, and the log says it
// once a second at most. Later the table catches up.
func TestQueriesDoNotWaitForATableThatCannotCatchUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 15)
	cfg := w.config()
	var away atomic.Bool
	var warnings lines
	var err error
	pc := w.db.Pool.Config().Copy()
	pc.PrepareConn = func(context.Context, *pgx.Conn) (bool, error) {
		if away.Load() {
			return true, errors.New("Postgres is away")
		}
		return true, nil
	}
	if cfg.Pool, err = pgxpool.NewWithConfig(t.Context(), pc); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cfg.Pool.Close)
	cfg.Log = slog.New(slog.NewTextHandler(&warnings, nil))
	e, err := New(cfg)
	if err == nil {
		err = e.Build(t.Context(), "w", "product")
	}
	if err != nil {
		t.Fatal(err)
	}
	e.Start()
	defer e.Stop()
	w.exec("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = (SELECT id FROM product LIMIT 1)")
	q := w.plain()
	if q.Epoch, q.Seq, err = head(t.Context(), w.db.Pool, "w"); err != nil {
		t.Fatal(err)
	}
	away.Store(true)
	const queries = 200
	began := time.Now()
	for range queries {
		if _, err := e.Search(t.Context(), search.Held{}, q); !errors.Is(err, search.ErrNotHeld) {
			t.Fatal(err)
		}
	}
	took := time.Since(began)
	if n, most := warnings.n.Load(), 2+int64(took/restsFor); n > most || took > queries*shortWait/2 {
		t.Errorf("%d queries in %v, %d lines in the log", queries, took, n)
	}
	away.Store(false)
	testkit.Until(t, "the table catches up", func() bool {
		_, err := e.Search(t.Context(), search.Held{}, q)
		return err == nil
	})
}

// Lines counts the lines of a log.
type lines struct{ n atomic.Int64 }

func (l *lines) Write(b []byte) (int, error) {
	l.n.Add(1)
	return len(b), nil
}

// A query without a snapshot waits for the change of a row that is applied in the background, though nothing has told
// the engine of it. It does not wait for the changes of many rows.
func TestAQueryWithoutASnapshotWaitsForItsTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 14)
	e, err := New(w.config())
	if err == nil {
		err = e.Build(t.Context(), "w", "product")
	}
	if err != nil {
		t.Fatal(err)
	}
	e.shortWait = testkit.Patience
	e.Start()
	defer e.Stop()
	ask := func() error {
		q := w.plain()
		var err error
		if q.Epoch, q.Seq, err = head(t.Context(), w.db.Pool, "w"); err != nil {
			t.Fatal(err)
		}
		_, err = e.Search(t.Context(), search.Held{}, q)
		return err
	}
	for range 5 {
		w.exec("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = (SELECT id FROM product LIMIT 1)")
		if err := ask(); err != nil {
			t.Errorf("a query did not wait for the change of one row: %v", err)
		}
	}
	table := e.slots[slotKey{"w", "product"}].table
	table.permit <- struct{}{} // as one who applies the changes of many rows
	table.long.Store(true)
	defer table.leave()
	w.exec("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = (SELECT id FROM product LIMIT 1)")
	if err := ask(); !errors.Is(err, search.ErrNotHeld) {
		t.Errorf("a query waited for the changes of many rows: %v", err)
	}
}

// A query does not wait for the changes of many rows. They are applied in the background: meanwhile the next engine
// answers lists, and a text waits for its table.
func TestChangesOfManyRowsAreAppliedInTheBackground(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 13)
	w.exec(fmt.Sprintf("INSERT INTO product (tenant_id, slug, name, status) SELECT 'w', 'p' || n, 'Lamp ' || n, "+
		"'PUBLISHED' FROM generate_series(1, %d) n", 2*briefRows))
	cfg := w.config()
	e, err := New(cfg)
	if err == nil {
		err = e.Build(t.Context(), "w", "product")
	}
	if err != nil {
		t.Fatal(err)
	}
	_, e.stop = context.WithCancel(t.Context()) // as if started, but nothing is applied until Start
	ask := func(text string) search.Result {
		t.Helper()
		q := w.plain()
		if q.Text = text; text != "" {
			q.Match = cfg.Kinds[0].Words
		}
		res, err := e.Search(t.Context(), w.db.Pool, q)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	w.exec("UPDATE product SET name = 'Stool' WHERE tenant_id = 'w' AND name LIKE 'Lamp %'")
	if res := ask(""); res.Engine == "memory" || e.Stats.Followed.Load() != 0 {
		t.Errorf("a list waited for %d changed rows: %q", 2*briefRows, res.Engine)
	}
	e.cfg.Wait = time.Millisecond
	if res := ask("stool"); res.Engine != "postgres" || !res.Interim {
		t.Errorf("before the changes are applied: %q answers a text, interim %v", res.Engine, res.Interim)
	}
	e.cfg.Wait = testkit.Patience
	e.stop = nil
	e.Start()
	defer e.Stop()
	if res := ask("stool"); res.Engine != "memory" || res.Total < 2*briefRows {
		t.Errorf("a text did not wait for its table: %d stools of %q", res.Total, res.Engine)
	}
	w.exec("UPDATE product SET name = 'Chair' WHERE id = (SELECT id FROM product WHERE name = 'Stool' LIMIT 1)")
	if res := ask("chair"); res.Engine != "memory" || e.Stats.Followed.Load() != 2 {
		t.Errorf("a query did not apply the change of one row: %q", res.Engine)
	}
}

// A table in use whose changes cannot be applied is built again before the next query. Without a query since, it is not
// built a third time.
func TestATableInUseIsBuiltAgainInTheBackground(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 19)
	cfg := w.config()
	cfg.Busy = 1
	e, err := New(cfg)
	if err == nil {
		err = e.Build(t.Context(), "w", "product")
	}
	if err != nil {
		t.Fatal(err)
	}
	e.Start()
	defer e.Stop()
	if res, err := e.Search(t.Context(), w.db.Pool, w.plain()); err != nil || res.Engine != "memory" {
		t.Fatalf("%q answers: %v", res.Engine, err)
	}
	s := e.slots[slotKey{"w", "product"}]
	e.mu.Lock()
	s.next = time.Time{} // as if it was built long ago
	e.mu.Unlock()
	w.exec("TRUNCATE product_attribute")
	e.Follow("w")
	testkit.Until(t, "the table is built again", func() bool { return e.Stats.Built.Load() == 2 })
	w.exec("TRUNCATE product_attribute")
	e.Follow("w")
	e.mu.Lock()
	defer e.mu.Unlock()
	if s.behind || s.queued || s.table == nil {
		t.Error("a table that no query uses is brought up to date")
	}
}

// A text that waits for a table goes on as soon as the table is dropped, because its changes take too long to read.
func TestATableWhoseChangesTakeTooLongIsDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 17)
	cfg := w.config()
	e, err := New(cfg)
	if err == nil {
		err = e.Build(t.Context(), "w", "product")
	}
	if err != nil {
		t.Fatal(err)
	}
	key := slotKey{"w", "product"}
	table := e.table(key, true)
	if table == nil {
		t.Fatal("no table")
	}
	w.exec("UPDATE product SET name = 'Stool' WHERE id = (SELECT id FROM product WHERE tenant_id = 'w' LIMIT 1)")
	lock, err := w.db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // ends the lock
	if _, err := lock.Exec(t.Context(), "LOCK TABLE product IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	e.cfg.Wait = testkit.Patience
	waited := make(chan bool)
	go func() { waited <- e.awaitChange(t.Context(), table, table.n+1) }()
	e.followTimeout = 2 * time.Second
	for range 2 { // with the changed rows, and then the changes by themselves
		if e.table(key, true) == nil {
			t.Error("the table was dropped before the changes were read by themselves")
		}
		if err := e.catchUp(t.Context(), key); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("catching up ended with %v", err)
		}
	}
	if !<-waited || e.table(key, true) != nil {
		t.Error("the table that cannot be brought up to date was kept")
	}
}
