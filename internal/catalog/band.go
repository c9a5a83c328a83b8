package catalog

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A list by price changes when a price crosses one of its limits: its first row, its last row, or a bound. Most edits
// of prices cross none. So the values of a banded column (Resource.Banded) are divided into price bands, numbered in
// the order of the values. A list carries the tags of the bands at its limits instead of the column's tag (Bands). An
// edit fires all bands from the old value to the new one (Span).
//
// A band tag is the column's tag after the number of the band: ^12:product/category=bags|amount. An edit writes all its
// bands as one tag, ^12-87:product/category=bags|amount, and the cache expands it. All other tags begin with a kind.

// An Ordering numbers the bands of a column. There are two, because rows without a value come last in either direction:
// in Up they are above all values, in Down below all.
type Ordering byte

// The two orderings, by the sign that begins their tags.
const (
	Up   Ordering = '^'
	Down Ordering = '~'
)

// A band is a sixteenth of an octave, 3 % to 6 % wide, and at least one cent. numeric(12,2) stays below 2^40 cents.
const (
	bandBits = 4 // 2^bandBits bands an octave
	centBits = 40
	topBand  = (centBits - bandBits + 1) << bandBits
	noBand   = topBand + 1 // rows without a value in Up; in Down they have 0, and all bands are one higher
)

// band returns the band of a decimal value; "" is no value. ok is false if the value is not a decimal number.
func (o Ordering) band(value string) (int, bool) {
	if value == "" {
		if o == Down {
			return 0, true
		}
		return noBand, true
	}
	n, ok := cents(value)
	if !ok {
		return 0, false
	}
	r := topBand
	if n>>centBits == 0 {
		octave := max(bits.Len64(n)-bandBits-1, 0)
		r = octave<<bandBits + int(n>>octave) //nolint:gosec // below 2^(bandBits+1)
	}
	if o == Down {
		r++
	}
	return r, true
}

// cents returns a decimal number in whole cents: 0 for a negative number, at least 2^centBits for one out of range.
// Digits after the second are cut off, which keeps the order. Postgres sorts NaN above all numbers.
func cents(value string) (uint64, bool) {
	switch value {
	case "NaN", "Infinity", "+Inf":
		return 1 << centBits, true
	case "-Infinity", "-Inf":
		return 0, true
	}
	digits, below := strings.CutPrefix(value, "-")
	whole, part, _ := strings.Cut(digits, ".")
	if whole == "" && part == "" {
		return 0, false
	}
	var n uint64
	add := func(c byte) bool {
		if n>>centBits == 0 {
			n = 10*n + uint64(c-'0')
		}
		return c >= '0' && c <= '9'
	}
	for i := range len(whole) {
		if !add(whole[i]) {
			return 0, false
		}
	}
	for i := range max(2, len(part)) {
		switch {
		case i >= len(part):
			add('0')
		case i < 2 && !add(part[i]) || part[i] < '0' || part[i] > '9':
			return 0, false
		}
	}
	if below {
		return 0, true
	}
	return n, true
}

// A Span is the range of bands between two values of a banded column, in both orderings.
type Span struct{ up, down [2]int }

// SpanOf returns the span of an edit from one value to another; "" is no value. If either is no number, such as
// Unknown, the span covers all bands.
func SpanOf(from, to string) Span {
	between := func(o Ordering) [2]int {
		a, known := o.band(from)
		b, ok := o.band(to)
		if !known || !ok {
			return [2]int{0, noBand}
		}
		return [2]int{min(a, b), max(a, b)}
	}
	return Span{between(Up), between(Down)}
}

// Unknown stands for a value that is not known.
const Unknown = "?"

// Tags appends what the edit fires besides the column's tag: one tag for each ordering.
func (s Span) Tags(dst []string, tag string) []string {
	return append(dst, spanTag(Up, s.up, tag), spanTag(Down, s.down, tag))
}

func spanTag(o Ordering, between [2]int, tag string) string {
	if between[0] == between[1] {
		return string(o) + strconv.Itoa(between[0]) + ":" + tag
	}
	return string(o) + strconv.Itoa(between[0]) + "-" + strconv.Itoa(between[1]) + ":" + tag
}

// Banded reports whether a tag is one of bands.
func Banded(tag string) bool { return tag != "" && (tag[0] == byte(Up) || tag[0] == byte(Down)) }

// Unbanded returns the column's tag of a band tag; every edit of the column fires it too. Other tags stay as they are.
func Unbanded(tag string) string {
	if Banded(tag) {
		return tag[strings.IndexByte(tag, ':')+1:]
	}
	return tag
}

// CountBands returns the number of bands in a tag written by Span, 0 for other tags.
func CountBands(tag string) int {
	if between, ok := spanned(tag); ok {
		return between[1] - between[0] + 1
	}
	return 0
}

// spanned reads the bands of a tag written by Span.
func spanned(tag string) (between [2]int, ok bool) {
	if !Banded(tag) {
		return between, false
	}
	span, _, _ := strings.Cut(tag[1:], ":")
	least, most, more := strings.Cut(span, "-")
	if !more {
		most = least
	}
	var errs [2]error
	between[0], errs[0] = strconv.Atoi(least)
	between[1], errs[1] = strconv.Atoi(most)
	return between, errs == [2]error{}
}

// MergeSpans merges the spans of the same column and part into one, from the lowest band to the highest.
func MergeSpans(tags []string) []string {
	type column struct {
		ordering Ordering
		tag      string
	}
	all := map[column][2]int{}
	out := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool {
		between, ok := spanned(tag)
		if !ok {
			return false
		}
		c := column{Ordering(tag[0]), Unbanded(tag)}
		if was, known := all[c]; known {
			between = [2]int{min(was[0], between[0]), max(was[1], between[1])}
		}
		all[c] = between
		return true
	})
	for c, between := range all {
		out = append(out, spanTag(c.ordering, between, c.tag))
	}
	return out
}
