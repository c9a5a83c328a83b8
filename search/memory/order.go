package memory

import (
	"cmp"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// orderKey identifies an order: a column and a direction, or the SQL of Kind.Order.
type orderKey struct {
	column string
	desc   bool
}

// An order is all rows of a table, sorted. Rows without a value come last in either direction; the id breaks ties. No
// rows are sorted by Kind.Order, or in a table of a TextOnly kind.
type order struct {
	sorted  bool // rows is maintained
	rows    []uint32
	compare func(a, b uint32) int

	first int  // the column of numbers that is compared first, -1 for none
	desc  bool // in descending order
}

// orderLocked builds the order of a key. It returns false for a column that the table does not have.
func (t *table) orderLocked(key orderKey) bool {
	o := &order{first: t.kind.number(key.column), desc: key.desc}
	if len(t.kind.Order) > 0 && key.column == t.kind.Order.SQL() {
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

func (o *order) put(row uint32) {
	if !o.sorted {
		return
	}
	i, _ := slices.BinarySearchFunc(o.rows, row, o.compare)
	o.rows = slices.Insert(o.rows, i, row)
}

func (o *order) take(row uint32) {
	if !o.sorted {
		return
	}
	if i, found := slices.BinarySearchFunc(o.rows, row, o.compare); found {
		o.rows = slices.Delete(o.rows, i, i+1)
	}
}
