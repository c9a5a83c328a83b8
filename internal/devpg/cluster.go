package devpg

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// defaults are settings for development on a small machine. They do not risk data: fsync and synchronous_commit stay
// on.
var defaults = map[string]string{
	"fsync":                               "on",
	"synchronous_commit":                  "on",
	"full_page_writes":                    "on",
	"shared_buffers":                      "256MB",
	"effective_cache_size":                "1GB",
	"work_mem":                            "8MB",
	"maintenance_work_mem":                "128MB",
	"max_connections":                     "200",
	"max_wal_size":                        "2GB",
	"min_wal_size":                        "256MB",
	"wal_init_zero":                       "off", // no need to write a new segment twice
	"checkpoint_completion_target":        "0.9",
	"random_page_cost":                    "1.1", // solid-state disks
	"jit":                                 "off", // compilation costs more than short queries
	"timezone":                            "UTC",
	"log_timezone":                        "UTC",
	"log_line_prefix":                     "%m [%p] %q%u@%d ",
	"log_checkpoints":                     "off",
	"log_autovacuum_min_duration":         "-1",
	"log_min_duration_statement":          "1000",
	"idle_in_transaction_session_timeout": "10min", // an idle psql must not block vacuum for days
	"max_prepared_transactions":           "0",     // change capture does not support them
}

// ctypes are the names of a UTF-8 locale without a country. With locale C, lower() and pg_trgm handle ASCII letters
// only.
var ctypes = []string{"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"}

// makeCluster creates the cluster if it is missing, writes its settings and returns its password.
func makeCluster(ctx context.Context, pl *place, bin Binaries, cfg Config) (string, error) {
	if _, err := os.Stat(pl.data()); errors.Is(err, fs.ErrNotExist) {
		make := initdb
		if cfg.Seed != "" {
			make = copySeed
		}
		if err := make(ctx, pl, bin, cfg); err != nil {
			return "", fmt.Errorf("make the database: %w", err)
		}
	} else if err != nil {
		return "", fmt.Errorf("open the database: %w", err)
	}
	if err := writeSettings(pl, cfg); err != nil {
		return "", fmt.Errorf("write the database's settings: %w", err)
	}
	password, err := readPassword(pl.home)
	if err != nil {
		return "", fmt.Errorf("read the database's password: %w", err)
	}
	return password, nil
}

// initdb creates a cluster in a temporary folder and renames it, so that a cluster is complete or absent.
func initdb(ctx context.Context, pl *place, bin Binaries, cfg Config) error {
	cfg.Progress("creating the database")
	password := make([]byte, 24)
	rand.Read(password) // never fails
	if err := pl.write("password", hex.EncodeToString(password)+"\n"); err != nil {
		return err
	}
	fresh := pl.data() + ".new"
	args := []string{
		"--pgdata=" + fresh, "--username=" + superuser, "--pwfile=" + pl.password(), "--auth=scram-sha-256",
		"--encoding=UTF8", "--locale=C",
	}
	if bin.Major >= 15 {
		args = append(args, "--locale-provider=libc")
	}
	if cfg.Throwaway {
		args = append(args, "--no-sync")
	}

	var err error
	for _, ctype := range ctypes {
		if err = os.RemoveAll(fresh); err != nil {
			return err
		}
		cmd := pl.account.command(ctx, pl.home, filepath.Join(bin.Dir, "initdb"), append(args, "--lc-ctype="+ctype)...)
		out, runErr := cmd.CombinedOutput()
		if runErr == nil {
			return os.Rename(fresh, pl.data())
		}
		err = fmt.Errorf("initdb as user %s: %w%s", pl.account.name, runErr, said(out))
		if !strings.Contains(string(out), "locale") {
			break
		}
	}
	return errors.Join(err, os.RemoveAll(fresh))
}

// copySeed copies a cleanly stopped cluster with its password.
func copySeed(ctx context.Context, pl *place, _ Binaries, cfg Config) error {
	cfg.Progress("copying the database")
	fresh := pl.data() + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	password, err := readPassword(cfg.Seed)
	if err != nil {
		return err
	}
	if err := pl.write("password", password+"\n"); err != nil {
		return err
	}
	out, err := pl.account.command(ctx, pl.home, "cp", "-R", "-p", filepath.Join(cfg.Seed, "data"), fresh).CombinedOutput()
	if err != nil {
		return fmt.Errorf("copy %s: %w%s", cfg.Seed, err, said(out))
	}
	return os.Rename(fresh, pl.data())
}

// writeSettings writes the configuration file of the server, which includes the original one. ALTER SYSTEM overrides
// both.
func writeSettings(pl *place, cfg Config) error {
	settings := maps.Clone(defaults)
	if cfg.Throwaway {
		maps.Copy(settings, map[string]string{"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"})
	}
	maps.Copy(settings, cfg.Settings)

	var b strings.Builder
	b.WriteString("# Written by vitrine at every start. Change settings by ALTER SYSTEM SET.\ninclude " +
		"'data/postgresql.conf'\n")
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		fmt.Fprintf(&b, "%s = '%s'\n", name, strings.ReplaceAll(settings[name], "'", "''"))
	}
	return pl.write("postgresql.conf", b.String())
}

func readPassword(home string) (string, error) {
	b, err := os.ReadFile(filepath.Join(home, "password"))
	return strings.TrimSpace(string(b)), err
}

// said returns the output of a command, for the end of an error.
func said(out []byte) string {
	text := strings.TrimSpace(string(out))
	if text == "" {
		return ""
	}
	return ": " + text
}
