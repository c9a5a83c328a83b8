package devpg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5"
)

const (
	superuser = "vitrine" // the cluster's only role at first
	database  = "vitrine" // the database in URL
)

// ErrNotRunning is returned by URL if no server runs in the data folder.
var ErrNotRunning = errors.New("no database is running in this data folder; `vitrine serve` starts one")

// Config describes the cluster and the Postgres that runs it.
type Config struct {
	// Dir is the data folder. The cluster is in Dir/postgres. If the account of Postgres cannot work there (a folder in
	// root's home, a file system without owners), Dir/postgres.at names its folder.
	Dir string

	// Log receives events for the operator. Nil: no log.
	Log *slog.Logger

	// Progress is called with the current step, such as "downloading Postgres 17.11.0: 40 %". Nil: no progress.
	Progress func(string)

	// Bin is a folder with initdb and postgres, or BinDownload or BinInstalled. Empty: installed binaries, otherwise a
	// download.
	Bin string

	// Settings override the defaults of this package, as in postgresql.conf.
	Settings map[string]string

	// Seed is the Home of a cleanly stopped cluster. A new cluster is a copy of it, with its password. Empty: initdb
	// creates the cluster.
	Seed string

	// Throwaway removes Dir when the server has stopped or this process has died. Nothing is flushed to disk.
	Throwaway bool
}

// Values of Config.Bin besides a folder.
const (
	BinDownload  = "download"  // ignore installed binaries
	BinInstalled = "installed" // do not download
)

// filled returns the configuration without nil fields.
func (cfg Config) filled() Config {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	return cfg
}

// Server is a running Postgres that this process started.
type Server struct {
	place *place
	post  *postmaster
	log   *slog.Logger

	throwaway bool
	url       string
	version   string

	stop sync.Once
	err  error
}

// Start creates the cluster if there is none, starts it and waits until it accepts connections. It fails if another
// process uses the folder, if there is no account or no binaries, or if ctx ends first. After Start has returned, ctx
// has no effect.
func Start(ctx context.Context, cfg Config) (_ *Server, err error) {
	cfg = cfg.filled()
	pl, err := openPlace(cfg.Dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, pl.close(cfg.Throwaway))
		}
	}()

	if err := stopOrphan(ctx, pl, cfg); err != nil {
		return nil, err
	}
	bin, err := clusterBinaries(ctx, pl, cfg)
	if err != nil {
		return nil, err
	}
	password, err := makeCluster(ctx, pl, bin, cfg)
	if err != nil {
		return nil, err
	}
	post, err := startPostmaster(ctx, pl, bin, cfg)
	if err != nil {
		return nil, err
	}

	s := &Server{
		place: pl, post: post, log: cfg.Log,
		throwaway: cfg.Throwaway,
		url:       makeURL(password, post.port),
		version:   bin.Version,
	}
	if err := makeDatabase(ctx, s.url); err != nil {
		return nil, errors.Join(err, post.stop(cfg.Throwaway))
	}
	cfg.Log.Info("postgres started", "version", bin.Version, "bin", bin.Dir, "cluster", pl.home, "user", pl.account.name,
		"port", post.port, "pid", post.process.Pid)
	return s, nil
}

// URL returns the superuser's connection string.
func (s *Server) URL() string { return s.url }

// Version returns the server's version, such as "15.18".
func (s *Server) Version() string { return s.version }

// Home returns the folder with the cluster, its password and its log.
func (s *Server) Home() string { return s.place.home }

// Done returns a channel that is closed when the server has ended, whether Stop was called or not.
func (s *Server) Done() <-chan struct{} { return s.post.done }

// Stop shuts the server down, closes all connections and waits for its end. It may be called twice.
func (s *Server) Stop() error {
	s.stop.Do(func() {
		s.err = errors.Join(s.post.stop(s.throwaway), s.place.close(s.throwaway))
		s.log.Info("postgres stopped", "cluster", s.place.home)
	})
	return s.err
}

// URL returns the superuser's connection string of the server that runs in a data folder, whichever process started
// it, or ErrNotRunning.
func URL(dir string) (string, error) {
	home, err := findHome(dir)
	if err != nil {
		return "", err
	}
	st, err := readStatus(home)
	if errors.Is(err, os.ErrNotExist) || err == nil && !(st.ready && st.alive()) {
		return "", fmt.Errorf("%s: %w", dir, ErrNotRunning)
	}
	if err != nil {
		return "", fmt.Errorf("look for the database of %s: %w", dir, err)
	}
	password, err := readPassword(home)
	if err != nil {
		return "", fmt.Errorf("read the database's password: %w", err)
	}
	return makeURL(password, st.port), nil
}

// Remove stops a server that was left running in a data folder and deletes the cluster, but not the folder. It fails if
// another process serves the cluster.
func Remove(ctx context.Context, dir string) error {
	if _, err := findHome(dir); errors.Is(err, ErrNotRunning) {
		return nil
	}
	pl, err := openPlace(dir)
	if err != nil {
		return err
	}
	err = stopOrphan(ctx, pl, Config{}.filled())
	if err != nil {
		return errors.Join(err, pl.close(false))
	}
	return errors.Join(os.RemoveAll(pl.home), os.RemoveAll(pl.pointer()), pl.close(false))
}

func makeURL(password string, port int) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(superuser, password),
		Host: "127.0.0.1:" + strconv.Itoa(port), Path: "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// makeDatabase creates the database of the URL if it is missing.
func makeDatabase(ctx context.Context, rawURL string) error {
	cfg, err := pgx.ParseConfig(rawURL)
	if err != nil {
		return err
	}
	cfg.Database = "postgres"
	db, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connect to the new server: %w", err)
	}
	defer func() { _ = db.Close(ctx) }()

	var exists bool
	err = db.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&exists)
	if err == nil && !exists {
		_, err = db.Exec(ctx, "CREATE DATABASE "+database)
	}
	if err != nil {
		return fmt.Errorf("create database %s: %w", database, err)
	}
	return nil
}
