package memory

import (
	"cmp"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// orderKey identifies an order: a column and a direction, or Kind.Order.
type orderKey struct {
	several bool // Kind.Order
	column  string
	desc    bool
}

// An order is all rows of a table, sorted. Rows without a value come last in either direction; the id breaks ties. No
// rows are sorted by Kind.Order, or in a table of a TextOnly kind.
type order struct {
	sorted  bool // rows is maintained
	rows    []uint32
	compare func(a, b uint32) int

	first int  // the column of numbers that is compared first, -1 for none
	desc  bool // in descending order
	name  int  // the column of names that sorted rows are compared by, -1 for none

	out, in []uint32 // rows that leave, and that come, while a change of many rows is applied
}

// orderLocked builds the order of a key. It returns false for a column that the table does not have.
func (t *table) orderLocked(key orderKey) bool {
	o := &order{first: t.kind.number(key.column), desc: key.desc, name: slices.Index(t.kind.Names, key.column)}
	if key.several {
		o.compare = t.compareAll(t.kind.Order)
		o.first, o.desc = t.kind.number(t.kind.Order[0].Column.String()), t.kind.Order[0].Desc
	} else if c := t.compare(key.column, key.desc, false); c != nil {
		o.sorted, o.compare = !t.kind.TextOnly, t.thenID(c)
	}
	if o.compare == nil {
		return false
	}
	if o.sorted {
		o.rows = make([]uint32, 0, len(t.at))
		t.live.each(func(row uint32) { o.rows = append(o.rows, row) })
		slices.SortFunc(o.rows, o.compare)
		t.sorted = append(t.sorted, o)
	}
	t.orders[key] = o
	return true
}

// compare returns the comparison of a column, nil if the table does not have it. Rows without a value come last, or
// with nullsFirst first.
func (t *table) compare(column string, desc, nullsFirst bool) func(a, b uint32) int {
	way, last := 1, 1
	if desc {
		way = -1
	}
	if nullsFirst {
		last = -1
	}
	if i := t.kind.number(column); i >= 0 {
		return func(a, b uint32) int {
			x, y := t.numbers[i][a], t.numbers[i][b]
			switch {
			case x == y:
				return 0
			case x == none:
				return last
			case y == none:
				return -last
			}
			return way * cmp.Compare(x, y)
		}
	}
	if i := slices.Index(t.kind.Names, column); i >= 0 {
		return func(a, b uint32) int { return way * strings.Compare(t.names[i][a], t.names[i][b]) }
	}
	return nil
}

func (t *table) thenID(compare func(a, b uint32) int) func(a, b uint32) int {
	return func(a, b uint32) int {
		if c := compare(a, b); c != 0 {
			return c
		}
		return strings.Compare(t.ids[a], t.ids[b])
	}
}

// compareAll returns the comparison of an order of several columns, nil if the table lacks one of them.
func (t *table) compareAll(keys filter.Order) func(a, b uint32) int {
	var all []func(a, b uint32) int
	for _, key := range keys {
		if key == filter.Asc(t.kind.As+".id") {
			break
		}
		c := t.compare(key.Column.String(), key.Desc, key.Nulls == filter.NullsFirst ||
			key.Desc && key.Nulls == filter.NullsDefault)
		if c == nil {
			return nil
		}
		all = append(all, c)
	}
	return t.thenID(func(a, b uint32) int {
		for _, compare := range all {
			if c := compare(a, b); c != 0 {
				return c
			}
		}
		return 0
	})
}

// differs reports whether a row that is there has another place with the columns of r.
func (o *order) differs(t *table, n uint32, r *row) bool {
	if o.first >= 0 {
		return t.numbers[o.first][n] != r.numbers[o.first]
	}
	return t.names[o.name][n] != r.names[o.name]
}

// find returns the place of a row, before its columns change.
func (o *order) find(row uint32) int {
	at, _ := slices.BinarySearchFunc(o.rows, row, o.compare)
	return at
}

func (o *order) remove(row uint32) {
	at := o.find(row)
	o.rows = slices.Delete(o.rows, at, at+1)
}

// move moves a row whose columns have changed from its old place to the new one. It inserts a row without an old place.
func (o *order) move(row uint32, from int) {
	if from < 0 {
		o.rows = slices.Insert(o.rows, o.find(row), row)
		return
	}
	before, after := o.rows[:from], o.rows[from+1:]
	if to, _ := slices.BinarySearchFunc(before, row, o.compare); to < from {
		copy(o.rows[to+1:], before[to:])
		o.rows[to] = row
		return
	}
	to, _ := slices.BinarySearchFunc(after, row, o.compare)
	copy(o.rows[from:], after[:to])
	o.rows[from+to] = row
}

// settle removes the rows that leave and inserts those that come, in one pass. rows is the number of all rows.
func (o *order) settle(rows int) {
	out, in := o.out, o.in
	o.out, o.in = nil, nil
	if len(out) > 0 {
		leaves := newSet(rows)
		leaves.addAll(out)
		o.rows = slices.DeleteFunc(o.rows, leaves.has)
	}
	slices.SortFunc(in, o.compare)
	end := len(o.rows) // of the rows before the next one that comes
	o.rows = append(o.rows, in...)
	for i, row := range slices.Backward(in) {
		at, _ := slices.BinarySearchFunc(o.rows[:end], row, o.compare)
		copy(o.rows[at+i+1:], o.rows[at:end])
		o.rows[at+i] = row
		end = at
	}
}
