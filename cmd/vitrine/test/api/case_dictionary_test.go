package api

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// dictionaryCase is the case of the module dictionary; see case_test.go.
var dictionaryCase = moduleCase{
	kinds: []string{"dictionary_term"},
	texts: map[string]searchedText{"dictionary_term": {names: []string{"term"}, prose: []string{"definition"}}},
	views: []viewCase{
		{path: "/dictionary", answer: inPages(wordShape),
			oracle: &oracleList{table: "dictionary_term", shown: published, order: []oracleKey{by("position"), by("term")},
				searched: true,
				sorts:    map[string]oracleKey{"name": by("term"), "createdAt": by("created_at")},
				filters:  []oracleFilter{beginning, inLanguage}},
			golden: []string{
				"atelier /v1/dictionary?limit=2",
				"atelier /v1/dictionary?limit=2&page=2",
				"atelier /v1/dictionary?letter=%C5%9F", // ş is a letter of its own
				"atelier /v1/dictionary?letter=S&limit=2",
				"atelier /v1/dictionary?limit=1&search=tuval",
				"atelier /v1/dictionary?limit=1&language=en",
				"atelier /v1/dictionary?limit=1&sort=name",
				"atelier /v1/dictionary?limit=1&sort=createdAt",
			}},
		{path: "/dictionary/{slug}", answer: alone(wordShape),
			golden: []string{
				"atelier /v1/dictionary/sovale",
				"demo /v1/dictionary/sovale",
			}},
	},
}

var (
	wordShape = isRecord(must("id", isID), must("slug", isFilled), must("term", isFilled), must("definition", isHTML),
		must("relatedTerms", isArrayOf(isRecord(must("term", isFilled), must("slug", isFilled)))))
)

// beginning keeps terms that begin with a letter.
var beginning = oracleFilter{name: "letter",
	keeps: func(_ *oracle, values []string) func(oracleRow) bool {
		return func(r oracleRow) bool { return oracleInitial(r.text("term")) == oracleInitial(values[0]) }
	},
	try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
		initial := oracleInitial(near.text("term"))
		return []string{
			anyOf(r, []string{initial, strings.ToUpper(initial),
				orNot(r, initial, anyOf(r, []string{"I", "İ", "ı", "i", "Ç", "c", "s", "Ж", "7"}))})}
	}}

// oracleInitial returns the first letter of a term: case is folded, İ and i are one letter, ı is another, accents are
// kept.
func oracleInitial(term string) string {
	letter, _ := utf8.DecodeRuneInString(norm.NFC.String(strings.TrimSpace(term)))
	if letter == 'İ' {
		letter = 'i'
	}
	return string(unicode.ToLower(letter))
}
