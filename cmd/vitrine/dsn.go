package main

import (
	"context"
	"fmt"

	"vitrine/internal/cli"
)

var dsnCommand = cli.Command{
	Name:    "dsn",
	Summary: "Print the URL of the database, for psql",
	About: "The URL is that of the database's owner, who may read and change everything. For a CMS, use cms directus or " +
		"cms role.",
	Examples: []string{"dsn"},
	Setup: cli.NoFlags(func(_ context.Context, c *cli.Call, _ []string) error {
		url, err := databaseURL(c)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.Stdout, url)
		return nil
	}),
}
