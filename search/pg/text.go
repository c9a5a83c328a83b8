package pg

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/sql"
)

// Text is a text to search for.
type Text struct {
	typed   string   // all words
	words   []word   // without the tenant's stop words
	guessed bool     // words include their corrections
	pins    []string // ids of rows that come first and need not match
}

// word is one word of a Text.
type word struct {
	typed   string
	prefix  bool
	guesses []guess    // possible corrections, the closest first
	others  [][]string // synonyms: a row may have all words of one of them instead
}

// Typed returns the text without spelling correction. The last word is a prefix, the others are whole.
func Typed(s string) Text {
	var t Text
	for _, w := range search.Split(s) {
		t.words = append(t.words, word{typed: w})
	}
	if n := len(t.words); n > 0 {
		t.words[n-1].prefix = true
	}
	t.typed = t.join()
	return t
}

// join returns the words, separated by spaces.
func (t Text) join() string {
	typed := make([]string, len(t.words))
	for i, w := range t.words {
		typed[i] = w.typed
	}
	return strings.Join(typed, " ")
}

// textOf returns the text of a query, with the settings of the tenant.
func textOf(q *search.Query) Text {
	t := Typed(q.Text)
	if q.Settings == nil || q.Named {
		return t
	}
	t.pins = q.Settings.Pinned(q.Kind, q.Text)
	type key struct{}
	rules := q.Settings.Rules(key{}, func(text string) search.Phrase { return phraseOf(search.Words(text)) })
	if rules != nil {
		folded := make([]string, len(t.words))
		for i, w := range t.words {
			folded[i] = search.Fold(w.typed)
		}
		for i, phrases := range rules.Of(phraseOf(folded)) {
			for _, p := range phrases {
				words := make([]string, len(p))
				for j := range p {
					words[j] = p[j].Forms[0]
				}
				t.words[i].others = append(t.words[i].others, words)
			}
		}
	}
	stops := q.Settings.Stops()
	kept := slices.DeleteFunc(slices.Clone(t.words), func(w word) bool { return stops[search.Fold(w.typed)] })
	if len(kept) > 0 {
		t.words = kept
	}
	return t
}

// phraseOf returns folded words, each in one form.
func phraseOf(words []string) search.Phrase {
	p := make(search.Phrase, len(words))
	for i, w := range words {
		p[i].Forms = []string{w}
	}
	return p
}

// Empty reports whether the text has no word and so finds nothing.
func (t Text) Empty() bool { return len(t.words) == 0 }

// Found returns the condition that each word is in one of q's vectors.
func (t Text) Found(q *search.Query) sql.Expr {
	return t.all(func(w word) sql.Expr { return w.found(q, "") })
}

// FoundBeside is Found, but a word may also be in other texts of a row. beside returns the ids of the rows that have a
// word there; prefix tells that the word may be a beginning.
func (t Text) FoundBeside(q *search.Query, beside func(word string, prefix bool) []string) sql.Expr {
	return t.all(func(w word) sql.Expr {
		return sql.Or(w.found(q, ""), sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{beside(w.typed, w.prefix)}})
	})
}

// Named returns the condition that each word is in a name: the row's own or a related row's.
func (t Text) Named(q *search.Query) sql.Expr {
	return t.all(func(w word) sql.Expr { return w.found(q, nameOnly) })
}

// Related returns the condition that any word is in the name of a related row; empty if q has none. If q describes the
// related table, the condition is on the row's key alone, so that Postgres can use an index.
func (t Text) Related(q *search.Query) sql.Expr {
	var any []sql.Expr
	for _, w := range t.words {
		for _, v := range q.Match[1:] {
			cond := w.inRelated(q, v)
			if cond.SQL == "" {
				cond = matches(v, w.query(nameOnly))
			}
			any = append(any, cond)
		}
	}
	return sql.Or(any...)
}

// Class returns the rank of a row by its name: 0 if the name is the text, 1 if it starts with the words of the text, 2
// if it starts with the text, otherwise 3.
func (t Text) Class(q *search.Query) sql.Expr {
	s := t.typed
	name := nameColumn(q.Match[0])
	return sql.Expr{
		SQL: "CASE WHEN " + name + " = words(?) THEN 0 WHEN starts_with(" + name + ", words(?) || ' ') THEN 1" +
			" WHEN starts_with(" + name + ", words(?)) THEN 2 ELSE 3 END",
		Args: []any{s, s, s},
	}
}

func (t Text) match(q *search.Query) sql.Match {
	m := sql.Match{Where: t.Found(q)}
	if len(t.pins) > 0 {
		m.Where = sql.Or(m.Where, sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{t.pins}})
	}
	if q.Sorted {
		return m
	}
	first := t.Class(q)
	if t.guessed { // no name starts with the text: the closest corrections first
		first = t.nearest().Found(q)
		first.SQL = "(" + first.SQL + ") IS NOT TRUE"
	}
	weight := t.weight(q)
	m.Rank = sql.Expr{SQL: first.SQL + ", " + weight.SQL + " DESC", Args: append(first.Args, weight.Args...)}
	if len(t.pins) > 0 { // NULL comes last
		m.Rank.SQL = "array_position(?::text[], " + q.ID + "), " + m.Rank.SQL
		m.Rank.Args = append([]any{t.pins}, m.Rank.Args...)
	}
	return m
}

// weight returns the sum of ts_rank over a row's vectors. Only whole words count, corrections as much as the original,
// because a prefix occurs in too many words of a row.
func (t Text) weight(q *search.Query) sql.Expr {
	var sum sql.Expr
	for i, v := range q.Match {
		var any sql.Expr
		// One word is repeated: ts_rank ranks an OR by its words, but a lone AND by their distance.
		for _, w := range append(t.words[:len(t.words):len(t.words)], t.words[0]) {
			as := w.whole().query("")
			if any.SQL != "" {
				any.SQL += " || "
			}
			any.SQL += as.SQL
			any.Args = append(any.Args, as.Args...)
		}
		if i > 0 {
			sum.SQL += " + "
		}
		sum.SQL += "coalesce(ts_rank(" + v + ", " + any.SQL + "), 0)"
		sum.Args = append(sum.Args, any.Args...)
	}
	return sum
}

func (t Text) all(cond func(word) sql.Expr) sql.Expr {
	conds := make([]sql.Expr, len(t.words))
	for i, w := range t.words {
		conds[i] = cond(w)
	}
	return sql.And(conds...)
}

// nameOnly is the weight of names.
const nameOnly = "A"

// found returns the condition that w is in one of q's vectors, restricted to a weight if one is given.
func (w word) found(q *search.Query, weight string) sql.Expr {
	any := []sql.Expr{matches(q.Match[0], w.query(weight))}
	for _, v := range q.Match[1:] {
		// The condition on the key is redundant, but Postgres can use an index for it. An OR over two tables has none.
		any = append(any, sql.And(w.inRelated(q, v), matches(v, w.query(nameOnly))))
	}
	return sql.Or(any...)
}

// inRelated returns the condition that the name of the related row with the vector v contains w; empty if q does not
// describe the related table.
func (w word) inRelated(q *search.Query, v string) sql.Expr {
	r, ok := relatedTo(q, v)
	if !ok {
		return sql.Expr{}
	}
	as := w.query(nameOnly)
	_, column, _ := strings.Cut(v, ".")
	return sql.Expr{
		SQL: r.Key + " = ANY(ARRAY(SELECT r.id FROM " + pgx.Identifier{r.Kind}.Sanitize() +
			" r WHERE r.tenant_id = $1 AND r." +
			column + " @@ " + as.SQL + "))",
		Args: as.Args,
	}
}

// query returns w as a tsquery. Postgres folds the word with the function of the rows and may split it. A word without
// letters becomes NULL and matches nothing.
func (w word) query(weight string) sql.Expr {
	inner, last := "", ""
	if weight != "" {
		inner, last = ":"+weight, ":"+weight
	}
	if w.prefix {
		last = ":*" + weight
	}
	typed := "to_tsquery('simple', replace(nullif(words(?), ''), ' ', '" + inner + " & ') || '" + last + "')"
	if len(w.guesses)+len(w.others) == 0 {
		return sql.Expr{SQL: typed, Args: []any{w.typed}}
	}
	instead := make([]string, 0, len(w.guesses)+len(w.others))
	for _, g := range w.guesses {
		instead = append(instead, "'"+g.word+"'"+last)
	}
	for _, words := range w.others { // folded words have no quotation marks
		instead = append(instead, "('"+strings.Join(words, "'"+inner+" & '")+"'"+inner+")")
	}
	s := strings.Join(instead, " | ")
	return sql.Expr{
		SQL:  "coalesce(" + typed + " || to_tsquery('simple', ?), to_tsquery('simple', ?))",
		Args: []any{w.typed, s, s},
	}
}

// whole returns w as a whole word.
func (w word) whole() word {
	w.prefix = false
	return w
}

func matches(vector string, query sql.Expr) sql.Expr {
	return sql.Expr{SQL: vector + " @@ " + query.SQL, Args: query.Args}
}

func relatedTo(q *search.Query, vector string) (search.Related, bool) {
	alias, _, _ := strings.Cut(vector, ".")
	for _, r := range q.Related {
		if r.Alias == alias {
			return r, true
		}
	}
	return search.Related{}, false
}

// nameColumn returns the column with the folded words of the names in a vector.
func nameColumn(vector string) string {
	alias, _, _ := strings.Cut(vector, ".")
	return alias + ".search_words"
}
