package rank

import "unicode/utf8"

// An initial is a letter with which terms begin. A search whose last word is one letter so far needs the rows that have
// any of them, which are many. They are kept as a set, in place of reading the rows of each term: a bit for each row.
type initial struct {
	rows     []uint64 // whose names have a longer term that begins with the letter
	postings int      // of these terms in names
}

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

func (i *initial) add(row uint32) {
	if i == nil {
		return
	}
	for int(row>>6) >= len(i.rows) {
		i.rows = append(i.rows, 0)
	}
	i.rows[row>>6] |= 1 << (row & 63)
	i.postings++
}

// drop removes one term of a row that loses all of them.
func (i *initial) drop(row uint32) {
	if i != nil {
		i.rows[row>>6] &^= 1 << (row & 63)
		i.postings--
	}
}
