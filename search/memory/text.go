package memory

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/pg"
)

// A lexeme is a word of a tsvector.
type lexeme struct {
	word  string
	named bool    // it occurs in the name: weight A
	rank  float32 // its contribution to ts_rank
}

// lexicon is the words that any row has or had.
type lexicon struct {
	number map[string]uint32
	words  []string
	named  []bool      // by number: some row has or had it in its name
	rows   [][]posting // by number, sorted by row
	sorted []uint32    // by word
	filled bool        // sorted is maintained
}

type posting struct {
	row  uint32
	rank float32
}

func (l *lexicon) put(row uint32, lexemes []lexeme) []uint32 {
	of := make([]uint32, 0, len(lexemes))
	for _, x := range lexemes {
		n, ok := l.number[x.word]
		if !ok {
			n = uint32(len(l.words))
			w := strings.Clone(x.word)
			l.number[w] = n
			l.words, l.named, l.rows = append(l.words, w), append(l.named, false), append(l.rows, nil)
			if l.filled {
				i, _ := slices.BinarySearchFunc(l.sorted, w, l.compare)
				l.sorted = slices.Insert(l.sorted, i, n)
			}
		}
		l.named[n] = l.named[n] || x.named
		p := posting{row, x.rank}
		if last := len(l.rows[n]) - 1; last < 0 || l.rows[n][last].row < row {
			l.rows[n] = append(l.rows[n], p)
		} else if i, found := slices.BinarySearchFunc(l.rows[n], row, posting.compare); !found {
			l.rows[n] = slices.Insert(l.rows[n], i, p)
		}
		of = append(of, n)
	}
	return of
}

func (l *lexicon) take(row uint32, of []uint32) {
	for _, n := range of {
		if i, found := slices.BinarySearchFunc(l.rows[n], row, posting.compare); found {
			l.rows[n] = slices.Delete(l.rows[n], i, i+1)
		}
	}
}

func (l *lexicon) compare(n uint32, w string) int { return strings.Compare(l.words[n], w) }

func (p posting) compare(row uint32) int { return int(p.row) - int(row) }

// fill sorts the words after a build. Later ones are inserted in order.
func (l *lexicon) fill() {
	l.filled = true
	l.sorted = make([]uint32, len(l.words))
	for i := range l.sorted {
		l.sorted[i] = uint32(i)
	}
	slices.SortFunc(l.sorted, func(a, b uint32) int { return strings.Compare(l.words[a], l.words[b]) })
}

// find adds the rows with a word, or with any word of that prefix.
func (l *lexicon) find(into set, w string, prefix bool) {
	if !prefix {
		if n, ok := l.number[w]; ok {
			for _, p := range l.rows[n] {
				into.add(p.row)
			}
		}
		return
	}
	i, _ := slices.BinarySearchFunc(l.sorted, w, l.compare)
	for ; i < len(l.sorted) && strings.HasPrefix(l.words[l.sorted[i]], w); i++ {
		for _, p := range l.rows[l.sorted[i]] {
			into.add(p.row)
		}
	}
}

// A text is the text of a query, as Postgres reads it.
type text struct {
	words   []word
	whole   string   // the folded text, to compare with names
	items   []string // all possible lexemes, sorted, without duplicates; ranks count them
	guessed bool     // spelling-corrected: words include their corrections
}

// A word of a text matches any of several alternatives. An alternative is a list of lexemes, mostly one.
type word struct {
	any       [][]string
	nearest   int  // number of alternatives at the start of any that are closest to the input
	beginning bool // the last lexeme is a prefix
}

var (
	lettersOnly = regexp.MustCompile(`^(?:[A-Za-z]+|[0-9]+)$`)
	lexemesOnly = regexp.MustCompile(`^'[^'\\]+'(?: & '[^'\\]+')*$`)
)

// folds maps words to their form folded by Postgres and to their lexemes. Postgres reads 25e6457a as two lexemes.
type folds map[string]struct{ folded, query string }

// fold reads the folds of the words that are not plain letters or digits from Postgres.
func fold(ctx context.Context, db search.DB, words []string) (folds, error) {
	var odd []string
	for _, w := range words {
		if !lettersOnly.MatchString(w) {
			odd = append(odd, w)
		}
	}
	if len(odd) == 0 {
		return nil, nil
	}
	rows, err := db.Query(ctx, `SELECT w, coalesce(words(w), ''),
  coalesce(to_tsquery('simple', replace(nullif(words(w), ''), ' ', ' & '))::text, '')
FROM unnest($1::text[]) AS w`, odd)
	if err != nil {
		return nil, fmt.Errorf("read words: %w", err)
	}
	f := folds{}
	var w, folded, query string
	if _, err := pgx.ForEachRow(rows, []any{&w, &folded, &query}, func() error {
		f[w] = struct{ folded, query string }{folded, query}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read words: %w", err)
	}
	return f, nil
}

// lexemes returns the lexemes of a word. ok is false if the word has none, or more structure than a list of lexemes.
func (f folds) lexemes(w string) (folded string, all []string, ok bool) {
	x, odd := f[w]
	if !odd {
		w = strings.ToLower(w)
		return w, []string{w}, true
	}
	if !lexemesOnly.MatchString(x.query) {
		return "", nil, false
	}
	return x.folded, strings.Split(strings.Trim(x.query, "'"), "' & '"), true
}

// read parses a text. ok is false if only Postgres can read it.
func read(ctx context.Context, db search.DB, typed string) (x text, ok bool, err error) {
	words := search.Split(typed)
	f, err := fold(ctx, db, words)
	if err != nil {
		return x, false, err
	}
	for i, w := range words {
		folded, all, ok := f.lexemes(w)
		if !ok {
			return x, false, nil
		}
		if i > 0 {
			x.whole += " "
		}
		x.whole += folded
		x.words = append(x.words, word{any: [][]string{all}, nearest: 1, beginning: i == len(words)-1})
	}
	x.count()
	return x, len(words) > 0, nil
}

// guess adds spelling corrections to x, which had no match. ok is false if only Postgres can correct it.
func (x *text) guess(ctx context.Context, db search.DB, meant []pg.Meant) (ok bool, err error) {
	var guesses []string
	for _, m := range meant {
		guesses = append(guesses, m.Guesses...)
	}
	f, err := fold(ctx, db, guesses)
	if err != nil {
		return false, err
	}
	x.guessed = true
	for i, m := range meant {
		w := &x.words[i]
		w.beginning = true
		w.nearest += m.Nearest
		for _, g := range m.Guesses {
			_, all, ok := f.lexemes(g)
			if !ok || len(all) != 1 || all[0] != g { // a correction is a word of a name, so it is one lexeme
				return false, nil
			}
			w.any = append(w.any, all)
		}
	}
	x.count()
	return true, nil
}

// meant returns the spelling corrections of a text, from the words of all names.
func (t *table) meant(typed string) []pg.Meant {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return pg.GuessFrom(typed, func(yield func(string) bool) {
		for n, w := range t.lex.words {
			if t.lex.named[n] && len(t.lex.rows[n]) > 0 && !yield(w) {
				return
			}
		}
		if i := t.kind.wordsOf(); i >= 0 {
			for code := range t.codes[i].named {
				for _, l := range t.codes[i].named[code].lexemes {
					if l.named && !yield(l.word) {
						return
					}
				}
			}
		}
	})
}

// count collects the lexemes that ranks count.
func (x *text) count() {
	x.items = nil
	for _, w := range x.words {
		for _, all := range w.any {
			x.items = append(x.items, all...)
		}
	}
	slices.Sort(x.items)
	x.items = slices.Compact(x.items)
}

// near returns x with only the closest corrections of each word.
func (x text) near() text {
	words := make([]word, len(x.words))
	for i, w := range x.words {
		w.any = w.any[:w.nearest]
		words[i] = w
	}
	x.words = words
	return x
}

// findLocked returns the rows with every word, in their own vector or in the name of the row that code i refers to.
func (t *table) findLocked(x text, i int) set {
	all := newSet(len(t.ids))
	copy(all, t.live)
	found, own, part := newSet(len(t.ids)), newSet(len(t.ids)), newSet(len(t.ids))
	for _, w := range x.words {
		clear(found)
		for _, lexemes := range w.any {
			clear(own)
			for j, lex := range lexemes {
				beginning := w.beginning && j == len(lexemes)-1
				if j == 0 {
					t.lex.find(own, lex, beginning)
					continue
				}
				clear(part)
				t.lex.find(part, lex, beginning)
				own.and(part)
			}
			found.or(own)
		}
		if i >= 0 {
			c := &t.codes[i]
			for code := range c.named {
				h := &c.named[code]
				if h.shown && slices.ContainsFunc(w.any, func(lexemes []string) bool { return h.holds(lexemes, w.beginning) }) {
					found.addAll(c.rows[code])
				}
			}
		}
		all.and(found)
	}
	return all
}

// holds reports whether the name of a node has every lexeme. The last one may be a prefix.
func (h *node) holds(w []string, prefix bool) bool {
	for j, lex := range w {
		beginning := prefix && j == len(w)-1
		if !slices.ContainsFunc(h.lexemes, func(l lexeme) bool {
			return l.named && (l.word == lex || beginning && strings.HasPrefix(l.word, lex))
		}) {
			return false
		}
	}
	return true
}

// rankLocked sorts the rows found as search/pg does: first names equal to the text, then names that start with its
// words, then names that start with the text (for a corrected text: matches of the closest corrections). Equals are
// sorted by ts_rank of the row and of the row that code i refers to, then as in o.
func (t *table) rankLocked(x text, i int, found set, o *order) []uint32 {
	weight := make([]float32, len(t.ids))
	for _, item := range x.items { // in the order of Postgres, because the sum of floats depends on it
		if n, ok := t.lex.number[item]; ok {
			for _, p := range t.lex.rows[n] {
				weight[p.row] = plus(weight[p.row], p.rank)
			}
		}
	}
	var beside []float32 // by code
	if i >= 0 {
		beside = make([]float32, len(t.codes[i].named))
		for code := range beside {
			h := &t.codes[i].named[code]
			if !h.shown {
				continue
			}
			for _, item := range x.items {
				for _, l := range h.lexemes {
					if l.word == item {
						beside[code] = plus(beside[code], l.rank)
					}
				}
			}
			beside[code] /= float32(len(x.items))
		}
	}
	var nearest set
	if x.guessed {
		nearest = t.findLocked(x.near(), i)
	}
	// One number holds class, weight and place in the order, the least first.
	keys := make([]uint64, 0, 1024)
	for place, row := range o.rows {
		if !found.has(row) {
			continue
		}
		w := weight[row] / float32(len(x.items))
		if i >= 0 {
			if code := t.codes[i].of[row]; code != noCode {
				w += beside[code]
			}
		}
		keys = append(keys, x.class(t.words[row], nearest,
			row)<<62|uint64(^math.Float32bits(w)&math.MaxInt32)<<31|uint64(place))
	}
	slices.Sort(keys)
	rows := make([]uint32, len(keys))
	for n, key := range keys {
		rows[n] = o.rows[key&(1<<31-1)]
	}
	return rows
}

// class returns the rank of a row by its name; 0 is the best.
func (x *text) class(name string, nearest set, row uint32) uint64 {
	if x.guessed {
		if nearest.has(row) {
			return 0
		}
		return 1
	}
	switch rest, begins := strings.CutPrefix(name, x.whole); {
	case !begins:
		return 3
	case rest == "":
		return 0
	case rest[0] == ' ':
		return 1
	}
	return 2
}

// plus adds the contribution of a lexeme to a rank, in the precision of Postgres.
func plus(rank, worth float32) float32 {
	return float32(float64(rank) + float64(worth)/1.64493406685)
}

// worth returns the contribution of a lexeme with these weights to ts_rank. The best weight counts in full, the others
// are divided by the square of their place.
func worth(weights []float32) float32 {
	var sum float32
	best, at := float32(-1), 0
	for j, w := range weights {
		sum += w / float32((j+1)*(j+1))
		if w > best {
			best, at = w, j
		}
	}
	part := best / float32((at+1)*(at+1))
	return float32(best+sum) - part
}

// weights of the labels A to C in Postgres.
var weights = map[byte]float32{'A': 1.0, 'B': 0.4, 'C': 0.2}

const plainWeight = 0.1

// vector parses the text form of a tsvector: 'word':1A,2 'other':3B.
func vector(s string) ([]lexeme, error) {
	var all []lexeme
	var at []float32
	for len(s) > 0 {
		if s[0] != '\'' {
			return nil, fmt.Errorf("no lexeme at %.40q", s)
		}
		word, rest, err := quoted(s[1:])
		if err != nil {
			return nil, err
		}
		x := lexeme{word: word}
		at = at[:0]
		if strings.HasPrefix(rest, ":") {
			var places string
			places, rest, _ = strings.Cut(rest[1:], " ")
			for place := range strings.SplitSeq(places, ",") {
				w, ok := weights[place[len(place)-1]]
				if !ok {
					w = plainWeight
				}
				x.named = x.named || w == weights['A']
				at = append(at, w)
			}
		} else {
			rest = strings.TrimPrefix(rest, " ")
			at = append(at, plainWeight) // without positions, as the least weight
		}
		x.rank = worth(at)
		all = append(all, x)
		s = rest
	}
	return all, nil
}

// quoted reads a lexeme up to its closing quote. Quotes and backslashes in it are doubled.
func quoted(s string) (word, rest string, err error) {
	if i := strings.IndexAny(s, `'\`); i >= 0 && s[i] == '\'' && (i+1 == len(s) || s[i+1] != '\'') {
		return s[:i], s[i+1:], nil // Fast path: no quote or backslash inside.
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'' && (i+1 == len(s) || s[i+1] != '\''):
			return b.String(), s[i+1:], nil
		case s[i] == '\'' || s[i] == '\\':
			i++
		}
		if i < len(s) {
			b.WriteByte(s[i])
		}
	}
	return "", "", fmt.Errorf("no end of a lexeme in %.40q", s)
}
