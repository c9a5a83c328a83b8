package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/demo/seed"
)

var seedCommand = cli.Command{
	Name:     "seed",
	Args:     "[TENANT]",
	Summary:  "Create the demo tenants demo and atelier, or one of them",
	About:    "Existing rows are left alone.",
	Examples: []string{"seed", "seed demo"},
	Setup:    cli.NoFlags(withDatabase(seedDemo)),
}

func seedDemo(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	o := seed.Options{Tenant: seed.Both}
	if len(args) > 0 {
		o.Tenant = args[0]
	}
	bar := newBar(c.Stderr, "seed")
	o.Progress = bar.set
	report, err := seed.Run(ctx, pool, o)
	bar.done()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%d rows, %d of them new, in %.1f s\n", report.Total(), report.Written, report.Took.Seconds())
	return nil
}
