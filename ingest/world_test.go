package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/wire"
)

// world is all that a worker lives among: a database, a bus, a gateway that hears it.
type world struct {
	*schematest.DB
	t   testing.TB
	bus *testBus
	gw  *gateway
	log *logbook
}

func newWorld(t testing.TB) *world {
	t.Helper()
	db := schematest.Open(t)
	bus := startBus(t)
	w := &world{DB: db, t: t, bus: bus, gw: listen(t, bus.connect()), log: &logbook{t: t}}
	w.exec("SELECT renew_epoch()") // the database is a clone: what was written before it knows would not count
	t.Cleanup(func() {
		if t.Failed() {
			for _, r := range w.log.lines {
				t.Log(line(r))
			}
		}
	})
	return w
}

// worker makes a worker of this world, one that is not rescued by comparing heads now and then; edit may change how.
func (w *world) worker(edit func(*Config)) *Worker {
	w.t.Helper()
	cfg := Config{Pool: w.Pool, NATS: w.bus.connect(), Log: slog.New(w.log), Standby: 20 * time.Millisecond, compare: time.Hour}
	if edit != nil {
		edit(&cfg)
	}
	wk, err := New(cfg)
	if err != nil {
		w.t.Fatalf("make a worker: %v", err)
	}
	return wk
}

// start starts a worker, and stops it when the test is over.
func (w *world) start(edit func(*Config)) *Worker {
	w.t.Helper()
	wk := w.worker(edit)
	if err := wk.Start(w.t.Context()); err != nil {
		w.t.Fatalf("start a worker: %v", err)
	}
	w.t.Cleanup(wk.Stop)
	return wk
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.Pool.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// tenant makes a tenant, unless it is there.
func (w *world) tenant(id string) {
	w.t.Helper()
	w.exec("INSERT INTO tenant (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING", id)
}

// product makes a product and returns its id.
func (w *world) product(tenant, slug string) (id string) {
	w.t.Helper()
	err := w.Pool.QueryRow(context.Background(),
		"INSERT INTO product (tenant_id, slug, name, status) VALUES ($1, $2, $2, 'PUBLISHED') RETURNING id", tenant, slug).Scan(&id)
	if err != nil {
		w.t.Fatalf("make product %s: %v", slug, err)
	}
	return id
}

// head is where a tenant stands in Postgres.
func (w *world) head(tenant string) (n uint64) {
	w.t.Helper()
	if err := w.Pool.QueryRow(context.Background(), "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant).Scan(&n); err != nil {
		w.t.Fatalf("head of %s: %v", tenant, err)
	}
	return n
}

// settle waits until the gateway has heard all that is in Postgres.
func (w *world) settle() {
	w.t.Helper()
	heads := map[string]uint64{}
	rows, err := w.Pool.Query(context.Background(), "SELECT tenant_id, n FROM tenant_seq WHERE n > 0")
	if err == nil {
		var tenant string
		var n uint64
		_, err = pgx.ForEachRow(rows, []any{&tenant, &n}, func() error { heads[tenant] = n; return nil })
	}
	if err != nil {
		w.t.Fatalf("read heads: %v", err)
	}
	w.gw.until(fmt.Sprintf("every tenant reaches its head: %v", heads), func() bool {
		for tenant, n := range heads {
			if w.gw.seqLocked(tenant) < n {
				return false
			}
		}
		return true
	})
}

// compare holds what was heard against what is in the tables: every number, in order, with the record tags of every row.
func (w *world) compare() {
	w.t.Helper()
	rows, err := w.Pool.Query(context.Background(), `
SELECT x.tenant_id, x.seq, r.kind, r.id
FROM change_tx x
JOIN change_row r ON r.xid = x.xid AND r.tenant_id = x.tenant_id
ORDER BY x.tenant_id, x.seq`)
	if err != nil {
		w.t.Fatalf("read changes: %v", err)
	}
	w.gw.mu.Lock()
	defer w.gw.mu.Unlock()
	var tenant, kind, id string
	var seq uint64
	seen, last := 0, map[string]uint64{}
	_, err = pgx.ForEachRow(rows, []any{&tenant, &seq, &kind, &id}, func() error {
		tags := w.gw.firedLocked(tenant, seq)
		if !slices.Contains(tags, catalog.RecordTag(kind, id)) && !slices.Contains(tags, catalog.KindTag(kind)) {
			w.t.Errorf("%s %d: nobody was told of %s %s: %v", tenant, seq, kind, id, tags)
		}
		if seq > last[tenant]+1 {
			w.t.Errorf("%s: change %d is not in the tables", tenant, seq-1)
		}
		last[tenant] = seq
		seen++
		return nil
	})
	if err != nil {
		w.t.Fatalf("read changes: %v", err)
	}
	if seen == 0 {
		w.t.Error("there is nothing to compare")
	}
	if w.gw.gaps > 0 {
		w.t.Errorf("%d messages arrived before the one they follow", w.gw.gaps)
	}
}

// deaf lets the gateway miss messages, as it does while the bus is away: it then asks Postgres, as gateways do.
func (w *world) deaf() {
	w.gw.mu.Lock()
	defer w.gw.mu.Unlock()
	w.gw.pull = func(tenant string, after uint64) []wire.Message {
		msgs, err := Read(context.Background(), w.Pool, tenant, after, readLimit)
		if err != nil {
			w.t.Errorf("pull %s after %d: %v", tenant, after, err)
		}
		return msgs
	}
}

// hears waits until the gateway is back on the bus, and makes a change of each tenant, which shows it what it missed.
func (w *world) hears(tenants ...string) {
	w.t.Helper()
	w.eventually("the gateway is back on the bus", func() bool { return w.gw.nc.IsConnected() && w.gw.nc.FlushTimeout(time.Second) == nil })
	for _, tenant := range tenants {
		w.product(tenant, fmt.Sprint("after-", time.Now().UnixNano()))
	}
	w.settle()
	w.gw.mu.Lock()
	w.gw.gaps = 0 // they were filled
	w.gw.mu.Unlock()
}

// leader waits until one of the workers leads, and returns it.
func (w *world) leader(workers ...*Worker) *Worker {
	w.t.Helper()
	var leads *Worker
	w.eventually("a worker leads", func() bool {
		for _, wk := range workers {
			if wk.Stats.Leading.Load() {
				leads = wk
				return true
			}
		}
		return false
	})
	return leads
}

// eventually polls a condition that nobody signals.
func (w *world) eventually(what string, cond func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !cond(); {
		if time.Now().After(deadline) {
			w.t.Fatalf("still waiting after 30 s: %s", what)
		}
		pause(context.Background(), 2*time.Millisecond)
	}
}

// kill ends the session that holds the lead, as a crash of the worker would.
func (w *world) kill() {
	w.t.Helper()
	var n int
	err := w.Pool.QueryRow(context.Background(), `
SELECT count(*) FROM (
  SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = $1) AS killed`, int64(leaderLock)).Scan(&n)
	if err != nil || n != 1 {
		w.t.Fatalf("kill the leader: %d sessions, %v", n, err)
	}
}

// logbook keeps what is logged, to show when the test fails.
type logbook struct {
	t     testing.TB
	mu    sync.Mutex
	lines []slog.Record
}

func (l *logbook) Enabled(context.Context, slog.Level) bool { return true }
func (l *logbook) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *logbook) WithGroup(string) slog.Handler            { return l }
func (l *logbook) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, r)
	return nil
}

// errors lists what was logged as an error.
func (l *logbook) errors() (all []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.lines {
		if r.Level >= slog.LevelError {
			all = append(all, line(r))
		}
	}
	return all
}

func line(r slog.Record) string {
	s := r.Time.Format("05.000 ") + r.Level.String() + " " + r.Message
	r.Attrs(func(a slog.Attr) bool { s += " " + a.String(); return true })
	return s
}
