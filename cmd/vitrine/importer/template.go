package importer

import (
	"regexp"
	"strings"
)

// untemplated takes the code of templates out of a text: {{…}} of Go, {{% … %}} of Hugo, {{ … }} and {% … %} of Liquid,
// {: … } of kramdown. What they would have computed is not in the file, so it cannot be there:
//
//   - An action that only quotes a text, {{"…"}} or {{raw `…`}}, leaves that text.
//   - A block that hangs on a condition or a list, from {{if …}} to its {{end}}, goes with all that is in it.
//   - Every other action goes.
//
// The text may have been through Markdown since, so a quotation mark may be &quot; and a text between backticks may be in
// <code>. It reports whether there was any such code.
func untemplated(s string) (string, bool) {
	var b strings.Builder
	depth := 0 // of blocks
	found := false
	endless := map[string]bool{}
	for {
		at, end, kind := nextAction(s, endless)
		if at < 0 {
			break
		}
		found = true
		action := s[at:end]
		if depth == 0 {
			b.WriteString(s[:at])
			if kind == actionQuote {
				b.WriteString(quotedText(action))
			}
		}
		switch kind {
		case actionBegin:
			depth++
		case actionEnd:
			depth = max(0, depth-1)
		}
		s = s[end:]
	}
	if !found {
		return s, false
	}
	if depth == 0 {
		b.WriteString(s)
	}
	return b.String(), true
}

type actionKind byte

const (
	actionOther actionKind = iota
	actionQuote
	actionBegin
	actionEnd
)

var (
	actionOpens = regexp.MustCompile(`\{\{|\{%|\{:`)
	blockBegins = regexp.MustCompile(`^-?\s*(if|unless|for|range|with|block|define|case|capture|comment)\b`)
	blockEnds   = regexp.MustCompile(`^-?\s*end(if|unless|for|case|capture|comment)?\b`)
	onlyQuotes  = regexp.MustCompile("(?s)^-?\\s*(?:raw\\s+)?(\"|&quot;|`|<code>)(.*)(\"|&quot;|`|</code>)\\s*-?$")
	quoteEnds   = map[string]string{`"`: `"`, `&quot;`: `&quot;`, "`": "`", "<code>": "</code>"}
)

// longestAction is how far the end of an action is looked for, in bytes: what is longer is no action.
const longestAction = 1 << 16

// nextAction finds the next action; at is -1 where there is none. Endless remembers what no longer ends anywhere, so that a
// text is not searched to its end once for each brace.
func nextAction(s string, endless map[string]bool) (at, end int, kind actionKind) {
	for from := 0; ; {
		open := actionOpens.FindStringIndex(s[from:])
		if open == nil {
			return -1, 0, 0
		}
		at = from + open[0]
		closing := map[string]string{"{{": "}}", "{%": "%}", "{:": "}"}[s[at:at+2]]
		endless[closing] = endless[closing] || !strings.Contains(s[at+2:], closing)
		end = -1
		if !endless[closing] {
			end = actionEndIn(s[at+2:min(len(s), at+2+longestAction)], closing)
		}
		if end < 0 {
			from = at + 2 // it never ends, so it is none
			continue
		}
		end += at + 2
		inside := s[at+2 : end-len(closing)]
		switch {
		case closing == "}":
		case blockBegins.MatchString(inside):
			kind = actionBegin
		case blockEnds.MatchString(inside):
			kind = actionEnd
		case closing == "}}" && isQuote(inside):
			kind = actionQuote
		}
		return at, end, kind
	}
}

// actionEndIn finds where an action ends, past quoted texts that may hold braces themselves; -1 where it does not.
func actionEndIn(s, closing string) int {
	if strings.HasPrefix(strings.TrimLeft(s, "- "), "/*") {
		if at := strings.Index(s, "*/"); at >= 0 {
			if end := strings.Index(s[at:], closing); end >= 0 {
				return at + end + len(closing)
			}
		}
	}
	for at := 0; at < len(s); {
		if strings.HasPrefix(s[at:], closing) {
			return at + len(closing)
		}
		step := 1
		for opens, closes := range quoteEnds {
			if !strings.HasPrefix(s[at:], opens) {
				continue
			}
			length := strings.Index(s[at+len(opens):], closes)
			if length < 0 { // no quotation after all
				break
			}
			step = len(opens) + length + len(closes)
		}
		at += step
	}
	if end := strings.Index(s, closing); end >= 0 {
		return end + len(closing)
	}
	return -1
}

func isQuote(inside string) bool {
	m := onlyQuotes.FindStringSubmatch(inside)
	return m != nil && quoteEnds[m[1]] == m[3] && !strings.Contains(m[2], m[3])
}

// quotedText is the text that an action quotes; in <code> it stays.
func quotedText(action string) string {
	m := onlyQuotes.FindStringSubmatch(action[2 : len(action)-2])
	if m[1] == "<code>" {
		return m[1] + m[2] + m[3]
	}
	return m[2]
}
