package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"vitrine/internal/cli"
	"vitrine/internal/env"
)

// program returns the description of all commands, in the order in which a new user meets them.
func program() *cli.Program {
	return &cli.Program{
		Name:   "vitrine",
		About:  "Vitrine is a read gateway for storefronts. It never serves an answer older than what it has announced.",
		Footer: "vitrine env lists the settings.",
		Groups: []cli.Group{
			{
				Title: "Run",
				Intro: "`vitrine serve` runs all parts in one process. In production, run the parts apart: any number of " +
					"gateways, " +
					"an ingest worker with standbys, and the write service.",
				Commands: []cli.Command{serveCommand, gatewayCommand, ingestCommand, writesvcCommand},
			},
			{Title: "Database", Commands: []cli.Command{migrateCommand, seedCommand, dsnCommand, backupCommand,
				restoreCommand}},
			{Title: "Content", Commands: append([]cli.Command{importCommand(), editCommand}, cmsCommands()...)},
			{Title: "Inspect", Commands: []cli.Command{doctorCommand, statusCommand, readyCommand, whyCommand, reindexCommand,
				envCommand, openapiCommand}},
			{Title: "Tenants", Commands: tenantCommands()},
			{Title: "Search", Intro: "What a tenant decides about its searches.", Commands: searchCommands()},
			{Title: "Changes", Intro: "Subscribers to the changes of a tenant.", Commands: changeCommands()},
			{Title: "Edges", Intro: "Caches in front of the gateways, such as a CDN.",
				Commands: slices.Concat(edgeCommands(), cellsCommands())},
			{Title: "Accounts", Commands: userCommands()},
			{Title: "Payments and tickets", Commands: slices.Concat(paymentCommands(), []cli.Command{statementCommand},
				gateCommands())},
			{Title: "Secrets", Commands: []cli.Command{secretsRotateCommand}},
			{Title: "This program", Commands: append(selfCommands(), versionCommand)},
		},
	}
}

// run is the whole program. Tests call it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return runWith(ctx, args, stdout, stderr, env.OS())
}

func runWith(ctx context.Context, args []string, stdout, stderr io.Writer, vars *env.Reader) error {
	for _, name := range vars.Unknown() {
		fmt.Fprintf(stderr, "vitrine: unknown setting %s; vitrine env lists the settings\n", name)
	}
	return program().Run(ctx, &cli.Call{Stdout: cli.PlainWriter(stdout), Stderr: stderr, Env: vars}, args)
}

// exit prints the error and returns the exit code.
func exit(err error, stderr io.Writer) int {
	var u cli.UsageError
	var p cli.PartialError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return 130
	case errors.As(err, &u):
		fmt.Fprintln(stderr, "vitrine:", cli.Plain(err.Error()))
		return 2
	case errors.As(err, &p):
		fmt.Fprintln(stderr, "vitrine:", cli.Plain(err.Error()))
		return 3
	default:
		fmt.Fprintln(stderr, "vitrine:", cli.Plain(err.Error()))
		return 1
	}
}
