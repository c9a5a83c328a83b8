package token

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/german"
)

// germanForms appends a German word without its endings: buch of bücher, lamp of lampe and of lampen. Umlauts do not
// count, so a word that was typed without them has the same form.
func germanForms(into []string, word, typed string) []string {
	if len(word) < 4 || len(word) > 40 {
		return into
	}
	env := snowballstem.NewEnv(strings.ToLower(typed))
	german.Stem(env)
	if s := fold(env.Current()); len(s) > 2 && s != word && !slices.Contains(into, s) {
		into = append(into, s)
	}
	return into
}
