package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/build"
)

// A Manifest says what a dump must contain.
type Manifest struct {
	Format   int        `json:"format"` // 1
	Made     time.Time  `json:"made"`
	Build    build.Info `json:"build"`
	Postgres string     `json:"postgres"` // version of the server
	Schema   int        `json:"schema"`   // number of the last migration
	SHA256   string     `json:"sha256"`   // of the dump
	Content
}

// prefix begins the names of backups.
const prefix = "vitrine-"

// Write writes a backup into a folder, and returns the path of the dump. Only its files without errors remain.
func Write(ctx context.Context, databaseURL, dir string, now time.Time) (path string, m *Manifest, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("make the folder: %w", err)
	}
	path = filepath.Join(dir, prefix+now.UTC().Format("20060102T150405Z")+".dump")
	if _, err := os.Stat(path); err == nil {
		return "", nil, fmt.Errorf("%s exists already", path)
	}
	temporary := path + ".part"
	defer func() { _ = os.Remove(temporary) }() // it is gone after success
	// The dump must not be readable by others, whatever the umask of the operator.
	f, err := os.OpenFile(temporary, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", nil, err
	}
	_ = f.Close()
	if m, err = dump(ctx, databaseURL, temporary, now); err != nil {
		return "", nil, err
	}
	if m.SHA256, err = digest(temporary); err != nil {
		return "", nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(manifestOf(path), append(text, '\n'), 0o600); err != nil {
		return "", nil, err
	}
	return path, m, os.Rename(temporary, path) // last: a dump has a manifest
}

// dump runs pg_dump in the snapshot in which it reads the content.
func dump(ctx context.Context, databaseURL, file string, now time.Time) (*Manifest, error) {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	m := &Manifest{Format: 1, Made: now.UTC().Truncate(time.Second), Build: build.Read()}
	var snapshot string
	if err := tx.QueryRow(ctx, "SELECT pg_export_snapshot(), current_setting('server_version'), "+
		"(SELECT version FROM schema_version)").Scan(&snapshot, &m.Postgres, &m.Schema); err != nil {
		return nil, fmt.Errorf("begin the snapshot: %w", err)
	}
	if err := client(ctx, "pg_dump", databaseURL, "--format=custom", "--snapshot="+snapshot,
		"--exclude-table-data=change_*", "--exclude-table-data=gateway_report", "--file="+file); err != nil {
		return nil, err
	}
	c, err := read(ctx, tx)
	if err != nil {
		return nil, err
	}
	m.Content = *c
	return m, nil
}

func manifestOf(dump string) string { return strings.TrimSuffix(dump, ".dump") + ".json" }

func digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Keep deletes all but the newest backups of a folder. It deletes nothing else.
func Keep(dir string, most int) (deleted []string, err error) {
	if most < 1 {
		return nil, errors.New("keep at least one backup")
	}
	dumps, err := filepath.Glob(filepath.Join(dir, prefix+"????????T??????Z.dump"))
	if err != nil {
		return nil, err
	}
	for _, path := range dumps[:max(0, len(dumps)-most)] { // Glob sorts by name, and names are times
		if err := errors.Join(os.Remove(path), os.Remove(manifestOf(path))); err != nil {
			return deleted, err
		}
		deleted = append(deleted, path)
	}
	return deleted, nil
}
