package rank

import (
	"sort"
	"strings"
)

// Sources are the rows that have a word, and where they come from, so that the evidence of some of them can be found.
type sources struct {
	set      []uint64
	postings []postings
	lists    []list
	begins   []begins
	single   []single
}

// Rows that have a term.
type postings struct {
	rows   []posting
	factor float32
	prose  bool
}

// Rows that a related name counts for, in order.
type list struct {
	rows     []uint32
	evidence float32
}

// Rows that have a term which begins with b: terms[from:to] and late ones.
type begins struct {
	b        string
	from, to uint32
	late     []uint32
	prose    bool     // prose counts too
	size     int      // number of postings
	initial  *initial // if b is one
}

// A row with evidence that is found while rows are collected.
type single struct {
	row      uint32
	evidence float32
}

func (s *sources) reset() {
	s.postings, s.lists, s.begins, s.single = s.postings[:0], s.lists[:0], s.begins[:0], s.single[:0]
}

func (s *sources) free() {
	s.reset()
	clear(s.postings[:cap(s.postings)])
	clear(s.lists[:cap(s.lists)])
	clear(s.begins[:cap(s.begins)])
}

// A collector collects the rows that have one word.
type collector struct {
	x       *Index
	w       *word
	into    *sources
	other   *other
	related []Related
	named   bool // prose does not count
}

// collect collects the rows that have the word.
func (c *collector) collect() {
	t, w := &c.x.Tuning, c.w
	for j, f := range w.Forms {
		if j > 0 && j < w.Own {
			c.term(f, t.Form)
		} else {
			c.term(f, 1)
		}
	}
	for _, p := range w.others {
		c.phrase(p)
	}
	for _, f := range w.fixed {
		c.term(f, t.Typo)
	}
	for _, b := range w.Begins {
		c.beginning(b)
	}
	for _, pair := range w.Splits {
		c.split(pair)
	}
}

// term adds the rows with a term.
func (c *collector) term(f string, factor float32) {
	if n, ok := c.x.number[f]; ok {
		e := &c.x.terms[n]
		for part, rows := range e.rows {
			if len(rows) > 0 && (part == 0 || !c.named) {
				c.into.postings = append(c.into.postings, postings{rows, factor, part == 1})
				mark(rows, c.into.set)
			}
		}
	}
	for _, r := range c.related {
		c.beside(r, f, false, factor)
	}
}

// shortest is the number of letters from which a beginning is looked for in prose.
const shortest = 3

// beginning adds the rows with a term that begins with b.
func (c *collector) beginning(b string) {
	x := c.x
	for _, r := range c.related {
		c.beside(r, b, true, x.Tuning.Beginning)
	}
	found := x.begins(b)
	if i := x.initials[b]; i != nil {
		or(c.into.set, i.rows)
		found.size, found.initial = i.postings, i
		c.into.begins = append(c.into.begins, found)
		return
	}
	found.prose = len(b) >= shortest && !c.named
	x.eachOf(&found, func(e *entry) {
		mark(e.rows[0], c.into.set)
		found.size += len(e.rows[0])
		if found.prose {
			mark(e.rows[1], c.into.set)
			found.size += len(e.rows[1])
		}
	})
	c.into.begins = append(c.into.begins, found)
}

// begins returns the terms that begin with b.
func (x *Index) begins(b string) begins {
	sorted := x.terms[:x.sorted]
	from := sort.Search(len(sorted), func(i int) bool { return sorted[i].word >= b })
	to := from + sort.Search(len(sorted)-from, func(i int) bool { return !strings.HasPrefix(sorted[from+i].word, b) })
	late := x.late[sort.Search(len(x.late), func(i int) bool { return x.terms[x.late[i]].word >= b }):]
	late = late[:sort.Search(len(late), func(i int) bool { return !strings.HasPrefix(x.terms[late[i]].word, b) })]
	return begins{b: b, from: uint32(from), to: uint32(to), late: late}
}

// eachOf calls f with each term that begins with b, and is longer.
func (x *Index) eachOf(all *begins, f func(e *entry)) {
	for i := all.from; i < all.to; i++ {
		if e := &x.terms[i]; len(e.word) > len(all.b) {
			f(e)
		}
	}
	for _, n := range all.late {
		if e := &x.terms[n]; len(e.word) > len(all.b) {
			f(e)
		}
	}
}

// split adds the rows whose name has two words side by side.
func (c *collector) split(pair [2]string) {
	x := c.x
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
				c.add(p.row, x.Tuning.Split*float32(max(p.plain, o.plain))/unit)
			}
			one, two = one[1:], two[1:]
		}
	}
}

// add adds one row with its evidence.
func (c *collector) add(row uint32, evidence float32) {
	c.into.single = append(c.into.single, single{row, evidence})
	c.into.set[row>>6] |= 1 << (row & 63)
}

// beside adds the rows of related names.
func (c *collector) beside(r Related, f string, prefix bool, factor float32) {
	if factor *= r.Weight(); factor == 0 {
		return // the tenant has these names left out
	}
	r.Each(f, prefix, func(rows []uint32, set []uint64, plain, head uint16) {
		v := factor * float32(plain) / unit
		if c.w.Head {
			v = factor * float32(head) / unit
		}
		c.into.lists = append(c.into.lists, list{rows, v})
		into := c.into.set
		if set != nil {
			or(into, set)
			return
		}
		for _, row := range rows {
			into[row>>6] |= 1 << (row & 63)
		}
	})
}

func mark(rows []posting, set []uint64) {
	for _, p := range rows {
		set[p.row>>6] |= 1 << (p.row & 63)
	}
}
