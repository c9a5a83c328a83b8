package main

import (
	"context"
	"fmt"

	"vitrine/internal/cli"
	"vitrine/internal/env"
)

// selfCommands are the commands that read the list of all commands.
func selfCommands() []cli.Command { return []cli.Command{completionCommand(), manCommand()} }

func completionCommand() cli.Command {
	return cli.Command{
		Name:    "completion",
		Args:    "bash|zsh|fish",
		Summary: "Print a script that completes commands and flags in a shell",
		About: "In bash:\n\n  source <(vitrine completion bash)\n\nIn zsh, before compinit:\n\n" +
			"  vitrine completion zsh > /usr/local/share/zsh/site-functions/_vitrine\n\nIn fish:\n\n" +
			"  vitrine completion fish > ~/.config/fish/completions/vitrine.fish",
		NoSettings: true,
		Setup: cli.NoFlags(func(_ context.Context, c *cli.Call, args []string) error {
			script, err := program().Completion(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(c.Stdout, script)
			return err
		}),
	}
}

func manCommand() cli.Command {
	return cli.Command{
		Name:       "man",
		Summary:    "Print the manual page of vitrine",
		About:      "To read it:\n\n  vitrine man | man -l -",
		Examples:   []string{"man"},
		NoSettings: true,
		Setup: cli.NoFlags(func(_ context.Context, c *cli.Call, _ []string) error {
			_, err := fmt.Fprint(c.Stdout, manualPage())
			return err
		}),
	}
}

// manualPage returns vitrine(1): the commands, the settings and the exit codes.
func manualPage() string {
	settings := cli.ManualPart{Title: "ENVIRONMENT", Intro: "An empty value counts as not set. `vitrine env` prints the " +
		"values in force."}
	for _, v := range env.All() {
		text := v.Help + "."
		if v.Default != "" {
			text += " Default: " + v.Default + "."
		}
		settings.Entries = append(settings.Entries, [2]string{v.Name, text})
	}
	codes := cli.ManualPart{Title: "EXIT STATUS"}
	for _, e := range exitCodes {
		codes.Entries = append(codes.Entries, [2]string{e.code, e.meaning})
	}
	return program().Man(cli.Manual{Section: "1", Source: "Vitrine", Parts: []cli.ManualPart{settings, codes}})
}

// exitCodes are what [exit] returns. The manuals list them.
var exitCodes = []struct{ code, meaning string }{
	{"0", "success"},
	{"1", "error; the reason is printed to standard error"},
	{"2", "mistake in the command line"},
	{"3", "done in part: import rejected some of the rows"},
	{"130", "interrupted"},
}
