package cli

import (
	"fmt"
	"strings"
)

// A Manual is what a manual page says besides the commands.
type Manual struct {
	Section string // "1"
	Source  string // the footer: the name of the product
	Parts   []ManualPart
}

// A ManualPart is a section of a manual page after the commands: entries, each with an explanation.
type ManualPart struct {
	Title   string // in capitals
	Intro   string
	Entries [][2]string
}

// Man returns the manual page in the language of man(7). It has no date, so that it changes only with its content.
func (p *Program) Man(m Manual) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s %s \"\" %s\n.SH NAME\n%s \\- %s\n", strings.ToUpper(p.Name), m.Section, roffArg(m.Source),
		roff(p.Name), roff(strings.TrimSuffix(p.About, ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I command\n.RI [ arguments ]\n.RI [ flags ]\n", p.Name)
	b.WriteString(".SH COMMANDS\nFlags may stand before or after the arguments.\n")
	fmt.Fprintf(&b, "%s explains a command.\n", roff("`"+p.Name+" COMMAND --help`"))
	b.WriteString("In a synopsis, [X] may be left out, and X... may be repeated.\n")
	b.WriteString("All commands that read settings have these flags:\n")
	for _, f := range settingsFlags() {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s", roff(f.form), line(f.usage+"."))
	}
	for _, g := range p.Groups {
		fmt.Fprintf(&b, ".SS %s\n", roff(g.Title))
		if g.Intro != "" {
			b.WriteString(line(g.Intro))
		}
		for i := range g.Commands {
			g.Commands[i].man(&b, p.Name)
		}
	}
	for _, part := range m.Parts {
		fmt.Fprintf(&b, ".SH %s\n", roff(part.Title))
		if part.Intro != "" {
			b.WriteString(line(part.Intro))
		}
		for _, e := range part.Entries {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s", roff(e[0]), line(e[1]))
		}
	}
	return b.String()
}

func (cmd *Command) man(b *strings.Builder, program string) {
	fmt.Fprintf(b, ".TP\n.B %s\n%s", roff(cmd.usage(program)), line(cmd.Summary+"."))
	if cmd.About == "" && len(cmd.flags())+len(cmd.Examples) == 0 {
		return
	}
	b.WriteString(".RS\n")
	verbatim := false
	for text := range strings.SplitSeq(cmd.About, "\n") {
		inside := strings.HasPrefix(text, " ")
		switch {
		case inside && !verbatim:
			b.WriteString(".PP\n.nf\n")
		case !inside && verbatim:
			b.WriteString(".fi\n")
		}
		switch verbatim = inside; {
		case verbatim:
			b.WriteString(line(text))
		case text != "":
			b.WriteString(".PP\n" + line(text))
		}
	}
	if verbatim {
		b.WriteString(".fi\n")
	}
	for _, f := range cmd.flags() {
		fmt.Fprintf(b, ".TP\n.B %s\n%s", roff(f.form), line(f.usage+"."))
	}
	if len(cmd.Examples) > 0 {
		b.WriteString(".PP\nExamples:\n.PP\n.nf\n")
		for _, e := range cmd.Examples {
			b.WriteString(line("  " + program + " " + e))
		}
		b.WriteString(".fi\n")
	}
	b.WriteString(".RE\n")
}

// line returns a text as one line of input. A line must not begin as a request does.
func line(text string) string {
	text = roff(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text + "\n"
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "", "…", "...", "\n", " ")

// roff escapes a text: hyphens become those of commands, which can be searched for and copied.
func roff(text string) string { return roffEscapes.Replace(text) }

func roffArg(text string) string { return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"` }
