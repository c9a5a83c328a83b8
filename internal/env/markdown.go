package env

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Markdown returns the manual of the variables: a table of all, then a section for each group.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| setting | meaning | default |\n|---|---|---|\n")
	for _, v := range All() {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", v.Name, strings.ToLower(v.Name), title(v.Help), v.defaultText())
	}
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		if g.Intro != "" {
			fmt.Fprintf(&b, "\n%s\n", wrap(g.Intro, ""))
		}
		for _, v := range g.Vars {
			v.markdown(&b)
		}
	}
	return b.String()
}

func (v Var) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n", v.Name, wrap(strings.TrimSpace(title(v.Help)+". "+v.About), ""))
	accepts := v.accepts
	if v.Secret {
		accepts += "; a secret, never printed"
	}
	fmt.Fprintf(b, "- Accepts: %s\n", wrap(accepts, "  "))
	if v.Default != "" {
		fmt.Fprintf(b, "- Default: `%s`\n", v.Default)
	} else {
		fmt.Fprintf(b, "- Without it: %s\n", wrap(cmp.Or(v.Unset, "none"), "  "))
	}
	fmt.Fprintf(b, "- Used by: %s\n", wrap(v.Used, "  "))
}

// defaultText returns the default for the table.
func (v Var) defaultText() string {
	if v.Default != "" {
		return "`" + v.Default + "`"
	}
	return ""
}

func title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[n:]
}

// wrap breaks a paragraph into lines of at most 118 characters. Further lines are indented.
func wrap(text, indent string) string {
	var b strings.Builder
	length := 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case length == 0:
		case length+1+n > 116:
			b.WriteString("\n" + indent)
			length = len(indent)
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += n
	}
	return b.String()
}
