package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const width = 100 // columns of a help text

// overview lists all commands.
func (p *Program) overview(w io.Writer) {
	fmt.Fprintf(w, "%s\n\nUsage: %s COMMAND\n", p.About, p.Name)
	for _, g := range p.Groups {
		fmt.Fprintf(w, "\n%s:\n", g.Title)
		for _, cmd := range g.Commands {
			entry(w, strings.TrimSpace(cmd.Name+" "+cmd.Args), cmd.Summary)
		}
	}
	fmt.Fprintf(w, "\n%s COMMAND --help explains a command. %s\n", p.Name, p.Footer)
}

// familyHelp lists the commands that begin with a word.
func (p *Program) familyHelp(w io.Writer, word string, family []*Command) {
	fmt.Fprintf(w, "Usage: %s %s COMMAND\n\n", p.Name, word)
	for _, cmd := range family {
		entry(w, strings.TrimSpace(strings.TrimPrefix(cmd.Name, word+" ")+" "+cmd.Args), cmd.Summary)
	}
	fmt.Fprintf(w, "\n%s %s COMMAND --help explains a command.\n", p.Name, word)
}

// Help prints the help of one command.
func (cmd *Command) Help(w io.Writer, program string) {
	fmt.Fprintf(w, "Usage: %s\n\n%s.\n", cmd.usage(program), cmd.Summary)
	if cmd.About != "" {
		fmt.Fprintf(w, "\n%s\n", wrap(cmd.About, "", width))
	}
	if flags := cmd.flags(); len(flags) > 0 {
		fmt.Fprint(w, "\nFlags:\n")
		for _, f := range flags {
			entry(w, f.form, f.usage)
		}
	}
	if !cmd.NoSettings {
		fmt.Fprint(w, "\nFlags of all commands that read settings:\n")
		for _, f := range settingsFlags() {
			entry(w, f.form, f.usage)
		}
	}
	if len(cmd.Examples) > 0 {
		fmt.Fprint(w, "\nExamples:\n")
		for _, e := range cmd.Examples {
			fmt.Fprintf(w, "  %s %s\n", program, e)
		}
	}
}

// usage returns the command line in general form.
func (cmd *Command) usage(program string) string {
	line := strings.TrimSpace(program + " " + cmd.Name + " " + cmd.Args)
	if len(cmd.flags()) > 0 {
		line += " [flags]"
	}
	return line
}

// A flagHelp is the explanation of one flag.
type flagHelp struct{ form, usage string }

func (cmd *Command) flags() (all []flagHelp) {
	f := flag.NewFlagSet(cmd.Name, flag.ContinueOnError)
	cmd.Setup(f)
	return explain(f)
}

// explain returns the explanations of flags.
func explain(f *flag.FlagSet) (all []flagHelp) {
	f.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		form := "--" + f.Name
		if value != "" {
			form += " " + strings.ToUpper(value)
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			usage += " (default " + f.DefValue + ")"
		}
		all = append(all, flagHelp{form, usage})
	})
	return all
}

const column = 38 // of explanations in a list

// entry prints one line of a list, wrapped.
func entry(w io.Writer, name, text string) {
	lines := strings.Split(wrap(text, strings.Repeat(" ", column), width-column), "\n")
	if utf8.RuneCountInString(name)+4 > column {
		fmt.Fprintf(w, "  %s\n%s\n", name, strings.Join(lines, "\n"))
		return
	}
	fmt.Fprintf(w, "  %-*s%s\n", column-2, name, strings.TrimLeft(strings.Join(lines, "\n"), " "))
}

// wrap breaks paragraphs into lines and indents them. Lines that begin with a space are kept as they are.
func wrap(text, indent string, width int) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(paragraph, " ") || paragraph == "" {
			out = append(out, strings.TrimRight(indent+paragraph, " "))
			continue
		}
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
				out, line = append(out, indent+line), ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		out = append(out, indent+line)
	}
	return strings.Join(out, "\n")
}
