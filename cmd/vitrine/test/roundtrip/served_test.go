package roundtrip

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// This file has the rules by which HTML may differ from the file. They are written anew from the documents of the
// import, so that an error of the import is not repeated here.

// templateCode matches an action of a template: {{…}} of Go and Hugo, {%…%} of Liquid, {:…} of kramdown. A quoted
// text in it may contain braces.
var templateCode = regexp.MustCompile("(?s)\\{\\{-?\\s*/\\*.*?\\*/.*?\\}\\}|" +
	"\\{\\{(?:" + quotedText + "|.)*?\\}\\}|\\{%(?:" + quotedText + "|.)*?%\\}|\\{:(?:" + quotedText + "|.)*?\\}")

const quotedText = "\"[^\"]*\"|&quot;.*?&quot;|`[^`]*`|<code>.*?</code>"

var (
	opensBlock = regexp.MustCompile(`^[{%]+-?\s*(?:if|unless|for|range|with|block|define|case|capture|comment)\b`)
	endsBlock  = regexp.MustCompile(`^[{%]+-?\s*end(?:if|unless|for|case|capture|comment)?\b`)
	onlyQuotes = regexp.MustCompile("(?s)^\\{\\{-?\\s*(?:raw\\s+)?(?:\"([^\"]*)\"|" +
		"&quot;((?:[^&]|&[^q])*)&quot;|`([^`]*)`|(<code>[^<]*</code>))\\s*-?\\}\\}$")
)

// expanded returns a text without template code: a quoted text alone stays, a block goes with its content, and so does
// any other action.
func expanded(s string) string {
	var b strings.Builder
	depth, at := 0, 0
	for _, place := range templateCode.FindAllStringIndex(s, -1) {
		if depth == 0 {
			b.WriteString(s[at:place[0]])
		}
		action := s[place[0]:place[1]]
		at = place[1]
		switch quote := onlyQuotes.FindStringSubmatch(action); {
		case strings.HasPrefix(action, "{:"):
		case opensBlock.MatchString(action):
			depth++
		case endsBlock.MatchString(action):
			depth = max(0, depth-1)
		case quote != nil && depth == 0:
			b.WriteString(strings.Join(quote[1:], ""))
		}
	}
	if depth == 0 {
		b.WriteString(s[at:])
	}
	return b.String()
}

// closed returns HTML as a parser writes it: elements that are open are closed.
func closed(s string) string {
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "body",
		DataAtom: atom.Body})
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, n := range nodes {
		if err := html.Render(&b, n); err != nil {
			return ""
		}
	}
	return b.String()
}

// A piece of HTML is a tag, a comment, or the text between them.
type piece struct {
	text  string // as it stands; of a tag with attributes that are cut out, the name and the other attributes
	plain bool   // not a tag
}

// What is not served (docs/decisions/0023). Everything else is, to the byte.
var (
	cutWhole = strings.Fields("script style iframe noembed noframes noscript")
	cutTags  = strings.Fields("frame frameset object embed applet param portal fencedframe form input button select " +
		"option optgroup textarea label fieldset legend datalist output keygen isindex html head body title meta link base " +
		"template slot dialog canvas svg math plaintext xmp listing marquee blink bgsound nobr spacer multicol")
	servedTags = strings.Fields("a abbr acronym address area article aside audio b bdi bdo big blockquote br caption " +
		"center cite code col colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 " +
		"h5 h6 header hgroup hr i img ins kbd li main map mark menu meter nav ol p picture pre progress q rb rp rt rtc " +
		"ruby s samp search section small source span strike strong sub summary sup table tbody td tfoot th thead time tr " +
		"track tt u ul var video wbr")
	cutAttribute = regexp.MustCompile(`^(?:on.*|style|data-.*|srcdoc|tabindex|for|action|method|autofocus|frame|` +
		`max-width|.*[^!-~].*)$`)
	cutURL = regexp.MustCompile(`(?i)^\s*(?:javascript|vbscript|data):`)
)

// pieces divides HTML. If cut is set, the parts that are not served are left out, and counted.
func pieces(s string, cut bool) (all []piece, losses int) {
	add := func(text string, plain bool) {
		if last := len(all) - 1; plain && last >= 0 && all[last].plain {
			all[last].text += text
			return
		}
		all = append(all, piece{text, plain})
	}
	within := "" // an element that is cut out with its content
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		kind := z.Next()
		raw := string(bytes.Clone(z.Raw())) // reading the name changes it
		name := ""
		var attributes []html.Attribute
		if kind == html.StartTagToken || kind == html.EndTagToken || kind == html.SelfClosingTagToken {
			t := z.Token()
			name, attributes = t.Data, t.Attr
		}
		switch {
		case kind == html.ErrorToken:
			return all, losses
		case within != "":
			if kind == html.EndTagToken && name == within {
				within = ""
			}
		case kind == html.TextToken:
			add(raw, true)
		case name == "" && cut && (kind == html.DoctypeToken || strings.ContainsAny(raw[1:len(raw)-1], "<>")):
			losses++
		case name == "":
			add(raw, true)
		case cut && slices.Contains(cutWhole, name):
			losses++
			if kind == html.StartTagToken {
				within = name
			}
		case cut && (slices.Contains(cutTags, name) || strings.ContainsAny(name, "-:") && !strings.Contains(name, "::")):
			losses++
		case !slices.Contains(servedTags, name) && cut:
			add("&lt;"+raw[1:], true)
		default:
			text := raw
			if cut {
				if kept := keptAttributes(attributes); len(kept) < len(attributes) {
					losses += len(attributes) - len(kept)
					text = tagText(kind, name, kept)
				}
			}
			add(text, false)
		}
	}
}

// join returns the HTML of pieces.
func join(all []piece, _ int) string {
	var b strings.Builder
	for _, p := range all {
		b.WriteString(p.text)
	}
	return b.String()
}

func keptAttributes(all []html.Attribute) (kept []html.Attribute) {
	for _, a := range all {
		if !cutAttribute.MatchString(a.Key) && !(a.Key == "href" && cutURL.MatchString(a.Val)) {
			kept = append(kept, a)
		}
	}
	return kept
}

// tagText writes a tag in one form.
func tagText(kind html.TokenType, name string, attributes []html.Attribute) string {
	t := html.Token{Type: kind, Data: name, Attr: attributes}
	return t.String()
}

// cutsOnly reports whether got is want without the parts that are not served, and how many there are.
func cutsOnly(want, got string) (losses int, ok bool) {
	expect, losses := pieces(want, true)
	shown, _ := pieces(got, false)
	return losses, slices.EqualFunc(expect, shown, func(a, b piece) bool {
		if a == b {
			return true
		}
		one, other := html.NewTokenizer(strings.NewReader(a.text)), html.NewTokenizer(strings.NewReader(b.text))
		one.Next() // attributes were cut out of a tag: what is left is the same
		other.Next()
		x, y := one.Token(), other.Token()
		return losses > 0 && !a.plain && !b.plain && x.Data == y.Data && (x.Type == html.EndTagToken) == (y.Type ==
			html.EndTagToken) && slices.Equal(x.Attr, y.Attr)
	})
}

// paragraphs are the lines of a plain text, in paragraphs.
func paragraphs(s string) (all [][]string) {
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n")+"\n\n", "\n") {
		if line = words(line); line != "" {
			lines = append(lines, line)
		} else if lines != nil {
			all, lines = append(all, lines), nil
		}
	}
	return all
}

// shownParagraphs are the lines that a browser shows of HTML made from plain text.
func shownParagraphs(s string) (all [][]string) {
	if !strings.HasPrefix(s, "<p>") {
		return paragraphs(html.UnescapeString(s))
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(s, "</p>"), "</p>\n") {
		var lines []string
		for line := range strings.SplitSeq(strings.TrimPrefix(part, "<p>"), "<br>\n") {
			lines = append(lines, words(html.UnescapeString(line)))
		}
		all = append(all, lines)
	}
	return all
}

// The rules find what a faulty import would lose.
func TestRulesOfHTMLFindLosses(t *testing.T) {
	t.Parallel()
	expand := func(text, want string) {
		t.Helper()
		if got := expanded(text); got != want {
			t.Errorf("%q is expanded to %q, want %q", text, got, want)
		}
	}
	expand(`a {{b}} c {{- d -}} e {{% f %}}g{% h | i: 'j' %}k{: .l}m`, "a  c  e gkm")
	expand(`{{"{{.Name}}"}} {{raw `+"`"+`x}} y`+"`"+`}} {{&quot;{{z}}&quot;}}`, "{{.Name}} x}} y {{z}}")
	expand(`a{{if x}}b{{range y}}c{{end}}d{{else}}e{{end}}f{{/* }} */}}g`, "afg")
	expand("a {{ b", "a {{ b")
	cuts := func(want, got string, ok bool) {
		t.Helper()
		if _, is := cutsOnly(want, got); is != ok {
			t.Errorf("%q served as %q: %t, want %t", want, got, is, ok)
		}
	}
	const text = `<p class=x>a <b>b</b> Vec<T> <!-- c --><script>d</script><a href="/e" onclick="f">g</a></p>`
	const shown = `<p class=x>a <b>b</b> Vec&lt;T> <!-- c --><a href="/e">g</a></p>`
	cuts(text, shown, true)
	for _, lost := range []string{"<b>", "</b>", "b", " class=x", "&lt;T>", "<!-- c -->", ` href="/e"`, "g", "</p>",
		"a "} {
		cuts(text, strings.Replace(shown, lost, "", 1), false)
	}
	cuts(text, strings.ReplaceAll(shown, `"`, "'"), true) // the tag was written anew
	cuts("<p>a</p>", "<p >a</p>", false)
	lines := func(text, shown string, same bool) {
		t.Helper()
		is := slices.EqualFunc(paragraphs(text), shownParagraphs(shown), slices.Equal)
		if is != same {
			t.Errorf("%q shown as %q: %t, want %t", text, shown, is, same)
		}
	}
	lines("a <b> & c\nd\n\ne", "<p>a &lt;b> & c<br>\nd</p>\n<p>e</p>", true)
	lines("a\nb\n\nc", "<p>a b</p>\n<p>c</p>", false)
	lines("a\n\nb", "<p>a<br>\nb</p>", false)
	lines("a <b>", "a ", false)
}
