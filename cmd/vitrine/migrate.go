package main

import (
	"context"
	"fmt"

	"vitrine/internal/cli"
	"vitrine/internal/schema"
)

var migrateCommand = cli.Command{
	Name:    "migrate",
	Summary: "Bring the schema of the database up to date",
	About:   "serve, gateway, ingest and writesvc do so at start as well. The command prints the migrations that it runs.",
	Setup:   cli.NoFlags(migrate),
}

func migrate(ctx context.Context, c *cli.Call, _ []string) error {
	url, err := databaseURL(c)
	if err != nil {
		return err
	}
	ran := 0
	if err := schema.Migrate(ctx, url, func(name string) {
		ran++
		fmt.Fprintln(c.Stdout, name)
	}, func(text string, warning bool) {
		if warning {
			text = "warning: " + text
		}
		fmt.Fprintln(c.Stderr, text)
	}); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%d migrations run; the schema is up to date\n", ran)
	return nil
}
