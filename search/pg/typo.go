package pg

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/sql"
)

const (
	oneEdit   = 4  // letters from which a word may have one edit
	twoEdits  = 8  // … two
	mostEdits = 32 // letters above which it may have none: nobody types these
	swaps     = 8  // letters up to which swapped neighbours leave too few trigrams to be found by
	perWord   = 16 // guesses that are used
	perName   = 200
)

// guess is a word that a typed one may have been meant to be, or to become.
type guess struct {
	word  string
	edits int
}

// A Meant is a word of a text that was found nowhere: as typed, and what it may have meant, of which the first Nearest
// are the nearest.
type Meant struct {
	Typed   string
	Guesses []string
	Nearest int
}

// GuessFrom finds out what the words of a text that was found nowhere may have meant, for an engine that does as
// Mistyped does and knows all words of all names. It looks at every one of them; Mistyped looks at those of the names
// that are most alike.
func GuessFrom(text string, words iter.Seq[string]) []Meant {
	t := Typed(text)
	type wanted struct {
		*word
		folded  string
		edits   int
		letters uint64
		length  int
	}
	var all []wanted
	for i := range t.words {
		w := &t.words[i]
		folded := search.Fold(w.typed)
		if edits := allowed(folded); edits > 0 {
			w.guesses = swapped(folded)
			length := utf8.RuneCountInString(folded)
			all = append(all, wanted{w, folded, edits, letters(folded, length), length})
		}
	}
	if len(all) > 0 {
		for candidate := range words {
			for i := range all {
				// What lacks too many of the letters needs no closer look: nearly everything.
				w := &all[i]
				if bits.OnesCount64(w.letters&^letters(candidate, w.length+2)) <= w.edits {
					w.consider(w.folded, candidate, w.edits)
				}
			}
		}
	}
	for i := range t.words {
		t.words[i].settle()
	}
	nearest := t.nearest()
	meant := make([]Meant, len(t.words))
	for i, w := range t.words {
		meant[i] = Meant{Typed: w.typed, Nearest: len(nearest.words[i].guesses)}
		for _, g := range w.guesses {
			meant[i].Guesses = append(meant[i].Guesses, g.word)
		}
	}
	return meant
}

// letters marks which letters the first n of a word are, several letters a mark.
func letters(w string, n int) (marks uint64) {
	for _, r := range w {
		if n--; n < 0 {
			break
		}
		marks |= 1 << (r & 63)
	}
	return marks
}

// guess makes every word a beginning and finds out what it may have meant, from the names of the rows and of their
// related rows: one round trip.
func (t *Text) guess(ctx context.Context, db search.DB, q *search.Query) error {
	t.guessed = true
	var batch pgx.Batch
	var failed error
	for i := range t.words {
		w := &t.words[i]
		w.prefix = true
		folded := search.Fold(w.typed)
		edits := allowed(folded)
		if edits == 0 {
			continue
		}
		w.guesses = swapped(folded)
		// The threshold is a setting: it lasts until this transaction ends, or the next word.
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
		return fmt.Errorf("guess words of %s: %w", q.Kind, err)
	}
	for i := range t.words {
		t.words[i].settle()
	}
	return nil
}

// similar asks for the names that a vector was made of and that have a word like w.
func similar(q *search.Query, vector, w string) (text string, args []any, err error) {
	if r, ok := relatedTo(q, vector); ok {
		return "SELECT r.search_words FROM " + pgx.Identifier{r.Kind}.Sanitize() + " r WHERE r.tenant_id = $1 AND $2 <% r.search_words\n" +
			fmt.Sprintf("ORDER BY word_similarity($2, r.search_words) DESC, r.search_words LIMIT %d", perName), []any{q.Tenant, w}, nil
	}
	name := nameColumn(vector)
	return sql.Select(q, sql.Expr{SQL: name}, sql.Expr{}).
		Where(sql.Expr{SQL: "? <% " + name, Args: []any{w}}).
		Put(sql.Expr{SQL: fmt.Sprintf("\nORDER BY word_similarity(?, %s) DESC, %s LIMIT %d", name, name, perName), Args: []any{w}}).
		Done()
}

// consider takes the words of a name that folded may have been meant to begin.
func (w *word) consider(folded, name string, edits int) {
	for candidate := range strings.FieldsSeq(name) {
		n := distance(folded, candidate)
		if n > edits || strings.ContainsFunc(candidate, odd) {
			continue
		}
		if !slices.ContainsFunc(w.guesses, func(g guess) bool { return g.word == candidate }) {
			w.guesses = append(w.guesses, guess{candidate, n})
		}
	}
}

// settle keeps the nearest guesses.
func (w *word) settle() {
	typed := utf8.RuneCountInString(w.typed)
	longer := func(g guess) int { return max(0, utf8.RuneCountInString(g.word)-typed) }
	slices.SortFunc(w.guesses, func(a, b guess) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(longer(a), longer(b)), strings.Compare(a.word, b.word))
	})
	w.guesses = w.guesses[:min(len(w.guesses), perWord)]
}

// nearest is t with only the guesses of each word that are as near as its nearest.
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

// allowed is how many edits a word may have. A word without letters is a number of some kind: another number is another
// thing.
func allowed(w string) int {
	n := utf8.RuneCountInString(w)
	switch {
	case n < oneEdit || n > mostEdits || !strings.ContainsFunc(w, unicode.IsLetter):
		return 0
	case n < twoEdits:
		return 1
	default:
		return 2
	}
}

// alike is the least share of a word's trigrams (one more than letters, with the blanks around it) that is left after
// edits. One edit touches up to 3, a swap 4; that the word may be a beginning only costs another.
func alike(w string, edits int) float64 {
	n := float64(utf8.RuneCountInString(w) + 1)
	return max(0.3, (n-float64(4*edits+1))/n)
}

// swapped are the ways in which two neighbouring letters of a short word may have been swapped.
func swapped(w string) []guess {
	r := []rune(w)
	if len(r) > swaps || strings.ContainsFunc(w, odd) {
		return nil
	}
	var all []guess
	for i := 1; i < len(r); i++ {
		if r[i-1] != r[i] {
			r[i-1], r[i] = r[i], r[i-1]
			all = append(all, guess{string(r), 1})
			r[i-1], r[i] = r[i], r[i-1]
		}
	}
	return all
}

// odd reports whether r has no place in a lexeme that is sent as part of a tsquery.
func odd(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }

// distance is the least number of edits that makes w a beginning of s: letters put in, left out or replaced, neighbours
// swapped (optimal string alignment).
func distance(w, s string) int {
	a, b := []rune(w), []rune(s)
	b = b[:min(len(b), len(a)+2)]
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			d := above[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
		}
		before, above, row = above, row, before
	}
	return slices.Min(above)
}
