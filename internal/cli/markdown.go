package cli

import (
	"fmt"
	"strings"
)

// Markdown returns the manual: a list of all commands, then a section for each group.
func (p *Program) Markdown() string {
	var b strings.Builder
	b.WriteString("| command | purpose |\n|---|---|\n")
	for _, g := range p.Groups {
		for _, cmd := range g.Commands {
			fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", cmd.Name, anchor(p.Name+" "+cmd.Name), cell(cmd.Summary))
		}
	}
	for _, g := range p.Groups {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		if g.Intro != "" {
			fmt.Fprintf(&b, "\n%s\n", wrap(g.Intro, "", 120))
		}
		for _, cmd := range g.Commands {
			cmd.markdown(&b, p.Name)
		}
	}
	return b.String()
}

func (cmd *Command) markdown(b *strings.Builder, program string) {
	fmt.Fprintf(b, "\n### %s %s\n\n```text\n%s\n```\n\n%s.\n", program, cmd.Name, cmd.usage(program), cmd.Summary)
	if cmd.About != "" {
		b.WriteString("\n" + about(cmd.About) + "\n")
	}
	if flags := cmd.flags(); len(flags) > 0 {
		b.WriteString("\n| flag | meaning |\n|---|---|\n")
		for _, f := range flags {
			fmt.Fprintf(b, "| `%s` | %s |\n", f.form, cell(f.usage))
		}
	}
	if len(cmd.Examples) > 0 {
		b.WriteString("\n```text\n")
		for _, e := range cmd.Examples {
			fmt.Fprintf(b, "%s %s\n", program, e)
		}
		b.WriteString("```\n")
	}
}

// about wraps the paragraphs and turns indented lines into a preformatted block.
func about(text string) string {
	var out []string
	inside := false
	for line := range strings.SplitSeq(text, "\n") {
		if indented := strings.HasPrefix(line, " "); indented != inside {
			out, inside = append(out, "```text"), indented
			if !indented {
				out[len(out)-1] = "```"
			}
		}
		if inside {
			out = append(out, strings.TrimPrefix(line, "  "))
		} else {
			out = append(out, wrap(line, "", 120))
		}
	}
	if inside {
		out = append(out, "```")
	}
	return strings.Join(out, "\n")
}

func anchor(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "-") }

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
