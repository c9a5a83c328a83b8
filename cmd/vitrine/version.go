package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"vitrine/internal/build"
	"vitrine/internal/cli"
)

var versionCommand = cli.Command{
	Name:       "version",
	Alias:      "--version",
	Summary:    "Print the version, the commit and the Go version of this program",
	About:      "The date is that of the commit. A program that was built without make has the version dev.",
	Examples:   []string{"version", "version --json"},
	NoSettings: true,
	Setup: func(f *flag.FlagSet) cli.Run {
		asJSON := f.Bool("json", false, "print JSON")
		return func(_ context.Context, c *cli.Call, _ []string) error {
			if *asJSON {
				return json.NewEncoder(c.Stdout).Encode(build.Read())
			}
			_, err := fmt.Fprintln(c.Stdout, build.Read())
			return err
		}
	},
}
