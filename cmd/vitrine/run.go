package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"vitrine/internal/env"
)

// A command is one verb of the binary.
type command struct {
	name, args, help string
	run              func(ctx context.Context, c *call) error
	flags            bool // it reads flags of its own, -h among them
}

// accepts says what is wrong with the words after a command that reads no flags: a flag, or more of them than it takes.
func (c command) accepts(words []string) error {
	if c.flags {
		return nil
	}
	for i, w := range words {
		if strings.HasPrefix(w, "-") {
			return fmt.Errorf("%s takes no flag %s; it is configured by environment variables: vitrine env lists them", c.name, w)
		}
		if i >= len(strings.Fields(c.args)) {
			return fmt.Errorf("%s does not take %q; vitrine %s -h shows how it is called", c.name, w, c.name)
		}
	}
	return nil
}

// isHelp reports whether a word asks for help.
func isHelp(word string) bool { return word == "-h" || word == "--help" || word == "-help" }

// A call is one command with what it was given.
type call struct {
	args           []string
	stdout, stderr io.Writer
	env            *env.Reader
}

// helpless reports whether a command was called without a word, or with one that asks for help.
func (c *call) helpless() bool { return len(c.args) == 0 || slices.ContainsFunc(c.args, isHelp) }

// commands lists the verbs, in the order a newcomer meets them.
var commands = []command{
	{"serve", "", "run everything in this process: Postgres, NATS, ingest, write service, gateway", serve, false},
	{"gateway", "", "run a gateway only", serveGateway, false},
	{"ingest", "", "run the ingest worker only", serveIngest, false},
	{"writesvc", "", "run the write service only", serveWrite, false},
	{"edit", "KIND SLUG column=value…", "edit a record as an editor would, and time when every gateway shows it", edit, true},
	{"why", "URL-PATH --tenant T", "what a gateway's cache knows of a URL, and which change made it stale", why, true},
	{"import", "KIND FILE", "read records from JSON Lines or CSV", importRecords, true},
	{"tenant", "VERB …", "make a shop, and say how its customers sign up and in; rotate token keys", shop, true},
	{"webhook", "replay TENANT ID", "post a shop's changes again to one of its webhooks", webhookCommand, true},
	{"user", "VERB TENANT EMAIL", "look up, lock, approve or sign out an account", userCommand, true},
	{"payment", "VERB TENANT …", "look up payments, give money back; how a shop is paid", paymentCommand, true},
	{"statement", "import FILE", "book transfers from a bank's statement", statement, true},
	{"gate-key", "TENANT NAME [EVENT]", "make a key with which a gate checks tickets in", gateKey, false},
	{"seed", "[TENANT]", "write the demo tenants", seedDemo, false},
	{"migrate", "", "bring the database's schema up to date", migrate, false},
	{"dsn", "", "print the URL of the running database, for psql or a CMS", dsn, false},
	{"doctor", "", "check every dependency, and say how to mend what is wrong", doctor, false},
	{"openapi", "", "print the API's OpenAPI document", printOpenAPI, false},
	{"env", "", "list the environment variables, their values and defaults", showEnv, false},
}

// usageError is a mistake in how the binary was called: exit code 2.
type usageError struct{ error }

// run is the whole program. Tests call it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return runWith(ctx, args, stdout, stderr, env.OS())
}

func runWith(ctx context.Context, args []string, stdout, stderr io.Writer, vars *env.Reader) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(stdout)
		return nil
	}
	for _, name := range vars.Unknown() {
		fmt.Fprintf(stderr, "vitrine: %s is set, and is no variable of Vitrine's: vitrine env lists them\n", name)
	}
	for _, cmd := range commands {
		if cmd.name == args[0] {
			if !cmd.flags && slices.ContainsFunc(args[1:], isHelp) {
				fmt.Fprintf(stdout, "Usage: vitrine %s\n\n%s.\n", strings.TrimSpace(cmd.name+" "+cmd.args), cmd.help)
				return nil
			}
			if err := cmd.accepts(args[1:]); err != nil {
				return usageError{err}
			}
			return cmd.run(ctx, &call{args: args[1:], stdout: stdout, stderr: stderr, env: vars})
		}
	}
	return usageError{fmt.Errorf("there is no command %q; vitrine help lists them", args[0])}
}

func usage(w io.Writer) {
	fmt.Fprintf(w, "vitrine: a storefront read gateway whose answers are never older than what was announced\n\nUsage: vitrine COMMAND\n\n")
	for _, cmd := range commands {
		fmt.Fprintf(w, "  %-34s %s\n", strings.TrimSpace(cmd.name+" "+cmd.args), cmd.help)
	}
	fmt.Fprintf(w, "\nvitrine COMMAND -h says more. Everything is configured by environment variables: vitrine env.\n")
}

// exit says what went wrong, once, and picks the exit code.
func exit(err error, stderr io.Writer) int {
	var u usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return 130
	case errors.As(err, &u):
		fmt.Fprintln(stderr, "vitrine:", err)
		return 2
	default:
		fmt.Fprintln(stderr, "vitrine:", err)
		return 1
	}
}
