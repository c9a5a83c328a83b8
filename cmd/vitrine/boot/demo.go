package boot

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/demo/seed"
)

// DemoTenants are the ids of the demo tenants.
var DemoTenants = []string{"demo", "atelier"}

// openDemo writes the demo tenants that are missing. It leaves existing ones as they were edited.
func (a *App) openDemo(ctx context.Context) error {
	if !a.cfg.Demo {
		return nil
	}
	for _, id := range DemoTenants {
		var there bool
		if err := a.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM tenant WHERE id = $1)", id).Scan(&there); err != nil {
			return fmt.Errorf("find the demo tenants: %w", err)
		}
		if there {
			continue
		}
		a.cfg.Step("demo: writing tenant %s", id)
		report, err := seed.Run(ctx, a.Pool, seed.Options{Tenant: id, Now: a.demoNow()})
		if err != nil {
			return fmt.Errorf("write the demo tenant %s: %w", id, err)
		}
		// Without statistics, plans are made for empty tables until the next autovacuum: product/filters took 5 to 40 times
		// as long.
		for kind := range report.Rows {
			if _, err := a.Pool.Exec(ctx, "ANALYZE "+pgx.Identifier{kind}.Sanitize()); err != nil {
				return fmt.Errorf("analyze %s: %w", kind, err)
			}
		}
	}
	return nil
}
