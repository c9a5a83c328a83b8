package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/demo/seed"
	"vitrine/internal/devpg"
	"vitrine/internal/env"
	"vitrine/internal/importer"
	"vitrine/internal/schema"
)

// databaseURL finds the database: the one that is given, else the one that runs in the data folder.
func databaseURL(c *call) (string, error) {
	given, dir := c.env.Get(env.DatabaseURL), c.env.Get(env.DataDir)
	if err := c.env.Err(); err != nil {
		return "", err
	}
	if given != "" {
		return given, nil
	}
	url, err := devpg.URL(dir)
	if errors.Is(err, devpg.ErrNotRunning) {
		return "", fmt.Errorf("no database: start Vitrine (make run), or set %s. In %s, %w", env.DatabaseURL.Name, dir, err)
	}
	return url, err
}

const commandPool = 4 // connections of a command

func openDatabase(ctx context.Context, c *call) (*pgxpool.Pool, error) {
	url, err := databaseURL(c)
	if err != nil {
		return nil, err
	}
	return boot.Connect(ctx, url, commandPool, "", nil)
}

// dsn prints where the database is, for psql or a CMS.
func dsn(_ context.Context, c *call) error {
	url, err := databaseURL(c)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, url)
	return nil
}

func migrate(ctx context.Context, c *call) error {
	url, err := databaseURL(c)
	if err != nil {
		return err
	}
	ran := 0
	if err := schema.Migrate(ctx, url, func(name string) {
		ran++
		fmt.Fprintln(c.stdout, name)
	}); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%d migrations run; the schema is up to date\n", ran)
	return nil
}

// seedDemo writes the demo tenants, or one of them. What is there already stays as it is.
func seedDemo(ctx context.Context, c *call) error {
	o := seed.Options{Tenant: seed.Both}
	if len(c.args) > 0 {
		o.Tenant = c.args[0]
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	bar := newBar(c.stderr, "seed")
	o.Progress = bar.set
	report, err := seed.Run(ctx, pool, o)
	bar.done()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%d rows, %d of them written now, in %.1f s\n", report.Total(), report.Written, report.Took.Seconds())
	return nil
}

func importRecords(ctx context.Context, c *call) error {
	err := importer.Command(ctx, c.args, c.stdout, c.stderr, func(ctx context.Context) (*pgxpool.Pool, error) { return openDatabase(ctx, c) })
	var u importer.UsageError
	if errors.As(err, &u) {
		return usageError{err}
	}
	return err
}

// showEnv lists the variables.
func showEnv(_ context.Context, c *call) error {
	for _, v := range env.All() {
		from := "default"
		if c.env.Set(v) {
			from = "set"
		}
		fmt.Fprintf(c.stdout, "%-28s %-24s %-8s %s\n", v.Name, c.env.Shown(v), from, v.Help)
	}
	return c.env.Err()
}
