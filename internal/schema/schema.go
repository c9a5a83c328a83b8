package schema

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/tern/v2/migrate"
)

//go:embed migrations/*.sql
var files embed.FS

// Migrations are the numbered SQL files, in one folder. They run forward only; an old one is never edited.
var Migrations = func() fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}()

// versionTable holds one row: the number of the last migration that ran.
const versionTable = "public.schema_version"

// Kept are the columns of a searched table that its trigger makes: whatever anybody writes into them is overwritten, and no reader sees them.
var Kept = []string{"search", "search_words", "search_prose"}

// ErrNewer says that the database was migrated by a newer binary than this one.
var ErrNewer = errors.New("the database is newer than this binary")

// Migrate brings the database at connString up to the newest migration and calls progress, if not nil, with the name of each that it
// runs. Each runs in its own transaction: a failed one leaves those before it. Several processes may call it at once: an advisory lock
// lets one work while the others wait, then find nothing to do.
//
// A database that was restored from a dump, cloned or promoted begins a new epoch here (renew_epoch in 0009_outbox.sql), even if there
// is nothing to migrate.
//
// The user at connString must own the database, or at least its schema public. With CREATEROLE it makes the roles that the gateway, the write
// service and editors take; without, Postgres says so in a NOTICE and the rest is done.
func Migrate(ctx context.Context, connString string, progress func(name string)) error {
	conn, err := pgx.Connect(ctx, connString)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := migrateConn(ctx, conn, progress); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func migrateConn(ctx context.Context, conn *pgx.Conn, progress func(name string)) error {
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return err
	}
	if err := m.LoadMigrations(Migrations); err != nil {
		return err
	}
	if progress != nil {
		m.OnStart = func(_ int32, name, _, _ string) { progress(name) }
	}
	err = m.Migrate(ctx)
	var bad migrate.BadVersionError
	if errors.As(err, &bad) {
		return fmt.Errorf("%w: %w", ErrNewer, err)
	}
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT renew_epoch()"); err != nil {
		return fmt.Errorf("see whether the database moved: %w", err)
	}
	return nil
}
