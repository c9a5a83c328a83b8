package memory

import (
	"container/heap"
	"html"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"vitrine/search"
	"vitrine/search/rank"
)

// findLocked returns the visible rows that a text finds, and their scores.
func (t *table) findLocked(text *rank.Query, shown set, s *rank.Scratch) rank.Found {
	var beside []rank.Related
	for _, r := range t.beside {
		if !text.Named {
			beside = append(beside, r)
		}
	}
	return t.index.Find(text, shown, beside, s)
}

// pins are the rows that the tenant puts first for a text, with their places.
type pins map[uint32]int

// pinsLocked adds the pinned rows that are visible to those that a text finds.
func (t *table) pinsLocked(s *search.Settings, q *search.Query, shown, found set) pins {
	var all pins
	for i, id := range s.Pinned(q.Kind, q.Text) {
		row, ok := t.at[id]
		if !ok || !shown.has(row) || int(row>>6) >= len(found) {
			continue
		}
		if all == nil {
			all = pins{}
		}
		all[row] = i
		found.add(row)
	}
	return all
}

// explainLocked explains the places of the rows of a page, but for the fields of their own texts.
func (t *table) explainLocked(text *rank.Query, found *rank.Found, all pins, res *search.Result) {
	for _, id := range res.IDs {
		row := t.at[id]
		x := t.index.Explain(text, found, row, t.related())
		x.Engine = "memory"
		if place, ok := all[row]; ok {
			x.Rules = append([]search.Rule{{Rule: search.RulePin, Value: float64(place + 1)}}, x.Rules...)
		}
		res.Explained = append(res.Explained, x)
	}
}

func (t *table) related() (all []rank.Related) {
	for _, r := range t.beside {
		all = append(all, r)
	}
	return all
}

// firstPin is the score of the first pinned row. Those after it have one less each.
const firstPin = 1e6

// bestLocked returns the ids of one page of the rows found, the best first; equals in an order. Pinned rows come before
// all others. Without scores all others are equals.
func (t *table) bestLocked(found set, scores []float32, pinned pins, o *order, q *search.Query) []string {
	h := &worst{order: o}
	var first []int64
	if o.first >= 0 {
		first = t.numbers[o.first]
	}
	most := q.Offset + q.Limit
	for i, w := range found { // without a closure, because a beginning of one letter is in most rows
		for ; w != 0; w &= w - 1 {
			r := scored{row: uint32(i<<6 + bits.TrailingZeros64(w)), first: none}
			if scores != nil {
				r.score = scores[r.row]
			}
			if pinned != nil {
				if place, ok := pinned[r.row]; ok {
					r.score = firstPin - float32(place)
				}
			}
			full := len(h.rows) == most
			if full && r.score < h.rows[0].score {
				continue // as most rows: worse than all on the page
			}
			if first != nil {
				r.first = first[r.row]
			}
			switch {
			case !full:
				heap.Push(h, r)
			case h.before(&r, &h.rows[0]):
				h.rows[0] = r
				heap.Fix(h, 0)
			}
		}
	}
	slices.SortFunc(h.rows, func(a, b scored) int {
		if h.before(&a, &b) {
			return -1
		}
		return 1
	})
	ids := make([]string, 0, max(0, len(h.rows)-q.Offset))
	for _, r := range h.rows[min(q.Offset, len(h.rows)):] {
		ids = append(ids, t.ids[r.row])
	}
	return ids
}

// A scored row is a row with its score, and with the number that the order compares first. Most rows differ in it.
type scored struct {
	first int64 // or none
	row   uint32
	score float32
}

// worst is a heap of the best rows so far, the worst of them first.
type worst struct {
	rows  []scored
	order *order
}

func (h *worst) before(a, b *scored) bool {
	switch {
	case a.score != b.score:
		return a.score > b.score
	case a.first != b.first && a.first != none && b.first != none:
		return a.first > b.first == h.order.desc
	default:
		return h.order.compare(a.row, b.row) < 0
	}
}

func (h *worst) Len() int           { return len(h.rows) }
func (h *worst) Less(i, j int) bool { return h.before(&h.rows[j], &h.rows[i]) }
func (h *worst) Swap(i, j int)      { h.rows[i], h.rows[j] = h.rows[j], h.rows[i] }
func (h *worst) Push(x any)         { h.rows = append(h.rows, x.(scored)) }
func (h *worst) Pop() any {
	last := h.rows[len(h.rows)-1]
	h.rows = h.rows[:len(h.rows)-1]
	return last
}

// mostProse is how many bytes of a description are read.
const mostProse = 100_000

var (
	unseen = regexp.MustCompile(`(?is)<(script|style)\b[^>]*>.*?</(script|style)>|<!--.*?-->`)
	blocks = regexp.MustCompile(`(?i)</?(p|div|h[1-6]|li|ul|ol|tr|td|th|table|br|hr|section|article|blockquote)\b[^>]*>`)
	tags   = regexp.MustCompile(`<[^>]*>`)
)

// plain returns HTML as text. The parts of blocks are separated by a character that ends a phrase.
func plain(s string) string {
	s = s[:min(len(s), mostProse)]
	if strings.Contains(s, "<") {
		s = unseen.ReplaceAllString(s, " ")
		s = blocks.ReplaceAllString(s, " | ")
		s = tags.ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "&") {
		s = html.UnescapeString(s)
	}
	return s
}

// related are the names of the rows that a code refers to, or of the nodes of the tree, as rank.Related.
type related struct {
	t      *table
	code   int // -1 for the tree
	names  *rank.Index
	weight float32
}

// Field is "categories" for the tree, and otherwise the table, such as "brand".
func (r *related) Field() string {
	if r.code < 0 {
		return "categories"
	}
	return r.t.kind.Codes[r.code].Kind
}

// Weight is the tenant's weight of the names.
func (r *related) Weight() float32 { return r.weight }

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
func (r *related) Each(term string, prefix bool, f func(rows []uint32, set []uint64, plain, head uint16)) {
	c := r.codes()
	rows := len(r.t.ids)
	r.names.Each(term, prefix, func(n uint32, plain, head uint16) {
		if r.code >= 0 {
			f(c.rows[n], c.setOf(int32(n), rows), plain, head)
			return
		}
		r.below(int32(n), map[int32]bool{}, func(n int32) { f(c.rows[n], c.setOf(n, rows), plain, head) })
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

// Terms calls f with each term of a name, and with its letters.
func (r *related) Terms(f func(word string, letters uint64)) { r.names.Terms(f) }
