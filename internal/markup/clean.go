package markup

import (
	"strings"
)

// Clean returns HTML that is safe to show, and the parts that it cut out. It takes time in proportion to the length of
// the text.
func Clean(s string) (string, Losses) {
	if !strings.Contains(s, "<") {
		return s, Losses{}
	}
	c := cleaner{s: s}
	c.run()
	return c.result(), c.lost
}

// A cleaner reads a text from left to right. It copies the text up to the next part that must change only then, so that
// a text without such a part is never copied.
type cleaner struct {
	s       string
	out     strings.Builder
	done    int // s[:done] is in out, or was cut out
	lost    Losses
	foreign int             // the end of the svg or math element that is open
	endless map[string]bool // elements with raw content that the rest of the text does not end
}

// run reads the text. Each step begins at a "<" and returns the place where reading continues.
func (c *cleaner) run() {
	for i := 0; ; {
		at := strings.IndexByte(c.s[i:], '<')
		if at < 0 {
			return
		}
		i += at
		switch next := c.byteAt(i + 1); {
		case isLetter(next):
			i = c.startTag(i)
		case next == '/':
			i = c.endTag(i)
		case next == '!', next == '?':
			i = c.declaration(i)
		case next == 0:
			i = c.escape(i) // whatever is written after the text must not become a tag
		default:
			i++ // a browser shows it
		}
	}
}

func (c *cleaner) result() string {
	if c.done == 0 && c.out.Len() == 0 {
		return c.s
	}
	c.out.WriteString(c.s[c.done:])
	return c.out.String()
}

// replace writes with in the place of s[from:to].
func (c *cleaner) replace(from, to int, with string) {
	kept := c.s[c.done:from]
	if strings.HasSuffix(kept, "<") { // it must not begin a tag with what follows
		kept = kept[:len(kept)-1] + "&lt;"
		c.lost[Rewritten]++
	}
	c.out.WriteString(kept)
	c.out.WriteString(with)
	c.done = to
}

// cut cuts out s[from:to].
func (c *cleaner) cut(from, to int, kind Kind) int {
	c.lost[kind]++
	c.replace(from, to, "")
	return to
}

// escape makes text of the "<" at i.
func (c *cleaner) escape(i int) int {
	c.lost[Rewritten]++
	c.replace(i, i+1, "&lt;")
	return i + 1
}

// escapeRest makes text of the rest: at i begins a tag or a comment that does not end. A browser would show nothing of
// it.
func (c *cleaner) escapeRest(i int) int {
	for ; i < len(c.s); i++ {
		if next := c.byteAt(i + 1); c.s[i] == '<' && (opens(next) || next == 0) {
			c.escape(i)
		}
	}
	return i
}

// startTag reads the start tag at i.
func (c *cleaner) startTag(i int) int {
	name, end := tagName(c.s, i+1)
	el, known := c.element(i, name)
	if !known || el.raw && c.endless[name] {
		return c.escape(i)
	}
	t, ok := scanTag(c.s, end)
	switch {
	case !ok:
		return c.escapeRest(i)
	case el.raw:
		after := c.rawEnd(name, t.end)
		if after < 0 {
			return c.escape(i)
		}
		return c.cut(i, after, el.cut)
	case !el.served:
		if (name == "svg" || name == "math") && i >= c.foreign && !t.closed && !c.endless[name] {
			c.foreign = c.rawEnd(name, t.end)
		}
		return c.cut(i, t.end, el.cut)
	case t.simple:
		c.cutAttributes(i, name, el, t)
	default:
		c.rewrite(i, name, el, t)
	}
	return t.end
}

// endTag reads the end tag at i.
func (c *cleaner) endTag(i int) int {
	if !isLetter(c.byteAt(i + 2)) {
		return c.bogus(i)
	}
	name, end := tagName(c.s, i+2)
	el, known := c.element(i, name)
	if !known {
		return c.escape(i)
	}
	t, ok := scanTag(c.s, end)
	switch {
	case !ok:
		return c.escapeRest(i)
	case !el.served:
		return c.cut(i, t.end, el.cut)
	case !t.simple || len(t.attrs) > 0 || t.closed:
		c.lost[Rewritten]++
		c.replace(i, t.end, "</"+name+">")
	}
	return t.end
}

// element returns the rules of an element. It is unknown if HTML has none of this name: then the tag is text, such as
// the "<T>" of a generic type. A name with a hyphen or a colon is an element of an editor's own. Within svg and math,
// every name is an element's.
func (c *cleaner) element(i int, name string) (el element, known bool) {
	if el, known = elements[name]; known {
		return el, true
	}
	switch {
	case i < c.foreign && name != "":
		return element{cut: Element}, true
	case strings.Contains(name, "::"):
		return element{}, false
	}
	return element{cut: Element}, strings.ContainsAny(name, "-:")
}

// rawEnd returns the end of an element whose content is no HTML, after its next end tag. It is -1 if there is none.
func (c *cleaner) rawEnd(name string, from int) int {
	for i := from; ; {
		at := strings.Index(c.s[i:], "</")
		if at < 0 {
			break
		}
		i += at + 2
		found, end := tagName(c.s, i)
		if found != name {
			continue
		}
		if t, ok := scanTag(c.s, end); ok {
			return t.end
		}
		break
	}
	if c.endless == nil {
		c.endless = map[string]bool{}
	}
	c.endless[name] = true
	return -1
}

// declaration reads the comment or declaration at i.
func (c *cleaner) declaration(i int) int {
	rest := c.s[i:]
	switch {
	case strings.HasPrefix(rest, "<![CDATA["):
		end := strings.Index(rest, "]]>")
		if end < 0 {
			return c.escapeRest(i)
		}
		c.lost[Rewritten]++
		c.replace(i, i+end+len("]]>"), escapeAll(rest[len("<![CDATA["):end]))
		return c.done
	case !strings.HasPrefix(rest, "<!--"):
		return c.bogus(i)
	}
	end := commentEnd(rest)
	if end < 0 {
		return c.escapeRest(i)
	}
	// Without angle brackets inside, no browser ends it earlier.
	if !strings.HasSuffix(rest[:end], "-->") || strings.ContainsAny(rest[1:end-1], "<>") || end < len("<!---->") {
		return c.cut(i, i+end, Comment)
	}
	return i + end
}

// commentEnd returns the end of the comment at the beginning of s, -1 if it has none.
func commentEnd(s string) int {
	for _, short := range []string{"<!-->", "<!--->"} {
		if strings.HasPrefix(s, short) {
			return len(short)
		}
	}
	const opened = len("<!--")
	end := strings.Index(s[opened:], "--")
	for at := opened; end >= 0; end = strings.Index(s[at:], "--") {
		at += end
		for _, mark := range []string{"-->", "--!>"} {
			if strings.HasPrefix(s[at:], mark) {
				return at + len(mark)
			}
		}
		at++
	}
	return -1
}

// bogus reads a declaration that is no comment, such as <!doctype html>. It ends at the next ">".
func (c *cleaner) bogus(i int) int {
	end := strings.IndexByte(c.s[i:], '>')
	if end < 0 {
		return c.escapeRest(i)
	}
	return c.cut(i, i+end+1, Comment)
}

func (c *cleaner) byteAt(i int) byte {
	if i < len(c.s) {
		return c.s[i]
	}
	return 0
}

// opens reports whether a browser reads "<" before b as markup.
func opens(b byte) bool { return isLetter(b) || b == '/' || b == '!' || b == '?' }

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
