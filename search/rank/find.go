package rank

import (
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

// Related are the names of related rows, such as brands, with the rows that they count for.
type Related interface {
	// Each calls f with the rows of each related name that has a term, or with prefix one that begins with it.
	Each(term string, prefix bool, f func(rows []uint32, plain, head uint16))
	// Terms calls f with each term of a name.
	Terms(f func(word string))
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

// A Scratch is working memory. It can be used by one search at a time.
type Scratch struct {
	name, prose []float32 // by row: the evidence for the word that is read
	score       []float32 // by row
	found       [][]uint64
	any, all    []uint64
	weights     []float32 // by word
	other       other
}

// fit makes the scratch large enough for rows, and clears it.
func (s *Scratch) fit(rows, words int) {
	if len(s.name) < rows {
		n := rows + rows/8
		s.name, s.prose, s.score = make([]float32, n), make([]float32, n), make([]float32, n)
	}
	size := (rows + 63) / 64
	for len(s.found) < words {
		s.found = append(s.found, nil)
	}
	for i := range words {
		s.found[i] = cleared(s.found[i], size)
	}
	each(s.any, func(row uint32) { s.score[row] = 0 })
	s.any, s.all = cleared(s.any, size), cleared(s.all, size)
	s.weights = s.weights[:0]
}

func cleared(set []uint64, n int) []uint64 {
	if cap(set) < n {
		return make([]uint64, n, n+n/8)
	}
	set = set[:n]
	clear(set)
	return set
}

// Find returns the visible rows that a search finds, and scores them.
func (x *Index) Find(q *Query, shown []uint64, beside []Related, s *Scratch) Found {
	s.fit(len(x.of), len(q.words))
	res := Found{scratch: s}
	shown = shown[:min(len(shown), len(s.any))]
	for i := range q.words {
		w := &q.words[i]
		g := gathering{x, w, s, s.name, s.prose, s.found[i], beside, q.Named}
		g.collect()
		if !q.Named && !q.Typed && !overlap(s.found[i], shown) && w.Typos > 0 {
			x.correct(w, beside, shown)
			if len(w.fixed) > 0 {
				res.Fixed = append(res.Fixed, search.Correction{Typed: w.Text, Meant: w.fixed[0]})
				g.collect()
			}
		}
		x.add(s, i, shown)
	}
	copy(s.all, shown)
	for i := range q.words {
		and(s.all, s.found[i])
	}
	enough := x.Tuning.Enough
	if q.Sorted {
		enough = min(enough, 1)
	}
	if !q.Named && len(q.words) > 1 && count(s.all) < enough {
		res.Left, res.relaxed = x.relax(q, s, shown), true
	}
	x.exact(q, s)
	res.Rows = s.all
	return res
}

// collect fills the evidence for the word, and the set of rows that have it.
func (g *gathering) collect() {
	x, w := g.x, g.w
	for j, f := range w.Forms {
		if j > 0 && j < w.Own {
			g.term(f, x.Tuning.Form)
		} else {
			g.term(f, 1)
		}
	}
	for _, p := range w.others {
		g.phrase(p)
	}
	for _, f := range w.fixed {
		g.term(f, x.Tuning.Typo)
	}
	for _, b := range w.Begins {
		g.beginning(b)
	}
	for _, pair := range w.Splits {
		x.split(pair, g.s, g.set)
	}
}

// A gathering fills the evidence for one word.
type gathering struct {
	x       *Index
	w       *word
	s       *Scratch
	name    []float32 // by row: the evidence in names, and in prose
	prose   []float32
	set     []uint64
	related []Related
	named   bool // prose does not count
}

// term adds the rows with a term.
func (g *gathering) term(f string, factor float32) {
	if n, ok := g.x.number[f]; ok {
		e := &g.x.terms[n]
		gather(e.rows[0], g.name, factor, g.w.Head, g.set)
		if !g.named {
			gather(e.rows[1], g.prose, factor, g.w.Head, g.set)
		}
	}
	for _, r := range g.related {
		g.beside(r, f, false, factor)
	}
}

// shortest is the number of letters from which a beginning is looked for in prose.
const shortest = 3

// beginning adds the rows with a term that begins with b.
func (g *gathering) beginning(b string) {
	x := g.x
	for _, r := range g.related {
		g.beside(r, b, true, x.Tuning.Beginning)
	}
	i, _ := slices.BinarySearchFunc(x.sorted, b, x.compare)
	for ; i < len(x.sorted); i++ {
		e := &x.terms[x.sorted[i]]
		if !strings.HasPrefix(e.word, b) {
			break
		}
		if len(e.word) == len(b) {
			continue
		}
		gather(e.rows[0], g.name, x.Tuning.Beginning, g.w.Head, g.set)
		if len(b) >= shortest && !g.named {
			gather(e.rows[1], g.prose, x.Tuning.Beginning, g.w.Head, g.set)
		}
	}
}

// split adds the rows whose name has two words side by side.
func (x *Index) split(pair [2]string, s *Scratch, set []uint64) {
	a, ok := x.number[pair[0]]
	b, too := x.number[pair[1]]
	if !ok || !too {
		return
	}
	one, two := x.terms[a].rows[0], x.terms[b].rows[0]
	if len(one) == 0 || len(two) == 0 {
		return
	}
	pattern := " " + pair[0] + " " + pair[1]
	for len(one) > 0 && len(two) > 0 {
		switch p, o := one[0], two[0]; {
		case p.row < o.row:
			one = one[1:]
		case p.row > o.row:
			two = two[1:]
		default:
			if at := strings.Index(x.names[p.row], pattern); at >= 0 {
				v := x.Tuning.Split * float32(max(p.plain, o.plain)) / unit
				s.name[p.row] = max(s.name[p.row], v)
				set[p.row>>6] |= 1 << (p.row & 63)
			}
			one, two = one[1:], two[1:]
		}
	}
}

func (g *gathering) beside(r Related, f string, prefix bool, factor float32) {
	name, set, head := g.name, g.set, g.w.Head
	if factor *= g.x.Tuning.Related * r.Weight(); factor == 0 {
		return // the tenant has these names left out
	}
	r.Each(f, prefix, func(rows []uint32, plain, h uint16) {
		v := factor * float32(plain) / unit
		if head {
			v = factor * float32(h) / unit
		}
		for _, row := range rows {
			name[row] = max(name[row], v)
			set[row>>6] |= 1 << (row & 63)
		}
	})
}

func gather(rows []posting, into []float32, factor float32, head bool, set []uint64) {
	factor /= unit
	for _, p := range rows {
		v := factor * float32(p.plain)
		if head {
			v = factor * float32(p.head)
		}
		if v > into[p.row] {
			into[p.row] = v
		}
		set[p.row>>6] |= 1 << (p.row & 63)
	}
}

// add adds the evidence for a word to the scores, and clears it. A word that no visible row has weighs nothing: what
// the other words find would otherwise seem too little.
func (x *Index) add(s *Scratch, i int, shown []uint64) {
	df := float64(count(s.found[i]))
	n := float64(x.live)
	weight := float32(math.Log(1 + (max(0, n-df)+0.5)/(df+0.5)))
	if !overlap(s.found[i], shown) {
		weight = 0
	}
	s.weights = append(s.weights, weight)
	others := x.Tuning.Others
	names, prose, score := s.name, s.prose[:len(s.name)], s.score[:len(s.name)]
	for j, set := range s.found[i] { // without a closure, because a beginning of one letter is in most rows
		s.any[j] |= set
		for ; set != 0; set &= set - 1 {
			row := j<<6 + bits.TrailingZeros64(set)
			a, b := names[row], prose[row]
			if a < b {
				a, b = b, a
			}
			v := a + others*b
			score[row] += weight * v / (v + 1)
			names[row], prose[row] = 0, 0
		}
	}
}

// relax replaces the rows found by those that have the most important words: together the share of the weight of all.
// It returns the words that some row lacks.
func (x *Index) relax(q *Query, s *Scratch, shown []uint64) (left []string) {
	var total float32
	for _, w := range s.weights {
		total += w
	}
	least := total * x.Tuning.Share
	lacks := make([]bool, len(q.words))
	copy(s.all, s.any)
	and(s.all, shown)
	each(s.all, func(row uint32) {
		var has float32
		var mask uint32
		for i := range q.words {
			if s.found[i][row>>6]&(1<<(row&63)) != 0 {
				has += s.weights[i]
				mask |= 1 << i
			}
		}
		if mask == 1<<len(q.words)-1 {
			s.score[row] += wholeBonus
		}
		if has < least {
			s.all[row>>6] &^= 1 << (row & 63)
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

// exact gives the rows whose name is the text of the search a score above all others.
func (x *Index) exact(q *Query, s *Scratch) {
	each(s.all, func(row uint32) {
		if len(x.names[row]) == len(q.name) && x.names[row] == q.name {
			s.score[row] += exactBonus
		}
	})
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
