package rank

import (
	"slices"
	"strings"

	"vitrine/search/token"
)

// An Index holds the words of the rows of a table. Rows have numbers. It is not safe for concurrent changes.
type Index struct {
	Tuning Tuning

	number  map[string]uint32
	terms   []entry
	letters []uint64 // of terms, side by side: a correction looks at all of them, and at few terms
	filled  bool
	sorted  int      // terms[:sorted] are sorted by word
	late    []uint32 // numbers of the other terms, by word; maintained once the index is filled
	live    int      // rows

	initials map[string]*initial // by letter

	of    [][]uint32 // by row: the numbers of its terms; names have an even, prose an odd last bit
	names []string   // by row: the words of the name with a space around each, for neighbours and exact names
}

// An entry is a term and the rows that have it.
type entry struct {
	word    string
	rows    [2][]posting // in names, and in prose; sorted by row
	initial *initial     // of a longer word than one letter
}

type posting struct {
	row uint32
	worth
}

// A worth is the evidence of a term for a row: of any term, and of the head noun of a search.
type worth struct{ plain, head uint16 }

// New returns an empty index.
func New(t Tuning) *Index {
	return &Index{Tuning: t, number: map[string]uint32{}, initials: map[string]*initial{}}
}

// Put adds a row. A row that is there must be taken out first.
func (x *Index) Put(row uint32, t *Text) {
	for int(row) >= len(x.of) {
		x.of, x.names = append(x.of, nil), append(x.names, "")
	}
	x.live++
	x.names[row] = t.name
	of := make([]uint32, 0, len(t.terms))
	for _, t := range t.terms {
		n, part := x.numberOf(t.word), 0
		if !t.named {
			part = 1
		}
		rows := x.terms[n].rows[part]
		p := posting{row, worth{t.plain, t.head}}
		if last := len(rows) - 1; last < 0 || rows[last].row < row { // Fast path: a build adds rows in order.
			rows = append(rows, p)
		} else {
			i, _ := slices.BinarySearchFunc(rows, row, posting.compare)
			rows = slices.Insert(rows, i, p)
		}
		x.terms[n].rows[part] = rows
		if part == 0 {
			x.terms[n].initial.add(p)
		}
		of = append(of, n<<1|uint32(part))
	}
	x.of[row] = of
}

// Take removes a row.
func (x *Index) Take(row uint32) {
	if int(row) >= len(x.of) || x.of[row] == nil {
		return
	}
	x.live--
	for _, n := range x.of[row] {
		rows := &x.terms[n>>1].rows[n&1]
		if i, found := slices.BinarySearchFunc(*rows, row, posting.compare); found {
			*rows = slices.Delete(*rows, i, i+1)
		}
		if n&1 == 0 {
			x.terms[n>>1].initial.drop(row)
		}
	}
	x.of[row], x.names[row] = nil, ""
}

// Has reports whether a row is there with exactly the terms of a text, their evidence and its name. Put would then
// change nothing.
func (x *Index) Has(row uint32, t *Text) bool {
	if int(row) >= len(x.of) || x.of[row] == nil || len(x.of[row]) != len(t.terms) || x.names[row] != t.name {
		return false
	}
	for i, n := range x.of[row] { // in the order of Put
		e, is := &x.terms[n>>1], &t.terms[i]
		if e.word != is.word || n&1 == 0 != is.named {
			return false
		}
		rows := e.rows[n&1]
		at, found := slices.BinarySearchFunc(rows, row, posting.compare)
		if !found || rows[at] != (posting{row, worth{is.plain, is.head}}) {
			return false
		}
	}
	return true
}

func (p posting) compare(row uint32) int { return int(p.row) - int(row) }

func (x *Index) numberOf(w string) uint32 {
	n, ok := x.number[w]
	if ok {
		return n
	}
	n = uint32(len(x.terms))
	w = strings.Clone(w)
	x.number[w] = n
	x.terms, x.letters = append(x.terms, entry{word: w, initial: x.initialOf(w)}), append(x.letters, token.Letters(w))
	if x.filled {
		i, _ := slices.BinarySearchFunc(x.late, w, x.compare)
		x.late = slices.Insert(x.late, i, n)
	}
	return n
}

func (x *Index) compare(n uint32, w string) int { return strings.Compare(x.terms[n].word, w) }

// Each calls f with each row whose name has a term, or with prefix one that begins with it.
func (x *Index) Each(w string, prefix bool, f func(row uint32, plain, head uint16)) {
	if !prefix {
		if n, ok := x.number[w]; ok {
			for _, p := range x.terms[n].rows[0] {
				f(p.row, p.plain, p.head)
			}
		}
		return
	}
	all := x.begins(w)
	for i := all.from; i < all.to; i++ {
		x.terms[i].eachNamed(f)
	}
	for _, n := range all.late {
		x.terms[n].eachNamed(f)
	}
}

func (e *entry) eachNamed(f func(row uint32, plain, head uint16)) {
	for _, p := range e.rows[0] {
		f(p.row, p.plain, p.head)
	}
}

// Begins reports whether a row has a term, also in its prose, that begins with b.
func (x *Index) Begins(row uint32, b string) bool {
	return int(row) < len(x.of) && slices.ContainsFunc(x.of[row], func(n uint32) bool {
		return strings.HasPrefix(x.terms[n>>1].word, b)
	})
}

// Terms calls f with each term of names, and with its letters as token.Letters marks them.
func (x *Index) Terms(f func(word string, letters uint64)) {
	for i := range x.terms {
		if e := &x.terms[i]; len(e.rows[0]) > 0 {
			f(e.word, x.letters[i])
		}
	}
}

// Fill completes an index after its first rows: it sorts the terms, so that those with the same beginning and their
// rows lie side by side, and frees memory that the rows did not need.
func (x *Index) Fill() {
	old := make([]uint32, len(x.terms)) // by the new number
	for i := range old {
		old[i] = uint32(i)
	}
	slices.SortFunc(old, func(a, b uint32) int { return strings.Compare(x.terms[a].word, x.terms[b].word) })
	terms, letters, number := make([]entry, len(old)), make([]uint64, len(old)), make([]uint32, len(old))
	for i, n := range old {
		terms[i], letters[i], number[n] = x.terms[n], x.letters[n], uint32(i)
		x.number[terms[i].word] = uint32(i)
	}
	for _, of := range x.of {
		for i, n := range of {
			of[i] = number[n>>1]<<1 | n&1
		}
	}
	x.terms, x.letters, x.filled, x.sorted, x.late = terms, letters, true, len(terms), nil
	x.fillInitials()
	for part := range 2 {
		total := 0
		for i := range x.terms {
			total += len(x.terms[i].rows[part])
		}
		all := make([]posting, 0, total)
		for i := range x.terms {
			rows := x.terms[i].rows[part]
			if len(rows) == 0 {
				x.terms[i].rows[part] = nil
				continue
			}
			at := len(all)
			all = append(all, rows...)
			x.terms[i].rows[part] = all[at:len(all):len(all)]
		}
	}
}

// Size returns the estimated size in bytes.
func (x *Index) Size() int64 {
	const str, slice, perTerm = 16, 24, 16 + 8 + 2*24 + 8 + 4 + 40 // with its place in the map
	n := int64(len(x.of)) * (slice + str)
	for _, i := range x.initials {
		n += int64(8*cap(i.rows) + 4*cap(i.best))
	}
	for row := range x.of {
		n += int64(4*cap(x.of[row]) + len(x.names[row]))
	}
	for i := range x.terms {
		n += int64(perTerm + len(x.terms[i].word) + 8*(cap(x.terms[i].rows[0])+cap(x.terms[i].rows[1])))
	}
	return n
}
