package markup

import (
	"strings"
)

// A tag is a tag after its name. attrs are its attributes in their order, repeated ones included.
type tag struct {
	attrs  []attr
	end    int  // the place after ">"
	closed bool // it ends with "/>"
	simple bool // its syntax is such that every browser reads it in the same way
}

// An attr is an attribute: s[from:to] with the white space before it.
type attr struct {
	from, to int
	name     string // in lower case
	value    string // as it is written, without quotation marks
}

// longestName is the length limit of names of elements, in bytes. A longer one is unknown.
const longestName = 32

// tagName reads the name of an element at i, in lower case, and returns its end. The name is empty if it is none.
func tagName(s string, i int) (name string, end int) {
	end = i
	for end < len(s) && end-i <= longestName && (isLetter(s[end]) || isDigit(s[end]) || s[end] == '-' || s[end] == ':') {
		end++
	}
	if end == i || end < len(s) && !isSpace(s[end]) && s[end] != '/' && s[end] != '>' {
		return "", end
	}
	return strings.ToLower(s[i:end]), end
}

// scanTag reads a tag from the end of its name. It reports false if the tag does not end. The rules are those of
// browsers (HTML, section 13.2.5).
func scanTag(s string, i int) (t tag, ok bool) {
	t.simple = true
	for {
		start := i
		if i = skipSpace(s, i); i == len(s) {
			return t, false
		}
		switch s[i] {
		case '>':
			t.end = i + 1
			return t, true
		case '/':
			i++
			if i < len(s) && s[i] == '>' {
				t.end, t.closed = i+1, true
				return t, true
			}
			t.simple = false
			continue
		}
		a, after, ok := scanAttribute(s, i, &t)
		if !ok {
			return t, false
		}
		if i == start { // no white space before it
			t.simple = false
		}
		a.from, a.to = start, after
		t.attrs = append(t.attrs, a)
		i = after
	}
}

// scanAttribute reads the attribute at i and returns its end.
func scanAttribute(s string, i int, t *tag) (a attr, end int, ok bool) {
	end = i + 1 // a "=" in the first place is part of the name
	for end < len(s) && !isSpace(s[end]) && s[end] != '/' && s[end] != '>' && s[end] != '=' {
		end++
	}
	a.name = strings.ToLower(s[i:end])
	t.simple = t.simple && isAttributeName(a.name)
	value := skipSpace(s, end)
	if value == len(s) || s[value] != '=' {
		return a, end, true
	}
	if value = skipSpace(s, value+1); value == len(s) {
		return a, 0, false
	}
	switch quote := s[value]; quote {
	case '"', '\'':
		length := strings.IndexByte(s[value+1:], quote)
		if length < 0 {
			return a, 0, false
		}
		a.value = s[value+1 : value+1+length]
		return a, value + length + 2, true
	case '>':
		t.simple = false
		return a, value, true
	}
	for end = value; end < len(s) && !isSpace(s[end]) && s[end] != '>'; end++ {
	}
	a.value = s[value:end]
	t.simple = t.simple && !strings.ContainsAny(a.value, "\"'`=<")
	return a, end, true
}

// isAttributeName reports whether a name consists of letters, digits, hyphens, underscores, colons and dots.
func isAttributeName(name string) bool {
	for i := range len(name) {
		if b := name[i]; !isLetter(b) && !isDigit(b) && b != '-' && b != '_' && b != ':' && b != '.' {
			return false
		}
	}
	return true
}

// cutAttributes cuts out the attributes of the tag at i that are not served. A tag that ends with "/>" is written
// again: the "/" must not become a part of the value before it.
func (c *cleaner) cutAttributes(i int, name string, el element, t tag) {
	for _, a := range t.attrs {
		kind, served := el.serves(a)
		switch {
		case served:
		case t.closed:
			c.rewrite(i, name, el, t)
			return
		default:
			c.cut(a.from, a.to, kind)
		}
	}
}

// rewrite writes the tag at i again, in the simplest syntax, with the attributes that are served.
func (c *cleaner) rewrite(i int, name string, el element, t tag) {
	var b strings.Builder
	b.WriteString("<" + name)
	for _, a := range t.attrs {
		if kind, served := el.serves(a); !served {
			c.lost[kind]++
			continue
		}
		b.WriteString(" " + a.name + `="` + strings.ReplaceAll(a.value, `"`, "&#34;") + `"`)
	}
	b.WriteByte('>')
	c.lost[Rewritten]++
	c.replace(i, t.end, b.String())
}

func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
