package token

import (
	"math/bits"
	"slices"
	"strings"
)

// A Match tells how a word of a search matches a token. Greater is better.
type Match int

// The ways to match.
const (
	No        Match = iota
	Typo            // with typing errors, also at the beginning of a token for the last word of a search
	Beginning       // the token begins with the word, which is the last of the search
	Form            // a plural, a suffix, another spelling of a unit, or a compound with a neighbour
	Exact
)

// Matches compares a word of a search with a token of a text. A typing error counts only in a text without a better
// match, which the caller decides: that comparison is by far the slowest.
func (w *Word) Matches(t *Token) Match {
	if m := w.equals(t); m != No {
		return m
	}
	for _, b := range w.Begins {
		if strings.HasPrefix(t.Word, b) {
			return Beginning
		}
	}
	if w.Near(t.Word) {
		return Typo
	}
	return No
}

func (w *Word) equals(t *Token) Match {
	switch {
	case t.Word == w.Text:
		return Exact
	case slices.Contains(w.Forms, t.Word):
		return Form
	}
	for _, f := range t.Forms {
		if slices.Contains(w.Forms, f) {
			return Form
		}
	}
	return No
}

// Pairs reports whether the word is the compound of two tokens side by side: tshirt of "t shirt".
func (w *Word) Pairs(a, b *Token) bool {
	if a.Extra || b.Extra || len(w.Text) > longest {
		return false
	}
	rest, ok := strings.CutPrefix(w.Text, a.Word)
	return ok && slices.Contains(w.Splits, [2]string{a.Word, rest}) && (rest == b.Word || slices.Contains(b.Forms,
		Singular(rest)) || Singular(rest) == b.Word)
}

// Near reports whether the word is another word with typing errors.
func (w *Word) Near(word string) bool { return w.Edits(word) <= w.Typos }

// Edits returns the number of typing errors that turn the word into another one, or into its beginning if the word is
// the last of a search. It is more than w.Typos if there are too many.
func (w *Word) Edits(word string) int {
	if w.Typos == 0 || len(word) == 0 || isDigit(word[0]) {
		return w.Typos + 1
	}
	// Most words lack too many of the letters and need no comparison.
	if bits.OnesCount64(Letters(w.Text)&^Letters(word)) > w.Typos {
		return w.Typos + 1
	}
	return Distance([]rune(w.Text), []rune(word), w.Unfinished())
}
