package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"

	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var envCommand = cli.Command{
	Name:    "env",
	Summary: "List the settings with their values",
	About: "The first line names the configuration file. After each value, the list says where it comes from: a flag, " +
		"the environment, the file, or the default. Secrets are not printed.",
	Examples: []string{"env", "env --toml > vitrine.toml"},
	Setup: func(f *flag.FlagSet) cli.Run {
		toml := f.Bool("toml", false, "print a configuration file with all settings as comments that show the defaults")
		return func(_ context.Context, c *cli.Call, _ []string) error {
			if *toml {
				_, err := fmt.Fprint(c.Stdout, env.TOML())
				return err
			}
			return showEnv(c)
		}
	},
}

func showEnv(c *cli.Call) error {
	path, _ := c.Env.File()
	fmt.Fprintf(c.Stdout, "configuration file: %s\n", cmp.Or(path, "none"))
	for _, v := range env.All() {
		fmt.Fprintf(c.Stdout, "%-34s %-24s %-11s %s\n", v.Name, c.Env.Shown(v), c.Env.Source(v), v.Help)
	}
	return c.Env.Err()
}
