package rank

import "unicode/utf8"

// An initial is a letter with which terms begin. A search whose last word is one letter so far needs the rows that have
// any of these terms. An initial keeps these rows, so that the terms and the rows of each need not be read.
type initial struct {
	rows     []uint64 // a set: those whose names have a longer term that begins with the letter
	best     []worth  // by row: the greatest evidence of these terms; nil for a letter that few rows have
	postings int      // of these terms in names
}

// The evidence for a letter is kept by row if at least one row in frequent has the letter. It takes half as much memory
// for each row as a posting.
const frequent = 8

// initialOf returns the initial of a term. It is nil for a term of one letter, and for letters that a search looks for
// in prose, too.
func (x *Index) initialOf(w string) *initial {
	_, n := utf8.DecodeRuneInString(w)
	if n == len(w) || n >= shortest {
		return nil
	}
	i := x.initials[w[:n]]
	if i == nil {
		i = &initial{}
		x.initials[w[:n]] = i
	}
	return i
}

func (i *initial) add(p posting) {
	if i == nil {
		return
	}
	for int(p.row>>6) >= len(i.rows) {
		i.rows = append(i.rows, 0)
	}
	i.rows[p.row>>6] |= 1 << (p.row & 63)
	i.postings++
	if i.best != nil {
		i.raise(p)
	}
}

// raise notes the evidence of a term.
func (i *initial) raise(p posting) {
	for int(p.row) >= len(i.best) {
		i.best = append(i.best, worth{})
	}
	b := &i.best[p.row]
	b.plain, b.head = max(b.plain, p.plain), max(b.head, p.head)
}

// drop removes one term of a row. The caller removes all terms of the row.
func (i *initial) drop(row uint32) {
	if i == nil {
		return
	}
	i.rows[row>>6] &^= 1 << (row & 63)
	i.postings--
	if i.best != nil {
		i.best[row] = worth{}
	}
}

// fillInitials decides for which letters the evidence is kept by row.
func (x *Index) fillInitials() {
	for _, i := range x.initials {
		if i.best = nil; frequent*count(i.rows) >= len(x.of) {
			i.best = make([]worth, 0, len(x.of))
		}
	}
	for n := range x.terms {
		e := &x.terms[n]
		if e.initial == nil || e.initial.best == nil {
			continue
		}
		for _, p := range e.rows[0] {
			e.initial.raise(p)
		}
	}
}
