package highlight

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/search"
	"vitrine/search/token"
)

// A word is one word of a search.
type word struct {
	typed  string   // folded
	terms  []string // terms that it matches: its own and those of compounds with its neighbours
	begin  []string // words that begin with any of these match, too
	splits bool     // it may match two words side by side: tshirt matches "t shirt"
}

func newWord(all []token.Token, i int) word {
	t := all[i]
	w := word{typed: t.Word, terms: []string{t.Term}, splits: !token.HasDigit(t.Word)}
	last := i == len(all)-1
	if last {
		w.begin = append(w.begin, t.Word)
	}
	for n := max(i, 1); n < min(i+2, len(all)); n++ { // compounds with the word before, and with the word after
		a, b := all[n-1].Word, all[n].Word
		if token.Stop(a) || token.Stop(b) {
			continue
		}
		w.terms = append(w.terms, token.Singular(a+b))
		if n == len(all)-1 {
			w.begin = append(w.begin, a+b)
		}
	}
	for _, x := range token.Of(around(all, i)) { // 10 kilo is 10kg, TB 4711 is TB4711
		if x.Word == t.Word || strings.HasPrefix(x.Term, t.Word) && token.HasDigit(x.Term) {
			w.terms = append(w.terms, x.Term)
		}
	}
	return w
}

// around returns a word with its neighbours.
func around(all []token.Token, i int) string {
	var parts []string
	for _, t := range all[max(0, i-1):min(len(all), i+2)] {
		parts = append(parts, t.Word)
	}
	return strings.Join(parts, " ")
}

// find appends the parts of a text that the word matches.
func (w *word) find(into []Span, text string, all []token.Token) []Span {
	was := len(into)
	for i, t := range all {
		switch {
		case slices.Contains(w.terms, t.Term) || slices.Contains(w.terms, t.Word):
			into = append(into, w.span(t.Start, t.End))
		case w.pairs(all, i):
			into = append(into, w.span(all[i-1].Start, t.End))
		default:
			for _, b := range w.begin {
				if strings.HasPrefix(t.Word, b) {
					into = append(into, w.span(t.Start, beginning(text, t, b)))
					break
				}
			}
		}
	}
	if len(into) > was {
		return into
	}
	if most := token.Typos(w.typed); most > 0 {
		typed, marks := []rune(w.typed), token.Letters(w.typed)
		for _, t := range all {
			// Most words lack too many of the letters and need no comparison.
			if bits.OnesCount64(marks&^token.Letters(t.Word)) <= most &&
				token.Distance(typed, []rune(t.Word), len(w.begin) > 0) <= most {
				into = append(into, w.span(t.Start, t.End))
			}
		}
	}
	return into
}

func (w *word) span(start, end int) Span { return Span{start, end, []string{w.typed}} }

// pairs reports whether token i and the one before it are the two parts of the word.
func (w *word) pairs(all []token.Token, i int) bool {
	if !w.splits || i == 0 || all[i].Extra || all[i-1].Extra || token.Stop(all[i-1].Word) {
		return false
	}
	rest, ok := strings.CutPrefix(w.typed, all[i-1].Word)
	return ok && len(rest) > 1 && token.Singular(rest) == all[i].Term
}

// beginning returns the end of the part of a token that folds into b. It is the end of the token if no part does.
func beginning(text string, t token.Token, b string) int {
	for i, r := range text[t.Start:t.End] {
		end := t.Start + i + utf8.RuneLen(r)
		if r == utf8.RuneError || end >= t.End {
			break
		}
		if next, _ := utf8.DecodeRuneInString(text[end:]); unicode.Is(unicode.M, next) {
			continue
		}
		if f := search.Fold(text[t.Start:end]); clean(f) == b {
			return end
		}
	}
	return t.End
}

// clean returns the word characters of a folded text, as a compound has them: tshi of t-shi.
func clean(f string) string {
	return strings.Map(func(r rune) rune {
		if search.Separates(r) {
			return -1
		}
		return r
	}, f)
}
