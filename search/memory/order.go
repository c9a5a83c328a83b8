package memory

import (
	"cmp"
	"slices"
	"strings"
)

// orderKey identifies an order: a column and a direction.
type orderKey struct {
	column string
	desc   bool
}

// An order is all rows of a table, sorted. Rows without a value come last in either direction; the id breaks ties.
type order struct {
	rows    []uint32
	compare func(a, b uint32) int
}

// orderLocked builds the order of a key. It returns false for a column that the table does not have.
func (t *table) orderLocked(key orderKey) bool {
	way := 1
	if key.desc {
		way = -1
	}
	o := &order{}
	for i, number := range t.kind.Numbers {
		if number.Column != key.column {
			continue
		}
		o.compare = func(a, b uint32) int {
			x, y := t.numbers[i][a], t.numbers[i][b]
			switch {
			case x == y:
				return strings.Compare(t.ids[a], t.ids[b])
			case x == none:
				return 1
			case y == none:
				return -1
			}
			return way * cmp.Compare(x, y)
		}
	}
	for i, name := range t.kind.Names {
		if name != key.column {
			continue
		}
		o.compare = func(a, b uint32) int {
			if c := strings.Compare(t.names[i][a], t.names[i][b]); c != 0 {
				return way * c
			}
			return strings.Compare(t.ids[a], t.ids[b])
		}
	}
	if o.compare == nil {
		return false
	}
	o.rows = make([]uint32, 0, len(t.at))
	t.live.each(func(row uint32) { o.rows = append(o.rows, row) })
	slices.SortFunc(o.rows, o.compare)
	t.orders[key] = o
	return true
}

func (o *order) put(row uint32) {
	i, _ := slices.BinarySearchFunc(o.rows, row, o.compare)
	o.rows = slices.Insert(o.rows, i, row)
}

func (o *order) take(row uint32) {
	if i, found := slices.BinarySearchFunc(o.rows, row, o.compare); found {
		o.rows = slices.Delete(o.rows, i, i+1)
	}
}
