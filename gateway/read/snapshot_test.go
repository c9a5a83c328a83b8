package read

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/clock"
	"vitrine/internal/schema/schematest"
	"vitrine/search"
)

// demoReader opens a database with an empty tenant, demo, and a reader of it with one permit.
func demoReader(t *testing.T) (*schematest.DB, *Reader) {
	t.Helper()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('demo', 'Demo')"); err != nil {
		t.Fatal(err)
	}
	return db, &Reader{cfg: Config{Pool: db.Pool}, reads: make(chan struct{}, 1), clock: clock.New(nil, nil)}
}

func TestASnapshotIsReadOnlyAndRepeatable(t *testing.T) {
	t.Parallel()
	db, s := demoReader(t)
	r, err := s.open(t.Context(), "demo", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close(context.Background())
	count := func() (n int) {
		t.Helper()
		if err := r.DB.QueryRow(t.Context(), "SELECT count(*) FROM brand WHERE tenant_id = $1", "demo").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if r.at.Seq == 0 || r.at.Epoch == "" {
		t.Errorf("read at %+v", r.at)
	}
	// Only the change number was read so far. A later commit must not be visible, because the number does not include it.
	if _, err := db.Pool.Exec(t.Context(),
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('demo', 'loria', 'Loria')"); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 0 {
		t.Error("the snapshot shows a later commit")
	}
	var isolation, readOnly string
	if err := r.DB.QueryRow(t.Context(),
		"SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only')").Scan(&isolation,
		&readOnly); err != nil {
		t.Fatal(err)
	}
	if isolation != "repeatable read" || readOnly != "on" {
		t.Errorf("the transaction is %s, read only %s", isolation, readOnly)
	}
}

// A handler recovers from a panic. The session of Postgres and its permit are there for others then.
func TestASnapshotIsClosedAfterAPanic(t *testing.T) {
	t.Parallel()
	db, s := demoReader(t)
	func() {
		defer func() {
			if got := recover(); got != "a defect" {
				t.Errorf("recovered %v", got)
			}
		}()
		_, _ = s.retried(t.Context(), "demo", nil, func(*Snapshot) error { panic("a defect") })
	}()
	if n, sessions := len(s.reads), db.Pool.Stat().AcquiredConns(); n != 0 || sessions != 0 {
		t.Errorf("%d permits and %d sessions are taken", n, sessions)
	}
}

// anEngine answers every query with one result.
type anEngine struct {
	search.Engine
	result search.Result
}

func (e anEngine) Search(context.Context, search.DB, search.Query) (search.Result, error) {
	return e.result, nil
}

// An answer to a text that is soon ranked by another engine is not kept longer than a second.
func TestInterimAnswersAreShortLived(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text           string
		interim        bool
		boundary, want time.Time
	}{
		{"lamp", true, time.Time{}, now.Add(time.Second)},
		{"lamp", true, now.Add(time.Minute), now.Add(time.Second)},
		{"lamp", true, now.Add(time.Millisecond), now.Add(time.Millisecond)},
		{"lamp", false, time.Time{}, time.Time{}},
		{"", true, time.Time{}, time.Time{}},
	} {
		s := &Snapshot{Now: now, until: c.boundary, engine: anEngine{result: search.Result{Interim: c.interim}}}
		if _, err := s.Search(t.Context(), search.Query{Text: c.text}); err != nil || !s.until.Equal(c.want) {
			t.Errorf("%+v: valid until %v, %v", c, s.until, err)
		}
		if want := c.text != "" && c.interim; strings.HasSuffix(s.searched, ";interim") != want {
			t.Errorf("%+v: the engine is %q", c, s.searched)
		}
	}
}

func TestConnectionsAreReturnedOutsideTransactions(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	s := &Reader{cfg: Config{Pool: db.Pool}, reads: make(chan struct{}, 1)}
	s.clock = clock.New(nil, nil)
	var known *api.Error
	for range 50 { // more than there are connections
		if _, err := s.open(t.Context(), "nobody", nil); !errors.As(err, &known) || known.Status != 404 {
			t.Fatalf("a tenant that does not exist: %v", err)
		}
	}
	var open int
	if err := db.Pool.QueryRow(t.Context(),
		"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in "+
			"transaction%'").Scan(&open); err != nil {
		t.Fatal(err)
	}
	if open != 0 {
		t.Errorf("%d connections were returned within a transaction", open)
	}
}

// A mute connection never answers ROLLBACK, like a connection to a server that is gone.
type mute struct{ net.Conn }

func (m mute) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("ROLLBACK")) {
		return len(p), nil
	}
	return m.Conn.Write(p) //nolint:wrapcheck // it is the connection
}

func TestASnapshotIsClosedAlthoughPostgresIsGone(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('demo', 'Demo')"); err != nil {
		t.Fatal(err)
	}
	cfg := db.Pool.Config()
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		return mute{conn}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	s := &Reader{cfg: Config{Pool: pool}, reads: make(chan struct{}, 1)}
	s.clock = clock.New(nil, nil)
	for range 2 { // the second needs the permit of the first
		r, err := s.open(t.Context(), "demo", nil)
		if err != nil {
			t.Fatal(err)
		}
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			r.close(context.Background())
		}()
		select {
		case <-closed:
		case <-time.After(30 * time.Second):
			t.Fatal("the snapshot is not closed")
		}
	}
}
