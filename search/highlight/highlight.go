package highlight

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/search"
)

// A Span is a matched part of a text. Spans do not overlap, and are in the order of the text.
type Span struct {
	Start, End int    // bytes of the text: text[Start:End]; both lie between characters
	Words      []bool // for each of Matcher.Words, whether the part matches it
}

// A Matcher finds the words of one search in any number of texts. It is safe for concurrent use.
type Matcher struct {
	words    []word
	pairs    []word // neighbours in the search, written together: t and shirt match tshirt
	longest  int    // bytes of text that Match reads
	language string
}

// maxText is how many bytes of a text are compared with a search. Descriptions may be long, and a page shows many.
const maxText = 64 << 10

// New returns the Matcher of a search. It reads as much of the search as search.Words.
func New(query string) *Matcher { return With(query, "", nil) }

// With returns the Matcher of a search in a language such as "tr", with the synonyms of a tenant.
func With(query, language string, s *search.Settings) *Matcher {
	m := &Matcher{longest: maxText, language: language}
	var all []string
	for _, w := range search.Words(query) {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	if words := search.Words(query); len(words) > 0 { // its last word is the last here, even if it is repeated
		last := words[len(words)-1]
		all = append(slices.DeleteFunc(all, func(w string) bool { return w == last }), last)
	}
	others := othersOf(query, language, s)
	for i, w := range all {
		m.words = append(m.words, newWord(w, i, i == len(all)-1))
		m.words[i].forms, m.words[i].others = formsOf(w, language), others[w]
		if i > 0 {
			m.pairs = append(m.pairs, newWord(all[i-1]+w, i, i == len(all)-1))
		}
	}
	return m
}

// Words returns the words of the search, each once and folded. A text matches fully if its spans have all of them.
func (m *Matcher) Words() []string {
	out := make([]string, len(m.words))
	for i := range m.words {
		out[i] = m.words[i].text
	}
	return out
}

// Match returns the matched parts of a plain text. Of a word that begins with the last word of the search, only that
// beginning is a part. A word with a typing error matches if no word of the text matches the search as it was typed.
func (m *Matcher) Match(text string) []Span {
	if len(m.words) == 0 || text == "" {
		return nil
	}
	all := split(text[:boundary(text, m.longest)])
	spans := make([]Span, len(all)) // one for each word of the text; empty: it does not match
	found := make([]bool, len(m.words))
	note := func(at, start, end int, words ...int) {
		s := &spans[at]
		if s.Words == nil {
			s.Words, s.Start, s.End = make([]bool, len(m.words)), start, end
		}
		s.Start, s.End = min(s.Start, start), max(s.End, end)
		for _, w := range words {
			s.Words[w], found[w] = true, true
		}
	}
	for at, t := range all {
		for i := range m.words {
			w := &m.words[i]
			if end, ok := w.matches(text, t); ok {
				note(at, t.start, end, i)
			} else if at > 0 && w.joins(all[at-1], t) {
				note(at-1, all[at-1].start, all[at-1].end, i)
				note(at, t.start, t.end, i)
			} else if w.formed(text, t, m.language) {
				note(at, t.start, t.end, i)
			}
		}
		for i := range m.pairs {
			if end, ok := m.pairs[i].matches(text, t); ok {
				note(at, t.start, end, i, i+1)
			}
		}
	}
	for i := range m.words {
		for _, p := range m.words[i].others {
			for _, at := range m.phrase(p, text, all) {
				note(at, all[at].start, all[at].end, i)
			}
		}
	}
	for i := range m.words {
		if found[i] {
			continue
		}
		for at, t := range all {
			if m.words[i].resembles(t) {
				note(at, t.start, t.end, i)
			}
		}
	}
	return slices.DeleteFunc(spans, func(s Span) bool { return s.Words == nil })
}

// Missing returns the words of the search that no span has.
func (m *Matcher) Missing(spans []Span) int {
	missing := 0
	for i := range m.words {
		if !slices.ContainsFunc(spans, func(s Span) bool { return s.Words[i] }) {
			missing++
		}
	}
	return missing
}

// A textWord is a word of a text.
type textWord struct {
	start, end int
	folded     string
}

// split returns the words of a text, with their places.
func split(text string) []textWord {
	var all []textWord
	start := -1
	add := func(end int) {
		if start >= 0 {
			all = append(all, textWord{start, end, search.Fold(text[start:end])})
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case search.Separates(r):
			add(i)
		case start < 0:
			start = i
		}
	}
	add(len(text))
	return all
}

// boundary is the last place of a text between characters that is not after most bytes.
func boundary(text string, most int) int {
	if len(text) <= most {
		return len(text)
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return most
}

// Plain reports whether a text has a word at all.
func Plain(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !search.Separates(r) })
}
