// Package ingesttest runs ingest workers against a real Postgres and a real bus, for the tests of ingest and its
// packages.
package ingesttest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/ingest"
	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/internal/run"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// A World is the environment of a worker: a database, a bus and a gateway.
type World struct {
	*schematest.DB
	T       testing.TB
	Bus     *testkit.Bus
	Gateway *testkit.Gateway
	Log     *Logbook
}

// New makes a world.
func New(t testing.TB) *World {
	t.Helper()
	db := schematest.Open(t)
	bus := testkit.StartBus(t)
	w := &World{DB: db, T: t, Bus: bus, Gateway: testkit.Listen(t, bus.Connect()), Log: &Logbook{t: t}}
	w.Exec("SELECT renew_epoch()") // a clone begins its own epoch before the test writes
	t.Cleanup(func() {
		if t.Failed() {
			for _, r := range w.Log.lines {
				t.Log(line(r))
			}
		}
	})
	return w
}

// Worker makes a worker of this world. It does not compare heads periodically, which would hide failures. edit may
// change its configuration.
func (w *World) Worker(edit func(*ingest.Config)) *ingest.Worker {
	w.T.Helper()
	cfg := ingest.Config{Pool: w.Pool, NATS: w.Bus.Connect(), Log: slog.New(w.Log), Standby: 20 * time.Millisecond,
		Compare: time.Hour}
	if edit != nil {
		edit(&cfg)
	}
	wk, err := ingest.New(cfg)
	if err != nil {
		w.T.Fatalf("make a worker: %v", err)
	}
	return wk
}

// Start starts a worker, and stops it at the end of the test.
func (w *World) Start(edit func(*ingest.Config)) *ingest.Worker {
	w.T.Helper()
	wk := w.Worker(edit)
	if err := wk.Start(w.T.Context()); err != nil {
		w.T.Fatalf("start a worker: %v", err)
	}
	w.T.Cleanup(wk.Stop)
	return wk
}

// Exec runs a statement.
func (w *World) Exec(sql string, args ...any) {
	w.T.Helper()
	if _, err := w.Pool.Exec(context.Background(), sql, args...); err != nil {
		w.T.Fatalf("%s: %v", sql, err)
	}
}

// Tenant makes a tenant unless it exists.
func (w *World) Tenant(id string) {
	w.T.Helper()
	w.Exec("INSERT INTO tenant (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING", id)
}

// Product makes a product and returns its id.
func (w *World) Product(tenant, slug string) (id string) {
	w.T.Helper()
	err := w.Pool.QueryRow(context.Background(),
		"INSERT INTO product (tenant_id, slug, name, status) VALUES ($1, $2, $2, 'PUBLISHED') RETURNING "+
			"id", tenant, slug).Scan(&id)
	if err != nil {
		w.T.Fatalf("make product %s: %v", slug, err)
	}
	return id
}

// Head is the last change number of a tenant.
func (w *World) Head(tenant string) (n uint64) {
	w.T.Helper()
	if err := w.Pool.QueryRow(context.Background(), "SELECT n FROM tenant_seq WHERE tenant_id = $1",
		tenant).Scan(&n); err != nil {
		w.T.Fatalf("head of %s: %v", tenant, err)
	}
	return n
}

// Settle waits until the gateway has received every change.
func (w *World) Settle() {
	w.T.Helper()
	heads := map[string]uint64{}
	rows, err := w.Pool.Query(context.Background(), "SELECT tenant_id, n FROM tenant_seq WHERE n > 0")
	if err == nil {
		var tenant string
		var n uint64
		_, err = pgx.ForEachRow(rows, []any{&tenant, &n}, func() error { heads[tenant] = n; return nil })
	}
	if err != nil {
		w.T.Fatalf("read heads: %v", err)
	}
	w.Gateway.Until(fmt.Sprintf("every tenant reaches its head: %v", heads), func() bool {
		for tenant, n := range heads {
			if w.Gateway.SeqLocked(tenant) < n {
				return false
			}
		}
		return true
	})
}

// Compare compares the received messages with the tables: every change number, in order, with the record tags of every
// row.
func (w *World) Compare() {
	w.T.Helper()
	rows, err := w.Pool.Query(context.Background(), `
SELECT x.tenant_id, x.seq, r.kind, r.id
FROM change_tx x
JOIN change_row r ON r.xid = x.xid AND r.tenant_id = x.tenant_id
ORDER BY x.tenant_id, x.seq`)
	if err != nil {
		w.T.Fatalf("read changes: %v", err)
	}
	w.Gateway.Mu.Lock()
	defer w.Gateway.Mu.Unlock()
	var tenant, kind, id string
	var seq uint64
	seen, last := 0, map[string]uint64{}
	_, err = pgx.ForEachRow(rows, []any{&tenant, &seq, &kind, &id}, func() error {
		tags := w.Gateway.TagsLocked(tenant, seq)
		if !slices.Contains(tags, catalog.RecordTag(kind, id)) && !slices.Contains(tags, catalog.KindTag(kind)) {
			w.T.Errorf("%s %d: no tag for %s %s: %v", tenant, seq, kind, id, tags)
		}
		if seq > last[tenant]+1 {
			w.T.Errorf("%s: change %d is not in the tables", tenant, seq-1)
		}
		last[tenant] = seq
		seen++
		return nil
	})
	if err != nil {
		w.T.Fatalf("read changes: %v", err)
	}
	if seen == 0 {
		w.T.Error("there is nothing to compare")
	}
	if w.Gateway.Gaps > 0 {
		w.T.Errorf("%d messages arrived before the one they follow", w.Gateway.Gaps)
	}
}

// PullMissing lets the gateway read missed messages from Postgres, as real gateways do.
func (w *World) PullMissing() {
	w.Gateway.Mu.Lock()
	defer w.Gateway.Mu.Unlock()
	w.Gateway.Pull = func(tenant string, after uint64) []wire.Message {
		msgs, err := capture.Read(context.Background(), w.Pool, tenant, after, 1000)
		if err != nil {
			w.T.Errorf("pull %s after %d: %v", tenant, after, err)
		}
		return msgs
	}
}

// Reconnect waits until the gateway is connected to the bus again. It makes a change of each tenant, which shows the
// gateway what it missed.
func (w *World) Reconnect(tenants ...string) {
	w.T.Helper()
	w.Eventually("the gateway is back on the bus", func() bool {
		return w.Gateway.Conn.IsConnected() &&
			w.Gateway.Conn.FlushTimeout(time.Second) == nil
	})
	for _, tenant := range tenants {
		w.Product(tenant, fmt.Sprint("after-", time.Now().UnixNano()))
	}
	w.Settle()
	w.Gateway.Mu.Lock()
	w.Gateway.Gaps = 0 // the gaps were filled
	w.Gateway.Mu.Unlock()
}

// Leader waits until one of the workers leads, and returns it.
func (w *World) Leader(workers ...*ingest.Worker) *ingest.Worker {
	w.T.Helper()
	var leads *ingest.Worker
	w.Eventually("a worker leads", func() bool {
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

// Eventually polls a condition.
func (w *World) Eventually(what string, cond func() bool) {
	w.T.Helper()
	for deadline := time.Now().Add(30 * time.Second); !cond(); {
		if time.Now().After(deadline) {
			w.T.Fatalf("still waiting after 30 s: %s", what)
		}
		run.Pause(context.Background(), 2*time.Millisecond)
	}
}

// Kill ends the session that holds the lead, as a crash of the worker would.
func (w *World) Kill() {
	w.T.Helper()
	var n int
	err := w.Pool.QueryRow(context.Background(), `
SELECT count(*) FROM (
  SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database
    WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = $1) AS killed`, int64(ingest.LeaderLock)).Scan(&n)
	if err != nil || n != 1 {
		w.T.Fatalf("kill the leader: %d sessions, %v", n, err)
	}
}

// A Logbook records log messages, and prints them if the test fails.
type Logbook struct {
	t     testing.TB
	mu    sync.Mutex
	lines []slog.Record
}

func (l *Logbook) Enabled(context.Context, slog.Level) bool { return true }

func (l *Logbook) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *Logbook) WithGroup(string) slog.Handler { return l }

func (l *Logbook) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, r)
	return nil
}

// Errors lists the messages at level error.
func (l *Logbook) Errors() (all []string) {
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

// Stream reads the messages in the stream.
func (w *World) Stream() (all []wire.Message) {
	w.T.Helper()
	js, err := jetstream.New(w.Bus.Connect())
	if err != nil {
		w.T.Fatal(err)
	}
	s, err := js.Stream(w.T.Context(), wire.Stream)
	if err != nil {
		w.T.Fatal(err)
	}
	state := s.CachedInfo().State
	for seq := state.FirstSeq; seq <= state.LastSeq; seq++ {
		raw, err := s.GetMsg(w.T.Context(), seq)
		if err != nil {
			w.T.Fatalf("message %d: %v", seq, err)
		}
		m, err := wire.Decode(raw.Data)
		if err != nil {
			w.T.Fatalf("message %d: %v", seq, err)
		}
		all = append(all, m)
	}
	return all
}
