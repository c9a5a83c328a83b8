package schematest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	clonePrefix    = "vitrine_test_"
	templatePrefix = "vitrine_template_"

	cloneAge    = 6 * time.Hour      // age of clones left by killed tests
	templateAge = 7 * 24 * time.Hour // age of unused templates
)

// makeTemplate creates the template of these migrations if it is missing. An advisory lock serializes processes.
func (s *server) makeTemplate(ctx context.Context, fingerprint string) error {
	s.template = templatePrefix + fingerprint
	conn, err := s.admin.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("make the template: %w", err)
	}
	defer conn.Release()

	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext($1))", s.template); err != nil {
		return fmt.Errorf("make the template: %w", err)
	}
	defer func() { _, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock(hashtext($1))", s.template) }()

	if exists, err := hasDatabase(ctx, conn.Conn(), s.template); err != nil || exists {
		if err == nil {
			_, err = conn.Exec(ctx, usedNow(s.template))
		}
		return err
	}
	raw := s.template + "_raw"
	for _, sql := range []string{
		"DROP DATABASE IF EXISTS " + raw + " WITH (FORCE)",
		"CREATE DATABASE " + raw + " TEMPLATE template0 ENCODING 'UTF8'",
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("make the template: %w", err)
		}
	}
	if err := migrate(ctx, withDatabase(s.url, raw)); err != nil {
		return fmt.Errorf("migrate the template: %w", err)
	}
	// Forbid connections, because a database with a connection cannot be cloned.
	for _, sql := range []string{
		"ALTER DATABASE " + raw + " WITH ALLOW_CONNECTIONS false",
		"ALTER DATABASE " + raw + " RENAME TO " + s.template,
		usedNow(s.template),
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("finish the template: %w", err)
		}
	}
	return nil
}

// usedNow returns the statement that records the last use of a template.
func usedNow(template string) string {
	return fmt.Sprintf("COMMENT ON DATABASE %s IS '%d'", template, time.Now().Unix())
}

// sweep drops clones of killed tests and old templates on a shared server. It ignores errors; the next run tries again.
func (s *server) sweep(ctx context.Context) {
	rows, err := s.admin.Query(ctx, `
		SELECT datname, coalesce(shobj_description(oid, 'pg_database'), '')
		  FROM pg_database
		 WHERE starts_with(datname, $1) OR starts_with(datname, $2)`, clonePrefix, templatePrefix)
	if err != nil {
		return
	}
	type left struct{ Name, Note string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[left])
	if err != nil {
		return
	}
	for _, db := range all {
		stamp, age := db.Note, templateAge
		if rest, ok := strings.CutPrefix(db.Name, clonePrefix); ok {
			stamp, _, _ = strings.Cut(rest, "_")
			age = cloneAge
		}
		unix, err := strconv.ParseInt(stamp, 10, 64)
		if err == nil && time.Since(time.Unix(unix, 0)) > age {
			_, _ = s.admin.Exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{db.Name}.Sanitize())
		}
	}
}

func hasDatabase(ctx context.Context, conn *pgx.Conn, name string) (exists bool, err error) {
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	return exists, err
}
