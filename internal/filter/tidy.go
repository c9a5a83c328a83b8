package filter

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Tidy returns the form in which texts that lists are filtered by are stored and looked for: Unicode NFC, runs of white
// space and control characters as one space, none at either end, and no zero-width characters at either end. The SQL
// function tidy does the same to rows when they are written.
func Tidy(s string) string {
	if plain(s) {
		return s
	}
	s = strings.Join(strings.FieldsFunc(norm.NFC.String(s), blank), " ")
	return strings.Trim(s, " \u200b\u2060\ufeff")
}

// plain reports whether s is tidy for certain: ASCII, with single spaces between words.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c > '~' || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// blank reports whether r is white space or a control character.
func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
