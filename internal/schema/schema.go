package schema

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/tern/v2/migrate"
)

//go:embed migrations/*.sql
var files embed.FS

// Migrations are the numbered SQL files. They run forward only; an old file is never edited.
var Migrations = func() fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}()

// versionTable holds the number of the last migration that ran, in one row.
const versionTable = "public.schema_version"

// oldest is the number of migrations of the oldest binaries that work with a database of this binary: those of the
// release before. Before 0057 no binary reads it.
const oldest = 58

// Kept are the columns of a searched table that its trigger computes. Values written to them are overwritten, and no
// answer contains them.
var Kept = []string{"search", "search_words", "search_prose"}

// ErrNewer is returned if a newer binary has migrated the database, and this one does not work with it.
var ErrNewer = errors.New("the database is newer than this binary")

// A Notice takes a message that a migration sends: what it could not keep or do, and how many rows it concerns. A
// warning needs an operator.
type Notice func(text string, warning bool)

// Notices returns a handler that passes on what migrations say, and leaves out what Postgres says about each statement.
func Notices(notice Notice) pgconn.NoticeHandler {
	return func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" || strings.Contains(n.Where, "at RAISE") {
			notice(n.Message, n.SeverityUnlocalized == "WARNING")
		}
	}
}

// Migrate runs all missing migrations of the database at connString. It calls progress, if not nil, with the name of
// each, and passes on their notices. Each migration runs in its own transaction, so a failure keeps the earlier ones.
// Several processes may call Migrate at once: an advisory lock lets one work, and the others wait and find nothing to
// do.
//
// A database that was restored from a dump, cloned or promoted begins a new epoch here (renew_epoch in
// 0009_outbox.sql), even without a missing migration.
//
// A database that the next release has migrated is left as it is, with a notice: during a rolling upgrade, a process of
// this release may start again.
//
// A migration waits for each lock for 300 ms at most, because all statements that need the table later wait for it.
// While other transactions use its tables, it is tried again for up to 5 minutes, with a notice.
//
// The user at connString must own the database, or at least its schema public. With CREATEROLE it creates the roles of
// the gateway, the write service and editors. Without it, Postgres sends a NOTICE and the migrations run without these
// roles.
func Migrate(ctx context.Context, connString string, progress func(name string), notices ...Notice) error {
	config, err := pgx.ParseConfig(connString)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	tell := func(text string, warning bool) {
		for _, notice := range notices {
			notice(text, warning)
		}
	}
	config.OnNotice = Notices(tell)
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := migrateConn(ctx, conn, progress, tell); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func migrateConn(ctx context.Context, conn *pgx.Conn, progress func(name string), tell Notice) error {
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return err
	}
	if err := m.LoadMigrations(Migrations); err != nil {
		return err
	}
	// One process migrates until it is done. The lock of the library is given back between tries.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext('vitrine migrate'))"); err != nil {
		return err
	}
	ahead, err := Ahead(ctx, conn)
	switch {
	case err != nil:
		return err
	case ahead > 0:
		tell(fmt.Sprintf("the database is %d migrations newer than this binary, which works with it", ahead), true)
	default:
		if err := forward(ctx, conn, m, progress, tell); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, "SELECT renew_epoch()"); err != nil {
		return fmt.Errorf("renew the epoch: %w", err)
	}
	return nil
}

// forward runs the missing migrations, and writes down which binaries work with the result.
func forward(ctx context.Context, conn *pgx.Conn, m *migrate.Migrator, progress func(name string), tell Notice) error {
	started := ""
	way := giveWay{config: conn.Config(), pid: conn.PgConn().PID(), waits: func() {
		tell(started+" waits for other transactions, which use its tables", false)
	}}
	var begun error // the migration fails after it

	m.OnStart = func(_ int32, name, _, _ string) { // in the transaction of the migration
		if name != started {
			started = name
			way.next()
			if progress != nil {
				progress(name)
			}
		}
		if begun = way.begin(ctx, conn); begun != nil {
			begun = fmt.Errorf("%s: %w", name, begun)
		}
	}
	err := way.run(ctx, func() error {
		begun = nil
		err := m.Migrate(ctx)
		if err != nil && begun != nil {
			return begun
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `INSERT INTO schema_compatible AS c (least) VALUES ($1)
		ON CONFLICT (one) DO UPDATE SET least = excluded.least WHERE c.least < excluded.least`, oldest)
	return err
}
