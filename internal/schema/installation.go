package schema

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/postgres"
)

// MarkProduction records that this database is used in production. The first time counts.
func MarkProduction(ctx context.Context, db postgres.Queryer) error {
	var since time.Time
	err := db.QueryRow(ctx, `INSERT INTO installation (production_since) VALUES (now())
ON CONFLICT (id) DO UPDATE SET production_since = coalesce(installation.production_since, excluded.production_since)
RETURNING production_since`).Scan(&since)
	if err != nil {
		return fmt.Errorf("mark the database as production: %w", err)
	}
	return nil
}

// ProductionSince returns the first start in production, or the zero time if there was none. Without the table, which a
// database of an older binary lacks, it returns the zero time too.
func ProductionSince(ctx context.Context, db postgres.Queryer) (since time.Time, err error) {
	var there bool
	err = db.QueryRow(ctx, "SELECT to_regclass('public.installation') IS NOT NULL").Scan(&there)
	if err != nil || !there {
		return since, err
	}
	var at *time.Time
	if err := db.QueryRow(ctx, "SELECT max(production_since) FROM installation").Scan(&at); err != nil {
		return since, fmt.Errorf("read the mark of production: %w", err)
	}
	if at != nil {
		since = *at
	}
	return since, nil
}
