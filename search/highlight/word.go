package highlight

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/edits"
	"vitrine/search"
	"vitrine/search/token"
)

// A word is one word of a search.
type word struct {
	text   string // folded
	runes  []rune
	at     int  // its place in the search
	begins bool // words that begin with it match too
	forms  []string
	others []search.Phrase // synonyms
	typos  int             // how many typing errors it may have
}

func newWord(folded string, at int, last bool) word {
	return word{text: folded, runes: []rune(folded), at: at, begins: last, typos: token.Typos(folded)}
}

// matches reports whether a word of the text matches, and up to which byte.
func (w *word) matches(text string, t textWord) (end int, ok bool) {
	switch {
	case t.folded == w.text:
		return t.end, true
	case w.begins && strings.HasPrefix(t.folded, w.text):
		return w.beginning(text, t), true
	}
	return 0, false
}

// joins reports whether two neighbours of the text are the two parts of the word: tshirt matches t-shirt.
func (w *word) joins(a, b textWord) bool {
	rest, ok := strings.CutPrefix(w.text, a.folded)
	return ok && rest != "" && (rest == b.folded || w.begins && len(rest) > 1 && strings.HasPrefix(b.folded, rest))
}

// resembles reports whether a word of the text is the word without its typing errors.
func (w *word) resembles(t textWord) bool {
	if w.typos == 0 {
		return false
	}
	other := []rune(t.folded)
	if len(other) < len(w.runes)-w.typos || !w.begins && len(other) > len(w.runes)+w.typos {
		return false
	}
	if most := len(w.runes) + w.typos; len(other) > most {
		other = other[:most]
	}
	least := edits.Least(w.runes, other)
	if !w.begins {
		return least[len(other)] <= w.typos
	}
	for n, d := range least {
		if d <= w.typos && n > 0 {
			return true
		}
	}
	return false
}

// beginning returns the end of the part of a word of the text that folds into the word.
func (w *word) beginning(text string, t textWord) int {
	for i, r := range text[t.start:t.end] {
		end := t.start + i + utf8.RuneLen(r)
		if r == utf8.RuneError || end >= t.end {
			break
		}
		if next, _ := utf8.DecodeRuneInString(text[end:]); unicode.Is(unicode.M, next) {
			continue
		}
		if f := search.Fold(text[t.start:end]); len(f) >= len(w.text) {
			return end
		}
	}
	return t.end
}
