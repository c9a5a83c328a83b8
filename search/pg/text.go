package pg

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/sql"
)

// Text is a text to search for.
type Text struct {
	words   []word
	guessed bool // words include their corrections
}

// word is one word of a Text.
type word struct {
	typed   string
	prefix  bool
	guesses []guess // possible corrections, the closest first
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
	return t
}

// Empty reports whether the text has no word and so finds nothing.
func (t Text) Empty() bool { return len(t.words) == 0 }

// Found returns the condition that each word is in one of q's vectors.
func (t Text) Found(q *search.Query) sql.Expr {
	return t.all(func(w word) sql.Expr { return w.found(q, "") })
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
	typed := make([]string, len(t.words))
	for i, w := range t.words {
		typed[i] = w.typed
	}
	s := strings.Join(typed, " ")
	name := nameColumn(q.Match[0])
	return sql.Expr{
		SQL: "CASE WHEN " + name + " = words(?) THEN 0 WHEN starts_with(" + name + ", words(?) || ' ') THEN 1" +
			" WHEN starts_with(" + name + ", words(?)) THEN 2 ELSE 3 END",
		Args: []any{s, s, s},
	}
}

func (t Text) match(q *search.Query) sql.Match {
	m := sql.Match{Where: t.Found(q)}
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
	if len(w.guesses) == 0 {
		return sql.Expr{SQL: typed, Args: []any{w.typed}}
	}
	guessed := make([]string, len(w.guesses))
	for i, g := range w.guesses {
		guessed[i] = "'" + g.word + "'" + last
	}
	s := strings.Join(guessed, " | ")
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
