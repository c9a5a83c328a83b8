package highlight

import (
	"cmp"
	"slices"
	"strings"

	"vitrine/search"
	"vitrine/search/token"
)

// A Span is a matched part of a text. Spans do not overlap, and are in the order of the text.
type Span struct {
	Start, End int // bytes of the text: text[Start:End]; both lie between characters

	// Words are the words of the search that the part matches, as in Matcher.Words. They are several if the part is a
	// compound: tshirt matches "t shirt".
	Words []string
}

// A Matcher finds the words of one search in any number of texts. It is safe for concurrent use.
type Matcher struct {
	words []word
	names []string
}

// New returns the Matcher of a search. It reads as much of the search as search.Split. language is that of the texts,
// such as "en" or "tr", or "" if it is unknown; the rules do not depend on it yet.
func New(query, language string) *Matcher {
	_ = language
	m := &Matcher{}
	all := token.Own(strings.Join(search.Split(query), " "))
	all = all[:min(len(all), search.MaxWords)]
	for _, stops := range []bool{false, true} { // stop words count only if there are no others
		for i, t := range all {
			if token.Stop(t.Word) == stops || stops {
				m.words = append(m.words, newWord(all, i))
			}
		}
		if len(m.words) > 0 {
			break
		}
	}
	for _, w := range m.words {
		if !slices.Contains(m.names, w.typed) {
			m.names = append(m.names, w.typed)
		}
	}
	return m
}

// Match finds the words of a search in one text. For several texts, New is faster.
func Match(query, text, language string) []Span { return New(query, language).Match(text) }

// Words returns the words of the search, each once: folded, without stop words unless there are no others. A text
// matches fully if its spans have all of them.
func (m *Matcher) Words() []string { return m.names }

// Match returns the matched parts of a text. The text is plain: the caller removes HTML before, and escapes the parts
// afterwards. Of a word that begins with the last word of the search, only that beginning is a part. A word with a typing
// error matches if no word of the text matches the search as it was typed.
func (m *Matcher) Match(text string) []Span {
	if len(m.words) == 0 {
		return nil
	}
	all := token.Of(text)
	var found []Span
	for i := range m.words {
		found = m.words[i].find(found, text, all)
	}
	return merge(found)
}

// merge sorts spans. Of spans that overlap, it makes one.
func merge(found []Span) []Span {
	slices.SortStableFunc(found, func(a, b Span) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	out := found[:0]
	for _, s := range found {
		last := len(out) - 1
		if last < 0 || s.Start >= out[last].End {
			out = append(out, s)
			continue
		}
		o := &out[last]
		o.End = max(o.End, s.End)
		for _, w := range s.Words {
			if !slices.Contains(o.Words, w) {
				o.Words = append(o.Words, w)
			}
		}
	}
	return out
}
