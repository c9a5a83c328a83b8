package backup

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema"
)

// A Result is what a restored database contains.
type Result struct {
	Manifest *Manifest
	Database string // its name
}

// Restore restores a backup into an empty database, compares it with the manifest, migrates it and begins new epochs.
func Restore(ctx context.Context, databaseURL, dump string) (*Result, error) {
	m, err := open(dump)
	if err != nil {
		return nil, err
	}
	if err := checkEmpty(ctx, databaseURL); err != nil {
		return nil, err
	}
	return restore(ctx, databaseURL, dump, m)
}

// Verify restores a backup into a temporary database of the same server, compares it, and drops it again. The user
// needs the right to create databases.
func Verify(ctx context.Context, databaseURL, dump string) (_ *Result, err error) {
	m, err := open(dump)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	name := "vitrine_verify_" + strings.ToLower(rand.Text()[:8])
	quoted := pgx.Identifier{name}.Sanitize()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+quoted+" TEMPLATE template0"); err != nil {
		return nil, fmt.Errorf("create a temporary database: %w", err)
	}
	defer func() {
		if _, drop := conn.Exec(context.WithoutCancel(ctx), "DROP DATABASE "+quoted+" WITH (FORCE)"); drop != nil {
			err = errors.Join(err, fmt.Errorf("drop the temporary database: %w", drop))
		}
	}()
	other, err := database(databaseURL, name)
	if err != nil {
		return nil, err
	}
	return restore(ctx, other, dump, m)
}

// open reads the manifest of a dump, and checks that the dump is the one that it describes.
func open(dump string) (*Manifest, error) {
	text, err := os.ReadFile(manifestOf(dump))
	if err != nil {
		return nil, fmt.Errorf("read the manifest, which stands beside the dump: %w", err)
	}
	m := &Manifest{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("read %s: %w", manifestOf(dump), err)
	}
	if m.Format != 1 || len(m.Tables) == 0 {
		return nil, fmt.Errorf("%s is no manifest that this version reads", manifestOf(dump))
	}
	sum, err := digest(dump)
	if err != nil {
		return nil, err
	}
	if sum != m.SHA256 {
		return nil, fmt.Errorf("%s is damaged: its SHA-256 is %s, the manifest says %s", dump, sum, m.SHA256)
	}
	return m, nil
}

// checkEmpty refuses a database with tables.
func checkEmpty(ctx context.Context, databaseURL string) error {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var tables int
	if err := conn.QueryRow(ctx, `SELECT count(*) FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`).Scan(&tables); err != nil {
		return fmt.Errorf("list the tables: %w", err)
	}
	if tables > 0 {
		return fmt.Errorf("the database has %d tables: restore into an empty one, made with CREATE DATABASE", tables)
	}
	return nil
}

// restore restores, compares, and migrates: a database that was restored begins new epochs there.
func restore(ctx context.Context, databaseURL, dump string, m *Manifest) (*Result, error) {
	err := client(ctx, "pg_restore", databaseURL, "--no-owner", "--exit-on-error", "--single-transaction", dump)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	restored, err := read(ctx, conn)
	if err != nil {
		return nil, err
	}
	if faults := m.differences(restored); len(faults) > 0 {
		return nil, fmt.Errorf("the restored database differs from the backup:\n  %s", strings.Join(faults, "\n  "))
	}
	if err := schema.Migrate(ctx, databaseURL, nil); err != nil {
		return nil, err
	}
	now, err := read(ctx, conn)
	if err != nil {
		return nil, err
	}
	for id, t := range m.Tenants {
		if now.Tenants[id].Epoch == t.Epoch {
			return nil, fmt.Errorf("tenant %s goes on in the epoch of the backup: run SELECT new_epoch()", id)
		}
	}
	return &Result{Manifest: m, Database: conn.Config().Database}, nil
}
