package memory

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgtype"

	"vitrine/search/rank"
)

// none is NULL in a column of numbers, noCode in one of text.
const (
	none   = math.MinInt64
	noCode = -1
)

// A row is one row as it is read.
type row struct {
	id           string
	since, until int64 // microseconds since 1970; none: unlimited
	numbers      []int64
	names        []string
	codes        []pgtype.Text
	text         *rank.Text
	links        []string
	pairs        []pair
}

type pair struct{ name, value, kind string }

// A node is a row of the tree, or one that a code refers to.
type node struct {
	id, name, slug, parent string
	shown                  bool
	text                   *rank.Text // of a node whose name is searched
}

// A table is one tenant's rows of one kind, as of one change. Rows have numbers; the number of a deleted row is reused.
type table struct {
	kind *Kind

	permit chan struct{} // held while changes are applied
	apart  bool          // changes are read before the rows: together they were not read. Of the holder of the permit
	long   atomic.Bool   // the holder of the permit applies more than a query waits for
	put    int           // rows applied since the last measurement; guarded by permit
	built  int64         // bytes when built

	mu    sync.RWMutex // guards the fields below
	epoch string
	n     uint64
	gone  bool          // dropped
	moved chan struct{} // closed when n or gone changes
	edits journal       // the last changes

	at    map[string]uint32
	ids   []string
	free  []uint32
	live  set // existing rows
	timed set // existing rows that are not visible at all times

	since, until []int64
	numbers      [][]int64  // by column, by row
	names        [][]string // by column, by row
	codes        []codes

	manner             // of the tenant
	index  *rank.Index // the words of rows; nil without Words
	beside []*related  // the words of related names

	links [][]int32 // by row: numbers of nodes
	tree  tree

	pairs  [][]int32 // by row: numbers of pairs
	known  pairs
	orders map[orderKey]*order
	sorted []*order // those of them with sorted rows
	moves  []move   // working memory
}

// codes is a column of text whose values have numbers.
type codes struct {
	number map[string]int32
	values []string
	rows   [][]uint32 // by number
	of     []int32    // by row
	named  []node     // by number: the row that the value refers to

	mu   sync.Mutex
	sets map[int32]set // rows that searches needed as a set, by number; guarded by mu
}

// setOf returns the rows of a value as a set, if the set is no larger than the list: then it is read faster. A set has
// a bit for each of the table's rows. Searches call it at the same time.
func (c *codes) setOf(n int32, rows int) set {
	if few := len(c.rows[n]); few == 0 || few < rows/32 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	members := c.sets[n]
	if members == nil {
		members = newSet(rows)
		members.addAll(c.rows[n])
		if c.sets == nil {
			c.sets = map[int32]set{}
		}
		c.sets[n] = members
	}
	return members
}

// changed notes that the rows of some values change. No search runs meanwhile.
func (c *codes) changed(values ...int32) {
	for _, n := range values {
		delete(c.sets, n)
	}
}

func (c *codes) code(s string) int32 {
	n, ok := c.number[s]
	if !ok {
		n = int32(len(c.values))
		s = strings.Clone(s)
		c.number[s] = n
		c.values = append(c.values, s)
		c.rows = append(c.rows, nil)
		c.named = append(c.named, node{id: s})
	}
	return n
}

// tree is the nodes of the tree and their relations.
type tree struct {
	codes
	slugs  map[string]int32
	above  [][]int32 // by number: the node and its visible ancestors
	under  [][]int32 // by number: the visible children
	linked bool      // above and under are up to date
}

// pairs are the combinations of name, value and type that any row has or had.
type pairs struct {
	number map[pair]int32
	all    []pair
	rows   [][]uint32
	byPair map[[2]string][]int32 // by name and value, of any type
	alike  [][2]string           // the names and values that have several types
	sorted []int32               // in the order of a facet among equal counts
	filled bool                  // sorted is maintained
}

func newTable(k *Kind) *table {
	t := &table{kind: k, permit: make(chan struct{}, 1), moved: make(chan struct{}),
		at: map[string]uint32{}, orders: map[orderKey]*order{},
		numbers: make([][]int64, len(k.Numbers)), names: make([][]string, len(k.Names)), codes: make([]codes, len(k.Codes)),
		tree:  tree{codes: codes{number: map[string]int32{}}, slugs: map[string]int32{}},
		known: pairs{number: map[pair]int32{}, byPair: map[[2]string][]int32{}},
	}
	for i := range t.codes {
		t.codes[i].number = map[string]int32{}
	}
	if len(k.Words) > 0 {
		t.index = rank.New(rank.DefaultTuning())
		if i := k.wordsOf(); i >= 0 {
			t.beside = append(t.beside, &related{t, i, rank.New(rank.DefaultTuning()), 1})
		}
		if k.Tree.Kind != "" && !k.TextOnly {
			t.beside = append(t.beside, &related{t, -1, rank.New(rank.DefaultTuning()), 1})
		}
	}
	return t
}

// newRow returns the number of a new row.
func (t *table) newRow() uint32 {
	if last := len(t.free) - 1; last >= 0 {
		n := t.free[last]
		t.free = t.free[:last]
		return n
	}
	n := uint32(len(t.ids))
	t.ids = append(t.ids, "")
	t.since, t.until = append(t.since, none), append(t.until, none)
	for i := range t.numbers {
		t.numbers[i] = append(t.numbers[i], none)
	}
	for i := range t.names {
		t.names[i] = append(t.names[i], "")
	}
	for i := range t.codes {
		t.codes[i].of = append(t.codes[i].of, noCode)
	}
	t.links, t.pairs = append(t.links, nil), append(t.pairs, nil)
	for len(t.live)*64 <= int(n) {
		t.live, t.timed = append(t.live, 0), append(t.timed, 0)
	}
	return n
}

func (p *pairs) code(v pair) int32 {
	n, ok := p.number[v]
	if !ok {
		n = int32(len(p.all))
		p.number[v] = n
		p.all = append(p.all, v)
		p.rows = append(p.rows, nil)
		same := [2]string{v.name, v.value}
		if p.byPair[same] = append(p.byPair[same], n); len(p.byPair[same]) == 2 {
			p.alike = append(p.alike, same)
		}
		if p.filled {
			i, _ := slices.BinarySearchFunc(p.sorted, v, func(c int32, v pair) int { return p.all[c].compare(v) })
			p.sorted = slices.Insert(p.sorted, i, n)
		}
	}
	return n
}

// fill sorts the pairs after a build. Later ones are inserted in order.
func (p *pairs) fill() {
	p.filled = true
	p.sorted = make([]int32, len(p.all))
	for i := range p.sorted {
		p.sorted[i] = int32(i)
	}
	slices.SortFunc(p.sorted, func(a, b int32) int { return p.all[a].compare(p.all[b]) })
}

// compare orders pairs of the same count as a facet does: by value, then by name, then by type.
func (p pair) compare(o pair) int {
	if c := strings.Compare(p.value, o.value); c != 0 {
		return c
	}
	// A facet's value is the name, a separator and the value.
	if c := strings.Compare(p.name+unit, o.name+unit); c != 0 {
		return c
	}
	return strings.Compare(p.kind, o.kind)
}

// unit separates the name of a pair from its value in a facet.
const unit = "\x1f"

// nameLocked stores a node of code i, or of the tree if i is -1.
func (t *table) nameLocked(i int, h node) {
	for _, r := range t.beside {
		if r.code == i {
			r.name(&h)
		}
	}
	if i >= 0 {
		c := &t.codes[i]
		c.named[c.code(h.id)] = h
		return
	}
	n := t.tree.code(h.id)
	t.tree.named[n] = h
	t.tree.linked = false
}

// linkLocked computes the ancestors and children of all nodes if any node changed. A chain of ancestors ends at an
// invisible node and in a cycle.
func (t *table) linkLocked() {
	tr := &t.tree
	if tr.linked && len(tr.above) == len(tr.values) {
		return
	}
	tr.linked = true
	tr.slugs = make(map[string]int32, len(tr.values))
	tr.above, tr.under = make([][]int32, len(tr.values)), make([][]int32, len(tr.values))
	for i := range tr.named {
		h := &tr.named[i]
		if !h.shown {
			continue
		}
		tr.slugs[h.slug] = int32(i)
		if up, ok := tr.number[h.parent]; ok && h.parent != "" {
			tr.under[up] = append(tr.under[up], int32(i))
		}
		for at := int32(i); tr.named[at].shown && !slices.Contains(tr.above[i], at); {
			tr.above[i] = append(tr.above[i], at)
			up, ok := tr.number[tr.named[at].parent]
			if !ok {
				break
			}
			at = up
		}
	}
}

// A set is a set of rows, one bit each.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(row uint32)      { s[row>>6] |= 1 << (row & 63) }
func (s set) drop(row uint32)     { s[row>>6] &^= 1 << (row & 63) }
func (s set) has(row uint32) bool { return s[row>>6]&(1<<(row&63)) != 0 }

func (s set) and(o set) {
	for i := range s {
		s[i] &= o[i]
	}
}

func (s set) addAll(rows []uint32) {
	for _, r := range rows {
		s[r>>6] |= 1 << (r & 63)
	}
}

func (s set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// each calls f for every row, in order.
func (s set) each(f func(row uint32)) {
	for i, w := range s {
		for w != 0 {
			f(uint32(i<<6 + bits.TrailingZeros64(w)))
			w &= w - 1
		}
	}
}

// with inserts row into sorted rows, unless it is there.
func with(rows []uint32, row uint32) []uint32 {
	if n := len(rows); n == 0 || rows[n-1] < row { // Fast path: a build adds rows in order.
		return append(rows, row)
	}
	if i, found := slices.BinarySearch(rows, row); !found {
		return slices.Insert(rows, i, row)
	}
	return rows
}

// without removes row from sorted rows.
func without(rows []uint32, row uint32) []uint32 {
	if i, found := slices.BinarySearch(rows, row); found {
		return slices.Delete(rows, i, i+1)
	}
	return rows
}
