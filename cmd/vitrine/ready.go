package main

import (
	"context"
	"flag"
	"fmt"

	"vitrine/internal/admin"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var readyCommand = cli.Command{
	Name:    "ready",
	Summary: "Say whether the running processes of this machine are ready, by the exit code",
	About: "The command asks /readyz of the same admin listeners as status, without a token. It exits with code 0 if " +
		"all are ready. Otherwise it exits with code 1 and prints why. It is for health checks of containers.",
	Examples: []string{"ready"},
	Setup: func(f *flag.FlagSet) cli.Run {
		url := f.String("admin", "", "`URL` of an admin listener (default: those of this machine)")
		return func(ctx context.Context, c *cli.Call, _ []string) error {
			for _, at := range adminURLs(c, *url) {
				o := &adminClient{url: at}
				if _, err := o.get(ctx, "/readyz"); err != nil {
					return err
				}
				fmt.Fprintf(c.Stdout, "ready: %s\n", at)
			}
			return nil
		}
	},
}

// adminURLs returns the admin listener at url. Without a url it returns those that the parts of this machine have noted
// in the data folder, or the one that settings name.
func adminURLs(c *cli.Call, url string) (all []string) {
	if url != "" {
		return []string{url}
	}
	if !c.Env.Set(env.AdminAddr) {
		all = notedAdmins(c.Env.Get(env.DataDir))
	}
	if len(all) == 0 {
		all = []string{admin.BaseURL(c.Env.Get(env.AdminAddr))}
	}
	return all
}
