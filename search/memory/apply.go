package memory

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"vitrine/search"
)

// A delta is the changes between a table and a snapshot.
type delta struct {
	rows     []update
	gone     []string // ids of rows that were deleted, or no longer satisfy Shown
	listed   int      // rows that are new, or gone, or in other lists of rows, and renamed nodes
	headings map[int][]node
	missing  map[int][]string // ids of deleted nodes
}

// An update is a row as it is read, and which parts of it differ from the table. Columns are compared when they are
// applied.
type update struct {
	*row

	codes, links, pairs, words bool
}

// delta reads the changed rows and compares them with the table. Only the holder of the permit calls it: nobody else
// changes the table, so it needs no lock.
func (t *table) delta(ctx context.Context, db search.DB, of readOf, by *changes) (*delta, error) {
	k, c, limit := t.kind, by.of, listLimit(len(t.ids))
	d := &delta{headings: map[int][]node{}, missing: map[int][]string{}}
	var err error
	if len(c[k.Name]) > 0 {
		shown := make(map[string]bool, len(c[k.Name]))
		of.ids = idsOf(c[k.Name])
		if err = by.read(ctx, db, k, of, func(r *row) {
			shown[r.id] = true
			if d.listed > limit { // the table will be built again
				return
			}
			u := t.compareRow(r)
			if d.rows = append(d.rows, u); u.words || u.links || u.pairs || u.codes {
				d.listed++
			}
		}); err != nil {
			return nil, err
		}
		for _, id := range of.ids {
			if _, known := t.at[id]; known && !shown[id] {
				d.gone = append(d.gone, id)
			}
		}
		d.listed += len(d.gone)
	}
	for i := -1; i < len(k.Codes); i++ {
		kind := k.Tree.Kind
		if i >= 0 {
			kind = k.Codes[i].Kind
		}
		if d.listed += len(c[kind]); d.listed > limit {
			break
		}
		if kind == "" || len(c[kind]) == 0 {
			continue
		}
		of.ids = idsOf(c[kind])
		if d.headings[i], err = k.nodes(ctx, db, i, of); err != nil {
			return nil, err
		}
		for _, id := range of.ids {
			if !slices.ContainsFunc(d.headings[i], func(h node) bool { return h.id == id }) {
				d.missing[i] = append(d.missing[i], id)
			}
		}
	}
	return d, nil
}

func idsOf(some map[string]bool) []string { return slices.Collect(maps.Keys(some)) }

// compareRow compares a row with the table. It drops words that are the same, so that a delta of many rows is small.
func (t *table) compareRow(r *row) update {
	n, known := t.at[r.id]
	if !known {
		return update{r, true, true, true, true}
	}
	u := update{row: r}
	for i, s := range r.codes {
		u.codes = u.codes || !t.codes[i].is(n, s)
	}
	u.links = !sameCodes(t.links[n], r.links, t.tree.values)
	u.pairs = !sameCodes(t.pairs[n], r.pairs, t.known.all)
	if u.words = t.index != nil && !t.index.Has(n, r.text); !u.words {
		r.text = nil
	}
	return u
}

// sameCodes reports whether the codes of a row are those of some values, in any order. all are the values by code.
func sameCodes[V comparable](codes []int32, values, all []V) bool {
	if slices.EqualFunc(codes, values, func(c int32, v V) bool { return all[c] == v }) { // Fast path: the same order.
		return true
	}
	found := 0
	for i, v := range values {
		switch {
		case slices.Contains(values[:i], v):
		case !slices.ContainsFunc(codes, func(c int32) bool { return all[c] == v }):
			return false
		default:
			found++
		}
	}
	return found == len(codes)
}

// onePass is the number of changed rows from which each order is changed in one pass. Below it, each row is moved.
const onePass = 64

// applyLocked applies a delta. The table is then as of n.
func (t *table) applyLocked(d *delta, n uint64) {
	for i, all := range d.headings {
		for _, h := range all {
			t.nameLocked(i, h)
		}
		for _, id := range d.missing[i] {
			t.nameLocked(i, node{id: id})
		}
	}
	many := len(d.rows)+len(d.gone) >= onePass
	for _, id := range d.gone { // first, so that new rows get their numbers
		t.removeLocked(id, many)
	}
	for _, u := range d.rows {
		t.putLocked(u, many)
	}
	if many {
		for _, o := range t.sorted {
			o.settle(len(t.ids))
		}
	}
	t.linkLocked()
	t.n = n
	t.wakeLocked()
}

// wakeLocked wakes the texts that wait for the table.
func (t *table) wakeLocked() {
	close(t.moved)
	t.moved = make(chan struct{})
}

// putLocked inserts or updates a row. It changes only what differs. With many, the orders must be settled afterwards.
func (t *table) putLocked(u update, many bool) {
	n, known := t.at[u.id]
	if !known {
		n = t.newRow()
		t.ids[n] = u.id
		t.at[u.id] = n
		t.live.add(n)
	}
	moves := t.leaveLocked(n, u.row, known, many)
	t.columnsLocked(n, u.row)
	if u.links {
		t.relink(n, u.row.links)
	}
	if u.pairs {
		t.pairs[n] = relist(n, t.pairs[n], u.row.pairs, t.known.code, &t.known.rows)
	}
	if u.words && t.index != nil {
		t.index.Take(n)
		t.index.Put(n, u.text)
	}
	for _, m := range moves {
		m.order.move(n, m.from)
	}
}

// A move is the old place of a row in an order, -1 for a new row.
type move struct {
	order *order
	from  int
}

// leaveLocked finds the places of a row in the orders that change, before its columns do. With many, it notes the row
// in the orders instead.
func (t *table) leaveLocked(n uint32, r *row, known, many bool) []move {
	t.moves = t.moves[:0]
	for _, o := range t.sorted {
		switch {
		case known && !o.differs(t, n, r):
		case many:
			if o.in = append(o.in, n); known {
				o.out = append(o.out, n)
			}
		case known:
			t.moves = append(t.moves, move{o, o.find(n)})
		default:
			t.moves = append(t.moves, move{o, -1})
		}
	}
	return t.moves
}

// columnsLocked sets the columns of a row.
func (t *table) columnsLocked(n uint32, r *row) {
	t.since[n], t.until[n] = r.since, r.until
	if t.timed.drop(n); r.since != none || r.until != none {
		t.timed.add(n)
	}
	for i, v := range r.numbers {
		t.numbers[i][n] = v
	}
	for i, s := range r.names {
		t.names[i][n] = s
	}
	for i, s := range r.codes {
		t.codes[i].set(n, s)
	}
}

// is reports whether a row has a value.
func (c *codes) is(n uint32, s pgtype.Text) bool {
	old := c.of[n]
	return s.Valid == (old != noCode) && (!s.Valid || c.values[old] == s.String)
}

// set sets the value of a row.
func (c *codes) set(n uint32, s pgtype.Text) {
	if c.is(n, s) {
		return
	}
	old := c.of[n]
	if old != noCode {
		c.rows[old] = without(c.rows[old], n)
		c.changed(old)
	}
	if c.of[n] = noCode; s.Valid {
		is := c.code(s.String)
		c.of[n], c.rows[is] = is, with(c.rows[is], n)
		c.changed(is)
	}
}

// relink sets the nodes of a row.
func (t *table) relink(n uint32, nodes []string) {
	t.tree.changed(t.links[n]...)
	t.links[n] = relist(n, t.links[n], nodes, t.tree.code, &t.tree.rows)
	t.tree.changed(t.links[n]...)
}

// relist returns the codes of the values of a row, and corrects the rows of each code. old are the codes so far.
func relist[V any](n uint32, old []int32, values []V, code func(V) int32, rows *[][]uint32) []int32 {
	codes := make([]int32, 0, len(values))
	for _, v := range values {
		if c := code(v); !slices.Contains(codes, c) {
			codes = append(codes, c)
		}
	}
	for _, c := range old {
		if !slices.Contains(codes, c) {
			(*rows)[c] = without((*rows)[c], n)
		}
	}
	for _, c := range codes {
		if !slices.Contains(old, c) {
			(*rows)[c] = with((*rows)[c], n)
		}
	}
	return codes
}

// removeLocked removes a row. With many, the orders must be settled afterwards.
func (t *table) removeLocked(id string, many bool) {
	n, known := t.at[id]
	if !known {
		return
	}
	for _, o := range t.sorted {
		if many {
			o.out = append(o.out, n)
		} else {
			o.remove(n)
		}
	}
	t.live.drop(n)
	t.timed.drop(n)
	for i := range t.codes {
		t.codes[i].set(n, pgtype.Text{})
	}
	t.relink(n, nil)
	t.pairs[n] = relist(n, t.pairs[n], nil, t.known.code, &t.known.rows)
	if t.index != nil {
		t.index.Take(n)
	}
	delete(t.at, id)
	t.ids[n] = ""
	t.free = append(t.free, n)
}
