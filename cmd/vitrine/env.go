package main

import (
	"context"
	"fmt"

	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var envCommand = cli.Command{
	Name:    "env",
	Summary: "List the settings with their values",
	About:   "Settings are environment variables. Secrets are not printed.",
	Setup:   cli.NoFlags(showEnv),
}

func showEnv(_ context.Context, c *cli.Call, _ []string) error {
	for _, v := range env.All() {
		from := "default"
		if c.Env.Set(v) {
			from = "set"
		}
		fmt.Fprintf(c.Stdout, "%-28s %-24s %-8s %s\n", v.Name, c.Env.Shown(v), from, v.Help)
	}
	return c.Env.Err()
}
