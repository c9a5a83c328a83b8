package schema

import (
	"context"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/tern/v2/migrate"
)

// Oldest is for the tests.
const Oldest = oldest

// Forward runs other migrations than those of Vitrine, and returns the notices.
func Forward(ctx context.Context, conn *pgx.Conn, migrations fs.FS) (notices []string, err error) {
	m, err := migrate.NewMigrator(ctx, conn, "public.other_version")
	if err != nil {
		return nil, err
	}
	if err := m.LoadMigrations(migrations); err != nil {
		return nil, err
	}
	err = forward(ctx, conn, m, nil, func(text string, _ bool) { notices = append(notices, text) })
	return notices, err
}
