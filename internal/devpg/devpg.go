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
	database  = "vitrine" // what URL names
)

// ErrNotRunning is what URL answers when no server runs in the data folder.
var ErrNotRunning = errors.New("no database is running in this data folder; `vitrine serve` starts one")

// Config says where the cluster is and which Postgres serves it.
type Config struct {
	// Dir is the data folder. The cluster is Dir/postgres, unless the account that Postgres runs as cannot work there
	// (a folder in root's home, a file system without owners); then Dir/postgres.at names the place.
	Dir string

	// Log takes what an operator may want to know afterwards. Nil: nothing is logged.
	Log *slog.Logger

	// Progress is told in a few words what is being waited for, such as "downloading Postgres 17.11.0: 40 %".
	// Nil: nobody is told.
	Progress func(string)

	// Bin is a folder with initdb and postgres that is used in place of the search, or BinDownload or BinInstalled.
	// Empty: what is installed, else what is downloaded.
	Bin string

	// Settings are written over the defaults of this package, as in postgresql.conf.
	Settings map[string]string

	// Seed is the Home of a cluster that was stopped cleanly. A new cluster is copied from it in place of running
	// initdb, password included. Empty: initdb.
	Seed string

	// Throwaway removes Dir once the server has stopped or this process has died. Nothing is flushed to disk.
	Throwaway bool
}

// Words that Config.Bin takes in place of a folder.
const (
	BinDownload  = "download"  // pass over what is installed
	BinInstalled = "installed" // download nothing
)

// filled has something in place of the nils.
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

// Start makes the cluster if there is none, starts it and waits until it answers. It fails with a sentence for the
// operator when the folder is in use by another process, when no account or no binaries can be had, and when ctx ends
// first. ctx is not looked at after Start has returned.
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
	cfg.Log.Info("postgres runs", "version", bin.Version, "bin", bin.Dir, "cluster", pl.home, "user", pl.account.name, "port", post.port, "pid", post.process.Pid)
	return s, nil
}

// URL is the superuser's connection string.
func (s *Server) URL() string { return s.url }

// Version is the server's version, such as "15.18".
func (s *Server) Version() string { return s.version }

// Home is the folder that holds the cluster, its password and its log.
func (s *Server) Home() string { return s.place.home }

// Done is closed when the server has ended, whether Stop was called or not.
func (s *Server) Done() <-chan struct{} { return s.post.done }

// Stop shuts the server down, disconnecting whoever is connected, and waits for it. It may be called twice.
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

// Remove stops what may be left running in a data folder and deletes the cluster, not the folder. It fails when
// another process serves it.
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

// makeDatabase sees that the database that the URL names is there.
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
