package pg

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/sql"
)

// Text is what a reader typed, as Postgres looks for it.
type Text struct {
	words   []word
	guessed bool // each word stands for its guesses too
}

// word is one of a Text's.
type word struct {
	typed   string
	prefix  bool
	guesses []guess // what else it may mean, the nearest first
}

// Typed is the text as typed: the last word a beginning, the others whole.
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

// Empty reports whether the text has no word, and so finds nothing.
func (t Text) Empty() bool { return len(t.words) == 0 }

// Found is the condition that each word is found in one of q's vectors.
func (t Text) Found(q *search.Query) sql.Expr {
	return t.all(func(w word) sql.Expr { return w.found(q, "") })
}

// Named is the condition that each word is found in a name: the row's own or a related row's.
func (t Text) Named(q *search.Query) sql.Expr {
	return t.all(func(w word) sql.Expr { return w.found(q, nameOnly) })
}

// Related is the condition that some word is found in the name of a related row; empty if q has none. Where q says how
// they are related, the row's key alone decides, so that an index finds what it holds for.
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

// Class ranks a row by its name alone: 0 if it is the text, 1 if it begins with the text's words, 2 if it begins with
// the text, else 3.
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
	if t.guessed { // no name begins with the text: the nearest guesses first
		first = t.nearest().Found(q)
		first.SQL = "(" + first.SQL + ") IS NOT TRUE"
	}
	weight := t.weight(q)
	m.Rank = sql.Expr{SQL: first.SQL + ", " + weight.SQL + " DESC", Args: append(first.Args, weight.Args...)}
	return m
}

// weight is how well a row matches: ts_rank of its vectors, summed. Only whole words count, those that are meant as
// much as those typed: a beginning is in so many words of one row that it says little of it.
func (t Text) weight(q *search.Query) sql.Expr {
	var sum sql.Expr
	for i, v := range q.Match {
		var any sql.Expr
		for _, w := range append(t.words[:len(t.words):len(t.words)], t.words[0]) { // once more: an OR is ranked by its words, a lone AND by their distance
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

// nameOnly restricts a word to the lexemes of names.
const nameOnly = "A"

// found is the condition that w is found in one of q's vectors; in names only, if weight says so.
func (w word) found(q *search.Query, weight string) sql.Expr {
	any := []sql.Expr{matches(q.Match[0], w.query(weight))}
	for _, v := range q.Match[1:] {
		// The key is asked for beside the vector: it says nothing new, but an index finds it, and an OR over two tables
		// would have none.
		any = append(any, sql.And(w.inRelated(q, v), matches(v, w.query(nameOnly))))
	}
	return sql.Or(any...)
}

// inRelated is the condition that the row's related row, whose vector is v, has a name with w in it; empty if q does
// not say how they are related.
func (w word) inRelated(q *search.Query, v string) sql.Expr {
	r, ok := relatedTo(q, v)
	if !ok {
		return sql.Expr{}
	}
	as := w.query(nameOnly)
	_, column, _ := strings.Cut(v, ".")
	return sql.Expr{
		SQL: r.Key + " = ANY(ARRAY(SELECT r.id FROM " + pgx.Identifier{r.Kind}.Sanitize() + " r WHERE r.tenant_id = $1 AND r." +
			column + " @@ " + as.SQL + "))",
		Args: as.Args,
	}
}

// query is w as a tsquery. Postgres folds what was typed, with the function that folded the rows, and may find several
// words in it. A word it finds no letter in becomes NULL, which matches nothing.
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

// whole is w, but no beginning.
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

// nameColumn is where the folded words of the names lie that a vector was made of.
func nameColumn(vector string) string {
	alias, _, _ := strings.Cut(vector, ".")
	return alias + ".search_words"
}
