package dataset

import (
	"regexp"
	"strings"

	"vitrine/internal/markup"
)

// stripTemplate removes template code from a text: {{…}} of Go, {{% … %}} of Hugo, {{ … }} and {% … %} of Liquid, {: …
// } of kramdown. The file does not contain the output of the code:
//
//   - An action that only quotes a text, {{"…"}} or {{raw `…`}}, is replaced by that text.
//   - A block that depends on a condition or a list, from {{if …}} to its {{end}}, is removed with its content.
//   - Every other action is removed.
//
// The text may already have passed through Markdown. A quotation mark may therefore be &quot;, and a text in backticks
// may be in <code>. The second result is the number of actions.
func stripTemplate(s string) (string, int) {
	var b strings.Builder
	depth := 0 // open blocks
	found := 0
	endless := map[string]bool{}
	for {
		at, end, kind := nextAction(s, endless)
		if at < 0 {
			break
		}
		found++
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
	if found == 0 {
		return s, 0
	}
	if depth == 0 {
		b.WriteString(s)
	}
	return b.String(), found
}

// withoutTemplates removes template code from a text of Markdown or HTML, for a site whose generator is not known. Code
// in listings stays, and so does what Liquid is to show as it is. Listings of Liquid become those of Markdown. The
// second result is the number of actions. Links whose address an action was to give have an empty one.
func withoutTemplates(s string, format markup.Format) (string, int) {
	if format == markup.Markdown {
		s = liquidListing.ReplaceAllString(s, "```$1\n$2\n```")
	}
	if !actionOpens.MatchString(s) {
		return s, 0
	}
	var b strings.Builder
	found := 0
	keep := func(s string) {
		if format == markup.Markdown {
			s = addressed.ReplaceAllStringFunc(s, func(link string) string {
				m := addressed.FindStringSubmatch(link)
				if text, n := stripTemplate(m[2]); text == "" {
					found += n
					return m[1] + "<>" + m[3]
				}
				return link
			})
		}
		text, n := stripTemplate(s)
		found += n
		b.WriteString(text)
	}
	at := 0
	for _, m := range kept.FindAllStringIndex(s, -1) {
		keep(s[at:m[0]])
		listing := s[m[0]:m[1]]
		text := liquidRaw.ReplaceAllString(listing, "")
		if len(text) < len(listing) {
			found++
		}
		b.WriteString(text)
		at = m[1]
	}
	keep(s[at:])
	return b.String(), found
}

var (
	liquidRaw     = regexp.MustCompile(`\{%-?\s*(?:end)?raw\s*-?%\}`)
	liquidListing = regexp.MustCompile(`(?s)\{%-?\s*highlight\s+(\w+)[^%]*%\}[ \t]*\n?(.*?)\n?` +
		`\{%-?\s*endhighlight\s*-?%\}`)

	// addressed matches the address of a link in Markdown that an action gives, in a link or in a definition.
	addressed = regexp.MustCompile(`(\]\(\s*|(?m:^ {0,3}\[[^\]\n]+\]:[ \t]*))<?` +
		`(\{\{(?:[^}]|\}[^}])*\}\}|\{%(?:[^%]|%[^}])*%\})(?:#[^\s)>]*)?>?` +
		`((?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?(?:[ \t]*\)|[ \t]*(?m:$)))`)

	// listing matches code in Markdown, in which template code may be the subject.
	listing      = regexp.MustCompile(listings)
	kept         = regexp.MustCompile(listings + `|\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}`)
	templateCode = regexp.MustCompile(`\{%-?\s*\w[^\n]*?%\}|\{\{[<%]?-?\s*[.$\w"][^\n]*?\}\}`)
)

const listings = "(?s)```.*?(?:```|$)|`[^`\n]+`|<code.*?</code>|<pre.*?</pre>"

// TemplateCode returns the first template code of a text outside listings, empty for none.
func TemplateCode(s string) string {
	if !strings.Contains(s, "{%") && !strings.Contains(s, "{{") {
		return ""
	}
	return templateCode.FindString(listing.ReplaceAllString(s, ""))
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

// longestAction is the length limit of an action, in bytes.
const longestAction = 1 << 16

// nextAction finds the next action. at is -1 if there is none. endless holds the closing marks that the rest of the
// text does not contain, so that the text is not searched to its end for each brace.
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
			from = at + 2 // it has no end, so it is not an action
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

// actionEndIn finds the end of an action, past quoted texts that may contain braces. It returns -1 if there is none.
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
			if length < 0 { // not a quotation
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

// quotedText returns the text that an action quotes. A <code> element around it is kept.
func quotedText(action string) string {
	m := onlyQuotes.FindStringSubmatch(action[2 : len(action)-2])
	if m[1] == "<code>" {
		return m[1] + m[2] + m[3]
	}
	return m[2]
}
