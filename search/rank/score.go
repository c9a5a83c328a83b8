package rank

import (
	"math/bits"
	"slices"
)

// mostFew is the number of rows up to which each row is looked up in what a word was found in. Of more rows, that is
// read as a whole.
const mostFew = 2000

// score scores rows that have words of a search.
func (x *Index) score(q *Query, s *Scratch, rows []uint64) {
	copy(s.scored, rows)
	s.few = s.few[:0]
	if count(rows) <= mostFew {
		each(rows, func(row uint32) {
			s.few = append(s.few, row)
			s.score[row] = 0
		})
	} else {
		clear(s.score[:len(x.of)])
	}
	others, letter := x.Tuning.Others, x.Tuning.Beginning/unit
	names, prose, score := s.name, s.prose[:len(s.name)], s.score[:len(s.name)]
	for i := range q.words {
		from := &s.words[i]
		w := weighing{x: x, head: q.words[i].Head, rows: s.scored, few: s.few, name: names, prose: prose}
		w.weigh(from)
		weight := s.weights[i]
		for j, set := range from.set { // without a closure, because a beginning of one letter is in most rows
			for set &= s.scored[j]; set != 0; set &= set - 1 {
				row := j<<6 + bits.TrailingZeros64(set)
				a, b := names[row], prose[row]
				if row < len(w.letter) {
					a = max(a, letter*float32(w.letter[row].evidence(w.head)))
				}
				v := max(a, b) + others*min(a, b)
				score[row] += weight * v / (v + 1)
				names[row], prose[row] = 0, 0
			}
		}
	}
}

// A weighing finds the evidence of rows for one word.
type weighing struct {
	x           *Index
	head        bool
	rows        []uint64 // only these rows are weighed
	few         []uint32 // the same rows in order, if they are few; otherwise none
	name, prose []float32
	letter      []worth // by row: the evidence for a letter, beside that in name
}

// weigh fills the evidence: for each row the greatest of all sources, in names and in prose.
func (w *weighing) weigh(from *sources) {
	for _, p := range from.postings {
		into := w.name
		if p.prose {
			into = w.prose
		}
		w.postings(p.rows, p.factor, into)
	}
	for i := range from.lists {
		w.list(&from.lists[i])
	}
	for i := range from.begins {
		w.begins(&from.begins[i])
	}
	for _, o := range from.single {
		if w.has(o.row) {
			w.name[o.row] = max(w.name[o.row], o.evidence)
		}
	}
}

func (w *weighing) has(row uint32) bool { return w.rows[row>>6]&(1<<(row&63)) != 0 }

// seek is the share of rows to weigh, of all rows of a list, below which each is searched in the list.
const seek = 16

func (w *weighing) postings(rows []posting, factor float32, into []float32) {
	factor /= unit
	if n := len(w.few); n > 0 && n*seek < len(rows) {
		for _, row := range w.few {
			i, found := slices.BinarySearchFunc(rows, row, posting.compare)
			if rows = rows[i:]; found {
				into[row] = max(into[row], factor*float32(rows[0].evidence(w.head)))
			}
		}
		return
	}
	for i := range rows {
		if p := &rows[i]; w.has(p.row) {
			into[p.row] = max(into[p.row], factor*float32(p.evidence(w.head)))
		}
	}
}

func (w *weighing) list(l *list) {
	rows := l.rows
	if n := len(w.few); n > 0 && n*seek < len(rows) {
		for _, row := range w.few {
			i, found := slices.BinarySearch(rows, row)
			if rows = rows[i:]; found {
				w.name[row] = max(w.name[row], l.evidence)
			}
		}
		return
	}
	for _, row := range rows {
		if w.has(row) {
			w.name[row] = max(w.name[row], l.evidence)
		}
	}
}

// ownTerms is about how many postings are read in the time that the terms of one row take.
const ownTerms = 300

func (w *weighing) begins(b *begins) {
	x := w.x
	if b.initial != nil && b.initial.best != nil {
		w.letter = b.initial.best
		return
	}
	if n := len(w.few); n > 0 && n*ownTerms < b.size {
		for _, row := range w.few {
			w.own(row, b)
		}
		return
	}
	x.eachOf(b, func(e *entry) {
		w.postings(e.rows[0], x.Tuning.Beginning, w.name)
		if b.prose {
			w.postings(e.rows[1], x.Tuning.Beginning, w.prose)
		}
	})
}

// own weighs a row by those of its own terms that begin with b.
func (w *weighing) own(row uint32, b *begins) {
	x := w.x
	factor := x.Tuning.Beginning / unit
	for _, of := range x.of[row] {
		n, part := of>>1, of&1
		if (n < b.from || n >= b.to) && !slices.Contains(b.late, n) || part == 1 && !b.prose {
			continue
		}
		e := &x.terms[n]
		if len(e.word) == len(b.b) {
			continue
		}
		into := w.name
		if part == 1 {
			into = w.prose
		}
		if i, found := slices.BinarySearchFunc(e.rows[part], row, posting.compare); found {
			into[row] = max(into[row], factor*float32(e.rows[part][i].evidence(w.head)))
		}
	}
}

func (p worth) evidence(head bool) uint16 {
	if head {
		return p.head
	}
	return p.plain
}
