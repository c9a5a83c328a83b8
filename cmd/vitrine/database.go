package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/cli"
	"vitrine/internal/devpg"
	"vitrine/internal/env"
)

const commandPool = 4 // connections of a command

func openDatabase(ctx context.Context, c *cli.Call) (*pgxpool.Pool, error) {
	url, err := databaseURL(c)
	if err != nil {
		return nil, err
	}
	return boot.Connect(ctx, url, commandPool, "", nil)
}

// databaseURL returns the URL of the configured database, or else of the private one in the data folder.
func databaseURL(c *cli.Call) (string, error) {
	set, dir := c.Env.Get(env.DatabaseURL), c.Env.Get(env.DataDir)
	if err := c.Env.Err(); err != nil {
		return "", err
	}
	if set != "" {
		return set, nil
	}
	url, err := devpg.URL(dir)
	if errors.Is(err, devpg.ErrNotRunning) {
		return "", fmt.Errorf("no database: start Vitrine (make run), or set %s. %w", env.DatabaseURL.Name, err)
	}
	return url, err
}

// withDatabase makes a command that uses the database.
func withDatabase(run func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error) cli.Run {
	return func(ctx context.Context, c *cli.Call, args []string) error {
		pool, err := openDatabase(ctx, c)
		if err != nil {
			return err
		}
		defer pool.Close()
		return run(ctx, c, pool, args)
	}
}
