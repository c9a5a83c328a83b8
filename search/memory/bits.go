package memory

import (
	"math/bits"
	"slices"
)

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
