package boot

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/demo/seed"
)

// DemoTenants are the ids of the demo tenants.
var DemoTenants = []string{"demo", "atelier"}

// openDemo writes the demo tenants that are missing.
func (a *App) openDemo(ctx context.Context) error {
	if !a.cfg.Demo {
		return nil
	}
	return WriteDemo(ctx, a.Pool, a.demoNow(), func(id string) { a.cfg.Step("demo: writing tenant %s", id) })
}

// WriteDemo writes the demo tenants that are missing. It leaves existing ones as they were edited. Campaigns and events
// lie around now. begins is called before a tenant is written.
func WriteDemo(ctx context.Context, pool *pgxpool.Pool, now time.Time, begins func(id string)) error {
	for _, id := range DemoTenants {
		var there bool
		if err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM tenant WHERE id = $1)", id).Scan(&there); err != nil {
			return fmt.Errorf("find the demo tenants: %w", err)
		}
		if there {
			continue
		}
		begins(id)
		report, err := seed.Run(ctx, pool, seed.Options{Tenant: id, Now: now})
		if err != nil {
			return fmt.Errorf("write the demo tenant %s: %w", id, err)
		}
		// Without statistics, plans are made for empty tables until the next autovacuum: product/filters took 5 to 40 times
		// as long.
		for kind := range report.Rows {
			if _, err := pool.Exec(ctx, "ANALYZE "+pgx.Identifier{kind}.Sanitize()); err != nil {
				return fmt.Errorf("analyze %s: %w", kind, err)
			}
		}
	}
	return nil
}
