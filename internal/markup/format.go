package markup

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// A Format is the format of a text that fills a column with HTML.
type Format string

// The formats of texts.
const (
	HTML     Format = "html"
	Markdown Format = "markdown" // CommonMark, with GitHub's tables, strikethrough and links
	Text     Format = "text"     // plain text
)

// ParseFormat reads the name of a format.
func ParseFormat(s string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimSpace(s))); f {
	case HTML, Markdown, Text:
		return f, nil
	}
	return "", fmt.Errorf("expected html, markdown or text, got %q", s)
}

// Guess returns the format of texts from one source: HTML if some hold tags, or if some have character references and
// none has a bare "<" or "&"; Markdown if more of them than hold tags, and at least a tenth, hold marks that only
// Markdown has; and otherwise plain text. The same texts have the same format.
func Guess(texts []string) Format {
	var filled, tagged, marked int
	referring, bare := false, false
	for _, s := range texts {
		if strings.TrimSpace(s) == "" {
			continue
		}
		filled++
		outside := code.ReplaceAllString(s, "")
		if htmlTag.MatchString(outside) {
			tagged++
		}
		refers, has := escapes(outside)
		referring, bare = referring || refers, bare || has
		if markdownMark.MatchString(s) {
			marked++
		}
	}
	switch {
	case marked > tagged && marked*10 >= filled:
		return Markdown
	case tagged > 0 || referring && !bare:
		return HTML
	}
	return Text
}

// escapes reports whether a text has character references, such as &amp; or &#39;, and whether it has a "<" or another
// "&", as plain text has.
func escapes(s string) (refers, bare bool) {
	rest := reference.ReplaceAllStringFunc(s, func(r string) string {
		if html.UnescapeString(r) != r {
			return ""
		}
		return r
	})
	return len(rest) < len(s), strings.ContainsAny(rest, "<&")
}

var (
	// code matches code in Markdown, in which tags are text.
	code = regexp.MustCompile("(?s)```.*?(```|$)|`[^`\n]+`")

	reference = regexp.MustCompile(`(?i)&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});`)

	htmlTag = regexp.MustCompile(`(?i)</?(a|abbr|b|blockquote|br|center|code|dd|div|dl|dt|em|figure|font|h[1-6]|hr|i|` +
		`iframe|img|li|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|video)` +
		`(\s[^<>]*)?/?>`)

	// markdownMark matches a fence, a heading, a link or picture with its URL, and bold text.
	markdownMark = regexp.MustCompile("(?m)^ {0,3}(```|~~~)|^ {0,3}#{1,6} +\\S|" +
		"\\[[^\\]\n]*\\]\\([^()\\s]+( \"[^\"\n]*\")?\\)|^\\[[^\\]\n]+\\]: +\\S|\\*\\*[^\\s*][^*\n]*\\*\\*")
)
