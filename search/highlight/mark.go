package highlight

import (
	"html"
	"strings"
)

// Tags are the marks around a matched part. They are data: nothing reads them as markup here.
type Tags struct{ Pre, Post string }

// Mark returns a text with tags around its spans.
func Mark(text string, spans []Span, tags Tags) string {
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(spans)*(len(tags.Pre)+len(tags.Post)))
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteString(tags.Pre)
		b.WriteString(text[s.Start:s.End])
		b.WriteString(tags.Post)
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// HTML returns a plain text as HTML with its spans in mark elements. Everything else of the text is escaped, so the
// result is safe wherever HTML may have text.
func HTML(text string, spans []Span) string { return Element(text, spans, "mark") }

// Element is like HTML, with another element. The caller must have checked its name.
func Element(text string, spans []Span, name string) string {
	var b strings.Builder
	b.Grow(len(text) + len(spans)*(len("<></>")+2*len(name)))
	at := 0
	for _, s := range spans {
		b.WriteString(html.EscapeString(text[at:s.Start]))
		b.WriteString("<" + name + ">")
		b.WriteString(html.EscapeString(text[s.Start:s.End]))
		b.WriteString("</" + name + ">")
		at = s.End
	}
	b.WriteString(html.EscapeString(text[at:]))
	return b.String()
}

// Whole reports whether spans cover every word of a text.
func Whole(text string, spans []Span) bool {
	at := 0
	for _, s := range spans {
		if Plain(text[at:s.Start]) {
			return false
		}
		at = s.End
	}
	return len(spans) > 0 && !Plain(text[at:])
}

// Snippet returns the part of a text of at most some words that has the most words of the search, the earliest of
// them, with the spans that lie in it. ellipsis stands where the text goes on. A text with fewer words is returned
// whole.
func Snippet(text string, spans []Span, words int, ellipsis string) (string, []Span) {
	all := split(text)
	words = max(words, 1)
	if len(all) <= words {
		return text, spans
	}
	first := best(all, spans, words)
	last := first + words - 1
	start, end := all[first].start, all[last].end
	if first == 0 {
		start = 0
	}
	before, after := "", ellipsis
	if first > 0 {
		before = ellipsis
	}
	if last == len(all)-1 {
		end, after = len(text), ""
	}
	var in []Span
	for _, s := range spans {
		if s.Start >= start && s.End <= end {
			s.Start, s.End = s.Start-start+len(before), s.End-start+len(before)
			in = append(in, s)
		}
	}
	return before + text[start:end] + after, in
}

// best is the first word of the window with the most different words of the search. A match stands after a quarter of
// the window if it can.
func best(all []textWord, spans []Span, words int) int {
	if len(spans) == 0 {
		return 0
	}
	first, most := 0, 0
	last := len(all) - words
	next := 0 // word of the text
	for i := range spans {
		for next < len(all) && all[next].end <= spans[i].Start {
			next++
		}
		if next == len(all) {
			break
		}
		from := min(max(next-words/4, 0), last)
		if n := different(spans[i:], all[from+words-1].end); n > most {
			first, most = from, n
		}
	}
	return first
}

// different is the number of different words of the search in the spans that end before a place.
func different(spans []Span, end int) (n int) {
	var seen []bool
	for _, s := range spans {
		if s.End > end {
			break
		}
		if seen == nil {
			seen = make([]bool, len(s.Words))
		}
		for i, has := range s.Words {
			if has && !seen[i] {
				seen[i] = true
				n++
			}
		}
	}
	return n
}
