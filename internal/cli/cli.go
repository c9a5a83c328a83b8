package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"vitrine/internal/env"
)

// A Program is a list of commands in groups.
type Program struct {
	Name   string
	About  string // one line
	Footer string // the last line of the overview
	Groups []Group
}

// A Group is a section of the overview and of the manual.
type Group struct {
	Title    string
	Intro    string // a paragraph, for the manual only
	Commands []Command
}

// A Command is one command of a program.
type Command struct {
	Name     string   // one or more words: "tenant create"
	Alias    string   // an older name, not documented
	Args     string   // "KIND SLUG COLUMN=VALUE...": [X] may be left out, X... may be repeated
	Summary  string   // one line, beginning with a verb in the imperative, without a full stop
	About    string   // further paragraphs, separated by empty lines; may be empty
	Examples []string // command lines without the program's name

	NoSettings bool // it reads no settings, so it lacks the flags of settings.go
	Diagnoses  bool // it also runs with a configuration file that has mistakes, and reports them

	// Setup defines the flags and returns the function that runs the command. It is also called for the help texts, so
	// it must do nothing else.
	Setup func(f *flag.FlagSet) Run
}

// Run runs a command with its arguments; the flags have been parsed.
type Run func(ctx context.Context, c *Call, args []string) error

// NoFlags is the Setup of a command without flags.
func NoFlags(run Run) func(*flag.FlagSet) Run {
	return func(*flag.FlagSet) Run { return run }
}

// A Call is what a command may use.
type Call struct {
	Stdout, Stderr io.Writer
	Env            *env.Reader
}

// A UsageError is a mistake in the command line. The program exits with code 2.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the error inside.
func (e UsageError) Unwrap() error { return e.Err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// A PartialError means that a command did a part of its work. The program exits with code 3.
type PartialError struct{ Err error }

func (e PartialError) Error() string { return e.Err.Error() }

// Unwrap returns the error inside.
func (e PartialError) Unwrap() error { return e.Err }

// Run runs the command that the words name. Without words, or with "help", it prints the overview.
func (p *Program) Run(ctx context.Context, c *Call, words []string) error {
	if len(words) == 0 || words[0] == "help" || isHelp(words[0]) {
		p.overview(c.Stdout)
		return nil
	}
	cmd, rest := p.find(words)
	if cmd == nil {
		return p.unknown(c, words)
	}
	return cmd.Execute(ctx, c, p.Name, rest)
}

// find returns the command with the longest matching name, and the words after it.
func (p *Program) find(words []string) (cmd *Command, rest []string) {
	longest := 0
	for i := range p.Groups {
		for j := range p.Groups[i].Commands {
			each := &p.Groups[i].Commands[j]
			for _, name := range []string{each.Name, each.Alias} {
				n := len(strings.Fields(name))
				if n > longest && n <= len(words) && strings.Join(words[:n], " ") == strings.Join(strings.Fields(name), " ") {
					cmd, rest, longest = each, words[n:], n
				}
			}
		}
	}
	return cmd, rest
}

// unknown handles words that name no command: it lists the commands that begin with the first word, if there are any.
func (p *Program) unknown(c *Call, words []string) error {
	family := p.family(words[0])
	switch {
	case len(family) == 0:
		return Usagef("unknown command %q; %s help lists the commands", words[0], p.Name)
	case len(words) == 1 || slices.ContainsFunc(words, isHelp):
		p.familyHelp(c.Stdout, words[0], family)
		return nil
	case len(p.family(words[0]+" "+words[1])) > 0 && len(words) > 2:
		return Usagef("unknown command %q; %s %s lists the commands", strings.Join(words[:3], " "), p.Name, words[0])
	}
	return Usagef("unknown command %q; %s %s lists the commands", strings.Join(words[:2], " "), p.Name, words[0])
}

// family returns the commands whose names begin with these words.
func (p *Program) family(prefix string) (all []*Command) {
	for i := range p.Groups {
		for j := range p.Groups[i].Commands {
			if cmd := &p.Groups[i].Commands[j]; strings.HasPrefix(cmd.Name, prefix+" ") {
				all = append(all, cmd)
			}
		}
	}
	return all
}

// Execute parses flags and arguments, and runs the command or prints its help.
func (cmd *Command) Execute(ctx context.Context, c *Call, program string, words []string) error {
	f := flag.NewFlagSet(cmd.Name, flag.ContinueOnError)
	run := cmd.Setup(f)
	var s settings
	if !cmd.NoSettings {
		s.define(f)
	}
	if slices.ContainsFunc(words, isHelp) {
		cmd.Help(c.Stdout, program)
		return nil
	}
	args, err := cmd.parse(f, program, words)
	if err != nil {
		return err
	}
	if !cmd.NoSettings {
		if err := s.load(c, cmd.Diagnoses); err != nil {
			return err
		}
	}
	return run(ctx, c, args)
}

func isHelp(word string) bool { return word == "-h" || word == "--help" || word == "-help" }
