package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/rewrap"
)

var secretsRotateCommand = cli.Command{
	Name:    "secrets rotate",
	Summary: "Encrypt the stored keys with the current token secret",
	About: "VITRINE_TOKEN_SECRET encrypts the keys that sign tickets and access tokens. To replace it, restart every " +
		"write service with the new secret in VITRINE_TOKEN_SECRET and the old one in VITRINE_TOKEN_SECRET_PREVIOUS, and " +
		"then run this command with the same settings. Tickets and tokens stay valid. A command that was interrupted can " +
		"be repeated. See docs/operations/secrets.md.",
	Examples: []string{"secrets rotate --dry-run", "secrets rotate"},
	Setup: func(f *flag.FlagSet) cli.Run {
		var o rewrap.Options
		f.BoolVar(&o.DryRun, "dry-run", false, "count the keys, and change nothing")
		f.BoolVar(&o.ReplaceLost, "replace-lost", false, "replace keys that no given secret opens; tickets that they signed "+
			"stay valid")
		f.BoolVar(&o.NewTickets, "new-ticket-keys", false, "sign later tickets with new keys; earlier tickets stay valid")
		return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, _ []string) error {
			return secretsRotate(ctx, c, pool, o)
		})
	},
}

// tokenSecrets returns the configured secrets that open stored keys.
func tokenSecrets(c *cli.Call) (*keywrap.Ring, error) {
	return boot.TokenSecrets(c.Env.Get(env.TokenSecret), c.Env.Get(env.OldTokenSecrets), c.Env.Get(env.DataDir),
		production(c))
}

func secretsRotate(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, o rewrap.Options) error {
	ring, err := tokenSecrets(c)
	if err != nil {
		return err
	}
	for i, id := range ring.IDs() {
		role := "current "
		if i > 0 {
			role = "previous"
		}
		fmt.Fprintf(c.Stdout, "%s secret: id %s\n", role, id)
	}
	o.Now = time.Now()
	o.Step = func(kind string, done int) { fmt.Fprintf(c.Stderr, "%s: %d read\n", kind, done) }
	counts, err := rewrap.Rotate(ctx, pool, ring, o)
	lost := 0
	for _, n := range counts {
		printCount(c.Stdout, n, o)
		lost += n.Lost
	}
	if err != nil {
		return err
	}
	if lost > 0 && !o.ReplaceLost {
		return fmt.Errorf("no given secret opens %d of the stored keys: add the missing secret to %s, or, if it is lost, "+
			"use --replace-lost", lost, env.OldTokenSecrets.Name)
	}
	return nil
}

// printCount prints one line of the report.
func printCount(w io.Writer, n rewrap.Count, o rewrap.Options) {
	verb := ""
	if o.DryRun {
		verb = "would be "
	}
	fmt.Fprintf(w, "%-18s %d current, %d %sencrypted again, %d not opened", n.Kind+":", n.Current, n.Rewrapped, verb,
		n.Lost)
	if n.Lost > 0 && o.ReplaceLost {
		fmt.Fprintf(w, " and %sreplaced", verb)
	}
	if n.Retired > 0 {
		fmt.Fprintf(w, ", %d %sretired", n.Retired, verb)
	}
	fmt.Fprintln(w)
}
