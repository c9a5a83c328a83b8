package markup

import (
	"html"
	"regexp"
	"strings"
)

// FromText returns plain text as HTML that shows it. A text of one line is changed only where HTML would read something
// else in it. Of several lines, those without a blank line between them make a paragraph.
func FromText(s string) string {
	if !strings.ContainsAny(strings.TrimSpace(s), "\r\n") {
		return Escape(s)
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	var b strings.Builder
	for _, paragraph := range blankLine.Split(strings.Trim(s, "\n"), -1) {
		if strings.TrimSpace(paragraph) == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("<p>" + strings.ReplaceAll(Escape(paragraph), "\n", "<br>\n") + "</p>")
	}
	return b.String()
}

var blankLine = regexp.MustCompile(`\n[ \t]*\n\s*`)

// Escape returns text of one line as HTML. A "<" or "&" that HTML reads as text stays as it is.
func Escape(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch {
		case s[i] == '<' && (i+1 == len(s) || opens(s[i+1])):
			b.WriteString("&lt;")
		case s[i] == '&' && refers(s[i:]):
			b.WriteString("&amp;")
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// refers reports whether HTML reads the "&" at the beginning of s as a character reference.
func refers(s string) bool {
	if strings.HasPrefix(s, "&#") { // parsers differ in what they make of numbers such as &#0
		return true
	}
	end := 1
	for end < len(s) && end < 40 && (isLetter(s[end]) || isDigit(s[end])) {
		end++
	}
	if end < len(s) && s[end] == ';' {
		end++
	}
	return html.UnescapeString(s[:end]) != s[:end]
}

// escapeAll returns text as HTML, with every "<", ">" and "&" escaped.
func escapeAll(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
