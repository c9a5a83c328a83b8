package rank

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"vitrine/search"
	"vitrine/search/token"
)

// A Query is a search in terms of an index.
type Query struct {
	Named  bool // only rows whose names and codes have all words, as they are typed
	Sorted bool // another order than that of scores: rows that lack words would stand before rows that have all
	Typed  bool // no word is corrected

	words []word
	name  string // the words with a space around each, as in Index.names
}

// A word is a word of a search that counts.
type word struct {
	token.Word
	others []search.Phrase // synonyms
	fixed  []string        // corrections
}

// Parse reads the text of a search in a language, with the settings of a tenant.
func Parse(text, language string, s *search.Settings) Query {
	var q Query
	var name strings.Builder
	words := token.ParseWith(text, language, s.Stops())
	others := othersOf(words, language, s)
	for i, w := range words {
		name.WriteString(" " + w.Text)
		if w.Stop {
			continue
		}
		q.words = append(q.words, word{Word: w})
		if others != nil {
			q.words[len(q.words)-1].others = others[i]
		}
	}
	q.name = name.String() + " "
	return q
}

// Empty reports whether the search has no words.
func (q *Query) Empty() bool { return len(q.words) == 0 }

// Short returns the query without a last word of few letters that may still be typed. Find does not look for such a
// beginning in prose; Begins does. ok is false if the last word is another one.
func (q *Query) Short() (rest Query, begins string, ok bool) {
	last := len(q.words) - 1
	if last < 0 || !q.words[last].Unfinished() || len(q.words[last].Text) >= shortest {
		return rest, "", false
	}
	rest = *q
	rest.words = q.words[:last:last]
	return rest, q.words[last].Text, true
}

// Related are the names of related rows, such as brands, with the rows that they count for.
type Related interface {
	// Each calls f with the rows of each related name that has a term, or with prefix one that begins with it. If the
	// rows are many, set has them too, one bit a row.
	Each(term string, prefix bool, f func(rows []uint32, set []uint64, plain, head uint16))
	// Terms calls f with each term of a name, and with its letters as token.Letters marks them.
	Terms(f func(word string, letters uint64))
	// Field is the name of the field that the names are, for explanations.
	Field() string
	// Weight is a factor of the evidence of the names. With 0 they are not searched.
	Weight() float32
}

// Found is what a search found.
type Found struct {
	Rows    []uint64 // a set, one bit a row
	Left    []string // words that rows need not have, because too few have all
	Fixed   []search.Correction
	relaxed bool // rows without some words were found too
	scratch *Scratch
}

// Score returns the score of a row that was found. It is valid until the scratch is used again.
func (f *Found) Score(row uint32) float32 { return f.scratch.score[row] }

// Scores returns the scores by row. Those of rows that were not found mean nothing. They are valid as that of Score is.
func (f *Found) Scores() []float32 { return f.scratch.score }

// A Scratch is working memory. It can be used by one search at a time.
type Scratch struct {
	words       []sources // by word: its rows, and where they come from
	weights     []float32 // by word
	any, all    []uint64
	name, prose []float32 // by row: the evidence for the word that is read; 0 between words
	score       []float32 // by row
	scored      []uint64  // rows with a score
	few         []uint32  // the same rows, if they are few
	other       other
}

// fit makes the scratch large enough for rows, and clears it.
func (s *Scratch) fit(rows, words int) {
	if len(s.name) < rows {
		n := rows + rows/8
		s.name, s.prose, s.score = make([]float32, n), make([]float32, n), make([]float32, n)
	}
	size := (rows + 63) / 64
	for len(s.words) < words {
		s.words = append(s.words, sources{})
	}
	for i := range words {
		s.words[i].reset()
		s.words[i].set = cleared(s.words[i].set, size)
	}
	s.any, s.all, s.scored = cleared(s.any, size), cleared(s.all, size), cleared(s.scored, size)
	s.weights = s.weights[:0]
}

// Free drops what the scratch refers to in an index, so that it keeps no index in memory that is used no longer.
func (s *Scratch) Free() {
	for i := range s.words {
		s.words[i].free()
	}
	s.other.from.free()
}

func cleared(set []uint64, n int) []uint64 {
	if cap(set) < n {
		return make([]uint64, n, n+n/8)
	}
	set = set[:n]
	clear(set)
	return set
}

// Find returns the visible rows that a search finds, and scores them. It first collects the rows that have each word.
// Only rows that the search finds are weighed, because most rows with a frequent word lack the others.
func (x *Index) Find(q *Query, shown []uint64, beside []Related, s *Scratch) Found {
	s.fit(len(x.of), len(q.words))
	res := Found{scratch: s}
	shown = shown[:min(len(shown), len(s.all))]
	copy(s.all, shown)
	for i := range q.words {
		w, from := &q.words[i], &s.words[i]
		c := collector{x: x, w: w, other: &s.other, into: from, related: beside, named: q.Named}
		c.collect()
		if !q.Named && !q.Typed && w.Typos > 0 && !overlap(from.set, shown) {
			x.correct(w, beside, shown)
			if len(w.fixed) > 0 {
				res.Fixed = append(res.Fixed, search.Correction{Typed: w.Text, Meant: w.fixed[0]})
				from.reset()
				c.collect()
			}
		}
		s.weights = append(s.weights, x.weight(from.set, shown))
		and(s.all, from.set)
	}
	enough := x.Tuning.Enough
	if q.Sorted {
		enough = min(enough, 1)
	}
	res.Rows = s.all
	if !q.Named && len(q.words) > 1 && count(s.all) < enough {
		res.Left, res.relaxed = x.relax(q, s, shown), true
		res.Rows = s.any
	}
	x.score(q, s, res.Rows)
	if res.relaxed {
		each(s.all, func(row uint32) { s.score[row] += wholeBonus })
	}
	x.exact(q, s, res.Rows)
	return res
}

// weight is the weight of a word. A word that no visible row has weighs nothing: what the other words find would
// otherwise seem too little.
func (x *Index) weight(found, shown []uint64) float32 {
	if !overlap(found, shown) {
		return 0
	}
	df, n := float64(count(found)), float64(x.live)
	return float32(math.Log(1 + (max(0, n-df)+0.5)/(df+0.5)))
}

// relax finds in s.any the rows that have the most important words: together the share of the weight of all. It returns
// the words that some of these rows lack.
func (x *Index) relax(q *Query, s *Scratch, shown []uint64) (left []string) {
	var total float32
	for _, w := range s.weights {
		total += w
	}
	least := total * x.Tuning.Share
	for i, needed := range essential(s.weights, least) {
		if needed {
			or(s.any, s.words[i].set)
		}
	}
	and(s.any, shown)
	lacks := make([]bool, len(q.words))
	each(s.any, func(row uint32) {
		var has float32
		var mask uint32
		for i := range q.words {
			if s.words[i].set[row>>6]&(1<<(row&63)) != 0 {
				has += s.weights[i]
				mask |= 1 << i
			}
		}
		if has < least {
			s.any[row>>6] &^= 1 << (row & 63)
			return
		}
		for i := range lacks {
			lacks[i] = lacks[i] || mask&(1<<i) == 0
		}
	})
	for i, w := range q.words {
		if lacks[i] {
			left = append(left, w.Text)
		}
	}
	return left
}

// essential reports the words of which a row needs at least one, because all others together weigh less than least.
// These are mostly rare words, so that few rows have to be looked at.
func essential(weights []float32, least float32) []bool {
	needed := make([]bool, len(weights))
	order := make([]int, len(weights))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(weights[a], weights[b]) })
	var sum float32
	for _, i := range order {
		sum += weights[i]
		needed[i] = sum >= least*roundedDown // sums of the same weights in another order may differ
	}
	return needed
}

const roundedDown = 0.999

// exact gives the rows whose name is the text of the search a score above all others. Each word of the search is a term
// of such a name, so only the rows of the rarest one are looked at.
func (x *Index) exact(q *Query, s *Scratch, rows []uint64) {
	var rarest []posting
	for i := range q.words {
		n, ok := x.number[q.words[i].Text]
		if !ok {
			return
		}
		if with := x.terms[n].rows[0]; i == 0 || len(with) < len(rarest) {
			rarest = with
		}
	}
	for _, p := range rarest {
		if rows[p.row>>6]&(1<<(p.row&63)) != 0 && x.names[p.row] == q.name {
			s.score[p.row] += exactBonus
		}
	}
}

// Rows with all words come before rows without some, and the row that the search names before both.
const (
	wholeBonus = 500
	exactBonus = 1000
)

func each(set []uint64, f func(row uint32)) {
	for i, w := range set {
		for w != 0 {
			f(uint32(i<<6 + bits.TrailingZeros64(w)))
			w &= w - 1
		}
	}
}

func and(a, b []uint64) {
	for i := range a {
		if i < len(b) {
			a[i] &= b[i]
		} else {
			a[i] = 0
		}
	}
}

func or(a, b []uint64) {
	for i := range min(len(a), len(b)) {
		a[i] |= b[i]
	}
}

func overlap(a, b []uint64) bool {
	b = b[:min(len(a), len(b))]
	for i, w := range b {
		if a[i]&w != 0 {
			return true
		}
	}
	return false
}

func count(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}
