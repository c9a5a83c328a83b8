package memory

import "vitrine/search/rank"

// related are the names of the rows that a code refers to, or of the nodes of the tree, as rank.Related.
type related struct {
	t     *table
	code  int // -1 for the tree
	names *rank.Index
}

func (r *related) codes() *codes {
	if r.code < 0 {
		return &r.t.tree.codes
	}
	return &r.t.codes[r.code]
}

// name stores the name of a node.
func (r *related) name(h *node) {
	n := uint32(r.codes().code(h.id))
	r.names.Take(n)
	if h.shown && h.text != nil {
		r.names.Put(n, h.text)
	}
}

// Each calls f with the rows of each node whose name has a term, and of the nodes below it.
func (r *related) Each(term string, prefix bool, f func(rows []uint32, plain, head uint16)) {
	c := r.codes()
	r.names.Each(term, prefix, func(n uint32, plain, head uint16) {
		if r.code >= 0 {
			f(c.rows[n], plain, head)
			return
		}
		r.below(int32(n), map[int32]bool{}, func(n int32) { f(c.rows[n], plain, head) })
	})
}

// below calls f with a node and the visible nodes below it, which may form a cycle.
func (r *related) below(n int32, seen map[int32]bool, f func(n int32)) {
	if seen[n] || !r.t.tree.named[n].shown {
		return
	}
	seen[n] = true
	f(n)
	for _, under := range r.t.tree.under[n] {
		r.below(under, seen, f)
	}
}

// Terms calls f with each term of a name, and the number of nodes with it and of their own rows.
func (r *related) Terms(f func(word string, rows int)) {
	c := r.codes()
	r.names.Terms(func(word string, rows int) {
		r.names.Each(word, false, func(n uint32, _, _ uint16) { rows += len(c.rows[n]) })
		f(word, rows)
	})
}
