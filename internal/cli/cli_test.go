package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/env"
)

// testProgram has commands that print their arguments and flags.
func testProgram() *Program {
	setup := func(f *flag.FlagSet) Run {
		times := f.Int("times", 1, "`number` of rounds")
		loud := f.Bool("loud", false, "print more")
		return func(_ context.Context, c *Call, args []string) error {
			_, err := fmt.Fprintln(c.Stdout, args, *times, *loud)
			return err
		}
	}
	return &Program{Name: "prog", About: "Prog is a test.", Footer: "The end.", Groups: []Group{{
		Title: "Things",
		Commands: []Command{
			{Name: "edit", Args: "KIND NAME=VALUE...", Summary: "Edit a thing", About: "First.\n\nSecond.", Setup: setup},
			{Name: "thing add", Args: "NAME [COLOUR]", Summary: "Add a thing", Examples: []string{"thing add x"}, Setup: setup},
			{Name: "thing part add", Alias: "thing piece", Summary: "Add a part", Setup: setup},
			{Name: "shape", Args: "round|square", Summary: "Print a thing's shape", Setup: setup},
		},
	}}}
}

func runProgram(line string) (string, error) {
	var out bytes.Buffer
	c := &Call{Stdout: &out, Stderr: &out, Env: env.Map(nil)}
	err := testProgram().Run(context.Background(), c, strings.Fields(line))
	return out.String(), err
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	t.Parallel()
	f := func(line, want string) {
		t.Helper()
		if got, err := runProgram(line); err != nil || strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
	f("edit a b=1", "[a b=1] 1 false")
	f("edit --times 3 a b=1 --loud c=2", "[a b=1 c=2] 3 true")
	f("thing add x", "[x] 1 false")
	f("thing add x red -loud", "[x red] 1 true")
	f("thing add -5 -loud -.5", "[-5 -.5] 1 true")
	f("thing add --times -5 -7", "[-7] -5 false")
	f("thing part add", "[] 1 false")
	f("thing piece", "[] 1 false")
}

func TestMistakesInTheCommandLineAreUsageErrors(t *testing.T) {
	t.Parallel()
	f := func(line, want string) {
		t.Helper()
		_, err := runProgram(line)
		var u UsageError
		if !errors.As(err, &u) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", line, err, want)
		}
	}
	f("edti", `unknown command "edti"; prog help lists the commands`)
	f("thing drop x", `unknown command "thing drop"; prog thing lists the commands`)
	f("thing part drop", `unknown command "thing part drop"`)
	f("edit a", "edit: missing argument NAME=VALUE...; usage: prog edit KIND NAME=VALUE... [flags]")
	f("thing add", "thing add: missing argument NAME")
	f("thing add x red big", `thing add: unexpected argument "big"`)
	f("edit a b=1 --quiet", "unknown flag --quiet; see prog edit --help")
	f("edit a b=1 --times", "the flag --times needs a value")
	f("edit a b=1 --times many", `edit: invalid value "many" for flag --times: parse error; see`)
	f("edit a b=1 --loud=x", `edit: invalid value "x" for flag --loud: parse error; see`)
	f("edit --help=x", "unknown flag --help=x")
}

func TestHelp(t *testing.T) {
	t.Parallel()
	f := func(line string, want ...string) {
		t.Helper()
		got, err := runProgram(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", line, w, got)
			}
		}
	}
	f("", "Prog is a test.", "Usage: prog COMMAND", "Things:", "thing add NAME [COLOUR]", "The end.")
	f("help", "Usage: prog COMMAND")
	f("--help", "Usage: prog COMMAND")
	f("thing", "Usage: prog thing COMMAND", "  add NAME [COLOUR]", "  part add")
	f("thing part -h", "Usage: prog thing COMMAND")
	f("thing add x --help", "Usage: prog thing add NAME [COLOUR] [flags]", "Add a thing.", "--times NUMBER", "(default 1)",
		"--loud ", "Examples:\n  prog thing add x")
	f("edit -h", "First.\n\nSecond.")
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	got := testProgram().Markdown()
	for _, want := range []string{
		"| [`thing add`](#prog-thing-add) | Add a thing |", "\n## Things\n", "\n### prog thing add\n",
		"```text\nprog thing add NAME [COLOUR] [flags]\n```", "| `--times NUMBER` | number of rounds (default 1) |",
		"```text\nprog thing add x\n```", "First.\n\nSecond.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
