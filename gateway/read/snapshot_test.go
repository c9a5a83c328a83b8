package read

import (
	"bytes"
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/clock"
	"vitrine/internal/schema/schematest"
)

func TestAReadingIsOneSnapshotThatWritesNothing(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('demo', 'Demo')"); err != nil {
		t.Fatal(err)
	}
	s := &Reader{cfg: Config{Pool: db.Pool}, reads: make(chan struct{}, 1)}
	s.clock = clock.New(nil, nil)
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
	// Nothing was read yet but the number: what is committed now must not be seen, for the number does not count it.
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO brand (tenant_id, slug, name) VALUES ('demo', 'loria', 'Loria')"); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 0 {
		t.Error("a reading shows what was committed after it began")
	}
	var isolation, readOnly string
	if err := r.DB.QueryRow(t.Context(), "SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only')").Scan(&isolation, &readOnly); err != nil {
		t.Fatal(err)
	}
	if isolation != "repeatable read" || readOnly != "on" {
		t.Errorf("a reading is %s, read only %s", isolation, readOnly)
	}
}

func TestAConnectionGoesBackClean(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	s := &Reader{cfg: Config{Pool: db.Pool}, reads: make(chan struct{}, 1)}
	s.clock = clock.New(nil, nil)
	var known *api.Error
	for range 50 { // more than there are connections: none may be lost, and none may come back within a transaction
		if _, err := s.open(t.Context(), "nobody", nil); !errors.As(err, &known) || known.Status != 404 {
			t.Fatalf("a tenant that is not there: %v", err)
		}
	}
	var open int
	if err := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'").Scan(&open); err != nil {
		t.Fatal(err)
	}
	if open != 0 {
		t.Errorf("%d connections were left within a transaction", open)
	}
}

// A mute connection takes the end of a reading and never answers it, as one to a server that is gone without a word.
type mute struct{ net.Conn }

func (m mute) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("ROLLBACK")) {
		return len(p), nil
	}
	return m.Conn.Write(p) //nolint:wrapcheck // it is the connection
}

func TestAReadingEndsThoughPostgresIsGone(t *testing.T) {
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
	for range 2 { // the second has the turn of the first
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
			t.Fatal("it is not closed")
		}
	}
}
