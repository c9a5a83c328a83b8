package token

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/edits"
)

// The limits of typing errors, for all engines and for highlights. They are those that Meilisearch publishes.
const (
	OneTypo  = 5 // letters from which a word may have one edit
	TwoTypos = 9 // letters from which a word may have two

	mostEdits = 32 // letters above which a word may have none
)

// Typos returns the number of edits that a folded word may have. A word with a digit is a number or a model number and
// may have none.
func Typos(w string) int {
	n := utf8.RuneCountInString(w)
	first, _ := utf8.DecodeRuneInString(w)
	switch {
	case n < OneTypo || n > mostEdits || HasDigit(w) || !unicode.IsLetter(first):
		return 0
	case n < TwoTypos:
		return 1
	}
	return 2
}

// Letters returns a bit mask of the letters of a word. Several letters share a bit. A word lacks no more of another
// word's bits than there are edits between them.
func Letters(w string) (marks uint64) {
	for _, r := range w {
		marks |= 1 << (r & 63)
	}
	return marks
}

// Distance returns the number of edits that turn typed into a word, or with prefix into a beginning of it. As in
// Meilisearch, another first letter counts as two edits, unless the first two letters are swapped.
func Distance(typed, word []rune, prefix bool) int {
	if len(typed) == 0 || len(word) == 0 {
		return max(len(typed), len(word))
	}
	var n int
	if prefix {
		n = slices.Min(edits.Least(typed, word[:min(len(word), len(typed)+2)]))
	} else {
		n = edits.Least(typed, word)[len(word)]
	}
	if n == 1 && word[0] != typed[0] && (len(typed) < 2 || word[0] != typed[1]) {
		n++
	}
	return n
}
