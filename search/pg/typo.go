package pg

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/edits"
	"vitrine/search"
	"vitrine/search/sql"
	"vitrine/search/token"
)

const (
	swaps   = 8  // length up to which swapped neighbours leave too few common trigrams
	perWord = 16 // corrections of a word
	perName = 200
)

// guess is a possible correction of a word, or of its beginning.
type guess struct {
	word  string
	edits int
	known bool // a name has the word
}

// guess makes every word a prefix and reads its corrections from the names of rows and related rows, in one round trip.
func (t *Text) guess(ctx context.Context, db search.DB, q *search.Query) error {
	t.guessed = true
	var batch pgx.Batch
	var failed error
	for i := range t.words {
		w := &t.words[i]
		w.prefix = true
		folded := search.Fold(w.typed)
		edits := token.Typos(folded)
		if edits == 0 {
			continue
		}
		w.guesses = swapped(folded)
		// The setting lasts until the next word or the end of the transaction.
		batch.Queue("SELECT set_config('pg_trgm.word_similarity_threshold', $1, true)", fmt.Sprint(alike(folded, edits)))
		for _, v := range q.Match {
			text, args, err := similar(q, v, folded)
			if err != nil {
				failed = err
			}
			batch.Queue(text, args...).Query(func(rows pgx.Rows) error {
				names, err := pgx.CollectRows(rows, pgx.RowTo[string])
				for _, name := range names {
					w.consider(folded, name, edits)
				}
				return err
			})
		}
	}
	if failed != nil || batch.Len() == 0 {
		return failed
	}
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return fmt.Errorf("correct words of %s: %w", q.Kind, err)
	}
	for i := range t.words {
		t.words[i].settle()
	}
	return nil
}

// similar returns the statement for the names in a vector that contain a word similar to w. An answer shows
// corrections, so only names of rows that q may list count, and of rows related to those.
func similar(q *search.Query, vector, w string) (text string, args []any, err error) {
	r, ok := relatedTo(q, vector)
	if !ok {
		name := nameColumn(vector)
		return sql.Select(q, sql.Expr{SQL: name}, sql.Expr{}).
			Where(sql.Expr{SQL: "? <% " + name, Args: []any{w}}).
			Put(sql.Expr{SQL: fmt.Sprintf("\nORDER BY word_similarity(?, %s) DESC, %s LIMIT %d", name, name, perName),
				Args: []any{w}}).
			Done()
	}
	listed, args, err := sql.Select(q, sql.Expr{}, sql.Expr{}).Where(sql.Expr{SQL: r.Alias + ".id = named.id"}).Done()
	args = append(args, w)
	return fmt.Sprintf("SELECT named.search_words FROM %[1]s named WHERE named.tenant_id = $1"+
		" AND $%[2]d <%% named.search_words AND EXISTS (%[3]s)\n"+
		"ORDER BY word_similarity($%[2]d, named.search_words) DESC, named.search_words LIMIT %[4]d",
		pgx.Identifier{r.Kind}.Sanitize(), len(args), listed, perName), args, err
}

// consider adds the words of a name that folded may be a misspelt beginning of.
func (w *word) consider(folded, name string, edits int) {
	for candidate := range strings.FieldsSeq(name) {
		n := distance(folded, candidate)
		if n > edits || strings.ContainsFunc(candidate, odd) {
			continue
		}
		i := slices.IndexFunc(w.guesses, func(g guess) bool { return g.word == candidate })
		if i < 0 {
			i = len(w.guesses)
			w.guesses = append(w.guesses, guess{candidate, n, true})
		}
		w.guesses[i].known = true
	}
}

// settle keeps the closest corrections.
func (w *word) settle() {
	typed := utf8.RuneCountInString(w.typed)
	longer := func(g guess) int { return max(0, utf8.RuneCountInString(g.word)-typed) }
	slices.SortFunc(w.guesses, func(a, b guess) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(longer(a), longer(b)), strings.Compare(a.word, b.word))
	})
	w.guesses = w.guesses[:min(len(w.guesses), perWord)]
}

// nearest returns t with only the closest corrections of each word.
func (t Text) nearest() Text {
	words := make([]word, len(t.words))
	for i, w := range t.words {
		n := 0
		for n < len(w.guesses) && w.guesses[n].edits == w.guesses[0].edits {
			n++
		}
		w.guesses = w.guesses[:n:n]
		words[i] = w
	}
	return Text{words: words, guessed: true}
}

// alike returns the least share of a word's trigrams that remains after edits. A word has one trigram more than
// letters. An edit changes up to 3 trigrams, a swap 4, and a prefix loses another.
func alike(w string, edits int) float64 {
	n := float64(utf8.RuneCountInString(w) + 1)
	return max(0.3, (n-float64(4*edits+1))/n)
}

// corrected returns the words of t that no row of q has, each with the closest correction that a name has.
func (t Text) corrected(ctx context.Context, db search.DB, q *search.Query) (all []search.Correction, err error) {
	for _, w := range t.words {
		i := slices.IndexFunc(w.guesses, func(g guess) bool { return g.known })
		if i < 0 || w.guesses[i].edits == 0 {
			continue
		}
		if len(t.words) > 1 { // otherwise the word is the text, which was not found
			typed := Text{words: []word{{typed: w.typed, prefix: w.prefix}}}
			found, err := sql.Any(ctx, db, q, typed.match(q))
			if err != nil {
				return nil, err
			}
			if found {
				continue
			}
		}
		all = append(all, search.Correction{Typed: search.Fold(w.typed), Meant: w.guesses[i].word})
	}
	return all, nil
}

// swapped returns a short word with each pair of neighbouring letters swapped.
func swapped(w string) []guess {
	r := []rune(w)
	if len(r) > swaps || strings.ContainsFunc(w, odd) {
		return nil
	}
	var all []guess
	for i := 1; i < len(r); i++ {
		if r[i-1] != r[i] {
			r[i-1], r[i] = r[i], r[i-1]
			all = append(all, guess{word: string(r), edits: 1})
			r[i-1], r[i] = r[i], r[i-1]
		}
	}
	return all
}

// odd reports whether r must not occur in a lexeme of a tsquery.
func odd(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }

// distance returns the least number of edits that turn w into a prefix of s.
func distance(w, s string) int {
	a, b := []rune(w), []rune(s)
	return slices.Min(edits.Least(a, b[:min(len(b), len(a)+2)]))
}
