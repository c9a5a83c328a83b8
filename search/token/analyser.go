package token

import (
	"slices"
	"strings"
)

// An Analyser analyses many texts. It keeps the forms of words, because finding Turkish and German ones takes longer
// than all the rest, and texts share most of their words. Its zero value is ready. One goroutine may use it at a time.
type Analyser struct {
	known map[spelling][]string
}

// A spelling is a word, folded and as it was written, and its language. They decide its forms.
type spelling struct{ word, typed, lang string }

// mostKnown is the number of words whose forms are kept, about 150 bytes each.
const mostKnown = 20_000

// Analyse is like the function Analyse. The forms of its tokens must not be changed.
func (a *Analyser) Analyse(text, lang string) []Token { return analyse(text, language(lang), a.forms) }

func (a *Analyser) forms(word, typed, lang string) []string {
	if lang != Turkish && lang != German {
		return forms(nil, word, typed, lang) // as fast as finding them among the known ones
	}
	if f, ok := a.known[spelling{word, typed, lang}]; ok {
		return f
	}
	word, typed = strings.Clone(word), strings.Clone(typed) // without the text that they are part of
	f := slices.Clip(forms(nil, word, typed, lang))
	if a.known == nil || len(a.known) >= mostKnown {
		a.known = map[spelling][]string{}
	}
	a.known[spelling{word, typed, lang}] = f
	return f
}
