package schematest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/devpg"
)

const (
	startLimit = 5 * time.Minute // for the first server, which may need a download and migrations
	cloneLimit = time.Minute
	closeLimit = 10 * time.Second
	poolSize   = 16 // connections of one test
)

// DB is the database of one test.
type DB struct {
	Pool *pgxpool.Pool
	URL  string // as a superuser, or as the user of VITRINE_TEST_DATABASE_URL
}

// Open returns a fresh clone of the migrated template, which is dropped after the test.
func Open(t testing.TB) *DB {
	t.Helper()
	srv := serverOf(t)
	return openClone(t, srv, srv.template)
}

// serverOf returns the server of this process. Without one, it ends the test.
func serverOf(t testing.TB) *server {
	t.Helper()
	srv, err := theServer()
	if err != nil {
		giveUp(t, err, os.Getenv("CI") == "true")
	}
	return srv
}

func openClone(t testing.TB, srv *server, template string) *DB {
	t.Helper()
	db, err := srv.clone(t, template)
	if err != nil {
		t.Fatalf("schematest: %v", err)
	}
	return db
}

// giveUp ends the test. It skips with advice if Postgres is missing, but fails in CI.
func giveUp(t testing.TB, err error, ci bool) {
	t.Helper()
	if errors.Is(err, devpg.ErrNoPostgres) && !ci {
		t.Skipf("SKIPPED: Postgres is missing. Install it (apt install postgresql, brew install postgresql@17) or set "+
			"VITRINE_TEST_DATABASE_URL.\n%v", err)
	}
	t.Fatalf("schematest: %v", err)
}

// theServer is started by the first test of the process and ends with the process.
var theServer = sync.OnceValues(func() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()

	fingerprint, err := fingerprint()
	if err != nil {
		return nil, err
	}
	adminURL := os.Getenv("VITRINE_TEST_DATABASE_URL")
	given := adminURL != ""
	if !given {
		if adminURL, err = startPrivate(ctx, fingerprint); err != nil {
			return nil, err
		}
	}
	srv, err := connect(ctx, adminURL)
	if err != nil {
		return nil, err
	}
	if given {
		srv.sweep(ctx)
	}
	if err := srv.makeTemplate(ctx, fingerprint); err != nil {
		srv.admin.Close()
		return nil, err
	}
	return srv, nil
})

// server is a Postgres with a migrated template.
type server struct {
	url      string
	admin    *pgxpool.Pool
	template string
}

func connect(ctx context.Context, adminURL string) (*server, error) {
	cfg, err := pgxpool.ParseConfig(adminURL)
	if err != nil {
		return nil, fmt.Errorf("test database: %w", err)
	}
	cfg.MaxConns = 4
	admin, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("test database: %w", err)
	}
	if err := admin.Ping(ctx); err != nil {
		admin.Close()
		return nil, fmt.Errorf("test database: %w", err)
	}
	return &server{url: adminURL, admin: admin}, nil
}

// cloneName returns a new name of a clone. It contains the time, for sweep.
func cloneName() string {
	return fmt.Sprintf("%s%d_%s", clonePrefix, time.Now().Unix(), strings.ToLower(rand.Text()[:12]))
}

// create creates a database as a clone of another.
func (s *server) create(ctx context.Context, name, template string) error {
	// The default strategy WAL_LOG takes 25 ms; FILE_COPY took two to three times as long.
	if _, err := s.admin.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		return fmt.Errorf("clone %s: %w", template, err)
	}
	return nil
}

// pool connects to a database of the server.
func (s *server) pool(ctx context.Context, name string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(withDatabase(s.url, name))
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = poolSize
	return pgxpool.NewWithConfig(ctx, cfg)
}

// clone creates a database for a test.
func (s *server) clone(t testing.TB, template string) (*DB, error) {
	ctx, cancel := context.WithTimeout(context.Background(), cloneLimit)
	defer cancel()

	name := cloneName()
	if err := s.create(ctx, name, template); err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), cloneLimit) // Postgres writes all of it to the disk first
		defer cancel()
		if _, err := s.admin.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("schematest: drop %s: %v", name, err)
		}
	})

	db := &DB{URL: withDatabase(s.url, name)}
	var err error
	if db.Pool, err = s.pool(ctx, name); err != nil {
		return nil, err
	}
	t.Cleanup(func() { closePool(t, db.Pool) })
	return db, nil
}

// closePool closes the pool. It fails the test if a connection is still in use, because Close would wait for it for
// ever.
func closePool(t testing.TB, pool *pgxpool.Pool) {
	closed := make(chan struct{})
	go func() {
		pool.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeLimit):
		t.Errorf("schematest: %d connections of the pool were not released %s after the test: close the rows, end the "+
			"transactions", pool.Stat().AcquiredConns(), closeLimit)
	}
}

// withDatabase returns a connection string for another database.
func withDatabase(conn, name string) string {
	u, err := url.Parse(conn)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return conn + " dbname=" + name // keywords and values; the last one counts
	}
	u.Path = "/" + name
	return u.String()
}
