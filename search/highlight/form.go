package highlight

import (
	"slices"

	"vitrine/search"
	"vitrine/search/token"
)

// formsOf returns a folded word and its other forms.
func formsOf(w, language string) []string { return append([]string{w}, token.Forms(w, w, language)...) }

// alike is the number of bytes at the beginning that two forms of one word share.
const alike = 2

// formed reports whether a word of the text and the word are forms of one word.
func (w *word) formed(text string, t textWord, language string) bool {
	return shares(w.forms, text, t, language)
}

func shares(forms []string, text string, t textWord, language string) bool {
	if slices.Contains(forms, t.folded) {
		return true
	}
	if len(t.folded) < alike || len(forms[0]) < alike || t.folded[:alike] != forms[0][:alike] {
		return false // Fast path: nearly all words of a text.
	}
	return slices.ContainsFunc(token.Forms(t.folded, text[t.start:t.end], language),
		func(f string) bool { return slices.Contains(forms, f) })
}

// phrase returns the words of the text that a synonym has; nil if the text lacks one of its words.
func (m *Matcher) phrase(p search.Phrase, text string, all []textWord) (at []int) {
	for _, term := range p {
		before := len(at)
		for i, t := range all {
			if shares(term.Forms, text, t, m.language) {
				at = append(at, i)
			}
		}
		if len(at) == before {
			return nil
		}
	}
	return at
}

// rulesKey identifies synonyms as this package reads them, in a language.
type rulesKey string

// othersOf returns the synonyms of the words of a search.
func othersOf(query, language string, s *search.Settings) map[string][]search.Phrase {
	if s == nil {
		return nil
	}
	read := func(text string) search.Phrase {
		var p search.Phrase
		for _, w := range search.Words(text) {
			p = append(p, search.Term{Forms: formsOf(w, language)})
		}
		return p
	}
	rules := s.Rules(rulesKey(language), read)
	if rules == nil {
		return nil
	}
	all := map[string][]search.Phrase{}
	words := read(query)
	for i, phrases := range rules.Of(words) {
		w := words[i].Forms[0]
		all[w] = append(all[w], phrases...)
	}
	return all
}
