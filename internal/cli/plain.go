package cli

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain replaces the characters of a text that a terminal would obey, or that are no text. What comes from files and
// tables must not reach a terminal as it is. Ends of lines and tabs stay.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r != '\n' && r != '\t' && unicode.IsControl(r) {
			return '·'
		}
		return r
	}, s)
}

// PlainWriter returns a writer that passes on texts in the form of Plain. Each write must be of whole characters.
func PlainWriter(w io.Writer) io.Writer { return plainWriter{w} }

type plainWriter struct{ io.Writer }

func (w plainWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, Plain(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
